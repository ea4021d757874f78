/*
 * The input is prepared, the portfolio chooses the actions for each part, and the actions are done once more,
 * this time writing down the steps.
 */
#include "algorithms/elimination/elimination.h"

#include "algorithms/elimination/accumulation.h"
#include "algorithms/elimination/history.h"
#include "algorithms/elimination/portfolio.h"
#include "algorithms/elimination/reuse/reuse.h"

/* The order that all parts chose, if it is the same. */
static xb_elimination_order common_order(bool first, xb_elimination_order all, xb_elimination_order one)
{
    if (first)
        return one;
    return all == one ? all : XB_ORDER_BEST;
}

static xb_choice choose(xb_portfolio *portfolio, xb_reuse_question *question, const xb_prepared_part *part)
{
    xb_choice choice = {0};
    if (!question)
        return xb_portfolio_choose(portfolio, part);
    if (!xb_reuse_find(question, part, &choice)) {
        choice = xb_portfolio_choose(portfolio, part);
        xb_reuse_keep(question, &choice);
    }
    return choice;
}

const xb_elimination *xb_eliminate(xb_arena *arena, xb_arena *scratch, const xb_lcg *graph,
                                   const xb_elimination_options *options)
{
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    if (!prepared)
        return NULL;
    xb_portfolio *portfolio = xb_portfolio_create(scratch, prepared, options, graph->statement);
    xb_accumulation accumulation = {.arena = scratch, .sums = &prepared->sums};
    xb_elimination_order chosen = options->order;
    xb_reuse_question question = {0};
    if (options->reuse)
        question = xb_reuse_ask(scratch, prepared, graph, options, xb_portfolio_state(portfolio));
    size_t lower_bound = 0;
    bool first = true;
    if (options->history)
        xb_history_clear(options->history);
    for (size_t p = 0; p < prepared->part_count; p++) {
        const xb_prepared_part *part = &prepared->parts[p];
        xb_choice choice = {0};
        if (part->intermediate_count > 0) {
            choice = choose(portfolio, options->reuse ? &question : NULL, part);
            chosen = common_order(first, chosen, choice.order);
            lower_bound += choice.lower_bound;
            first = false;
        }
        if (options->history)
            xb_history_add(options->history, xb_portfolio_state(portfolio), part, &choice);
        if (choice.sequence)
            xb_accumulation_add_sequence(&accumulation, part, choice.sequence);
        else
            xb_accumulation_add(&accumulation, xb_portfolio_state(portfolio), part, choice.actions,
                                choice.count);
    }
    xb_elimination *result = xb_accumulation_finish(&accumulation, arena, options->awareness);
    result->chosen = chosen;
    result->lower_bound = lower_bound;
    return result;
}

const char *xb_elimination_objective_name(xb_elimination_objective objective)
{
    static const char *const names[] = {"total", "scarcity", "tape", "operations"};
    return names[objective];
}

const char *xb_elimination_order_name(xb_elimination_order order)
{
    static const char *const names[] = {"best",      "forward", "reverse", "markowitz",
                                        "used-once", "descent", "search"};
    return names[order];
}
