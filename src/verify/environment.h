/**
 * @file
 * What a case says about the world around a program, as the evaluator wants it.
 */
#ifndef XB_VERIFY_ENVIRONMENT_H
#define XB_VERIFY_ENVIRONMENT_H

#include "evaluate/evaluate.h"
#include "verify/by_name.h"
#include "verify/cases/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes an environment of a case, for one program. Markers without an action do nothing, except those that
 * stand for a statement that the front end left out, which can't be run.
 * @param arena must live as long as the environment
 * @param description must outlive the environment
 * @param original whether the program is the one that the case was written for: symbols that it has not got
 * are reported; another version of it may lack some
 * @param directions of derivatives by dual numbers, 0 if there are none: those of what a marker sets are 0
 * @return XB_STATUS_OK; XB_STATUS_INVALID, reported with the program's diagnostics
 */
xb_status xb_environment_create(xb_arena *arena, xb_program *program, const xb_case *description,
                                bool original, size_t directions, xb_environment *environment);

/** Has derivatives that are variables look like the variables that they are of: they have their extents, and
 * those of variables with a value at first are 0. */
void xb_environment_name_derivatives(xb_environment *environment, const xb_by_name *found);

/** Has derivatives that last, and that an adjoint program has as variables, be 0 at first: those of the
 * program itself, or of what it was made of. */
void xb_environment_zero_derivatives(xb_environment *environment, const xb_program *adjoint);

#ifdef __cplusplus
}
#endif

#endif
