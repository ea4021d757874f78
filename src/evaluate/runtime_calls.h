/**
 * @file
 * What the names of inlinable calls say, and the arguments of calls. Not installed.
 */
#ifndef XB_EVALUATE_RUNTIME_CALLS_H
#define XB_EVALUATE_RUNTIME_CALLS_H

#include "evaluate/stacks.h"
#include "ir/runtime_call.h"

typedef struct xb_call_form xb_call_form;

/** Runs a call whose arguments are in order. */
typedef void xb_call_action(xb_evaluator *evaluator, const xb_call_form *form, const xb_inlinable_site *site);

/** How calls of a name are run. */
struct xb_call_form {
    xb_inlinable_runner inlinable; /**< whose data is the form */
    xb_call_action *action;
    const xb_runtime_facts *facts;
    xb_tape tape;         /**< pushes and pops */
    xb_runtime_call call; /**< what the name says */
};

/** Runs a call of any form: checks the arguments and does the action. The run function of all of them. */
void xb_call_run(xb_evaluator *evaluator, const xb_inlinable_runner *inlinable,
                 const xb_inlinable_site *site);

/** The variable that is argument number i (from 0). */
static inline xb_variable *xb_call_variable(const xb_inlinable_site *site, size_t i)
{
    return site->arguments[i].variable;
}

/** The shape of a variable as text, such as "(2,3)", in scratch memory. */
const char *xb_call_shape(const xb_variable *variable);

xb_call_action xb_call_propagate_last;  /**< the last argument's derivative is set: a1, x1, …, y; or x, y */
xb_call_action xb_call_propagate_first; /**< the first argument's derivative is set: y, x */
xb_call_action xb_call_zero;
xb_call_action xb_call_find_largest;
xb_call_action
    xb_call_move; /**< the derivative goes from the first to the second, unless they are the same */
xb_call_action xb_call_convert;
xb_call_action xb_call_allocate_matching;
xb_call_action xb_call_allocate_shape;
xb_call_action xb_call_deallocate;
xb_call_action xb_call_test_shape;
xb_call_action xb_call_count_multiplications;
xb_call_action xb_call_count_additions;
xb_call_action xb_call_push;
xb_call_action xb_call_pop;
xb_call_action xb_call_store;
xb_call_action xb_call_restore;
xb_call_action xb_call_trace; /**< any of the calls of traces */

#endif
