/**
 * @file
 * One run of an elimination heuristic: the actions it does, and the point at which the graph was best.
 */
#ifndef XB_ELIMINATION_HEURISTICS_TRACE_H
#define XB_ELIMINATION_HEURISTICS_TRACE_H

#include "elimination/graphs/lcg.h"

/** Numbers to be compared one after the other; lower is better. */
typedef struct xb_score {
    size_t ranks[5]; /**< the first one that differs decides */
} xb_score;

/** Whether a is lower than b. */
bool xb_score_less(const xb_score *a, const xb_score *b);

/** The score of something that costs so much. */
xb_score xb_score_of_counts(const xb_elimination_counts *counts, const xb_elimination_options *options);

/** The score of the graph as it is, see xb_eliminate(). For XB_OBJECTIVE_OPERATIONS it means something when
 * all is eliminated. */
xb_score xb_score_of(const xb_lcg_state *state, const xb_elimination_options *options);

/** A list of actions. */
typedef struct xb_actions {
    xb_lcg_action *items; /**< the actions */
    size_t count;         /**< their number */
    size_t capacity;      /**< private */
} xb_actions;

/** A run. The same trace serves one run after the other. */
typedef struct xb_trace {
    xb_lcg_state *state;                   /**< the graph; changed by xb_trace_step() only */
    xb_arena *scratch;                     /**< where the lists grow */
    const xb_elimination_options *options; /**< what is looked for */
    xb_actions actions;                    /**< all actions of the run */
    size_t best_length;                    /**< number of actions after which the graph was best */
    xb_score best;                         /**< score at that point */
    bool has_best; /**< whether such a point was passed; with XB_OBJECTIVE_OPERATIONS only the end counts */
    bool complete; /**< whether everything that can be eliminated was */
    bool out_of_budget; /**< whether the run ended because it took too long */
    bool too_large;     /**< whether the run ended because it had too many products */
    size_t limit;       /**< value of the state's work counter at which to stop */
    size_t start;       /**< value of the work counter at which the run began */
    const xb_score
        *rival; /**< score to beat, or NULL: with XB_OBJECTIVE_OPERATIONS and XB_OBJECTIVE_TOTAL, the run ends
                   when it can't; with the others, long runs end when they have done more without */
} xb_trace;

/** The number of products that no run may exceed. */
static inline size_t xb_product_limit(const xb_elimination_options *options)
{
    return options->products > 0 ? options->products : (size_t)XB_PRODUCT_LIMIT;
}

/** Starts a run on a part. */
void xb_trace_begin(xb_trace *trace, const xb_prepared_part *part);

/** Starts a run on a part with the first actions of an earlier one; they must be possible. */
void xb_trace_begin_with(xb_trace *trace, const xb_prepared_part *part, const xb_lcg_action *actions,
                         size_t count);

/**
 * Does an action, unless that would take too long or the rival is better.
 * @return whether it was done; if not, the run must end
 */
bool xb_trace_step(xb_trace *trace, xb_lcg_action action);

/** Whether the run must end because it has taken too long. Steps check it, too. */
bool xb_trace_is_exhausted(xb_trace *trace);

/** Ends a run that found nothing more to eliminate. */
void xb_trace_complete(xb_trace *trace);

#endif
