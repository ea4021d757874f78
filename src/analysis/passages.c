/*
 * A set goes through a routine by data flow over its steps. What a call makes of a set is said by the origins
 * that were found for the callee: callees come first, and recursive routines are gone over until nothing
 * changes. Where the sets of all steps would be too large, the order of flows is not considered, and nothing
 * is ever overwritten.
 */
#include "analysis/passages.h"

#include <string.h>

#include "analysis/origins.h"

enum { MOST_WORDS = 1 << 22 /* of all sets of a routine */ };

/* ---- passing ------------------------------------------------------------------------------------------- */

bool xb_flows_has(const xb_routine_flows *flows, const uint64_t *set, uint32_t value)
{
    const uint64_t *sharing = flows->sharing[value];
    bool has = xb_bits_has(set, value);
    for (size_t i = 0; sharing && !has && i < xb_bits_words(flows->values.count); i++)
        has = (set[i] & sharing[i]) != 0;
    return has;
}

void xb_flows_add(const xb_routine_flows *flows, uint64_t *set, uint32_t value)
{
    xb_bits_add(set, value);
    if (flows->sharing[value])
        xb_bits_unite(set, flows->sharing[value], xb_bits_words(flows->values.count));
}

/* All of a value is overwritten, and of what lies within it. */
static void take_out(const xb_routine_flows *flows, uint64_t *set, uint32_t value)
{
    const uint64_t *covered = flows->covered[value];
    xb_bits_remove(set, value);
    for (size_t i = 0; covered && i < xb_bits_words(flows->values.count); i++)
        set[i] &= ~covered[i];
}

/* Takes out what a call leaves nothing of. */
static void take_out_overwritten(const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set)
{
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(flows, flow)[i];
        if (b->modified && b->whole)
            take_out(flows, set, b->value);
    }
}

static void call_forward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const xb_flow_binding *bindings = xb_flow_bindings(flows, flow);
    uint64_t *inner = xb_bits_create(scratch, flow->callee->interface);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (xb_bits_has(set, bindings[i].value))
            xb_bits_add(inner, bindings[i].inner);
    take_out_overwritten(flows, flow, set);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (bindings[i].modified && xb_origins_meet(flow->callee, bindings[i].inner, inner))
            xb_flows_add(flows, set, bindings[i].value);
    xb_arena_release(scratch, mark);
}

void xb_flow_forward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set)
{
    const uint32_t *sources = xb_flow_sources(flows, flow);
    bool any = false;
    if (flow->callee) {
        call_forward(scratch, flows, flow, set);
        return;
    }
    for (uint32_t i = 0; i < flow->sources && !any; i++)
        any = xb_bits_has(set, sources[i]);
    for (uint32_t i = 0; i < flow->targets; i++) {
        const xb_flow_target *target = &xb_flow_targets(flows, flow)[i];
        if (any)
            xb_flows_add(flows, set, target->value);
        else if (target->whole)
            take_out(flows, set, target->value);
    }
}

uint64_t *xb_flow_used_in_callee(xb_arena *arena, const xb_routine_flows *flows, const xb_flow *flow,
                                 const uint64_t *set)
{
    uint64_t *inner = xb_bits_create(arena, flow->callee->interface);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(flows, flow)[i];
        if (b->modified && xb_flows_has(flows, set, b->value))
            xb_bits_add(inner, b->inner);
    }
    return inner;
}

static void call_backward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow,
                          uint64_t *set)
{
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const uint64_t *inner = xb_flow_used_in_callee(scratch, flows, flow, set);
    uint64_t *origins = xb_bits_create(scratch, flow->callee->interface);
    xb_origins_add_all(flow->callee, inner, origins);
    take_out_overwritten(flows, flow, set);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(flows, flow)[i];
        if (xb_bits_has(origins, b->inner))
            xb_bits_add(set, b->value);
    }
    xb_arena_release(scratch, mark);
}

void xb_flow_backward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set)
{
    const uint32_t *sources = xb_flow_sources(flows, flow);
    bool used = false;
    if (flow->callee) {
        call_backward(scratch, flows, flow, set);
        return;
    }
    for (uint32_t i = 0; i < flow->targets; i++) {
        const xb_flow_target *target = &xb_flow_targets(flows, flow)[i];
        used = used || xb_flows_has(flows, set, target->value);
        if (target->whole)
            take_out(flows, set, target->value);
    }
    for (uint32_t i = 0; used && i < flow->sources; i++)
        xb_bits_add(set, sources[i]);
}

/* ---- whole routines ------------------------------------------------------------------------------------ */

typedef struct passage {
    xb_arena *scratch;
    const xb_routine_flows *flows;
    bool backward;
    xb_flow_visited *visited;
    void *context;
} passage;

static void pass_step(void *context, uint32_t step, uint64_t *set)
{
    const passage *p = context;
    const xb_flow *all = p->flows->flows.items;
    const uint32_t from = p->flows->first[step], to = p->flows->first[step + 1];
    for (uint32_t k = from; k < to; k++) {
        const xb_flow *flow = &all[p->backward ? from + to - 1 - k : k];
        if (p->visited)
            p->visited(p->context, flow, set);
        else if (p->backward)
            xb_flow_backward(p->scratch, p->flows, flow, set);
        else
            xb_flow_forward(p->scratch, p->flows, flow, set);
    }
}

static bool *starts_of(xb_arena *scratch, const xb_routine_flows *flows, bool backward)
{
    const xb_graph *graph = &flows->steps.graph;
    bool *starts = xb_arena_array(scratch, graph->vertex_count, sizeof *starts);
    if (!backward && flows->steps.entry == XB_GRAPH_NONE)
        return NULL;
    if (!backward)
        starts[flows->steps.entry] = true;
    for (uint32_t step = 0; backward && step < graph->vertex_count; step++)
        starts[step] = xb_graph_out_degree(graph, step) == 0;
    return starts;
}

/* What there is where a passage ends. */
static void meet_ends(xb_arena *scratch, const xb_dataflow *problem, const xb_routine_flows *flows,
                      uint64_t *set)
{
    const size_t words = xb_bits_words(problem->count);
    const bool *ends = starts_of(scratch, flows, !problem->backward);
    memset(set, 0, words * sizeof *set);
    for (uint32_t step = 0; step < problem->graph->vertex_count; step++)
        if (problem->after[step] && (!ends || ends[step]))
            xb_bits_unite(set, problem->after[step], words);
}

/* Without the order of things: all flows are gone over until nothing changes, and nothing is taken out. */
static void pass_unordered(passage *p, uint64_t *set)
{
    const size_t words = xb_bits_words(p->flows->values.count);
    const xb_flow *all = p->flows->flows.items;
    uint64_t *now = xb_bits_create(p->scratch, p->flows->values.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < p->flows->flows.count; k++) {
            memcpy(now, set, words * sizeof *set);
            (p->backward ? xb_flow_backward : xb_flow_forward)(
                p->scratch, p->flows, &all[p->backward ? p->flows->flows.count - 1 - k : k], now);
            changed = xb_bits_unite(set, now, words) || changed;
        }
    }
    for (uint32_t k = 0; p->visited && k < p->flows->flows.count; k++) {
        memcpy(now, set, words * sizeof *set);
        p->visited(p->context, &all[k], now);
    }
}

static size_t words_of(const xb_routine_flows *flows)
{
    return xb_bits_words(flows->values.count) * flows->steps.graph.vertex_count;
}

void xb_flows_pass(xb_analyses *analyses, const xb_routine_flows *flows, bool backward, uint64_t *set,
                   xb_flow_visited *visited, void *context)
{
    xb_arena *scratch = xb_analyses_scratch(analyses);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    passage p = {scratch, flows, backward, NULL, context};
    xb_dataflow problem = {.graph = &flows->steps.graph,
                           .backward = backward,
                           .count = flows->values.count,
                           .starts = starts_of(scratch, flows, backward),
                           .first = set,
                           .pass = pass_step,
                           .context = &p};
    if (words_of(flows) > MOST_WORDS) {
        p.visited = visited;
        pass_unordered(&p, set);
    } else {
        xb_dataflow_solve(scratch, &problem);
        p.visited = visited;
        uint64_t *before = xb_bits_create(scratch, problem.count);
        for (uint32_t step = 0; visited && step < problem.graph->vertex_count; step++)
            if (xb_dataflow_before(&problem, step, before))
                pass_step(&p, step, before);
        meet_ends(scratch, &problem, flows, set);
    }
    xb_arena_release(scratch, mark);
}

/* ---- what depends on what ------------------------------------------------------------------------------ */

/* Whether some routine calls one that does not come before it: they are on a cycle of calls. */
static bool has_cycle(xb_arena *scratch, const xb_flows *flows)
{
    const xb_graph *graph = &flows->calls->graph;
    uint32_t *place = xb_arena_array(scratch, graph->vertex_count, sizeof *place);
    bool found = false;
    for (uint32_t i = 0; i < graph->vertex_count; i++)
        place[flows->order[i]] = i;
    for (uint32_t e = 0; e < graph->edge_count && !found; e++)
        found = place[xb_graph_target(graph, e)] >= place[xb_graph_source(graph, e)];
    return found;
}

xb_flows *xb_passages_of(xb_analyses *analyses, xb_arena *arena)
{
    xb_flows *all = xb_flows_of(analyses, arena);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    const uint32_t count = all->calls->graph.vertex_count;
    const bool cyclic = has_cycle(scratch, all);
    for (uint32_t i = 0; i < count; i++)
        xb_origins_begin(arena, &all->routines[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed = xb_origins_find(arena, scratch, &all->routines[all->order[i]]) || changed;
        changed = changed && cyclic;
    }
    return all;
}
