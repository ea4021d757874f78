/**
 * @file
 * Eliminations that are proven to be optimal, for small parts, and lower bounds.
 */
#ifndef XB_ELIMINATION_PROOFS_EXACT_H
#define XB_ELIMINATION_PROOFS_EXACT_H

#include "elimination/graphs/line_graph.h"
#include "elimination/search/sequence_walk.h"

/** What is known in the end. */
typedef struct xb_exact {
    uint64_t lower;            /**< no complete elimination of that kind costs less */
    bool found;                /**< whether one was found that costs less than the limit: `lower` then */
    xb_line_sequence sequence; /**< it, if found, in scratch memory */
    size_t states;             /**< states that were looked at */
} xb_exact;

/**
 * Looks for a complete elimination that costs less than one that is known, among all of them.
 *
 * Best-first search over what a graph can become (P. Hart, N. Nilsson and B. Raphael, A formal basis for the
 * heuristic determination of minimum cost paths, IEEE Transactions on Systems Science and Cybernetics 4(2),
 * 1968), with the bounds of bounds.h and junctions.h for what is still to be done. Vertex eliminations lead
 * to a set of eliminated vertices (M. Bentert, A. Crane, P. Drange, Y. Mizutani and B. Sullivan, Structural
 * parameters for Jacobian accumulation, 2025), others to a line graph.
 *
 * @param kind which eliminations
 * @param limit the cost to get below
 * @param bound no complete elimination costs less
 * @param budget states, time, and who to tell; its watch ticks
 * @param result receives what is known, at any time: an abandoned search has shown that much
 */
void xb_exact_search(xb_arena *scratch, const xb_prepared_part *part, int awareness, xb_elimination_kind kind,
                     uint64_t limit, uint64_t bound, xb_search_budget *budget, xb_exact *result);

#endif
