/*
 * Heuristics count operations as they go, which is exact unless a label became 0: then what they found is
 * compared by the code that it really makes.
 */
#include "elimination/portfolio/runs.h"

#include <string.h>

#include "base/bits.h"
#include "elimination/heuristics/scarcity.h"

/* How much longer writing down what a run did takes than the run. */
static const double WRITING = 2;

size_t xb_portfolio_size_of(const xb_prepared_part *part)
{
    return (size_t)part->vertex_count + part->edge_count;
}

bool xb_portfolio_is_partial(const xb_portfolio *portfolio)
{
    return portfolio->options.objective != XB_OBJECTIVE_OPERATIONS;
}

static void set_limit(xb_portfolio *portfolio, size_t limit)
{
    size_t now = portfolio->trace.state->work;
    portfolio->trace.limit = limit > SIZE_MAX - now ? SIZE_MAX : now + limit;
}

xb_score xb_portfolio_exact_score(xb_portfolio *portfolio, const xb_lcg_action *actions, size_t count)
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

void xb_portfolio_consider(xb_portfolio *portfolio, size_t count, xb_score score, xb_elimination_order order)
{
    if (portfolio->exact)
        score = xb_portfolio_exact_score(portfolio, portfolio->trace.actions.items, count);
    if (portfolio->has_best && !xb_score_less(&score, &portfolio->best_score))
        return;
    keep(portfolio, count);
    portfolio->has_best = true;
    portfolio->best_score = score;
    portfolio->best_order = order;
    if (portfolio->watch && !xb_portfolio_is_partial(portfolio))
        portfolio->watch->reserve = WRITING * (xb_now() - portfolio->began);
}

void xb_portfolio_consider_run(xb_portfolio *portfolio, xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    portfolio->cancelled |= trace->state->cancelled;
    xb_score last = xb_score_of(trace->state, trace->options);
    if (trace->has_best)
        xb_portfolio_consider(portfolio, trace->best_length, trace->best,
                              trace->best_length > 0 ? order : XB_ORDER_BEST);
    if (portfolio->exact && trace->complete && trace->best_length < trace->actions.count)
        xb_portfolio_consider(portfolio, trace->actions.count, last, order);
}

void xb_portfolio_begin(xb_portfolio *portfolio, size_t limit)
{
    xb_trace *trace = &portfolio->trace;
    trace->rival = portfolio->has_best && !portfolio->exact ? &portfolio->best_score : NULL;
    portfolio->began = portfolio->watch ? xb_now() : 0;
    xb_trace_begin(trace, portfolio->part);
    set_limit(portfolio, limit);
}

/* Makes a set of the vertices of which the elimination led to the best point; false if there were other
 * actions. */
static bool find_eliminated(const xb_portfolio *portfolio, uint64_t *set)
{
    const xb_trace *trace = &portfolio->trace;
    memset(set, 0, xb_bits_words(portfolio->part->vertex_count) * sizeof *set);
    for (size_t i = 0; i < trace->best_length; i++) {
        if (trace->actions.items[i].kind != XB_ACTION_VERTEX)
            return false;
        xb_bits_add(set, trace->actions.items[i].source);
    }
    return true;
}

static bool is_no_better(const xb_portfolio *portfolio, const uint64_t *set, const xb_clean_up *before)
{
    size_t words = xb_bits_words(portfolio->part->vertex_count);
    return memcmp(set, before->eliminated, words * sizeof *set) == 0 &&
           !xb_score_less(&portfolio->trace.best, &before->score);
}

/* Whether a clean-up has begun with the same graph, for which no more had been paid: the graph is the same in
 * whichever order the same vertices are eliminated, as long as nothing cancels. */
static bool was_cleaned_up(xb_portfolio *portfolio)
{
    if (portfolio->exact || portfolio->cancelled || portfolio->clean_up_count == XB_CLEAN_UPS_AT_MOST)
        return false;
    xb_clean_up *now = &portfolio->clean_ups[portfolio->clean_up_count];
    if (!find_eliminated(portfolio, now->eliminated))
        return false;
    for (uint32_t i = 0; i < portfolio->clean_up_count; i++)
        if (is_no_better(portfolio, now->eliminated, &portfolio->clean_ups[i]))
            return true;
    now->score = portfolio->trace.best;
    portfolio->clean_up_count++;
    return false;
}

void xb_portfolio_clean_up(xb_portfolio *portfolio, xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    bool is_there = trace->best_length == trace->actions.count;
    if (trace->complete && is_there)
        return;
    if (xb_portfolio_size_of(portfolio->part) > (size_t)XB_LARGE_PART &&
        xb_score_less(&portfolio->best_score, &trace->best))
        return; /* hardly worth the time */
    if (was_cleaned_up(portfolio))
        return;
    if (!is_there || portfolio->exact)
        xb_trace_begin_with(trace, portfolio->part, trace->actions.items, trace->best_length);
    set_limit(portfolio, portfolio->allowance);
    trace->rival = NULL;
    bool is_small = xb_portfolio_size_of(portfolio->part) <= XB_SMALL_PART;
    xb_candidates candidates = is_small ? XB_CANDIDATES_EDGES : XB_CANDIDATES_VERTICES;
    xb_scarcity_clean_up(trace, candidates, is_small && portfolio->options.rerouting, &portfolio->heap);
    xb_portfolio_consider_run(portfolio, trace->best_length > 0 ? order : XB_ORDER_BEST);
}

uint32_t xb_portfolio_best_vertices(const xb_portfolio *portfolio, uint32_t *vertices)
{
    for (size_t i = 0; i < portfolio->best.count; i++) {
        if (portfolio->best.items[i].kind != XB_ACTION_VERTEX)
            return 0;
        vertices[i] = portfolio->best.items[i].source;
    }
    return (uint32_t)portfolio->best.count;
}

void xb_portfolio_run_vertices(xb_portfolio *portfolio, const uint32_t *vertices, uint32_t count,
                               xb_elimination_order order)
{
    xb_trace *trace = &portfolio->trace;
    xb_portfolio_begin(portfolio, SIZE_MAX);
    trace->rival = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (xb_lcg_is_eliminable(trace->state, vertices[i]) &&
            !xb_trace_step(trace, xb_lcg_vertex_action(vertices[i])))
            return; /* too large */
    }
    xb_trace_complete(trace);
    xb_portfolio_consider_run(portfolio, order);
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

void xb_portfolio_do_nothing(xb_portfolio *portfolio)
{
    xb_portfolio_begin(portfolio, portfolio->allowance);
    portfolio->least_nontrivial = least_nontrivial(portfolio->trace.state);
    xb_portfolio_consider_run(portfolio, XB_ORDER_BEST);
}
