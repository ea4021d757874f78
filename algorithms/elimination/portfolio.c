/*
 * Every heuristic runs on its own copy of the part and leaves a list of actions; the best list is kept.
 * Heuristics count operations as they go, which is exact unless a label became 0: then steps may turn out
 * superfluous. In that case the heuristics run again, and what they find is compared by the code that it
 * really makes.
 *
 * A complete elimination must succeed whatever it takes. So the orders run with a limit, and as long as none
 * succeeds they run again with a larger one: in the end no more than a small multiple of the time of the
 * cheapest has been spent.
 */
#include "algorithms/elimination/portfolio.h"

#include <string.h>

#include "algorithms/elimination/graphs/least.h"
#include "algorithms/elimination/heuristics/cut_order.h"
#include "algorithms/elimination/heuristics/heuristics.h"
#include "algorithms/elimination/heuristics/scarcity.h"
#include "algorithms/elimination/heuristics/statements.h"
#include "algorithms/elimination/heuristics/vertex_orders.h"
#include "algorithms/elimination/improve.h"
#include "algorithms/elimination/search/windows.h"

/* Elementary operations that one heuristic may take: a multiple of the size of the part, and some for small
 * ones. */
enum { WORK_PER_SIZE = 8, WORK_AT_LEAST = 20000, LIMIT_GROWTH = 4 };

/* Vertices and edges of the parts for which edge eliminations are tried, and from which on only what is best
 * so far is worked on further. */
enum { SMALL_PART = 2000, LARGE_PART = 50000 };

/* Vertices of the largest part whose order is changed as a whole. */
enum { DESCENT_LIMIT = 1000 };

/* Vertices to be eliminated of the smallest part whose order is improved by windows. */
enum { WORTH_WINDOWS = 8 };

/* What is tried in windows, the passes one after the other: of parts whose order is changed as a whole, and
 * of larger ones. Some graphs want it warmer than others. */
static const xb_windows_effort window_passes[] = {{40, 1, 0}, {40, 2, 2}}, window_pass_of_large = {8, 1, 0};

enum { WINDOW_PASSES = sizeof window_passes / sizeof *window_passes };

/* Vertices of the largest part that has windows: beyond that they take as long as the orders, and gain
 * little. */
enum { WINDOWS_LIMIT = 8000 };

/* Small changes never saved more than half of an order: one that costs more than so many times what there is
 * to gain stays as it is. */
enum { WORTH_DESCENT = 2 };

/* Explorations that avoid what the ones before refilled. */
enum { MOST_RUNS = 4 };

/* How much longer writing down what a run did takes than the run. */
static const double WRITING = 2;

/* How often more than that complete elimination may take before XB_OBJECTIVE_TOTAL gives it up. */
enum { COMPLETE_AT_MOST = 64 };

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
    uint32_t *vertices; /* of the largest part: an order that is improved */
    uint32_t *sweep;    /* likewise: the best order without the one from a cut, if that is better */
    uint32_t sweep_count;
    xb_search_budget budget;          /* of searches */
    const xb_line_sequence *sequence; /* if a search found something better than the best list */
    uint64_t *least;                  /* likewise: products at each vertex */
    bool optimal;                     /* whether the best list has no more of them */
    size_t lower_bound;
    size_t chosen_size; /* of the parts that were chosen for, the present one included */
    xb_watch *watch;
    double began; /* when the last run did; only if there is a watch */
};

/* What counts first. Repeated labels are not foreseen. */
static xb_lcg_weights weights_of(const xb_elimination_options *options)
{
    if (options->objective != XB_OBJECTIVE_TOTAL)
        return (xb_lcg_weights){.nontrivial = 1};
    return (xb_lcg_weights){.accumulation = 1,
                            .propagation = options->directions > 0 ? (int64_t)options->directions : 1};
}

xb_portfolio *xb_portfolio_create(xb_arena *scratch, const xb_prepared *prepared,
                                  const xb_elimination_options *options, const uint32_t *statement,
                                  xb_watch *watch)
{
    xb_portfolio *portfolio = xb_arena_alloc(scratch, sizeof *portfolio);
    bool is_tape = options->objective == XB_OBJECTIVE_TAPE;
    portfolio->options = *options;
    portfolio->statement = statement;
    portfolio->size = prepared->size;
    portfolio->heap.arena = scratch;
    portfolio->trial.arena = scratch;
    portfolio->trial.sums = &prepared->sums;
    portfolio->trace.scratch = scratch;
    portfolio->trace.options = &portfolio->options;
    portfolio->trace.state = xb_lcg_state_create(scratch, prepared, is_tape ? 2 : options->awareness);
    portfolio->trace.state->weights = weights_of(options);
    portfolio->trace.state->watch = watch;
    portfolio->watch = watch;
    if (is_tape)
        xb_lcg_count_repeated(portfolio->trace.state, prepared);
    portfolio->vertices = xb_arena_array(scratch, prepared->largest_part, sizeof *portfolio->vertices);
    portfolio->sweep = xb_arena_array(scratch, prepared->largest_part, sizeof *portfolio->sweep);
    portfolio->least = xb_arena_array(scratch, prepared->largest_part, sizeof *portfolio->least);
    portfolio->budget.search = options->search;
    portfolio->budget.began = options->search ? xb_now() : 0;
    return portfolio;
}

xb_lcg_state *xb_portfolio_state(xb_portfolio *portfolio)
{
    return portfolio->trace.state;
}

static size_t size_of(const xb_prepared_part *part)
{
    return (size_t)part->vertex_count + part->edge_count;
}

static bool is_partial(const xb_portfolio *portfolio)
{
    return portfolio->options.objective != XB_OBJECTIVE_OPERATIONS;
}

static size_t allowance_of(const xb_portfolio *portfolio, const xb_prepared_part *part)
{
    size_t size = size_of(part);
    if (portfolio->options.budget == 0)
        return WORK_PER_SIZE * size + WORK_AT_LEAST;
    return (size_t)((double)portfolio->options.budget * ((double)size / (double)portfolio->size));
}

static void set_limit(xb_portfolio *portfolio, size_t limit)
{
    size_t now = portfolio->trace.state->work;
    portfolio->trace.limit = limit > SIZE_MAX - now ? SIZE_MAX : now + limit;
}

static xb_score exact_score(xb_portfolio *portfolio, const xb_lcg_action *actions, size_t count)
{
    xb_accumulation_clear(&portfolio->trial);
    xb_accumulation_add(&portfolio->trial, portfolio->trace.state, portfolio->part, actions, count);
    xb_elimination_counts counts = xb_accumulation_count(&portfolio->trial, portfolio->options.awareness);
    return xb_score_of_counts(&counts, &portfolio->options);
}

static void keep(xb_portfolio *portfolio, size_t count)
{
    xb_actions *best = &portfolio->best;
    if (count > best->capacity) {
        best->capacity = portfolio->trace.actions.capacity;
        best->items = xb_arena_array(portfolio->trace.scratch, best->capacity, sizeof *best->items);
    }
    if (count > 0)
        memcpy(best->items, portfolio->trace.actions.items, count * sizeof *best->items);
    best->count = count;
}

/* Compares the first actions of the last run with the best list so far. */
static void consider(xb_portfolio *portfolio, size_t count, xb_score score, xb_elimination_order order)
{
    if (portfolio->exact)
        score = exact_score(portfolio, portfolio->trace.actions.items, count);
    if (portfolio->has_best && !xb_score_less(&score, &portfolio->best_score))
        return;
    keep(portfolio, count);
    portfolio->has_best = true;
    portfolio->best_score = score;
    portfolio->best_order = order;
    if (portfolio->watch && !is_partial(portfolio))
        portfolio->watch->reserve = WRITING * (xb_now() - portfolio->began);
}

static void consider_run(xb_portfolio *portfolio, xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    portfolio->cancelled |= trace->state->cancelled;
    xb_score last = xb_score_of(trace->state, trace->options);
    if (trace->has_best)
        consider(portfolio, trace->best_length, trace->best, trace->best_length > 0 ? order : XB_ORDER_BEST);
    if (portfolio->exact && trace->complete && trace->best_length < trace->actions.count)
        consider(portfolio, trace->actions.count, last, order);
}

static bool is_wanted(const xb_portfolio *portfolio, xb_elimination_order order)
{
    if (portfolio->options.order != XB_ORDER_BEST)
        return portfolio->options.order == order;
    return portfolio->part->intermediate_count > 1 ||
           order == XB_ORDER_REVERSE; /* all the same for one vertex */
}

static const xb_elimination_order orders[] = {XB_ORDER_REVERSE, XB_ORDER_MARKOWITZ, XB_ORDER_USED_ONCE,
                                              XB_ORDER_FORWARD};

enum { ORDER_COUNT = sizeof orders / sizeof *orders };

/* Begins a run on the part. Counts that a cancellation made wrong are no reason to give up. */
static void begin(xb_portfolio *portfolio, size_t limit)
{
    xb_trace *trace = &portfolio->trace;
    trace->rival = portfolio->has_best && !portfolio->exact ? &portfolio->best_score : NULL;
    portfolio->began = portfolio->watch ? xb_now() : 0;
    xb_trace_begin(trace, portfolio->part);
    set_limit(portfolio, limit);
}

/* Goes on from the best point of the last run with what improves at once. */
static void clean_up(xb_portfolio *portfolio, xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    bool is_there = trace->best_length == trace->actions.count;
    if (trace->complete && is_there)
        return;
    if (size_of(portfolio->part) > LARGE_PART && xb_score_less(&portfolio->best_score, &trace->best))
        return; /* hardly worth the time */
    if (!is_there || portfolio->exact)
        xb_trace_begin_with(trace, portfolio->part, trace->actions.items, trace->best_length);
    set_limit(portfolio, portfolio->allowance);
    trace->rival = NULL;
    bool is_small = size_of(portfolio->part) <= SMALL_PART;
    xb_candidates candidates = is_small ? XB_CANDIDATES_EDGES : XB_CANDIDATES_VERTICES;
    xb_scarcity_clean_up(trace, candidates, is_small && portfolio->options.rerouting, &portfolio->heap);
    consider_run(portfolio, trace->best_length > 0 ? order : XB_ORDER_BEST);
}

static bool is_worth_windows(const xb_portfolio *portfolio)
{
    return portfolio->options.order == XB_ORDER_BEST &&
           portfolio->part->intermediate_count >= (uint32_t)WORTH_WINDOWS;
}

/* Whether the best list forms no more products than any other one has to. The part is just loaded. */
static bool is_optimal(const xb_portfolio *portfolio)
{
    const xb_trace *trace = &portfolio->trace;
    uint64_t least = xb_least_products(trace->scratch, trace->state, portfolio->least);
    return portfolio->has_best && portfolio->options.awareness <= 0 && !portfolio->exact &&
           portfolio->best_score.ranks[0] <= least;
}

/* The vertices of the best list; none if it has other eliminations, too. */
static uint32_t best_vertices(const xb_portfolio *portfolio, uint32_t *vertices)
{
    for (size_t i = 0; i < portfolio->best.count; i++) {
        if (portfolio->best.items[i].kind != XB_ACTION_VERTEX)
            return 0;
        vertices[i] = portfolio->best.items[i].source;
    }
    return (uint32_t)portfolio->best.count;
}

/* Finding the cut takes as long as some orders do. */
static bool run_cut_order(xb_portfolio *portfolio, size_t limit)
{
    begin(portfolio, limit > SIZE_MAX / LIMIT_GROWTH ? SIZE_MAX : limit * LIMIT_GROWTH);
    portfolio->optimal = is_optimal(portfolio);
    if (portfolio->optimal)
        return true;
    portfolio->sweep_count = best_vertices(portfolio, portfolio->sweep);
    xb_cut_order_run(&portfolio->trace, &portfolio->heap);
    consider_run(portfolio, XB_ORDER_DESCENT);
    if (portfolio->best_order != XB_ORDER_DESCENT)
        portfolio->sweep_count = 0;
    return portfolio->trace.complete;
}

/* Returns whether none of them has to be tried again with a higher limit: one of them was completed, or all
 * were given up for good. */
static bool run_orders(xb_portfolio *portfolio, size_t limit)
{
    bool completed = false, exhausted = false;
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        if (!is_wanted(portfolio, orders[i]))
            continue;
        begin(portfolio, limit);
        xb_vertex_order_run(&portfolio->trace, orders[i], &portfolio->heap);
        completed |= portfolio->trace.complete;
        exhausted |= portfolio->trace.out_of_budget;
        consider_run(portfolio, orders[i]);
        if (is_partial(portfolio))
            clean_up(portfolio, orders[i]);
    }
    if (is_worth_windows(portfolio) && !is_partial(portfolio))
        completed |= run_cut_order(portfolio, limit);
    return completed || !exhausted;
}

/* Runs an order of vertices, which may be eliminable no more when their turn comes. */
static void run_vertices(xb_portfolio *portfolio, const uint32_t *vertices, uint32_t count,
                         xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    begin(portfolio, SIZE_MAX);
    trace->rival = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (xb_lcg_is_eliminable(trace->state, vertices[i]) &&
            !xb_trace_step(trace, xb_lcg_vertex_action(vertices[i])))
            return; /* too large */
    }
    xb_trace_complete(trace);
    consider_run(portfolio, order);
}

/* The same, and those that cancellation spared, which another order may not spare. Returns the number of all
 * intermediates. */
static uint32_t all_vertices(const xb_portfolio *portfolio, uint32_t *vertices)
{
    const xb_prepared_part *part = portfolio->part;
    uint32_t count = best_vertices(portfolio, vertices);
    bool *taken = xb_arena_array(portfolio->trace.scratch, part->vertex_count, sizeof *taken);
    for (uint32_t i = 0; i < count; i++)
        taken[vertices[i]] = true;
    for (uint32_t v = part->vertex_count; v-- > 0 && count < part->intermediate_count;) {
        if (part->vertices[v].role == XB_ROLE_INTERMEDIATE && !taken[v])
            vertices[count++] = v;
    }
    return count;
}

static void descend_from(xb_portfolio *portfolio, uint32_t *vertices, uint32_t count)
{
    const xb_prepared_part *part = portfolio->part;
    if (xb_improve_a_little(portfolio->trace.scratch, part, portfolio->options.awareness, vertices, count))
        run_vertices(portfolio, vertices, part->intermediate_count, XB_ORDER_DESCENT);
}

static void improve_by_windows(xb_portfolio *portfolio, const xb_windows_effort *effort)
{
    uint32_t *vertices = portfolio->vertices, count = all_vertices(portfolio, vertices);
    if (xb_windows_improve(portfolio->trace.scratch, portfolio->trace.state, portfolio->part,
                           portfolio->options.awareness, effort, portfolio->least, vertices, count))
        run_vertices(portfolio, vertices, count, XB_ORDER_DESCENT);
}

/* Small changes make the best order cheaper, by up to a third. Those of the order as a whole take time that
 * grows faster than the part. */
static void descend(xb_portfolio *portfolio)
{
    const xb_prepared_part *part = portfolio->part;
    bool is_small = part->vertex_count <= (uint32_t)DESCENT_LIMIT && !portfolio->optimal;
    uint32_t count = best_vertices(portfolio, portfolio->vertices);
    if (is_small && portfolio->sweep_count > 0)
        descend_from(portfolio, portfolio->sweep, portfolio->sweep_count);
    if (is_small)
        descend_from(portfolio, portfolio->vertices, count);
    bool is_huge = part->vertex_count > (uint32_t)WINDOWS_LIMIT;
    if (!is_worth_windows(portfolio) || portfolio->optimal || is_huge)
        return;
    if (!is_small)
        improve_by_windows(portfolio, &window_pass_of_large);
    for (size_t i = 0; is_small && i < (size_t)WINDOW_PASSES; i++)
        improve_by_windows(portfolio, &window_passes[i]);
}

static bool may_descend(const xb_portfolio *portfolio)
{
    return portfolio->options.order == XB_ORDER_BEST && portfolio->part->intermediate_count > 1;
}

static void run_complete(xb_portfolio *portfolio)
{
    size_t limit = portfolio->options.order == XB_ORDER_BEST ? portfolio->allowance : SIZE_MAX;
    while (!run_orders(portfolio, limit))
        limit = limit > SIZE_MAX / LIMIT_GROWTH ? SIZE_MAX : limit * LIMIT_GROWTH;
    if (portfolio->has_best && may_descend(portfolio))
        descend(portfolio);
}

static void explore_once(xb_portfolio *portfolio, const xb_exploration *how)
{
    begin(portfolio, portfolio->allowance);
    xb_scarcity_explore(&portfolio->trace, how, &portfolio->heap);
    consider_run(portfolio, XB_ORDER_BEST);
    clean_up(portfolio, XB_ORDER_BEST);
}

static void explore_vertices(xb_portfolio *portfolio)
{
    explore_once(portfolio, &(xb_exploration){.candidates = XB_CANDIDATES_VERTICES,
                                              .maintaining = portfolio->options.maintaining});
}

static void explore_edges(xb_portfolio *portfolio)
{
    xb_exploration how = {.candidates = XB_CANDIDATES_EDGES,
                          .maintaining = true,
                          .rerouting = portfolio->options.rerouting,
                          .refills = xb_refills_create(portfolio->trace.scratch, portfolio->part)};
    do {
        xb_refills_begin(how.refills);
        explore_once(portfolio, &how);
    } while (how.refills->revealed && how.refills->run < MOST_RUNS);
}

static bool all_variable(const xb_lcg_state *state, uint32_t arc, bool out)
{
    while (arc != XB_LCG_NONE && state->arcs[arc].label.kind != XB_OPERAND_CONSTANT)
        arc = out ? state->arcs[arc].next_out : state->arcs[arc].next_in;
    return arc == XB_LCG_NONE;
}

/* A number of nontrivial edges that no elimination can get below: what replaces variable edges out of an
 * independent, or into a dependent, is variable. The state must be as it was loaded. */
static size_t least_nontrivial(const xb_lcg_state *state)
{
    size_t sources = 0, targets = 0;
    for (uint32_t v = 0; v < state->part->vertex_count; v++) {
        xb_lcg_role role = state->part->vertices[v].role;
        sources += role == XB_ROLE_INDEPENDENT && all_variable(state, state->vertices[v].first_out, true);
        targets += role == XB_ROLE_DEPENDENT && all_variable(state, state->vertices[v].first_in, false);
    }
    return sources > targets ? sources : targets;
}

static void do_nothing(xb_portfolio *portfolio)
{
    begin(portfolio, portfolio->allowance);
    portfolio->least_nontrivial = least_nontrivial(portfolio->trace.state);
    consider_run(portfolio, XB_ORDER_BEST);
}

/* Does what is best for each statement alone, all at once. */
static void run_statements(xb_portfolio *portfolio)
{
    xb_trace *trace = &portfolio->trace;
    xb_actions actions = xb_statements_choose(trace->scratch, portfolio->part, portfolio->statement,
                                              &portfolio->options, portfolio->watch);
    begin(portfolio, SIZE_MAX);
    trace->rival = NULL;
    for (size_t i = 0; i < actions.count; i++) {
        if (xb_lcg_allows(trace->state, actions.items[i])) /* cancellation may have removed it */
            xb_trace_step(trace, actions.items[i]);
    }
    xb_score end = xb_score_of(trace->state, trace->options);
    consider_run(portfolio, XB_ORDER_BEST);
    if (portfolio->exact)
        consider(portfolio, trace->actions.count, end, XB_ORDER_BEST);
    clean_up(portfolio, XB_ORDER_BEST);
}

/* Complete elimination may be best for what it does to propagation, so it gets a chance. Returns whether
 * there was time for it. */
static bool run_orders_again(xb_portfolio *portfolio)
{
    size_t limit = portfolio->allowance;
    bool done = run_orders(portfolio, limit);
    for (int factor = LIMIT_GROWTH; !done && factor <= COMPLETE_AT_MOST; factor *= LIMIT_GROWTH) {
        limit = limit > SIZE_MAX / LIMIT_GROWTH ? SIZE_MAX : limit * LIMIT_GROWTH;
        done = run_orders(portfolio, limit);
    }
    return done;
}

/* Runs what is chosen where nothing but the operations of complete elimination counts; improves it only where
 * it can be better than nothing in the end. */
static void run_as_if_complete(xb_portfolio *portfolio)
{
    xb_elimination_objective objective = portfolio->options.objective;
    do_nothing(portfolio);
    size_t most = objective == XB_OBJECTIVE_TOTAL ? WORTH_DESCENT * portfolio->best_score.ranks[0] : SIZE_MAX;
    portfolio->options.objective = XB_OBJECTIVE_OPERATIONS;
    portfolio->has_best = false;
    bool done = run_orders_again(portfolio) && portfolio->has_best;
    if (done && portfolio->best_score.ranks[0] <= most)
        descend(portfolio);
    portfolio->options.objective = objective;
    portfolio->has_best = false;
    if (!done)
        return;
    xb_elimination_order order = portfolio->best_order;
    uint32_t count = best_vertices(portfolio, portfolio->vertices);
    run_vertices(portfolio, portfolio->vertices, count, order);
    clean_up(portfolio, order);
}

/* Measured on random graphs: edge steps find one remainder in a hundred edges smaller, provided that they
 * prefer to keep the number; vertex steps find next to nothing beyond what the orders do, but they are all
 * that large parts have time for. */
static void run_partial(xb_portfolio *portfolio)
{
    bool is_total = portfolio->options.objective == XB_OBJECTIVE_TOTAL;
    bool all = portfolio->options.order == XB_ORDER_BEST, small = size_of(portfolio->part) <= SMALL_PART;
    if (may_descend(portfolio) && portfolio->options.budget == 0 &&
        portfolio->part->vertex_count <= (uint32_t)DESCENT_LIMIT)
        run_as_if_complete(portfolio);
    do_nothing(portfolio);
    if (all && portfolio->statement)
        run_statements(portfolio);
    if (all && (!small || portfolio->options.maintaining))
        explore_vertices(portfolio);
    if (is_total && all)
        run_orders_again(portfolio);
    else
        run_orders(portfolio, portfolio->allowance);
    if (all && small && (is_total || portfolio->best_score.ranks[0] > portfolio->least_nontrivial))
        explore_edges(portfolio);
}

/* What a heuristic may take that was asked for. */
static size_t patience(const xb_portfolio *portfolio)
{
    size_t one = portfolio->options.patience, size = size_of(portfolio->part) + XB_PATIENCE_SHARE;
    return one == 0 || one > SIZE_MAX / size ? SIZE_MAX : one * size;
}

static void run_heuristic(xb_portfolio *portfolio)
{
    begin(portfolio, patience(portfolio));
    portfolio->trace.rival = NULL;
    if (is_partial(portfolio))
        consider_run(portfolio, XB_ORDER_BEST); /* nothing done */
    xb_heuristic_run(&portfolio->trace, portfolio->options.heuristic);
    portfolio->replaced = portfolio->trace.out_of_budget;
    consider_run(portfolio, XB_ORDER_BEST);
}

static bool is_of_faces(const xb_portfolio *portfolio)
{
    const xb_heuristic *heuristic = portfolio->options.heuristic;
    return heuristic && heuristic->target == XB_TARGET_FACE;
}

static void run_all(xb_portfolio *portfolio)
{
    bool runs_heuristic = portfolio->options.heuristic && !is_of_faces(portfolio);
    if (runs_heuristic)
        run_heuristic(portfolio);
    if (runs_heuristic && !portfolio->replaced)
        return;
    if (is_partial(portfolio))
        run_partial(portfolio);
    else
        run_complete(portfolio);
}

/* ---- limits ---- */

static bool has_stopped(const xb_portfolio *portfolio)
{
    return portfolio->watch && portfolio->watch->stopped;
}

static void run_body(void *argument)
{
    run_all(argument);
}

static void run_faces_body(void *argument)
{
    xb_portfolio *portfolio = argument;
    portfolio->sequence =
        xb_heuristic_run_faces(portfolio->trace.scratch, portfolio->part, portfolio->options.heuristic,
                               patience(portfolio), portfolio->watch);
}

/* What partial elimination had found when it was stopped; complete elimination had found what it has. */
static void take_rest(xb_portfolio *portfolio)
{
    if (!is_partial(portfolio))
        return;
    if (portfolio->has_best)
        consider_run(portfolio, XB_ORDER_BEST);
    else
        do_nothing(portfolio);
}

/* Runs all, until it is time to end. */
static void run_watched(xb_portfolio *portfolio, bool exact)
{
    xb_elimination_objective objective = portfolio->options.objective;
    portfolio->exact = exact;
    portfolio->has_best = false;
    if (xb_watch_guard(portfolio->watch, false, run_body, portfolio))
        return;
    if (portfolio->options.objective != objective) /* see run_as_if_complete() */
        portfolio->has_best = false;
    portfolio->options.objective = objective;
    take_rest(portfolio);
}

/* Runs all again with exact counts. If that is stopped, what was found before holds. */
static void run_exactly(xb_portfolio *portfolio)
{
    xb_actions before = portfolio->best;
    xb_elimination_order order = portfolio->best_order;
    xb_score score = portfolio->best_score;
    bool had_best = portfolio->has_best;
    portfolio->best = (xb_actions){0};
    run_watched(portfolio, true);
    if (!has_stopped(portfolio))
        return;
    portfolio->best = before;
    portfolio->best_order = order;
    portfolio->best_score = score;
    portfolio->has_best = had_best;
}

/* Returns false if there is no complete elimination within the limits, although there should be one. */
static bool choose(xb_portfolio *portfolio)
{
    run_watched(portfolio, false);
    if (portfolio->cancelled && !has_stopped(portfolio))
        run_exactly(portfolio);
    if (!portfolio->has_best) {
        portfolio->best.count = 0;
        portfolio->best_order = XB_ORDER_BEST;
        return false;
    }
    if (is_of_faces(portfolio) && !is_partial(portfolio)) {
        xb_watch_guard(portfolio->watch, false, run_faces_body, portfolio);
        portfolio->replaced = !portfolio->sequence;
    }
    return true;
}

/* ---- search ---- */

static bool wants_search(const xb_portfolio *portfolio)
{
    const xb_elimination_search *search = portfolio->options.search;
    return search && (search->steps > 0 || search->seconds > 0) && !is_partial(portfolio) &&
           portfolio->has_best && !has_stopped(portfolio);
}

/* Each kind has the seconds, so that finer ones begin where coarser ones alone would end, and so has the
 * proof. They are shared out by size; what one part leaves is for the next ones. */
static double end_of_share(const xb_portfolio *portfolio)
{
    const xb_elimination_search *search = portfolio->options.search;
    double fraction = (double)portfolio->chosen_size / (double)portfolio->size;
    int shares = (int)search->kind + 1 + (search->states > 0);
    return portfolio->budget.began + search->seconds * shares * fraction;
}

static xb_score score_of_sequence(xb_portfolio *portfolio, const xb_line_sequence *sequence)
{
    xb_accumulation_clear(&portfolio->trial);
    xb_accumulation_add_sequence(&portfolio->trial, portfolio->part, sequence);
    xb_elimination_counts counts = xb_accumulation_count(&portfolio->trial, portfolio->options.awareness);
    return xb_score_of_counts(&counts, &portfolio->options);
}

/* Takes a sequence if it really costs less than what there is. */
static void consider_sequence(xb_portfolio *portfolio, const xb_line_sequence *sequence)
{
    xb_score best = portfolio->sequence
                        ? score_of_sequence(portfolio, portfolio->sequence)
                        : exact_score(portfolio, portfolio->best.items, portfolio->best.count);
    xb_score found = score_of_sequence(portfolio, sequence);
    if (xb_score_less(&found, &best))
        portfolio->sequence = sequence;
}

static bool wants_no_more(void *context)
{
    const xb_portfolio *portfolio = context;
    const xb_elimination_limits *limits = portfolio->options.limits;
    return limits && limits->stop && limits->stop(limits->context);
}

/* Processes of a team must all do the same: there, nothing is abandoned. */
static xb_watch *watch_search(xb_portfolio *portfolio)
{
    const xb_elimination_search *search = portfolio->options.search;
    if (search->team && search->team->size > 1)
        return NULL;
    xb_elimination_limits *limits = xb_arena_alloc(portfolio->trace.scratch, sizeof *limits);
    *limits = (xb_elimination_limits){search->seconds, wants_no_more, portfolio};
    return xb_watch_create(portfolio->trace.scratch, limits);
}

static void search(xb_portfolio *portfolio)
{
    portfolio->budget.watch = watch_search(portfolio);
    const xb_actions *best = &portfolio->best;
    uint32_t *vertices = xb_arena_array(portfolio->trace.scratch, best->count, sizeof *vertices);
    uint32_t count = best_vertices(portfolio, vertices);
    const xb_improvement *found =
        xb_improve(portfolio->trace.scratch, portfolio->part, portfolio->options.awareness,
                   &portfolio->budget, end_of_share(portfolio), vertices, count);
    if (!found)
        return;
    run_vertices(portfolio, found->vertices, found->count, XB_ORDER_SEARCHED);
    if (portfolio->cancelled && !portfolio->exact) {
        run_exactly(portfolio);
        run_vertices(portfolio, found->vertices, found->count, XB_ORDER_SEARCHED);
    }
    if (found->sequence)
        consider_sequence(portfolio, found->sequence);
    portfolio->lower_bound = found->lower_bound;
}

xb_choice xb_portfolio_choose(xb_portfolio *portfolio, const xb_prepared_part *part)
{
    portfolio->part = part;
    portfolio->chosen_size += size_of(part);
    portfolio->allowance = allowance_of(portfolio, part);
    portfolio->cancelled = false;
    portfolio->replaced = false;
    portfolio->optimal = false;
    portfolio->sweep_count = 0;
    portfolio->sequence = NULL;
    portfolio->lower_bound = 0;
    bool is_complete = choose(portfolio);
    if (wants_search(portfolio))
        search(portfolio);
    return (xb_choice){.actions = portfolio->best.items,
                       .count = portfolio->best.count,
                       .order = portfolio->sequence ? XB_ORDER_SEARCHED : portfolio->best_order,
                       .lower_bound = portfolio->lower_bound,
                       .sequence = portfolio->sequence,
                       .interrupted = portfolio->budget.stopped,
                       .incomplete = !is_complete,
                       .replaced = portfolio->replaced};
}
