/*
 * The entries of a row are the independents that reach its dependent.
 */
#include "elimination/graphs/jacobian.h"

#include "elimination/graphs/reach.h"

/* Independents that are followed. */
enum { SAMPLE = 4096 };

size_t xb_jacobian_of_part(xb_arena *scratch, const xb_prepared_part *part, size_t limit)
{
    size_t ends[3] = {0}; /* by role */
    double pairs = 0;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        ends[part->vertices[v].role]++;
    if (ends[XB_ROLE_INDEPENDENT] * ends[XB_ROLE_DEPENDENT] <= limit)
        return 0;
    bool *begins = xb_arena_array(scratch, part->vertex_count, sizeof *begins);
    double *count = xb_arena_array(scratch, part->vertex_count, sizeof *count);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        begins[v] = part->vertices[v].role == XB_ROLE_INDEPENDENT;
    xb_reach reach = xb_reach_create(scratch, part);
    xb_reach_count(&reach, &(xb_reach_question){.begins = begins, .sample = SAMPLE}, count);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        pairs += part->vertices[v].role == XB_ROLE_DEPENDENT ? count[v] : 0;
    return (size_t)pairs;
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
