/**
 * @file
 * Linearized computational graphs, which eliminations are given.
 */
#ifndef XB_ELIMINATION_TYPES_GRAPH_H
#define XB_ELIMINATION_TYPES_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is known of an edge's label: its value, or nothing. A constant ±1 is called a unit. */
typedef enum xb_label { XB_LABEL_CONSTANT, XB_LABEL_VARIABLE } xb_label;

/** An edge of the input graph. */
typedef struct xb_lcg_edge {
    uint32_t source; /**< the vertex whose value is used, below vertex_count */
    uint32_t target; /**< the vertex that is computed with it, below vertex_count */
    xb_label label;  /**< what is known of the partial derivative of target with respect to source */
    double value;    /**< of a constant label, not 0; else ignored */
} xb_lcg_edge;

/**
 * A linearized computational graph: acyclic, vertices in any order. Several edges from a vertex to another
 * are parallel: the partial derivative is the sum of their labels. A vertex that no independent reaches is
 * constant: its derivatives are 0, and edges out of it contribute nothing.
 */
typedef struct xb_lcg {
    uint32_t vertex_count;     /**< number of vertices, at most XB_LCG_VERTEX_LIMIT */
    const xb_lcg_edge *edges;  /**< the edges; their indices are used in operands */
    size_t edge_count;         /**< number of edges, at most XB_LCG_EDGE_LIMIT */
    const bool *dependent;     /**< for each vertex, whether its derivatives are wanted */
    const bool *independent;   /**< for each vertex, whether derivatives with respect to it are wanted: some
                                  of the vertices without in-edges; NULL if all of these are independents */
    const uint32_t *statement; /**< for each vertex, the number of the statement that computes it; NULL if
                                  nothing is known of statements. Of independents, it doesn't matter */
} xb_lcg;

/** Largest numbers of vertices and edges: indices, and as many copies of dependents, fit 32 bits. */
enum { XB_LCG_VERTEX_LIMIT = 1 << 30, XB_LCG_EDGE_LIMIT = 1 << 30 };

#ifdef __cplusplus
}
#endif

#endif
