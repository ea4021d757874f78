/**
 * @file
 * Accumulation code: the statements that execute the steps of an elimination.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_ACCUMULATION_H
#define XB_ALGORITHMS_PREACCUMULATION_ACCUMULATION_H

#include "algorithms/preaccumulation/graph.h"

/** What accumulation gives. */
typedef struct xb_accumulation_code {
    xb_list allocations;           /**< xb_statement */
    xb_list statements;            /**< xb_statement */
    const xb_jacobian_edge *edges; /**< the remainder graph, in the order of the elimination: scratch memory;
                                      vertices are those of the graph */
    size_t edge_count;
    size_t additions; /**< additions that add up parallel edges of the graph */
} xb_accumulation_code;

/**
 * Generates the accumulation code of a sequence. A step gets a temporary if its result is used several times
 * or by the remainder graph, and where expressions would grow too large; others become part of their user's
 * expression.
 */
xb_accumulation_code xb_accumulate(xb_run *run, xb_block_place place, const xb_sequence_graph *graph,
                                   const xb_elimination *elimination);

#endif
