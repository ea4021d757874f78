/*
 * A look at the arguments and at the formal arguments of the callee; its statements are not looked at.
 */
#include "algorithms/support/functions.h"

bool xb_function_call_is_active(const xb_program *program, const xb_function_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++)
        if (xb_symbol_is_active(((const xb_reference *)call->arguments.items[i])->symbol))
            return true;
    const xb_routine *routine = xb_program_routine(program, call->symbol);
    if (!routine || !xb_routine_is_procedure(routine))
        return false;
    if (routine->formals.count <= call->arguments.count)
        return true;
    const xb_formal *result = xb_routine_formal(routine, (uint32_t)routine->formals.count);
    return !result || xb_symbol_is_active(result->symbol);
}
