/*
 * Ids are compared one by one: nobody asks for many names.
 */
#include "ir/subroutine_names.h"

#include "base/diagnostics.h"

xb_agreement xb_subroutine_agreement(const xb_program *program, const char *name)
{
    xb_agreement best = XB_AGREES_NOT;
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (symbol->kind != XB_SYMBOL_SUBROUTINE || !xb_name_agrees(symbol->id->text, name))
                continue;
            xb_agreement agreement = xb_name_agreement(symbol->id->text, name);
            best = agreement < best ? agreement : best;
        }
    }
    return best;
}

bool xb_subroutine_is_meant(const xb_symbol *symbol, const char *name, xb_agreement best)
{
    return symbol->kind == XB_SYMBOL_SUBROUTINE && best != XB_AGREES_NOT &&
           xb_name_agreement(symbol->id->text, name) == best;
}

xb_routine *xb_routine_meant(const xb_program *program, const char *name)
{
    xb_routine *meant = NULL;
    xb_agreement best = XB_AGREES_BEGINNING;
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (!xb_routine_is_procedure(routine))
            continue;
        const xb_agreement agreement = xb_name_agreement(routine->symbol->id->text, name);
        meant = agreement < best ? routine : meant;
        best = agreement < best ? agreement : best;
    }
    return meant;
}

/* Without what front ends add, unless nothing else tells it from another name. */
static const char *typed(const xb_program *program, xb_arena *arena, const xb_symbol *symbol)
{
    const char *plain = xb_plain_text(arena, symbol->id->text);
    return xb_subroutine_is_meant(symbol, plain, xb_subroutine_agreement(program, plain)) ? plain
                                                                                          : symbol->id->text;
}

const char *xb_subroutine_suggest(const xb_program *program, xb_arena *arena, const char *name)
{
    xb_list ids = {.count = 0};
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE && !xb_program_routine(program, symbol))
                xb_list_append(arena, &ids, typed(program, arena, symbol));
        }
    }
    const char *nearest = xb_nearest(arena, name, (const char *const *)ids.items, ids.count);
    return nearest ? xb_arena_format(arena, "did you mean %s?", nearest) : NULL;
}
