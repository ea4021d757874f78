/**
 * @file
 * Selections: intrinsics whose result is an element of their operand, such as the greatest.
 */
#ifndef XB_ALGORITHMS_TANGENT_SELECTION_H
#define XB_ALGORITHMS_TANGENT_SELECTION_H

#include "algorithm/algorithm.h"
#include "algorithms/support/blocks.h"

/**
 * Appends the code for y = f(x), where f picks the element of x at the position that another intrinsic gives:
 * first y', then y, since y may be an element of x.
 * @return XB_STATUS_OK, or the status of the error that was reported
 */
xb_status xb_propagate_selection(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                 const xb_noninlinable *intrinsic, xb_list *statements);

#endif
