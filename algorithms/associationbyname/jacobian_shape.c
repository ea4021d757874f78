/*
 * Arguments are taken by activity and intent, and counted by their bounds.
 */
#include "algorithms/associationbyname/jacobian_shape.h"

#include <strings.h>

#include "algorithms/associationbyname/variables.h"

/* ---- sides -------------------------------------------------------------------------------------------- */

bool xb_jacobian_is_input(const xb_formal *formal)
{
    return xb_derivative_can_be_named(formal->symbol) && formal->intent != XB_INTENT_OUT;
}

bool xb_jacobian_is_result(const xb_formal *formal)
{
    return xb_derivative_can_be_named(formal->symbol) && formal->intent != XB_INTENT_IN;
}

static int64_t elements_of(const xb_symbol *symbol)
{
    return symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
}

int64_t xb_jacobian_elements(const xb_routine *routine, xb_formal_condition *holds)
{
    int64_t sum = 0;
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        const xb_symbol *symbol = formal->symbol;
        if (!holds(formal))
            continue;
        if (symbol->rank > 0 && symbol->bounds_count == 0)
            return -1;
        if (__builtin_add_overflow(sum, elements_of(symbol), &sum))
            return -1;
    }
    return sum;
}

/* ---- the routine -------------------------------------------------------------------------------------- */

static xb_status refuse_name(const xb_program *program, const char *name, const xb_list *known)
{
    xb_arena *arena = program->arena;
    const char *near = xb_nearest(arena, name, (const char *const *)known->items, known->count);
    return xb_error(program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = program->file},
                    near ? xb_arena_format(arena, "did you mean '%s'?", near)
                         : "write the name of a routine as the document has it",
                    "option --jacobian: there is no routine '%s'", name);
}

xb_status xb_jacobian_find_routine(const xb_program *program, const char *name, xb_routine **routine)
{
    xb_list known = {.count = 0};
    *routine = NULL;
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *candidate = program->routines.items[i];
        const char *own = candidate->symbol->id->text;
        if (!xb_routine_is_procedure(candidate))
            continue;
        xb_list_append(program->arena, &known, own);
        if (strcasecmp(own, name) == 0)
            *routine = candidate;
    }
    return *routine ? XB_STATUS_OK : refuse_name(program, name, &known);
}
