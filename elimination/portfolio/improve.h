/**
 * @file
 * What makes the best order of one part better: small changes always, and what a search does if it is asked
 * for, that is bounds, search over orders, then over sequences, then proofs.
 */
#ifndef XB_ELIMINATION_PORTFOLIO_IMPROVE_H
#define XB_ELIMINATION_PORTFOLIO_IMPROVE_H

#include "elimination/search/search.h"
#include "elimination/search/sequence_walk.h"

/** What came out. */
typedef struct xb_improvement {
    uint32_t *vertices;         /**< the best order of all intermediates */
    uint32_t count;             /**< their number */
    xb_line_sequence *sequence; /**< a sequence of edge or face eliminations that costs less, or NULL */
    uint64_t lower_bound;       /**< no elimination of the kind costs less; 0 if nothing is known */
} xb_improvement;

/**
 * Searches, as budget->search says.
 * @param until when the part's share of the seconds ends, by xb_now(), if they are limited
 * @param begin_with vertices to be eliminated, in the order to begin with; those that are missing come last
 * @param begin_count number of these
 * @return what was found, in scratch memory; NULL if the part is too large
 */
const xb_improvement *xb_improve(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                                 xb_search_budget *budget, double until, const uint32_t *begin_with,
                                 uint32_t begin_count);

/**
 * Improves an order by random descent, which takes about as long as finding the order did. Needs no search to
 * be asked for.
 * @param part of at most XB_DENSE_LIMIT vertices
 * @param vertices the order to begin with; has room for all intermediates; receives an order of all of them
 * @param count number of these
 * @return whether it costs less than what was completed
 */
bool xb_improve_by_descent(xb_arena *scratch, const xb_prepared_part *part, int awareness, uint32_t *vertices,
                           uint32_t count);

#endif
