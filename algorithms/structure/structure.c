/*
 * Recursion is a fact of the call graph, loops and reducibility of the regions; igraph finds both, and writes
 * GraphML.
 */
#include "algorithms/structure/structure.h"

#include <string.h>

#include "analysis/calls.h"
#include "analysis/regions.h"
#include "graph/dot.h"
#include "ir/subroutine_names.h"

static const char *name_of(const xb_routine *routine)
{
    return routine->symbol->id->text;
}

/* ---- metrics ------------------------------------------------------------------------------------------- */

static bool report_calls(xb_run *run)
{
    const xb_graph *graph = &xb_calls_of(xb_run_analyses(run))->graph;
    const bool *recursive = xb_calls_recursive(xb_run_analyses(run));
    uint32_t count = 0;
    if (!recursive)
        return false;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        count += recursive[v];
    xb_run_metric(run, "", "routines", graph->vertex_count);
    xb_run_metric(run, "", "calls", graph->edge_count);
    xb_run_metric(run, "", "recursive routines", count);
    return true;
}

static void report_flow(xb_run *run, const xb_regions *regions)
{
    const char *name = name_of(regions->routine);
    const xb_graph *graph = &regions->routine->flow.graph;
    xb_run_metric(run, name, "flow vertices", graph->vertex_count);
    xb_run_metric(run, name, "flow edges", graph->edge_count);
    xb_run_metric(run, name, "loops", regions->loop_count);
    xb_run_metric(run, name, "irreducible", regions->reducible ? 0 : 1);
}

/* Errors of igraph are reported, which ends the run. */
static xb_status perform(xb_run *run)
{
    if (!xb_run_wants_metrics(run) || !report_calls(run))
        return XB_STATUS_OK;
    for (size_t i = 0; i < xb_run_program(run)->routines.count; i++) {
        const xb_regions *regions = xb_regions_of(xb_run_analyses(run), i);
        if (regions)
            report_flow(run, regions);
    }
    return XB_STATUS_OK;
}

/* ---- pictures ------------------------------------------------------------------------------------------ */

static const char *text_of_vertex(xb_arena *arena, const xb_flow_vertex *vertex)
{
    return xb_arena_format(arena, "%s %s", xb_kind_name(vertex->node.kind),
                           vertex->id ? vertex->id->text : "");
}

typedef struct labels {
    xb_arena *arena;
    const xb_flow_graph *flow;
} labels;

static void describe_vertex(void *context, uint32_t i, xb_dot_look *look)
{
    const labels *l = context;
    look->label = text_of_vertex(l->arena, l->flow->vertices.items[i]);
}

static xb_status no_such_routine(xb_run *run, const char *name)
{
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "name routines as the document or its source does",
                    "there is no routine %s with control flow", name);
}

static xb_status put_dominators(xb_run *run, const char *detail, xb_output *output)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine *wanted = detail ? xb_routine_meant(program, detail) : NULL;
    size_t drawn = 0, errors = xb_diagnostics_errors(program->diagnostics);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_regions *regions = xb_regions_of(xb_run_analyses(run), i);
        if (!regions || (detail && program->routines.items[i] != wanted))
            continue;
        const char *name = name_of(regions->routine);
        const xb_graph tree = xb_regions_tree(xb_run_scratch(run), regions);
        labels l = {xb_run_scratch(run), &regions->routine->flow};
        xb_dot_put(output, &tree,
                   &(xb_dot){.name = name, .label = name, .vertex = describe_vertex, .context = &l});
        drawn++;
    }
    if (xb_diagnostics_errors(program->diagnostics) > errors)
        return xb_diagnostics_status(program->diagnostics);
    return drawn == 0 && detail ? no_such_routine(run, detail) : XB_STATUS_OK;
}

static xb_status write_graphml(xb_run *run, const xb_graph *graph, const char *const *names,
                               const char *const *values, xb_output *output)
{
    const xb_graph_attribute vertex = {"label", names}, edge = {"condition", values};
    const xb_graph_attributes attributes = {&vertex, 1, &edge, values ? 1 : 0};
    return xb_graph_analysis_graphml(xb_analyses_igraph(xb_run_analyses(run)),
                                     xb_run_program(run)->diagnostics, graph, &attributes, output);
}

static xb_status put_calls(xb_run *run, const char *detail, xb_output *output)
{
    const xb_graph *graph = &xb_calls_of(xb_run_analyses(run))->graph;
    const char **names = xb_arena_array(xb_run_scratch(run), graph->vertex_count, sizeof(const char *));
    (void)detail;
    for (uint32_t i = 0; i < graph->vertex_count; i++)
        names[i] = name_of(xb_current(xb_run_program(run)->routines.items[i]));
    return write_graphml(run, graph, names, NULL, output);
}

static xb_status write_flow(xb_run *run, const xb_flow_graph *flow, xb_output *output)
{
    xb_arena *scratch = xb_run_scratch(run);
    const char **names = xb_arena_array(scratch, flow->graph.vertex_count, sizeof(const char *));
    const char **values = xb_arena_array(scratch, flow->graph.edge_count, sizeof(const char *));
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        names[v] = text_of_vertex(scratch, flow->vertices.items[v]);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        const xb_flow_edge *edge = flow->edges.items[e];
        if (edge->has_condition_value)
            values[e] = xb_arena_format(scratch, "%lld", (long long)edge->condition_value);
    }
    return write_graphml(run, &flow->graph, names, values, output);
}

static xb_status put_flow(xb_run *run, const char *detail, xb_output *output)
{
    const xb_program *program = xb_run_program(run);
    if (!detail)
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "name a routine, as in cfg-graphml:ROUTINE", "a GraphML document holds one graph");
    const xb_routine *meant = xb_routine_meant(program, detail);
    const xb_routine *routine = meant ? xb_current(meant) : NULL;
    return routine && routine->flow.graph.vertex_count > 0 ? write_flow(run, &routine->flow, output)
                                                           : no_such_routine(run, detail);
}

static const xb_picture pictures[] = {
    {"dominators", "dominator trees of control flow; DETAIL: only of this routine", put_dominators},
    {"callgraph-graphml", "the call graph as GraphML", put_calls},
    {"cfg-graphml", "control flow as GraphML; DETAIL: the routine", put_flow},
    {.kind = NULL}};

static const xb_action actions[] = {{"call graph and control flow", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_structure = {
    .name = "structure",
    .summary = "report recursion, loops and reducibility as metrics; nothing is changed",
    .actions = actions,
    .pictures = pictures,
};
