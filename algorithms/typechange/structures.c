/*
 * What the members of an active structure are is only seen where one is named, and each has a derivative of
 * its own.
 */
#include "algorithms/typechange/structures.h"

static xb_visit check_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *target = ((const xb_assignment *)node)->target;
    const xb_symbol *symbol = target->symbol;
    if (symbol->type == XB_TYPE_OPAQUE && xb_symbol_is_active(symbol) &&
        target->active != XB_ACTIVITY_FALSE && xb_reference_parts_of(target)->properties.count == 0)
        xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_walk_place(walk, node, xb_walk_path(walk, xb_run_scratch(context))),
                 "assign its members, or declare it passive if none has a derivative",
                 "'%s' is active, of type opaque, and assigned as a whole: only members of structures have "
                 "derivatives",
                 symbol->id->text);
    return XB_VISIT_CONTINUE;
}

const xb_visitor xb_structures_visitor = {.enter = {[XB_KIND_ASSIGNMENT] = check_assignment},
                                          .skips_kept = true};
