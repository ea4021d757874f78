/*
 * Blocks without adjoint statements need no number. One variable holds the number in the taping sweep, and
 * one in the adjoint sweep; 0 is the bottom of the sequence.
 */
#include "algorithms/controlflowreversal/flow.h"

#include "algorithms/support/insertion.h"
#include "ir/build.h"
#include "ir/provenance.h"

typedef struct sequence {
    const xb_flow_reversal *r;
    xb_program *program;
    xb_tape_entry *entry;
    xb_tape_segment segment; /* the entry alone */
    xb_flow_graph back;
    xb_list recorded; /* the adjoint of each block with a number, from 1: xb_body */
} sequence;

static void record(sequence *s, int64_t number, xb_list *statements)
{
    xb_symbol *symbol = s->entry->value->symbol;
    xb_expression *value = xb_build_leaf(s->program, xb_build_integer(s->program, number));
    xb_list_append(s->program->arena, statements, xb_flow_assign(s->program, "_number_block", symbol, value));
    xb_tape_push(s->r->tape, &s->segment, statements);
}

static void record_blocks(sequence *s)
{
    const xb_flow_graph *flow = &s->r->taping->flow;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        xb_flow_vertex *vertex = flow->vertices.items[v];
        if (vertex->node.kind != XB_KIND_BASIC_BLOCK || xb_body_is_empty(&s->r->blocks[v]))
            continue;
        xb_list_append(s->r->scratch, &s->recorded, &s->r->blocks[v]);
        record(s, (int64_t)s->recorded.count, &vertex->statements);
    }
}

/* The bottom of the sequence, and what else is pushed at the end. */
static void record_ends(sequence *s)
{
    const xb_flow_graph *flow = &s->r->taping->flow;
    xb_list *on_edge = xb_arena_array(s->r->scratch, flow->graph.edge_count, sizeof *on_edge);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++) {
        if (((const xb_node *)flow->vertices.items[xb_graph_source(&flow->graph, e)])->kind == XB_KIND_ENTRY)
            record(s, 0, &on_edge[e]);
        if (((const xb_node *)flow->vertices.items[xb_graph_target(&flow->graph, e)])->kind != XB_KIND_EXIT)
            continue;
        xb_tape_evaluate(s->r->tape, s->r->at_end, &on_edge[e]);
        xb_tape_push(s->r->tape, s->r->at_end, &on_edge[e]);
    }
    s->r->taping->flow = xb_flow_with_blocks(s->program, s->r->taping->scope, flow, on_edge);
}

static xb_expression *compare(sequence *s, xb_intrinsic_code code, int64_t value)
{
    xb_program *program = s->program;
    xb_expression *condition = xb_build_expression(program);
    uint32_t a = xb_expression_add(program, condition, xb_build_reference(program, s->entry->popped));
    uint32_t b = xb_expression_add(program, condition, xb_build_integer(program, value));
    condition->root = xb_build_binary(program, condition, code, a, b);
    return condition;
}

static uint32_t add_pop(sequence *s)
{
    xb_list statements = {.count = 0};
    xb_tape_pop(s->r->tape, &s->segment, &statements);
    return xb_build_block(s->program, &s->back, s->r->taping->scope, statements);
}

static void connect(sequence *s, uint32_t source, uint32_t target)
{
    xb_build_flow_edge(s->program, &s->back, source, target);
}

static xb_flow_ends add_recorded(sequence *s, size_t i)
{
    return xb_body_add_to_flow(s->recorded.items[i], &s->back);
}

/* Selects the adjoint of the block whose number was popped. @return the vertex that ends the selection */
static uint32_t select_block(sequence *s, uint32_t loop)
{
    size_t count = s->recorded.count;
    uint32_t branch = xb_flow_add_vertex(s->program, &s->back, XB_KIND_BRANCH);
    xb_flow_vertex *vertex = s->back.vertices.items[branch];
    xb_provenance_add(s->program, &vertex->node, "tape", "%s", s->entry->popped->id->text);
    vertex->condition = count == 2
                            ? compare(s, XB_INTRINSIC_EQUAL, 1)
                            : xb_build_leaf(s->program, xb_build_reference(s->program, s->entry->popped));
    xb_flow_add_edge_if(s->program, &s->back, loop, branch, 1);
    uint32_t end = xb_flow_add_vertex(s->program, &s->back, XB_KIND_END_BRANCH);
    for (size_t i = 0; i < count; i++) {
        const xb_flow_ends block = add_recorded(s, i);
        if (i + 1 < count)
            xb_flow_add_edge_if(s->program, &s->back, branch, block.first, (int64_t)i + 1);
        else
            connect(s, branch, block.first);
        connect(s, block.last, end);
    }
    return end;
}

static void make_back(sequence *s)
{
    uint32_t entry = xb_flow_add_vertex(s->program, &s->back, XB_KIND_ENTRY);
    uint32_t first = add_pop(s);
    uint32_t loop = xb_flow_add_vertex(s->program, &s->back, XB_KIND_PRE_LOOP);
    xb_flow_vertex *head = s->back.vertices.items[loop];
    head->condition = compare(s, XB_INTRINSIC_NOT_EQUAL, 0);
    xb_provenance_add(s->program, &head->node, "tape", "%s", s->entry->popped->id->text);
    uint32_t exit = xb_flow_add_vertex(s->program, &s->back, XB_KIND_EXIT);
    connect(s, entry, first);
    connect(s, first, loop);
    uint32_t next = add_pop(s);
    uint32_t end = xb_flow_add_vertex(s->program, &s->back, XB_KIND_END_LOOP);
    if (s->recorded.count > 1)
        connect(s, select_block(s, loop), next);
    else if (s->recorded.count == 1) {
        const xb_flow_ends block = add_recorded(s, 0);
        xb_flow_add_edge_if(s->program, &s->back, loop, block.first, 1);
        connect(s, block.last, next);
    } else
        xb_flow_add_edge_if(s->program, &s->back, loop, next, 1);
    connect(s, next, end);
    connect(s, end, loop);
    connect(s, loop, exit);
}

void xb_flow_record_blocks(const xb_flow_reversal *r)
{
    sequence s = {.r = r, .program = r->program};
    s.entry = xb_tape_entry_of_symbol(r->tape, XB_TAPE_BLOCK, xb_tape_integer(r->tape));
    xb_list_append(r->scratch, &s.segment.entries, s.entry);
    record_blocks(&s);
    record_ends(&s);
    make_back(&s);
    r->adjoint->flow = xb_flow_after_entry(r->program, r->taping->scope, &s.back, xb_flow_first_back(r));
    r->adjoint->structured = true;
}
