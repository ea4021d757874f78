/*
 * A variable of a routine changes because of one of its calls: if what is passed there, or a variable from
 * outside, may be changed from the call on, the call included, or changes after a call of the caller. That is
 * the least solution for all variables that lead to those that were asked for.
 *
 * What is passed has to be there on the way back: an argument of the caller or a variable from outside is,
 * and so is a constant, but not a local variable, since another activation returns than the one that was
 * recorded. Nor is a temporary that stands for an argument: nothing computes its value on the way back. But
 * what callers give on the way back (given.h) has its value, whatever they pass.
 */
#include "algorithms/checkpoints/unchanged.h"

#include "algorithms/taping/given.h"
#include "analysis/calls.h"
#include "analysis/changes.h"
#include "analysis/reallocation.h"
#include "analysis/storage.h"
#include "ir/declaration.h"

/* A call of a routine, as it was read. */
typedef struct site {
    const xb_routine *caller;
    const xb_node *call;
    xb_flow_point place; /* of the statement */
} site;

/* A variable at the calls of a routine. */
typedef struct variable {
    const xb_routine *routine;
    const xb_symbol *symbol;
    bool changes;       /* or is allocated or deallocated, if that is asked for */
    bool allocated;     /* whether it is */
    xb_list dependents; /* variables of callees that change if it does */
} variable;

struct xb_unchanged {
    xb_run *run;
    xb_program *program;
    const xb_callees *callees;
    xb_node_map sites;   /* by routine: vector of its sites */
    xb_node_map changes; /* by routine: xb_changes */
    xb_node_set copied;  /* formal arguments for which a call passes a temporary */
    xb_map known[2];     /* variable by node indices of routine and symbol; of allocations */
    xb_list open;        /* those of which the calls are still to be looked at */
    site under_way;
};

/* ---- calls --------------------------------------------------------------------------------------------- */

static xb_visit note_site(xb_walk *walk, xb_node *node, void *context)
{
    xb_unchanged *u = context;
    xb_arena *arena = u->program->arena;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), xb_called_symbol(node));
    if (!callee)
        return XB_VISIT_CONTINUE;
    xb_vector *sites = xb_node_map_make(arena, &u->sites, &callee->node, sizeof *sites);
    u->under_way.call = node;
    *(site *)xb_vector_push(arena, sites, sizeof(site)) = u->under_way;
    return XB_VISIT_CONTINUE;
}

static void look_at(xb_unchanged *u, void *node, size_t statement)
{
    static const xb_visitor calls = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = note_site, [XB_KIND_FUNCTION_CALL] = note_site},
        .view = XB_VIEW_READ};
    u->under_way.place.statement = statement;
    if (node)
        xb_traverse(u->program, xb_run_scratch(u->run), node, &calls, u);
}

/* Functions in the head of a loop or in a condition count as if they were called before all of it. */
static void find_sites(xb_unchanged *u, const xb_routine *caller)
{
    const xb_list *vertices = &caller->flow.vertices;
    u->under_way.caller = caller;
    for (uint32_t v = 0; v < vertices->count; v++) {
        const xb_flow_vertex *vertex = vertices->items[v];
        u->under_way.place.vertex = v;
        look_at(u, vertex->initialization, XB_PART_INITIALIZATION);
        look_at(u, vertex->update, XB_PART_INITIALIZATION);
        look_at(u, vertex->condition, XB_PART_INITIALIZATION);
        for (size_t i = 0; i < vertex->statements.count; i++)
            look_at(u, vertex->statements.items[i], i);
    }
}

static xb_visit note_copies(xb_walk *walk, xb_node *node, void *context)
{
    xb_unchanged *u = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = xb_callee(u->callees, call);
    (void)walk;
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_formal *formal = xb_routine_formal(callee, argument->position);
        if (formal && argument->reference && argument->reference->symbol->temporary)
            xb_node_set_add(u->program->arena, &u->copied, &formal->symbol->node);
    }
    return XB_VISIT_CONTINUE;
}

xb_unchanged *xb_unchanged_create(xb_run *run, const xb_callees *callees)
{
    static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = note_copies}};
    xb_program *program = xb_run_program(run);
    xb_unchanged *u = xb_arena_alloc(program->arena, sizeof *u);
    *u = (xb_unchanged){.run = run, .program = program, .callees = callees};
    for (size_t i = 0; i < program->routines.count; i++) {
        find_sites(u, program->routines.items[i]);
        xb_traverse(program, xb_run_scratch(run), xb_current(program->routines.items[i]), &calls, u);
    }
    return u;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool is_formal(const xb_unchanged *u, const xb_symbol *symbol)
{
    return xb_storage_is_formal(xb_storage_of(xb_run_analyses(u->run)), symbol);
}

/* Whether a variable that a routine refers to is the same one when the routine is run again, or returns. */
static bool is_there(const xb_unchanged *u, const xb_routine *routine, const xb_symbol *symbol)
{
    if (symbol->pointer || symbol->kind != XB_SYMBOL_VARIABLE)
        return false;
    return (is_formal(u, symbol) && symbol->scope == routine->scope) || xb_symbol_is_parameter(symbol) ||
           xb_symbol_is_in_common(symbol) || !xb_program_has_procedure(u->program, symbol->scope);
}

static xb_changes *changes_of(xb_unchanged *u, const xb_routine *routine)
{
    xb_changes *changes = xb_node_map_get(&u->changes, &routine->node);
    if (!changes) {
        changes = xb_changes_of(xb_run_analyses(u->run), u->program->arena, routine, XB_VIEW_READ);
        xb_node_map_put(u->program->arena, &u->changes, &routine->node, changes);
    }
    return changes;
}

/* The search for what a call passes for an argument. */
typedef struct passing {
    const xb_symbol *formal;
    const xb_reference *actual;
} passing;

static void note_actual(void *context, const xb_reference *actual, const xb_formal *formal)
{
    passing *p = context;
    if (formal && formal->symbol == p->formal)
        p->actual = actual;
}

/* What a variable of the callee is at a call; without symbol, a constant, or nothing. A part of an array that
 * is passed for one stands for all of it, since the callee may get elements after these. */
static xb_reference variable_at(const xb_unchanged *u, const site *s, const xb_symbol *symbol)
{
    passing p = {.formal = symbol};
    if (!is_formal(u, symbol))
        return (xb_reference){.symbol = (xb_symbol *)symbol};
    xb_call_passes(u->program, s->call, note_actual, &p);
    if (!p.actual)
        return (xb_reference){.symbol = NULL};
    return symbol->rank == 0 || xb_reference_is_whole(p.actual) ? *p.actual
                                                                : (xb_reference){.symbol = p.actual->symbol};
}

static variable *variable_of(xb_unchanged *u, const xb_routine *routine, const xb_symbol *symbol,
                             bool allocated)
{
    variable *found = xb_map_get(&u->known[allocated], routine->node.index, symbol->node.index);
    if (found)
        return found;
    found = xb_arena_alloc(u->program->arena, sizeof *found);
    *found = (variable){.routine = routine, .symbol = symbol, .allocated = allocated};
    xb_map_put(u->program->arena, &u->known[allocated], routine->node.index, symbol->node.index, found);
    xb_list_append(u->program->arena, &u->open, found);
    return found;
}

static void change(xb_unchanged *u, variable *changed)
{
    xb_arena *scratch = xb_run_inner_scratch(u->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_list open = {.count = 0};
    xb_list_append(scratch, &open, changed);
    while (open.count > 0) {
        variable *next = open.items[--open.count];
        for (size_t i = 0; !next->changes && i < next->dependents.count; i++)
            xb_list_append(scratch, &open, next->dependents.items[i]);
        next->changes = true;
    }
    xb_arena_release(scratch, mark);
}

/* Whether what is passed is certainly allocated as it was: the way back allocates local variables anew. */
static bool keeps_allocation(const xb_unchanged *u, const xb_routine *caller, const xb_symbol *symbol)
{
    return !xb_is_from_outside(caller, symbol) && !is_formal(u, symbol);
}

/* Whether a variable changes in the caller from the call on, or is allocated or deallocated there. */
static bool changes_after(xb_unchanged *u, const variable *v, const site *s, const xb_reference *at)
{
    if (v->allocated)
        return xb_is_reallocated_after(xb_run_analyses(u->run), s->caller, s->place, at->symbol);
    return !is_there(u, s->caller, at->symbol) || xb_changes_after(changes_of(u, s->caller), s->place, at);
}

/* Whether a variable changes because of what follows in the caller; else it does if that of the caller does.
 */
static bool changes_by(xb_unchanged *u, variable *v, const site *s)
{
    const xb_reference at = variable_at(u, s, v->symbol);
    if (!at.symbol || (v->allocated && keeps_allocation(u, s->caller, at.symbol)))
        return false;
    if (changes_after(u, v, s, &at))
        return true;
    variable *of_caller = variable_of(u, s->caller, at.symbol, v->allocated);
    xb_list_append(u->program->arena, &of_caller->dependents, v);
    return of_caller->changes;
}

static void look_at_calls(xb_unchanged *u, variable *v)
{
    const xb_vector *sites = xb_node_map_get(&u->sites, &v->routine->node);
    if (!v->allocated && xb_given_is_used(u->callees->given, v->symbol))
        return;
    bool changes = !v->allocated &&
                   (!is_there(u, v->routine, v->symbol) || xb_node_set_has(&u->copied, &v->symbol->node));
    for (size_t i = 0; !changes && sites && i < sites->count; i++)
        changes = changes_by(u, v, (const site *)sites->items + i);
    if (changes)
        change(u, v);
}

static bool ask(xb_unchanged *u, const xb_routine *routine, const xb_symbol *symbol, bool allocated)
{
    const variable *v = variable_of(u, routine, symbol, allocated);
    while (u->open.count > 0)
        look_at_calls(u, u->open.items[--u->open.count]);
    return v->changes;
}

bool xb_is_unchanged(xb_unchanged *u, const xb_routine *routine, const xb_symbol *symbol)
{
    return xb_node_map_get(&u->sites, &routine->node) && !ask(u, routine, symbol, false);
}

bool xb_is_reallocated(xb_unchanged *u, const xb_routine *routine, const xb_symbol *symbol)
{
    const bool goes = is_formal(u, symbol) && xb_is_deallocated(xb_run_analyses(u->run), symbol);
    return goes || ask(u, routine, symbol, true);
}
