/*
 * Orders whose best prefix counts, explorations, and what is best for each statement by itself.
 */
#include "elimination/portfolio/runs.h"

#include "elimination/heuristics/scarcity.h"
#include "elimination/portfolio/statements.h"

/* Small changes never saved more than half of an order: one that costs more than so many times what there is
 * to gain stays as it is. */
enum { WORTH_DESCENT = 2 };

/* Explorations that avoid what the ones before refilled. */
enum { MOST_RUNS = 4 };

/* How often more than that complete elimination may take before XB_OBJECTIVE_TOTAL gives it up. */
enum { COMPLETE_AT_MOST = 64 };

static void explore_once(xb_portfolio *portfolio, const xb_exploration *how)
{
    xb_portfolio_begin(portfolio, portfolio->allowance);
    xb_scarcity_explore(&portfolio->trace, how, &portfolio->heap);
    xb_portfolio_consider_run(portfolio, XB_ORDER_BEST);
    xb_portfolio_clean_up(portfolio, XB_ORDER_BEST);
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

/* Whether a part has vertices of several statements. What is best for one alone is found by working on the
 * part itself. */
static bool has_statements(const xb_portfolio *portfolio)
{
    const xb_prepared_part *part = portfolio->part;
    uint32_t first = UINT32_MAX;
    for (uint32_t v = 0; portfolio->statement && v < part->vertex_count; v++) {
        if (part->vertices[v].role == XB_ROLE_INDEPENDENT)
            continue;
        uint32_t statement = portfolio->statement[part->vertices[v].original];
        if (first != UINT32_MAX && statement != first)
            return true;
        first = statement;
    }
    return false;
}

/* Does what is best for each statement alone, all at once. */
static void run_statements(xb_portfolio *portfolio)
{
    xb_trace *trace = &portfolio->trace;
    xb_actions actions = xb_statements_choose(trace->scratch, portfolio->part, portfolio->statement,
                                              &portfolio->options, portfolio->watch);
    xb_portfolio_begin(portfolio, SIZE_MAX);
    trace->rival = NULL;
    for (size_t i = 0; i < actions.count; i++) {
        if (xb_lcg_allows(trace->state, actions.items[i])) /* cancellation may have removed it */
            xb_trace_step(trace, actions.items[i]);
    }
    xb_score end = xb_score_of(trace->state, trace->options);
    xb_portfolio_consider_run(portfolio, XB_ORDER_BEST);
    if (portfolio->exact)
        xb_portfolio_consider(portfolio, trace->actions.count, end, XB_ORDER_BEST);
    xb_portfolio_clean_up(portfolio, XB_ORDER_BEST);
}

/* Complete elimination may be best for what it does to propagation, so it gets a chance. Returns whether
 * there was time for it. */
static bool run_orders_again(xb_portfolio *portfolio)
{
    size_t limit = portfolio->allowance;
    bool done = xb_portfolio_run_orders(portfolio, limit);
    for (int factor = XB_LIMIT_GROWTH; !done && factor <= COMPLETE_AT_MOST; factor *= XB_LIMIT_GROWTH) {
        limit = limit > SIZE_MAX / XB_LIMIT_GROWTH ? SIZE_MAX : limit * XB_LIMIT_GROWTH;
        done = xb_portfolio_run_orders(portfolio, limit);
    }
    return done;
}

/* Runs what is chosen where nothing but the operations of complete elimination counts; improves it only where
 * it can be better than nothing in the end. */
static void run_as_if_complete(xb_portfolio *portfolio)
{
    xb_elimination_objective objective = portfolio->options.objective;
    xb_portfolio_do_nothing(portfolio);
    size_t most = objective == XB_OBJECTIVE_TOTAL ? WORTH_DESCENT * portfolio->best_score.ranks[0] : SIZE_MAX;
    portfolio->options.objective = XB_OBJECTIVE_OPERATIONS;
    portfolio->has_best = false;
    bool done = run_orders_again(portfolio) && portfolio->has_best;
    if (done && portfolio->best_score.ranks[0] <= most)
        xb_portfolio_descend(portfolio);
    portfolio->options.objective = objective;
    portfolio->has_best = false;
    if (!done)
        return;
    xb_elimination_order order = portfolio->best_order;
    uint32_t count = xb_portfolio_best_vertices(portfolio, portfolio->vertices);
    xb_portfolio_run_vertices(portfolio, portfolio->vertices, count, order);
    xb_portfolio_clean_up(portfolio, order);
}

/* Measured on random graphs: edge steps find one remainder in a hundred edges smaller, provided that they
 * prefer to keep the number; vertex steps find next to nothing beyond what the orders do, but they are all
 * that large parts have time for. */
void xb_portfolio_run_partial(xb_portfolio *portfolio)
{
    bool is_total = portfolio->options.objective == XB_OBJECTIVE_TOTAL;
    bool all = portfolio->options.order == XB_ORDER_BEST,
         small = xb_portfolio_size_of(portfolio->part) <= XB_SMALL_PART;
    if (xb_portfolio_may_descend(portfolio) && portfolio->options.budget == 0 &&
        portfolio->part->vertex_count <= (uint32_t)XB_DESCENT_LIMIT)
        run_as_if_complete(portfolio);
    xb_portfolio_do_nothing(portfolio);
    if (all && has_statements(portfolio))
        run_statements(portfolio);
    if (all && (!small || portfolio->options.maintaining))
        explore_vertices(portfolio);
    if (is_total && all)
        run_orders_again(portfolio);
    else
        xb_portfolio_run_orders(portfolio, portfolio->allowance);
    if (all && small && (is_total || portfolio->best_score.ranks[0] > portfolio->least_nontrivial))
        explore_edges(portfolio);
}
