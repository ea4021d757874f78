/**
 * @file
 * Which routine a call of the derived program calls, since routines and calls may have been renamed.
 */
#ifndef XB_ALGORITHMS_TAPING_CALLEES_H
#define XB_ALGORITHMS_TAPING_CALLEES_H

#include "ir/closure.h"
#include "ir/view.h"

/** Routines by their symbols. */
typedef struct xb_callees {
    xb_node_map by_symbol; /**< private */
    xb_closure undefined;  /**< may come in without a value, see xb_undefined_find(); to be set if wanted */
    xb_node_set idle;      /**< have nothing to do on the way back, see xb_idle_find(); to be set if wanted */
    struct xb_given *given; /**< arguments that callers give, see xb_given_find(); to be set if wanted */
} xb_callees;

/** Collects the routines with a body by the symbols of what now stands for them.
 * @param arena where the result lives */
xb_callees xb_callees_find(const xb_program *program, xb_arena *arena);

/** The routine, as read, that a call calls; NULL if it has no body. */
const xb_routine *xb_callee(const xb_callees *callees, const xb_call *call);

/** Whether a routine, as read, is one that has nothing to do on the way back. */
bool xb_is_idle(const xb_callees *callees, const xb_routine *routine);

/** Whether a call has a counterpart on the way back. A routine without body has one if it gets derivatives:
 * it may be a wrapper that propagates them. */
bool xb_is_reversed(const xb_callees *callees, const xb_call *call);

#endif
