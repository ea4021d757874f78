/*
 * Vertices are renumbered, since the form wants independents first.
 */
#include "elimination/files/graph_writer.h"

enum { KIND_UNIT = 1, KIND_CONSTANT, KIND_VARIABLE };

typedef struct numbering {
    uint32_t *number; /* new numbers by old ones */
    uint32_t independents;
} numbering;

static numbering number_vertices(xb_arena *scratch, const xb_lcg *graph)
{
    numbering n = {xb_arena_array(scratch, graph->vertex_count, sizeof *n.number), 0};
    bool *has_in = xb_arena_array(scratch, graph->vertex_count, sizeof *has_in);
    bool *has_out = xb_arena_array(scratch, graph->vertex_count, sizeof *has_out);
    bool *is_first = xb_arena_array(scratch, graph->vertex_count, sizeof *is_first);
    for (size_t e = 0; e < graph->edge_count; e++)
        has_out[graph->edges[e].source] = has_in[graph->edges[e].target] = true;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        is_first[v] = graph->independent ? graph->independent[v] : has_out[v] && !has_in[v];
        if (is_first[v])
            n.number[v] = n.independents++;
    }
    uint32_t next = n.independents;
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        if (!is_first[v])
            n.number[v] = next++;
    }
    return n;
}

static void put_dependents(xb_output *output, const xb_lcg *graph, const numbering *n)
{
    const char *separator = "";
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        if (!graph->dependent[v])
            continue;
        xb_output_put(output, separator);
        xb_output_number(output, n->number[v]);
        separator = " ";
    }
    xb_output_char(output, '\n');
}

static unsigned kind_of(const xb_lcg_edge *edge)
{
    if (edge->label == XB_LABEL_VARIABLE)
        return KIND_VARIABLE;
    return edge->value == 1 || edge->value == -1 ? KIND_UNIT : KIND_CONSTANT;
}

void xb_graph_write(xb_output *output, xb_arena *scratch, const xb_lcg *graph)
{
    numbering n = number_vertices(scratch, graph);
    uint32_t dependents = 0;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        dependents += graph->dependent[v];
    xb_output_format(output, "%u %u %u\n", graph->vertex_count, n.independents, dependents);
    put_dependents(output, graph, &n);
    for (size_t e = 0; e < graph->edge_count; e++) {
        const xb_lcg_edge *edge = &graph->edges[e];
        xb_output_format(output, "%u %u %u\n", n.number[edge->source], n.number[edge->target], kind_of(edge));
    }
}
