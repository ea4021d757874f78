/*
 * The input is prepared, the portfolio chooses the actions for each part, and the actions are done once more,
 * this time writing down the steps.
 */
#include "elimination/elimination.h"

#include "elimination/portfolio/accumulation.h"
#include "elimination/heuristics/heuristics.h"
#include "elimination/history.h"
#include "elimination/portfolio/portfolio.h"
#include "elimination/reuse/reuse.h"

/* The order that all parts chose, if it is the same. */
static xb_elimination_order common_order(bool first, xb_elimination_order all, xb_elimination_order one)
{
    if (first)
        return one;
    return all == one ? all : XB_ORDER_BEST;
}

/* One elimination. */
typedef struct job {
    const xb_elimination_options *options;
    const xb_prepared *prepared;
    xb_portfolio *portfolio;
    xb_watch *watch;            /* NULL if there is nothing to watch for */
    xb_reuse_question question; /* if something is remembered */
    xb_accumulation accumulation;
    const xb_prepared_part *part; /* the one at hand */
    xb_choice choice;             /* for it */
    bool known;                   /* it was remembered */
    size_t lower_bound;
    xb_elimination_order chosen;
    bool first;      /* nothing was chosen yet */
    bool incomplete; /* see xb_elimination */
    bool replaced;   /* likewise */
} job;

static void find(void *argument)
{
    job *j = argument;
    j->known = xb_reuse_find(&j->question, j->part, &j->choice);
}

static void keep(void *argument)
{
    job *j = argument;
    xb_reuse_keep(&j->question, &j->choice);
}

/* Whether another elimination was taken than the heuristic's. A choice of a cache doesn't say, but those of
 * heuristics have no order. */
static bool is_replaced(const job *j)
{
    const xb_elimination_options *options = j->options;
    bool is_order = j->choice.order != XB_ORDER_BEST && j->choice.order != XB_ORDER_SEARCHED;
    return options->heuristic &&
           (j->choice.replaced || (options->objective == XB_OBJECTIVE_OPERATIONS && is_order));
}

static void choose_anew(job *j)
{
    j->choice = xb_portfolio_choose(j->portfolio, j->part);
    xb_portfolio_rest(j->portfolio);
    if (j->options->reuse && !j->choice.incomplete && !(j->watch && j->watch->stopped))
        xb_watch_guard(j->watch, true, keep, j);
}

static void choose_for_part(job *j)
{
    j->known = false;
    if (j->options->reuse)
        xb_watch_guard(j->watch, true, find, j);
    if (!j->known)
        choose_anew(j);
    j->chosen = common_order(j->first, j->chosen, j->choice.order);
    j->lower_bound += j->choice.lower_bound;
    j->incomplete |= j->choice.incomplete;
    j->replaced |= is_replaced(j);
    j->first = false;
}

static void write_down(void *argument)
{
    job *j = argument;
    xb_lcg_state *state = xb_portfolio_state(j->portfolio);
    if (j->options->history)
        xb_history_add(j->options->history, state, j->part, &j->choice);
    if (j->choice.sequence)
        xb_accumulation_add_sequence(&j->accumulation, j->part, j->choice.sequence);
    else
        xb_accumulation_add(&j->accumulation, state, j->part, j->choice.actions, j->choice.count);
}

static void forget(job *j)
{
    xb_accumulation_clear(&j->accumulation);
    if (j->options->history)
        xb_history_clear(j->options->history);
}

/* There was no time to write down what was found: everything stays as it is. */
static void leave_as_it_is(job *j)
{
    forget(j);
    j->choice = (xb_choice){0};
    j->incomplete = j->options->objective == XB_OBJECTIVE_OPERATIONS;
    for (size_t p = 0; p < j->prepared->part_count; p++) {
        j->part = &j->prepared->parts[p];
        write_down(j);
    }
}

static void eliminate_parts(job *j)
{
    forget(j);
    for (size_t p = 0; p < j->prepared->part_count; p++) {
        j->part = &j->prepared->parts[p];
        j->choice = (xb_choice){0};
        if (j->part->intermediate_count > 0)
            choose_for_part(j);
        if (!xb_watch_guard(j->watch, true, write_down, j)) {
            leave_as_it_is(j);
            return;
        }
    }
}

const xb_elimination *xb_eliminate(xb_arena *arena, xb_arena *scratch, const xb_lcg *graph,
                                   const xb_elimination_options *options)
{
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    if (!prepared)
        return NULL;
    job j = {.options = options, .prepared = prepared, .chosen = options->order, .first = true};
    j.watch = xb_watch_create(scratch, options->limits);
    j.portfolio = xb_portfolio_create(scratch, prepared, options, graph->statement, j.watch);
    j.accumulation = (xb_accumulation){.arena = arena, .scratch = scratch, .sums = &prepared->sums};
    if (options->reuse)
        j.question = xb_reuse_ask(scratch, prepared, graph, options, xb_portfolio_state(j.portfolio));
    eliminate_parts(&j);
    xb_portfolio_end(j.portfolio, prepared);
    xb_elimination *result = xb_accumulation_finish(&j.accumulation, options->awareness);
    result->chosen = j.chosen;
    result->lower_bound = j.lower_bound;
    result->incomplete = j.incomplete;
    result->replaced = j.replaced;
    result->stopped = j.watch && j.watch->stopped;
    return result;
}
