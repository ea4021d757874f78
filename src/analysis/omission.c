/*
 * A routine that asks whether an argument is there may be called without it from outside of the program. An
 * argument of the caller that is not there is not there in the callee, either. The last formal argument of
 * a function is its result, which no call passes.
 *
 * An argument may be optional, too, if all that is done with it is to pass it on to routines that ask. It
 * need not be: Fortran lets any variable be passed to an optional argument, and asks for none that is not
 * optional itself.
 */
#include "analysis/omission.h"

#include "analysis/calls.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

/* Sets of formal arguments. */
typedef struct looking {
    xb_closure omitted, asked, passed_on;
} looking;

static void look_at_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    looking *l = context;
    if (!formal)
        return;
    xb_closure_imply(&l->omitted, actual->symbol, formal->symbol);
    xb_closure_imply(&l->asked, formal->symbol, actual->symbol);
}

static xb_visit look_at_expression(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_expression *expression = (const xb_expression *)node;
    (void)walk;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        const uint32_t operand = xb_vertex_intrinsic(vertex) == XB_INTRINSIC_PRESENT
                                     ? xb_expression_operand(expression, v, 1)
                                     : XB_GRAPH_NONE;
        const xb_vertex *of = operand == XB_GRAPH_NONE ? NULL : xb_expression_vertex(expression, operand);
        if (!of || of->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        xb_closure_add(&l->asked, ((const xb_reference *)of)->symbol);
        xb_closure_add(&l->omitted, ((const xb_reference *)of)->symbol);
    }
    return XB_VISIT_CONTINUE;
}

/* @param passed by position, from 1 on */
static void look_at_rest(looking *l, const xb_routine *callee, const bool *passed, bool function)
{
    for (size_t i = 0; i < callee->formals.count; i++) {
        const xb_formal *formal = callee->formals.items[i];
        const bool result = function && formal->position == callee->formals.count;
        if (!result && (formal->position > callee->formals.count || !passed[formal->position]))
            xb_closure_add(&l->omitted, formal->symbol);
    }
}

static xb_visit look_at_function(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_function_call *call = (const xb_function_call *)node;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), call->symbol);
    xb_call_passes(xb_walk_program(walk), node, look_at_argument, l);
    if (!callee || call->arguments.count + 1 >= callee->formals.count)
        return XB_VISIT_CONTINUE;
    bool *passed = xb_arena_array(l->omitted.scratch, callee->formals.count + 1, sizeof *passed);
    for (size_t i = 1; i <= call->arguments.count; i++)
        passed[i] = true;
    look_at_rest(l, callee, passed, true);
    return XB_VISIT_CONTINUE;
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), call->symbol);
    xb_call_passes(xb_walk_program(walk), node, look_at_argument, l);
    if (!callee || call->arguments.count >= callee->formals.count)
        return XB_VISIT_CONTINUE;
    bool *passed = xb_arena_array(l->omitted.scratch, callee->formals.count + 1, sizeof *passed);
    for (size_t i = 0; i < call->arguments.count; i++) {
        const uint32_t position = ((const xb_argument *)call->arguments.items[i])->position;
        if (position <= callee->formals.count)
            passed[position] = true;
    }
    look_at_rest(l, callee, passed, false);
    return XB_VISIT_CONTINUE;
}

/* ---- what is only passed on ---------------------------------------------------------------------------- */

/* What is done with the arguments that are asked for. */
typedef struct uses {
    looking *looking;
    xb_arena *scratch;
    xb_node_set others;   /* those that are referred to otherwise than to be passed on to who asks */
    xb_node_set received; /* those that calls pass */
    xb_node_set handed;   /* references that pass something on to who asks */
} uses;

static void hand_on(void *context, const xb_reference *actual, const xb_formal *formal)
{
    uses *u = context;
    if (!formal)
        return;
    xb_node_set_add(u->scratch, &u->received, &formal->symbol->node);
    if (actual->subscripts.count > 0 || !xb_closure_has(&u->looking->asked, formal->symbol))
        return;
    xb_node_set_add(u->scratch, &u->handed, &actual->vertex.node);
    xb_closure_imply(&u->looking->passed_on, actual->symbol, formal->symbol);
}

static xb_visit use_in_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, hand_on, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit use(xb_walk *walk, xb_node *node, void *context)
{
    uses *u = context;
    const xb_routine *routine = xb_walk_routine(walk);
    bool is_listed = routine && xb_walk_ancestor(walk, 1) == &routine->node; /* as a side effect */
    if (!is_listed && !xb_node_set_has(&u->handed, node))
        xb_node_set_add(u->scratch, &u->others, &((const xb_reference *)node)->symbol->node);
    return XB_VISIT_CONTINUE;
}

/* Adds the arguments of a routine that no call of the program passes. */
static void add_passed_on(uses *u, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)routine->formals.items[i])->symbol;
        if (xb_closure_has(&u->looking->asked, symbol) && !xb_closure_has(&u->looking->omitted, symbol) &&
            !xb_node_set_has(&u->others, &symbol->node) && !xb_node_set_has(&u->received, &symbol->node))
            xb_closure_add(&u->looking->passed_on, symbol);
    }
}

/* Most programs ask for nothing. */
static void find_passed_on(looking *l, xb_program *program, xb_arena *scratch)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = use_in_call,
                                                 [XB_KIND_FUNCTION_CALL] = use_in_call,
                                                 [XB_KIND_VARIABLE_REFERENCE] = use},
                                       .view = XB_VIEW_READ};
    uses u = {.looking = l, .scratch = scratch};
    if (xb_node_set_is_empty(&l->asked.members))
        return;
    xb_traverse(program, scratch, &program->node, &visitor, &u);
    for (size_t i = 0; i < program->routines.count; i++)
        add_passed_on(&u, program->routines.items[i]);
    xb_closure_complete(&l->passed_on);
}

/* ---- the analysis -------------------------------------------------------------------------------------- */

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                               [XB_KIND_FUNCTION_CALL] = look_at_function,
                                               [XB_KIND_EXPRESSION] = look_at_expression},
                                     .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    looking *l = xb_arena_alloc(arena, sizeof *l);
    *l = (looking){.omitted = {.arena = arena, .scratch = scratch},
                   .asked = {.arena = arena, .scratch = scratch},
                   .passed_on = {.arena = arena, .scratch = scratch}};
    xb_traverse(program, scratch, &program->node, &calls, l);
    xb_closure_complete(&l->omitted);
    xb_closure_complete(&l->asked);
    find_passed_on(l, program, scratch);
    return l;
}

static const xb_analysis omission = {XB_VIEW_READ, find};

bool xb_may_be_absent(xb_analyses *analyses, const xb_symbol *symbol)
{
    return xb_closure_has(&((const looking *)xb_analyses_get(analyses, &omission))->omitted, symbol);
}

bool xb_is_asked_for(xb_analyses *analyses, const xb_symbol *symbol)
{
    return xb_closure_has(&((const looking *)xb_analyses_get(analyses, &omission))->asked, symbol);
}

bool xb_is_passed_on(xb_analyses *analyses, const xb_symbol *symbol)
{
    const looking *l = xb_analyses_get(analyses, &omission);
    return xb_closure_has(&l->passed_on, symbol) && !xb_closure_has(&l->omitted, symbol);
}
