/*
 * A subscript that depends on a variable that the call may change is assigned to a temporary, which takes its
 * place in the copy. Subscripts within subscripts are looked at, too; a call of a function is none of them,
 * since calls of functions stand alone.
 */
#include "algorithms/support/save_subscripts.h"

#include "analysis/shape.h"
#include "ir/build.h"

static bool depends_on_overwritten(const xb_subscript_saver *s, const xb_expression *expression);

static bool subscripts_depend_on_overwritten(const xb_subscript_saver *s, const xb_reference *reference)
{
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        if (depends_on_overwritten(s, triplet->index) || depends_on_overwritten(s, triplet->bound) ||
            depends_on_overwritten(s, triplet->stride))
            return true;
    }
    return false;
}

static bool depends_on_overwritten(const xb_subscript_saver *s, const xb_expression *expression)
{
    for (uint32_t v = 0; expression && v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
            (s->overwritten(s->context, (const xb_reference *)vertex) ||
             subscripts_depend_on_overwritten(s, (const xb_reference *)vertex)))
            return true;
    }
    return false;
}

static xb_expression *save_expression(const xb_subscript_saver *s, xb_expression *expression)
{
    xb_program *program = xb_run_program(s->run);
    if (!depends_on_overwritten(s, expression))
        return expression;
    xb_shape shape =
        xb_shapes_of(xb_run_analyses(s->run), program->arena, expression, NULL, NULL)[expression->root];
    if (shape.type != XB_TYPE_INTEGER) {
        shape.type = XB_TYPE_INTEGER; /* of an intrinsic that is not known to give integers */
        shape.fe_type = NULL;
    }
    xb_statement *allocation;
    xb_symbol *symbol = xb_shape_temporary(program, s->scope, "Symbol", shape, false, &allocation);
    if (allocation)
        xb_list_append(program->arena, s->saves, allocation);
    xb_assignment *save =
        xb_build_assignment(program, "assignment_to_temporary_for_saving_value_across_statement",
                            xb_build_reference(program, symbol), expression);
    xb_list_append(program->arena, s->saves, save);
    return xb_build_leaf(program, xb_build_reference(program, symbol));
}

static xb_triplet *save_triplet(const xb_subscript_saver *saving, xb_triplet *triplet)
{
    xb_expression *index = save_expression(saving, triplet->index);
    xb_expression *bound = save_expression(saving, triplet->bound);
    xb_expression *stride = save_expression(saving, triplet->stride);
    bool is_same = index == triplet->index && bound == triplet->bound && stride == triplet->stride;
    return is_same ? triplet : xb_build_triplet(xb_run_program(saving->run), index, bound, stride);
}

xb_reference *xb_save_subscripts(const xb_subscript_saver *saving, const xb_reference *reference)
{
    xb_reference *copy = xb_copy_reference(xb_run_program(saving->run), reference);
    for (size_t i = 0; i < copy->subscripts.count; i++)
        copy->subscripts.items[i] = save_triplet(saving, copy->subscripts.items[i]);
    return copy;
}
