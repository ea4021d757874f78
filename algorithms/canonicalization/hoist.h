/**
 * @file
 * Hoisting of subexpressions out of one assignment.
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_HOIST_H
#define XB_ALGORITHMS_CANONICALIZATION_HOIST_H

#include "algorithms/support/blocks.h"

/**
 * Brings an assignment into canonical form.
 * @param statements receives the statements that stand for it, the assignment itself if it is canonical
 * already
 * @return XB_STATUS_OK, or the status of the error that was reported
 */
xb_status xb_hoist(xb_run *run, xb_block_place place, xb_assignment *assignment, xb_list *statements);

#endif
