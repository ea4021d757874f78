/*
 * A step is assessed when it is the cheapest that has not been, and then waits among those that don't help
 * until something in its neighbourhood changes. So cheap steps are done before expensive ones are looked at,
 * and a vertex with many neighbours is not assessed anew for each of them. Changes two edges away may make a
 * waiting step good without its being noticed; it is assessed again at the next change nearby, or done anyway
 * later.
 */
#include "algorithms/elimination/scarcity.h"

/* Priorities: what has not been assessed comes first, then what keeps the number, then what raises it. */
typedef enum waiting { UNKNOWN, NEUTRAL, RAISING } waiting;

enum { WAITING_SHIFT = 60 };

static xb_lcg_action elimination_of(uint32_t vertex)
{
    return (xb_lcg_action){XB_ACTION_VERTEX, vertex, vertex};
}

static void enqueue(const xb_lcg_state *state, xb_heap *heap, uint32_t vertex, waiting why)
{
    if (!xb_lcg_is_eliminable(state, vertex)) {
        xb_heap_remove(heap, vertex);
        return;
    }
    uint64_t degree = xb_lcg_products(state, elimination_of(vertex));
    xb_heap_set(heap, vertex, (xb_priority){(uint64_t)why << WAITING_SHIFT | degree, UINT32_MAX - vertex});
}

static void enqueue_all(const xb_lcg_state *state, xb_heap *heap)
{
    xb_heap_clear(heap);
    for (uint32_t v = 0; v < state->part->vertex_count; v++)
        enqueue(state, heap, v, UNKNOWN);
}

static void enqueue_changed(const xb_lcg_state *state, xb_heap *heap)
{
    for (uint32_t i = 0; i < state->changed_count; i++)
        enqueue(state, heap, state->changed[i], UNKNOWN);
}

/* Whether the vertex is to be eliminated now; otherwise it waits. */
static bool reduces(xb_lcg_state *state, uint32_t vertex, bool maintaining, xb_heap *heap)
{
    int64_t nontrivial = xb_lcg_assess(state, elimination_of(vertex), 0).nontrivial;
    if (nontrivial < 0)
        return true;
    enqueue(state, heap, vertex, maintaining && nontrivial == 0 ? NEUTRAL : RAISING);
    return false;
}

void xb_scarcity_vertices(xb_trace *trace, bool maintaining, xb_heap *heap)
{
    xb_lcg_state *state = trace->state;
    enqueue_all(state, heap);
    while (heap->count > 0) {
        xb_priority priority;
        uint32_t vertex = xb_heap_pop(heap, &priority);
        if (xb_trace_is_exhausted(trace))
            return;
        if (priority.high >> WAITING_SHIFT == UNKNOWN && !reduces(state, vertex, maintaining, heap))
            continue;
        if (!xb_trace_step(trace, elimination_of(vertex)))
            return;
        enqueue_changed(state, heap);
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

void xb_scarcity_clean_up(xb_trace *trace, xb_heap *heap)
{
    xb_lcg_state *state = trace->state;
    enqueue_all(state, heap);
    while (heap->count > 0) {
        uint32_t vertex = xb_heap_pop(heap, NULL);
        if (xb_trace_is_exhausted(trace))
            return;
        xb_lcg_effect effect = xb_lcg_assess(state, elimination_of(vertex), 0);
        if (!improves(&effect))
            continue;
        if (!xb_trace_step(trace, elimination_of(vertex)))
            return;
        enqueue_changed(state, heap);
    }
}
