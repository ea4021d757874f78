/*
 * A branch begins before its vertex and ends where its arms end; a loop begins where control comes in, counts
 * its rounds in a variable of its own, and ends where control goes out. Subscripts are recorded where the
 * variables in them are as the condition sees them: before a branch; before a loop of Fortran, which fixes
 * its rounds there; of other loops at each evaluation.
 *
 * Where control flow is not nested, each decision is a branch that begins before its vertex, or the EndLoop
 * that leads to it, and has ended as soon as it is taken.
 */
#include "algorithms/tracediff/ways.h"

#include "algorithms/support/insertion.h"
#include "algorithms/tracediff/events.h"
#include "algorithms/tracediff/nesting.h"
#include "analysis/constructs.h"
#include "analysis/loop_form.h"
#include "ir/build.h"

/* What is recorded of a vertex. */
typedef struct decision {
    const xb_flow_vertex *vertex; /* with the conditions to look at; NULL: nothing is recorded */
    bool is_fixed;                /* of a ForLoop: rounds are fixed at the entry */
    xb_symbol *rounds;            /* of a loop: counts them */
} decision;

typedef struct tracer {
    xb_program *program;
    const xb_flow_graph *flow;
    xb_nesting nesting;
    decision *decisions; /* by vertex */
    xb_list *on_edge;
    xb_event_writer writer;
} tracer;

/* ---- what is recorded ------------------------------------------------------------------------------- */

/* What a search for variables is about. */
typedef struct looking {
    const xb_symbol *variable;
    bool in_subscripts, is_active;
} looking;

static xb_visit look(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *reference = (const xb_reference *)node;
    looking *found = context;
    found->is_active = found->is_active || xb_symbol_is_active(reference->symbol);
    for (size_t up = 1; reference->symbol == found->variable && xb_walk_ancestor(walk, up); up++)
        if (xb_walk_ancestor(walk, up)->kind == XB_KIND_VARIABLE_REFERENCE)
            found->in_subscripts = true;
    return XB_VISIT_CONTINUE;
}

static void look_in(const tracer *t, const void *node, looking *found)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look}, .view = XB_VIEW_READ};
    if (node)
        xb_traverse(t->program, xb_run_scratch(t->writer.run), (xb_node *)node, &visitor, found);
}

/* Rounds are fixed at the entry if what they depend on can be evaluated there. */
static bool is_fixed(const tracer *t, const xb_flow_vertex *loop)
{
    xb_loop_form form;
    if (!xb_loop_form_of(loop, &form) || !form.settled)
        return false;
    looking found = {.variable = form.variable->symbol};
    look_in(t, loop->condition, &found);
    look_in(t, loop->update, &found);
    return !found.in_subscripts;
}

static bool is_recorded(const tracer *t, const xb_flow_vertex *vertex)
{
    looking found = {.variable = NULL};
    look_in(t, vertex->condition, &found);
    look_in(t, vertex->initialization, &found);
    look_in(t, vertex->update, &found);
    return found.is_active || xb_has_accesses(&t->writer, vertex->condition) ||
           xb_has_accesses(&t->writer, vertex->initialization) || xb_has_accesses(&t->writer, vertex->update);
}

static bool decides(const tracer *t, uint32_t vertex)
{
    xb_kind kind = xb_flow_kind_at(t->flow, vertex);
    return kind == XB_KIND_BRANCH || kind == XB_KIND_IF || xb_is_loop(t->flow, vertex);
}

static void choose(tracer *t, uint32_t v, const xb_flow_vertex *vertex, bool all)
{
    decision *d = &t->decisions[v];
    if (!t->nesting.reached[v] || !decides(t, v) || (!all && !is_recorded(t, vertex)))
        return;
    d->vertex = vertex;
    if (!xb_is_loop(t->flow, v) || !t->nesting.nested)
        return;
    d->is_fixed = vertex->node.kind == XB_KIND_FOR_LOOP && is_fixed(t, vertex);
    d->rounds = xb_temporary_integer(t->program, t->writer.scope, "Symbol");
}

/* ---- events of a decision --------------------------------------------------------------------------- */

static void write_to(tracer *t, xb_list *statements, const decision *d)
{
    t->writer.statements = statements;
    t->writer.place = xb_program_place(t->program, &d->vertex->node, NULL);
}

static void number(const tracer *t, xb_runtime_code code, int64_t value)
{
    xb_event_number(&t->writer, code, xb_build_integer(t->program, value));
}

static void section(const tracer *t, const void *node, xb_runtime_code begin, xb_runtime_code end)
{
    if (!node || !xb_has_accesses(&t->writer, node))
        return;
    xb_event(&t->writer, begin);
    xb_event_accesses(&t->writer, node);
    xb_event(&t->writer, end);
}

static void condition(const tracer *t, const decision *d)
{
    section(t, d->vertex->condition, XB_RUNTIME_TRACE_CONDITION, XB_RUNTIME_TRACE_END_CONDITION);
}

static void initialization(const tracer *t, const decision *d)
{
    section(t, d->vertex->initialization, XB_RUNTIME_TRACE_INITIALIZATION,
            XB_RUNTIME_TRACE_END_INITIALIZATION);
}

static void update(const tracer *t, const decision *d)
{
    section(t, d->vertex->update, XB_RUNTIME_TRACE_UPDATE, XB_RUNTIME_TRACE_END_UPDATE);
}

static int64_t line_of(const decision *d)
{
    return (int64_t)d->vertex->line_number;
}

static void begin_branch(const tracer *t, const decision *d)
{
    number(t, XB_RUNTIME_TRACE_BRANCH, line_of(d));
    if (t->nesting.nested)
        condition(t, d);
}

static void end_branch(const tracer *t, int64_t arm)
{
    number(t, XB_RUNTIME_TRACE_VALUE, arm);
    xb_event(&t->writer, XB_RUNTIME_TRACE_END_BRANCH);
}

/* ---- loops ------------------------------------------------------------------------------------------- */

static void count(const tracer *t, const decision *d, bool from_zero)
{
    xb_program *program = t->program;
    xb_expression *value = xb_build_leaf(program, xb_build_integer(program, from_zero ? 0 : 1));
    if (!from_zero) {
        uint32_t rounds = xb_expression_add(program, value, xb_build_reference(program, d->rounds));
        value->root = xb_build_binary(program, value, XB_INTRINSIC_ADD, rounds, 0);
    }
    xb_event_assign(&t->writer, d->rounds, value);
}

static void begin_loop(const tracer *t, const decision *d)
{
    count(t, d, true);
    number(t, XB_RUNTIME_TRACE_LOOP, line_of(d));
    initialization(t, d);
    if (d->is_fixed || d->vertex->node.kind == XB_KIND_PRE_LOOP)
        condition(t, d);
    if (d->is_fixed)
        update(t, d);
}

/* At the end of a round: from the EndLoop control goes to the loop, and to nothing else. */
static void go_round(const tracer *t, const decision *d)
{
    count(t, d, false);
    if (d->vertex->node.kind != XB_KIND_FOR_LOOP)
        condition(t, d);
    else if (!d->is_fixed)
        update(t, d);
}

static void leave_loop(const tracer *t, const decision *d, int64_t again)
{
    if (d->vertex->node.kind == XB_KIND_FOR_LOOP && !d->is_fixed)
        condition(t, d);
    if (again)
        return;
    xb_event_number(&t->writer, XB_RUNTIME_TRACE_VALUE, xb_build_reference(t->program, d->rounds));
    xb_event(&t->writer, XB_RUNTIME_TRACE_END_LOOP);
}

/* ---- edges ------------------------------------------------------------------------------------------- */

static void trace_source(tracer *t, uint32_t edge, uint32_t source)
{
    const decision *d = &t->decisions[source];
    if (!d->vertex)
        return;
    int64_t value = t->nesting.value[edge];
    write_to(t, &t->on_edge[edge], d);
    if (!t->nesting.nested) {
        if (d->vertex->node.kind != XB_KIND_POST_LOOP)
            condition(t, d);
        end_branch(t, value);
    } else if (d->rounds) {
        leave_loop(t, d, value);
    }
}

/* The vertex that comes after an edge, or after the EndLoop that it leads to. */
static uint32_t next_decision(const tracer *t, uint32_t target)
{
    uint32_t edge = xb_graph_first_out(&t->flow->graph, target);
    bool is_end = xb_flow_kind_at(t->flow, target) == XB_KIND_END_LOOP && edge != XB_GRAPH_NONE;
    return is_end && !t->nesting.nested ? xb_graph_target(&t->flow->graph, edge) : target;
}

static void trace_target(tracer *t, uint32_t edge, uint32_t source, uint32_t target)
{
    const decision *d = &t->decisions[next_decision(t, target)];
    if (!d->vertex || xb_flow_kind_at(t->flow, source) == XB_KIND_END_LOOP)
        return;
    write_to(t, &t->on_edge[edge], d);
    if (d->rounds)
        begin_loop(t, d);
    else
        begin_branch(t, d);
}

static void trace_end(tracer *t, uint32_t edge)
{
    uint32_t opener = t->nesting.opener[edge];
    if (!t->nesting.nested || opener == XB_GRAPH_NONE || !t->decisions[opener].vertex)
        return;
    const decision *d = &t->decisions[opener];
    write_to(t, &t->on_edge[edge], d);
    if (d->rounds)
        go_round(t, d);
    else
        end_branch(t, t->nesting.arm[edge]);
}

static void trace_edge(tracer *t, uint32_t edge)
{
    uint32_t source = xb_graph_source(&t->flow->graph, edge), target = xb_graph_target(&t->flow->graph, edge);
    if (!t->nesting.reached[source])
        return;
    trace_source(t, edge, source);
    trace_end(t, edge);
    trace_target(t, edge, source, target);
}

void xb_trace_ways(xb_run *run, xb_routine *version, const xb_routine *routine, bool all)
{
    const xb_flow_graph *flow = &version->flow;
    xb_arena *scratch = xb_run_scratch(run);
    tracer t = {.program = xb_run_program(run), .flow = flow, .nesting = xb_nesting_of(scratch, flow)};
    t.writer = (xb_event_writer){.run = run, .program = t.program, .scope = version->scope};
    t.decisions = xb_arena_array(scratch, flow->graph.vertex_count, sizeof *t.decisions);
    t.on_edge = xb_arena_array(scratch, flow->graph.edge_count, sizeof *t.on_edge);
    for (uint32_t v = 0; v < routine->flow.graph.vertex_count; v++)
        choose(&t, v, xb_current(routine->flow.vertices.items[v]), all);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        trace_edge(&t, e);
    version->flow = xb_flow_with_blocks(t.program, version->scope, flow, t.on_edge);
}
