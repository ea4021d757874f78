/**
 * @file
 * Which routine a call of the derived program calls, since routines and calls may have been renamed, and
 * which arguments calls omit.
 */
#ifndef XB_ALGORITHMS_TAPING_CALLEES_H
#define XB_ALGORITHMS_TAPING_CALLEES_H

#include "ir/closure.h"
#include "ir/view.h"

/** Routines by their symbols. */
typedef struct xb_callees {
    xb_map by_symbol;     /**< private */
    xb_closure omitted;   /**< private */
    xb_closure undefined; /**< may come in without a value, see xb_undefined_find(); to be set if wanted */
} xb_callees;

/** Collects the routines with a body by the symbols of what now stands for them, and looks at all calls.
 * @param arena where the result lives */
xb_callees xb_callees_find(xb_program *program, xb_arena *arena, xb_arena *scratch);

/** The routine, as read, that a call calls; NULL if it has no body. */
const xb_routine *xb_callee(const xb_callees *callees, const xb_call *call);

/** Whether a variable is a formal argument that some call omits. */
bool xb_is_omitted(const xb_callees *callees, const xb_symbol *symbol);

#endif
