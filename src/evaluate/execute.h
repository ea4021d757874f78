/**
 * @file
 * Running statements and control flow. Not installed.
 */
#ifndef XB_EVALUATE_EXECUTE_H
#define XB_EVALUATE_EXECUTE_H

#include "evaluate/code.h"

/** What a statement does. */
typedef void xb_execution(xb_evaluator *evaluator, const xb_code_statement *statement);

xb_execution xb_execute_assignment;            /**< to a value */
xb_execution xb_execute_derivative_assignment; /**< to a derivative */
xb_execution xb_execute_call;                  /**< begins an activation */
xb_execution xb_execute_inlinable_call;        /**< by the run time */
xb_execution xb_execute_marker;                /**< by the environment */
xb_execution xb_execute_propagator;            /**< entries in their order */

/** Runs until the activation that is the innermost now has ended. */
void xb_execute(xb_evaluator *evaluator);

#endif
