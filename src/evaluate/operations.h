/**
 * @file
 * What the nodes of expressions do. Not installed.
 */
#ifndef XB_EVALUATE_OPERATIONS_H
#define XB_EVALUATE_OPERATIONS_H

#include <math.h>

#include "evaluate/code.h"
#include "evaluate/state.h"
#include "evaluate/variables.h"

/** Computes a node's register. */
typedef void xb_operation(xb_evaluator *evaluator, const xb_code_node *node, const xb_register *registers,
                          xb_register *result);

xb_operation xb_run_constant;         /**< a constant */
xb_operation xb_run_scalar;           /**< the value of a scalar variable */
xb_operation xb_run_reference;        /**< value or derivative of any reference */
xb_operation xb_run_view;             /**< a reference that is only looked at */
xb_operation xb_run_elemental;        /**< any elemental intrinsic */
xb_operation xb_run_transformational; /**< any transformational intrinsic */
xb_operation xb_run_traced;           /**< an intrinsic that writes to the trace what it decides */
xb_operation xb_run_present;          /**< whether an optional argument is there */
xb_operation xb_run_allocated;        /**< whether a variable is allocated */
xb_operation xb_run_function;         /**< a call of a function */
xb_operation xb_run_unknown;          /**< says that the vertex can't be run */

/** The quick form of an elemental intrinsic for scalars, which falls back to xb_run_elemental(); NULL if it
 * has none. */
xb_operation *xb_operation_quick(xb_intrinsic_code code);

/** Ends the run: what an intrinsic computes is not known. */
_Noreturn void xb_fail_for_want_of_meaning(xb_evaluator *evaluator, const xb_vertex *vertex);

/** Notes that the derivative of an intrinsic has been taken as 0. @param intrinsic its name, which lasts */
void xb_note_zero(xb_evaluator *evaluator, const char *intrinsic);

/** Evaluates an expression. @return its value; valid until the next evaluation */
xb_register *xb_evaluate(xb_evaluator *evaluator, const xb_code_expression *expression);

/** A register as an array in scratch memory. @param lenient a view may be undefined: without values then */
xb_array xb_register_array(xb_evaluator *evaluator, const xb_register *value);

/** The variable of a slot in the innermost activation; NULL: an absent argument. */
static inline xb_variable *xb_frame_slot(const xb_evaluator *evaluator, uint32_t slot)
{
    xb_variable *variable = evaluator->frame->variables[slot];
    return variable ? variable : xb_frame_find(evaluator->frame, slot);
}

/**
 * What a reference denotes.
 * @param part receives it if it is a part of a variable; lists of places go to scratch memory
 * @return the variable, or part; never NULL
 */
xb_variable *xb_resolve(xb_evaluator *evaluator, const xb_code_reference *reference, xb_variable *part);

/** The same for the target of an assignment: ends the run if a vector subscript has an index twice. */
xb_variable *xb_resolve_target(xb_evaluator *evaluator, const xb_code_reference *reference,
                               xb_variable *part);

/** The element that a reference denotes, quickly, if it is one of a contiguous variable. @return the
 * variable; NULL if it has to be resolved otherwise */
const xb_variable *xb_resolve_element(xb_evaluator *evaluator, const xb_code_reference *reference,
                                      size_t *place);

/** Notes whether y, the sum or difference of a and b, has lost its digits: see xb_evaluator_cancelled(). */
static inline void xb_note_cancellation(xb_evaluator *evaluator, double a, double b, double y)
{
    const double few = 0x1p-36;
    if (a != 0 && b != 0 && fabs(y) <= few * fabs(a))
        evaluator->cancelled = true;
}

/** The same of a periodic function of x: what is left of x beyond whole periods has lost as many digits. */
static inline void xb_note_periods(xb_evaluator *evaluator, double x)
{
    const double many = 0x1p36;
    if (fabs(x) >= many)
        evaluator->cancelled = true;
}

#endif
