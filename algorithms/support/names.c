/*
 * Subroutines are searched for one symbol after the other: that happens for explicit Jacobians only. Names
 * that are in use are looked up in a table that is made when the first new one is checked.
 */
#include "algorithms/support/names.h"

#include <string.h>
#include <strings.h>

bool xb_name_matches(const char *symbol_id, const char *plain_name)
{
    if (strcmp(symbol_id, plain_name) == 0)
        return true;
    size_t length = xb_symbol_plain_length(symbol_id, strlen(symbol_id));
    return strlen(plain_name) == length && strncasecmp(symbol_id, plain_name, length) == 0;
}

static xb_symbol *find_symbol(const xb_scope *scope, const char *plain_name)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (xb_name_matches(symbol->id->text, plain_name))
            return symbol;
    }
    return NULL;
}

xb_symbol *xb_subroutine_named(xb_program *program, xb_scope *scope, const char *plain_name)
{
    for (xb_scope *s = scope; s; s = s->parent) {
        xb_symbol *found = find_symbol(s, plain_name);
        if (found)
            return found->kind == XB_SYMBOL_SUBROUTINE ? found : NULL;
    }
    xb_symbol *symbol = xb_symbol_create(program, program->root, xb_program_name(program, plain_name), true);
    if (!symbol)
        return xb_symbol_find(program->root, xb_program_name(program, plain_name));
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    return symbol;
}

typedef struct jacobian_search {
    const char *id;
    const xb_noninlinable *found;
} jacobian_search;

static void compare(void *context, const xb_noninlinable *item)
{
    jacobian_search *search = context;
    if (item->jacobian && xb_name_matches(search->id, item->name))
        search->found = item;
}

const xb_noninlinable *xb_jacobian_of_call(xb_run *run, const xb_call *call)
{
    jacobian_search search = {call->symbol->id->text, NULL};
    xb_catalogue_each_noninlinable(xb_run_catalogue(run), compare, &search);
    return search.found;
}

/* ---- new names ----------------------------------------------------------------------------------------- */

/* The symbols of the program by their names in lower case, with and without decoration. */
typedef struct name_table {
    xb_names *names;   /* NULL: nothing has been entered yet */
    xb_vector symbols; /* xb_list of xb_symbol, by name index */
} name_table;

static void enter_name(name_table *table, xb_arena *arena, const xb_symbol *symbol, const char *folded,
                       size_t length)
{
    const xb_name *name = xb_names_intern(table->names, folded, length);
    while (table->symbols.count <= name->index)
        xb_vector_push(arena, &table->symbols, sizeof(xb_list));
    xb_list_append(arena, (xb_list *)table->symbols.items + name->index, (void *)symbol);
}

static void enter_symbol(name_table *table, xb_arena *arena, const xb_symbol *symbol)
{
    size_t length = symbol->id->length, plain = xb_symbol_plain_length(symbol->id->text, length);
    char *folded = xb_arena_array(arena, length, 1);
    xb_symbol_fold(folded, symbol->id->text, length);
    enter_name(table, arena, symbol, folded, length);
    if (plain < length && !symbol->overlay)
        enter_name(table, arena, symbol, folded, plain);
}

static name_table *table_of(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    name_table *table = xb_run_state(run, "support.names", sizeof *table);
    if (table->names)
        return table;
    table->names = xb_names_create(program->arena);
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            enter_symbol(table, program->arena, scope->symbols.items[k]);
    }
    return table;
}

/* Whether a symbol is a declaration of the subroutine that a wrapper is. */
static bool declares_wrapper(const xb_program *program, const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_SUBROUTINE && !xb_program_routine(program, symbol);
}

static const xb_symbol *find_taken(const name_table *table, const xb_program *program, const char *folded,
                                   size_t length, bool is_wrapper)
{
    const xb_name *name = xb_names_find(table->names, folded, length);
    if (!name || name->index >= table->symbols.count)
        return NULL;
    const xb_list *symbols = (const xb_list *)table->symbols.items + name->index;
    for (size_t i = 0; i < symbols->count; i++)
        if (!is_wrapper || !declares_wrapper(program, symbols->items[i]))
            return symbols->items[i];
    return NULL;
}

static const char *prefixed(const xb_program *program, const xb_symbol *symbol)
{
    return xb_arena_format(program->arena, "%s%s", program->prefix->text, symbol->id->text);
}

xb_status xb_check_new_name(xb_run *run, const xb_symbol *symbol, bool is_wrapper, xb_place place)
{
    const xb_program *program = xb_run_program(run);
    const name_table *table = table_of(run);
    const char *name = prefixed(program, symbol);
    size_t length = strlen(name), plain = xb_symbol_plain_length(name, length);
    char *folded = xb_arena_array(xb_run_scratch(run), length + 1, 1);
    xb_symbol_fold(folded, name, length);
    const xb_symbol *taken = find_taken(table, program, folded, length, is_wrapper);
    if (!taken && plain < length)
        taken = find_taken(table, program, folded, plain, is_wrapper);
    if (!taken)
        return XB_STATUS_OK;
    const char *what = xb_program_routine(program, taken) ? "routine" : "symbol";
    const char *where = taken->node.line == 0
                            ? "which was generated"
                            : xb_arena_format(xb_run_scratch(run), "line %u", (unsigned)taken->node.line);
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, place,
                    "rename one of them, or give CallGraph another prefix; case does not count",
                    "'%s' can't be the %s '%s': there is a %s '%s' in scope %s (%s)", name,
                    is_wrapper ? "name of the wrapper of" : "new name of", symbol->id->text, what,
                    taken->id->text, xb_scope_text(taken->scope), where);
}

xb_symbol *xb_prefixed_symbol(xb_program *program, const xb_symbol *symbol)
{
    const xb_name *id = xb_program_name(program, prefixed(program, symbol));
    xb_symbol *found = xb_symbol_find(symbol->scope, id);
    if (found)
        return found;
    xb_symbol *copy = xb_symbol_create(program, symbol->scope, id, true);
    copy->kind = symbol->kind;
    copy->type = symbol->type;
    copy->fe_type = symbol->fe_type;
    copy->rank = symbol->rank;
    copy->bounds_count = symbol->bounds_count;
    copy->bounds = symbol->bounds;
    copy->active = symbol->active;
    copy->temp = symbol->temp;
    copy->routine = symbol->routine;
    return copy;
}
