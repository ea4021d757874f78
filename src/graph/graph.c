/*
 * Most graphs of a program are a single vertex, most others an operator with two operands. So edges are just
 * their ends as long as they are few: the edges of a vertex are found by looking at all of them, which are as
 * many as fit a few cache lines. Once there are more, each vertex has circular lists of its edges, threaded
 * through links of the edges by number, from the last one back to the first.
 *
 * Topological order is the postorder of a depth-first search against the edges. The stack of that search
 * occupies the part of the result that is not filled yet: each vertex is at most in one of the two.
 */
#include "graph/graph.h"

#include <string.h>

enum { OPERATOR_EDGES = 2, FEW = 24 };

/* The last edges of a vertex, if there are any. */
typedef struct vertex_lists {
    uint32_t last_out, out_degree;
    uint32_t last_in, in_degree;
} vertex_lists;

/* The successors of an edge in the lists of its ends. */
typedef struct edge_links {
    uint32_t next_out, next_in;
} edge_links;

struct xb_graph_lists {
    vertex_lists *vertices;
    edge_links *links; /* room for as many as the graph has for edges */
};

/* Capacities stay below XB_GRAPH_NONE, so that no vertex or edge can have that number. */
static uint32_t next_capacity(uint32_t capacity, uint32_t at_least)
{
    if (capacity < at_least)
        return at_least;
    return capacity < XB_GRAPH_NONE / 2 ? capacity * 2 : XB_GRAPH_NONE;
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* Puts an edge between the last one of a list and the first. */
static void append_out(xb_graph *graph, uint32_t edge)
{
    vertex_lists *vertex = &graph->lists->vertices[graph->edges[edge].source];
    edge_links *links = graph->lists->links;
    links[edge].next_out = edge;
    if (vertex->out_degree++ > 0) {
        links[edge].next_out = links[vertex->last_out].next_out;
        links[vertex->last_out].next_out = edge;
    }
    vertex->last_out = edge;
}

static void append_in(xb_graph *graph, uint32_t edge)
{
    vertex_lists *vertex = &graph->lists->vertices[graph->edges[edge].target];
    edge_links *links = graph->lists->links;
    links[edge].next_in = edge;
    if (vertex->in_degree++ > 0) {
        links[edge].next_in = links[vertex->last_in].next_in;
        links[vertex->last_in].next_in = edge;
    }
    vertex->last_in = edge;
}

static void grow_vertices(xb_arena *arena, xb_graph *graph, uint32_t capacity)
{
    graph->lists->vertices = xb_arena_enlarge(arena, graph->lists->vertices, graph->vertex_capacity, capacity,
                                              sizeof *graph->lists->vertices);
    graph->vertex_capacity = capacity;
}

/* From now on, edges are in lists. */
static void make_lists(xb_arena *arena, xb_graph *graph, uint32_t vertex_capacity)
{
    xb_graph_lists *lists = xb_arena_alloc(arena, sizeof *lists);
    lists->vertices = xb_arena_array(arena, vertex_capacity, sizeof *lists->vertices);
    lists->links = xb_arena_array(arena, graph->edge_capacity, sizeof *lists->links);
    graph->lists = lists;
    graph->vertex_capacity = vertex_capacity;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        append_out(graph, e);
        append_in(graph, e);
    }
}

/* ---- growth -------------------------------------------------------------------------------------------- */

static void grow_edges(xb_arena *arena, xb_graph *graph, uint32_t capacity)
{
    uint32_t old = graph->edge_capacity;
    if (graph->lists)
        graph->lists->links =
            xb_arena_enlarge(arena, graph->lists->links, old, capacity, sizeof *graph->lists->links);
    graph->edges = xb_arena_enlarge(arena, graph->edges, old, capacity, sizeof *graph->edges);
    graph->edge_capacity = capacity;
}

void xb_graph_reserve(xb_arena *arena, xb_graph *graph, uint32_t vertex_count, uint32_t edge_count)
{
    if (edge_count > graph->edge_capacity)
        grow_edges(arena, graph, edge_count);
    if (vertex_count < graph->vertex_count)
        vertex_count = graph->vertex_count;
    if (!graph->lists && edge_count > FEW)
        make_lists(arena, graph, vertex_count);
    else if (graph->lists && vertex_count > graph->vertex_capacity)
        grow_vertices(arena, graph, vertex_count);
}

uint32_t xb_graph_add_vertex(xb_arena *arena, xb_graph *graph)
{
    if (graph->vertex_count == XB_GRAPH_NONE)
        xb_fail(xb_arena_failure(arena));
    if (graph->lists && graph->vertex_count == graph->vertex_capacity)
        grow_vertices(arena, graph, next_capacity(graph->vertex_capacity, 0));
    return graph->vertex_count++;
}

uint32_t xb_graph_add_edge(xb_arena *arena, xb_graph *graph, uint32_t source, uint32_t target)
{
    if (source >= graph->vertex_count || target >= graph->vertex_count)
        return XB_GRAPH_NONE;
    if (graph->edge_count == XB_GRAPH_NONE)
        xb_fail(xb_arena_failure(arena));
    if (graph->edge_count == graph->edge_capacity)
        grow_edges(arena, graph, next_capacity(graph->edge_capacity, OPERATOR_EDGES));
    if (graph->edge_count == FEW && !graph->lists)
        make_lists(arena, graph, graph->vertex_count);
    uint32_t edge = graph->edge_count++;
    graph->edges[edge] = (xb_graph_edge){.source = source, .target = target};
    if (graph->lists) {
        append_out(graph, edge);
        append_in(graph, edge);
    }
    return edge;
}

/* ---- edges --------------------------------------------------------------------------------------------- */

/* Of few edges, the first one from number `edge` on that leaves a vertex. */
static uint32_t find_out(const xb_graph *graph, uint32_t edge, uint32_t vertex)
{
    while (edge < graph->edge_count && graph->edges[edge].source != vertex)
        edge++;
    return edge < graph->edge_count ? edge : XB_GRAPH_NONE;
}

static uint32_t find_in(const xb_graph *graph, uint32_t edge, uint32_t vertex)
{
    while (edge < graph->edge_count && graph->edges[edge].target != vertex)
        edge++;
    return edge < graph->edge_count ? edge : XB_GRAPH_NONE;
}

uint32_t xb_graph_first_out(const xb_graph *graph, uint32_t vertex)
{
    if (!graph->lists)
        return find_out(graph, 0, vertex);
    const vertex_lists *lists = &graph->lists->vertices[vertex];
    return lists->out_degree ? graph->lists->links[lists->last_out].next_out : XB_GRAPH_NONE;
}

uint32_t xb_graph_next_out(const xb_graph *graph, uint32_t edge)
{
    uint32_t source = graph->edges[edge].source;
    if (!graph->lists)
        return find_out(graph, edge + 1, source);
    return graph->lists->vertices[source].last_out == edge ? XB_GRAPH_NONE
                                                           : graph->lists->links[edge].next_out;
}

uint32_t xb_graph_first_in(const xb_graph *graph, uint32_t vertex)
{
    if (!graph->lists)
        return find_in(graph, 0, vertex);
    const vertex_lists *lists = &graph->lists->vertices[vertex];
    return lists->in_degree ? graph->lists->links[lists->last_in].next_in : XB_GRAPH_NONE;
}

uint32_t xb_graph_next_in(const xb_graph *graph, uint32_t edge)
{
    uint32_t target = graph->edges[edge].target;
    if (!graph->lists)
        return find_in(graph, edge + 1, target);
    return graph->lists->vertices[target].last_in == edge ? XB_GRAPH_NONE : graph->lists->links[edge].next_in;
}

size_t xb_graph_out_degree(const xb_graph *graph, uint32_t vertex)
{
    if (graph->lists)
        return graph->lists->vertices[vertex].out_degree;
    size_t degree = 0;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        degree += graph->edges[e].source == vertex;
    return degree;
}

size_t xb_graph_in_degree(const xb_graph *graph, uint32_t vertex)
{
    if (graph->lists)
        return graph->lists->vertices[vertex].in_degree;
    size_t degree = 0;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        degree += graph->edges[e].target == vertex;
    return degree;
}

/* A depth-first search against the edges. */
typedef struct search {
    const xb_graph *graph;
    uint32_t *next;  /* of each open vertex, the in-edge to look at next */
    char *state;     /* of each vertex */
    uint32_t *order; /* [0, done) finished vertices, [top, vertex_count) the path of open vertices, last one
                        first */
    uint32_t done, top;
} search;

enum { NEW, OPEN, DONE };

static void open_vertex(search *s, uint32_t vertex)
{
    s->state[vertex] = OPEN;
    s->next[vertex] = xb_graph_first_in(s->graph, vertex);
    s->order[--s->top] = vertex;
}

/* Finishes the root and all that leads to it; returns a vertex on a cycle or XB_GRAPH_NONE. */
static uint32_t search_from(search *s, uint32_t root)
{
    open_vertex(s, root);
    while (s->top < s->graph->vertex_count) {
        uint32_t vertex = s->order[s->top];
        uint32_t edge = s->next[vertex];
        if (edge == XB_GRAPH_NONE) {
            s->top++;
            s->state[vertex] = DONE;
            s->order[s->done++] = vertex;
            continue;
        }
        s->next[vertex] = xb_graph_next_in(s->graph, edge);
        uint32_t source = s->graph->edges[edge].source;
        if (s->state[source] == OPEN)
            return source;
        if (s->state[source] == NEW)
            open_vertex(s, source);
    }
    return XB_GRAPH_NONE;
}

/* Whether all edges lead forward; then vertices are numbered in the order that a search would find. */
static bool is_numbered_topologically(const xb_graph *graph)
{
    bool forward = true;
    for (uint32_t e = 0; e < graph->edge_count && forward; e++)
        forward = graph->edges[e].source < graph->edges[e].target;
    return forward;
}

/* Puts all vertices in order; returns a vertex on a cycle or XB_GRAPH_NONE. */
static uint32_t search_all(search *s)
{
    uint32_t found = XB_GRAPH_NONE;
    for (uint32_t root = 0; root < s->graph->vertex_count && found == XB_GRAPH_NONE; root++)
        if (s->state[root] == NEW)
            found = search_from(s, root);
    return found;
}

bool xb_graph_topological_order(xb_arena *scratch, const xb_graph *graph, uint32_t *order, uint32_t *on_cycle)
{
    uint32_t n = graph->vertex_count;
    if (is_numbered_topologically(graph)) {
        for (uint32_t v = 0; v < n; v++)
            order[v] = v;
        return true;
    }
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    search s = {graph, xb_arena_array(scratch, n, sizeof *s.next), xb_arena_alloc(scratch, n), order, 0, n};
    uint32_t found = search_all(&s);
    xb_arena_release(scratch, mark);
    if (on_cycle && found != XB_GRAPH_NONE)
        *on_cycle = found;
    return found == XB_GRAPH_NONE;
}

void xb_graph_postorder(xb_arena *scratch, const xb_graph *graph, uint32_t *order)
{
    uint32_t n = graph->vertex_count, done = 0, depth = 0;
    uint32_t *stack = xb_arena_array(scratch, n, sizeof *stack),
             *next = xb_arena_array(scratch, n, sizeof *next);
    char *state = xb_arena_alloc(scratch, n);
    for (uint32_t root = 0; root < n; root++) {
        if (state[root] == NEW)
            stack[depth++] = root;
        while (depth > 0) {
            uint32_t v = stack[depth - 1];
            uint32_t edge = state[v] == NEW ? xb_graph_first_out(graph, v) : next[v];
            state[v] = OPEN;
            if (edge == XB_GRAPH_NONE) {
                order[done++] = v;
                depth--;
                continue;
            }
            next[v] = xb_graph_next_out(graph, edge);
            if (state[graph->edges[edge].target] == NEW)
                stack[depth++] = graph->edges[edge].target;
        }
    }
}

void xb_graph_spread(xb_arena *scratch, const xb_graph *graph, bool *marked, bool forward)
{
    uint32_t *stack = xb_arena_array(scratch, graph->vertex_count, sizeof *stack);
    size_t depth = 0;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        if (marked[v])
            stack[depth++] = v;
    while (depth > 0) {
        uint32_t vertex = stack[--depth];
        uint32_t edge = forward ? xb_graph_first_out(graph, vertex) : xb_graph_first_in(graph, vertex);
        while (edge != XB_GRAPH_NONE) {
            uint32_t other = forward ? graph->edges[edge].target : graph->edges[edge].source;
            if (!marked[other])
                stack[depth++] = other;
            marked[other] = true;
            edge = forward ? xb_graph_next_out(graph, edge) : xb_graph_next_in(graph, edge);
        }
    }
}

static void mark(xb_arena *scratch, const xb_graph *graph, uint32_t from, bool *marked, bool forward)
{
    memset(marked, 0, graph->vertex_count * sizeof *marked);
    marked[from] = true;
    xb_graph_spread(scratch, graph, marked, forward);
}

void xb_graph_reachable(xb_arena *scratch, const xb_graph *graph, uint32_t from, bool *reached)
{
    mark(scratch, graph, from, reached, true);
}

void xb_graph_reaching(xb_arena *scratch, const xb_graph *graph, uint32_t to, bool *reaching)
{
    mark(scratch, graph, to, reaching, false);
}
