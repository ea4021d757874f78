/*
 * Cycles: vertices without edges in are removed until none is left. From what is left, edges are followed
 * backward to a cycle; a search in breadth finds the shortest one through the vertex where that ends.
 */
#include "elimination/files/graph_check.h"

#include <stdarg.h>
#include <string.h>

static const char *vertex_name(const xb_graph_origin *origin, uint32_t vertex)
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

static bool check_loops(const xb_graph_origin *origin, const xb_lcg *graph)
{
    for (size_t e = 0; e < graph->edge_count; e++) {
        const xb_lcg_edge *edge = &graph->edges[e];
        if (edge->source == edge->target)
            return xb_graph_reject(origin, e, "a linearized computational graph is acyclic",
                                   "an edge joins vertex %s to itself", vertex_name(origin, edge->source));
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

/* For each vertex, the number of edges in that are on cycles or lead on from them. */
static const uint32_t *remaining_degrees(xb_arena *arena, const xb_lcg *graph, const chains *c)
{
    uint32_t count = graph->vertex_count, top = 0;
    uint32_t *in_degree = xb_arena_array(arena, count, sizeof *in_degree);
    uint32_t *stack = xb_arena_array(arena, count, sizeof *stack);
    for (size_t e = 0; e < graph->edge_count; e++)
        in_degree[graph->edges[e].target]++;
    for (uint32_t v = 0; v < count; v++) {
        if (in_degree[v] == 0)
            stack[top++] = v;
    }
    while (top > 0) {
        for (uint32_t e = c->heads[stack[--top]]; e != 0; e = c->next[e - 1]) {
            if (--in_degree[graph->edges[e - 1].target] == 0)
                stack[top++] = graph->edges[e - 1].target;
        }
    }
    return in_degree;
}

/* ---- cycles ---- */

/* What is known while a cycle is looked for. */
typedef struct finder {
    const xb_lcg *graph;
    chains out;
    const uint32_t *in_degree; /* without what can be computed */
    uint32_t *entry;           /* by vertex: an edge into it, plus 1 */
} finder;

static uint32_t source_of_entry(const finder *f, uint32_t vertex)
{
    return f->graph->edges[f->entry[vertex] - 1].source;
}

/* A vertex on a cycle: backward, from a vertex that can't be computed, until one is met again. */
static uint32_t vertex_on_cycle(xb_arena *arena, const finder *f, uint32_t vertex)
{
    bool *met = xb_arena_array(arena, f->graph->vertex_count, sizeof *met);
    for (size_t e = 0; e < f->graph->edge_count; e++) {
        if (f->in_degree[f->graph->edges[e].source] > 0)
            f->entry[f->graph->edges[e].target] = (uint32_t)e + 1;
    }
    for (; !met[vertex]; vertex = source_of_entry(f, vertex))
        met[vertex] = true;
    return vertex;
}

/* Searches from the vertex in breadth, until it is reached again. */
static void find_way_back(xb_arena *arena, const finder *f, uint32_t vertex)
{
    uint32_t *queue = xb_arena_array(arena, (size_t)f->graph->vertex_count + 1, sizeof *queue);
    size_t first = 0, count = 1;
    queue[0] = vertex;
    memset(f->entry, 0, f->graph->vertex_count * sizeof *f->entry);
    while (f->entry[vertex] == 0) {
        for (uint32_t e = f->out.heads[queue[first++]]; e != 0; e = f->out.next[e - 1]) {
            uint32_t target = f->graph->edges[e - 1].target;
            if (f->entry[target] != 0)
                continue;
            f->entry[target] = e;
            queue[count++] = target;
        }
    }
}

/* The vertices, backward from the edge that is read first. Returns that edge. */
static size_t first_edge(const finder *f, uint32_t vertex, size_t *length)
{
    size_t first = f->entry[vertex] - 1;
    *length = 0;
    for (uint32_t v = vertex; v != vertex || *length == 0; v = source_of_entry(f, v), ++*length)
        first = f->entry[v] - 1 < first ? f->entry[v] - 1 : first;
    return first;
}

static bool reject_cycle(const xb_graph_origin *origin, const finder *f, uint32_t vertex)
{
    enum { MOST_NAMED = 10 };
    size_t length, edge = first_edge(f, vertex, &length);
    uint32_t start = f->graph->edges[edge].source, v = start;
    const char *text = vertex_name(origin, start);
    for (size_t i = 1; i < length; i++) {
        v = source_of_entry(f, v);
        if (i < MOST_NAMED || i + 1 == length)
            text = xb_arena_format(origin->arena, "%s -> %s", vertex_name(origin, v), text);
        else if (i == MOST_NAMED)
            text = xb_arena_format(origin->arena, "... -> %s", text);
    }
    return xb_graph_reject(origin, edge, "a linearized computational graph is acyclic",
                           "%zu %s a cycle: %s -> %s", length, xb_plural(length, "edge is", "edges are"),
                           vertex_name(origin, start), text);
}

bool xb_graph_check(const xb_graph_origin *origin, const xb_lcg *graph)
{
    xb_arena *arena = origin->arena;
    if (!check_loops(origin, graph))
        return false;
    finder f = {graph, chains_of(arena, graph), NULL, NULL};
    f.in_degree = remaining_degrees(arena, graph, &f.out);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        if (f.in_degree[v] == 0)
            continue;
        f.entry = xb_arena_array(arena, graph->vertex_count, sizeof *f.entry);
        v = vertex_on_cycle(arena, &f, v);
        find_way_back(arena, &f, v);
        return reject_cycle(origin, &f, v);
    }
    return true;
}

/* ---- constants ---- */

/* Counts the vertices out of which edges lead, but into which none leads, and which are no independents.
 * *edge becomes the first edge out of one of them. */
static size_t count_constants(xb_arena *arena, const xb_lcg *graph, size_t *edge)
{
    bool *known = xb_arena_array(arena, graph->vertex_count, sizeof *known);
    bool *constant = xb_arena_array(arena, graph->vertex_count, sizeof *constant);
    size_t count = 0;
    for (size_t e = 0; e < graph->edge_count; e++)
        known[graph->edges[e].target] = true;
    for (size_t e = graph->edge_count; e-- > 0;) {
        uint32_t source = graph->edges[e].source;
        if (known[source] || graph->independent[source])
            continue;
        *edge = e;
        count += !constant[source];
        constant[source] = true;
    }
    return count;
}

void xb_graph_warn_of_constants(const xb_graph_origin *origin, const xb_lcg *graph)
{
    size_t edge, count = count_constants(origin->arena, graph, &edge);
    if (count == 0)
        return;
    const char *others = "";
    if (count > 1)
        others = xb_arena_format(origin->arena, " (and %zu more)", count - 1);
    xb_place place = {.file = origin->file, .line = origin->lines[edge]};
    xb_warning(origin->diagnostics, place, "derivatives of constants are 0: edges out of them are left out",
               "vertex %s%s counts as a constant: no edge leads into it, and it is no independent",
               vertex_name(origin, graph->edges[edge].source), others);
}

/* ---- parallel edges ---- */

const uint32_t *xb_graph_parallel(const xb_graph_origin *origin, const xb_lcg *graph)
{
    chains out = chains_of(origin->arena, graph);
    uint32_t *first = xb_arena_array(origin->arena, graph->vertex_count, sizeof *first);
    uint32_t *number = xb_arena_array(origin->arena, graph->edge_count, sizeof *number);
    uint32_t *counts = xb_arena_array(origin->arena, graph->edge_count, sizeof *counts);
    bool any = false;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        for (uint32_t e = out.heads[v]; e != 0; e = out.next[e - 1]) {
            uint32_t *of_pair = &first[graph->edges[e - 1].target];
            if (*of_pair == 0 || graph->edges[*of_pair - 1].source != v)
                *of_pair = e;
            number[e - 1] = ++counts[*of_pair - 1];
            any |= number[e - 1] > 1;
        }
    }
    for (size_t e = 0; e < graph->edge_count; e++)
        number[e] = counts[e] == 1 ? 0 : number[e]; /* alone */
    return any ? number : NULL;
}
