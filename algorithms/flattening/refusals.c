/*
 * One callback for each kind of node. The walk stops at the first thing that shows that the program is not a
 * front end's.
 */
#include "algorithms/flattening/refusals.h"

static xb_place place_of(xb_walk *walk, const xb_node *node, void *context)
{
    return xb_program_place(xb_walk_program(walk), node, xb_walk_path(walk, xb_run_scratch(context)));
}

static xb_visit check_loop(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *start = ((const xb_flow_vertex *)node)->initialization;
    if (start && xb_symbol_is_active(start->target->symbol))
        xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, place_of(walk, node, context),
                 "write the loop with an integer variable and assign the real one in its body",
                 "the loop variable '%s' is active", start->target->symbol->id->text);
    return XB_VISIT_CONTINUE;
}

static xb_visit refuse_transformed(xb_walk *walk, xb_node *node, void *context)
{
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, place_of(walk, node, context),
             "give the program as the front end wrote it",
             "a %s is what transformations make: the program has been transformed already",
             xb_kind_name(node->kind));
    return XB_VISIT_STOP;
}

static xb_visit check_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *reference = (const xb_reference *)node;
    if (!reference->deriv)
        return XB_VISIT_CONTINUE;
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, place_of(walk, node, context),
             "give the program as the front end wrote it", "the program computes with the derivative of '%s'",
             reference->symbol->id->text);
    return XB_VISIT_STOP;
}

const xb_visitor xb_refusals_visitor = {.enter = {[XB_KIND_FOR_LOOP] = check_loop,
                                                  [XB_KIND_REPLACEMENT_LIST] = refuse_transformed,
                                                  [XB_KIND_DERIVATIVE_PROPAGATOR] = refuse_transformed,
                                                  [XB_KIND_INLINABLE_CALL] = refuse_transformed,
                                                  [XB_KIND_VARIABLE_REFERENCE] = check_reference}};

xb_status xb_refusals_found(xb_run *run)
{
    return xb_diagnostics_status(xb_run_program(run)->diagnostics);
}
