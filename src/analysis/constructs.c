/*
 * A vertex has its place when all edges forward into it have been met, the vertex that was met last first: so
 * an arm, and the body of a loop, is complete before anything after it gets a place. In structured control
 * flow every vertex is met in this way, and all edges into it agree on its level.
 */
#include "analysis/constructs.h"

typedef struct search {
    xb_arena *arena;
    const xb_flow_graph *flow;
    bool *reached;
    uint32_t *place, *order, *level, *other;
    uint32_t *open;    /* by vertex: edges forward into it that have not been met */
    uint32_t *waiting; /* vertices that have been met by all, a stack */
    uint32_t waiting_count;
    xb_constructs *result;
    bool failed;
} search;

bool xb_is_loop(const xb_flow_graph *flow, uint32_t vertex)
{
    xb_kind kind = xb_flow_kind_at(flow, vertex);
    return kind == XB_KIND_FOR_LOOP || kind == XB_KIND_PRE_LOOP || kind == XB_KIND_POST_LOOP;
}

bool xb_is_branch(const xb_flow_graph *flow, uint32_t vertex)
{
    xb_kind kind = xb_flow_kind_at(flow, vertex);
    return kind == XB_KIND_BRANCH || kind == XB_KIND_IF;
}

bool xb_is_body_edge(const xb_flow_graph *flow, uint32_t edge)
{
    const xb_flow_edge *e = flow->edges.items[edge];
    return xb_is_loop(flow, xb_graph_source(&flow->graph, edge)) && e->has_condition_value &&
           e->condition_value == 1;
}

const xb_level *xb_constructs_level(const xb_constructs *constructs, uint32_t level)
{
    return (const xb_level *)constructs->levels.items + level;
}

static uint32_t add_level(search *s, uint32_t parent, uint32_t head, uint32_t edge)
{
    xb_level *level = xb_vector_push(s->arena, &s->result->levels, sizeof *level);
    uint32_t loop = parent == XB_GRAPH_NONE ? XB_GRAPH_NONE : xb_constructs_level(s->result, parent)->loop;
    *level = (xb_level){parent, head, edge, head != XB_GRAPH_NONE && xb_is_loop(s->flow, head) ? head : loop};
    return s->result->levels.count - 1;
}

/* The level that an edge leads through. */
static uint32_t level_of(search *s, uint32_t edge)
{
    uint32_t source = xb_graph_source(&s->flow->graph, edge);
    if (xb_is_branch(s->flow, source) || xb_is_body_edge(s->flow, edge))
        return add_level(s, s->level[source], source, edge);
    return s->level[source];
}

/* An edge comes to the end of the construct around it. @return the level outside */
static uint32_t end_construct(search *s, uint32_t level, uint32_t vertex, bool is_loop)
{
    uint32_t head = xb_constructs_level(s->result, level)->head;
    bool fits = head != XB_GRAPH_NONE && xb_is_loop(s->flow, head) == is_loop &&
                (s->other[head] == XB_GRAPH_NONE || s->other[head] == vertex);
    if (!fits) {
        s->failed = true;
        return level;
    }
    s->other[head] = vertex;
    s->other[vertex] = head;
    return is_loop ? level : s->level[head];
}

/* Whether an edge leads to where its source has got several times: one block for several values. */
static bool is_repeated(const search *s, uint32_t edge)
{
    const xb_graph *graph = &s->flow->graph;
    uint32_t source = xb_graph_source(graph, edge), target = xb_graph_target(graph, edge);
    return xb_is_branch(s->flow, source) && xb_flow_kind_at(s->flow, target) != XB_KIND_END_BRANCH &&
           s->level[target] != XB_GRAPH_NONE &&
           xb_constructs_level(s->result, s->level[target])->head == source;
}

static void follow(search *s, uint32_t edge)
{
    uint32_t target = xb_graph_target(&s->flow->graph, edge);
    xb_kind kind = xb_flow_kind_at(s->flow, target);
    if (!is_repeated(s, edge)) {
        uint32_t level = level_of(s, edge);
        if (kind == XB_KIND_END_BRANCH || kind == XB_KIND_END_LOOP)
            level = end_construct(s, level, target, kind == XB_KIND_END_LOOP);
        if (s->level[target] != XB_GRAPH_NONE && s->level[target] != level)
            s->failed = true;
        s->level[target] = level;
    }
    if (--s->open[target] == 0)
        s->waiting[s->waiting_count++] = target;
}

static bool leads_forward(const search *s, uint32_t edge)
{
    return s->reached[xb_graph_source(&s->flow->graph, edge)] &&
           xb_flow_kind_at(s->flow, xb_graph_source(&s->flow->graph, edge)) != XB_KIND_END_LOOP;
}

/* What waits last is taken first: arms from the first to the last one, and the body of a loop before what
 * follows it. */
static void visit(search *s, uint32_t vertex)
{
    const xb_graph *graph = &s->flow->graph;
    uint32_t before = s->waiting_count;
    s->place[vertex] = s->result->count;
    s->order[s->result->count++] = vertex;
    for (int body = 0; body < 2; body++)
        for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
             e = xb_graph_next_out(graph, e))
            if (leads_forward(s, e) && xb_is_body_edge(s->flow, e) == (body == 1))
                follow(s, e);
    for (uint32_t i = before, k = s->waiting_count; !xb_is_loop(s->flow, vertex) && i + 1 < k; i++) {
        uint32_t swapped = s->waiting[--k];
        s->waiting[k] = s->waiting[i];
        s->waiting[i] = swapped;
    }
}

/* Loops are entered by one edge, bodies end in one place, and an EndLoop leads back to its head. */
static bool ends_fit(const search *s)
{
    const xb_graph *graph = &s->flow->graph;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        xb_kind kind = xb_flow_kind_at(s->flow, v);
        bool is_head = xb_is_branch(s->flow, v) || xb_is_loop(s->flow, v);
        if (!s->reached[v])
            continue;
        if (is_head && s->other[v] == XB_GRAPH_NONE)
            return false;
        if (kind == XB_KIND_END_LOOP && (xb_graph_in_degree(graph, v) != 1 ||
                                         xb_graph_target(graph, xb_graph_first_out(graph, v)) != s->other[v]))
            return false;
        if (xb_is_loop(s->flow, v) && xb_graph_in_degree(graph, v) != 2)
            return false;
    }
    return true;
}

static uint32_t entry_of(const xb_flow_graph *flow)
{
    uint32_t found = XB_GRAPH_NONE, exits = 0;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        xb_kind kind = xb_flow_kind_at(flow, v);
        exits += kind == XB_KIND_EXIT;
        if (kind == XB_KIND_GOTO || kind == XB_KIND_LABEL)
            return XB_GRAPH_NONE;
        if (kind == XB_KIND_ENTRY)
            found = v;
    }
    return exits == 1 ? found : XB_GRAPH_NONE;
}

static void prepare(search *s, uint32_t entry)
{
    const xb_graph *graph = &s->flow->graph;
    uint32_t count = graph->vertex_count;
    s->reached = xb_arena_array(s->arena, count, sizeof *s->reached);
    s->place = xb_arena_array(s->arena, count, sizeof *s->place);
    s->order = xb_arena_array(s->arena, count, sizeof *s->order);
    s->level = xb_arena_array(s->arena, count, sizeof *s->level);
    s->other = xb_arena_array(s->arena, count, sizeof *s->other);
    s->open = xb_arena_array(s->arena, count, sizeof *s->open);
    s->waiting = xb_arena_array(s->arena, count, sizeof *s->waiting);
    xb_graph_reachable(s->arena, graph, entry, s->reached);
    for (uint32_t v = 0; v < count; v++)
        s->level[v] = s->other[v] = s->place[v] = XB_GRAPH_NONE;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        s->open[xb_graph_target(graph, e)] += leads_forward(s, e);
}

const xb_constructs *xb_constructs_of(xb_arena *arena, const xb_flow_graph *flow)
{
    uint32_t entry = entry_of(flow), reached = 0;
    if (entry == XB_GRAPH_NONE)
        return NULL;
    search s = {.arena = arena, .flow = flow, .result = xb_arena_alloc(arena, sizeof(xb_constructs))};
    prepare(&s, entry);
    s.level[entry] = add_level(&s, XB_GRAPH_NONE, XB_GRAPH_NONE, XB_GRAPH_NONE);
    s.waiting[s.waiting_count++] = entry;
    while (s.waiting_count > 0 && !s.failed)
        visit(&s, s.waiting[--s.waiting_count]);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        reached += s.reached[v];
    if (s.failed || s.result->count != reached || !ends_fit(&s))
        return NULL;
    s.result->reached = s.reached;
    s.result->place = s.place;
    s.result->order = s.order;
    s.result->level = s.level;
    s.result->other = s.other;
    return s.result;
}

uint32_t xb_constructs_loop_around(const xb_constructs *constructs, const xb_flow_graph *flow,
                                   uint32_t vertex)
{
    if (!constructs->reached[vertex])
        return XB_GRAPH_NONE;
    const xb_level *level = xb_constructs_level(constructs, constructs->level[vertex]);
    if (xb_flow_kind_at(flow, vertex) == XB_KIND_END_LOOP)
        level = xb_constructs_level(constructs, level->parent);
    return level->loop;
}
