/*
 * What taping knows of values on the way back decides what has to be recorded.
 */
#include "algorithms/controlflowreversal/reversal.h"

#include "algorithms/controlflowreversal/ways_back.h"
#include "algorithms/support/insertion.h"
#include "algorithms/taping/inductions.h"
#include "algorithms/taping/stand_ins.h"
#include "ir/provenance.h"

/* Whether a variable of a condition takes a push of its own. */
static bool is_new(xb_homes *homes, const xb_vertex *vertex, uint32_t branch)
{
    const xb_flow_point after = {branch, XB_PART_AFTER};
    const xb_reference *reference = (const xb_reference *)vertex;
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           !xb_home_is_free(homes, xb_find_home(homes, reference, after), reference, after);
}

/* Whether it pays that the condition of a branch, which has homes, is known on the way back: the number of an
 * arm takes a push. In a loop it takes one in each round; else one new push of a small value costs no more.
 */
static bool pays(xb_homes *homes, uint32_t branch, const xb_expression *condition)
{
    if (xb_constructs_loop_around(homes->constructs, &homes->routine->flow, branch) != XB_GRAPH_NONE)
        return true;
    const xb_symbol *found = NULL;
    for (uint32_t v = 0; v < condition->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(condition, v);
        if (!is_new(homes, vertex, branch))
            continue;
        const xb_reference *reference = (const xb_reference *)vertex;
        const xb_symbol *symbol = reference->symbol;
        if (symbol == found && xb_reference_is_whole(reference))
            continue;
        if (found || (symbol->type != XB_TYPE_INTEGER && symbol->type != XB_TYPE_BOOL))
            return false;
        found = symbol;
    }
    return true;
}

/* By vertex: the outermost branch or loop around it in which nothing is to be done on the way back. */
static uint32_t *find_idle(const xb_taping *t, const xb_body *blocks)
{
    const xb_constructs *constructs = t->homes->constructs;
    const uint32_t count = t->version->flow.graph.vertex_count;
    uint32_t *idle = xb_arena_array(xb_run_scratch(t->run), count, sizeof *idle),
             *busy = xb_arena_array(xb_run_scratch(t->run), (size_t)count + 1, sizeof *busy);
    for (uint32_t v = 0; v < count; v++)
        idle[v] = XB_GRAPH_NONE;
    for (uint32_t i = 0; constructs && i < constructs->count; i++)
        busy[i + 1] = busy[i] + !xb_body_is_empty(&blocks[constructs->order[i]]);
    for (uint32_t i = 0; constructs && i < constructs->count; i++) {
        const uint32_t head = constructs->order[i], end = constructs->other[head],
                       last = end == XB_GRAPH_NONE ? 0 : constructs->place[end];
        if (last <= i || busy[last] > busy[i])
            continue;
        for (; i < last; i++)
            idle[constructs->order[i]] = head;
        idle[end] = head;
    }
    return idle;
}

/* By vertex: how loops are run backward by arithmetic, and the conditions of branches that are taken by them.
 */
static void find_ways_back(const xb_taping *t, const uint32_t *idle, const xb_loop_back **loops,
                           xb_expression **conditions)
{
    xb_homes *homes = t->homes;
    const xb_flow_graph *flow = &t->version->flow;
    for (uint32_t v = 0; homes->constructs && v < flow->graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        const xb_flow_point after = {v, XB_PART_AFTER};
        if (idle[v] != XB_GRAPH_NONE)
            continue;
        xb_provenance_of_node(t->program, &vertex->node);
        if (homes->loops[v].is_explicit) {
            xb_loop_back *back = xb_arena_alloc(xb_run_scratch(t->run), sizeof *back);
            *back = xb_explicit_loop_back(homes, v);
            loops[v] = back;
        }
        if (homes->constructs->reached[v] && xb_is_branch(flow, v) &&
            xb_expression_has_homes(homes, vertex->condition, vertex->condition->root, after) &&
            pays(homes, v, vertex->condition))
            conditions[v] = xb_home_expression(homes, vertex->condition, vertex->condition->root, after);
    }
    xb_inductions_finish(homes->inductions);
}

void xb_reverse_routine(xb_taping *t, xb_routine *adjoint, const xb_body *blocks)
{
    xb_arena *scratch = xb_run_scratch(t->run);
    xb_homes *homes = t->homes;
    uint32_t count = t->version->flow.graph.vertex_count;
    const uint32_t *idle = find_idle(t, blocks);
    const xb_loop_back **loops = xb_arena_array(scratch, count, sizeof *loops);
    xb_expression **conditions = xb_arena_array(scratch, count, sizeof *conditions);
    xb_provenance before = xb_provenance_enter(t->program, "controlflowreversal");
    find_ways_back(t, idle, loops, conditions);
    xb_provenance_restore(t->program, before);
    const xb_list first_back = xb_stand_ins_allocate(t);
    homes->segment.kept = t->settings->combined;
    const xb_flow_reversal reversal = {.program = t->program,
                                       .scratch = scratch,
                                       .taping = t->version,
                                       .adjoint = adjoint,
                                       .tape = &t->tape,
                                       .blocks = blocks,
                                       .constructs = homes->constructs,
                                       .idle = idle,
                                       .loops = loops,
                                       .conditions = conditions,
                                       .taped_loops = homes->loops,
                                       .at_end = &homes->segment,
                                       .combined = t->settings->combined,
                                       .first = xb_stand_ins_start(t),
                                       .first_back = first_back};
    if (!t->settings->combined)
        xb_report_reversal(t->run, &reversal);
    before = xb_provenance_enter(t->program, "controlflowreversal");
    xb_reverse_flow(&reversal);
    xb_provenance_restore(t->program, before);
    t->version->flow = xb_flow_if_allocated(t->run, t->version->scope, &t->version->flow, &t->notes);
}
