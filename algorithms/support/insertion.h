/**
 * @file
 * Basic blocks that are put before vertices of the control flow, and on its edges; the order of vertices.
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

/** Statements on the edges of a control-flow graph: returns a graph in which each edge with some leads
 * through a block of them; the condition value stays at the vertex that the edge leaves.
 * @param on_edge by edge: xb_statement, taken over */
xb_flow_graph xb_flow_with_blocks(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  const xb_list *on_edge);

/** A graph with its vertices in the order of the text, and edges after the order of their sources, so that a
 * reader finds in a document what is executed first before what is executed later. Without structure, the
 * order is kept. */
xb_flow_graph xb_flow_in_text_order(xb_program *program, xb_arena *scratch, const xb_flow_graph *flow);

#ifdef __cplusplus
}
#endif

#endif
