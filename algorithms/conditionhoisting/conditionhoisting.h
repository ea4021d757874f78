/**
 * @file
 * Conditions that are computed before they are needed.
 *
 * A condition is evaluated where control decides, and derivative code has no place there. Where a function
 * that is called in one changes active variables, is within another routine, or has arguments that need
 * statements of their own around the call, the value of the condition is assigned to a variable before: on
 * the way to an If, a Branch or a loop, and, for loops, before each EndLoop. The initialization of a ForLoop
 * is treated alike. If its iterations are counted, so that they are settled on entry, its initialization, its
 * step and its bound are all computed before the loop, in this order, unless they are constant; the step and
 * the bound must not name the loop variable. A ForLoop with such a function in its condition or its update
 * that does not count becomes a PreLoop.
 *
 * The result is a plain program that computes the same. What differentiates or reverses a program chooses
 * the algorithm where it is needed.
 */
#ifndef XB_ALGORITHMS_CONDITIONHOISTING_CONDITIONHOISTING_H
#define XB_ALGORITHMS_CONDITIONHOISTING_CONDITIONHOISTING_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_conditionhoisting;

/** Chooses it if the program has something to hoist, for the mode of the run: a `choose` of algorithms that
 * differentiate or reverse. Linear time. */
xb_status xb_conditionhoisting_choose(xb_run *run, void *settings, xb_algorithm_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
