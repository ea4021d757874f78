/*
 * Blocks without adjoint statements need no number; where there are no others, there is no sequence. One
 * variable holds the number in the taping sweep, and
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
    xb_list recorded;        /* the adjoint of each block with a number, from 1: xb_body */
} sequence;

static void record(sequence *s, int64_t number, xb_list *statements)
{
    xb_symbol *symbol = s->entry->value->symbol;
    xb_expression *value = xb_build_leaf(s->program, xb_build_integer(s->program, number));
    xb_list_append(s->program->arena, statements,
                   xb_build_setting(s->program, "_number_block", symbol, value));
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
        if (s->recorded.count > 0 && xb_flow_kind_at(flow, xb_graph_source(&flow->graph, e)) == XB_KIND_ENTRY)
            record(s, 0, &on_edge[e]);
        if (xb_flow_kind_at(flow, xb_graph_target(&flow->graph, e)) != XB_KIND_EXIT)
            continue;
        xb_tape_evaluate(s->r->tape, s->r->at_end, &on_edge[e]);
        xb_tape_push(s->r->tape, s->r->at_end, &on_edge[e]);
    }
    s->r->taping->flow = xb_flow_with_blocks(s->program, s->r->taping->scope, flow, on_edge);
}

static xb_expression *compare(const sequence *s, xb_intrinsic_code code, int64_t value)
{
    return xb_build_with_number(s->program, code, s->entry->popped, value);
}

static void add_pop(const sequence *s, xb_body *code)
{
    xb_tape_pop(s->r->tape, &s->segment, xb_body_statements(code));
}

static void note_popped(const sequence *s, xb_flow_vertex *vertex)
{
    xb_provenance_add(s->program, &vertex->node, "tape", "%s", s->entry->popped->id->text);
}

/* Selects the adjoint of the block whose number was popped. */
static void select_block(const sequence *s, xb_body *code)
{
    const size_t count = s->recorded.count;
    note_popped(s, xb_body_branch(code, count == 2 ? compare(s, XB_INTRINSIC_EQUAL, 1)
                                                   : xb_build_value_of(s->program, s->entry->popped)));
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count)
            xb_body_arm(code, (int64_t[]){(int64_t)i + 1}, 1);
        else
            xb_body_else(code);
        xb_body_add_part(code, s->recorded.items[i]);
    }
    xb_body_end(code);
}

static void add_loop_back(const sequence *s, xb_body *code)
{
    add_pop(s, code);
    note_popped(s, xb_body_loop(code, XB_KIND_PRE_LOOP, compare(s, XB_INTRINSIC_NOT_EQUAL, 0)));
    if (s->recorded.count > 1)
        select_block(s, code);
    else
        xb_body_add_part(code, s->recorded.items[0]);
    add_pop(s, code);
    xb_body_end(code);
}

static xb_flow_graph make_back(const sequence *s)
{
    xb_body code = xb_body_begin_made(s->program, s->r->taping->scope);
    const xb_list first = xb_flow_first_back(s->r);
    for (size_t i = 0; i < first.count; i++)
        xb_body_add(&code, first.items[i]);
    if (s->recorded.count > 0)
        add_loop_back(s, &code);
    return xb_body_finish(&code, s->r->scratch);
}

void xb_flow_record_blocks(const xb_flow_reversal *r)
{
    sequence s = {.r = r, .program = r->program};
    s.entry = xb_tape_entry_of_symbol(r->tape, XB_TAPE_BLOCK, xb_tape_integer(r->tape));
    xb_list_append(r->scratch, &s.segment.entries, s.entry);
    record_blocks(&s);
    record_ends(&s);
    r->adjoint->flow = make_back(&s);
    r->adjoint->structured = true;
}
