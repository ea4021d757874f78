/*
 * What stands for a routine has the symbol that calls of it have.
 */
#include "algorithms/taping/callees.h"

#include "traverse/traverse.h"

/* Calls under way. */
typedef struct looking {
    xb_callees *callees;
    xb_arena *scratch;
} looking;

/* An argument of the caller that is not there is not there in the callee, either. */
static void look_at_argument(const looking *l, const xb_argument *argument, const xb_routine *callee)
{
    for (size_t i = 0; argument->reference && i < callee->formals.count; i++) {
        const xb_formal *formal = callee->formals.items[i];
        if (formal->position == argument->position)
            xb_closure_imply(&l->callees->omitted, argument->reference->symbol, formal->symbol);
    }
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), call->symbol);
    for (size_t i = 0; callee && i < call->arguments.count; i++)
        look_at_argument(l, call->arguments.items[i], callee);
    if (!callee || call->arguments.count >= callee->formals.count)
        return XB_VISIT_CONTINUE;
    bool *passed = xb_arena_array(l->scratch, callee->formals.count + 1, sizeof *passed);
    for (size_t i = 0; i < call->arguments.count; i++) {
        uint32_t position = ((const xb_argument *)call->arguments.items[i])->position;
        if (position <= callee->formals.count)
            passed[position] = true;
    }
    for (size_t i = 0; i < callee->formals.count; i++) {
        const xb_formal *formal = callee->formals.items[i];
        if (formal->position > callee->formals.count || !passed[formal->position])
            xb_closure_add(&l->callees->omitted, formal->symbol);
    }
    return XB_VISIT_CONTINUE;
}

static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call}, .view = XB_VIEW_READ};

xb_callees xb_callees_find(xb_program *program, xb_arena *arena, xb_arena *scratch)
{
    xb_callees callees = {.by_symbol = {.count = 0}, .omitted = {.arena = arena, .scratch = scratch}};
    looking l = {&callees, scratch};
    xb_traverse(program, scratch, &program->node, &calls, &l);
    xb_closure_complete(&callees.omitted);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        const xb_routine *current = xb_current(routine);
        if (xb_routine_is_procedure(routine))
            xb_map_put(arena, &callees.by_symbol, current->symbol->node.index, 0, routine);
    }
    return callees;
}

const xb_routine *xb_callee(const xb_callees *callees, const xb_call *call)
{
    return xb_map_get(&callees->by_symbol, call->symbol->node.index, 0);
}

bool xb_is_omitted(const xb_callees *callees, const xb_symbol *symbol)
{
    return xb_closure_has(&callees->omitted, symbol);
}
