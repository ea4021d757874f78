/*
 * A complete elimination must succeed whatever it takes. So the orders run with a limit, and as long as none
 * succeeds they run again with a larger one: in the end no more than a small multiple of the time of the
 * cheapest has been spent. Those that the limit stopped while another one succeeded then run once more, since
 * what succeeded first need not be the best; they are given up as soon as they cost more.
 */
#include "elimination/portfolio/runs.h"

#include "elimination/graphs/least.h"
#include "elimination/heuristics/cut_order.h"
#include "elimination/heuristics/vertex_orders.h"

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

static size_t grown(size_t limit)
{
    return limit > SIZE_MAX / XB_LIMIT_GROWTH ? SIZE_MAX : limit * XB_LIMIT_GROWTH;
}

/* Whether the best list forms no more products than any other one has to. The part is just loaded. */
static bool is_optimal(const xb_portfolio *portfolio)
{
    const xb_trace *trace = &portfolio->trace;
    uint64_t least = xb_least_products(trace->scratch, trace->state, portfolio->least);
    return portfolio->has_best && portfolio->options.awareness <= 0 && !portfolio->exact &&
           portfolio->best_score.ranks[0] <= least;
}

static void run_order(xb_portfolio *portfolio, uint32_t which, size_t limit)
{
    xb_portfolio_begin(portfolio, limit);
    xb_vertex_order_run(&portfolio->trace, orders[which], &portfolio->heap);
    if (portfolio->trace.out_of_budget)
        portfolio->exhausted |= 1u << which;
    xb_portfolio_consider_run(portfolio, orders[which]);
}

/* Finding the cut takes as long as some orders do. */
static bool run_cut_order(xb_portfolio *portfolio, size_t limit)
{
    xb_portfolio_begin(portfolio, grown(limit));
    portfolio->optimal = is_optimal(portfolio);
    if (portfolio->optimal)
        return true;
    xb_cut_order_run(&portfolio->trace, &portfolio->heap);
    xb_portfolio_consider_run(portfolio, XB_ORDER_DESCENT);
    if (portfolio->trace.complete)
        xb_portfolio_add_start(portfolio);
    return portfolio->trace.complete;
}

/* Returns whether none of them has to be tried again with a higher limit: one of them was completed, or all
 * were given up for good. */
bool xb_portfolio_run_orders(xb_portfolio *portfolio, size_t limit)
{
    bool completed = false, is_partial = xb_portfolio_is_partial(portfolio);
    portfolio->exhausted = 0;
    portfolio->start_count = 0;
    for (uint32_t i = 0; i < (uint32_t)ORDER_COUNT; i++) {
        if (!is_wanted(portfolio, orders[i]))
            continue;
        run_order(portfolio, i, limit);
        completed |= portfolio->trace.complete;
        if (is_partial)
            xb_portfolio_clean_up(portfolio, orders[i]);
        else if (portfolio->trace.complete)
            xb_portfolio_add_start(portfolio);
    }
    if (xb_portfolio_is_worth_windows(portfolio) && !is_partial)
        completed |= run_cut_order(portfolio, limit);
    return completed || portfolio->exhausted == 0;
}

/* Tries once more what the limit stopped. */
static void run_exhausted(xb_portfolio *portfolio, size_t limit)
{
    uint32_t exhausted = portfolio->exhausted;
    for (uint32_t i = 0; i < (uint32_t)ORDER_COUNT; i++) {
        if ((exhausted >> i & 1) == 0)
            continue;
        run_order(portfolio, i, limit);
        if (portfolio->trace.complete)
            xb_portfolio_add_start(portfolio);
    }
}

bool xb_portfolio_may_descend(const xb_portfolio *portfolio)
{
    return portfolio->options.order == XB_ORDER_BEST && portfolio->part->intermediate_count > 1;
}

void xb_portfolio_run_complete(xb_portfolio *portfolio)
{
    size_t limit = portfolio->options.order == XB_ORDER_BEST ? portfolio->allowance : SIZE_MAX;
    while (!xb_portfolio_run_orders(portfolio, limit))
        limit = grown(limit);
    if (portfolio->has_best && !portfolio->optimal)
        run_exhausted(portfolio, grown(grown(limit)));
    if (portfolio->has_best && xb_portfolio_may_descend(portfolio))
        xb_portfolio_descend(portfolio);
}
