/*
 * Each symbol of the program is looked at once: what it is the derivative of is in the same scope. What the
 * original has was made by an earlier transformation, if it is a derivative at all.
 */
#include "verify/by_name.h"

#include <string.h>

#include "ir/tags.h"
#include "ir/taken_names.h"
#include "verify/layout.h"

struct xb_by_name {
    xb_arena *arena;
    const xb_program *program, *original;
    xb_node_map derivatives; /* by symbol: xb_list of those of it */
    size_t directions;
    bool guessed; /* by names */
};

/* A variable that a symbol may be the derivative of, by a name. NULL: there is none. */
static const xb_symbol *find_base(const xb_by_name *found, const xb_symbol *symbol, const char *name,
                                  size_t length)
{
    const xb_name *id = xb_names_find(found->program->names, name, length);
    const xb_symbol *base = id ? xb_symbol_find(symbol->scope, id) : NULL;
    bool may_be = base && base != symbol && base->kind != XB_SYMBOL_SUBROUTINE &&
                  base->type == symbol->type && (base->type == XB_TYPE_REAL || base->type == XB_TYPE_COMPLEX);
    return may_be ? base : NULL;
}

/* The symbol that the original had, as it was read. */
static const xb_symbol *counterpart(const xb_program *original, const xb_symbol *symbol)
{
    const xb_symbol *same = original ? xb_layout_counterpart(original, symbol) : NULL;
    return same && !same->overlay ? same : NULL;
}

/* ---- by tags ------------------------------------------------------------------------------------------- */

static bool is_tagged(const xb_program *program, const xb_symbol *symbol, xb_tag *tag)
{
    return xb_tags_find(program, &symbol->node, XB_TAG_DERIVATIVE, tag) && tag->value;
}

/* What the original says of a variable stays in the document. */
static bool was_tagged(const xb_program *original, const xb_symbol *symbol)
{
    xb_tag tag;
    const xb_symbol *same = counterpart(original, symbol);
    return same && is_tagged(original, same, &tag);
}

static void add_tagged(xb_by_name *found, const xb_symbol *symbol)
{
    xb_tag tag;
    if (!is_tagged(found->program, symbol, &tag) || was_tagged(found->original, symbol))
        return;
    const xb_symbol *base = find_base(found, symbol, tag.value, tag.value_length);
    if (base)
        xb_list_append(found->arena,
                       xb_node_map_make(found->arena, &found->derivatives, &base->node, sizeof(xb_list)),
                       symbol);
}

/* ---- by names ------------------------------------------------------------------------------------------ */

/* Reads the number of a derivative from its name: 1 of x_d or x_b, 2 of x_d2, …; 0: it has none.
 * @param stem receives the length of what stands before */
static unsigned number_of(const xb_symbol *symbol, size_t *stem)
{
    static const char digits[] = "0123456789";
    enum { MOST = 6 };
    const char *name = symbol->id->text;
    size_t end = symbol->id->length, at = end;
    while (at > 0 && strchr(digits, name[at - 1]))
        at--;
    if (at < 3 || (name[at - 1] != 'd' && name[at - 1] != 'b') || name[at - 2] != '_' || name[at] == '0' ||
        end - at > MOST)
        return 0;
    *stem = at - 2;
    unsigned number = 0;
    for (; at < end; at++)
        number = 10 * number + (unsigned)(name[at] - '0');
    return end == *stem + 2 ? 1 : number > 1 ? number : 0;
}

/* Whether a variable of a block within the scope of a symbol has become that symbol: it keeps its name unless
 * there are others of that name (see scopemerging). */
static bool was_in_block(const xb_program *original, const xb_symbol *symbol)
{
    const xb_list *takers = !original ? NULL : xb_name_takers(original, symbol->id->text, symbol->id->length);
    const xb_symbol *only = NULL;
    for (size_t i = 0; takers && i < takers->count; i++) {
        const xb_symbol *taker = takers->items[i];
        if (only && !taker->overlay)
            return false;
        only = taker->overlay ? only : taker;
    }
    if (!only || !symbol->scope->parent || strcmp(only->id->text, symbol->id->text) != 0)
        return false;
    const xb_scope *scope = only->scope;
    while (scope && (!scope->id || strcmp(scope->id->text, symbol->scope->id->text) != 0))
        scope = scope->parent;
    return scope != NULL;
}

/* In the order of their numbers. */
static void insert(xb_by_name *found, const xb_symbol *base, const xb_symbol *symbol, unsigned number)
{
    xb_list *list = xb_node_map_make(found->arena, &found->derivatives, &base->node, sizeof(xb_list));
    size_t stem;
    xb_list_append(found->arena, list, symbol);
    for (size_t i = list->count - 1; i > 0 && number_of(list->items[i - 1], &stem) > number; i--) {
        list->items[i] = list->items[i - 1];
        list->items[i - 1] = (void *)symbol;
    }
}

static void add_named(xb_by_name *found, const xb_symbol *symbol)
{
    size_t stem = 0;
    const unsigned number = number_of(symbol, &stem);
    const xb_symbol *base = number > 0 ? find_base(found, symbol, symbol->id->text, stem) : NULL;
    if (base && base->rank == symbol->rank && !counterpart(found->original, symbol) &&
        !was_in_block(found->original, symbol))
        insert(found, base, symbol, number);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void look(xb_by_name *found, void (*add)(xb_by_name *found, const xb_symbol *symbol))
{
    for (size_t i = 0; i < found->program->scopes.count; i++) {
        const xb_scope *scope = found->program->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++)
            add(found, scope->symbols.items[k]);
    }
}

static void count_directions(xb_by_name *found)
{
    for (size_t i = 0; found->original && i < found->original->scopes.count; i++) {
        const xb_scope *scope = found->original->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            const xb_symbol *own =
                xb_symbol_is_active(symbol) ? xb_layout_counterpart(found->program, symbol) : NULL;
            const size_t count = own ? xb_by_name_derivatives(found, own).count : 0;
            found->directions = count > found->directions ? count : found->directions;
        }
    }
}

const xb_by_name *xb_by_name_find(xb_arena *arena, const xb_program *program, const xb_program *original)
{
    xb_by_name *found = xb_arena_alloc(arena, sizeof *found);
    *found = (xb_by_name){.arena = arena, .program = program, .original = original};
    look(found, add_tagged);
    if (xb_node_map_is_empty(&found->derivatives)) {
        look(found, add_named);
        found->guessed = !xb_node_map_is_empty(&found->derivatives);
    }
    count_directions(found);
    return found;
}

xb_list xb_by_name_derivatives(const xb_by_name *found, const xb_symbol *symbol)
{
    const xb_list *list = xb_node_map_get(&found->derivatives, &symbol->node);
    return list ? *list : (xb_list){.count = 0};
}

bool xb_by_name_is_guessed(const xb_by_name *found)
{
    return found->guessed;
}

size_t xb_by_name_directions(const xb_by_name *found)
{
    return found->directions;
}
