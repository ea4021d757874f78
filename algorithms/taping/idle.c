/*
 * What makes a routine busy is looked for in what stands for it; calls of busy ones do as well.
 */
#include "algorithms/taping/idle.h"

#include "algorithms/taping/temporaries.h"
#include "analysis/allocation.h"
#include "analysis/contained.h"
#include "analysis/reallocation.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

/* The search, at one routine. */
typedef struct search {
    const xb_callees *callees;
    xb_closure busy; /* symbols of routines */
    const xb_routine *routine;
} search;

static xb_visit look_at_statement(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_statement *statement = (const xb_statement *)node;
    const xb_symbol *allocated = xb_allocated_by(statement), *freed = xb_deallocated_by(statement);
    bool of_derivative =
        node->kind == XB_KIND_INLINABLE_CALL && ((const xb_inlinable_call *)node)->of_derivative;
    (void)walk;
    if (xb_is_linear(statement) || of_derivative || (allocated && !allocated->temporary) ||
        (freed && !freed->temporary && xb_symbol_is_active(freed)))
        xb_closure_add(&s->busy, s->routine->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = xb_callee(s->callees, call);
    (void)walk;
    if (callee)
        xb_closure_imply(&s->busy, callee->symbol, s->routine->symbol);
    else if (xb_is_reversed(s->callees, call))
        xb_closure_add(&s->busy, s->routine->symbol);
    return XB_VISIT_CONTINUE;
}

/* Those within others see variables of one motion of these only. */
static bool is_apart(const xb_run *run, const xb_routine *routine)
{
    const xb_scope *around = xb_scope_around(routine->scope);
    return !routine->rule && !(around && xb_program_has_procedure(xb_run_program(run), around)) &&
           xb_contained_in(xb_run_analyses(run), routine->scope)->count == 0;
}

static void look_at_routine(xb_run *run, search *s, const xb_routine *routine)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_DERIVATIVE_PROPAGATOR] = look_at_statement,
                                                 [XB_KIND_ASSIGNMENT] = look_at_statement,
                                                 [XB_KIND_INLINABLE_CALL] = look_at_statement,
                                                 [XB_KIND_SUBROUTINE_CALL] = look_at_call}};
    s->routine = routine;
    if (!is_apart(run, routine))
        xb_closure_add(&s->busy, routine->symbol);
    xb_traverse(xb_run_program(run), xb_run_scratch(run), xb_current(routine), &visitor, s);
}

xb_node_set xb_idle_find(xb_run *run, const xb_callees *callees)
{
    const xb_program *program = xb_run_program(run);
    const xb_list *routines = &program->routines;
    search s = {.callees = callees, .busy = {.arena = program->arena, .scratch = program->arena}};
    xb_node_set idle = {0};
    for (size_t i = 0; i < routines->count; i++)
        look_at_routine(run, &s, routines->items[i]);
    xb_closure_complete(&s.busy);
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (xb_routine_is_procedure(routine) && !xb_closure_has(&s.busy, routine->symbol))
            xb_node_set_add(program->arena, &idle, &routine->node);
    }
    return idle;
}
