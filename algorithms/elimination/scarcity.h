/**
 * @file
 * Partial elimination: heuristics that look for a remainder with few nontrivial edges.
 *
 * A. Griewank, A mathematical view of automatic differentiation, Acta Numerica 12, 2003 (scarcity);
 * A. Lyons, I. Safro and J. Utke, Randomized heuristics for exploiting Jacobian scarcity, Optimization
 * Methods and Software 27(2), 2012 (reducing and maintaining steps).
 */
#ifndef XB_ALGORITHMS_ELIMINATION_SCARCITY_H
#define XB_ALGORITHMS_ELIMINATION_SCARCITY_H

#include "algorithms/elimination/heap.h"
#include "algorithms/elimination/trace.h"

/** Which steps a heuristic chooses from. Edge eliminations are finer, and take more time to choose from. */
typedef enum xb_candidates {
    XB_CANDIDATES_VERTICES, /**< vertex eliminations */
    XB_CANDIDATES_EDGES     /**< front and back eliminations */
} xb_candidates;

/**
 * Does first the steps that lower the number of nontrivial edges, and when there are none, any others, in the
 * hope that the number falls below what was reached before; always the one with the lowest Markowitz degree;
 * among equals the one whose vertex is last, front before back, the one whose other end is last. Goes on
 * until all is eliminated or the trace's limit is reached.
 * @param maintaining whether to prefer, when no step lowers the number, those that don't raise it
 * @param heap working memory
 */
void xb_scarcity_explore(xb_trace *trace, xb_candidates candidates, bool maintaining, xb_heap *heap);

/** Goes on from where the trace is with every step that improves the score at once, in the same order. */
void xb_scarcity_clean_up(xb_trace *trace, xb_candidates candidates, xb_heap *heap);

#endif
