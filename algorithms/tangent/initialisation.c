/*
 * The control-flow graph is copied edge by edge; the one edge that leaves the entry becomes two.
 */
#include "algorithms/tangent/initialisation.h"

#include "ir/build.h"

static xb_flow_graph with_block(xb_program *program, const xb_routine *routine)
{
    const xb_flow_graph *flow = &routine->flow;
    xb_flow_graph result = {.vertices = {.count = 0}};
    xb_list_append_all(program->arena, &result.vertices, &flow->vertices);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_graph_add_vertex(program->arena, &result.graph);
    uint32_t block = xb_build_block(program, &result, program->root, (xb_list){.count = 0});
    xb_node_annotate(result.vertices.items[block], xb_program_name(program, "_bbp_"));
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        uint32_t source = xb_graph_source(&flow->graph, e), target = xb_graph_target(&flow->graph, e);
        const xb_flow_vertex *from = flow->vertices.items[source];
        if (from->node.kind == XB_KIND_ENTRY) {
            xb_build_flow_edge(program, &result, source, block);
            xb_build_flow_edge(program, &result, block, target);
            continue;
        }
        xb_graph_add_edge(program->arena, &result.graph, source, target);
        xb_list_append(program->arena, &result.edges, flow->edges.items[e]);
    }
    return result;
}

void xb_initialisation_blocks(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    const xb_list *routines = xb_view_list(program->arena, XB_VIEW_DERIVED, &program->routines);
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        if (routine->node.kind != XB_KIND_CONTROL_FLOW_GRAPH || routine->flow.vertices.count == 0)
            continue;
        xb_routine *derived = xb_copy_routine(program, routine);
        derived->flow = with_block(program, routine);
        xb_derive_one(program, &routine->node, &derived->node);
    }
}
