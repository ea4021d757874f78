/*
 * Vertices are followed 64 at once: a word for each vertex says which of them it is reached from.
 */
#include "elimination/graphs/reach.h"

#include <string.h>

enum { BLOCK = 64 };

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

xb_reach xb_reach_create(xb_arena *scratch, const xb_prepared_part *part)
{
    return (xb_reach){.part = part,
                      .edges = sorted_edges(scratch, part),
                      .mask = xb_arena_array(scratch, part->vertex_count, sizeof(uint64_t)),
                      .own = xb_arena_array(scratch, part->vertex_count, sizeof(uint64_t))};
}

static uint32_t bits_of(uint64_t mask)
{
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Gives bits to a block of those that begin, of which every step-th one is followed. */
static void begin(xb_reach *reach, const bool *begins, uint32_t block, uint32_t step)
{
    uint32_t number = 0;
    for (uint32_t v = 0; v < reach->part->vertex_count; v++) {
        uint32_t place = number / step;
        bool is_followed = begins[v] && number % step == 0 && place / BLOCK == block;
        reach->own[v] = is_followed ? (uint64_t)1 << place % BLOCK : 0;
        reach->mask[v] = reach->own[v];
        number += begins[v];
    }
}

static void follow(xb_reach *reach, const xb_reach_question *question)
{
    uint32_t count = reach->part->edge_count;
    for (uint32_t i = 0; i < count; i++) {
        const xb_prepared_edge *edge = reach->edges[question->backwards ? count - 1 - i : i];
        uint32_t from = question->backwards ? edge->target : edge->source;
        uint32_t to = question->backwards ? edge->source : edge->target;
        bool closed = question->closed && question->closed[from];
        reach->mask[to] |= closed ? reach->own[from] : reach->mask[from];
    }
}

bool xb_reach_count(xb_reach *reach, const xb_reach_question *question, double *count)
{
    uint32_t vertices = reach->part->vertex_count, all = 0;
    for (uint32_t v = 0; v < vertices; v++)
        all += question->begins[v];
    uint32_t step = all / question->sample + (all % question->sample > 0);
    uint32_t followed = all > 0 ? (all - 1) / step + 1 : 0;
    memset(count, 0, vertices * sizeof *count);
    for (uint32_t block = 0; block * BLOCK < followed; block++) {
        begin(reach, question->begins, block, step);
        follow(reach, question);
        for (uint32_t v = 0; v < vertices; v++)
            count[v] += bits_of(reach->mask[v] & ~reach->own[v]);
    }
    for (uint32_t v = 0; followed < all && v < vertices; v++)
        count[v] *= (double)all / followed;
    return followed == all;
}
