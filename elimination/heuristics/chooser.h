/**
 * @file
 * The vertex and edge eliminations that a heuristic chooses from, in the order of its filters.
 *
 * A chain of filters keeps those candidates that come first when their keys are compared one after the other.
 * Ties are broken as the filter `reverse` does.
 */
#ifndef XB_ELIMINATION_HEURISTICS_CHOOSER_H
#define XB_ELIMINATION_HEURISTICS_CHOOSER_H

#include "elimination/heuristics/filter_view.h"
#include "elimination/heuristics/heuristics.h"

/** Candidates. */
typedef struct xb_chooser xb_chooser;

/**
 * Lists the candidates of a graph. For edges if that is the heuristic's target, otherwise vertices.
 * @param limit elementary operations, of which the graph's own count, after which nothing is computed any
 * more
 */
xb_chooser *xb_chooser_create(xb_arena *scratch, xb_lcg_state *state, const xb_heuristic *heuristic,
                              size_t limit);

/** Takes the best candidate. @return false if there is none left, or the limit is reached */
bool xb_chooser_next(xb_chooser *chooser, xb_lcg_action *action);

/** To be called when an elimination was chosen and is going to be done, at once or in several steps. */
void xb_chooser_begin(xb_chooser *chooser, xb_lcg_action action);

/** To be called before each step. */
void xb_chooser_before(xb_chooser *chooser, xb_lcg_action action);

/** To be called after each step: keys that depend on what it changed are computed again. */
void xb_chooser_after(xb_chooser *chooser);

#endif
