/*
 * The score is read off the counters of the graph after each action, so that remembering the best point is
 * free. A step whose products alone would exceed the limit is not begun: one vertex may have as many products
 * as the square of the graph.
 */
#include "elimination/heuristics/trace.h"

/* In elementary operations. Some filters take long for a step. */
enum { SHORT_RUN = 20000, STEP_AT_LEAST = 1024 };

/* What a push and its pop cost, in operations. */
enum { COST_OF_LABEL = 24 };

/* Most graphs are those of one statement. */
enum { FIRST_CAPACITY = 8 };

bool xb_score_less(const xb_score *a, const xb_score *b)
{
    for (size_t i = 0; i < sizeof a->ranks / sizeof *a->ranks; i++) {
        if (a->ranks[i] != b->ranks[i])
            return a->ranks[i] < b->ranks[i];
    }
    return false;
}

static size_t cost(const xb_elimination_counts *counts, int awareness)
{
    if (awareness <= 0)
        return counts->structural_multiplications;
    return awareness == 1 ? counts->unit_multiplications : counts->multiplications;
}

xb_score xb_score_of_counts(const xb_elimination_counts *counts, const xb_elimination_options *options)
{
    size_t directions = options->directions > 0 ? options->directions : 1;
    size_t multiplications = counts->multiplications + directions * counts->propagation_multiplications;
    size_t additions = counts->additions + directions * counts->propagation_additions;
    size_t first = 0;
    switch (options->objective) {
    case XB_OBJECTIVE_TOTAL: first = multiplications + additions; break;
    case XB_OBJECTIVE_SCARCITY: first = counts->nontrivial_edges; break;
    case XB_OBJECTIVE_TAPE: first = counts->tape_labels; break;
    case XB_OBJECTIVE_OPERATIONS: first = cost(counts, options->awareness); break;
    case XB_OBJECTIVE_ADJOINT:
        first = multiplications + additions + COST_OF_LABEL * counts->tape_labels;
        break;
    }
    return (xb_score){{first, multiplications, additions, counts->edges, counts->structural_multiplications}};
}

xb_score xb_score_of(const xb_lcg_state *state, const xb_elimination_options *options)
{
    const xb_lcg_tally *tally = &state->tally;
    return xb_score_of_counts(&(xb_elimination_counts){.multiplications = tally->multiplications,
                                                       .additions = tally->additions,
                                                       .structural_multiplications = tally->structural,
                                                       .unit_multiplications = tally->unit,
                                                       .propagation_multiplications = tally->nonunit,
                                                       .propagation_additions = tally->edges - tally->targets,
                                                       .edges = tally->edges,
                                                       .nontrivial_edges = tally->nontrivial,
                                                       .tape_labels = tally->nontrivial - tally->repeated},
                              options);
}

static bool is_partial(const xb_trace *trace)
{
    return trace->options->objective != XB_OBJECTIVE_OPERATIONS;
}

static void note_best(xb_trace *trace)
{
    xb_score now = xb_score_of(trace->state, trace->options);
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
    trace->too_large = false;
    trace->out_of_budget = false;
    if (is_partial(trace))
        note_best(trace);
}

static void append(xb_trace *trace, xb_lcg_action action)
{
    xb_actions *actions = &trace->actions;
    if (actions->count == actions->capacity) {
        size_t larger = actions->capacity ? actions->capacity * 2 : FIRST_CAPACITY;
        actions->items = xb_arena_enlarge(trace->scratch, actions->items, actions->capacity, larger,
                                          sizeof *actions->items);
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
        if (is_partial(trace))
            note_best(trace);
    }
}

bool xb_trace_is_exhausted(xb_trace *trace)
{
    if (trace->state->work >= trace->limit)
        trace->out_of_budget = true;
    return trace->out_of_budget;
}

/* What was done is paid for, whatever follows. */
static bool is_beaten_for_good(const xb_trace *trace)
{
    const xb_lcg_tally *tally = &trace->state->tally;
    if (trace->options->objective == XB_OBJECTIVE_TOTAL)
        return tally->multiplications + tally->additions > trace->rival->ranks[0];
    xb_score now = xb_score_of(trace->state, trace->options);
    return !is_partial(trace) && now.ranks[0] > trace->rival->ranks[0];
}

/* A run that is not short is given up, too, once it has multiplied more than the rival does in all, and has
 * not got lower. */
static bool is_beaten(const xb_trace *trace)
{
    const xb_lcg_state *state = trace->state;
    if (!is_partial(trace) || trace->options->objective == XB_OBJECTIVE_TOTAL)
        return is_beaten_for_good(trace);
    return state->work - trace->start > SHORT_RUN && state->tally.multiplications > trace->rival->ranks[1] &&
           xb_score_of(state, trace->options).ranks[0] >= trace->rival->ranks[0];
}

bool xb_trace_step(xb_trace *trace, xb_lcg_action action)
{
    xb_lcg_state *state = trace->state;
    uint64_t products = xb_lcg_products(state, action);
    xb_watch_tick(state->watch, STEP_AT_LEAST);
    if (products > xb_product_limit(trace->options) - state->tally.structural) {
        trace->too_large = true;
        return false;
    }
    if (xb_trace_is_exhausted(trace))
        return false;
    if (products > trace->limit - state->work) {
        trace->out_of_budget = true;
        return false;
    }
    if (trace->rival && is_beaten(trace))
        return false;
    xb_lcg_apply(state, action);
    append(trace, action);
    if (is_partial(trace))
        note_best(trace);
    return true;
}

void xb_trace_complete(xb_trace *trace)
{
    trace->complete = true;
    if (!is_partial(trace))
        note_best(trace);
}
