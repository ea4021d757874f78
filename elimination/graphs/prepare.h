/**
 * @file
 * The input of an elimination, put into the form in which its parts are worked on.
 */
#ifndef XB_ELIMINATION_GRAPHS_PREPARE_H
#define XB_ELIMINATION_GRAPHS_PREPARE_H

#include "elimination/graphs/simple.h"

/** What may be done with a vertex: only intermediates are eliminated. */
typedef enum xb_lcg_role { XB_ROLE_INDEPENDENT, XB_ROLE_INTERMEDIATE, XB_ROLE_DEPENDENT } xb_lcg_role;

/** A vertex of a part. */
typedef struct xb_prepared_vertex {
    uint32_t original; /**< its number in the input; of a copy, that of the dependent */
    xb_lcg_role role;  /**< a dependent with successors is an intermediate, its copy the dependent */
} xb_prepared_vertex;

/** An edge of a part. */
typedef struct xb_prepared_edge {
    uint32_t source; /**< number of a vertex within the part */
    uint32_t target; /**< number of a vertex within the part */
    bool copy; /**< whether it joins a dependent with successors to its copy; the only edge into the copy */
    xb_operand label; /**< a constant, the label of an edge of the input, or a sum of such labels */
} xb_prepared_edge;

/** A weakly connected part. Its vertices are numbered from 0 in topological order, copies after all others.
 */
typedef struct xb_prepared_part {
    const xb_prepared_vertex *vertices; /**< the vertices, each of which has an edge */
    const xb_prepared_edge *edges;      /**< the edges, in the order of the input, then those to copies */
    uint32_t vertex_count;              /**< number of vertices */
    uint32_t edge_count;                /**< number of edges */
    uint32_t intermediate_count;        /**< number of vertices that can be eliminated */
    size_t additions;                   /**< that the sums take which are labels here */
} xb_prepared_part;

/** The whole input. */
typedef struct xb_prepared {
    const xb_prepared_part *parts; /**< in the order of their first vertices */
    size_t part_count;             /**< number of parts */
    uint32_t largest_part;         /**< vertices of the largest part */
    size_t size;                   /**< vertices and edges of all parts together */
    xb_label_sums sums;            /**< of the labels of parallel edges */
} xb_prepared;

/**
 * Adds up parallel edges, drops the vertices that no independent reaches or from which no dependent is
 * reached, copies the dependents that have successors, separates the weakly connected parts and numbers their
 * vertices topologically: among the vertices that may come next, the one with the lowest number in the input
 * does. Takes time n log n; linear if the input is numbered topologically.
 * @param scratch where the result is allocated
 * @return the parts, or NULL if the graph is not as xb_lcg demands
 */
const xb_prepared *xb_prepare(xb_arena *scratch, const xb_lcg *graph);

#endif
