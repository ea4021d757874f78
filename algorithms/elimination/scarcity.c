/*
 * A step is assessed when it is the cheapest that has not been, and then waits among those that don't help
 * until something in its neighbourhood changes. So cheap steps are done before expensive ones are looked at,
 * and a vertex with many neighbours is not assessed anew for each of them.
 *
 * The neighbourhood of an edge elimination are the two ends, and that is exact. The neighbourhood of a vertex
 * elimination is the vertex alone: an edge that appears between its neighbours may make it good without its
 * being noticed; it is assessed again when an edge of its own changes, or done anyway later.
 */
#include "algorithms/elimination/scarcity.h"

/* Priorities: what has not been assessed comes first, then what keeps the number, then what raises it. */
typedef enum waiting { UNKNOWN, NEUTRAL, RAISING } waiting;

enum { WAITING_SHIFT = 60 };

/* The heap holds vertices, or arcs times two, plus one for back elimination. */
typedef struct search {
    xb_trace *trace;
    xb_lcg_state *state;
    xb_heap *heap;
    xb_candidates candidates;
} search;

static bool is_possible(const search *s, uint32_t item)
{
    if (s->candidates == XB_CANDIDATES_VERTICES)
        return xb_lcg_is_eliminable(s->state, item);
    const xb_lcg_arc *arc = &s->state->arcs[item / 2];
    if (arc->source == XB_LCG_NONE)
        return false;
    return item % 2 == 0 ? xb_lcg_allows_front(s->state, arc) : xb_lcg_allows_back(s->state, arc);
}

static xb_lcg_action action_of(const search *s, uint32_t item)
{
    if (s->candidates == XB_CANDIDATES_VERTICES)
        return (xb_lcg_action){XB_ACTION_VERTEX, item, item};
    const xb_lcg_arc *arc = &s->state->arcs[item / 2];
    return (xb_lcg_action){item % 2 == 0 ? XB_ACTION_FRONT : XB_ACTION_BACK, arc->source, arc->target};
}

/* The last vertex first, then front before back, then the last other end. */
static uint64_t tie_break(xb_lcg_action action)
{
    uint64_t back = action.kind == XB_ACTION_BACK;
    uint64_t through = back ? action.source : action.target, other = back ? action.target : action.source;
    return (UINT32_MAX - through) << 32 | back << 31 | (INT32_MAX - other);
}

static void enqueue(const search *s, uint32_t item, waiting why)
{
    if (!is_possible(s, item)) {
        xb_heap_remove(s->heap, item);
        return;
    }
    xb_lcg_action action = action_of(s, item);
    uint64_t degree = xb_lcg_products(s->state, action), most = ((uint64_t)1 << WAITING_SHIFT) - 1;
    uint64_t high = (uint64_t)why << WAITING_SHIFT | (degree < most ? degree : most);
    xb_heap_set(s->heap, item, (xb_priority){high, tie_break(action)});
}

static void enqueue_arc(const search *s, uint32_t arc)
{
    enqueue(s, 2 * arc, UNKNOWN);
    enqueue(s, 2 * arc + 1, UNKNOWN);
    s->state->work++;
}

static void enqueue_arcs_in(const search *s, uint32_t vertex)
{
    const xb_lcg_state *state = s->state;
    for (uint32_t arc = state->vertices[vertex].first_in; arc != XB_LCG_NONE; arc = state->arcs[arc].next_in)
        enqueue_arc(s, arc);
}

static void enqueue_around(const search *s, uint32_t vertex)
{
    if (s->candidates == XB_CANDIDATES_VERTICES) {
        enqueue(s, vertex, UNKNOWN);
        return;
    }
    const xb_lcg_state *state = s->state;
    enqueue_arcs_in(s, vertex);
    for (uint32_t arc = state->vertices[vertex].first_out; arc != XB_LCG_NONE;
         arc = state->arcs[arc].next_out)
        enqueue_arc(s, arc);
}

static void enqueue_all(const search *s)
{
    const xb_lcg_state *state = s->state;
    xb_heap_clear(s->heap);
    for (uint32_t v = 0; v < state->part->vertex_count; v++) {
        if (s->candidates == XB_CANDIDATES_VERTICES)
            enqueue(s, v, UNKNOWN);
        else
            enqueue_arcs_in(s, v);
    }
}

static bool step(const search *s, xb_lcg_action action)
{
    if (!xb_trace_step(s->trace, action))
        return false;
    for (uint32_t i = 0; i < s->state->changed_count; i++)
        enqueue_around(s, s->state->changed[i]);
    return true;
}

/* Takes the first item from the heap that is still possible. */
static bool next(const search *s, uint32_t *item, waiting *why)
{
    xb_priority priority;
    while (s->heap->count > 0) {
        *item = xb_heap_pop(s->heap, &priority);
        *why = (waiting)(priority.high >> WAITING_SHIFT);
        if (is_possible(s, *item))
            return true;
    }
    return false;
}

/* Whether the step is to be done now; otherwise it waits. */
static bool reduces(const search *s, uint32_t item, bool maintaining)
{
    int64_t nontrivial = xb_lcg_assess(s->state, action_of(s, item), 0).nontrivial;
    if (nontrivial < 0)
        return true;
    enqueue(s, item, maintaining && nontrivial == 0 ? NEUTRAL : RAISING);
    return false;
}

void xb_scarcity_explore(xb_trace *trace, xb_candidates candidates, bool maintaining, xb_heap *heap)
{
    search s = {trace, trace->state, heap, candidates};
    uint32_t item;
    waiting why;
    enqueue_all(&s);
    while (next(&s, &item, &why)) {
        if (xb_trace_is_exhausted(trace))
            return;
        if (why == UNKNOWN && !reduces(&s, item, maintaining))
            continue;
        if (!step(&s, action_of(&s, item)))
            return;
    }
    xb_trace_complete(trace);
}

static bool improves(const xb_lcg_effect *effect)
{
    if (effect->nontrivial != 0)
        return effect->nontrivial < 0;
    if (effect->multiplications != 0)
        return effect->multiplications < 0;
    if (effect->additions != 0)
        return effect->additions < 0;
    return effect->edges < 0;
}

void xb_scarcity_clean_up(xb_trace *trace, xb_candidates candidates, xb_heap *heap)
{
    search s = {trace, trace->state, heap, candidates};
    uint32_t item;
    waiting why;
    enqueue_all(&s);
    while (next(&s, &item, &why)) {
        if (xb_trace_is_exhausted(trace))
            return;
        xb_lcg_effect effect = xb_lcg_assess(s.state, action_of(&s, item), 0);
        if (improves(&effect) && !step(&s, action_of(&s, item)))
            return;
    }
}
