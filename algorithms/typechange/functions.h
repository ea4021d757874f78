/**
 * @file
 * Function calls that stay within expressions: in conditions and loop control, where arguments are converted
 * before (conditions.h), and functions whose last formal argument is not their result.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_FUNCTIONS_H
#define XB_ALGORITHMS_TYPECHANGE_FUNCTIONS_H

#include "algorithm/algorithm.h"

/**
 * For walks over a program: refuses function calls whose arguments would have to be converted, which only
 * statements can do, and renames functions with a body if option rename is set. The context is the run.
 */
extern const xb_visitor xb_functions_visitor;

/** The status of the errors that the walk reported. */
xb_status xb_functions_checked(xb_run *run);

#endif
