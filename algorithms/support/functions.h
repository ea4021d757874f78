/**
 * @file
 * Calls of functions within expressions.
 */
#ifndef XB_ALGORITHMS_SUPPORT_FUNCTIONS_H
#define XB_ALGORITHMS_SUPPORT_FUNCTIONS_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether the result of a function may have a derivative that is not zero.
 *
 * It may if an argument is active. A function with a body may also use active variables that are no
 * arguments: then its result is what the last formal argument says, if that is none of those which are
 * passed, and anything otherwise. A function without body is taken to depend on its arguments only.
 */
bool xb_function_call_is_active(const xb_program *program, const xb_function_call *call);

#ifdef __cplusplus
}
#endif

#endif
