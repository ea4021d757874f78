/*
 * Forward, reverse and used-once walk over the topological numbers. Markowitz keeps the intermediates in a
 * heap and gives new priorities to the vertices that an elimination has touched, which are never more than
 * the products it has formed, twice.
 */
#include "elimination/heuristics/vertex_orders.h"

static bool eliminate(xb_trace *trace, uint32_t vertex)
{
    if (!xb_lcg_is_eliminable(trace->state, vertex))
        return true;
    return xb_trace_step(trace, xb_lcg_vertex_action(vertex));
}

static bool run_forward(xb_trace *trace)
{
    for (uint32_t v = 0; v < trace->state->part->vertex_count; v++) {
        if (!eliminate(trace, v))
            return false;
    }
    return true;
}

static bool run_reverse(xb_trace *trace)
{
    for (uint32_t v = trace->state->part->vertex_count; v-- > 0;) {
        if (!eliminate(trace, v))
            return false;
    }
    return true;
}

static bool run_used_once(xb_trace *trace)
{
    for (uint32_t v = trace->state->part->vertex_count; v-- > 0;) {
        if (trace->state->vertices[v].out_degree == 1 && !eliminate(trace, v))
            return false;
    }
    return run_reverse(trace);
}

static void enqueue(const xb_lcg_state *state, xb_heap *heap, uint32_t vertex)
{
    if (!xb_lcg_is_eliminable(state, vertex)) {
        xb_heap_remove(heap, vertex);
        return;
    }
    uint64_t degree = xb_lcg_products(state, xb_lcg_vertex_action(vertex));
    xb_heap_set(heap, vertex, (xb_priority){degree, UINT32_MAX - vertex});
}

static bool run_markowitz(xb_trace *trace, xb_heap *heap)
{
    const xb_lcg_state *state = trace->state;
    xb_heap_clear(heap);
    for (uint32_t v = state->part->vertex_count; v-- > 0;) /* so that most are in place already */
        enqueue(state, heap, v);
    while (heap->count > 0) {
        if (!eliminate(trace, xb_heap_pop(heap, NULL)))
            return false;
        for (uint32_t i = 0; i < state->changed_count; i++)
            enqueue(state, heap, state->changed[i]);
    }
    return true;
}

void xb_vertex_order_run(xb_trace *trace, xb_elimination_order order, xb_heap *heap)
{
    bool done = false;
    switch (order) {
    case XB_ORDER_FORWARD: done = run_forward(trace); break;
    case XB_ORDER_REVERSE: done = run_reverse(trace); break;
    case XB_ORDER_MARKOWITZ: done = run_markowitz(trace, heap); break;
    case XB_ORDER_USED_ONCE: done = run_used_once(trace); break;
    case XB_ORDER_BEST:
    case XB_ORDER_DESCENT:
    case XB_ORDER_SEARCHED: break;
    }
    if (done)
        xb_trace_complete(trace);
}
