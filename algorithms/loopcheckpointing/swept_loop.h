/**
 * @file
 * Loops that can be moved to sweeps.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_SWEPT_LOOP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_SWEPT_LOOP_H

#include "algorithm/algorithm.h"
#include "analysis/loop_form.h"

/** A loop that is moved to a sweep. */
typedef struct xb_swept_loop {
    xb_run *run;
    xb_routine *original; /**< routine with the loop, as read */
    uint32_t head, end;   /**< vertices of the loop and of its EndLoop */
    const bool *inside;   /**< by vertex: whether it belongs to the loop, see xb_loop_inside() */
    bool counted;         /**< the number of steps is known when the loop begins; else the condition of the
                               loop is evaluated before each step, and nothing is done when it does not hold */
    xb_loop_form form;    /**< of a counted loop */
    bool periodic;        /**< there is a snapshot each few steps; else as binomial coefficients say */
    xb_map own; /**< by node index: symbols of the routine that the sweep has as variables of its own, see
                     private.h */
} xb_swept_loop;

/**
 * Finds a loop.
 * @param name of a routine, as it is found in the source or in the document
 * @param line of the loop in the source if the document says it, else in the document
 * @param loop receives all but its own variables
 * @return XB_STATUS_OK; else what was reported: XB_STATUS_USAGE if it is not there, XB_STATUS_UNSUPPORTED if
 * it can't be moved
 */
xb_status xb_swept_loop_find(xb_run *run, const char *name, uint64_t line, xb_swept_loop *loop);

/** Reports that a loop can't be reversed by checkpoints. @param what is in the way */
xb_status xb_swept_loop_refuse(const xb_swept_loop *loop, const char *what);

#endif
