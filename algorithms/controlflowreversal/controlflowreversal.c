/*
 * What both ways need: vertices, edges, and blocks on edges.
 */
#include "algorithms/controlflowreversal/controlflowreversal.h"

#include "ir/build.h"

void xb_reverse_flow(const xb_flow_reversal *reversal)
{
    if (reversal->constructs)
        xb_flow_mirror(reversal);
    else
        xb_flow_record_blocks(reversal);
    xb_routine *const made[] = {reversal->taping, reversal->adjoint};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        made[i]->flow = xb_flow_in_text_order(reversal->program, reversal->scratch, &made[i]->flow);
}

uint32_t xb_flow_add_vertex(xb_program *program, xb_flow_graph *flow, xb_kind kind)
{
    xb_flow_vertex *vertex = xb_node_create(program, kind, sizeof *vertex, 0);
    vertex->node.annotation = xb_program_name(program, "_cfr_")->index;
    uint32_t number = xb_graph_add_vertex(program->arena, &flow->graph);
    xb_list_append(program->arena, &flow->vertices, vertex);
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

xb_statement *xb_flow_assign(xb_program *program, const char *id, xb_symbol *variable, xb_expression *value)
{
    return &xb_build_assignment(program, id, xb_build_reference(program, variable), value)->statement;
}

xb_flow_graph xb_flow_after_entry(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  xb_list statements)
{
    xb_list *on_edge = xb_arena_array(program->arena, flow->graph.edge_count, sizeof *on_edge);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        if (((const xb_node *)flow->vertices.items[xb_graph_source(&flow->graph, e)])->kind == XB_KIND_ENTRY)
            on_edge[e] = statements;
    return xb_flow_with_blocks(program, scope, flow, on_edge);
}

xb_list xb_flow_pops(const xb_flow_reversal *reversal)
{
    xb_list statements = {.count = 0};
    xb_tape_pop(reversal->tape, reversal->at_end, &statements);
    return statements;
}
