/*
 * The vertices of a part are numbered in topological order, and so are those of an input that was made
 * statement by statement: vertices of one statement stand together, but for independents. Each such run of
 * vertices, with the edges into them, is a graph of its own, for which a portfolio chooses. If a statement's
 * vertices are in several runs, each of them counts as a statement.
 *
 * Programs repeat themselves: what was chosen for the first small graphs is remembered, and holds for later
 * ones that are equal.
 */
#include "elimination/portfolio/statements.h"

#include <string.h>

#include "elimination/portfolio/portfolio.h"

#define NO_RUN UINT32_MAX

/* The graph of a run, and the vertices of the part that its vertices are. */
typedef struct small {
    xb_lcg graph;
    uint32_t *vertices;
} small;

/* How many graphs are remembered, and how many edges these have at most. */
enum { MOST_KNOWN = 64, LARGEST_KNOWN = 64 };

/* What was chosen for a graph, in terms of its own vertices. */
typedef struct known {
    xb_lcg graph;
    xb_actions actions;
} known;

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
    known known[MOST_KNOWN];
    uint32_t known_count;
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

static bool is_equal_edge(const xb_lcg_edge *a, const xb_lcg_edge *b)
{
    return a->source == b->source && a->target == b->target && a->label == b->label &&
           (a->label != XB_LABEL_CONSTANT || memcmp(&a->value, &b->value, sizeof a->value) == 0);
}

static bool is_equal(const xb_lcg *a, const xb_lcg *b)
{
    size_t e = 0;
    if (a->vertex_count != b->vertex_count || a->edge_count != b->edge_count ||
        memcmp(a->dependent, b->dependent, a->vertex_count * sizeof *a->dependent) != 0)
        return false;
    while (e < a->edge_count && is_equal_edge(&a->edges[e], &b->edges[e]))
        e++;
    return e == a->edge_count;
}

static const known *find_known(const work *w, const xb_lcg *graph)
{
    for (uint32_t i = 0; i < w->known_count; i++) {
        if (is_equal(&w->known[i].graph, graph))
            return &w->known[i];
    }
    return NULL;
}

/* Makes room for more actions. Returns whether they have moved. */
static bool make_room(xb_arena *arena, xb_actions *actions, size_t more)
{
    size_t count = actions->count;
    if (count + more <= actions->capacity)
        return false;
    actions->capacity = 2 * (count + more);
    xb_lcg_action *items = xb_arena_array(arena, actions->capacity, sizeof *items);
    if (count > 0)
        memcpy(items, actions->items, count * sizeof *items);
    actions->items = items;
    return true;
}

/* Appends actions, in terms of the vertices that theirs are. */
static void append(xb_actions *actions, const xb_lcg_action *more, size_t count, const uint32_t *vertices)
{
    for (size_t i = 0; i < count; i++)
        actions->items[actions->count++] = (xb_lcg_action){more[i].kind, vertices[more[i].source],
                                                           vertices[more[i].target], vertices[more[i].pivot]};
}

static const uint32_t *originals_of(xb_arena *scratch, const xb_prepared_part *part)
{
    uint32_t *originals = xb_arena_array(scratch, part->vertex_count, sizeof *originals);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        originals[v] = part->vertices[v].original;
    return originals;
}

static xb_actions choose(const work *w, const xb_lcg *graph)
{
    xb_actions actions = {0};
    const xb_prepared *prepared = has_inner_dependents(graph) ? NULL : xb_prepare(w->scratch, graph);
    if (!prepared)
        return actions;
    xb_portfolio *portfolio = xb_portfolio_create(w->scratch, prepared, &w->options, NULL, w->watch);
    for (size_t p = 0; p < prepared->part_count; p++) {
        const xb_prepared_part *part = &prepared->parts[p];
        if (part->intermediate_count == 0)
            continue;
        xb_choice choice = xb_portfolio_choose(portfolio, part);
        make_room(w->scratch, &actions, choice.count);
        append(&actions, choice.actions, choice.count, originals_of(w->scratch, part));
    }
    return actions;
}

/* Memory is given back unless something in it is needed later. */
static void try_run(work *w, uint32_t first, uint32_t end)
{
    xb_arena_mark mark = xb_arena_mark_now(w->scratch);
    small s = graph_of_run(w, first, end);
    const known *found = find_known(w, &s.graph);
    bool keeps = !found && w->known_count < MOST_KNOWN && s.graph.edge_count <= LARGEST_KNOWN;
    known fresh = {.graph = s.graph};
    if (!found) {
        fresh.actions = choose(w, &s.graph);
        found = &fresh;
    }
    if (keeps)
        w->known[w->known_count++] = fresh;
    keeps |= make_room(w->scratch, &w->actions, found->actions.count);
    append(&w->actions, found->actions.items, found->actions.count, s.vertices);
    if (!keeps)
        xb_arena_release(w->scratch, mark);
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
