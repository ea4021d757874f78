/**
 * @file
 * Improving an order of vertex eliminations in time proportional to the graph.
 */
#ifndef XB_ELIMINATION_SEARCH_WINDOWS_H
#define XB_ELIMINATION_SEARCH_WINDOWS_H

#include "elimination/graphs/lcg.h"

/** How much is tried in windows. */
typedef struct xb_windows_effort {
    uint32_t steps; /**< changes that are tried for each vertex, half of them in either of its windows */
    double heat;    /**< the temperature of the first ones */
    uint64_t seed;  /**< of the random numbers */
} xb_windows_effort;

/**
 * Improves an order of a part: some vertices that follow each other in it are put into a better order, then
 * the next ones, and so on.
 * @param state for graphs of the part; its watch ticks
 * @param awareness which products are free, as in xb_dense_create()
 * @param effort how much is tried
 * @param least products that the elimination of each vertex takes at least, see least.h
 * @param vertices the order; receives a better one of the same vertices
 * @param count their number
 * @return whether it was improved
 */
bool xb_windows_improve(xb_arena *scratch, xb_lcg_state *state, const xb_prepared_part *part, int awareness,
                        const xb_windows_effort *effort, const uint64_t *least, uint32_t *vertices,
                        uint32_t count);

#endif
