/*
 * Names are tried from the simplest on; those that the original has, or that are of other variables, are
 * passed over.
 */
#include "verify/by_name.h"

#include <string.h>

#include "verify/layout.h"

static const xb_symbol *find(xb_program *program, const xb_symbol *beside, const char *name)
{
    const xb_name *id = xb_names_find(program->names, name, strlen(name));
    return id ? xb_symbol_find(beside->scope, id) : NULL;
}

static bool is_within(const xb_scope *scope, const xb_name *id)
{
    while (scope && (!scope->id || strcmp(scope->id->text, id->text) != 0))
        scope = scope->parent;
    return scope != NULL;
}

/* Whether a scope within that of a symbol has its name: variables of blocks become variables of routines. */
static bool had_within(const xb_program *original, const xb_symbol *symbol)
{
    const xb_name *id = xb_names_find(original->names, symbol->id->text, symbol->id->length);
    for (size_t i = 0; id && symbol->scope->parent && i < original->scopes.count; i++) {
        const xb_scope *scope = original->scopes.items[i];
        const xb_symbol *same = xb_symbol_find(scope, id);
        if (same && !same->overlay && is_within(scope, symbol->scope->id))
            return true;
    }
    return false;
}

/* The original may be a program that has been transformed. */
static bool had(const xb_program *original, const xb_symbol *symbol)
{
    const xb_symbol *same = xb_layout_counterpart(original, symbol);
    return (same && !same->overlay) || had_within(original, symbol);
}

static bool may_have_derivative(const xb_symbol *symbol)
{
    return symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX);
}

static const char *name_of(xb_arena *arena, const xb_symbol *symbol, unsigned number)
{
    return number > 1 ? xb_arena_format(arena, "%s_d%u", symbol->id->text, number)
                      : xb_arena_format(arena, "%s_d", symbol->id->text);
}

xb_list xb_by_name_derivatives(xb_program *program, const xb_symbol *symbol, const xb_program *original)
{
    enum { GAP = 9 }; /* other variables never have more such names in a row */
    xb_list derivatives = {.count = 0};
    if (!may_have_derivative(symbol))
        return derivatives;
    for (unsigned number = 1, last = 0; number <= last + GAP; number++) {
        const xb_symbol *found = find(program, symbol, name_of(program->arena, symbol, number));
        if (!found || had(original, found))
            continue;
        xb_list_append(program->arena, &derivatives, found);
        last = number;
    }
    return derivatives;
}

static size_t directions_of(xb_program *program, const xb_symbol *symbol, const xb_program *original)
{
    const xb_symbol *own = xb_symbol_is_active(symbol) ? xb_layout_counterpart(program, symbol) : NULL;
    return own ? xb_by_name_derivatives(program, own, original).count : 0;
}

size_t xb_by_name_directions(xb_program *program, const xb_program *original)
{
    size_t most = 0;
    for (size_t i = 0; i < original->scopes.count; i++) {
        const xb_scope *scope = original->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const size_t count = directions_of(program, scope->symbols.items[k], original);
            most = count > most ? count : most;
        }
    }
    return most;
}
