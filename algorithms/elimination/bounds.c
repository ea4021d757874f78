/*
 * Paths that share no vertex are a flow in the graph in which each vertex is two nodes, one that edges lead
 * into and one that they lead out of, joined by an arc that can be used once. Flows are augmented along
 * shortest paths, one unit at a time.
 */
#include "algorithms/elimination/bounds.h"

#include <string.h>

#include "algorithms/elimination/labels.h"

/* Vertices times edges of the largest part. */
static const uint64_t most_work = 20000000;

/* Which labels a path may begin with. */
typedef enum demand { ANY, NO_UNIT, VARIABLE, IMPOSSIBLE } demand;

typedef struct flow {
    const xb_prepared_part *part;
    bool on;          /* from a vertex to the dependents, or back to the independents */
    uint32_t *start;  /* for each vertex, its first arc in the lists; one more at the end */
    uint32_t *edges;  /* edges by the vertex that they are walked from */
    uint32_t *rstart; /* likewise by the vertex that they are walked to */
    uint32_t *redges;
    bool *edge_used;
    bool *vertex_used;
    uint32_t *from; /* for each node, the one before it on the path, plus 1; 0 if it wasn't reached */
    uint32_t *queue;
    uint32_t *via; /* for each node, the edge by which it was reached */
} flow;

/* Nodes are twice the vertex, plus one where edges lead out of it. */
static uint32_t near_end(const flow *f, uint32_t edge)
{
    return f->on ? f->part->edges[edge].source : f->part->edges[edge].target;
}

static uint32_t far_end(const flow *f, uint32_t edge)
{
    return f->on ? f->part->edges[edge].target : f->part->edges[edge].source;
}

static void list(xb_arena *scratch, const flow *f, bool near, uint32_t **start, uint32_t **edges)
{
    const xb_prepared_part *part = f->part;
    *start = xb_arena_array(scratch, (size_t)part->vertex_count + 2, sizeof **start);
    *edges = xb_arena_array(scratch, part->edge_count, sizeof **edges);
    for (uint32_t e = 0; e < part->edge_count; e++)
        (*start)[(near ? near_end(f, e) : far_end(f, e)) + 2]++;
    for (uint32_t v = 2; v < part->vertex_count + 2; v++)
        (*start)[v] += (*start)[v - 1];
    for (uint32_t e = 0; e < part->edge_count; e++)
        (*edges)[(*start)[(near ? near_end(f, e) : far_end(f, e)) + 1]++] = e;
}

static flow new_flow(xb_arena *scratch, const xb_prepared_part *part, bool on)
{
    flow f = {.part = part, .on = on};
    list(scratch, &f, true, &f.start, &f.edges);
    list(scratch, &f, false, &f.rstart, &f.redges);
    f.edge_used = xb_arena_array(scratch, part->edge_count, sizeof *f.edge_used);
    f.vertex_used = xb_arena_array(scratch, part->vertex_count, sizeof *f.vertex_used);
    f.from = xb_arena_array(scratch, 2 * (size_t)part->vertex_count, sizeof *f.from);
    f.queue = xb_arena_array(scratch, 2 * (size_t)part->vertex_count, sizeof *f.queue);
    f.via = xb_arena_array(scratch, 2 * (size_t)part->vertex_count, sizeof *f.via);
    return f;
}

static bool allows(demand wanted, const xb_operand *label)
{
    return wanted == ANY || (wanted == NO_UNIT && !xb_label_is_unit(label)) ||
           (wanted == VARIABLE && label->kind != XB_OPERAND_CONSTANT);
}

static void reach(flow *f, uint32_t *count, uint32_t node, uint32_t from, uint32_t edge)
{
    if (f->from[node] != 0)
        return;
    f->from[node] = from + 1;
    f->via[node] = edge;
    f->queue[(*count)++] = node;
}

static void reach_all(flow *f, uint32_t *count, uint32_t node, uint32_t start, demand wanted)
{
    uint32_t vertex = node / 2;
    if (node % 2 == 1) { /* on along free edges, or back across a used vertex */
        for (uint32_t i = f->start[vertex]; i < f->start[vertex + 1]; i++) {
            uint32_t e = f->edges[i];
            if (!f->edge_used[e] && (vertex != start || allows(wanted, &f->part->edges[e].label)))
                reach(f, count, 2 * far_end(f, e), node, e);
        }
        if (vertex != start && f->vertex_used[vertex])
            reach(f, count, node - 1, node, 0);
        return;
    }
    if (!f->vertex_used[vertex])
        reach(f, count, node + 1, node, 0);
    for (uint32_t i = f->rstart[vertex]; i < f->rstart[vertex + 1]; i++) {
        uint32_t e = f->redges[i];
        if (f->edge_used[e] && near_end(f, e) != start)
            reach(f, count, 2 * near_end(f, e) + 1, node, e);
    }
}

/* Turns over what is used along the path to a node. */
static void augment(flow *f, uint32_t node, uint32_t start)
{
    while (node != 2 * start + 1) {
        uint32_t before = f->from[node] - 1;
        if (before / 2 == node / 2)
            f->vertex_used[node / 2] = node % 2 == 1;
        else
            f->edge_used[f->via[node]] = node % 2 == 0;
        node = before;
    }
}

static bool find_path(flow *f, uint32_t start, demand wanted)
{
    uint32_t count = 0;
    memset(f->from, 0, 2 * (size_t)f->part->vertex_count * sizeof *f->from);
    f->from[2 * start] = f->from[2 * start + 1] = 2 * start + 2;
    f->queue[count++] = 2 * start + 1;
    for (uint32_t next = 0; next < count; next++) {
        uint32_t node = f->queue[next];
        if (node % 2 == 1 && node / 2 != start && f->part->vertices[node / 2].role != XB_ROLE_INTERMEDIATE) {
            augment(f, node, start);
            return true;
        }
        reach_all(f, &count, node, start, wanted);
    }
    return false;
}

/* The number of paths that meet in a vertex only. */
static uint64_t paths(flow *f, uint32_t vertex, demand wanted)
{
    uint64_t count = 0;
    memset(f->edge_used, 0, f->part->edge_count * sizeof *f->edge_used);
    memset(f->vertex_used, 0, f->part->vertex_count * sizeof *f->vertex_used);
    while (find_path(f, vertex, wanted))
        count++;
    return count;
}

/* Which edges make sure that a product with them counts. Constants from 1 on never cancel, vanish or become a
 * unit again. */
static demand demand_of(const xb_prepared_part *part, int awareness)
{
    for (uint32_t e = 0; e < part->edge_count; e++) {
        const xb_operand *label = &part->edges[e].label;
        if (label->kind == XB_OPERAND_CONSTANT && label->value < 1)
            return IMPOSSIBLE;
    }
    static const demand demands[] = {ANY, NO_UNIT, VARIABLE};
    return demands[awareness < 0 ? 0 : awareness > 2 ? 2 : awareness];
}

bool xb_lower_bounds(xb_arena *scratch, const xb_prepared_part *part, int awareness, uint64_t *at_vertex)
{
    demand wanted = demand_of(part, awareness);
    memset(at_vertex, 0, part->vertex_count * sizeof *at_vertex);
    if (wanted == IMPOSSIBLE || (uint64_t)part->intermediate_count * part->edge_count > most_work)
        return false;
    flow on = new_flow(scratch, part, true), back = new_flow(scratch, part, false);
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (part->vertices[v].role != XB_ROLE_INTERMEDIATE)
            continue;
        at_vertex[v] = paths(&back, v, wanted) * paths(&on, v, wanted);
    }
    return true;
}
