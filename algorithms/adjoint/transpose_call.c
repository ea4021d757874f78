/*
 * Arguments are passed as they were, with the subscripts of that time. What is restored to an argument must
 * not be a constant, so that constants are passed in variables.
 */
#include "algorithms/adjoint/transpose.h"

#include <string.h>

#include "ir/build.h"
#include "ir/declaration.h"

static xb_symbol *variable_for(xb_adjoint *a, const xb_constant *constant)
{
    xb_type type = constant->type == XB_TYPE_DOUBLE ? XB_TYPE_REAL : constant->type;
    xb_symbol *symbol = xb_temporary_create(a->program, a->scope, "arg",
                                            (xb_temporary_type){.type = type, .fe_type = constant->fe_type});
    size_t length = type == XB_TYPE_STRING ? strlen(constant->value->text) : 0;
    if (type == XB_TYPE_STRING)
        xb_symbol_declare(a->program, symbol)->length =
            xb_program_name(a->program, xb_arena_format(a->program->arena, "%zu", length ? length : 1));
    xb_expression *value = xb_build_leaf(a->program, xb_copy_vertex(a->program, &constant->vertex));
    xb_adjoint_append(a, xb_build_assignment(a->program, "_constant_argument",
                                             xb_build_reference(a->program, symbol), value));
    return symbol;
}

static void *recall_argument(xb_adjoint *a, const xb_argument *argument)
{
    if (argument->reference)
        return xb_recall_operand(a->taping, argument->reference);
    return xb_build_reference(a->program, variable_for(a, argument->constant));
}

void xb_transpose_call(xb_adjoint *a, const xb_call *call)
{
    xb_call bare = *call;
    bare.arguments = (xb_list){.count = 0};
    xb_call *reverse = xb_copy_call(a->program, &bare);
    reverse->statement.id = xb_program_name(a->program, "_reverse_call");
    reverse->statement.node.line = 0; /* so that the writer makes its id unique */
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        xb_build_argument_at(a->program, reverse, argument->position, recall_argument(a, argument));
    }
    xb_adjoint_append(a, reverse);
}
