/*
 * Each function builds one node.
 */
#include "algorithms/loopcheckpointing/emit.h"

#include "algorithms/support/insertion.h"

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

/* variable = value, of the head of a loop */
static xb_assignment *control(const xb_emitter *emitter, xb_kind kind, xb_symbol *variable,
                              xb_expression *value)
{
    xb_reference *target = xb_build_reference(emitter->program, variable);
    xb_assignment *assignment = xb_build_assignment(
        emitter->program, kind == XB_KIND_UPDATE ? "_next_step" : "_first_step", target, value);
    assignment->statement.node.kind = kind;
    return assignment;
}

xb_emitted_loop xb_emit_loop(const xb_emitter *emitter, xb_flow_graph *flow, xb_symbol *variable,
                             xb_expression *first, xb_symbol *bound, int64_t stride)
{
    xb_program *program = emitter->program;
    xb_expression *condition = xb_build_expression(program), *next = xb_build_expression(program);
    xb_emitted_loop loop = {.head = xb_flow_add_vertex(program, flow, XB_KIND_FOR_LOOP)};
    xb_flow_vertex *head = flow->vertices.items[loop.head];
    xb_emit_operation(emitter, condition, XB_INTRINSIC_LESS_THAN,
                      xb_emit_variable(emitter, condition, variable),
                      xb_emit_variable(emitter, condition, bound));
    xb_emit_operation(emitter, next, XB_INTRINSIC_ADD, xb_emit_variable(emitter, next, variable),
                      xb_emit_number(emitter, next, stride));
    head->initialization = control(emitter, XB_KIND_INITIALIZATION, variable, first);
    head->condition = condition;
    head->update = control(emitter, XB_KIND_UPDATE, variable, next);
    loop.body = xb_build_block(program, flow, emitter->scope, (xb_list){.count = 0});
    loop.end = xb_flow_add_vertex(program, flow, XB_KIND_END_LOOP);
    xb_flow_add_edge_if(program, flow, loop.head, loop.body, 1);
    xb_build_flow_edge(program, flow, loop.end, loop.head);
    return loop;
}
