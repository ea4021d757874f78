/**
 * @file
 * Reversal of iterations that have converged.
 *
 * A routine that solves x = f(x, p) calls another one, its *step*, x = f(x, p), until x changes no more. The
 * derivative of the solution is that of the fixed point, whatever the way to it: with A and B the derivatives
 * of f by x and p there, and the adjoint x' of the solution, p' grows by B^T w, where w = A^T w + x'. The
 * iteration w_0 = 0, w_{k+1} = A^T w_k + x' converges as fast as that of x does. Its terms are the adjoints
 * of the argument x of one step after the other, all at the solution: the step is recorded and returns until
 * these are small, and p' has got B^T times the sum of them. While a step returns, weak
 * calls in it restore values from within it: what the step began with is stored before it is recorded,
 * restored after it has returned, and the iteration goes on from there.
 *
 * Source: B. Christianson, Reverse accumulation and attractive fixed points, Optimization Methods and
 * Software 3, 1994.
 */
#ifndef XB_ALGORITHMS_MOTIONS_FIXED_POINT_H
#define XB_ALGORITHMS_MOTIONS_FIXED_POINT_H

#include "algorithms/checkpoints/checkpoints.h"
#include "analysis/effects.h"
#include "ir/body.h"

/**
 * The call of a step, which is marked (marks.h).
 * @param routine as read
 * @return NULL: it does not solve for a fixed point; else its first formal argument is the tolerance,
 * relative to the largest adjoint that each element has had; the others are passed to the step
 */
const xb_call *xb_fixed_point_step(const xb_program *program, const xb_routine *routine);

/** What reverses a step. */
typedef struct xb_fixed_point_calls {
    xb_statement *record, *back, *forth; /**< calls of its recording, returning and advancing motions, taken
                                            over */
    /** Adds a checkpoint of what the routine that solves reads. */
    void (*checkpoint)(const void *context, xb_body *code, xb_checkpoint checkpoint);
    const void *context;
} xb_fixed_point_calls;

/**
 * Adds the iteration that reverses a routine which solves for a fixed point. Then the adjoints of what the
 * iteration began with are 0.
 * @param variables where new variables go
 */
void xb_fixed_point_return(xb_body *code, xb_scope *variables, const xb_routine *routine,
                           const xb_footprints *effects, const xb_fixed_point_calls *calls);

#endif
