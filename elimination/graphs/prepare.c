/*
 * A sequence of linear passes over compressed adjacency lists: check the edges, number topologically, make
 * the graph simple, mark what reaches a dependent, find weak components by union and find, and deal vertices
 * and edges out to the parts by counting.
 */
#include "elimination/graphs/prepare.h"

#include <string.h>

#include "elimination/graphs/heap.h"

#define NO_PART UINT32_MAX

/* For each vertex a range of edge indices. */
typedef struct adjacency {
    uint32_t *start; /* vertex_count + 1 */
    uint32_t *edges;
} adjacency;

typedef struct work {
    xb_arena *scratch;
    const xb_lcg *graph; /* the input, then what was made of it */
    xb_simple simple;
    adjacency out;
    adjacency in;
    bool *live;       /* a dependent is reached */
    uint32_t *order;  /* vertices in topological order */
    uint32_t *parent; /* union and find */
    uint32_t *part;   /* of a vertex, NO_PART without edges */
    uint32_t *number; /* of a vertex within its part */
    xb_prepared_part *parts;
    size_t part_count;
} work;

static bool edges_are_valid(const xb_lcg *graph)
{
    if (graph->vertex_count > (uint32_t)XB_LCG_VERTEX_LIMIT || graph->edge_count > (size_t)XB_LCG_EDGE_LIMIT)
        return false;
    for (size_t e = 0; e < graph->edge_count; e++) {
        const xb_lcg_edge *edge = &graph->edges[e];
        if (edge->source >= graph->vertex_count || edge->target >= graph->vertex_count)
            return false;
        if (edge->source == edge->target || (edge->label == XB_LABEL_CONSTANT && edge->value == 0))
            return false;
    }
    return true;
}

static uint32_t end_of(const xb_lcg *graph, size_t edge, bool source)
{
    return source ? graph->edges[edge].source : graph->edges[edge].target;
}

static adjacency adjacency_of(xb_arena *scratch, const xb_lcg *graph, bool by_source)
{
    adjacency lists;
    lists.start = xb_arena_array(scratch, (size_t)graph->vertex_count + 2, sizeof *lists.start);
    lists.edges = xb_arena_array(scratch, graph->edge_count, sizeof *lists.edges);
    uint32_t *next = lists.start + 1; /* ends up as the start of the next vertex */
    for (size_t e = 0; e < graph->edge_count; e++)
        next[end_of(graph, e, by_source) + 1]++;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        next[v + 1] += next[v];
    for (size_t e = 0; e < graph->edge_count; e++)
        lists.edges[next[end_of(graph, e, by_source)]++] = (uint32_t)e;
    return lists;
}

static bool has_predecessor(const work *w, uint32_t v)
{
    return w->in.start[v + 1] > w->in.start[v];
}

/* The independents, or NULL if one of them has edges in. */
static const bool *independents_of(const work *w)
{
    const xb_lcg *graph = w->graph;
    bool *independent = xb_arena_array(w->scratch, graph->vertex_count, sizeof *independent);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        independent[v] = graph->independent ? graph->independent[v] : !has_predecessor(w, v);
        if (independent[v] && has_predecessor(w, v))
            return NULL;
    }
    return independent;
}

static void index_edges(work *w)
{
    w->out = adjacency_of(w->scratch, w->graph, true);
    w->in = adjacency_of(w->scratch, w->graph, false);
}

static void drop_index(work *w)
{
    const xb_lcg *graph = w->graph;
    adjacency *lists[] = {&w->out, &w->in};
    for (size_t i = 0; i < 2; i++) {
        xb_arena_give_back(w->scratch, lists[i]->start,
                           ((size_t)graph->vertex_count + 2) * sizeof *lists[i]->start);
        xb_arena_give_back(w->scratch, lists[i]->edges, graph->edge_count * sizeof *lists[i]->edges);
    }
}

/* From then on, vertices without edges in are independents, or have no edges at all. */
static bool simplify(work *w)
{
    const bool *independent = independents_of(w);
    if (!independent)
        return false;
    w->simple = xb_simple_of(w->scratch, w->graph, w->order, independent);
    if (w->simple.graph != w->graph) {
        drop_index(w);
        w->graph = w->simple.graph;
        index_edges(w);
    }
    return true;
}

static void mark_live(work *w)
{
    uint32_t count = w->graph->vertex_count, top = 0;
    uint32_t *stack = xb_arena_array(w->scratch, count, sizeof *stack);
    w->live = xb_arena_array(w->scratch, count, sizeof *w->live);
    for (uint32_t v = 0; v < count; v++) {
        if (w->graph->dependent[v]) {
            w->live[v] = true;
            stack[top++] = v;
        }
    }
    while (top > 0) {
        uint32_t v = stack[--top];
        for (uint32_t at = w->in.start[v]; at < w->in.start[v + 1]; at++) {
            uint32_t source = w->graph->edges[w->in.edges[at]].source;
            if (!w->live[source]) {
                w->live[source] = true;
                stack[top++] = source;
            }
        }
    }
    xb_arena_give_back(w->scratch, stack, count * sizeof *stack);
}

static bool is_numbered_topologically(const xb_lcg *graph)
{
    for (size_t e = 0; e < graph->edge_count; e++) {
        if (graph->edges[e].source > graph->edges[e].target)
            return false;
    }
    return true;
}

/* Kahn's algorithm with a heap of the vertices that may come next. Returns false if there is a cycle. */
static bool order_by_heap(work *w)
{
    uint32_t count = w->graph->vertex_count, done = 0;
    uint32_t *waiting = xb_arena_array(w->scratch, count, sizeof *waiting);
    xb_heap heap = {.arena = w->scratch};
    for (uint32_t v = 0; v < count; v++) {
        waiting[v] = w->in.start[v + 1] - w->in.start[v];
        if (waiting[v] == 0)
            xb_heap_set(&heap, v, (xb_priority){v, 0});
    }
    while (heap.count > 0) {
        uint32_t v = xb_heap_pop(&heap, NULL);
        w->order[done++] = v;
        for (uint32_t at = w->out.start[v]; at < w->out.start[v + 1]; at++) {
            uint32_t target = w->graph->edges[w->out.edges[at]].target;
            if (--waiting[target] == 0)
                xb_heap_set(&heap, target, (xb_priority){target, 0});
        }
    }
    return done == count;
}

static bool number_topologically(work *w)
{
    w->order = xb_arena_array(w->scratch, w->graph->vertex_count, sizeof *w->order);
    if (!is_numbered_topologically(w->graph))
        return order_by_heap(w);
    for (uint32_t v = 0; v < w->graph->vertex_count; v++)
        w->order[v] = v;
    return true;
}

static uint32_t find(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Only edges into live vertices count; their sources are live too. */
static void join_components(work *w)
{
    w->parent = xb_arena_array(w->scratch, w->graph->vertex_count, sizeof *w->parent);
    for (uint32_t v = 0; v < w->graph->vertex_count; v++)
        w->parent[v] = v;
    for (size_t e = 0; e < w->graph->edge_count; e++) {
        if (!w->live[w->graph->edges[e].target])
            continue;
        uint32_t a = find(w->parent, w->graph->edges[e].source),
                 b = find(w->parent, w->graph->edges[e].target);
        if (a < b)
            w->parent[b] = a;
        else
            w->parent[a] = b;
    }
}

static bool has_live_successor(const work *w, uint32_t v)
{
    for (uint32_t at = w->out.start[v]; at < w->out.start[v + 1]; at++) {
        if (w->live[w->graph->edges[w->out.edges[at]].target])
            return true;
    }
    return false;
}

static bool needs_copy(const work *w, uint32_t v)
{
    return w->graph->dependent[v] && has_predecessor(w, v) && has_live_successor(w, v);
}

static bool has_edges(const work *w, uint32_t v)
{
    return w->live[v] && (has_predecessor(w, v) || has_live_successor(w, v));
}

/* Numbers the parts in topological order of their first vertices. */
static void number_parts(work *w)
{
    uint32_t count = w->graph->vertex_count;
    w->part = xb_arena_array(w->scratch, count, sizeof *w->part);
    memset(w->part, 0xff, count * sizeof *w->part);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = w->order[i], root = find(w->parent, v);
        if (!has_edges(w, v))
            continue;
        if (w->part[root] == NO_PART)
            w->part[root] = (uint32_t)w->part_count++;
        w->part[v] = w->part[root];
    }
}

/* Counts what the parts hold. */
static void count_parts(work *w)
{
    uint32_t count = w->graph->vertex_count;
    w->number = xb_arena_array(w->scratch, count, sizeof *w->number);
    w->parts = xb_arena_array(w->scratch, w->part_count, sizeof *w->parts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = w->order[i];
        if (w->part[v] != NO_PART)
            w->number[v] = w->parts[w->part[v]].vertex_count++;
    }
    for (size_t e = 0; e < w->graph->edge_count; e++) {
        if (w->live[w->graph->edges[e].target])
            w->parts[w->part[w->graph->edges[e].target]].edge_count++;
    }
}

static xb_lcg_role role_of(const work *w, uint32_t v)
{
    if (!has_predecessor(w, v))
        return XB_ROLE_INDEPENDENT;
    return has_live_successor(w, v) ? XB_ROLE_INTERMEDIATE : XB_ROLE_DEPENDENT;
}

static xb_operand label_of(const work *w, size_t e)
{
    const xb_lcg_edge *edge = &w->graph->edges[e];
    if (edge->label == XB_LABEL_CONSTANT)
        return (xb_operand){XB_OPERAND_CONSTANT, 0, edge->value};
    return (xb_operand){XB_OPERAND_EDGE, (uint32_t)(w->simple.labels ? w->simple.labels[e] : e), 0};
}

typedef struct storage {
    xb_prepared_vertex **vertices; /* of each part */
    xb_prepared_edge **edges;
} storage;

static storage allocate_parts(work *w, const uint32_t *copies)
{
    storage lists = {xb_arena_array(w->scratch, w->part_count, sizeof(xb_prepared_vertex *)),
                     xb_arena_array(w->scratch, w->part_count, sizeof(xb_prepared_edge *))};
    for (size_t p = 0; p < w->part_count; p++) {
        xb_prepared_part *part = &w->parts[p];
        lists.vertices[p] =
            xb_arena_array(w->scratch, (size_t)part->vertex_count + copies[p], sizeof(xb_prepared_vertex));
        lists.edges[p] =
            xb_arena_array(w->scratch, (size_t)part->edge_count + copies[p], sizeof(xb_prepared_edge));
        part->vertices = lists.vertices[p];
        part->edges = lists.edges[p];
        part->edge_count = 0; /* counts again while the edges are dealt out */
    }
    return lists;
}

static void deal_out_vertices(work *w, const storage *lists)
{
    for (uint32_t v = 0; v < w->graph->vertex_count; v++) {
        if (w->part[v] == NO_PART || !has_edges(w, v))
            continue;
        xb_prepared_vertex *vertex = &lists->vertices[w->part[v]][w->number[v]];
        *vertex = (xb_prepared_vertex){v, role_of(w, v)};
        if (vertex->role == XB_ROLE_INTERMEDIATE)
            w->parts[w->part[v]].intermediate_count++;
    }
}

static void deal_out_edges(work *w, const storage *lists)
{
    for (size_t e = 0; e < w->graph->edge_count; e++) {
        const xb_lcg_edge *edge = &w->graph->edges[e];
        if (!w->live[edge->target])
            continue;
        xb_prepared_part *part = &w->parts[w->part[edge->target]];
        xb_operand label = label_of(w, e);
        const xb_label_sum *sum = xb_label_sum_of(&w->simple.sums, &label);
        lists->edges[w->part[edge->target]][part->edge_count++] =
            (xb_prepared_edge){w->number[edge->source], w->number[edge->target], false, label};
        part->additions += sum ? sum->count - 1 : 0;
    }
}

static void add_copies(work *w, const storage *lists)
{
    for (uint32_t i = 0; i < w->graph->vertex_count; i++) {
        uint32_t v = w->order[i], p = w->part[v];
        if (!needs_copy(w, v))
            continue;
        uint32_t copy = w->parts[p].vertex_count++;
        lists->vertices[p][copy] = (xb_prepared_vertex){v, XB_ROLE_DEPENDENT};
        lists->edges[p][w->parts[p].edge_count++] =
            (xb_prepared_edge){w->number[v], copy, true, {XB_OPERAND_CONSTANT, 0, 1}};
    }
}

static void deal_out(work *w)
{
    uint32_t *copies = xb_arena_array(w->scratch, w->part_count, sizeof *copies);
    for (uint32_t v = 0; v < w->graph->vertex_count; v++) {
        if (needs_copy(w, v))
            copies[w->part[v]]++;
    }
    storage lists = allocate_parts(w, copies);
    deal_out_vertices(w, &lists);
    deal_out_edges(w, &lists);
    add_copies(w, &lists);
}

/* What only the preparation needs goes, if it is large: orders will need as much. */
static void drop_work(work *w)
{
    uint32_t *lists[] = {w->order, w->parent, w->part, w->number};
    drop_index(w);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        xb_arena_give_back(w->scratch, lists[i], w->graph->vertex_count * sizeof *lists[i]);
    xb_arena_give_back(w->scratch, w->live, w->graph->vertex_count * sizeof *w->live);
}

const xb_prepared *xb_prepare(xb_arena *scratch, const xb_lcg *graph)
{
    if (!edges_are_valid(graph))
        return NULL;
    work w = {.scratch = scratch, .graph = graph};
    index_edges(&w);
    if (!number_topologically(&w) || !simplify(&w))
        return NULL;
    mark_live(&w);
    join_components(&w);
    number_parts(&w);
    count_parts(&w);
    deal_out(&w);
    drop_work(&w);
    xb_prepared *prepared = xb_arena_alloc(scratch, sizeof *prepared);
    prepared->parts = w.parts;
    prepared->part_count = w.part_count;
    prepared->sums = w.simple.sums;
    for (size_t p = 0; p < w.part_count; p++) {
        if (w.parts[p].vertex_count > prepared->largest_part)
            prepared->largest_part = w.parts[p].vertex_count;
        prepared->size += w.parts[p].vertex_count + w.parts[p].edge_count;
    }
    return prepared;
}
