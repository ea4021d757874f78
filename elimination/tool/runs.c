/*
 * Orders run one by one, so that each of them that is completed is a result whatever happens to the others.
 * Processes of a team would end at different times, and wait for each other: there, only searches end early.
 */
#include "elimination/tool/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "elimination/graphs/line_graph.h"
#include "elimination/heuristics/trace.h"
#include "elimination/search/search.h"
#include "driver/interruption.h"

const char *const tool_kind_names[] = {"vertices", "edges", "faces"};

static bool leads(const tool_runs *r)
{
    return !r->team || r->team->rank == 0;
}

/* ---- limits ---- */

static bool is_interrupted(void *context)
{
    const tool_runs *r = context;
    return *r->interrupted != 0;
}

/* Each kind that is searched has the seconds, and so has a proof. */
static double deadline_of(const tool_runs *r)
{
    const xb_elimination_search *search = &r->options->search;
    int shares = r->options->searches ? (int)search->kind + 1 + (search->states > 0) : 1;
    return search->seconds > 0 ? xb_now() + search->seconds * shares : 0;
}

static bool is_over(const tool_runs *r)
{
    return !r->team && (*r->interrupted || (r->deadline > 0 && xb_now() >= r->deadline));
}

/* ---- foresight ---- */

/* Orders may have so many times fewer products than what is foreseen: where it is not more, they are tried.
 */
enum { WORTH_A_TRY = 4 };

/* What is only estimated has to be twice as much. */
static bool is_foreseen_to_fail(const tool_runs *r, xb_elimination_order order)
{
    size_t limit = (size_t)XB_PRODUCT_LIMIT * (r->foresight.exact ? 1 : 2);
    return (order == XB_ORDER_FORWARD && r->foresight.forward > limit) ||
           (order == XB_ORDER_REVERSE && r->foresight.reverse > limit);
}

/* Refuses what would end with an error after long work; an order that is asked for is tried. */
static bool is_hopeless(tool_runs *r, const xb_lcg *graph)
{
    const xb_elimination_options *options = &r->options->elimination;
    int order = r->options->order;
    if (options->objective != XB_OBJECTIVE_OPERATIONS || options->heuristic)
        return false;
    r->foresight = xb_foresee(r->scratch, graph, XB_PRODUCT_LIMIT);
    if ((order != TOOL_ALL_ORDERS && order != XB_ORDER_BEST) ||
        r->foresight.least / WORTH_A_TRY <= (size_t)XB_PRODUCT_LIMIT)
        return false;
    xb_error(r->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = r->name},
             "other objectives than operations need not accumulate all of it, such as --objective=total; "
             "--order=markowitz tries it all the same",
             "complete elimination would take about %zu products of edges, more than %d", r->foresight.least,
             XB_PRODUCT_LIMIT);
    return true;
}

/* ---- progress ---- */

static bool show_progress(void *context, const xb_search_progress *progress)
{
    tool_runs *r = context;
    if (r->shows_progress && (progress->seconds - r->shown > 0.1 || progress->seconds < r->shown)) {
        r->shown = progress->seconds;
        note_line_on_terminal(isatty(STDERR_FILENO) != 0);
        fprintf(stderr, "\r%s: %s, %3.0f%%, %.1f s, %" PRIu64 " steps, best %" PRIu64 "   ", r->name,
                tool_kind_names[progress->kind], 100 * progress->fraction, progress->seconds, progress->steps,
                progress->cost);
    }
    return !*r->interrupted;
}

static void end_progress(tool_runs *r)
{
    if (r->shows_progress && r->shown > 0)
        fputs("\r\033[K", stderr);
    note_line_on_terminal(false);
    r->shown = 0;
}

/* ---- runs ---- */

static const char *name_of(const tool_runs *r, xb_elimination_order order)
{
    return r->options->heuristic ? r->options->heuristic : xb_elimination_order_name(order);
}

static bool is_better(const tool_runs *r, const tool_result *a, const tool_result *b)
{
    const xb_elimination_options *options = &r->options->elimination;
    xb_score first = xb_score_of_counts(&a->result->counts, options),
             second = xb_score_of_counts(&b->result->counts, options);
    return xb_score_less(&first, &second);
}

static const tool_result *best_of(const tool_runs *r)
{
    const tool_result *best = &r->results[0];
    for (size_t i = 1; i < r->count; i++) {
        if (is_better(r, &r->results[i], best))
            best = &r->results[i];
    }
    return best;
}

static void note_too_large(tool_runs *r, const char *name)
{
    r->too_large = r->too_large ? xb_arena_format(r->scratch, "%s, %s", r->too_large, name) : name;
}

/* A heuristic that was interrupted has no complete elimination: the orders, which ran before, have. */
static tool_result row_of(const tool_runs *r, xb_elimination_order order, const xb_elimination *result)
{
    const char *heuristic = order == XB_ORDER_SEARCHED ? NULL : r->options->heuristic;
    bool stopped = result->stopped || (order == XB_ORDER_SEARCHED && *r->interrupted);
    return (tool_result){.order = order,
                         .result = result,
                         .heuristic = result->replaced ? NULL : heuristic,
                         .interrupted = stopped,
                         .replaced = result->replaced ? heuristic : NULL};
}

/* Takes a result if it is one. One that was stopped must be better than those before. */
static void take(tool_runs *r, tool_result row)
{
    bool stopped = row.result->stopped;
    r->ended = r->ended || stopped;
    r->has_history = false;
    if (row.result->replaced && !stopped) {
        r->too_many_lines = true;
        return;
    }
    if (row.result->incomplete) {
        if (!stopped && row.order != XB_ORDER_SEARCHED)
            note_too_large(r, name_of(r, row.order));
        return;
    }
    if (stopped && r->count > 0 && !is_better(r, &row, best_of(r)))
        return;
    r->results[r->count++] = row;
    r->has_history = true;
    r->searched = row.order == XB_ORDER_SEARCHED;
}

static void run(tool_runs *r, const xb_lcg *graph, xb_elimination_order order,
                const xb_elimination_search *search)
{
    if (!search && is_foreseen_to_fail(r, order)) {
        note_too_large(r, name_of(r, order));
        return;
    }
    xb_elimination_options options = r->options->elimination;
    xb_elimination_limits limits = {0, is_interrupted, r};
    if (is_over(r)) {
        r->ended = true;
        return;
    }
    if (r->deadline > 0)
        limits.seconds = r->deadline - xb_now();
    options.limits = r->team ? NULL : &limits;
    options.history = r->history;
    options.order = order;
    options.search = search;
    const xb_elimination *result = xb_eliminate(r->scratch, r->scratch, graph, &options);
    take(r, row_of(r, search ? XB_ORDER_SEARCHED : order, result));
}

static void run_search(tool_runs *r, const xb_lcg *graph)
{
    xb_elimination_search search = r->options->search;
    int order = r->options->order;
    search.team = r->team;
    search.progress = show_progress;
    search.context = r;
    run(r, graph, order == TOOL_ALL_ORDERS ? XB_ORDER_BEST : (xb_elimination_order)order, &search);
    end_progress(r);
}

/* Whether each part could be eliminated in another order, although no order can for all of them. */
static bool may_mix(const tool_runs *r, const xb_lcg *graph)
{
    const xb_prepared *prepared = xb_prepare(r->scratch, graph);
    size_t count = 0;
    for (size_t p = 0; p < prepared->part_count; p++)
        count += prepared->parts[p].intermediate_count > 0;
    return count > 1;
}

static void run_orders(tool_runs *r, const xb_lcg *graph)
{
    if (r->options->heuristic) {
        run(r, graph, XB_ORDER_BEST, NULL);
    } else if (r->options->order != TOOL_ALL_ORDERS) {
        run(r, graph, (xb_elimination_order)r->options->order, NULL);
    } else {
        for (int order = XB_ORDER_FORWARD; order < XB_ELIMINATION_ORDER_COUNT; order++)
            run(r, graph, (xb_elimination_order)order, NULL);
        if (r->count > 0 || may_mix(r, graph))
            run(r, graph, XB_ORDER_BEST, NULL);
    }
}

/* ---- what is left of it ---- */

static bool agree(const tool_runs *r, bool wish)
{
    return xb_search_agree(&(xb_elimination_search){.team = r->team}, wish);
}

void tool_runs_refuse_faces(xb_diagnostics *diagnostics, const char *name)
{
    xb_error(diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = name},
             "vertices and edges have no such limits",
             "a part of the graph is too large for faces: more than %d edges, or more than %d lines later on",
             XB_LINE_LIMIT, XB_LINE_ROOM_LIMIT);
}

static void say_why(const tool_runs *r)
{
    const char *hint =
        "other objectives than operations have a result at any time, such as --objective=total";
    const xb_place place = {.file = r->name};
    if (r->too_many_lines)
        tool_runs_refuse_faces(r->diagnostics, r->name);
    else if (*r->interrupted)
        xb_error(r->diagnostics, XB_STATUS_FAILED, place, hint,
                 "interrupted before any elimination was complete");
    else if (r->ended)
        xb_error(r->diagnostics, XB_STATUS_UNSUPPORTED, place, hint,
                 "no elimination was complete within %g seconds", r->options->search.seconds);
    else
        xb_error(r->diagnostics, XB_STATUS_UNSUPPORTED, place, hint,
                 "no complete elimination with at most %d products of edges was found (%s)", XB_PRODUCT_LIMIT,
                 r->too_large);
}

static void warn(const tool_runs *r)
{
    const xb_place place = {.file = r->name};
    if (r->too_large)
        xb_warning(r->diagnostics, place, NULL, "%s: left out, more than %d products of edges", r->too_large,
                   XB_PRODUCT_LIMIT);
    if (*r->interrupted && leads(r))
        xb_warning(r->diagnostics, place, NULL, "interrupted; this is the best so far");
    else if (r->ended)
        xb_warning(r->diagnostics, place, NULL, "not all that was asked for was done within %g seconds",
                   r->options->search.seconds);
}

void tool_runs_do(tool_runs *r, const xb_lcg *graph)
{
    if (is_hopeless(r, graph))
        return;
    r->deadline = deadline_of(r);
    run_orders(r, graph);
    if (r->options->searches && !agree(r, *r->interrupted != 0) && r->count > 0)
        run_search(r, graph);
    if (r->count == 0) {
        say_why(r);
        return;
    }
    const tool_result *best = best_of(r);
    if (r->ended && is_better(r, best, &r->results[r->count - 1])) {
        tool_result row = *best;
        row.order = XB_ORDER_BEST;
        r->results[r->count++] = row;
        r->has_history = r->searched = false;
    }
    warn(r);
}
