/*
 * Every heuristic runs on its own copy of the part and leaves a list of actions; the best list is kept
 * (runs.c). Where a label became 0, steps may turn out superfluous: then the heuristics run again,
 * with exact counts.
 */
#include "elimination/portfolio/portfolio.h"

#include "base/bits.h"
#include "elimination/heuristics/heuristics.h"
#include "elimination/portfolio/runs.h"

/* Elementary operations that one heuristic may take: a multiple of the size of the part, and some for small
 * ones. */
enum { WORK_PER_SIZE = 8, WORK_AT_LEAST = 20000 };

/* What counts first. Repeated labels are not foreseen. */
static xb_lcg_weights weights_of(const xb_elimination_options *options)
{
    if (options->objective != XB_OBJECTIVE_TOTAL)
        return (xb_lcg_weights){.nontrivial = 1};
    return (xb_lcg_weights){.accumulation = 1,
                            .propagation = options->directions > 0 ? (int64_t)options->directions : 1};
}

static void make_clean_ups(xb_portfolio *portfolio, uint32_t largest_part)
{
    for (uint32_t i = 0; i < XB_CLEAN_UPS_AT_MOST; i++)
        portfolio->clean_ups[i].eliminated = xb_bits_create(portfolio->trace.scratch, largest_part);
}

static void make_starts(xb_portfolio *portfolio, uint32_t largest_part)
{
    bool fits = largest_part < (uint32_t)XB_DESCENT_LIMIT;
    uint32_t room = fits ? largest_part : (uint32_t)XB_DESCENT_LIMIT;
    for (uint32_t i = 0; i < XB_STARTS_AT_MOST; i++)
        portfolio->starts[i].vertices = xb_arena_array(portfolio->trace.scratch, room, sizeof(uint32_t));
}

xb_portfolio *xb_portfolio_create(xb_arena *scratch, const xb_prepared *prepared,
                                  const xb_elimination_options *options, const uint32_t *statement,
                                  xb_watch *watch)
{
    xb_portfolio *portfolio = xb_arena_alloc(scratch, sizeof *portfolio);
    bool is_tape = options->objective == XB_OBJECTIVE_TAPE || options->objective == XB_OBJECTIVE_ADJOINT;
    portfolio->options = *options;
    portfolio->statement = statement;
    portfolio->size = prepared->size;
    portfolio->heap.arena = scratch;
    portfolio->trial.arena = scratch;
    portfolio->trial.scratch = scratch;
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
    make_starts(portfolio, prepared->largest_part);
    make_clean_ups(portfolio, prepared->largest_part);
    portfolio->least = xb_arena_array(scratch, prepared->largest_part, sizeof *portfolio->least);
    portfolio->budget.search = options->search;
    portfolio->budget.began = options->search ? xb_now() : 0;
    return portfolio;
}

xb_lcg_state *xb_portfolio_state(xb_portfolio *portfolio)
{
    return portfolio->trace.state;
}

static void give_back(xb_portfolio *portfolio, xb_actions *actions)
{
    xb_arena_give_back(portfolio->trace.scratch, actions->items, actions->capacity * sizeof *actions->items);
    *actions = (xb_actions){0};
}

void xb_portfolio_rest(xb_portfolio *portfolio)
{
    if (xb_portfolio_size_of(portfolio->part) <= (size_t)XB_LARGE_PART)
        return;
    xb_heap_give_back(&portfolio->heap);
    give_back(portfolio, &portfolio->trace.actions);
}

void xb_portfolio_end(xb_portfolio *portfolio, const xb_prepared *prepared)
{
    xb_heap_give_back(&portfolio->heap);
    give_back(portfolio, &portfolio->trace.actions);
    give_back(portfolio, &portfolio->best);
    xb_lcg_state_give_back(portfolio->trace.state, prepared);
}

static size_t allowance_of(const xb_portfolio *portfolio, const xb_prepared_part *part)
{
    size_t size = xb_portfolio_size_of(part);
    if (portfolio->options.budget == 0)
        return WORK_PER_SIZE * size + WORK_AT_LEAST;
    size_t share = (size_t)((double)portfolio->options.budget * ((double)size / (double)portfolio->size));
    return share > 0 ? share : 1; /* from which limits can grow */
}

/* What a heuristic may take that was asked for. */
static size_t patience(const xb_portfolio *portfolio)
{
    size_t one = portfolio->options.patience,
           size = xb_portfolio_size_of(portfolio->part) + XB_PATIENCE_SHARE;
    return one == 0 || one > SIZE_MAX / size ? SIZE_MAX : one * size;
}

static void run_heuristic(xb_portfolio *portfolio)
{
    xb_portfolio_begin(portfolio, patience(portfolio));
    portfolio->trace.rival = NULL;
    if (xb_portfolio_is_partial(portfolio))
        xb_portfolio_consider_run(portfolio, XB_ORDER_BEST); /* nothing done */
    xb_heuristic_run(&portfolio->trace, portfolio->options.heuristic);
    portfolio->replaced = portfolio->trace.out_of_budget;
    xb_portfolio_consider_run(portfolio, XB_ORDER_BEST);
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
    if (xb_portfolio_is_partial(portfolio))
        xb_portfolio_run_partial(portfolio);
    else
        xb_portfolio_run_complete(portfolio);
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
    if (!xb_portfolio_is_partial(portfolio))
        return;
    if (portfolio->has_best)
        xb_portfolio_consider_run(portfolio, XB_ORDER_BEST);
    else
        xb_portfolio_do_nothing(portfolio);
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
static bool choose_actions(xb_portfolio *portfolio)
{
    run_watched(portfolio, false);
    if (portfolio->cancelled && !has_stopped(portfolio))
        run_exactly(portfolio);
    if (!portfolio->has_best) {
        portfolio->best.count = 0;
        portfolio->best_order = XB_ORDER_BEST;
        return false;
    }
    if (is_of_faces(portfolio) && !xb_portfolio_is_partial(portfolio)) {
        xb_watch_guard(portfolio->watch, false, run_faces_body, portfolio);
        portfolio->replaced = !portfolio->sequence;
    }
    return true;
}

/* ---- search ---- */

static bool wants_search(const xb_portfolio *portfolio)
{
    const xb_elimination_search *search = portfolio->options.search;
    return search && (search->steps > 0 || search->seconds > 0) && !xb_portfolio_is_partial(portfolio) &&
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
                        : xb_portfolio_exact_score(portfolio, portfolio->best.items, portfolio->best.count);
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
    uint32_t count = xb_portfolio_best_vertices(portfolio, vertices);
    const xb_improvement *found =
        xb_improve(portfolio->trace.scratch, portfolio->part, portfolio->options.awareness,
                   &portfolio->budget, end_of_share(portfolio), vertices, count);
    if (!found)
        return;
    xb_portfolio_run_vertices(portfolio, found->vertices, found->count, XB_ORDER_SEARCHED);
    if (portfolio->cancelled && !portfolio->exact) {
        run_exactly(portfolio);
        xb_portfolio_run_vertices(portfolio, found->vertices, found->count, XB_ORDER_SEARCHED);
    }
    if (found->sequence)
        consider_sequence(portfolio, found->sequence);
    portfolio->lower_bound = found->lower_bound;
}

xb_choice xb_portfolio_choose(xb_portfolio *portfolio, const xb_prepared_part *part)
{
    portfolio->part = part;
    portfolio->chosen_size += xb_portfolio_size_of(part);
    portfolio->allowance = allowance_of(portfolio, part);
    portfolio->cancelled = false;
    portfolio->replaced = false;
    portfolio->optimal = false;
    portfolio->start_count = 0;
    portfolio->clean_up_count = 0;
    portfolio->sequence = NULL;
    portfolio->lower_bound = 0;
    bool is_complete = choose_actions(portfolio);
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
