/**
 * @file
 * Direct action: non-inlinable intrinsics whose derivative another intrinsic computes.
 */
#ifndef XB_ALGORITHMS_TANGENT_ACTION_H
#define XB_ALGORITHMS_TANGENT_ACTION_H

#include "algorithms/support/blocks.h"

/**
 * Appends the code for y = f(x, …), where the catalogue names an intrinsic for derivatives.
 * @param intrinsic the entry of the catalogue, which has a derivative_action
 */
void xb_propagate_by_action(xb_run *run, xb_block_place place, xb_assignment *assignment,
                            const xb_noninlinable *intrinsic, xb_list *statements);

#endif
