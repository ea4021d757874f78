/**
 * @file
 * The choice of the best elimination of one part among those that the heuristics find.
 */
#ifndef XB_ELIMINATION_PORTFOLIO_PORTFOLIO_H
#define XB_ELIMINATION_PORTFOLIO_PORTFOLIO_H

#include "elimination/portfolio/accumulation.h"

/** The heuristics' working memory. It serves one part after the other. */
typedef struct xb_portfolio xb_portfolio;

/** What was chosen for a part. */
typedef struct xb_choice {
    const xb_lcg_action *actions;     /**< the actions to do; valid until the next choice */
    size_t count;                     /**< their number */
    xb_elimination_order order;       /**< the order they follow, XB_ORDER_BEST for anything else */
    size_t lower_bound;               /**< no elimination costs less, as far as is known */
    const xb_line_sequence *sequence; /**< if not NULL, what to do instead of the actions */
    bool interrupted;                 /**< a search ended before its time */
    bool incomplete;                  /**< see xb_elimination */
    bool replaced;                    /**< likewise */
} xb_choice;

/**
 * Creates a portfolio in scratch memory.
 * @param statement for each vertex of the input, see xb_lcg; NULL if nothing is known of statements
 * @param watch over the work, or NULL
 */
xb_portfolio *xb_portfolio_create(xb_arena *scratch, const xb_prepared *prepared,
                                  const xb_elimination_options *options, const uint32_t *statement,
                                  xb_watch *watch);

/** Chooses for one part; it must have something to eliminate. */
xb_choice xb_portfolio_choose(xb_portfolio *portfolio, const xb_prepared_part *part);

/** Gives back what choosing took, if the part that was chosen for is large: the next choice takes it again.
 * What was chosen, and the graph, stay. */
void xb_portfolio_rest(xb_portfolio *portfolio);

/** Gives back what is left of a portfolio, which must not be used any more. */
void xb_portfolio_end(xb_portfolio *portfolio, const xb_prepared *prepared);

/** The graph that the portfolio works on, for use between choices. */
xb_lcg_state *xb_portfolio_state(xb_portfolio *portfolio);

#endif
