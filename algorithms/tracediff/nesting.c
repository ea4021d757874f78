/*
 * One walk along the edges tells for each vertex which arms and loop bodies it is in, innermost first. If two
 * ways to a vertex disagree, or the routine is left from within something, the control flow is not nested.
 */
#include "algorithms/tracediff/nesting.h"

#include "analysis/constructs.h"

/* An arm of a branch, or the body of a loop. */
typedef struct inside {
    const struct inside *around; /* NULL: the routine itself */
    uint32_t opener, edge;       /* the branch or loop, and the edge that leads in */
} inside;

typedef struct search {
    xb_arena *arena;
    const xb_flow_graph *flow;
    xb_nesting *nesting;
    const inside **place;  /* by vertex that is reached */
    uint32_t *loop_of_end; /* by EndLoop: the loop */
    uint32_t *open;        /* vertices whose edges are still to be followed */
    size_t open_count;
} search;

static const inside routine = {.around = NULL};

/* ---- what edges decide ------------------------------------------------------------------------------- */

/* Whether a condition with two outcomes decides. */
static bool is_condition(const xb_flow_graph *flow, uint32_t vertex)
{
    const xb_graph *graph = &flow->graph;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = flow->edges.items[e];
        if (edge->has_condition_value && edge->condition_value != 0 && edge->condition_value != 1)
            return false;
    }
    return xb_graph_out_degree(graph, vertex) <= 2;
}

/* A condition that has one edge without value takes it for what the other edge does not have. */
static int64_t other_value(const xb_flow_graph *flow, uint32_t vertex)
{
    const xb_graph *graph = &flow->graph;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = flow->edges.items[e];
        if (edge->has_condition_value)
            return 1 - edge->condition_value;
    }
    return 0;
}

static void number_edges(const xb_flow_graph *flow, uint32_t vertex, int64_t *value)
{
    const xb_graph *graph = &flow->graph;
    bool two = is_condition(flow, vertex);
    int64_t next = 1;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        const xb_flow_edge *edge = flow->edges.items[e];
        if (!two)
            value[e] = next++;
        else
            value[e] = edge->has_condition_value ? edge->condition_value : other_value(flow, vertex);
    }
}

/* ---- nesting ----------------------------------------------------------------------------------------- */

static void fail(search *s)
{
    s->nesting->nested = false;
}

static const inside *enter(search *s, uint32_t opener, uint32_t edge)
{
    inside *new = xb_arena_alloc(s->arena, sizeof *new);
    *new = (inside){s->place[opener], opener, edge};
    return new;
}

static void reach(search *s, uint32_t vertex, const inside *place)
{
    if (!s->nesting->reached[vertex]) {
        s->nesting->reached[vertex] = true;
        s->place[vertex] = place;
        s->open[s->open_count++] = vertex;
    } else if (s->place[vertex] != place) {
        fail(s);
    }
}

static const inside *leave(search *s, uint32_t edge, const inside *place, bool is_loop)
{
    if (!place->around || xb_is_loop(s->flow, place->opener) != is_loop) {
        fail(s);
        return place;
    }
    s->nesting->opener[edge] = place->opener;
    s->nesting->arm[edge] = s->nesting->value[place->edge];
    return place->around;
}

/* Several values of a condition may lead to the same arm. */
static bool is_entered_already(const search *s, uint32_t branch, uint32_t target)
{
    const inside *place = s->place[target];
    return s->nesting->reached[target] && place->around && place->opener == branch;
}

static const inside *place_after(search *s, uint32_t edge)
{
    const xb_flow_edge *e = s->flow->edges.items[edge];
    uint32_t source = xb_graph_source(&s->flow->graph, edge);
    uint32_t target = xb_graph_target(&s->flow->graph, edge);
    if (xb_flow_kind_at(s->flow, source) == XB_KIND_BRANCH)
        return is_entered_already(s, source, target) ? s->place[target] : enter(s, source, edge);
    if (xb_is_loop(s->flow, source) && e->has_condition_value && e->condition_value == 1)
        return enter(s, source, edge);
    return s->place[source];
}

static void follow(search *s, uint32_t edge)
{
    uint32_t source = xb_graph_source(&s->flow->graph, edge);
    uint32_t target = xb_graph_target(&s->flow->graph, edge);
    const inside *place = place_after(s, edge);
    if (xb_flow_kind_at(s->flow, source) == XB_KIND_END_LOOP && s->loop_of_end[source] != target)
        fail(s);
    switch (xb_flow_kind_at(s->flow, target)) {
    case XB_KIND_END_BRANCH: place = leave(s, edge, place, false); break;
    case XB_KIND_END_LOOP:
        s->loop_of_end[target] = place->opener;
        place = leave(s, edge, place, true);
        break;
    case XB_KIND_IF:
    case XB_KIND_GOTO:
    case XB_KIND_LABEL: fail(s); break;
    case XB_KIND_EXIT:
        if (place->around)
            fail(s);
        break;
    default: break;
    }
    reach(s, target, place);
}

static void search_from_entry(search *s)
{
    const xb_graph *graph = &s->flow->graph;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        if (xb_flow_kind_at(s->flow, v) == XB_KIND_ENTRY)
            reach(s, v, &routine);
    while (s->open_count > 0) {
        uint32_t v = s->open[--s->open_count];
        for (uint32_t e = xb_graph_first_out(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
            follow(s, e);
    }
}

xb_nesting xb_nesting_of(xb_arena *arena, const xb_flow_graph *flow)
{
    uint32_t count = flow->graph.vertex_count, edges = flow->graph.edge_count;
    xb_nesting nesting = {.nested = true};
    nesting.reached = xb_arena_array(arena, count, sizeof *nesting.reached);
    nesting.value = xb_arena_array(arena, edges, sizeof *nesting.value);
    nesting.opener = xb_arena_array(arena, edges, sizeof *nesting.opener);
    nesting.arm = xb_arena_array(arena, edges, sizeof *nesting.arm);
    for (uint32_t e = 0; e < edges; e++)
        nesting.opener[e] = XB_GRAPH_NONE;
    for (uint32_t v = 0; v < count; v++)
        number_edges(flow, v, nesting.value);
    search s = {.arena = arena, .flow = flow, .nesting = &nesting};
    s.place = xb_arena_array(arena, count, sizeof *s.place);
    s.loop_of_end = xb_arena_array(arena, count, sizeof *s.loop_of_end);
    s.open = xb_arena_array(arena, count, sizeof *s.open);
    search_from_entry(&s);
    return nesting;
}
