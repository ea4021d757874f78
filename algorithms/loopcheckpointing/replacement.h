/**
 * @file
 * The routine with loops that are reversed by checkpoints: calls of sweeps take the places of the loops.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_REPLACEMENT_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_REPLACEMENT_H

#include "algorithms/loopcheckpointing/swept_loop.h"

/** A loop and what takes its place. */
typedef struct xb_replaced_loop {
    const xb_swept_loop *loop;
    xb_list routines; /**< xb_routine: its sweep, or the two of a fixed point, that which is called first */
    int64_t number;   /**< most snapshots at a time; if they are periodic, steps from one to the next */
} xb_replaced_loop;

/**
 * Makes a version of a routine that calls the sweeps of some of its loops.
 * @param loops xb_replaced_loop, at least one, without common vertices
 * @return the version, not derived from anything so far
 */
xb_routine *xb_swept_loops_replace(const xb_vector *loops);

#endif
