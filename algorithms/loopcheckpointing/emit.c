/*
 * Each function builds one node.
 */
#include "algorithms/loopcheckpointing/emit.h"

xb_symbol *xb_emit_integer(const xb_emitter *emitter, const char *stem)
{
    return xb_temporary_create(emitter->program, emitter->scope, stem,
                               (xb_temporary_type){.type = XB_TYPE_INTEGER});
}

uint32_t xb_emit_variable(const xb_emitter *emitter, xb_expression *to, xb_symbol *symbol)
{
    return xb_expression_add(emitter->program, to, xb_build_reference(emitter->program, symbol));
}

uint32_t xb_emit_number(const xb_emitter *emitter, xb_expression *to, int64_t value)
{
    return xb_expression_add(emitter->program, to, xb_build_integer(emitter->program, value));
}

uint32_t xb_emit_operation(const xb_emitter *emitter, xb_expression *to, xb_intrinsic_code code,
                           uint32_t first, uint32_t second)
{
    to->root = xb_build_binary(emitter->program, to, code, first, second);
    return to->root;
}

xb_statement *xb_emit_assignment(const xb_emitter *emitter, const char *id, xb_symbol *variable,
                                 xb_expression *value)
{
    xb_reference *target = xb_build_reference(emitter->program, variable);
    return &xb_build_assignment(emitter->program, id, target, value)->statement;
}

xb_statement *xb_emit_constant(const xb_emitter *emitter, const char *id, xb_symbol *variable, int64_t value)
{
    xb_constant *constant = xb_build_integer(emitter->program, value);
    return xb_emit_assignment(emitter, id, variable, xb_build_leaf(emitter->program, constant));
}
