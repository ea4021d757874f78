/**
 * @file
 * Private to the portfolio: its runs on one part, one after the other, and the best list of actions so far.
 */
#ifndef XB_ELIMINATION_PORTFOLIO_RUNS_H
#define XB_ELIMINATION_PORTFOLIO_RUNS_H

#include "elimination/graphs/heap.h"
#include "elimination/heuristics/trace.h"
#include "elimination/portfolio/improve.h"
#include "elimination/portfolio/portfolio.h"

/** By how much a limit grows with which nothing was completed. */
enum { XB_LIMIT_GROWTH = 4 };

/** Vertices and edges of the largest part for which edge eliminations are tried. */
enum { XB_SMALL_PART = 2000 };

/** Vertices and edges from which on a part is large: only what is best so far is worked on further, and no
 * memory is kept for the next one. */
enum { XB_LARGE_PART = 50000 };

/** Vertices of the largest part whose order is changed as a whole. */
enum { XB_DESCENT_LIMIT = 1000 };

/** Vertices to be eliminated of the smallest part whose orders are improved by windows. */
enum { XB_WORTH_WINDOWS = 8 };

/** Orders from which improvement begins, at most. */
enum { XB_STARTS_AT_MOST = 5 };

/** An order from which improvement begins, or the order that improvement has made of it. */
typedef struct xb_start {
    uint32_t *vertices; /**< room for those of a part that is changed as a whole */
    uint32_t count;     /**< their number; some that something cancelled may be missing */
    xb_score score;     /**< what it costs */
} xb_start;

/** Clean-ups of a part that are remembered, at most. */
enum { XB_CLEAN_UPS_AT_MOST = 8 };

/** What a clean-up began with. */
typedef struct xb_clean_up {
    uint64_t *eliminated; /**< vertices: a set with room for those of any part */
    xb_score score;       /**< what their elimination cost */
} xb_clean_up;

struct xb_portfolio {
    xb_trace trace;
    xb_heap heap;
    xb_elimination_options options;
    const uint32_t *statement; /* see xb_lcg */
    size_t size;               /* of all parts */
    const xb_prepared_part *part;
    size_t allowance;
    size_t least_nontrivial;
    bool exact;
    bool cancelled;
    bool replaced;         /* the heuristic was given up */
    xb_accumulation trial; /* for exact counts */
    xb_actions best;
    xb_score best_score;
    bool has_best;
    xb_elimination_order best_order;
    uint32_t *vertices;                 /* of the largest part: an order that is improved */
    xb_start starts[XB_STARTS_AT_MOST]; /* orders that were completed */
    uint32_t start_count;
    xb_clean_up clean_ups[XB_CLEAN_UPS_AT_MOST];
    uint32_t clean_up_count;
    uint32_t exhausted;               /* a bit for each order that reached its limit */
    xb_search_budget budget;          /* of searches */
    const xb_line_sequence *sequence; /* if a search found something better than the best list */
    uint64_t *least;                  /* likewise: products at each vertex */
    bool optimal;                     /* whether the best list has no more of them */
    size_t lower_bound;
    size_t chosen_size; /* of the parts that were chosen for, the present one included */
    xb_watch *watch;
    double began; /* when the last run did; only if there is a watch */
};

/** Vertices and edges of a part. */
size_t xb_portfolio_size_of(const xb_prepared_part *part);

/** Whether not everything has to be eliminated. */
bool xb_portfolio_is_partial(const xb_portfolio *portfolio);

/** What actions really cost. */
xb_score xb_portfolio_exact_score(xb_portfolio *portfolio, const xb_lcg_action *actions, size_t count);

/** Begins a run on the part. Counts that a cancellation made wrong are no reason to give up. */
void xb_portfolio_begin(xb_portfolio *portfolio, size_t limit);

/** Compares the first actions of the last run with the best list so far. */
void xb_portfolio_consider(xb_portfolio *portfolio, size_t count, xb_score score, xb_elimination_order order);

/** Compares the last run's best point with the best list so far. */
void xb_portfolio_consider_run(xb_portfolio *portfolio, xb_elimination_order order);

/** Goes on from the best point of the last run with what improves at once, unless that came to nothing better
 * before. */
void xb_portfolio_clean_up(xb_portfolio *portfolio, xb_elimination_order order);

/** The vertices of the best list; none if it has other eliminations, too. @return their number */
uint32_t xb_portfolio_best_vertices(const xb_portfolio *portfolio, uint32_t *vertices);

/** Runs an order of vertices, which may be eliminable no more when their turn comes. */
void xb_portfolio_run_vertices(xb_portfolio *portfolio, const uint32_t *vertices, uint32_t count,
                               xb_elimination_order order);

/** The run in which nothing is done. */
void xb_portfolio_do_nothing(xb_portfolio *portfolio);

/**
 * Runs the orders that are wanted (complete.c).
 * @return whether none of them has to be tried again with a higher limit: one of them was completed, or all
 * were given up for good
 */
bool xb_portfolio_run_orders(xb_portfolio *portfolio, size_t limit);

/** Whether the best order may be changed. */
bool xb_portfolio_may_descend(const xb_portfolio *portfolio);

/** Whether orders of the part are worth being improved by windows (descent.c). */
bool xb_portfolio_is_worth_windows(const xb_portfolio *portfolio);

/** Notes the last run, which was completed, as an order from which improvement begins. */
void xb_portfolio_add_start(xb_portfolio *portfolio);

/** Makes the best order cheaper; those that were noted become candidates for it. */
void xb_portfolio_descend(xb_portfolio *portfolio);

/** Runs all that complete elimination has; it must succeed whatever it takes. */
void xb_portfolio_run_complete(xb_portfolio *portfolio);

/** Runs all that partial elimination has (partial.c). */
void xb_portfolio_run_partial(xb_portfolio *portfolio);

#endif
