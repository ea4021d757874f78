/*
 * The vertices of a part are numbered in topological order, and so are those of an input that was made
 * statement by statement: vertices of one statement stand together, but for independents. Each such run of
 * vertices, with the edges into them, is a graph of its own, for which a portfolio chooses. If a statement's
 * vertices are in several runs, each of them counts as a statement.
 */
#include "elimination/portfolio/statements.h"

#include <string.h>

#include "elimination/portfolio/portfolio.h"

#define NO_RUN UINT32_MAX

typedef struct work {
    xb_arena *scratch;
    const xb_prepared_part *part;
    const uint32_t *statement;
    xb_elimination_options options;
    xb_watch *watch;
    uint32_t *run;        /* by vertex: the first vertex of its run; NO_RUN for independents and copies */
    bool *used_elsewhere; /* by vertex: its run is not all that it is used in */
    uint32_t *first_in;   /* by vertex, and one more: where its edges begin in `in` */
    uint32_t *in;         /* edges by target */
    uint32_t *local;      /* by vertex: its number in the graph of the run, plus 1; 0 if it has none */
    xb_actions actions;
} work;

static uint32_t statement_of(const work *w, uint32_t vertex)
{
    return w->statement[w->part->vertices[vertex].original];
}

static void find_runs(work *w)
{
    uint32_t count = w->part->vertex_count, last = NO_RUN;
    bool *outside = xb_arena_array(w->scratch, count, sizeof *outside);
    for (uint32_t e = 0; e < w->part->edge_count; e++)
        outside[w->part->edges[e].target] |= w->part->edges[e].copy;
    for (uint32_t v = 0; v < count; v++) {
        w->run[v] = NO_RUN;
        if (outside[v] || w->part->vertices[v].role == XB_ROLE_INDEPENDENT)
            continue;
        w->run[v] = last != NO_RUN && statement_of(w, v) == statement_of(w, last) ? w->run[last] : v;
        last = v;
    }
}

static void index_edges(work *w)
{
    const xb_prepared_edge *edges = w->part->edges;
    uint32_t *next = w->first_in + 1;
    for (uint32_t e = 0; e < w->part->edge_count; e++) {
        next[edges[e].target + 1]++;
        w->used_elsewhere[edges[e].source] |= w->run[edges[e].source] != w->run[edges[e].target];
    }
    for (uint32_t v = 0; v < w->part->vertex_count; v++)
        next[v + 1] += next[v];
    for (uint32_t e = 0; e < w->part->edge_count; e++)
        w->in[next[edges[e].target]++] = e;
}

static bool is_inner(const work *w, uint32_t vertex)
{
    return w->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE && !w->used_elsewhere[vertex];
}

/* The graph of a run, and the vertices of the part that its vertices are. */
typedef struct small {
    xb_lcg graph;
    uint32_t *vertices;
} small;

static uint32_t local_number(work *w, small *s, uint32_t vertex)
{
    if (w->local[vertex] == 0) {
        s->vertices[s->graph.vertex_count++] = vertex;
        w->local[vertex] = s->graph.vertex_count;
    }
    return w->local[vertex] - 1;
}

static uint32_t add_edges(work *w, small *s, xb_lcg_edge *edges, uint32_t vertex, uint32_t count)
{
    for (uint32_t i = w->first_in[vertex]; i < w->first_in[vertex + 1]; i++) {
        const xb_prepared_edge *edge = &w->part->edges[w->in[i]];
        xb_label label = edge->label.kind == XB_OPERAND_CONSTANT ? XB_LABEL_CONSTANT : XB_LABEL_VARIABLE;
        uint32_t source = local_number(w, s, edge->source);
        edges[count++] = (xb_lcg_edge){source, local_number(w, s, vertex), label, edge->label.value};
    }
    return count;
}

/* The vertices of the run that begins at first are below end. */
static small graph_of_run(work *w, uint32_t first, uint32_t end)
{
    uint32_t most = w->first_in[end] - w->first_in[first], count = 0;
    xb_lcg_edge *edges = xb_arena_array(w->scratch, most, sizeof *edges);
    small s = {.vertices = xb_arena_array(w->scratch, (size_t)most + end - first, sizeof *s.vertices)};
    for (uint32_t v = first; v < end; v++) {
        if (w->run[v] == first)
            count = add_edges(w, &s, edges, v, count);
    }
    bool *dependent = xb_arena_array(w->scratch, s.graph.vertex_count, sizeof *dependent);
    for (uint32_t i = 0; i < s.graph.vertex_count; i++) {
        dependent[i] = w->run[s.vertices[i]] == first && !is_inner(w, s.vertices[i]);
        w->local[s.vertices[i]] = 0;
    }
    s.graph.edges = edges;
    s.graph.edge_count = count;
    s.graph.dependent = dependent;
    return s;
}

/* A dependent that has successors may be another kind of vertex in the part. */
static bool has_inner_dependents(const xb_lcg *graph)
{
    for (size_t e = 0; e < graph->edge_count; e++) {
        if (graph->dependent[graph->edges[e].source])
            return true;
    }
    return false;
}

static uint32_t vertex_of_part(const small *s, const xb_prepared_part *part, uint32_t vertex)
{
    return s->vertices[part->vertices[vertex].original];
}

/* Appends the actions as long as there is room, but counts all. */
static void append(work *w, const small *s, const xb_prepared_part *part, const xb_choice *choice)
{
    for (size_t i = 0; i < choice->count; i++, w->actions.count++) {
        if (w->actions.count >= w->actions.capacity)
            continue;
        const xb_lcg_action *action = &choice->actions[i];
        w->actions.items[w->actions.count] =
            (xb_lcg_action){action->kind, vertex_of_part(s, part, action->source),
                            vertex_of_part(s, part, action->target), vertex_of_part(s, part, action->pivot)};
    }
}

static void choose_for_run(work *w, uint32_t first, uint32_t end)
{
    small s = graph_of_run(w, first, end);
    const xb_prepared *prepared = has_inner_dependents(&s.graph) ? NULL : xb_prepare(w->scratch, &s.graph);
    if (!prepared)
        return;
    xb_portfolio *portfolio = xb_portfolio_create(w->scratch, prepared, &w->options, NULL, w->watch);
    for (size_t p = 0; p < prepared->part_count; p++) {
        if (prepared->parts[p].intermediate_count == 0)
            continue;
        xb_choice choice = xb_portfolio_choose(portfolio, &prepared->parts[p]);
        append(w, &s, &prepared->parts[p], &choice);
    }
}

/* If there are more actions than there is room for, the run is done again once there is. */
static void try_run(work *w, uint32_t first, uint32_t end)
{
    size_t before = w->actions.count;
    xb_arena_mark mark = xb_arena_mark_now(w->scratch);
    choose_for_run(w, first, end);
    xb_arena_release(w->scratch, mark);
    if (w->actions.count <= w->actions.capacity)
        return;
    size_t larger = 2 * w->actions.count;
    xb_lcg_action *items = xb_arena_array(w->scratch, larger, sizeof *items);
    memcpy(items, w->actions.items, before * sizeof *items);
    w->actions = (xb_actions){items, before, larger};
    try_run(w, first, end);
}

xb_actions xb_statements_choose(xb_arena *scratch, const xb_prepared_part *part, const uint32_t *statement,
                                const xb_elimination_options *options, xb_watch *watch)
{
    uint32_t count = part->vertex_count;
    work w = {.scratch = scratch, .part = part, .statement = statement, .options = *options, .watch = watch};
    w.options.budget = 0;
    w.options.search = NULL;
    w.run = xb_arena_array(scratch, count, sizeof *w.run);
    w.used_elsewhere = xb_arena_array(scratch, count, sizeof *w.used_elsewhere);
    w.first_in = xb_arena_array(scratch, (size_t)count + 2, sizeof *w.first_in);
    w.in = xb_arena_array(scratch, part->edge_count, sizeof *w.in);
    w.local = xb_arena_array(scratch, count, sizeof *w.local);
    w.actions.capacity = count; /* as many as there may be vertices to eliminate */
    w.actions.items = xb_arena_array(scratch, w.actions.capacity, sizeof *w.actions.items);
    find_runs(&w);
    index_edges(&w);
    for (uint32_t first = 0, end; first < count; first = end) {
        bool has_inner = false;
        end = first + 1;
        if (w.run[first] != first)
            continue;
        for (; end < count && (w.run[end] == first || w.run[end] == NO_RUN); end++)
            has_inner |= w.run[end - 1] == first && is_inner(&w, end - 1);
        has_inner |= w.run[end - 1] == first && is_inner(&w, end - 1);
        if (has_inner)
            try_run(&w, first, end);
    }
    return w.actions;
}
