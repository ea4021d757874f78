/**
 * @file
 * Arrays that a loop may allocate, though snapshots take them to be there.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_ALLOCATED_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_ALLOCATED_H

#include "algorithms/loopcheckpointing/swept_loop.h"

/**
 * Warns of each variable from outside that an assignment in the loop, or in what it calls, may allocate, if
 * snapshots may hold it and its routine has not certainly assigned it before. Linear time.
 * @param loop with snapshots
 */
void xb_warn_of_allocated_in(const xb_swept_loop *loop);

#endif
