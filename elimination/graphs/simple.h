/**
 * @file
 * The input as a simple graph that holds nothing but what an independent reaches.
 *
 * Parallel edges become one, whose label is the sum of theirs: along each path through any of them, the rest
 * of the path is the same. Where constants add up to 0 there is no edge. A vertex that no independent reaches
 * has derivative 0, so that its edges contribute nothing; that may be a vertex without edges in that is no
 * independent, or one that has lost all edges in.
 */
#ifndef XB_ELIMINATION_GRAPHS_SIMPLE_H
#define XB_ELIMINATION_GRAPHS_SIMPLE_H

#include "elimination/types/graph.h"
#include "elimination/types/result.h"
#include "base/arena.h"

/** The label of several parallel edges, where it has to be computed. */
typedef struct xb_label_sum {
    const xb_operand *terms; /**< a constant perhaps, then labels of edges in the order of the input */
    size_t count;            /**< at least 2 */
} xb_label_sum;

/** All sums. Operands of kind XB_OPERAND_EDGE with the number first or above mean sums, until the result is
 * put together. */
typedef struct xb_label_sums {
    size_t first;              /**< number of edges of the input */
    const xb_label_sum *items; /**< the sums */
    size_t count;              /**< their number */
} xb_label_sums;

/** The sum that an operand means, or NULL. */
static inline const xb_label_sum *xb_label_sum_of(const xb_label_sums *sums, const xb_operand *operand)
{
    bool means_sum = operand->kind == XB_OPERAND_EDGE && operand->index >= sums->first;
    return means_sum ? &sums->items[operand->index - sums->first] : NULL;
}

/** A simple graph. */
typedef struct xb_simple {
    const xb_lcg *graph;  /**< the graph; the input itself if that was one already */
    const size_t *labels; /**< for each variable edge, the number of its operand; NULL: its own number */
    xb_label_sums sums;   /**< those that operands mean */
} xb_simple;

/**
 * Makes a simple graph in scratch memory, in linear time. Edges are in the order of the first one of those
 * that they stand for.
 * @param graph acyclic
 * @param order its vertices in topological order
 * @param independent for each vertex
 */
xb_simple xb_simple_of(xb_arena *scratch, const xb_lcg *graph, const uint32_t *order,
                       const bool *independent);

#endif
