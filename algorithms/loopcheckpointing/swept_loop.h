/**
 * @file
 * Loops that can be moved to sweeps.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_SWEPT_LOOP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_SWEPT_LOOP_H

#include "algorithm/algorithm.h"
#include "analysis/loop_form.h"

/** What says whether there is another step. */
typedef enum xb_steps {
    XB_STEPS_COUNTED,     /**< the number of steps, which is known when the loop begins */
    XB_STEPS_CONDITIONAL, /**< the condition of the loop, which is evaluated before each step; nothing is done
                               when it does not hold */
    XB_STEPS_FLAGGED      /**< a variable, the flag, since the loop is left early, or its condition is at its
                               end: 0 as long as there are steps, then a number from xb_way */
} xb_steps;

/** What a flag says. */
enum xb_way {
    XB_WAY_NONE,  /**< the loop has not been left */
    XB_WAY_HEAD,  /**< it has been left because of its condition */
    XB_WAY_EXITS, /**< it has been left by its first exit; exit i, from 0, has this number and i */
};

/** A loop that is moved to a sweep. */
typedef struct xb_swept_loop {
    xb_run *run;
    xb_routine *original; /**< routine with the loop, as read */
    uint32_t head, end;   /**< vertices of the loop and of its EndLoop */
    const bool *inside;   /**< by vertex: whether it belongs to the loop, see xb_loop_inside() */
    xb_vector exits;      /**< uint32_t: edges by which the loop is left, but for that of its head */
    bool structured;      /**< the control flow of the routine */
    xb_steps steps;
    bool limited;      /**< it is a DO loop: it has the form, and a known number of steps at most */
    xb_loop_form form; /**< of a DO loop */
    bool fixed_point;  /**< it is solved for a fixed point, see fixed_point.h, and has no snapshots */
    double tolerance;  /**< if so */
    bool periodic;     /**< there is a snapshot each few steps; else as binomial coefficients say */
    xb_map own; /**< by node index: symbols of the routine that the sweep has as variables of its own, see
                     private.h */
} xb_swept_loop;

/** The number of the exit that an edge is, as a flag has it; XB_WAY_NONE: it is none. */
int64_t xb_swept_loop_way(const xb_swept_loop *loop, uint32_t edge);

/** Whether a vertex belongs to the body. */
bool xb_swept_loop_body_has(const xb_swept_loop *loop, uint32_t vertex);

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
