/*
 * Each piece becomes a block; a loop or branch stands between its block and the next one.
 */
#include "algorithms/support/code.h"

#include "algorithms/support/insertion.h"
#include "ir/build.h"
#include "ir/provenance.h"

typedef struct piece {
    xb_list statements;
    xb_symbol *variable;      /* of the loop after them; NULL: there is none */
    xb_expression *count;     /* how often it runs */
    xb_expression *condition; /* of the branch after them; NULL: there is none */
    xb_code body;
    xb_provenance provenance; /* of the loop or branch */
} piece;

/* Whether there are statements alone. */
static bool is_open(const piece *p)
{
    return !p->variable && !p->condition;
}

/* ---- construction ------------------------------------------------------------------------------------- */

static piece *last_piece(xb_program *program, xb_code *code)
{
    piece *last = code->pieces.count > 0 ? code->pieces.items[code->pieces.count - 1] : NULL;
    if (last && is_open(last))
        return last;
    last = xb_arena_alloc(program->arena, sizeof *last);
    *last = (piece){.variable = NULL};
    xb_list_append(program->arena, &code->pieces, last);
    return last;
}

bool xb_code_is_empty(const xb_code *code)
{
    const piece *first = code->pieces.count > 0 ? code->pieces.items[0] : NULL;
    return !first || (is_open(first) && first->statements.count == 0);
}

xb_list *xb_code_statements(xb_program *program, xb_code *code)
{
    return &last_piece(program, code)->statements;
}

xb_code *xb_code_add_loop(xb_program *program, xb_code *code, xb_symbol *variable, xb_expression *count)
{
    piece *last = last_piece(program, code);
    last->variable = variable;
    last->count = count;
    last->provenance = program->provenance;
    return &last->body;
}

xb_code *xb_code_add_branch(xb_program *program, xb_code *code, xb_expression *condition)
{
    piece *last = last_piece(program, code);
    last->condition = condition;
    last->provenance = program->provenance;
    return &last->body;
}

/* ---- control flow ------------------------------------------------------------------------------------- */

/* Of a loop's variable and something else. @param other copied */
static xb_expression *with_variable(xb_program *program, const piece *p, xb_intrinsic_code code,
                                    const xb_expression *other)
{
    xb_expression *expression = xb_build_expression(program);
    uint32_t first = xb_expression_add(program, expression, xb_build_reference(program, p->variable));
    uint32_t second = xb_copy_subexpression(program, other, other->root, expression, NULL, NULL);
    expression->root = xb_build_binary(program, expression, code, first, second);
    return expression;
}

static xb_assignment *set_variable(xb_program *program, const piece *p, xb_kind kind, const char *id,
                                   xb_expression *value)
{
    xb_assignment *assignment =
        xb_build_assignment(program, id, xb_build_reference(program, p->variable), value);
    assignment->statement.node.kind = kind;
    return assignment;
}

static void fill_head(xb_program *program, const piece *p, xb_flow_vertex *head)
{
    xb_expression *one = xb_build_leaf(program, xb_build_integer(program, 1));
    head->condition = with_variable(program, p, XB_INTRINSIC_LESS_OR_EQUAL, p->count);
    head->update = set_variable(program, p, XB_KIND_UPDATE, "_next_element",
                                with_variable(program, p, XB_INTRINSIC_ADD, one));
    head->initialization = set_variable(program, p, XB_KIND_INITIALIZATION, "_first_element", one);
}

/* @return the head, which the loop is entered and left at */
static uint32_t add_loop(xb_program *program, xb_flow_graph *flow, xb_scope *scope, const piece *p)
{
    uint32_t head = xb_flow_add_vertex(program, flow, XB_KIND_FOR_LOOP);
    fill_head(program, p, flow->vertices.items[head]);
    const xb_code_ends body = xb_code_add_to_flow(program, flow, scope, &p->body);
    uint32_t end = xb_flow_add_vertex(program, flow, XB_KIND_END_LOOP);
    xb_flow_add_edge_if(program, flow, head, body.first, 1);
    xb_build_flow_edge(program, flow, body.last, end);
    xb_build_flow_edge(program, flow, end, head);
    return head;
}

/* @return its vertices, an edge to which is still to be added */
static xb_code_ends add_branch(xb_program *program, xb_flow_graph *flow, xb_scope *scope, const piece *p)
{
    const xb_code_ends ends = {.first = xb_flow_add_vertex(program, flow, XB_KIND_BRANCH),
                               .last = xb_flow_add_vertex(program, flow, XB_KIND_END_BRANCH)};
    ((xb_flow_vertex *)flow->vertices.items[ends.first])->condition = p->condition;
    const xb_code_ends arm = xb_code_add_to_flow(program, flow, scope, &p->body);
    xb_flow_add_edge_if(program, flow, ends.first, arm.first, 1);
    xb_build_flow_edge(program, flow, ends.first, ends.last);
    xb_build_flow_edge(program, flow, arm.last, ends.last);
    return ends;
}

static xb_code_ends add_construct(xb_program *program, xb_flow_graph *flow, xb_scope *scope, const piece *p)
{
    if (p->condition)
        return add_branch(program, flow, scope, p);
    const uint32_t head = add_loop(program, flow, scope, p);
    return (xb_code_ends){head, head};
}

/* It comes from where it was made for, whatever flow it is added to. */
static xb_code_ends add_as_made(xb_program *program, xb_flow_graph *flow, xb_scope *scope, const piece *p)
{
    xb_provenance before = program->provenance;
    xb_provenance_restore(program, p->provenance);
    const xb_code_ends ends = add_construct(program, flow, scope, p);
    xb_provenance_restore(program, before);
    return ends;
}

xb_code_ends xb_code_add_to_flow(xb_program *program, xb_flow_graph *flow, xb_scope *scope,
                                 const xb_code *code)
{
    xb_code_ends ends = {XB_GRAPH_NONE, XB_GRAPH_NONE};
    for (size_t i = 0; i < code->pieces.count; i++) {
        const piece *p = code->pieces.items[i];
        uint32_t block = xb_build_block(program, flow, scope, p->statements);
        if (ends.last == XB_GRAPH_NONE)
            ends.first = block;
        else
            xb_build_flow_edge(program, flow, ends.last, block);
        ends.last = block;
        if (is_open(p))
            continue;
        const xb_code_ends construct = add_as_made(program, flow, scope, p);
        xb_build_flow_edge(program, flow, block, construct.first);
        ends.last = construct.last;
    }
    if (ends.first == XB_GRAPH_NONE)
        ends.first = ends.last = xb_build_block(program, flow, scope, (xb_list){.count = 0});
    return ends;
}
