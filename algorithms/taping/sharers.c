/*
 * The statements of the block are gone through once before they are taped, with stamps of their own, which
 * tell which references denote the same value. A sequence is what is computed before an item.
 */
#include "algorithms/taping/block.h"

/* The sequences that use a value. */
typedef struct sharing {
    uint32_t count;
    uint32_t latest; /* sequence that has been counted */
} sharing;

static void count(xb_block_taping *b, const xb_reference *reference, uint64_t time, uint32_t sequence)
{
    uint32_t number = xb_location_of(b->locations, reference)->number;
    sharing *s = xb_map_get(&b->sharers, number, time);
    if (!s) {
        s = xb_arena_alloc(b->scratch, sizeof *s);
        xb_map_put(b->scratch, &b->sharers, number, time, s);
    }
    s->count += s->count == 0 || s->latest != sequence;
    s->latest = sequence;
}

static void count_in(xb_block_taping *b, const xb_stamps *stamps, const xb_assignment *assignment,
                     uint32_t sequence)
{
    const xb_expression *value = assignment->value;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && !reference->symbol->temporary)
            count(b, reference, xb_stamp_of_reference(stamps, reference), sequence);
    }
}

void xb_sharers_count(xb_block_taping *b, const xb_list *statements)
{
    xb_stamps stamps = xb_stamps_start(b->t->run, b->scratch);
    uint32_t sequence = 0;
    for (size_t i = 0; i < statements->count; i++) {
        const xb_statement *statement = statements->items[i];
        const xb_assignment *assignment = (const xb_assignment *)statement;
        if (xb_is_linear_item(b, statement))
            sequence++;
        else if (statement->node.kind == XB_KIND_ASSIGNMENT && assignment->target->symbol->temporary)
            count_in(b, &stamps, assignment, sequence);
        if (!xb_is_linear_item(b, statement) || statement->node.kind == XB_KIND_SUBROUTINE_CALL)
            xb_stamps_note(&stamps, statement);
    }
}

uint32_t xb_sharers(const xb_block_taping *b, const xb_reference *reference)
{
    const sharing *s = xb_map_get(&b->sharers, xb_location_of(b->locations, reference)->number,
                                  xb_stamp_of_reference(&b->stamps, reference));
    return s ? s->count : 1;
}
