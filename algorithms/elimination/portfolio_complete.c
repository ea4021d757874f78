/*
 * A complete elimination must succeed whatever it takes. So the orders run with a limit, and as long as none
 * succeeds they run again with a larger one: in the end no more than a small multiple of the time of the
 * cheapest has been spent. The best order is then changed, a little at a time.
 */
#include "algorithms/elimination/portfolio_runs.h"

#include "algorithms/elimination/graphs/least.h"
#include "algorithms/elimination/heuristics/cut_order.h"
#include "algorithms/elimination/heuristics/vertex_orders.h"
#include "algorithms/elimination/search/windows.h"

/* Vertices to be eliminated of the smallest part whose order is improved by windows. */
enum { WORTH_WINDOWS = 8 };

/* What is tried in windows, the passes one after the other: of parts whose order is changed as a whole, and
 * of larger ones. Some graphs want it warmer than others. */
static const xb_windows_effort window_passes[] = {{40, 1, 0}, {40, 2, 2}}, window_pass_of_large = {8, 1, 0};

enum { WINDOW_PASSES = sizeof window_passes / sizeof *window_passes };

/* Vertices of the largest part that has windows: beyond that they take as long as the orders, and gain
 * little. */
enum { WINDOWS_LIMIT = 8000 };

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

/* Finding the cut takes as long as some orders do. */
static bool run_cut_order(xb_portfolio *portfolio, size_t limit)
{
    xb_portfolio_begin(portfolio, limit > SIZE_MAX / XB_LIMIT_GROWTH ? SIZE_MAX : limit * XB_LIMIT_GROWTH);
    portfolio->optimal = is_optimal(portfolio);
    if (portfolio->optimal)
        return true;
    portfolio->sweep_count = xb_portfolio_best_vertices(portfolio, portfolio->sweep);
    xb_cut_order_run(&portfolio->trace, &portfolio->heap);
    xb_portfolio_consider_run(portfolio, XB_ORDER_DESCENT);
    if (portfolio->best_order != XB_ORDER_DESCENT)
        portfolio->sweep_count = 0;
    return portfolio->trace.complete;
}

/* Returns whether none of them has to be tried again with a higher limit: one of them was completed, or all
 * were given up for good. */
bool xb_portfolio_run_orders(xb_portfolio *portfolio, size_t limit)
{
    bool completed = false, exhausted = false;
    for (size_t i = 0; i < ORDER_COUNT; i++) {
        if (!is_wanted(portfolio, orders[i]))
            continue;
        xb_portfolio_begin(portfolio, limit);
        xb_vertex_order_run(&portfolio->trace, orders[i], &portfolio->heap);
        completed |= portfolio->trace.complete;
        exhausted |= portfolio->trace.out_of_budget;
        xb_portfolio_consider_run(portfolio, orders[i]);
        if (xb_portfolio_is_partial(portfolio))
            xb_portfolio_clean_up(portfolio, orders[i]);
    }
    if (is_worth_windows(portfolio) && !xb_portfolio_is_partial(portfolio))
        completed |= run_cut_order(portfolio, limit);
    return completed || !exhausted;
}

/* The same, and those that cancellation spared, which another order may not spare. Returns the number of all
 * intermediates. */
static uint32_t all_vertices(const xb_portfolio *portfolio, uint32_t *vertices)
{
    const xb_prepared_part *part = portfolio->part;
    uint32_t count = xb_portfolio_best_vertices(portfolio, vertices);
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
        xb_portfolio_run_vertices(portfolio, vertices, part->intermediate_count, XB_ORDER_DESCENT);
}

static void improve_by_windows(xb_portfolio *portfolio, const xb_windows_effort *effort)
{
    uint32_t *vertices = portfolio->vertices, count = all_vertices(portfolio, vertices);
    if (xb_windows_improve(portfolio->trace.scratch, portfolio->trace.state, portfolio->part,
                           portfolio->options.awareness, effort, portfolio->least, vertices, count))
        xb_portfolio_run_vertices(portfolio, vertices, count, XB_ORDER_DESCENT);
}

/* Small changes make the best order cheaper, by up to a third. Those of the order as a whole take time that
 * grows faster than the part. */
void xb_portfolio_descend(xb_portfolio *portfolio)
{
    const xb_prepared_part *part = portfolio->part;
    bool is_small = part->vertex_count <= (uint32_t)XB_DESCENT_LIMIT && !portfolio->optimal;
    uint32_t count = xb_portfolio_best_vertices(portfolio, portfolio->vertices);
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

bool xb_portfolio_may_descend(const xb_portfolio *portfolio)
{
    return portfolio->options.order == XB_ORDER_BEST && portfolio->part->intermediate_count > 1;
}

void xb_portfolio_run_complete(xb_portfolio *portfolio)
{
    size_t limit = portfolio->options.order == XB_ORDER_BEST ? portfolio->allowance : SIZE_MAX;
    while (!xb_portfolio_run_orders(portfolio, limit))
        limit = limit > SIZE_MAX / XB_LIMIT_GROWTH ? SIZE_MAX : limit * XB_LIMIT_GROWTH;
    if (portfolio->has_best && xb_portfolio_may_descend(portfolio))
        xb_portfolio_descend(portfolio);
}
