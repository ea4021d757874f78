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

/** Where a loop is. */
typedef struct xb_loop_place {
    xb_routine *routine; /**< as read */
    uint32_t head;       /**< its vertex */
    xb_place place;      /**< for messages */
} xb_loop_place;

/** A loop that is moved to a sweep. */
typedef struct xb_swept_loop {
    xb_run *run;
    xb_place place;       /**< for messages */
    xb_routine *original; /**< routine with the loop, as read */
    uint32_t head, end;   /**< vertices of the loop and of its EndLoop */
    const bool *inside;   /**< by vertex: whether it belongs to the loop, see xb_loop_inside() */
    uint32_t size;        /**< how many vertices do */
    xb_vector exits;      /**< uint32_t: edges by which the loop is left, but for that of its head */
    bool structured;      /**< the control flow of the routine */
    xb_steps steps;
    bool limited;              /**< it is a DO loop: it has the form, and a known number of steps at most */
    xb_loop_form form;         /**< of a DO loop */
    bool fixed_point;          /**< it is solved for a fixed point, see fixed_point.h, and has no snapshots */
    double tolerance;          /**< if so */
    bool periodic;             /**< there is a snapshot each few steps; else as binomial coefficients say */
    const xb_node_map *wholes; /**< private: of its routine, see xb_wholes_of() */
    xb_node_set own;           /**< symbols of the routine that the sweep has as variables of its own,
                               see private.h */
} xb_swept_loop;

/** Whether a vertex belongs to the body. */
bool xb_swept_loop_body_has(const xb_swept_loop *loop, uint32_t vertex);

/**
 * Looks up a loop.
 * @param name of a routine, as it is found in the source or in the document
 * @param line of the loop in the source if the document says it, else in the document
 * @return XB_STATUS_OK, or XB_STATUS_USAGE if it is not there, which was reported
 */
xb_status xb_loop_look_up(xb_run *run, const char *name, uint64_t line, xb_loop_place *place);

/** Looks up a loop that is in the program still, though that was written and read again in the meantime.
 * @param routine, head, place what it was before
 */
xb_loop_place xb_loop_again(xb_run *run, const xb_routine *routine, const xb_flow_vertex *head,
                            xb_place place);

/** References to all of a variable in a routine, by variable. */
const xb_node_map *xb_wholes_of(xb_run *run, xb_routine *routine);

/**
 * Finds out what a loop is made of.
 * @param wholes of its routine
 * @param loop receives all but its own variables
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED if it can't be moved, which was reported
 */
xb_status xb_swept_loop_find(xb_run *run, const xb_loop_place *place, const xb_node_map *wholes,
                             xb_swept_loop *loop);

/** A reference to all of a variable, with the alias set that the document gives to such references, if it has
 * any. */
xb_reference *xb_swept_loop_reference(const xb_swept_loop *loop, xb_symbol *symbol);

/** Reports that a loop can't be reversed by checkpoints. @param what is in the way */
xb_status xb_swept_loop_refuse(const xb_swept_loop *loop, const char *what);

/** The same with a hint of its own. */
xb_status xb_swept_loop_refuse_for(const xb_swept_loop *loop, const char *what, const char *hint);

#endif
