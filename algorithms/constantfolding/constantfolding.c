/*
 * One pass over the derivatives that linearization has attached; each is simplified on its own.
 */
#include "algorithms/constantfolding/constantfolding.h"

#include "algorithms/constantfolding/fold.h"

typedef struct operands {
    const xb_assignment *assignment;
    const xb_flat_assignment *flat;
    uint32_t operator;
} operands;

/* Whether an operand is known not to be an integer; the result, number 0, is none. */
static bool is_real(const void *context, unsigned position)
{
    const operands *o = context;
    if (position == 0)
        return true;
    uint32_t v = xb_expression_operand(o->assignment->value, o->operator, position);
    if (v == XB_GRAPH_NONE || o->flat->activity.vertex[v])
        return v != XB_GRAPH_NONE;
    const xb_vertex *vertex = xb_expression_vertex(o->assignment->value, v);
    if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return false;
    xb_type type = ((const xb_reference *)vertex)->symbol->type;
    return type == XB_TYPE_REAL || type == XB_TYPE_DOUBLE || type == XB_TYPE_COMPLEX;
}

static xb_status fold_assignment(xb_run *run, xb_block_place place, xb_assignment *assignment)
{
    xb_linearized *linearized = xb_linearized_of(run, assignment);
    xb_arena_mark mark = xb_arena_mark_now(xb_run_scratch(run));
    (void)place;
    for (size_t i = 0; linearized && i < linearized->count; i++) {
        xb_derivative *derivative = &linearized->derivatives[i];
        const operands context = {assignment, xb_flat_assignment_of(run, assignment),
                                  xb_graph_target(&assignment->value->graph, derivative->edge)};
        double value = 0.0;
        if (derivative->kind != XB_PARTIAL_NONLINEAR)
            continue;
        derivative->expression = xb_fold(xb_run_program(run), xb_run_scratch(run), derivative->expression,
                                         is_real, &context, &value);
        if (!derivative->expression)
            xb_derivative_set_constant(derivative, value);
    }
    xb_arena_release(xb_run_scratch(run), mark);
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

static const char *const needs[] = {XB_PROPERTY_LINEARIZED, NULL};
static const char *const gives[] = {XB_PROPERTY_FOLDED, NULL};

static const xb_action actions[] = {{"constant partial derivatives", NULL, fold}, {.name = NULL}};

const xb_algorithm xb_algorithm_constantfolding = {
    .name = "constantfolding",
    .summary = "fold constants in partial derivatives",
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .present = xb_linearization_present,
};
