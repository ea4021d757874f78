/**
 * @file
 * The linearized computational graph of a sequence.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_GRAPH_H
#define XB_ALGORITHMS_PREACCUMULATION_GRAPH_H

#include "elimination/elimination.h"
#include "algorithms/preaccumulation/preaccumulation.h"

/** A vertex: a value of the sequence, or a subexpression of one of its assignments. */
typedef struct xb_sequence_vertex {
    const xb_value *value; /**< NULL for a subexpression */
    uint32_t position;     /**< position of the assignment that computes it; XB_POSITION_NONE from outside */
    xb_shape shape;
    bool zero;          /**< its derivative is zero: passive, or everything cancels */
    uint32_t last_edge; /**< private: the edge out of it that was added last, if any */
} xb_sequence_vertex;

/** An edge: the sum of a constant and of variable factors. */
typedef struct xb_sequence_edge {
    uint32_t source, target;
    double constant; /**< constant part of the label */
    xb_list factors; /**< xb_factor: variable parts of the label */
} xb_sequence_edge;

/** The graph of one sequence. */
typedef struct xb_sequence_graph {
    const xb_sequence *sequence;
    xb_vector vertices;                   /**< xb_sequence_vertex, in order of computation */
    xb_vector edges;                      /**< xb_sequence_edge; no two join the same vertices */
    const xb_materialized **materialized; /**< by position; NULL for passive assignments */
    uint32_t *vertex_of_value; /**< by number of the value; XB_GRAPH_NONE if it is not in the graph */
} xb_sequence_graph;

/** The vertex with a number. */
xb_sequence_vertex *xb_sequence_vertex_at(const xb_sequence_graph *graph, uint32_t i);

/** The edge with a number. */
xb_sequence_edge *xb_sequence_edge_at(const xb_sequence_graph *graph, uint32_t i);

/**
 * Builds the graph of a sequence and the statements that compute its edges' labels. Parallel edges are added
 * up, edges whose label is zero are left out, and so is everything that depends on values with zero
 * derivatives only.
 * @return the graph in the run's scratch arena; NULL if a statement can't be treated, which is reported
 */
xb_sequence_graph *xb_sequence_graph_build(xb_run *run, xb_block_place place, const xb_sequence *sequence);

/**
 * The same graph as input of the elimination. Numbers of vertices and edges agree.
 * @param arena where it is allocated
 */
xb_lcg xb_sequence_graph_lcg(const xb_sequence_graph *graph, xb_arena *arena);

#endif
