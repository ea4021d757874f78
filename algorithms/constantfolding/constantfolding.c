/*
 * One pass over the derivatives that linearization has attached; each is simplified on its own.
 */
#include "algorithms/constantfolding/constantfolding.h"

#include "algorithms/constantfolding/fold.h"

static xb_status fold_assignment(xb_run *run, xb_block_place place, xb_assignment *assignment)
{
    xb_linearized *linearized = xb_linearized_of(run, assignment);
    (void)place;
    for (size_t i = 0; linearized && i < linearized->count; i++) {
        xb_derivative *derivative = &linearized->derivatives[i];
        double value = 0.0;
        if (!derivative->expression)
            continue;
        derivative->expression =
            xb_fold(xb_run_program(run), xb_run_scratch(run), derivative->expression, &value);
        if (!derivative->expression)
            xb_derivative_set_constant(derivative, value);
    }
    return XB_STATUS_OK;
}

static xb_status fold_block(xb_run *run, xb_block_place place)
{
    return xb_assignments_each(run, place, fold_assignment);
}

static xb_status fold(xb_run *run)
{
    return xb_blocks_each(run, fold_block);
}

static const char *const prerequisites[] = {"linearization", NULL};

static const xb_action actions[] = {{"constant partial derivatives", NULL, fold}, {.name = NULL}};

const xb_algorithm xb_algorithm_constantfolding = {
    .name = "constantfolding",
    .summary = "fold constants in partial derivatives",
    .prerequisites = prerequisites,
    .actions = actions,
    .needs = XB_PROPERTY_LINEARIZED,
    .gives = XB_PROPERTY_FOLDED,
    .present = xb_linearization_present,
};
