/*
 * The graph is built anew, since graphs only grow: vertices and edges keep their numbers, new ones follow.
 */
#include "algorithms/support/insertion.h"

#include "analysis/constructs.h"
#include "ir/build.h"
#include "ir/provenance.h"

static xb_kind kind_at(const xb_routine *routine, uint32_t vertex)
{
    return ((const xb_node *)routine->flow.vertices.items[vertex])->kind;
}

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
        bool back = kind_at(routine, source) == XB_KIND_END_LOOP;
        xb_graph_add_edge(arena, &derived->flow.graph, source, back ? target : enter[target]);
    }
    for (uint32_t v = 0; v < old->vertex_count; v++) {
        if (enter[v] != v)
            xb_build_flow_edge(program, &derived->flow, enter[v], v);
    }
    xb_derive_one(program, &routine->node, &derived->node);
}

uint32_t xb_flow_add_vertex(xb_program *program, xb_flow_graph *flow, xb_kind kind)
{
    xb_flow_vertex *vertex = xb_node_create(program, kind, sizeof *vertex, 0);
    vertex->node.annotation = xb_program_name(program, "_cfr_")->index;
    uint32_t number = xb_graph_add_vertex(program->arena, &flow->graph);
    xb_list_append(program->arena, &flow->vertices, vertex);
    xb_provenance_note(program, &vertex->node);
    return number;
}

static xb_flow_edge *add_edge(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target)
{
    xb_build_flow_edge(program, flow, source, target);
    return flow->edges.items[flow->edges.count - 1];
}

void xb_flow_add_edge_if(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target,
                         int64_t value)
{
    xb_flow_edge *edge = add_edge(program, flow, source, target);
    edge->has_condition_value = true;
    edge->condition_value = value;
}

xb_flow_graph xb_flow_with_blocks(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  const xb_list *on_edge)
{
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        const xb_flow_edge *original = flow->edges.items[e];
        uint32_t source = xb_graph_source(&flow->graph, e), target = xb_graph_target(&flow->graph, e);
        uint32_t next = target;
        if (on_edge[e].count > 0)
            next = xb_build_block(program, &result, scope, on_edge[e]);
        xb_flow_edge *edge = add_edge(program, &result, source, next);
        edge->has_condition_value = original->has_condition_value;
        edge->condition_value = original->condition_value;
        if (next != target)
            add_edge(program, &result, next, target);
    }
    return result;
}

/* ---- control flow within blocks ------------------------------------------------------------------------ */

/* A graph with the same vertices, and no edges. */
static xb_flow_graph without_edges(xb_program *program, const xb_flow_graph *flow)
{
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    return result;
}

/* Other graphs may have the same vertex: what is cut is a copy of it. */
static uint32_t cut_vertex(const xb_emitter *emit, xb_flow_cutter *cut, void *context, uint32_t v)
{
    xb_flow_vertex *vertex = emit->flow->vertices.items[v];
    if (vertex->statements.count == 0)
        return cut(emit, context, v, &vertex->statements);
    xb_flow_vertex *copy = xb_copy_flow_vertex(emit->program, vertex);
    copy->statements = (xb_list){.count = 0};
    emit->flow->vertices.items[v] = copy;
    uint32_t last = cut(emit, context, v, &vertex->statements);
    if (last == v)
        emit->flow->vertices.items[v] = vertex;
    return last;
}

xb_flow_graph xb_flow_cut(xb_run *run, xb_scope *scope, const xb_flow_graph *flow, xb_flow_cutter *cut,
                          void *context)
{
    xb_program *program = xb_run_program(run);
    uint32_t *last = xb_arena_array(xb_run_scratch(run), flow->graph.vertex_count + 1, sizeof *last);
    xb_flow_graph result = without_edges(program, flow);
    const xb_emitter emit = {program, scope, &result};
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        last[v] = cut_vertex(&emit, cut, context, v);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        xb_graph_add_edge(program->arena, &result.graph, last[xb_graph_source(&flow->graph, e)],
                          xb_graph_target(&flow->graph, e));
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return xb_flow_in_text_order(program, xb_run_scratch(run), &result);
}

static xb_expression *is_allocated(const xb_emitter *emit, xb_symbol *array)
{
    xb_expression *condition = xb_build_expression(emit->program);
    condition->root = xb_build_unary(emit->program, condition, XB_INTRINSIC_ALLOCATED,
                                     xb_build_variable(emit->program, condition, array));
    return condition;
}

/* @return the vertex that ends it */
static uint32_t leave_arm(const xb_emitter *emit, const xb_emitted_branch *branch)
{
    xb_emit_edge(emit, branch->block, branch->end);
    xb_emit_edge(emit, branch->head, branch->end);
    return branch->end;
}

/* Statements in a row that wait for the same array share an arm. */
static uint32_t put_into_arms(const xb_emitter *emit, void *context, uint32_t vertex,
                              const xb_list *statements)
{
    const xb_map *arrays = context;
    const xb_symbol *last = NULL;
    xb_emitted_branch branch = {0};
    for (size_t i = 0; i < statements->count; i++) {
        xb_symbol *array = xb_map_get(arrays, ((const xb_node *)statements->items[i])->index, 0);
        if (last && array != last)
            vertex = leave_arm(emit, &branch);
        if (array && array != last)
            branch = xb_emit_branch(emit, vertex, is_allocated(emit, array));
        else if (last && !array)
            vertex = xb_emit_block(emit, vertex);
        xb_emit_statement(emit, array ? branch.block : vertex, statements->items[i]);
        last = array;
    }
    return last ? leave_arm(emit, &branch) : vertex;
}

xb_flow_graph xb_flow_if_allocated(xb_run *run, xb_scope *scope, const xb_flow_graph *flow,
                                   const xb_map *arrays)
{
    if (arrays->count == 0)
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
        if (((const xb_node *)flow->vertices.items[v])->kind == XB_KIND_ENTRY)
            xb_graph_reachable(scratch, &flow->graph, v, reached);
    for (uint32_t v = 0; v < count; v++)
        if (((const xb_node *)flow->vertices.items[v])->kind == XB_KIND_EXIT)
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
    const xb_graph *graph = &flow->graph;
    uint32_t *order = order_of(scratch, flow, constructs);
    uint32_t *number = xb_arena_array(scratch, graph->vertex_count, sizeof *number);
    xb_flow_graph result = {.vertices = {.count = 0}};
    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        number[order[i]] = xb_graph_add_vertex(program->arena, &result.graph);
        xb_list_append(program->arena, &result.vertices, flow->vertices.items[order[i]]);
    }
    for (uint32_t i = 0; i < graph->vertex_count; i++)
        for (uint32_t e = xb_graph_first_out(graph, order[i]); e != XB_GRAPH_NONE;
             e = xb_graph_next_out(graph, e)) {
            xb_graph_add_edge(program->arena, &result.graph, i, number[xb_graph_target(graph, e)]);
            xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
        }
    return result;
}
