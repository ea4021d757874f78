/**
 * @file
 * Basic blocks that are put before vertices of the control flow.
 */
#ifndef XB_ALGORITHMS_SUPPORT_INSERTION_H
#define XB_ALGORITHMS_SUPPORT_INSERTION_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Derives a routine with more basic blocks. Whatever leads to a vertex leads through its new block first, but
 * for what comes back to a loop from an EndLoop: what is to be done in each round goes before the EndLoop.
 * @param routine what now stands for the routine, see xb_current()
 * @param before by vertex: the statements (xb_statement, taken over) of its new block; none: no new block
 */
void xb_insert_blocks(xb_run *run, xb_routine *routine, const xb_list *before);

#ifdef __cplusplus
}
#endif

#endif
