/**
 * @file
 * Elimination statement by statement: what there was to gain if the graph were one statement each.
 */
#ifndef XB_ELIMINATION_PORTFOLIO_STATEMENTS_H
#define XB_ELIMINATION_PORTFOLIO_STATEMENTS_H

#include "elimination/heuristics/trace.h"

/**
 * Chooses for each statement of a part what to eliminate as if it were alone, its result the dependent: at
 * most the vertices that only the statement itself uses. Takes time linear in the part for statements of
 * bounded size.
 * @param scratch where the list is allocated, and working memory, which is released
 * @param statement for each vertex of the input, see xb_lcg
 * @param options what to make small; budget and search are not heeded
 * @param watch over the work, or NULL
 * @return the actions, in terms of vertices of the part
 */
xb_actions xb_statements_choose(xb_arena *scratch, const xb_prepared_part *part, const uint32_t *statement,
                                const xb_elimination_options *options, xb_watch *watch);

#endif
