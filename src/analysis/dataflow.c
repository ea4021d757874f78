/*
 * A vertex that no path is known to lead to has no set and takes no part in what is met, so that
 * intersections begin with what is known, and get smaller.
 */
#include "analysis/dataflow.h"

#include <string.h>

static bool is_inside(const xb_dataflow *flow, uint32_t vertex)
{
    return !flow->inside || flow->inside[vertex];
}

/* Meets a set with one more. */
static void meet(const xb_dataflow *flow, uint64_t *set, const uint64_t *other)
{
    const size_t words = xb_bits_words(flow->count);
    if (flow->all)
        xb_bits_intersect(set, other, words);
    else
        xb_bits_unite(set, other, words);
}

/* Begins a set where paths begin, or for none yet. */
static void begin(const xb_dataflow *flow, bool starts, uint64_t *set)
{
    const size_t size = xb_bits_words(flow->count) * sizeof *set;
    if (starts && flow->first)
        memcpy(set, flow->first, size);
    else
        memset(set, !starts && flow->all ? 0xff : 0, size);
}

static bool meet_edges(const xb_dataflow *flow, uint32_t vertex, uint64_t *set)
{
    bool reached = false;
    uint32_t e =
        flow->backward ? xb_graph_first_out(flow->graph, vertex) : xb_graph_first_in(flow->graph, vertex);
    while (e != XB_GRAPH_NONE) {
        const uint64_t *after =
            flow->after[flow->backward ? xb_graph_target(flow->graph, e) : xb_graph_source(flow->graph, e)];
        if (after)
            meet(flow, set, after);
        reached = reached || after;
        e = flow->backward ? xb_graph_next_out(flow->graph, e) : xb_graph_next_in(flow->graph, e);
    }
    return reached;
}

bool xb_dataflow_before(const xb_dataflow *flow, uint32_t vertex, uint64_t *set)
{
    const bool starts = !flow->starts || flow->starts[vertex];
    begin(flow, starts, set);
    return (flow->after && meet_edges(flow, vertex, set)) || starts;
}

/* @return whether what holds after the vertex has changed */
static bool update(xb_arena *arena, const xb_dataflow *flow, uint32_t vertex, uint64_t *set)
{
    const size_t size = xb_bits_words(flow->count) * sizeof *set;
    if (!is_inside(flow, vertex) || !xb_dataflow_before(flow, vertex, set))
        return false;
    flow->pass(flow->context, vertex, set);
    bool changed = !flow->after[vertex] || memcmp(flow->after[vertex], set, size) != 0;
    if (!flow->after[vertex])
        flow->after[vertex] = xb_bits_create(arena, flow->count);
    if (changed)
        memcpy(flow->after[vertex], set, size);
    return changed;
}

void xb_dataflow_solve(xb_arena *arena, xb_dataflow *flow)
{
    const uint32_t count = flow->graph->vertex_count;
    uint32_t *order = xb_arena_array(arena, count, sizeof *order);
    uint64_t *set = xb_bits_create(arena, flow->count);
    flow->after = xb_arena_array(arena, count, sizeof(uint64_t *));
    xb_graph_postorder(arena, flow->graph, order);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed = update(arena, flow, order[flow->backward ? i : count - 1 - i], set) || changed;
    }
}
