/*
 * The rows are filled from the edges of the part, once.
 */
#include "elimination/graphs/dense.h"

#include "elimination/graphs/labels.h"

static void add_edge(xb_dense *dense, const xb_prepared_edge *edge)
{
    const bool in_plane[] = {true, !xb_label_is_unit(&edge->label), edge->label.kind != XB_OPERAND_CONSTANT};
    for (uint32_t plane = 0; plane < dense->planes; plane++) {
        if (!in_plane[plane])
            continue;
        size_t offset = (size_t)plane * dense->words;
        xb_dense_put(xb_dense_row(dense, dense->in, edge->target) + offset, edge->source);
        xb_dense_put(xb_dense_row(dense, dense->out, edge->source) + offset, edge->target);
    }
}

xb_dense *xb_dense_create(xb_arena *scratch, const xb_prepared_part *part, int awareness)
{
    if (part->vertex_count > (uint32_t)XB_DENSE_LIMIT)
        return NULL;
    xb_dense *dense = xb_arena_alloc(scratch, sizeof *dense);
    dense->part = part;
    dense->words = (part->vertex_count + 63) / 64;
    dense->planes = awareness <= 0 ? 1 : awareness == 1 ? 2 : 3;
    dense->stride = dense->words * dense->planes;
    dense->in = xb_arena_array(scratch, (size_t)part->vertex_count * dense->stride, sizeof *dense->in);
    dense->out = xb_arena_array(scratch, (size_t)part->vertex_count * dense->stride, sizeof *dense->out);
    for (uint32_t e = 0; e < part->edge_count; e++)
        add_edge(dense, &part->edges[e]);
    dense->in_rows = xb_arena_array(scratch, part->vertex_count, sizeof *dense->in_rows);
    dense->out_rows = xb_arena_array(scratch, part->vertex_count, sizeof *dense->out_rows);
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        dense->in_rows[v] = xb_dense_row(dense, dense->in, v);
        dense->out_rows[v] = xb_dense_row(dense, dense->out, v);
    }
    dense->intermediates = xb_arena_array(scratch, part->intermediate_count, sizeof *dense->intermediates);
    dense->intermediate_set = xb_arena_array(scratch, dense->words, sizeof *dense->intermediate_set);
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (part->vertices[v].role != XB_ROLE_INTERMEDIATE)
            continue;
        dense->intermediates[dense->intermediate_count++] = v;
        xb_dense_put(dense->intermediate_set, v);
    }
    return dense;
}
