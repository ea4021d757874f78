/*
 * A weak call restores what it reads first, runs forward once more, and back, which changes no values: what
 * it modifies is left as it was before the call, or as the call made it, not as later statements did. That
 * matters for variables that a top routine reads before it assigns them.
 */
#include "algorithms/basicblockpreaccumulationreverse/left_behind.h"

#include "analysis/calls.h"
#include "analysis/footprints.h"
#include "analysis/summaries.h"

enum { NAMED = 3 };

/* The search. */
typedef struct search {
    xb_program *program;
    xb_arena *scratch;
    const xb_footprints *footprints;
    const xb_callees *callees;
    xb_node_set weak;     /* routines that are called weakly */
    xb_node_set modified; /* variables from outside that these modify */
    xb_node_set told;     /* variables that were named, or counted */
    const char *names;
    size_t count;
} search;

static void see_call(void *context, const xb_scheduled_call *call)
{
    search *s = context;
    const xb_routine *callee = xb_program_routine(s->program, call->callee);
    if (!callee || !call->weak || xb_is_idle(s->callees, callee) ||
        !xb_node_set_add(s->scratch, &s->weak, &callee->node))
        return;
    const xb_footprint *footprint = xb_footprint_of(s->footprints, callee);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++) {
        const xb_symbol *symbol = footprint->modified.items[i];
        xb_node_set_add(s->scratch, &s->modified, &symbol->node);
    }
}

static void tell(search *s, const xb_routine *top)
{
    const xb_footprint *footprint = xb_footprint_of(s->footprints, top);
    for (size_t i = 0; footprint && i < footprint->exposed.count; i++) {
        const xb_symbol *symbol = footprint->exposed.items[i];
        if (!xb_node_set_has(&s->modified, &symbol->node) ||
            !xb_footprint_knows(s->footprints, top, symbol) ||
            !xb_node_set_add(s->scratch, &s->told, &symbol->node))
            continue;
        if (s->count++ < NAMED)
            s->names = xb_arena_format(s->program->arena, "%s%s'%s'", s->names, s->count > 1 ? ", " : "",
                                       symbol->id->text);
    }
}

/* A routine that only calls itself is one that nothing else calls. */
static bool *find_called(const search *s, const xb_call_graph *calls)
{
    bool *called = xb_arena_array(s->scratch, calls->graph.vertex_count + 1, sizeof *called);
    for (uint32_t e = 0; e < calls->graph.edge_count; e++)
        if (xb_graph_source(&calls->graph, e) != xb_graph_target(&calls->graph, e))
            called[xb_graph_target(&calls->graph, e)] = true;
    return called;
}

void xb_tell_what_is_left(xb_run *run, const xb_callees *callees, const xb_schedule *schedule)
{
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(run));
    search s = {.program = xb_run_program(run),
                .scratch = xb_run_scratch(run),
                .footprints = xb_footprints_of(xb_run_analyses(run)),
                .callees = callees,
                .names = ""};
    xb_schedule_visit(run, schedule, see_call, &s);
    if (xb_node_set_is_empty(&s.modified))
        return;
    const bool *called = find_called(&s, calls);
    for (size_t i = 0; i < s.program->routines.count; i++) {
        const xb_routine *routine = s.program->routines.items[i];
        const uint32_t v = xb_calls_vertex(calls, routine);
        if (v != XB_GRAPH_NONE && !called[v] && !routine->kept)
            tell(&s, routine);
    }
    if (s.count > 0)
        xb_remark(
            s.program->diagnostics, (xb_place){.file = s.program->file},
            "the adjoint sweep may leave %s%s otherwise than the program does, since weak calls modify %s: "
            "set %s again where the next run is to go on from there",
            s.names, s.count > NAMED ? " and others" : "", s.count > 1 ? "them" : "it",
            s.count > 1 ? "them" : "it");
}
