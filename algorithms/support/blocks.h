/**
 * @file
 * Basic blocks in document order, for algorithms that work on one block after the other.
 */
#ifndef XB_ALGORITHMS_SUPPORT_BLOCKS_H
#define XB_ALGORITHMS_SUPPORT_BLOCKS_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A basic block and where it is. */
typedef struct xb_block_place {
    xb_routine *routine;   /**< what now stands for the routine, see xb_current() */
    xb_flow_vertex *block; /**< what now stands for the block */
} xb_block_place;

/**
 * Calls a function for each basic block of each routine, as derived so far: of each version, if several stand
 * for a routine, but not of those in replacement lists, and not of routines that are kept as they are. The
 * run's scratch arena is reset before each call. Goes on after errors, so that several are reported.
 * @return the first status that was not XB_STATUS_OK
 */
xb_status xb_blocks_each(xb_run *run, xb_status (*call)(xb_run *run, xb_block_place place));

/** The place of a statement of a block, for diagnostics, or of the block if the statement has no id; the path
 * is allocated in the run's scratch arena. */
xb_place xb_place_of(xb_run *run, xb_block_place block, const xb_statement *statement);

/** Derives a block with other statements from a block. @param statements xb_statement, taken over */
void xb_block_replace_statements(xb_run *run, xb_flow_vertex *block, xb_list statements);

#ifdef __cplusplus
}
#endif

#endif
