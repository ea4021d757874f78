/**
 * @file
 * An order of vertex eliminations that begins at a narrow cut.
 */
#ifndef XB_ELIMINATION_HEURISTICS_CUT_ORDER_H
#define XB_ELIMINATION_HEURISTICS_CUT_ORDER_H

#include "elimination/graphs/heap.h"
#include "elimination/heuristics/trace.h"

/** Where the two sweeps meet. Arrays are by vertex. */
typedef struct xb_cut {
    const uint32_t *places; /**< in a topological order, from 1 on; of independents 0 */
    uint32_t last;          /**< the last place before the cut */
    const bool *is_in;      /**< whether it is before the cut and has a successor after it */
} xb_cut;

/** Finds a narrow cut of the part that a state is loaded with, in scratch memory. */
xb_cut xb_cut_find(xb_arena *scratch, xb_lcg_state *state, xb_heap *heap);

/**
 * Eliminates the vertices before a cut in reverse order, those after it in forward order, then the cut: each
 * vertex is multiplied with as many edges as the cut has vertices, which are few if the cut is narrow. Before
 * that, vertices are eliminated that make the graph so much smaller that it pays.
 * @param trace has begun with a part
 * @param heap working memory
 */
void xb_cut_order_run(xb_trace *trace, xb_heap *heap);

#endif
