/*
 * One callback for each kind of node. The walk stops at the first thing that shows that the program is not a
 * front end's.
 */
#include "algorithms/flattening/refusals.h"

#include "ir/runtime_call.h"

static xb_place place_of(xb_walk *walk, const xb_node *node, void *context)
{
    return xb_walk_place(walk, node, xb_walk_path(walk, xb_run_scratch(context)));
}

/* Derivative code has no place in the head of a loop. */
static bool head_is_passive(xb_walk *walk, const xb_assignment *assignment, void *context)
{
    const xb_symbol *symbol = assignment->target->symbol;
    if (!xb_symbol_is_active(symbol))
        return true;
    bool starts = assignment->statement.node.kind == XB_KIND_INITIALIZATION;
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED,
             place_of(walk, &assignment->statement.node, context),
             starts ? "let an integer variable count, and assign the active one in the body of the loop"
                    : "let an integer variable count, and assign the active one at the end of the body",
             starts ? "the loop variable '%s' is active"
                    : "the Update of a loop assigns to '%s', which is active",
             symbol->id->text);
    return false;
}

static xb_visit check_loop(xb_walk *walk, xb_node *node, void *context)
{
    const xb_flow_vertex *loop = (const xb_flow_vertex *)node;
    if (!loop->initialization || !loop->update || !head_is_passive(walk, loop->initialization, context) ||
        !head_is_passive(walk, loop->update, context))
        return XB_VISIT_CONTINUE;
    const xb_symbol *variable = loop->initialization->target->symbol, *updated = loop->update->target->symbol;
    if (updated != variable)
        xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED,
                 place_of(walk, &loop->update->statement.node, context),
                 "write a PreLoop, with one assignment before it and the other at the end of its body",
                 "the Update of a loop assigns to '%s', but its Initialization to '%s'", updated->id->text,
                 variable->id->text);
    return XB_VISIT_CONTINUE;
}

static xb_visit refuse_transformed(xb_walk *walk, xb_node *node, void *context)
{
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, place_of(walk, node, context),
             "give the program as the front end wrote it",
             "%s is what transformations make: the program has been transformed already",
             xb_kind_name(node->kind));
    return XB_VISIT_STOP;
}

static bool is_plain(const xb_runtime_call *call)
{
    return !call->derivative &&
           (xb_runtime_tapes(call->code) || xb_runtime_stores(call->code) || xb_runtime_shapes(call->code));
}

/* Derivative code by plain variables is a program like any other, but for tapes and allocations. */
static xb_visit check_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)node;
    xb_runtime_call what;
    bool known = xb_runtime_call_read(xb_walk_program(walk)->arena, call->name->text, &what) &&
                 xb_runtime_takes(what.code, call->arguments.count);
    return known && is_plain(&what) ? XB_VISIT_CONTINUE : refuse_transformed(walk, node, context);
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
                                                  [XB_KIND_INLINABLE_CALL] = check_inlinable_call,
                                                  [XB_KIND_VARIABLE_REFERENCE] = check_reference},
                                        .view = XB_VIEW_READ,
                                        .skips_kept = true};

xb_status xb_refusals_found(xb_run *run)
{
    return xb_diagnostics_status(xb_run_program(run)->diagnostics);
}
