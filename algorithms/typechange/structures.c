/*
 * What the members of an active structure are is only seen where one is named, and each has a derivative of
 * its own. Nothing says which members are arrays, so that derivatives of a member as a whole are those of a
 * number.
 */
#include "algorithms/typechange/structures.h"

#include "analysis/shape.h"

static bool is_array(xb_run *run, const xb_expression *value)
{
    return xb_shapes_of(xb_run_analyses(run), xb_run_scratch(run), value, NULL, NULL)[value->root].rank > 0;
}

static void refuse(xb_run *run, xb_walk *walk, xb_node *node, const char *hint, const char *what)
{
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED,
             xb_walk_place(walk, node, xb_walk_path(walk, xb_run_scratch(run))), hint, "'%s' %s",
             ((const xb_assignment *)node)->target->symbol->id->text, what);
}

static xb_visit check_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    const xb_reference *target = assignment->target;
    if (target->symbol->type != XB_TYPE_OPAQUE || !xb_symbol_is_active(target->symbol) ||
        target->active == XB_ACTIVITY_FALSE)
        return XB_VISIT_CONTINUE;
    if (xb_reference_parts_of(target)->properties.count == 0)
        refuse(context, walk, node, "assign its members, or declare it passive if none has a derivative",
               "is active, of type opaque, and assigned as a whole: only members of structures have "
               "derivatives");
    else if (xb_shape_of_reference(xb_run_scratch(context), target).rank == 0 &&
             is_array(context, assignment->value))
        refuse(context, walk, node, "assign it element by element",
               "is active, of type opaque, and a member of it is assigned an array: nothing says which shape "
               "that member has");
    return XB_VISIT_CONTINUE;
}

const xb_visitor xb_structures_visitor = {.enter = {[XB_KIND_ASSIGNMENT] = check_assignment},
                                          .skips_kept = true};
