/*
 * Each function builds one node, or one construct of control flow.
 */
#include "algorithms/support/emit.h"

#include "algorithms/support/insertion.h"

xb_symbol *xb_emit_integer(const xb_emitter *emitter, const char *stem)
{
    return xb_temporary_create(emitter->program, emitter->scope, stem,
                               (xb_temporary_type){.type = XB_TYPE_INTEGER});
}

xb_symbol *xb_emit_long_integer(const xb_emitter *emitter, const char *stem)
{
    return xb_temporary_create(
        emitter->program, emitter->scope, stem,
        (xb_temporary_type){.type = XB_TYPE_INTEGER, .fe_type = xb_program_name(emitter->program, "I8")});
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

/* A loop with a body and an end. */
static xb_emitted_loop add_loop(const xb_emitter *emitter, xb_kind kind, xb_expression *condition)
{
    xb_program *program = emitter->program;
    xb_emitted_loop loop = {.head = xb_flow_add_vertex(program, emitter->flow, kind)};
    ((xb_flow_vertex *)emitter->flow->vertices.items[loop.head])->condition = condition;
    loop.body = xb_emit_block(emitter, XB_GRAPH_NONE);
    loop.end = xb_flow_add_vertex(program, emitter->flow, XB_KIND_END_LOOP);
    xb_flow_add_edge_if(program, emitter->flow, loop.head, loop.body, 1);
    xb_emit_edge(emitter, loop.end, loop.head);
    return loop;
}

xb_emitted_loop xb_emit_loop(const xb_emitter *emitter, xb_symbol *variable, xb_expression *first,
                             xb_symbol *bound, int64_t stride)
{
    xb_emitted_loop loop =
        add_loop(emitter, XB_KIND_FOR_LOOP,
                 xb_build_of_two(emitter->program, XB_INTRINSIC_LESS_THAN, variable, bound));
    xb_flow_vertex *head = emitter->flow->vertices.items[loop.head];
    head->initialization = control(emitter, XB_KIND_INITIALIZATION, variable, first);
    head->update = control(emitter, XB_KIND_UPDATE, variable,
                           xb_build_with_number(emitter->program, XB_INTRINSIC_ADD, variable, stride));
    return loop;
}

xb_emitted_loop xb_emit_while(const xb_emitter *emitter, uint32_t after, xb_expression *condition)
{
    xb_emitted_loop loop = add_loop(emitter, XB_KIND_PRE_LOOP, condition);
    if (after != XB_GRAPH_NONE)
        xb_emit_edge(emitter, after, loop.head);
    return loop;
}

void xb_emit_edge(const xb_emitter *emitter, uint32_t source, uint32_t target)
{
    xb_build_flow_edge(emitter->program, emitter->flow, source, target);
}

uint32_t xb_emit_block(const xb_emitter *emitter, uint32_t after)
{
    uint32_t block = xb_build_block(emitter->program, emitter->flow, emitter->scope, (xb_list){.count = 0});
    if (after != XB_GRAPH_NONE)
        xb_emit_edge(emitter, after, block);
    return block;
}

void xb_emit_statement(const xb_emitter *emitter, uint32_t block, xb_statement *statement)
{
    xb_flow_vertex *vertex = emitter->flow->vertices.items[block];
    xb_list_append(emitter->program->arena, &vertex->statements, statement);
}

void xb_emit_assign(const xb_emitter *emitter, uint32_t block, const char *id, xb_symbol *variable,
                    xb_expression *value)
{
    xb_emit_statement(emitter, block, xb_emit_assignment(emitter, id, variable, value));
}

xb_emitted_branch xb_emit_branch(const xb_emitter *emitter, uint32_t after, xb_expression *condition)
{
    xb_emitted_branch branch = {.head = xb_flow_add_vertex(emitter->program, emitter->flow, XB_KIND_BRANCH)};
    branch.end = xb_flow_add_vertex(emitter->program, emitter->flow, XB_KIND_END_BRANCH);
    ((xb_flow_vertex *)emitter->flow->vertices.items[branch.head])->condition = condition;
    if (after != XB_GRAPH_NONE)
        xb_emit_edge(emitter, after, branch.head);
    branch.block = xb_emit_block(emitter, XB_GRAPH_NONE);
    xb_flow_add_edge_if(emitter->program, emitter->flow, branch.head, branch.block, 1);
    return branch;
}

xb_emitted_branch xb_emit_if(const xb_emitter *emitter, uint32_t after, xb_expression *condition,
                             xb_statement *statement)
{
    xb_emitted_branch branch = xb_emit_branch(emitter, after, condition);
    xb_emit_statement(emitter, branch.block, statement);
    xb_emit_edge(emitter, branch.head, branch.end);
    xb_emit_edge(emitter, branch.block, branch.end);
    return branch;
}
