/*
 * Whether a subscript is a section depends on the rank of its value, which the IR finds out without a
 * catalogue: it knows built-in intrinsics by their names, and believes what a document says of the others.
 */
#include "catalogue/subscripts.h"

#include "traverse/traverse.h"

static bool makes_scalar(const xb_catalogue *catalogue, const xb_name *name)
{
    const xb_inlinable *inlinable = xb_catalogue_inlinable(catalogue, name);
    if (inlinable)
        return inlinable->shape_change == XB_SHAPE_SCALAR;
    const xb_noninlinable *noninlinable = xb_catalogue_noninlinable(catalogue, name);
    return noninlinable && noninlinable->jacobian;
}

static bool is_in_subscript(const xb_walk *walk)
{
    const xb_node *node;
    for (size_t up = 1; (node = xb_walk_ancestor(walk, up)) && node->kind != XB_KIND_ASSIGNMENT; up++)
        if (node->kind == XB_KIND_TRIPLET)
            return true;
    return false;
}

static xb_visit complete(xb_walk *walk, xb_node *node, void *context)
{
    xb_intrinsic *intrinsic = (xb_intrinsic *)node;
    if (!intrinsic->has_result_shape && xb_catalogue_was_read(context, intrinsic->name) &&
        makes_scalar(context, intrinsic->name) && is_in_subscript(walk)) {
        intrinsic->has_result_shape = true;
        intrinsic->result_rank = 0;
    }
    return XB_VISIT_CONTINUE;
}

void xb_catalogue_complete_subscripts(const xb_catalogue *catalogue, xb_program *program, xb_arena *scratch)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_INTRINSIC] = complete}, .view = XB_VIEW_READ};
    if (xb_catalogue_was_read(catalogue, NULL))
        xb_traverse(program, scratch, &program->node, &visitor, (void *)catalogue);
}
