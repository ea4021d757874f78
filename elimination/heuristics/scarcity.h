/**
 * @file
 * Partial elimination: heuristics that look for a remainder that is cheap to use.
 *
 * A. Griewank, A mathematical view of automatic differentiation, Acta Numerica 12, 2003 (scarcity);
 * A. Lyons, I. Safro and J. Utke, Randomized heuristics for exploiting Jacobian scarcity, Optimization
 * Methods and Software 27(2), 2012 (reducing, maintaining and
 * refill-avoiding steps, reroutings).
 */
#ifndef XB_ELIMINATION_HEURISTICS_SCARCITY_H
#define XB_ELIMINATION_HEURISTICS_SCARCITY_H

#include "elimination/graphs/heap.h"
#include "elimination/heuristics/refill.h"
#include "elimination/heuristics/trace.h"

/** Which steps a heuristic chooses from. Edge eliminations are finer, and take more time to choose from. */
typedef enum xb_candidates {
    XB_CANDIDATES_VERTICES, /**< vertex eliminations */
    XB_CANDIDATES_EDGES     /**< front and back eliminations */
} xb_candidates;

/** What an exploration does beyond the plain rule. */
typedef struct xb_exploration {
    xb_candidates candidates; /**< what it chooses from */
    bool maintaining;         /**< prefer, when no step lowers what counts, those that don't raise it */
    bool rerouting;           /**< when no elimination lowers what counts, look for a rerouting that does */
    xb_refills *refills; /**< avoid refill, with what earlier explorations of the part found out, and add to
                            it; NULL is not to. For edge eliminations */
} xb_exploration;

/**
 * Does first the steps that lower what counts (the weights of the state), and when there are none, any
 * others, in the hope that it falls below what was reached before; always the one with the lowest Markowitz
 * degree; among equals the one whose vertex is last, front before back, the one whose other end is last. Goes
 * on until all is eliminated or the trace's limit is reached. An edge that would only be filled in again, by
 * the elimination of a vertex that an earlier exploration did later, is eliminated after all others that are
 * as good.
 * @param heap working memory
 */
void xb_scarcity_explore(xb_trace *trace, const xb_exploration *how, xb_heap *heap);

/**
 * Goes on from where the trace is with every step that improves the score at once, in the same order.
 * @param rerouting whether reroutings are steps, too
 */
void xb_scarcity_clean_up(xb_trace *trace, xb_candidates candidates, bool rerouting, xb_heap *heap);

#endif
