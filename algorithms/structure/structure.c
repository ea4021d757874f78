/*
 * Recursion shows as a strongly connected component of several routines, or a routine that calls itself. A
 * loop is an edge whose target dominates its source; control flow is reducible if nothing cyclic is left
 * without these edges (Hecht, Ullman: Characterizations of reducible flow graphs, 1974).
 *
 * Access to igraph is no memory of an arena: what works with it is protected on its own, so that it is
 * released whatever happens.
 */
#include "algorithms/structure/structure.h"

#include <string.h>

#include "graph/analysis.h"
#include "graph/dot.h"
#include "traverse/calls.h"

/* A piece of work with igraph. */
typedef struct task {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    xb_graph_analysis *analysis;
    const char *detail;
    xb_output *output;
    xb_status status;
} task;

static xb_status with_igraph(task *t, void (*work)(void *argument))
{
    t->program = xb_run_program(t->run);
    t->scratch = xb_run_scratch(t->run);
    t->analysis = xb_graph_analysis_create();
    xb_failure *failure = xb_arena_failure(t->scratch);
    if (!t->analysis)
        xb_fail(failure);
    bool done = xb_protect(failure, work, t);
    xb_graph_analysis_destroy(t->analysis);
    if (!done)
        xb_fail(failure);
    return t->status;
}

static const char *name_of(const xb_routine *routine)
{
    return routine->symbol->id->text;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool calls_itself(const xb_graph *graph, uint32_t routine)
{
    for (uint32_t e = xb_graph_first_out(graph, routine); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        if (xb_graph_target(graph, e) == routine)
            return true;
    return false;
}

static void report_calls(task *t)
{
    xb_graph graph = xb_calls(t->program, t->scratch);
    uint32_t *component = xb_arena_array(t->scratch, graph.vertex_count, sizeof *component);
    uint32_t count = 0, recursive = 0;
    t->status =
        xb_graph_analysis_strong(t->analysis, t->program->diagnostics, t->scratch, &graph, component, &count);
    if (t->status)
        return;
    uint32_t *members = xb_arena_array(t->scratch, count, sizeof *members);
    for (uint32_t i = 0; i < graph.vertex_count; i++)
        members[component[i]]++;
    for (uint32_t i = 0; i < graph.vertex_count; i++)
        recursive += members[component[i]] > 1 || calls_itself(&graph, i);
    xb_run_metric(t->run, "", "routines", graph.vertex_count);
    xb_run_metric(t->run, "", "calls", graph.edge_count);
    xb_run_metric(t->run, "", "recursive routines", recursive);
}

/* ---- control flow -------------------------------------------------------------------------------------- */

static uint32_t entry_of(const xb_flow_graph *flow)
{
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        if (((const xb_flow_vertex *)flow->vertices.items[v])->node.kind == XB_KIND_ENTRY)
            return v;
    return XB_GRAPH_NONE;
}

/* Places in a walk over the dominator tree: a dominates b if b is entered later and left earlier. */
typedef struct span {
    uint32_t *entered, *left;
} span;

static span spans_of_tree(xb_arena *arena, const xb_graph *tree, uint32_t root)
{
    uint32_t count = tree->vertex_count, time = 1, depth = 0;
    span s = {xb_arena_array(arena, count, sizeof *s.entered), xb_arena_array(arena, count, sizeof *s.left)};
    uint32_t *stack = xb_arena_array(arena, count, sizeof *stack),
             *next = xb_arena_array(arena, count, sizeof *next);
    stack[depth++] = root;
    s.entered[root] = time++;
    next[root] = xb_graph_first_out(tree, root);
    while (depth > 0) {
        uint32_t v = stack[depth - 1], e = next[v];
        if (e == XB_GRAPH_NONE) {
            s.left[v] = time++;
            depth--;
            continue;
        }
        next[v] = xb_graph_next_out(tree, e);
        uint32_t child = xb_graph_target(tree, e);
        stack[depth++] = child;
        s.entered[child] = time++;
        next[child] = xb_graph_first_out(tree, child);
    }
    return s;
}

static bool dominates(const span *s, uint32_t a, uint32_t b)
{
    return s->entered[b] != 0 && s->entered[a] <= s->entered[b] && s->left[b] <= s->left[a];
}

static void report_flow(task *t, const xb_routine *routine, const xb_graph *graph, const uint32_t *immediate,
                        uint32_t entry)
{
    xb_graph tree = {.vertex_count = 0}, rest = {.vertex_count = 0};
    uint32_t loops = 0;
    xb_graph_dominator_tree(t->scratch, immediate, graph->vertex_count, &tree);
    span s = spans_of_tree(t->scratch, &tree, entry);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        xb_graph_add_vertex(t->scratch, &rest);
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
        if (dominates(&s, target, source))
            loops++;
        else
            xb_graph_add_edge(t->scratch, &rest, source, target);
    }
    uint32_t *order = xb_arena_array(t->scratch, graph->vertex_count, sizeof *order);
    bool reducible = xb_graph_topological_order(t->scratch, &rest, order, NULL);
    xb_run_metric(t->run, name_of(routine), "flow vertices", graph->vertex_count);
    xb_run_metric(t->run, name_of(routine), "flow edges", graph->edge_count);
    xb_run_metric(t->run, name_of(routine), "loops", loops);
    xb_run_metric(t->run, name_of(routine), "irreducible", reducible ? 0 : 1);
}

/* Immediate dominators of a routine's control flow; NULL if it has none or igraph fails. */
static uint32_t *dominators_of(task *t, const xb_routine *routine, uint32_t *entry)
{
    const xb_flow_graph *flow = &routine->flow;
    *entry = entry_of(flow);
    if (*entry == XB_GRAPH_NONE)
        return NULL;
    uint32_t *immediate = xb_arena_array(t->scratch, flow->graph.vertex_count, sizeof *immediate);
    t->status = xb_graph_analysis_dominators(t->analysis, t->program->diagnostics, &flow->graph, *entry,
                                             false, immediate);
    return t->status ? NULL : immediate;
}

static void analyse(void *argument)
{
    task *t = argument;
    report_calls(t);
    for (size_t i = 0; i < t->program->routines.count && !t->status; i++) {
        const xb_routine *routine = xb_current(t->program->routines.items[i]);
        uint32_t entry;
        const uint32_t *immediate = dominators_of(t, routine, &entry);
        if (immediate)
            report_flow(t, routine, &routine->flow.graph, immediate, entry);
    }
}

static xb_status perform(xb_run *run)
{
    task t = {.run = run};
    return xb_run_wants_metrics(run) ? with_igraph(&t, analyse) : XB_STATUS_OK;
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

static void draw_dominators(void *argument)
{
    task *t = argument;
    bool drawn = false;
    for (size_t i = 0; i < t->program->routines.count && !t->status; i++) {
        const xb_routine *routine = xb_current(t->program->routines.items[i]);
        uint32_t entry;
        if (t->detail && strcmp(t->detail, name_of(routine)) != 0)
            continue;
        const uint32_t *immediate = dominators_of(t, routine, &entry);
        if (!immediate)
            continue;
        xb_graph tree = {.vertex_count = 0};
        xb_graph_dominator_tree(t->scratch, immediate, routine->flow.graph.vertex_count, &tree);
        labels l = {t->scratch, &routine->flow};
        const xb_dot dot = {
            .name = name_of(routine), .label = name_of(routine), .vertex = describe_vertex, .context = &l};
        xb_dot_put(t->output, &tree, &dot);
        drawn = true;
    }
    if (!drawn && t->detail && !t->status)
        t->status = xb_error(t->program->diagnostics, XB_STATUS_USAGE, (xb_place){0}, NULL,
                             "there is no routine %s with control flow", t->detail);
}

static void write_graphml(task *t, const xb_graph *graph, const char *const *names, const char *const *values)
{
    const xb_graph_attribute vertex = {"label", names}, edge = {"condition", values};
    const xb_graph_attributes attributes = {&vertex, 1, &edge, values ? 1 : 0};
    t->status =
        xb_graph_analysis_graphml(t->analysis, t->program->diagnostics, graph, &attributes, t->output);
}

static void write_calls(void *argument)
{
    task *t = argument;
    xb_graph graph = xb_calls(t->program, t->scratch);
    const char **names = xb_arena_array(t->scratch, graph.vertex_count, sizeof(const char *));
    for (uint32_t i = 0; i < graph.vertex_count; i++)
        names[i] = name_of(xb_current(t->program->routines.items[i]));
    write_graphml(t, &graph, names, NULL);
}

static void write_flow(void *argument)
{
    task *t = argument;
    for (size_t i = 0; t->detail && i < t->program->routines.count; i++) {
        const xb_routine *routine = xb_current(t->program->routines.items[i]);
        const xb_flow_graph *flow = &routine->flow;
        if (strcmp(t->detail, name_of(routine)) != 0 || flow->graph.vertex_count == 0)
            continue;
        const char **names = xb_arena_array(t->scratch, flow->graph.vertex_count, sizeof(const char *));
        const char **values = xb_arena_array(t->scratch, flow->graph.edge_count, sizeof(const char *));
        for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
            names[v] = text_of_vertex(t->scratch, flow->vertices.items[v]);
        for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
            const xb_flow_edge *edge = flow->edges.items[e];
            if (edge->has_condition_value)
                values[e] = xb_arena_format(t->scratch, "%lld", (long long)edge->condition_value);
        }
        write_graphml(t, &flow->graph, names, values);
        return;
    }
    t->status = xb_error(t->program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                         "a GraphML document holds one graph: name a routine, as in cfg-graphml:ROUTINE",
                         "there is no routine %s with control flow", t->detail ? t->detail : "named");
}

static xb_status picture(xb_run *run, const char *detail, xb_output *output, void (*draw)(void *argument))
{
    task t = {.run = run, .detail = detail, .output = output};
    return with_igraph(&t, draw);
}

static xb_status put_dominators(xb_run *run, const char *detail, xb_output *output)
{
    return picture(run, detail, output, draw_dominators);
}

static xb_status put_calls(xb_run *run, const char *detail, xb_output *output)
{
    return picture(run, detail, output, write_calls);
}

static xb_status put_flow(xb_run *run, const char *detail, xb_output *output)
{
    return picture(run, detail, output, write_flow);
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
