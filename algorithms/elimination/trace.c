/*
 * The score is read off the counters of the graph after each action, so that remembering the best point is
 * free. A step whose products alone would exceed the limit is not begun: one vertex may have as many products
 * as the square of the graph.
 */
#include "algorithms/elimination/trace.h"

#include <string.h>

enum { SHORT_RUN = 20000 }; /* in elementary operations */

bool xb_score_less(const xb_score *a, const xb_score *b)
{
    for (size_t i = 0; i < sizeof a->ranks / sizeof *a->ranks; i++) {
        if (a->ranks[i] != b->ranks[i])
            return a->ranks[i] < b->ranks[i];
    }
    return false;
}

static size_t multiplications(const xb_lcg_tally *tally, int awareness)
{
    if (awareness <= 0)
        return tally->structural;
    return awareness == 1 ? tally->unit : tally->multiplications;
}

xb_score xb_score_of(const xb_lcg_state *state, xb_elimination_metric metric)
{
    const xb_lcg_tally *tally = &state->tally;
    size_t all_multiplications = tally->multiplications + tally->nonunit;
    size_t all_additions = tally->additions + tally->edges - tally->targets;
    if (metric == XB_METRIC_SCARCITY)
        return (xb_score){
            {tally->nontrivial, all_multiplications, all_additions, tally->edges, tally->structural}};
    return (xb_score){{multiplications(tally, state->awareness), all_multiplications, all_additions,
                       tally->edges, tally->structural}};
}

static void note_best(xb_trace *trace)
{
    xb_score now = xb_score_of(trace->state, trace->metric);
    if (trace->has_best && !xb_score_less(&now, &trace->best))
        return;
    trace->has_best = true;
    trace->best = now;
    trace->best_length = trace->actions.count;
}

void xb_trace_begin(xb_trace *trace, const xb_prepared_part *part)
{
    xb_lcg_load(trace->state, part, NULL, NULL);
    trace->start = trace->state->work;
    trace->actions.count = 0;
    trace->best_length = 0;
    trace->has_best = false;
    trace->complete = false;
    trace->out_of_budget = false;
    if (trace->metric == XB_METRIC_SCARCITY)
        note_best(trace);
}

static void append(xb_trace *trace, xb_lcg_action action)
{
    xb_actions *actions = &trace->actions;
    if (actions->count == actions->capacity) {
        size_t larger = actions->capacity ? actions->capacity * 2 : 64;
        xb_lcg_action *fresh = xb_arena_array(trace->scratch, larger, sizeof *fresh);
        if (actions->count > 0)
            memcpy(fresh, actions->items, actions->count * sizeof *fresh);
        actions->items = fresh;
        actions->capacity = larger;
    }
    actions->items[actions->count++] = action;
}

void xb_trace_begin_with(xb_trace *trace, const xb_prepared_part *part, const xb_lcg_action *actions,
                         size_t count)
{
    xb_trace_begin(trace, part);
    for (size_t i = 0; i < count; i++) {
        xb_lcg_apply(trace->state, actions[i]);
        append(trace, actions[i]);
        if (trace->metric == XB_METRIC_SCARCITY)
            note_best(trace);
    }
}

bool xb_trace_is_exhausted(xb_trace *trace)
{
    if (trace->state->work >= trace->limit)
        trace->out_of_budget = true;
    return trace->out_of_budget;
}

/* A run that is not short is given up once it has multiplied more than the rival does in all, and has not got
 * lower. */
static bool is_beaten(const xb_trace *trace)
{
    const xb_lcg_tally *tally = &trace->state->tally;
    if (trace->metric == XB_METRIC_OPERATIONS)
        return multiplications(tally, trace->state->awareness) > trace->rival->ranks[0];
    return trace->state->work - trace->start > SHORT_RUN && tally->nontrivial >= trace->rival->ranks[0] &&
           tally->multiplications > trace->rival->ranks[1];
}

bool xb_trace_step(xb_trace *trace, xb_lcg_action action)
{
    xb_lcg_state *state = trace->state;
    if (xb_trace_is_exhausted(trace))
        return false;
    if (xb_lcg_products(state, action) > trace->limit - state->work) {
        trace->out_of_budget = true;
        return false;
    }
    if (trace->rival && is_beaten(trace))
        return false;
    xb_lcg_apply(state, action);
    append(trace, action);
    if (trace->metric == XB_METRIC_SCARCITY)
        note_best(trace);
    return true;
}

void xb_trace_complete(xb_trace *trace)
{
    trace->complete = true;
    if (trace->metric == XB_METRIC_OPERATIONS)
        note_best(trace);
}
