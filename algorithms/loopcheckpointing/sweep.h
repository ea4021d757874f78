/**
 * @file
 * The routine that executes a stretch of the steps of a loop.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_SWEEP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_SWEEP_H

#include "algorithms/loopcheckpointing/step.h"

/** Numbers that a sweep gets, in this order. What it does not get is NULL. */
typedef struct xb_sweep_numbers {
    void *tolerance;      /**< see fixed_point.h; else NULL */
    void *from, *to;      /**< steps that have been executed before and after the sweep */
    void *snapshots;      /**< most snapshots that it may hold at a time, that of its beginning included; NULL
                               if they are periodic */
    void *first, *stride; /**< of a DO loop: value of the loop variable in step 1, unless there is a flag, and
                               what is added to it */
    void *flag;           /**< of a flagged loop: the way by which it has been left, see swept_loop.h */
    void *left;           /**< of a flagged DO loop: how many steps may be left */
} xb_sweep_numbers;

/** Makes the sweep of a loop, a version of its routine with a symbol and a scope of its own. */
xb_routine *xb_sweep_create(const xb_swept_loop *loop);

/**
 * A call of a sweep from the routine that has the loop.
 * @param numbers reference or constant vertices, taken over
 * @param weak whether the call is marked as weak
 */
xb_statement *xb_sweep_call(const xb_swept_loop *loop, const xb_routine *sweep,
                            const xb_sweep_numbers *numbers, bool weak);

/* ---- parts of it, for routines like it ----------------------------------------------------------------- */

/** Declares the routine under construction: a version of that with the loop. */
xb_sweep_building xb_sweep_begin(const xb_swept_loop *loop, const char *name);

/** Adds the formal arguments: numbers, and those local variables of the routine that control flow refers to.
 */
void xb_sweep_add_formals(xb_sweep_building *building, const xb_flow_graph *flow);

/** Gives the routine its code. */
xb_routine *xb_sweep_end(xb_sweep_building *building);

#endif
