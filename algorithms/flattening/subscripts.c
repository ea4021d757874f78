/*
 * The right-hand side is copied with other references for those whose subscripts depend on the target.
 */
#include "algorithms/flattening/subscripts.h"

#include "algorithms/support/save_subscripts.h"
#include "analysis/overlap.h"
#include "ir/build.h"

typedef struct context {
    xb_analyses *analyses;
    xb_location_table *table;
    const xb_assignment *assignment;
    const xb_location *target;
    xb_subscript_saver saving;
} context;

static bool is_overwritten(const void *data, const xb_reference *variable)
{
    const context *c = data;
    return xb_overlap_of(c->analyses, xb_location_of(c->table, variable)->reference, c->target->reference,
                         true) != XB_OVERLAP_NEVER;
}

static xb_reference *saved(const context *c, const xb_reference *reference)
{
    xb_reference *copy = xb_save_subscripts(&c->saving, reference);
    copy->active = reference->active;
    copy->constant = reference->constant;
    return copy;
}

static void *replacement(void *data, uint32_t v)
{
    const context *c = data;
    const xb_vertex *vertex = xb_expression_vertex(c->assignment->value, v);
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE ? saved(c, (const xb_reference *)vertex) : NULL;
}

xb_assignment *xb_save_own_subscripts(xb_run *run, xb_block_place place, xb_location_table *table,
                                      const xb_assignment *assignment, xb_list *saves)
{
    xb_program *program = xb_run_program(run);
    const xb_expression *expression = assignment->value;
    context c = {.analyses = xb_run_analyses(run),
                 .table = table,
                 .assignment = assignment,
                 .target = xb_location_of(table, assignment->target),
                 .saving = {run, place.routine->scope, is_overwritten, NULL, saves}};
    c.saving.context = &c;
    xb_expression *value = xb_build_expression(program);
    xb_expression_reserve(program, value, expression->graph.vertex_count, expression->graph.edge_count);
    value->root = xb_copy_subexpression(program, expression, expression->root, value, replacement, &c);
    xb_assignment *copy = xb_build_assignment_as(program, xb_id_of(&assignment->statement),
                                                 saved(&c, assignment->target), value);
    xb_build_stand_in(program, copy, assignment);
    return copy;
}
