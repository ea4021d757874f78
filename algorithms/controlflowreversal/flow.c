/*
 * What both ways need.
 */
#include "algorithms/controlflowreversal/flow.h"

#include "algorithms/support/insertion.h"
#include "ir/build.h"

void xb_reverse_flow(const xb_flow_reversal *reversal)
{
    if (reversal->constructs)
        xb_flow_mirror(reversal);
    else
        xb_flow_record_blocks(reversal);
    reversal->taping->flow = xb_flow_after_entry(reversal->program, reversal->taping->scope,
                                                 &reversal->taping->flow, reversal->first);
    xb_routine *const made[] = {reversal->taping, reversal->adjoint};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        made[i]->flow = xb_flow_in_text_order(reversal->program, reversal->scratch, &made[i]->flow);
}

bool xb_flow_keeps(const xb_flow_reversal *reversal, uint32_t vertex)
{
    return reversal->combined && reversal->constructs &&
           xb_constructs_loop_around(reversal->constructs, &reversal->taping->flow, vertex) == XB_GRAPH_NONE;
}

xb_flow_graph xb_flow_after_entry(xb_program *program, xb_scope *scope, const xb_flow_graph *flow,
                                  xb_list statements)
{
    if (statements.count == 0)
        return *flow;
    xb_list *on_edge = xb_arena_array(program->arena, flow->graph.edge_count, sizeof *on_edge);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        if (xb_flow_kind_at(flow, xb_graph_source(&flow->graph, e)) == XB_KIND_ENTRY)
            on_edge[e] = statements;
    return xb_flow_with_blocks(program, scope, flow, on_edge);
}

xb_list xb_flow_first_back(const xb_flow_reversal *reversal)
{
    xb_list statements = {.count = 0};
    xb_tape_pop(reversal->tape, reversal->at_end, &statements);
    xb_list_append_all(reversal->program->arena, &statements, &reversal->first_back);
    return statements;
}
