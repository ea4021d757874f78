/**
 * @file
 * Reductions along a dimension, under a mask, or both: their derivatives are weighted sums.
 */
#ifndef XB_ALGORITHMS_TANGENT_WEIGHTED_H
#define XB_ALGORITHMS_TANGENT_WEIGHTED_H

#include "algorithms/support/blocks.h"

/** Whether the right-hand side of an assignment, whose intrinsic is differentiated as a whole, is such a
 * reduction.
 */
bool xb_is_weighted(const xb_assignment *assignment, const xb_noninlinable *intrinsic);

/**
 * Appends the code for y = f(x, dimension, mask).
 * @return XB_STATUS_OK, or the status of the error that was reported
 */
xb_status xb_propagate_weighted(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                const xb_noninlinable *intrinsic, xb_list *statements);

#endif
