/*
 * Graphs for the tests of graphs, and the slow, obvious way to find paths in them.
 */
#include "graphs.h"

#include <check.h>

xb_graph graphs_make(xb_arena *arena, uint32_t n, const int *ends)
{
    xb_graph graph = {0};
    for (uint32_t v = 0; v < n; v++)
        ck_assert_uint_eq(xb_graph_add_vertex(arena, &graph), v);
    for (uint32_t e = 0; ends && ends[2 * e] != GRAPHS_END; e++)
        ck_assert_uint_eq(xb_graph_add_edge(arena, &graph, (uint32_t)ends[2 * e], (uint32_t)ends[2 * e + 1]),
                          e);
    return graph;
}

uint32_t graphs_draw(uint64_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 32) % below);
}

xb_graph graphs_random(xb_arena *arena, uint64_t *state, bool acyclic)
{
    uint32_t n = 1 + graphs_draw(state, GRAPHS_MOST), m = graphs_draw(state, 2 * n);
    uint32_t rank[GRAPHS_MOST] = {0};
    for (uint32_t v = 0; v < n; v++) {
        uint32_t other = graphs_draw(state, v + 1);
        rank[v] = rank[other];
        rank[other] = v;
    }
    xb_graph graph = graphs_make(arena, n, NULL);
    for (uint32_t e = 0; e < m; e++) {
        uint32_t source = graphs_draw(state, n), target = graphs_draw(state, n);
        if (acyclic && rank[source] == rank[target])
            continue;
        if (acyclic && rank[source] > rank[target])
            xb_graph_add_edge(arena, &graph, target, source);
        else
            xb_graph_add_edge(arena, &graph, source, target);
    }
    return graph;
}

bool graphs_is_path(const xb_graph *graph, uint32_t from, uint32_t to, uint32_t avoided)
{
    bool reached[GRAPHS_MOST] = {false};
    if (from == avoided)
        return false;
    reached[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < graph->edge_count; e++) {
            uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
            if (!reached[source] || reached[target] || target == avoided)
                continue;
            reached[target] = changed = true;
        }
    }
    return reached[to];
}

xb_graph graphs_chain(xb_arena *arena, uint32_t n, bool backward)
{
    xb_graph graph = graphs_make(arena, n, NULL);
    for (uint32_t v = 1; v < n; v++)
        xb_graph_add_edge(arena, &graph, backward ? v : v - 1, backward ? v - 1 : v);
    return graph;
}
