/*
 * Routines come after what they call, in the order in which a depth-first search leaves them; a call of one
 * that comes later is part of a cycle. Within a routine, vertices are taken in the order of the text: the
 * head of a loop opens a sequence, and its end makes a repetition of it. Where control flow is not
 * structured, all of it is repeated if there is a loop in it.
 */
#include "algorithms/motions/profile_estimate.h"

#include "analysis/calls.h"
#include "analysis/constructs.h"
#include "analysis/loop_form.h"
#include "ir/runtime_call.h"

/* A sequence that is open. */
typedef struct opened {
    xb_vector items;
    uint64_t steps, trips;
} opened;

typedef struct estimating {
    xb_run *run;
    xb_program *program;
    const xb_callees *callees;
    const uint64_t *ordinals;
    xb_profile *profile;
    const xb_estimated_routine **routines; /* by vertex of the call graph; NULL: not reversed */
    uint64_t *checkpoints;                 /* by vertex: bytes */
    uint32_t *activations;                 /* by vertex: number + 1; 0: none yet */
    const xb_call_graph *calls;
    const xb_routine *caller;
    xb_vector open; /* opened */
} estimating;

/* ---- bytes --------------------------------------------------------------------------------------------- */

static uint64_t elements_of(const xb_reference *reference, bool *known)
{
    const xb_symbol *symbol = reference->symbol;
    *known = true;
    if (xb_reference_rank(reference) == 0)
        return 1;
    if (reference->subscripts.count == 0 && symbol->bounds_count > 0)
        return (uint64_t)xb_bounds_elements(symbol->bounds, symbol->bounds_count);
    *known = false;
    return XB_ASSUMED_ELEMENTS;
}

static bool stores(xb_runtime_code code)
{
    return (code >= XB_RUNTIME_PUSH && code <= XB_RUNTIME_PUSH_STRING) || code == XB_RUNTIME_PUSH_ACTIVE ||
           code == XB_RUNTIME_STORE;
}

uint64_t xb_stored_bytes(xb_arena *scratch, const xb_inlinable_call *call, bool *known)
{
    xb_runtime_call named;
    bool any;
    const xb_argument *first = call->arguments.count > 0 ? call->arguments.items[0] : NULL;
    if (!first || !first->reference || !xb_runtime_call_read(scratch, call->name->text, &named) ||
        !stores(named.code))
        return 0;
    return xb_profile_times(elements_of(first->reference, known ? known : &any),
                            xb_type_bytes(first->reference->symbol->type));
}

static uint64_t bytes_of_flow(const estimating *e, const xb_flow_graph *flow)
{
    uint64_t bytes = 0;
    for (size_t v = 0; v < flow->vertices.count; v++) {
        const xb_list *statements = &((const xb_flow_vertex *)flow->vertices.items[v])->statements;
        for (size_t i = 0; i < statements->count; i++)
            if (((const xb_node *)statements->items[i])->kind == XB_KIND_INLINABLE_CALL)
                bytes = xb_profile_plus(bytes,
                                        xb_stored_bytes(xb_run_scratch(e->run), statements->items[i], NULL));
    }
    return bytes;
}

/* ---- sequences ----------------------------------------------------------------------------------------- */

static opened *innermost(estimating *e)
{
    return (opened *)e->open.items + e->open.count - 1;
}

static void add(estimating *e, xb_profile_item item, uint64_t steps)
{
    opened *in = innermost(e);
    xb_profile_append(e->profile, &in->items, item);
    in->steps = xb_profile_plus(in->steps, steps);
}

static void begin(estimating *e, uint64_t trips)
{
    xb_arena *arena = e->program->arena;
    *(opened *)xb_vector_push(arena, &e->open, sizeof(opened)) = (opened){.trips = trips};
}

static void end(estimating *e)
{
    const opened ended = *innermost(e);
    uint32_t sequence = xb_profile_sequence_number(e->profile, &ended.items);
    e->open.count--;
    add(e, (xb_profile_item){XB_PROFILE_REPEAT, 0, sequence, ended.trips},
        xb_profile_times(ended.steps, ended.trips));
}

static void add_call(estimating *e, const xb_call *call)
{
    const xb_routine *callee = xb_callee(e->callees, call);
    uint32_t v =
        callee && !xb_is_idle(e->callees, callee) ? xb_calls_vertex(e->calls, callee) : XB_GRAPH_NONE;
    if (v == XB_GRAPH_NONE || !e->activations[v])
        return;
    uint32_t activation = e->activations[v] - 1;
    const xb_profile_activation *activations = e->profile->activations.items;
    const xb_profile_item item = {
        .kind = XB_PROFILE_CALL,
        .site = xb_profile_site_number(e->profile, e->caller->symbol->id->text, callee->symbol->id->text,
                                       call->site > 0 ? e->ordinals[call->site] : 0),
        .what = activation,
        .amount = e->checkpoints[v]};
    add(e, item, activations[activation].steps + 1);
}

static void add_statement(estimating *e, const xb_node *statement)
{
    uint64_t bytes = statement->kind == XB_KIND_INLINABLE_CALL
                         ? xb_stored_bytes(xb_run_scratch(e->run), (const xb_inlinable_call *)statement, NULL)
                         : 0;
    if (statement->kind == XB_KIND_SUBROUTINE_CALL)
        add_call(e, (const xb_call *)statement);
    else
        add(e, (xb_profile_item){.kind = XB_PROFILE_PUSH, .amount = bytes}, bytes == 0);
}

static uint64_t trips_of(const xb_flow_vertex *loop)
{
    xb_loop_form form;
    return xb_loop_form_of(loop, &form) && form.trips_known ? form.trips : XB_ASSUMED_TRIPS;
}

static void add_vertex(estimating *e, const xb_flow_graph *flow, uint32_t v, bool structured)
{
    const xb_flow_vertex *vertex = flow->vertices.items[v];
    if (structured && xb_is_loop(flow, v))
        begin(e, trips_of(vertex));
    innermost(e)->steps++;
    for (size_t i = 0; i < vertex->statements.count; i++)
        add_statement(e, vertex->statements.items[i]);
    if (structured && vertex->node.kind == XB_KIND_END_LOOP)
        end(e);
}

/* ---- routines ------------------------------------------------------------------------------------------ */

/* How long loops run that jumps make, or leave, is not told by a head. */
static void warn_of_jumps(const estimating *e)
{
    xb_warning(e->program->diagnostics, xb_program_place(e->program, &e->caller->node, NULL),
               "measure the costs with xaif-run --profile, and name the file as --profile",
               "the control flow of %s has jumps: its loops are taken to run %d times together",
               e->caller->symbol->id->text, XB_ASSUMED_TRIPS);
}

static bool has_cycle(xb_arena *scratch, const xb_graph *graph)
{
    uint32_t *order = xb_arena_array(scratch, (size_t)graph->vertex_count + 1, sizeof *order);
    return !xb_graph_topological_order(scratch, graph, order, NULL);
}

static void add_jumps(estimating *e, const xb_flow_graph *flow)
{
    bool repeats = has_cycle(xb_run_scratch(e->run), &flow->graph);
    if (repeats) {
        warn_of_jumps(e);
        begin(e, XB_ASSUMED_TRIPS);
    }
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        add_vertex(e, flow, v, false);
    if (repeats)
        end(e);
}

static void add_flow(estimating *e, const xb_flow_graph *flow)
{
    const xb_constructs *constructs = xb_constructs_of(xb_run_scratch(e->run), flow);
    if (!constructs) {
        add_jumps(e, flow);
        return;
    }
    for (uint32_t i = 0; i < constructs->count; i++)
        add_vertex(e, flow, constructs->order[i], true);
}

static void estimate_routine(estimating *e, uint32_t v)
{
    const xb_estimated_routine *routine = e->routines[v];
    e->caller = routine->original;
    e->open.count = 0;
    begin(e, 1);
    add_flow(e, routine->recording);
    const xb_profile_activation activation = {
        .routine = xb_names_get(e->profile->names, routine->original->symbol->id->text),
        .steps = innermost(e)->steps,
        .sequence = xb_profile_sequence_number(e->profile, &innermost(e)->items)};
    e->activations[v] = xb_profile_activation_number(e->profile, &activation) + 1;
    e->checkpoints[v] = routine->checkpoint ? bytes_of_flow(e, routine->checkpoint) : XB_PROFILE_UNKNOWN;
}

/* A vertex on the way of the search, and the edge that is taken next. */
typedef struct step {
    uint32_t vertex, next;
} step;

static void enter(const estimating *e, uint32_t v, bool *seen, xb_vector *path)
{
    *(step *)xb_vector_push(e->program->arena, path, sizeof(step)) =
        (step){v, xb_graph_first_out(&e->calls->graph, v)};
    seen[v] = true;
}

/* Estimates what a routine calls, directly or not, and then itself. */
static void estimate_from(estimating *e, uint32_t start, bool *seen, xb_vector *path)
{
    const xb_graph *graph = &e->calls->graph;
    enter(e, start, seen, path);
    while (path->count > 0) {
        step *last = (step *)path->items + path->count - 1;
        uint32_t edge = last->next, v = last->vertex;
        if (edge == XB_GRAPH_NONE) {
            path->count--;
            if (e->routines[v])
                estimate_routine(e, v);
            continue;
        }
        last->next = xb_graph_next_out(graph, edge);
        if (!seen[xb_graph_target(graph, edge)])
            enter(e, xb_graph_target(graph, edge), seen, path);
    }
}

/* @param called whether to take those that are called, too */
static void add_runs(estimating *e, bool called)
{
    const xb_graph *graph = &e->calls->graph;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        if (e->activations[v] && (called || xb_graph_in_degree(graph, v) == 0))
            xb_profile_add_run(e->profile, e->activations[v] - 1);
}

xb_profile *xb_profile_estimate(xb_run *run, const xb_callees *callees, const xb_estimated_routine *routines,
                                size_t count)
{
    xb_program *program = xb_run_program(run);
    xb_arena *arena = program->arena;
    estimating e = {.run = run, .program = program, .callees = callees, .profile = xb_profile_create(arena)};
    e.calls = xb_calls_of(xb_run_analyses(run));
    e.ordinals = xb_call_ordinals(program, arena, xb_run_scratch(run));
    uint32_t vertices = e.calls->graph.vertex_count;
    e.routines = xb_arena_array(arena, (size_t)vertices + 1, sizeof *e.routines);
    e.checkpoints = xb_arena_array(arena, (size_t)vertices + 1, sizeof *e.checkpoints);
    e.activations = xb_arena_array(arena, (size_t)vertices + 1, sizeof *e.activations);
    bool *seen = xb_arena_array(arena, (size_t)vertices + 1, sizeof *seen);
    xb_vector path = {.count = 0};
    for (size_t i = 0; i < count; i++)
        e.routines[xb_calls_vertex(e.calls, routines[i].original)] = &routines[i];
    for (uint32_t v = 0; v < vertices; v++)
        if (!seen[v])
            estimate_from(&e, v, seen, &path);
    add_runs(&e, false);
    if (e.profile->runs.count == 0)
        add_runs(&e, true);
    return e.profile;
}
