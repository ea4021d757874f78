/*
 * Edges of the control flow become edges between steps: from an EndLoop to the step by which a loop comes
 * back, else to that by which it is entered. A loop that certainly has an iteration leads into its body from
 * both of these, and out of it from the one that comes back, by way of a step of no parts.
 */
#include "analysis/steps.h"

#include "analysis/constructs.h"
#include "analysis/loop_form.h"

typedef struct maker {
    xb_arena *arena;
    const bool *runs;
    xb_steps result;
    uint32_t *enter, *back, *leave;
    xb_vector vertex, parts, first; /* uint32_t, xb_step_part, uint32_t */
} maker;

static const xb_flow_vertex *vertex_at(const maker *m, uint32_t v)
{
    return xb_view_newest(m->result.view, m->result.routine->flow.vertices.items[v]);
}

/* ---- parts --------------------------------------------------------------------------------------------- */

static uint32_t begin(maker *m, uint32_t v)
{
    *(uint32_t *)xb_vector_push(m->arena, &m->vertex, sizeof(uint32_t)) = v;
    *(uint32_t *)xb_vector_push(m->arena, &m->first, sizeof(uint32_t)) = m->parts.count;
    return xb_graph_add_vertex(m->arena, &m->result.graph);
}

static void add(maker *m, const void *node, bool perhaps)
{
    if (node)
        *(xb_step_part *)xb_vector_push(m->arena, &m->parts, sizeof(xb_step_part)) =
            (xb_step_part){node, perhaps};
}

static bool comes_back(const maker *m, uint32_t edge)
{
    return vertex_at(m, xb_graph_source(&m->result.routine->flow.graph, edge))->node.kind == XB_KIND_END_LOOP;
}

static bool has_end(const maker *m, uint32_t v)
{
    const xb_graph *graph = &m->result.routine->flow.graph;
    bool found = false;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE && !found;
         e = xb_graph_next_in(graph, e))
        found = comes_back(m, e);
    return found;
}

/* Whether it is a loop that certainly has an iteration; one that control never comes back to is as any. */
static bool is_run(const maker *m, uint32_t v)
{
    return m->runs && m->runs[v] && has_end(m, v);
}

static bool counts(const xb_flow_vertex *loop)
{
    xb_loop_head head;
    return loop->condition && loop->update && xb_loop_head_of(loop->condition, loop->update, &head);
}

static void make_loop(maker *m, uint32_t v, const xb_flow_vertex *loop)
{
    const bool settled = counts(loop), is_post = loop->node.kind == XB_KIND_POST_LOOP, runs = is_run(m, v);
    m->enter[v] = begin(m, v);
    add(m, loop->initialization, false);
    add(m, settled ? loop->update->value : NULL, true);
    add(m, runs && !is_post ? loop->condition : NULL, settled);
    m->back[v] = begin(m, v);
    add(m, loop->update, settled);
    add(m, runs || is_post ? loop->condition : NULL, settled);
    m->leave[v] = begin(m, v);
    add(m, runs || is_post ? NULL : loop->condition, settled);
    if (!runs)
        xb_graph_add_edge(m->arena, &m->result.graph, m->enter[v], m->leave[v]);
    xb_graph_add_edge(m->arena, &m->result.graph, m->back[v], m->leave[v]);
}

static void make_steps(maker *m, uint32_t v)
{
    const xb_flow_vertex *vertex = vertex_at(m, v);
    if (vertex->node.kind == XB_KIND_FOR_LOOP || (xb_is_loop(&m->result.routine->flow, v) && has_end(m, v))) {
        make_loop(m, v, vertex);
        return;
    }
    m->enter[v] = m->back[v] = m->leave[v] = begin(m, v);
    if (vertex->node.kind == XB_KIND_ENTRY) {
        m->result.entry = m->result.entry == XB_GRAPH_NONE ? m->enter[v] : m->result.entry;
        add(m, m->result.routine, false);
    }
    add(m, vertex->condition, false);
    const xb_list *statements = xb_view_list(m->arena, m->result.view, &vertex->statements);
    for (size_t i = 0; i < statements->count; i++)
        add(m, statements->items[i], false);
}

/* ---- edges --------------------------------------------------------------------------------------------- */

static void join(maker *m, uint32_t edge)
{
    const xb_flow_graph *flow = &m->result.routine->flow;
    const uint32_t source = xb_graph_source(&flow->graph, edge), target = xb_graph_target(&flow->graph, edge);
    const uint32_t to = (comes_back(m, edge) ? m->back : m->enter)[target];
    if (is_run(m, source) && xb_is_body_edge(flow, edge)) {
        xb_graph_add_edge(m->arena, &m->result.graph, m->enter[source], to);
        xb_graph_add_edge(m->arena, &m->result.graph, m->back[source], to);
    } else {
        xb_graph_add_edge(m->arena, &m->result.graph, m->leave[source], to);
    }
}

xb_steps xb_steps_of(xb_arena *arena, const xb_routine *routine, xb_view view, const bool *runs)
{
    const xb_graph *graph = &routine->flow.graph;
    const uint32_t count = graph->vertex_count;
    maker m = {.arena = arena,
               .runs = runs,
               .result = {.routine = routine, .view = view, .entry = XB_GRAPH_NONE},
               .enter = xb_arena_array(arena, count, sizeof *m.enter),
               .back = xb_arena_array(arena, count, sizeof *m.back),
               .leave = xb_arena_array(arena, count, sizeof *m.leave)};
    for (uint32_t v = 0; v < count; v++)
        make_steps(&m, v);
    *(uint32_t *)xb_vector_push(arena, &m.first, sizeof(uint32_t)) = m.parts.count;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        join(&m, e);
    m.result.vertex = m.vertex.items;
    m.result.enter = m.enter;
    m.result.back = m.back;
    m.result.leave = m.leave;
    m.result.parts = m.parts.items;
    m.result.first = m.first.items;
    return m.result;
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

/* Accesses that may not happen. */
typedef struct uncertain {
    xb_accessed *accessed;
    void *context;
} uncertain;

static void pass_on(void *context, const xb_access *access)
{
    const uncertain *u = context;
    xb_access weaker = *access;
    weaker.certain = false;
    u->accessed(u->context, &weaker);
}

void xb_steps_accesses(const xb_footprints *footprints, const xb_steps *steps, const xb_step_part *part,
                       xb_accessed *accessed, void *context)
{
    uncertain u = {accessed, context};
    if (part->node->kind == XB_KIND_CONTROL_FLOW_GRAPH)
        xb_accesses_each_declared(footprints, steps->view, steps->routine, accessed, context);
    else if (part->perhaps)
        xb_accesses_each(footprints, steps->view, part->node, pass_on, &u);
    else
        xb_accesses_each(footprints, steps->view, part->node, accessed, context);
}
