/**
 * @file
 * Loops that iterate x = f(x, p) until x changes no more.
 *
 * The loop moves to a routine, which calls another one, the step, for its body. The derivative of its result
 * is that of the fixed point (algorithms/motions/fixed_point.h): nothing of the iterations is stored, but
 * what the step reads after the last one.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_FIXED_POINT_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_FIXED_POINT_H

#include "algorithms/loopcheckpointing/swept_loop.h"

/**
 * Whether a loop has the form: it runs as long as a condition holds, or until one does; what its body changes
 * are local variables; a step certainly assigns all of those that are active; others do not have any
 * influence on the next step. That it converges is not known here.
 * @return XB_STATUS_OK, or that of the error that was reported
 */
xb_status xb_fixed_point_check(const xb_swept_loop *loop);

/** The routines of a loop. */
typedef struct xb_fixed_point_routines {
    xb_routine *solution; /**< the loop; its first argument is the tolerance */
    xb_routine *step;     /**< its body */
} xb_fixed_point_routines;

/** Makes the routines, versions of that with the loop with symbols and scopes of their own. */
xb_fixed_point_routines xb_fixed_point_create(const xb_swept_loop *loop);

#endif
