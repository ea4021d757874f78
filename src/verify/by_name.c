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

/* The first derivative whose number is at least this one; the number after it is left there. */
static const xb_symbol *next_derivative(xb_program *program, const xb_symbol *symbol,
                                        const xb_program *original, unsigned *number)
{
    enum { NUMBERS = 9 }; /* there are no more variables of such names beside each other */
    if (symbol->kind == XB_SYMBOL_SUBROUTINE ||
        (symbol->type != XB_TYPE_REAL && symbol->type != XB_TYPE_COMPLEX))
        return NULL;
    while (*number <= NUMBERS) {
        const char *suffix = *number > 1 ? xb_arena_format(program->arena, "%u", *number) : "";
        const char *name = xb_arena_format(program->arena, "%s_d%s", symbol->id->text, suffix);
        const xb_symbol *found = find(program, symbol, name);
        ++*number;
        if (found && !had(original, found))
            return found;
    }
    return NULL;
}

const xb_symbol *xb_by_name_derivative(xb_program *program, const xb_symbol *symbol,
                                       const xb_program *original)
{
    unsigned number = 1;
    return next_derivative(program, symbol, original, &number);
}

static bool has_derivative(xb_program *program, const xb_symbol *symbol, const xb_program *original)
{
    const xb_symbol *own = xb_symbol_is_active(symbol) ? xb_layout_counterpart(program, symbol) : NULL;
    return own && xb_by_name_derivative(program, own, original);
}

static bool has_two(xb_program *program, const xb_symbol *symbol, const xb_program *original)
{
    const xb_symbol *own = xb_symbol_is_active(symbol) ? xb_layout_counterpart(program, symbol) : NULL;
    unsigned number = 1;
    return own && next_derivative(program, own, original, &number) &&
           next_derivative(program, own, original, &number);
}

/* Whether something holds for any symbol of the original. */
static bool any(xb_program *program, const xb_program *original,
                bool (*holds)(xb_program *, const xb_symbol *, const xb_program *))
{
    for (size_t i = 0; i < original->scopes.count; i++) {
        const xb_scope *scope = original->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++)
            if (holds(program, scope->symbols.items[k], original))
                return true;
    }
    return false;
}

bool xb_by_name_is(xb_program *program, const xb_program *original)
{
    return any(program, original, has_derivative);
}

xb_status xb_by_name_check_directions(xb_program *program, const xb_program *original)
{
    if (!any(program, original, has_two))
        return XB_STATUS_OK;
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = program->file}, NULL,
                    "derivatives are propagated in several directions at once; leave out --directions to "
                    "have them judged");
}
