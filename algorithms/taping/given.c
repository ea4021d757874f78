/*
 * First come the arguments that could be given as far as their own routines are concerned. Then the calls in
 * what stands for routines are looked at, one routine after the other. A call in no loop gains nothing: what
 * the callee would push once, its caller does.
 */
#include "algorithms/taping/given.h"

#include "algorithms/taping/tape.h"
#include "analysis/calls.h"
#include "analysis/changes.h"
#include "analysis/constructs.h"
#include "analysis/contained.h"
#include "analysis/loop_form.h"
#include "analysis/omission.h"
#include "ir/declaration.h"

struct xb_given {
    xb_arena *arena;
    xb_program *program;
    xb_closure gaining; /* formal arguments that some call gains by */
    xb_node_set able;   /* those that could be given */
    xb_node_set unfit;  /* those that some call would have to push in each round of a loop */
    xb_node_set used;   /* those that an adjoint sweep uses */
    xb_vector calls;    /* given_call: of routines of which some arguments could be given */
    uint32_t *order;    /* of routines, by number */
};

/* A call, by the numbers of routines. */
typedef struct given_call {
    uint32_t callee, caller;
} given_call;

/* The search, at one routine. */
typedef struct search {
    xb_given *given;
    xb_run *run;
    const xb_callees *callees;
    uint32_t number;           /* of the routine in the program */
    const xb_routine *routine; /* as read */
    const xb_routine *current;
    xb_changes *changes; /* NULL: not known yet */
    const xb_constructs *constructs;
    xb_node_numbers numbers; /* of routines, as read */
} search;

static xb_changes *changes_of(search *s)
{
    if (!s->changes)
        s->changes = xb_changes_of(xb_run_analyses(s->run), s->given->arena, s->current, XB_VIEW_DERIVED);
    return s->changes;
}

/* ---- routines ------------------------------------------------------------------------------------------ */

/* Routines within others, and those that call themselves, are taped in no order. */
static bool is_fit(const search *s, const bool *recursive)
{
    xb_analyses *analyses = xb_run_analyses(s->run);
    const xb_scope *around = xb_scope_around(s->routine->scope);
    const uint32_t v = xb_calls_vertex(xb_calls_of(analyses), s->routine);
    return xb_routine_is_procedure(s->routine) && !s->routine->rule && s->current->structured && recursive &&
           v != XB_GRAPH_NONE && !recursive[v] && !xb_is_idle(s->callees, s->routine) &&
           !(around && xb_program_has_procedure(s->given->program, around)) &&
           xb_contained_in(analyses, s->routine->scope)->count == 0;
}

static uint32_t entry_of(const xb_routine *routine)
{
    for (uint32_t v = 0; v < routine->flow.vertices.count; v++)
        if (((const xb_node *)routine->flow.vertices.items[v])->kind == XB_KIND_ENTRY)
            return v;
    return XB_GRAPH_NONE;
}

static bool is_able(search *s, const xb_formal *formal)
{
    xb_symbol *symbol = formal->symbol;
    const xb_reference reference = {.symbol = symbol};
    const uint32_t entry = entry_of(s->current);
    return formal->intent == XB_INTENT_IN && symbol->rank == 0 && !symbol->pointer &&
           !xb_symbol_is_active(symbol) && xb_tape_holds(symbol->type) && entry != XB_GRAPH_NONE &&
           !xb_closure_has(&s->callees->undefined, symbol) &&
           !xb_may_be_absent(xb_run_analyses(s->run), symbol) &&
           !xb_changes_after(changes_of(s), (xb_flow_point){entry, 0}, &reference);
}

static void look_at_arguments(search *s, const bool *recursive)
{
    if (!is_fit(s, recursive))
        return;
    for (size_t i = 0; i < s->routine->formals.count; i++) {
        const xb_formal *formal = s->routine->formals.items[i];
        if (is_able(s, formal))
            xb_node_set_add(s->given->arena, &s->given->able, &formal->symbol->node);
    }
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static uint32_t loop_around(const search *s, uint32_t vertex)
{
    return xb_constructs_loop_around(s->constructs, &s->current->flow, vertex);
}

/* Whether a variable counts a loop around a vertex. */
static bool counts(const search *s, const xb_reference *variable, uint32_t vertex)
{
    for (uint32_t loop = loop_around(s, vertex); loop != XB_GRAPH_NONE; loop = loop_around(s, loop)) {
        xb_loop_form form;
        if (xb_loop_form_of(s->current->flow.vertices.items[loop], &form) &&
            form.variable->symbol == variable->symbol && xb_reference_is_whole(variable))
            return true;
    }
    return false;
}

static bool lasts_in_loop(search *s, const xb_reference *actual, uint32_t loop)
{
    const xb_flow_part part = {.place = s->constructs->place,
                               .first_place = s->constructs->place[loop],
                               .last_place = s->constructs->place[s->constructs->other[loop]],
                               .head = loop};
    return xb_reference_is_whole(actual) && !xb_changes_within(changes_of(s), &part, actual);
}

static bool is_like(const xb_symbol *actual, const xb_symbol *formal)
{
    return actual->type == formal->type && actual->fe_type == formal->fe_type && !xb_symbol_is_active(actual);
}

static void look_at_actual(search *s, const xb_reference *actual, const xb_symbol *formal, uint32_t vertex)
{
    xb_given *g = s->given;
    const uint32_t loop = s->constructs ? loop_around(s, vertex) : XB_GRAPH_NONE;
    if (actual && (actual->symbol->temporary || xb_reference_rank(actual) != 0 ||
                   !is_like(actual->symbol, formal) || !s->constructs))
        xb_node_set_add(g->arena, &g->unfit, &formal->node);
    else if (!actual || xb_symbol_is_parameter(actual->symbol) ||
             (loop != XB_GRAPH_NONE && (lasts_in_loop(s, actual, loop) || counts(s, actual, vertex))))
        xb_closure_add(&g->gaining, formal);
    else if (loop != XB_GRAPH_NONE)
        xb_node_set_add(g->arena, &g->unfit, &formal->node);
    else if (xb_node_set_has(&g->able, &actual->symbol->node))
        xb_closure_imply(&g->gaining, actual->symbol, formal);
}

static void look_at_call(search *s, const xb_call *call, uint32_t vertex)
{
    const xb_routine *callee = xb_callee(s->callees, call);
    bool gives = false;
    for (size_t i = 0; callee && i < callee->formals.count; i++) {
        const xb_formal *formal = callee->formals.items[i];
        if (!xb_node_set_has(&s->given->able, &formal->symbol->node))
            continue;
        gives = true;
        const xb_argument *found = NULL;
        for (size_t k = 0; k < call->arguments.count && !found; k++) {
            const xb_argument *argument = call->arguments.items[k];
            found = argument->position == formal->position ? argument : NULL;
        }
        if (found)
            look_at_actual(s, found->reference, formal->symbol, vertex);
    }
    if (gives)
        *(given_call *)xb_vector_push(s->given->arena, &s->given->calls, sizeof(given_call)) =
            (given_call){xb_node_numbers_get(&s->numbers, &callee->node), s->number};
}

static void look_at_calls(search *s)
{
    const xb_flow_graph *flow = &s->current->flow;
    s->constructs = s->current->structured ? xb_constructs_of(s->given->arena, flow) : NULL;
    for (uint32_t v = 0; v < flow->vertices.count; v++) {
        const xb_list *statements = &((const xb_flow_vertex *)flow->vertices.items[v])->statements;
        if (s->constructs && !s->constructs->reached[v])
            continue;
        for (size_t i = 0; i < statements->count; i++)
            if (((const xb_node *)statements->items[i])->kind == XB_KIND_SUBROUTINE_CALL)
                look_at_call(s, statements->items[i], v);
    }
}

/* ---- all of them --------------------------------------------------------------------------------------- */

static bool gives_any(const xb_given *g, uint32_t number)
{
    const xb_routine *routine = g->program->routines.items[number];
    for (size_t i = 0; i < routine->formals.count; i++)
        if (xb_is_given(g, ((const xb_formal *)routine->formals.items[i])->symbol))
            return true;
    return false;
}

/* @return false: there is none, or there are no arguments to be given */
static bool find_order(xb_given *g, xb_arena *scratch)
{
    const given_call *calls = g->calls.items;
    xb_graph graph = {0};
    for (size_t i = 0; i < g->program->routines.count; i++)
        xb_graph_add_vertex(g->arena, &graph);
    for (uint32_t i = 0; i < g->calls.count; i++)
        if (gives_any(g, calls[i].callee))
            xb_graph_add_edge(g->arena, &graph, calls[i].callee, calls[i].caller);
    g->order = xb_arena_array(g->arena, graph.vertex_count, sizeof *g->order);
    return graph.edge_count > 0 && xb_graph_topological_order(scratch, &graph, g->order, NULL);
}

static void begin_routine(search *s, uint32_t number)
{
    s->number = number;
    s->routine = s->given->program->routines.items[number];
    s->current = xb_current(s->routine);
    s->changes = NULL;
}

xb_given *xb_given_find(xb_run *run, const xb_callees *callees)
{
    xb_program *program = xb_run_program(run);
    const bool *recursive = xb_calls_recursive(xb_run_analyses(run));
    const uint32_t count = (uint32_t)program->routines.count;
    xb_given *g = xb_arena_alloc(program->arena, sizeof *g);
    *g = (xb_given){.arena = program->arena,
                    .program = program,
                    .gaining = {.arena = program->arena, .scratch = program->arena}};
    search s = {.given = g, .run = run, .callees = callees};
    for (uint32_t i = 0; i < count; i++) {
        begin_routine(&s, i);
        xb_node_numbers_put(g->arena, &s.numbers, &s.routine->node, i);
        look_at_arguments(&s, recursive);
    }
    for (uint32_t i = 0; i < count && !xb_node_set_is_empty(&g->able); i++) {
        begin_routine(&s, i);
        look_at_calls(&s);
    }
    xb_closure_complete(&g->gaining);
    return find_order(g, xb_run_scratch(run)) ? g : NULL;
}

xb_list xb_given_order(const xb_given *g, const xb_list *routines)
{
    if (!g)
        return *routines;
    xb_node_set listed = {0};
    xb_list ordered = {.count = 0};
    for (size_t i = 0; i < routines->count; i++)
        xb_node_set_add(g->arena, &listed, routines->items[i]);
    for (size_t i = 0; i < g->program->routines.count; i++) {
        xb_routine *routine = g->program->routines.items[g->order[i]];
        if (xb_node_set_has(&listed, &routine->node))
            xb_list_append(g->arena, &ordered, routine);
    }
    return ordered;
}

bool xb_is_given(const xb_given *g, const xb_symbol *formal)
{
    return g && xb_node_set_has(&g->able, &formal->node) && xb_closure_has(&g->gaining, formal) &&
           !xb_node_set_has(&g->unfit, &formal->node);
}

void xb_given_use(xb_given *g, const xb_symbol *variable)
{
    if (xb_is_given(g, variable))
        xb_node_set_add(g->arena, &g->used, &variable->node);
}

bool xb_given_is_used(const xb_given *g, const xb_symbol *formal)
{
    return g && xb_node_set_has(&g->used, &formal->node);
}
