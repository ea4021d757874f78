/*
 * One search, which ends at the first marker that is found.
 */
#include "algorithms/support/markers.h"

#include "analysis/calls.h"
#include "analysis/accesses.h"
#include "traverse/traverse.h"

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    const xb_marker **first = context;
    (void)walk;
    if (!*first && xb_marker_is_unknown((const xb_marker *)node))
        *first = (const xb_marker *)node;
    return *first ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

const xb_marker *xb_first_marker(xb_run *run, xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = see_marker}, .view = XB_VIEW_READ};
    const xb_marker *first = NULL;
    xb_traverse(xb_run_program(run), xb_run_scratch(run), &routine->node, &visitor, (void *)&first);
    return first;
}

static xb_visit see_input(xb_walk *walk, xb_node *node, void *context)
{
    const xb_marker **first = context;
    (void)walk;
    if (((const xb_marker *)node)->writes.count > 0)
        *first = (const xb_marker *)node;
    return *first ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

const xb_marker *xb_first_input(xb_run *run, const xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_MARKER] = see_input}, .view = XB_VIEW_READ};
    const xb_program *program = xb_run_program(run);
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(run));
    const xb_marker *first = NULL;
    bool *reached = xb_arena_array(xb_run_scratch(run), calls->graph.vertex_count, sizeof *reached);
    uint32_t v = xb_calls_vertex(calls, routine);
    if (v != XB_GRAPH_NONE)
        xb_graph_reachable(xb_run_scratch(run), &calls->graph, v, reached);
    for (uint32_t i = 0; v != XB_GRAPH_NONE && !first && i < calls->graph.vertex_count; i++)
        if (reached[i])
            xb_traverse(xb_run_program(run), xb_run_scratch(run), program->routines.items[i], &visitor,
                        (void *)&first);
    return first;
}
