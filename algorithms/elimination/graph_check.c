/*
 * Edges that join the same vertices are found in a table. Cycles: vertices without edges in are removed until
 * none is left.
 */
#include "algorithms/elimination/graph_check.h"

#include <stdarg.h>

#include "base/map.h"

const char *xb_graph_vertex_name(const xb_graph_origin *origin, uint32_t vertex)
{
    return origin->names ? origin->names[vertex] : xb_arena_format(origin->arena, "%u", vertex);
}

bool xb_graph_reject(const xb_graph_origin *origin, size_t edge, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(origin->arena, format, arguments);
    va_end(arguments);
    xb_place place = {.file = origin->file, .line = origin->lines[edge]};
    xb_error(origin->diagnostics, XB_STATUS_INVALID, place, hint, "%s", text);
    return false;
}

static bool check_simple(const xb_graph_origin *origin, const xb_lcg *graph)
{
    xb_map seen = {0};
    for (size_t e = 0; e < graph->edge_count; e++) {
        const xb_lcg_edge *edge = &graph->edges[e];
        const char *source = xb_graph_vertex_name(origin, edge->source),
                   *target = xb_graph_vertex_name(origin, edge->target);
        if (edge->source == edge->target)
            return xb_graph_reject(origin, e, NULL, "an edge joins vertex %s to itself", source);
        const xb_lcg_edge *earlier = xb_map_get(&seen, edge->source, edge->target);
        if (earlier)
            return xb_graph_reject(origin, e, NULL, "the edge from %s to %s is already in line %zu", source,
                                   target, origin->lines[earlier - graph->edges]);
        xb_map_put(origin->arena, &seen, edge->source, edge->target, edge);
    }
    return true;
}

/* The edges out of each vertex, as chains: heads by vertex, next by edge; both one more than the edge, 0
 * ends. */
typedef struct chains {
    uint32_t *heads;
    uint32_t *next;
} chains;

static chains chains_of(xb_arena *arena, const xb_lcg *graph)
{
    chains c = {xb_arena_array(arena, graph->vertex_count, sizeof *c.heads),
                xb_arena_array(arena, graph->edge_count, sizeof *c.next)};
    for (size_t e = graph->edge_count; e-- > 0;) {
        c.next[e] = c.heads[graph->edges[e].source];
        c.heads[graph->edges[e].source] = (uint32_t)e + 1;
    }
    return c;
}

/* For each vertex, the number of edges in that are on cycles or behind them. */
static const uint32_t *remaining_degrees(xb_arena *arena, const xb_lcg *graph)
{
    uint32_t count = graph->vertex_count, top = 0;
    chains c = chains_of(arena, graph);
    uint32_t *in_degree = xb_arena_array(arena, count, sizeof *in_degree);
    uint32_t *stack = xb_arena_array(arena, count, sizeof *stack);
    for (size_t e = 0; e < graph->edge_count; e++)
        in_degree[graph->edges[e].target]++;
    for (uint32_t v = 0; v < count; v++) {
        if (in_degree[v] == 0)
            stack[top++] = v;
    }
    while (top > 0) {
        for (uint32_t e = c.heads[stack[--top]]; e != 0; e = c.next[e - 1]) {
            if (--in_degree[graph->edges[e - 1].target] == 0)
                stack[top++] = graph->edges[e - 1].target;
        }
    }
    return in_degree;
}

bool xb_graph_check(const xb_graph_origin *origin, const xb_lcg *graph)
{
    if (!check_simple(origin, graph))
        return false;
    const uint32_t *in_degree = remaining_degrees(origin->arena, graph);
    for (size_t e = 0; e < graph->edge_count; e++) {
        const xb_lcg_edge *edge = &graph->edges[e];
        if (in_degree[edge->source] > 0)
            return xb_graph_reject(origin, e, "a linearized computational graph is acyclic",
                                   "the edge from %s to %s is on a cycle or behind one",
                                   xb_graph_vertex_name(origin, edge->source),
                                   xb_graph_vertex_name(origin, edge->target));
    }
    return true;
}
