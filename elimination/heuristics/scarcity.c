/*
 * A step is assessed when it is the cheapest that has not been, and then waits among those that don't help
 * until something in its neighbourhood changes. So cheap steps are done before expensive ones are looked at,
 * and a vertex with many neighbours is not assessed anew for each of them.
 *
 * The neighbourhood of an edge elimination are the two ends, and that is exact. The neighbourhood of a vertex
 * elimination is the vertex alone: an edge that appears between its neighbours may make it good without its
 * being noticed; it is assessed again when an edge of its own changes, or done anyway later.
 */
#include "elimination/heuristics/scarcity.h"

/* Priorities: what has not been assessed comes first, then what lowers what counts, what keeps it, and what
 * raises it. Each of these has a second place, for what would be refilled. */
typedef enum waiting {
    UNKNOWN,
    REDUCING,
    REDUCING_REFILLED,
    NEUTRAL,
    NEUTRAL_REFILLED,
    RAISING,
    RAISING_REFILLED
} waiting;

enum { WAITING_SHIFT = 60 };

/* The heap holds vertices, or arcs times two, plus one for back elimination. */
typedef struct search {
    xb_trace *trace;
    xb_lcg_state *state;
    xb_heap *heap;
    xb_candidates candidates;
    xb_refills *refills; /* NULL if refill is not avoided */
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
        return xb_lcg_vertex_action(item);
    const xb_lcg_arc *arc = &s->state->arcs[item / 2];
    return (xb_lcg_action){item % 2 == 0 ? XB_ACTION_FRONT : XB_ACTION_BACK, arc->source, arc->target, 0};
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
    for (uint32_t v = state->part->vertex_count; v-- > 0;) { /* so that most are in place already */
        if (s->candidates == XB_CANDIDATES_VERTICES)
            enqueue(s, v, UNKNOWN);
        else
            enqueue_arcs_in(s, v);
    }
}

static bool step(const search *s, xb_lcg_action action)
{
    if (s->refills)
        xb_refills_note(s->refills, s->state, action);
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

/* A place where what was assessed waits. */
static waiting place_of(int64_t change, bool maintaining)
{
    if (change < 0)
        return REDUCING;
    return maintaining && change == 0 ? NEUTRAL : RAISING;
}

/* Whether the step is to be done now; otherwise it waits for its place. */
static bool is_due(const search *s, uint32_t item, waiting why, bool maintaining)
{
    waiting place = why;
    if (why == UNKNOWN) {
        xb_lcg_effect effect = xb_lcg_assess(s->state, action_of(s, item), 0);
        place = place_of(xb_lcg_change(&s->state->weights, &effect), maintaining);
    }
    bool is_second = place == REDUCING_REFILLED || place == NEUTRAL_REFILLED || place == RAISING_REFILLED;
    if (s->refills && !is_second) {
        const xb_lcg_arc *arc = &s->state->arcs[item / 2];
        if (xb_refills_expected(s->refills, s->state, arc->source, arc->target))
            place = (waiting)(place + 1);
    }
    if (place == why || place == REDUCING)
        return true;
    enqueue(s, item, place);
    return false;
}

/* ---- reroutings ---- */

typedef struct route {
    xb_lcg_action action;
    int64_t change; /* below 0 if one was found */
} route;

static void try_route(const search *s, xb_lcg_action action, route *best)
{
    s->state->work++;
    if (!xb_lcg_allows_rerouting(s->state, action))
        return;
    xb_lcg_effect effect = xb_lcg_assess(s->state, action, best->change - 1);
    int64_t change = xb_lcg_change(&s->state->weights, &effect);
    if (change < best->change)
        *best = (route){action, change};
}

static void try_routes(const search *s, const xb_lcg_arc *arc, route *best)
{
    const xb_lcg_state *state = s->state;
    for (uint32_t a = state->vertices[arc->target].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in) {
        if (state->arcs[a].label.kind == XB_OPERAND_CONSTANT)
            try_route(s, (xb_lcg_action){XB_ACTION_PREROUTE, arc->source, arc->target, state->arcs[a].source},
                      best);
    }
    for (uint32_t a = state->vertices[arc->source].first_out; a != XB_LCG_NONE; a = state->arcs[a].next_out) {
        if (state->arcs[a].label.kind == XB_OPERAND_CONSTANT)
            try_route(s,
                      (xb_lcg_action){XB_ACTION_POSTROUTE, arc->source, arc->target, state->arcs[a].target},
                      best);
    }
}

/* Does the rerouting that lowers what counts most, if there is one. */
static bool reroute(const search *s)
{
    const xb_lcg_state *state = s->state;
    route best = {.change = 0};
    for (uint32_t v = 0; v < state->part->vertex_count && !xb_trace_is_exhausted(s->trace); v++) {
        for (uint32_t a = state->vertices[v].first_in; a != XB_LCG_NONE; a = state->arcs[a].next_in)
            try_routes(s, &state->arcs[a], &best);
    }
    return best.change < 0 && step(s, best.action);
}

/* ---- exploration ---- */

void xb_scarcity_explore(xb_trace *trace, const xb_exploration *how, xb_heap *heap)
{
    search s = {trace, trace->state, heap, how->candidates, how->refills};
    uint32_t item, reroutings = 0;
    waiting why;
    enqueue_all(&s);
    while (next(&s, &item, &why)) {
        if (xb_trace_is_exhausted(trace))
            return;
        if (!is_due(&s, item, why, how->maintaining))
            continue;
        if (how->rerouting && why >= NEUTRAL && reroutings < trace->state->part->edge_count && reroute(&s)) {
            reroutings++; /* a limit, so that it ends: eliminations may make up for what reroutings do */
            enqueue(&s, item, UNKNOWN);
            continue;
        }
        if (!step(&s, action_of(&s, item)))
            return;
    }
    xb_trace_complete(trace);
}

/* ---- cleaning up ---- */

static bool improves(const search *s, const xb_lcg_effect *effect)
{
    int64_t directions = s->trace->options->directions > 0 ? (int64_t)s->trace->options->directions : 1;
    const int64_t changes[] = {xb_lcg_change(&s->state->weights, effect),
                               effect->multiplications + directions * effect->nonunit,
                               effect->additions + directions * effect->beyond_first, effect->edges};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (changes[i] != 0)
            return changes[i] < 0;
    }
    return false;
}

void xb_scarcity_clean_up(xb_trace *trace, xb_candidates candidates, bool rerouting, xb_heap *heap)
{
    search s = {trace, trace->state, heap, candidates, NULL};
    uint32_t item;
    waiting why;
    enqueue_all(&s);
    do {
        while (next(&s, &item, &why)) {
            if (xb_trace_is_exhausted(trace))
                return;
            xb_lcg_effect effect = xb_lcg_assess(s.state, action_of(&s, item), 0);
            if (improves(&s, &effect) && !step(&s, action_of(&s, item)))
                return;
        }
    } while (rerouting && reroute(&s));
}
