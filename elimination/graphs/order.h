/**
 * @file
 * An order of vertex eliminations that can be changed a little, at little cost.
 */
#ifndef XB_ELIMINATION_GRAPHS_ORDER_H
#define XB_ELIMINATION_GRAPHS_ORDER_H

#include "elimination/graphs/dense.h"

/** An order of all intermediates. */
typedef struct xb_order {
    const xb_dense *dense; /**< the graph */
    uint32_t count;        /**< number of intermediates */
    uint32_t *vertices;    /**< the order */
    uint32_t *places;      /**< for each vertex of the part, where it is in the order */
    uint64_t cost;         /**< multiplications, as the graph's awareness counts them */
    uint64_t *in;          /**< for each vertex, the row of its predecessors when its turn comes */
    uint64_t *out;         /**< for each vertex, the row of its successors when its turn comes */

    uint64_t *costs;          /**< private: for each vertex */
    uint64_t *before;         /**< private: for each place, the vertices eliminated before */
    uint64_t *eliminated;     /**< private: a set */
    uint64_t *trial_in;       /**< private: what rows become with the move that was tried last */
    uint64_t *trial_out;      /**< private */
    uint64_t *carried_in;     /**< private: rows of the vertex that moves, where it is at the moment */
    uint64_t *carried_out;    /**< private */
    const uint64_t **now_in;  /**< private: for each vertex, the row of `in` or of `trial_in` */
    const uint64_t **now_out; /**< private */
    uint32_t *changed;        /**< private: vertices with trial rows; twice the vertex, plus one for out */
    uint32_t changed_count;   /**< private */
    uint32_t vertex;          /**< private: of the move */
    uint32_t place;           /**< private: of the move */
    int64_t change;           /**< private: of the cost */
} xb_order;

/** Creates an order in scratch memory; set it before use. */
xb_order *xb_order_create(xb_arena *scratch, const xb_dense *dense);

/** Bytes that an order takes, about. */
size_t xb_order_memory(const xb_dense *dense);

/** Sets the order. @param vertices all intermediates, each once */
void xb_order_set(xb_order *order, const uint32_t *vertices);

/**
 * What taking the vertex at one place and inserting it at another would change in cost. Takes time
 * proportional to the number of vertices between, and to the rows of those that are neighbours of the one
 * that moves.
 */
int64_t xb_order_try(xb_order *order, uint32_t from, uint32_t to);

/** Does the move that was tried last. */
void xb_order_accept(xb_order *order);

/**
 * What a vertex costs when it is eliminated after others.
 * @param eliminated set of vertices that were eliminated before, in whatever order
 * @param in receives the row of its predecessors then
 * @param out receives the row of its successors then
 */
uint64_t xb_order_cost_after(const xb_dense *dense, const uint64_t *eliminated, uint32_t vertex, uint64_t *in,
                             uint64_t *out);

#endif
