/*
 * Paths that share no vertex are counted for each vertex in both directions (disjoint.h).
 */
#include "elimination/proofs/bounds.h"

#include <string.h>

#include "elimination/graphs/labels.h"
#include "elimination/proofs/disjoint.h"

/* Vertices times edges of the largest part. */
static const uint64_t most_work = 20000000;

/* Which labels a path may begin with. */
typedef enum demand { ANY, NO_UNIT, VARIABLE, IMPOSSIBLE } demand;

static bool allows(demand wanted, const xb_operand *label)
{
    return wanted == ANY || (wanted == NO_UNIT && !xb_label_is_unit(label)) ||
           (wanted == VARIABLE && label->kind != XB_OPERAND_CONSTANT);
}

/* Which edges make sure that a product with them counts. Constants from 1 on never cancel, vanish or become a
 * unit again. */
static demand demand_of(const xb_prepared_part *part, int awareness)
{
    for (uint32_t e = 0; e < part->edge_count; e++) {
        const xb_operand *label = &part->edges[e].label;
        if (label->kind == XB_OPERAND_CONSTANT && label->value < 1)
            return IMPOSSIBLE;
    }
    static const demand demands[] = {ANY, NO_UNIT, VARIABLE};
    return demands[awareness < 0 ? 0 : awareness > 2 ? 2 : awareness];
}

static xb_disjoint *network_of(xb_arena *scratch, const xb_prepared_part *part, demand wanted, bool *first)
{
    xb_disjoint *network = xb_disjoint_create(scratch, part->vertex_count, part->edge_count);
    xb_disjoint_arc *arcs = xb_arena_array(scratch, part->edge_count, sizeof *arcs);
    bool *ends = xb_arena_array(scratch, part->vertex_count, sizeof *ends);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        arcs[e] = (xb_disjoint_arc){part->edges[e].source, part->edges[e].target};
        first[e] = allows(wanted, &part->edges[e].label);
    }
    for (uint32_t v = 0; v < part->vertex_count; v++)
        ends[v] = part->vertices[v].role != XB_ROLE_INTERMEDIATE;
    xb_disjoint_fill(network, part->vertex_count, ends, arcs, part->edge_count);
    return network;
}

bool xb_lower_bounds(xb_arena *scratch, const xb_prepared_part *part, int awareness, uint64_t *at_vertex,
                     xb_watch *watch)
{
    demand wanted = demand_of(part, awareness);
    memset(at_vertex, 0, part->vertex_count * sizeof *at_vertex);
    if (wanted == IMPOSSIBLE || (uint64_t)part->intermediate_count * part->edge_count > most_work)
        return false;
    bool *first = xb_arena_array(scratch, part->edge_count, sizeof *first);
    xb_disjoint *network = network_of(scratch, part, wanted, first);
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        xb_watch_tick(watch, part->edge_count);
        if (part->vertices[v].role == XB_ROLE_INTERMEDIATE)
            at_vertex[v] = (uint64_t)xb_disjoint_paths(network, v, false, first) *
                           xb_disjoint_paths(network, v, true, first);
    }
    return true;
}
