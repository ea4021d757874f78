/**
 * @file
 * The routine with a loop that is reversed by checkpoints: calls of its sweep take the place of the loop.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_REPLACEMENT_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_REPLACEMENT_H

#include "algorithms/loopcheckpointing/swept_loop.h"

/**
 * Makes a version of the routine that calls the sweep of a loop.
 * @param number most snapshots at a time; if they are periodic, steps from one to the next
 * @return the version, not derived from anything so far
 */
xb_routine *xb_swept_loop_replace(const xb_swept_loop *loop, const xb_routine *sweep, int64_t number);

#endif
