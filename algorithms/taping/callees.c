/*
 * What stands for a routine has the symbol that calls of it have.
 */
#include "algorithms/taping/callees.h"

xb_callees xb_callees_find(const xb_program *program, xb_arena *arena)
{
    xb_callees callees = {.by_symbol = {.values = {0}}};
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        const xb_routine *current = xb_current(routine);
        if (xb_routine_is_procedure(routine))
            xb_node_map_put(arena, &callees.by_symbol, &current->symbol->node, routine);
    }
    return callees;
}

const xb_routine *xb_callee(const xb_callees *callees, const xb_call *call)
{
    return xb_node_map_get(&callees->by_symbol, &call->symbol->node);
}

bool xb_is_idle(const xb_callees *callees, const xb_routine *routine)
{
    return xb_node_set_has(&callees->idle, &routine->node);
}

static bool passes_active(const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_reference *reference = ((const xb_argument *)call->arguments.items[i])->reference;
        if (reference && xb_symbol_is_active(reference->symbol))
            return true;
    }
    return false;
}

bool xb_is_reversed(const xb_callees *callees, const xb_call *call)
{
    const xb_routine *callee = xb_callee(callees, call);
    return callee ? !xb_is_idle(callees, callee) : passes_active(call);
}
