/*
 * Arguments are taken by activity and by what the routine does with them, unless names are given. Front ends
 * may declare all of them inout. Elements are counted by bounds.
 */
#include "algorithms/associationbyname/jacobian_shape.h"

#include <string.h>

#include "algorithm/named_variables.h"
#include "algorithms/associationbyname/variables.h"
#include "analysis/entry.h"
#include "analysis/summaries.h"
#include "ir/subroutine_names.h"

/* ---- sides -------------------------------------------------------------------------------------------- */

static int64_t elements_of(const xb_symbol *symbol)
{
    return symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
}

int64_t xb_jacobian_elements(const xb_list *symbols)
{
    int64_t sum = 0;
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (symbol->rank > 0 && symbol->bounds_count == 0)
            return -1;
        if (__builtin_add_overflow(sum, elements_of(symbol), &sum))
            return -1;
    }
    return sum;
}

xb_list xb_jacobian_formals(const xb_program *program, const xb_routine *routine)
{
    xb_list sorted = {.count = 0};
    for (uint32_t position = 1; sorted.count < routine->formals.count; position++) {
        const xb_formal *formal = xb_routine_formal(routine, position);
        if (formal)
            xb_list_append(program->arena, &sorted, formal);
    }
    return sorted;
}

/* Whether a routine without a word reads an argument, or modifies it. */
static bool is_used(const xb_footprints *footprints, const xb_routine *routine, const xb_formal *formal,
                    bool is_input)
{
    if (formal->intent == (is_input ? XB_INTENT_OUT : XB_INTENT_IN))
        return false;
    if (!xb_footprint_of(footprints, routine))
        return true;
    const xb_formal_use use = xb_formal_use_of(footprints, formal);
    return is_input ? use.exposed : use.modified;
}

static xb_list arguments_of(xb_run *run, const xb_routine *routine, bool is_input)
{
    const xb_program *program = xb_run_program(run);
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    const xb_list formals = xb_jacobian_formals(program, routine);
    xb_list symbols = {.count = 0};
    for (size_t i = 0; i < formals.count; i++) {
        const xb_formal *formal = formals.items[i];
        if (xb_derivative_can_be_named(formal->symbol) && is_used(footprints, routine, formal, is_input))
            xb_list_append(program->arena, &symbols, formal->symbol);
    }
    return symbols;
}

static xb_status check_derivatives(const xb_program *program, const xb_routine *routine, const char *option,
                                   const xb_list *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (!xb_derivative_can_be_named(symbol))
            return xb_error(program->diagnostics, XB_STATUS_INVALID,
                            xb_program_place(program, &routine->node, NULL), "let it be active",
                            "option --%s: %s has no derivative", option, symbol->id->text);
    }
    return XB_STATUS_OK;
}

static xb_status find_side(xb_run *run, const xb_routine *routine, const char *option, const char *names,
                           bool is_input, xb_list *symbols)
{
    const xb_program *program = xb_run_program(run);
    const xb_variable_names named = {.option = option, .names = names};
    if (!names) {
        *symbols = arguments_of(run, routine, is_input);
        return XB_STATUS_OK;
    }
    xb_status status = xb_named_variables_find(program, routine, &named, symbols);
    return status ? status : check_derivatives(program, routine, option, symbols);
}

/* ---- the routine -------------------------------------------------------------------------------------- */

static xb_status find_routine(const xb_program *program, const char *name, xb_routine **routine)
{
    *routine = xb_routine_meant(program, name);
    if (*routine)
        return XB_STATUS_OK;
    return xb_error(program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = program->file},
                    xb_entry_suggest(program->arena, program, name),
                    "option --jacobian: there is no routine '%s'", name);
}

xb_status xb_jacobian_shape_find(xb_run *run, const xb_jacobian_names *names, xb_jacobian_shape *shape)
{
    *shape = (xb_jacobian_shape){.routine = NULL};
    xb_status status = find_routine(xb_run_program(run), names->routine, &shape->routine);
    if (!status)
        status = find_side(run, shape->routine, "independents", names->independents, true, &shape->inputs);
    if (!status)
        status = find_side(run, shape->routine, "dependents", names->dependents, false, &shape->results);
    return status;
}
