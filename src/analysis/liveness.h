/**
 * @file
 * Liveness: whether the value of a variable may be read after a place in a basic block.
 *
 * Within a block, what is read next is followed variable by variable; between blocks, a variable is live
 * where any block, condition or loop head of the routine reads it before it certainly assigns it. That takes
 * values in that a routine keeps from one call to the next, which nothing in a document tells. Formal
 * arguments, and variables that other routines see, are always live; so is everything in routines that
 * contain what XAIF can't express, or calls of routines without body.
 */
#ifndef XB_ANALYSIS_LIVENESS_H
#define XB_ANALYSIS_LIVENESS_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is live in a basic block. */
typedef struct xb_block_liveness xb_block_liveness;

/**
 * Looks at the statements of a basic block, in linear time; at the whole program, as it is derived, the first
 * time.
 * @param arena where the result lives
 * @param routine what stands for the routine of the block
 */
xb_block_liveness *xb_liveness_in_block(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine,
                                        const xb_flow_vertex *block);

/**
 * Whether storage of a variable may be read before it is overwritten, from a place on.
 * @param place number of statements of the block that have been executed
 */
bool xb_is_live(const xb_block_liveness *liveness, const xb_symbol *symbol, size_t place);

/** Whether a marker stands for nothing that is executed. Front ends leave markers for declarations and
 * comments, and for statements that XAIF can't express. */
bool xb_marker_is_harmless(const xb_marker *marker);

/** Tells whether a marker may stand for a statement of which it is not known what it does. */
bool xb_marker_is_unknown(const xb_marker *marker);

#ifdef __cplusplus
}
#endif

#endif
