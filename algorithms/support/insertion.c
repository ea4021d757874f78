/*
 * The graph is built anew, since graphs only grow: vertices and edges keep their numbers, new ones follow.
 */
#include "algorithms/support/insertion.h"

#include "analysis/constructs.h"
#include "ir/build.h"

void xb_insert_blocks(xb_run *run, xb_routine *routine, const xb_list *before)
{
    xb_program *program = xb_run_program(run);
    xb_arena *arena = program->arena;
    xb_routine *derived = xb_copy_routine(program, routine);
    const xb_graph *old = &routine->flow.graph;
    uint32_t *enter = xb_arena_array(xb_run_scratch(run), old->vertex_count, sizeof *enter);
    xb_graph graph = {0};
    xb_graph_reserve(arena, &graph, old->vertex_count, old->edge_count);
    derived->flow.graph = graph;
    for (uint32_t v = 0; v < old->vertex_count; v++)
        enter[v] = xb_graph_add_vertex(arena, &derived->flow.graph);
    for (uint32_t v = 0; v < old->vertex_count; v++)
        if (before[v].count > 0)
            enter[v] = xb_build_block(program, &derived->flow, routine->scope, before[v]);
    for (uint32_t e = 0; e < old->edge_count; e++) {
        uint32_t source = xb_graph_source(old, e), target = xb_graph_target(old, e);
        bool back = xb_flow_kind_at(&routine->flow, source) == XB_KIND_END_LOOP;
        xb_graph_add_edge(arena, &derived->flow.graph, source, back ? target : enter[target]);
    }
    for (uint32_t v = 0; v < old->vertex_count; v++) {
        if (enter[v] != v)
            xb_build_flow_edge(program, &derived->flow, enter[v], v);
    }
    xb_derive_one(program, &routine->node, &derived->node);
}

/* Adds an edge with the condition value of another one. */
static void add_edge_like(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target,
                          const xb_flow_edge *like)
{
    if (like->has_condition_value)
        xb_build_flow_edge_if(program, flow, source, target, like->condition_value);
    else
        xb_build_flow_edge(program, flow, source, target);
}

/* A graph with the same vertices, and no edges. */
static xb_flow_graph without_edges(xb_program *program, const xb_flow_graph *flow)
{
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    return result;
}

xb_flow_graph xb_flow_with_blocks(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  const xb_list *on_edge)
{
    xb_flow_graph result = without_edges(program, flow);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        uint32_t source = xb_graph_source(&flow->graph, e), target = xb_graph_target(&flow->graph, e);
        uint32_t next = target;
        if (on_edge[e].count > 0)
            next = xb_build_block(program, &result, scope, on_edge[e]);
        add_edge_like(program, &result, source, next, flow->edges.items[e]);
        if (next != target)
            xb_build_flow_edge(program, &result, next, target);
    }
    return result;
}

/* ---- control flow within blocks ------------------------------------------------------------------------ */

/* Other graphs may have the same vertex: what is cut is a copy of it. @return the last vertex in its place */
static uint32_t cut_vertex(xb_body *code, xb_flow_cutter *cut, void *context, uint32_t v)
{
    xb_flow_vertex *vertex = code->flow.vertices.items[v];
    xb_body_go_on(code, v);
    if (vertex->node.kind == XB_KIND_BASIC_BLOCK) {
        xb_flow_vertex *copy = xb_copy_flow_vertex(code->program, vertex);
        copy->statements = (xb_list){.count = 0};
        code->flow.vertices.items[v] = copy;
    }
    cut(code, context, vertex);
    const xb_flow_vertex *made = code->flow.vertices.items[v];
    if (xb_body_last(code) == v && made->statements.count == vertex->statements.count)
        code->flow.vertices.items[v] = vertex;
    return xb_body_last(code);
}

xb_flow_graph xb_flow_cut(xb_run *run, xb_scope *scope, const xb_flow_graph *flow, xb_flow_cutter *cut,
                          void *context)
{
    xb_program *program = xb_run_program(run);
    uint32_t *last = xb_arena_array(xb_run_scratch(run), flow->graph.vertex_count + 1, sizeof *last);
    const xb_flow_graph bare = without_edges(program, flow);
    xb_body code = xb_body_begin_within(program, scope, &bare);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        last[v] = cut_vertex(&code, cut, context, v);
    xb_flow_graph result = code.flow;
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        xb_graph_add_edge(program->arena, &result.graph, last[xb_graph_source(&flow->graph, e)],
                          xb_graph_target(&flow->graph, e));
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return xb_flow_in_text_order(program, xb_run_scratch(run), &result);
}

/* Statements in a row that wait for the same array share an arm. */
static void put_into_arms(xb_body *code, void *context, const xb_flow_vertex *vertex)
{
    const xb_node_map *arrays = context;
    const xb_symbol *last = NULL;
    for (size_t i = 0; i < vertex->statements.count; i++) {
        xb_statement *statement = vertex->statements.items[i];
        xb_symbol *array = xb_node_map_get(arrays, &statement->node);
        if (last && array != last)
            xb_body_end(code);
        if (array && array != last)
            xb_body_if(code, xb_build_inquiry(code->program, XB_INTRINSIC_ALLOCATED, array));
        xb_body_add(code, statement);
        last = array;
    }
    if (last)
        xb_body_end(code);
}

xb_flow_graph xb_flow_if_allocated(xb_run *run, xb_scope *scope, const xb_flow_graph *flow,
                                   const xb_node_map *arrays)
{
    if (xb_node_map_is_empty(arrays))
        return *flow;
    return xb_flow_cut(run, scope, flow, put_into_arms, (void *)arrays);
}

/* ---- what is reached ----------------------------------------------------------------------------------- */

/* Which vertices stay: those that a path from the Entry leads to, and the Exit, which there has to be. */
static bool *find_reached(xb_arena *scratch, const xb_flow_graph *flow)
{
    uint32_t count = flow->graph.vertex_count;
    bool *reached = xb_arena_array(scratch, count, sizeof *reached);
    for (uint32_t v = 0; v < count; v++)
        if (xb_flow_kind_at(flow, v) == XB_KIND_ENTRY)
            xb_graph_reachable(scratch, &flow->graph, v, reached);
    for (uint32_t v = 0; v < count; v++)
        if (xb_flow_kind_at(flow, v) == XB_KIND_EXIT)
            reached[v] = true;
    return reached;
}

xb_flow_graph xb_flow_reached(xb_program *program, xb_arena *scratch, const xb_flow_graph *flow)
{
    const xb_graph *graph = &flow->graph;
    const bool *reached = find_reached(scratch, flow);
    uint32_t *number = xb_arena_array(scratch, graph->vertex_count, sizeof *number);
    xb_flow_graph result = {.vertices = {.count = 0}};
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        if (!reached[v])
            continue;
        number[v] = xb_graph_add_vertex(program->arena, &result.graph);
        xb_list_append(program->arena, &result.vertices, flow->vertices.items[v]);
    }
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = xb_graph_source(graph, e);
        if (!reached[source])
            continue;
        xb_graph_add_edge(program->arena, &result.graph, number[source], number[xb_graph_target(graph, e)]);
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return result;
}

/* ---- order --------------------------------------------------------------------------------------------- */

/* Vertices by place; those that control does not come to are last. */
static uint32_t *order_of(xb_arena *scratch, const xb_flow_graph *flow, const xb_constructs *constructs)
{
    uint32_t count = flow->graph.vertex_count, next = constructs->count;
    uint32_t *order = xb_arena_array(scratch, count, sizeof *order);
    for (uint32_t i = 0; i < constructs->count; i++)
        order[i] = constructs->order[i];
    for (uint32_t v = 0; v < count; v++)
        if (!constructs->reached[v])
            order[next++] = v;
    return order;
}

xb_flow_graph xb_flow_in_text_order(xb_program *program, xb_arena *scratch, const xb_flow_graph *flow)
{
    const xb_constructs *constructs = xb_constructs_of(scratch, flow);
    if (!constructs)
        return *flow;
    return xb_flow_of_vertices(program, scratch, flow, order_of(scratch, flow, constructs),
                               flow->graph.vertex_count);
}
