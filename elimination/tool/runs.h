/*
 * What runs on one graph: the orders, a heuristic, a search, for as long as there is time.
 */
#ifndef XB_ELIMINATION_TOOL_RUNS_H
#define XB_ELIMINATION_TOOL_RUNS_H

#include <signal.h>

#include "elimination/heuristics/foresight.h"
#include "elimination/tool/options.h"
#include "elimination/tool/report.h"
#include "base/diagnostics.h"

/** All runs on one graph. */
typedef struct tool_runs {
    const char *name; /**< of the file, for progress */
    const tool_options *options;
    const xb_search_team *team;               /**< NULL if this process is alone */
    xb_arena *scratch;                        /**< where the results are */
    xb_diagnostics *diagnostics;              /**< receives what could not be done */
    xb_history *history;                      /**< receives the steps of the last run, or NULL */
    bool shows_progress;                      /**< of searches, on standard error */
    const volatile sig_atomic_t *interrupted; /**< set when the user wants no more */

    tool_result results[XB_ELIMINATION_ORDER_COUNT + 1]; /**< receives what was completed, the best last */
    size_t count;           /**< number of results; if it is 0, the diagnostics say why */
    bool searched;          /**< the last result is of a search */
    bool has_history;       /**< the history is that of the last result */
    double deadline;        /**< private: end of all orders; 0 if there is none */
    xb_foresight foresight; /**< private: products of complete elimination, where they may be too many */
    bool ended;             /**< private: not all that was asked for has run, or to its end */
    bool too_many_lines;    /**< private: a heuristic for faces could not run */
    double shown;           /**< private: when progress was last shown */
    const char *too_large;  /**< private: names of orders that have too many products, or NULL */
} tool_runs;

/** What is searched, by xb_elimination_kind. */
extern const char *const tool_kind_names[];

/** Runs what was asked for. When time is over or the user wants no more, what was completed until then
 * counts. */
void tool_runs_do(tool_runs *runs, const xb_lcg *graph);

/** Reports that a heuristic for faces can't run on a graph, by xb_heuristic_fits() or because it came to
 * that.
 * @param name of the file */
void tool_runs_refuse_faces(xb_diagnostics *diagnostics, const char *name);

#endif
