/*
 * The control-flow graph is copied edge by edge; the one edge that leaves the entry becomes two. The new
 * edges have no ids: the writer numbers them. The block's id is the first of its form that is free.
 */
#include "algorithms/basicblockpreaccumulation/initialisation.h"

#include "ir/build.h"

static void add_edge(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target)
{
    xb_flow_edge *edge = xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof *edge, 0);
    xb_graph_add_edge(program->arena, &flow->graph, source, target);
    xb_list_append(program->arena, &flow->edges, edge);
}

static bool is_free(const xb_flow_graph *flow, const xb_name *id)
{
    for (size_t i = 0; i < flow->vertices.count; i++)
        if (((const xb_flow_vertex *)flow->vertices.items[i])->id == id)
            return false;
    return true;
}

static const xb_name *free_id(xb_program *program, const xb_flow_graph *flow)
{
    const xb_name *id = NULL;
    for (unsigned number = 1; !id || !is_free(flow, id); number++)
        id = xb_program_name(program, xb_arena_format(program->arena, "_bbp_v_%u", number));
    return id;
}

static xb_flow_vertex *new_block(xb_program *program, const xb_flow_graph *flow)
{
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 0);
    block->id = free_id(program, flow);
    block->node.annotation = xb_program_name(program, "_bbp_");
    block->scope = program->root;
    return block;
}

static xb_flow_graph with_block(xb_program *program, const xb_flow_graph *flow)
{
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v <= flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    xb_list_append(program->arena, &result.vertices, new_block(program, flow));
    uint32_t block = flow->graph.vertex_count;
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        uint32_t source = xb_graph_source(&flow->graph, e), target = xb_graph_target(&flow->graph, e);
        const xb_flow_vertex *from = flow->vertices.items[source];
        if (from->node.kind == XB_KIND_ENTRY) {
            add_edge(program, &result, source, block);
            add_edge(program, &result, block, target);
            continue;
        }
        xb_graph_add_edge(program->arena, &result.graph, source, target);
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return result;
}

xb_status xb_initialisation_blocks(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    if (!xb_run_flag(run, "initialise"))
        return XB_STATUS_OK;
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = xb_current(program->routines.items[i]);
        if (routine->node.kind != XB_KIND_CONTROL_FLOW_GRAPH || routine->flow.vertices.count == 0)
            continue;
        xb_routine *derived = xb_copy_routine(program, routine);
        derived->flow = with_block(program, &routine->flow);
        xb_derive_one(program, &routine->node, &derived->node);
    }
    return XB_STATUS_OK;
}
