/*
 * Small changes make orders cheaper, by up to a third. The cheapest order need not be the
 * one that becomes cheapest, nor do changes lead from any order to any other one: where the last vertices
 * are, and from which side they are approached, hardly changes any more. So all that were completed are
 * improved briefly, then the best two of them, then the best one.
 */
#include "elimination/portfolio/runs.h"

#include <string.h>

#include "elimination/search/windows.h"

/* A round improves so many orders, each in windows. */
typedef struct round {
    uint32_t starts;
    bool as_whole; /* beforehand */
    xb_windows_effort effort;
} round;

/* Warm ones find another region, cool ones the lowest place there. */
static const round rounds[] = {
    {XB_STARTS_AT_MOST, false, {20, 8, 0}}, {2, false, {40, 4, 5}}, {1, true, {60, 1, 7}}};

/* Of parts whose orders take long. */
static const xb_windows_effort effort_of_large = {8, 1, 0};

/* Vertices of the largest part that has windows: beyond that they take as long as the orders, and gain
 * little. */
enum { WINDOWS_LIMIT = 8000 };

static bool is_small(const xb_portfolio *portfolio)
{
    return portfolio->part->vertex_count <= (uint32_t)XB_DESCENT_LIMIT;
}

bool xb_portfolio_is_worth_windows(const xb_portfolio *portfolio)
{
    return portfolio->options.order == XB_ORDER_BEST &&
           portfolio->part->intermediate_count >= (uint32_t)XB_WORTH_WINDOWS;
}

/* Orders that cost the same are mostly the same. */
static bool is_new(const xb_portfolio *portfolio, const xb_score *score)
{
    uint32_t i = 0;
    while (i < portfolio->start_count && portfolio->starts[i].score.ranks[0] != score->ranks[0])
        i++;
    return i == portfolio->start_count;
}

void xb_portfolio_add_start(xb_portfolio *portfolio)
{
    const xb_trace *trace = &portfolio->trace;
    xb_score score = xb_score_of(trace->state, trace->options);
    if (!xb_portfolio_is_worth_windows(portfolio) || !is_small(portfolio) || !is_new(portfolio, &score) ||
        portfolio->start_count == XB_STARTS_AT_MOST)
        return;
    xb_start *start = &portfolio->starts[portfolio->start_count++];
    start->score = score;
    start->count = (uint32_t)trace->actions.count;
    for (uint32_t i = 0; i < start->count; i++)
        start->vertices[i] = trace->actions.items[i].source;
}

/* Adds vertices that cancellation spared, which another order may not spare. Returns the number of all. */
static uint32_t complete(const xb_portfolio *portfolio, uint32_t *vertices, uint32_t count)
{
    const xb_prepared_part *part = portfolio->part;
    bool *taken = xb_arena_array(portfolio->trace.scratch, part->vertex_count, sizeof *taken);
    for (uint32_t i = 0; i < count; i++)
        taken[vertices[i]] = true;
    for (uint32_t v = part->vertex_count; v-- > 0 && count < part->intermediate_count;) {
        if (part->vertices[v].role == XB_ROLE_INTERMEDIATE && !taken[v])
            vertices[count++] = v;
    }
    return count;
}

/* Both return whether the order became cheaper; then it is the one of the last run. */
static bool improve_by_windows(xb_portfolio *portfolio, const xb_windows_effort *effort, uint32_t *vertices,
                               uint32_t count)
{
    if (!xb_windows_improve(portfolio->trace.scratch, portfolio->trace.state, portfolio->part,
                            portfolio->options.awareness, effort, portfolio->least, vertices, count))
        return false;
    xb_portfolio_run_vertices(portfolio, vertices, count, XB_ORDER_DESCENT);
    return portfolio->trace.complete;
}

static bool improve_as_whole(xb_portfolio *portfolio, uint32_t *vertices, uint32_t count)
{
    const xb_prepared_part *part = portfolio->part;
    if (!xb_improve_by_descent(portfolio->trace.scratch, part, portfolio->options.awareness, vertices, count))
        return false;
    xb_portfolio_run_vertices(portfolio, vertices, part->intermediate_count, XB_ORDER_DESCENT);
    return portfolio->trace.complete;
}

static void improve_start(xb_portfolio *portfolio, xb_start *start, const round *how, uint64_t seed)
{
    const xb_trace *trace = &portfolio->trace;
    xb_windows_effort effort = how->effort;
    effort.seed += seed;
    start->count = complete(portfolio, start->vertices, start->count);
    if (how->as_whole && improve_as_whole(portfolio, start->vertices, start->count))
        start->score = xb_score_of(trace->state, trace->options);
    if (improve_by_windows(portfolio, &effort, start->vertices, start->count))
        start->score = xb_score_of(trace->state, trace->options);
}

/* The best one first; among equals the order stays. */
static void sort_starts(xb_portfolio *portfolio)
{
    xb_start *starts = portfolio->starts;
    for (uint32_t i = 1; i < portfolio->start_count; i++) {
        xb_start start = starts[i];
        uint32_t place = i;
        for (; place > 0 && xb_score_less(&start.score, &starts[place - 1].score); place--)
            starts[place] = starts[place - 1];
        starts[place] = start;
    }
}

static void improve_starts(xb_portfolio *portfolio)
{
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
        sort_starts(portfolio);
        for (uint32_t i = 0; i < rounds[r].starts && i < portfolio->start_count; i++)
            improve_start(portfolio, &portfolio->starts[i], &rounds[r], i);
    }
}

static void improve_best(xb_portfolio *portfolio)
{
    uint32_t count = xb_portfolio_best_vertices(portfolio, portfolio->vertices);
    improve_as_whole(portfolio, portfolio->vertices, count);
}

static void improve_large(xb_portfolio *portfolio)
{
    uint32_t *vertices = portfolio->vertices, count = xb_portfolio_best_vertices(portfolio, vertices);
    count = complete(portfolio, vertices, count);
    improve_by_windows(portfolio, &effort_of_large, vertices, count);
}

void xb_portfolio_descend(xb_portfolio *portfolio)
{
    if (portfolio->optimal)
        return;
    if (!xb_portfolio_is_worth_windows(portfolio))
        improve_best(portfolio);
    else if (is_small(portfolio))
        improve_starts(portfolio);
    else if (portfolio->part->vertex_count <= (uint32_t)WINDOWS_LIMIT)
        improve_large(portfolio);
}
