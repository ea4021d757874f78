/*
 * Names are tried from the simplest on; those that the original has are passed over.
 */
#include "verify/by_name.h"

#include <string.h>

#include "verify/layout.h"

static const xb_symbol *find(xb_program *program, const xb_symbol *beside, const char *name)
{
    const xb_name *id = xb_names_find(program->names, name, strlen(name));
    return id ? xb_symbol_find(beside->scope, id) : NULL;
}

/* The original may be a program that has been transformed. */
static bool had(const xb_program *original, const xb_symbol *symbol)
{
    const xb_symbol *same = xb_layout_counterpart(original, symbol);
    return same && !same->overlay;
}

const xb_symbol *xb_by_name_derivative(xb_program *program, const xb_symbol *symbol,
                                       const xb_program *original)
{
    enum { NUMBERS = 9 }; /* there are no more variables of such names beside each other */
    const char *name = xb_arena_format(program->arena, "%s_d", symbol->id->text);
    if (symbol->kind == XB_SYMBOL_SUBROUTINE ||
        (symbol->type != XB_TYPE_REAL && symbol->type != XB_TYPE_COMPLEX))
        return NULL;
    for (unsigned i = 2; i <= NUMBERS; i++) {
        const xb_symbol *found = find(program, symbol, name);
        if (found && !had(original, found))
            return found;
        name = xb_arena_format(program->arena, "%s_d%u", symbol->id->text, i);
    }
    return NULL;
}

static bool has_derivative(xb_program *program, const xb_symbol *symbol, const xb_program *original)
{
    const xb_symbol *own = xb_symbol_is_active(symbol) ? xb_layout_counterpart(program, symbol) : NULL;
    return own && xb_by_name_derivative(program, own, original);
}

bool xb_by_name_is(xb_program *program, const xb_program *original)
{
    for (size_t i = 0; i < original->scopes.count; i++) {
        const xb_scope *scope = original->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++)
            if (has_derivative(program, scope->symbols.items[k], original))
                return true;
    }
    return false;
}
