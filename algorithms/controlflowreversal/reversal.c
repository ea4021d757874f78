/*
 * What taping knows of values on the way back decides what has to be recorded.
 */
#include "algorithms/controlflowreversal/reversal.h"

#include "algorithms/controlflowreversal/ways_back.h"
#include "algorithms/taping/inductions.h"
#include "algorithms/taping/stand_ins.h"
#include "ir/provenance.h"

/* Whether it pays that the condition of a branch is known on the way back: in a loop, the number of an arm
 * would be pushed in each round. */
static bool pays_in_loop(const xb_homes *homes, uint32_t branch)
{
    return xb_constructs_loop_around(homes->constructs, &homes->routine->flow, branch) != XB_GRAPH_NONE;
}

void xb_reverse_routine(xb_taping *t, xb_routine *adjoint, const xb_code *blocks)
{
    xb_arena *scratch = xb_run_scratch(t->run);
    xb_homes *homes = t->homes;
    const xb_flow_graph *flow = &t->version->flow;
    uint32_t count = flow->graph.vertex_count;
    const xb_loop_back **loops = xb_arena_array(scratch, count, sizeof *loops);
    xb_expression **conditions = xb_arena_array(scratch, count, sizeof *conditions);
    for (uint32_t v = 0; homes->constructs && v < count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        const xb_flow_point after = {v, XB_PART_AFTER};
        if (homes->loops[v].is_explicit) {
            xb_loop_back *back = xb_arena_alloc(scratch, sizeof *back);
            *back = xb_explicit_loop_back(homes, v);
            loops[v] = back;
        }
        if (homes->constructs->reached[v] && vertex->node.kind == XB_KIND_BRANCH && pays_in_loop(homes, v) &&
            xb_expression_has_homes(homes, vertex->condition, vertex->condition->root, after))
            conditions[v] = xb_home_expression(homes, vertex->condition, vertex->condition->root, after);
    }
    xb_inductions_finish(homes->inductions);
    const xb_list first_back = xb_stand_ins_allocate(t);
    const xb_flow_reversal reversal = {.program = t->program,
                                       .scratch = scratch,
                                       .taping = t->version,
                                       .adjoint = adjoint,
                                       .tape = &t->tape,
                                       .blocks = blocks,
                                       .constructs = homes->constructs,
                                       .loops = loops,
                                       .conditions = conditions,
                                       .taped_loops = homes->loops,
                                       .at_end = &homes->segment,
                                       .first = xb_stand_ins_start(t),
                                       .first_back = first_back};
    xb_report_reversal(t->run, &reversal);
    xb_provenance before = xb_provenance_enter(t->program, "controlflowreversal");
    xb_reverse_flow(&reversal);
    xb_provenance_restore(t->program, before);
}
