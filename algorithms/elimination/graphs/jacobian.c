/*
 * Independents are followed 64 at once: a word for each vertex says from which of them it is reached.
 */
#include "algorithms/elimination/graphs/jacobian.h"

/* Independents that are followed at once, one a bit, and how often that is done. */
enum { BLOCK = 64, BLOCKS = 64 };

/* The edges in the order of their sources, which is a topological one. */
static const xb_prepared_edge **sorted_edges(xb_arena *scratch, const xb_prepared_part *part)
{
    const xb_prepared_edge **edges = xb_arena_array(scratch, part->edge_count, sizeof *edges);
    uint32_t *next = xb_arena_array(scratch, (size_t)part->vertex_count + 1, sizeof *next);
    for (uint32_t e = 0; e < part->edge_count; e++)
        next[part->edges[e].source + 1]++;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        next[v + 1] += next[v];
    for (uint32_t e = 0; e < part->edge_count; e++)
        edges[next[part->edges[e].source]++] = &part->edges[e];
    return edges;
}

static size_t bits_of(uint64_t mask)
{
    size_t count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Pairs with the independents of a block. */
static size_t pairs_of_block(const xb_prepared_part *part, const xb_prepared_edge *const *edges, size_t block,
                             uint64_t *reached)
{
    size_t number = 0, pairs = 0;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        bool starts = part->vertices[v].role == XB_ROLE_INDEPENDENT && number++ / BLOCK == block;
        reached[v] = starts ? (uint64_t)1 << (number - 1) % BLOCK : 0;
    }
    for (uint32_t e = 0; e < part->edge_count; e++)
        reached[edges[e]->target] |= reached[edges[e]->source];
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (part->vertices[v].role == XB_ROLE_DEPENDENT)
            pairs += bits_of(reached[v]);
    }
    return pairs;
}

size_t xb_jacobian_of_part(xb_arena *scratch, const xb_prepared_part *part, size_t limit)
{
    size_t ends[3] = {0}; /* by role */
    for (uint32_t v = 0; v < part->vertex_count; v++)
        ends[part->vertices[v].role]++;
    size_t most = ends[XB_ROLE_INDEPENDENT] * ends[XB_ROLE_DEPENDENT];
    if (most <= limit)
        return 0;
    const xb_prepared_edge **edges = sorted_edges(scratch, part);
    uint64_t *reached = xb_arena_array(scratch, part->vertex_count, sizeof *reached);
    size_t independents = ends[XB_ROLE_INDEPENDENT], pairs = 0, looked = 0;
    size_t blocks = (independents + BLOCK - 1) / BLOCK;
    for (size_t b = 0; b < blocks; b += (blocks + BLOCKS - 1) / BLOCKS) {
        pairs += pairs_of_block(part, (const xb_prepared_edge *const *)edges, b, reached);
        looked += b + 1 < blocks ? (size_t)BLOCK : independents - b * BLOCK;
    }
    return (size_t)((double)pairs * ((double)independents / (double)looked));
}

size_t xb_jacobian_estimate(xb_arena *scratch, const xb_lcg *graph)
{
    size_t half = graph->vertex_count / 2 + 1, pairs = 0;
    if (half * half <= (size_t)XB_JACOBIAN_LIMIT)
        return 0;
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    for (size_t p = 0; prepared && p < prepared->part_count; p++)
        pairs += xb_jacobian_of_part(scratch, &prepared->parts[p], XB_JACOBIAN_LIMIT);
    return pairs;
}
