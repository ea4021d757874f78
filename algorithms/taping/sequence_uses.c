/*
 * A variable of the program counts once for each sequence, in which its temporaries may use it several times.
 */
#include "algorithms/taping/sequence_uses.h"

typedef struct use {
    uint32_t count;
    uint32_t latest; /* sequence that has been counted */
} use;

static void count(xb_sequence_uses *uses, const xb_symbol *symbol, uint32_t sequence)
{
    if (symbol->temporary)
        return;
    use *u = xb_node_map_make(uses->arena, &uses->by_symbol, &symbol->node, sizeof *u);
    u->count += u->count == 0 || u->latest != sequence;
    u->latest = sequence;
}

static void count_in(xb_sequence_uses *uses, const xb_assignment *assignment, uint32_t sequence)
{
    const xb_expression *value = assignment->value;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            count(uses, ((const xb_reference *)vertex)->symbol, sequence);
    }
}

const xb_sequence_uses *xb_sequence_uses_of(xb_arena *arena, const xb_flow_graph *flow)
{
    xb_sequence_uses *uses = xb_arena_alloc(arena, sizeof *uses);
    uses->arena = arena;
    uint32_t sequence = 0;
    for (size_t v = 0; v < flow->vertices.count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        for (size_t i = 0; i < vertex->statements.count; i++) {
            const xb_statement *statement = vertex->statements.items[i];
            const xb_assignment *assignment = (const xb_assignment *)statement;
            if (statement->node.kind == XB_KIND_ASSIGNMENT && assignment->target->symbol->temporary)
                count_in(uses, assignment, sequence);
            sequence += statement->node.kind == XB_KIND_DERIVATIVE_PROPAGATOR;
        }
    }
    return uses;
}

uint32_t xb_sequences_using(const xb_sequence_uses *uses, const xb_symbol *symbol)
{
    const use *u = xb_node_map_get(&uses->by_symbol, &symbol->node);
    return u ? u->count : 1;
}
