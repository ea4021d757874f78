/*
 * Look-ups in expressions. Operands are few and stand in order, so a scan of the in-list is the index.
 */
#include "ir/expression.h"

const xb_reference_parts *xb_reference_parts_of(const xb_reference *reference)
{
    static const xb_reference_parts nothing = {0};
    return reference->parts ? reference->parts : &nothing;
}

const xb_expression_edge *xb_expression_edge_at(const xb_expression *expression, uint32_t i)
{
    static const xb_expression_edge nothing = {0};
    return expression->edges && expression->edges->edges ? &expression->edges->edges[i] : &nothing;
}

uint32_t xb_expression_edge_line(const xb_expression *expression, uint32_t i)
{
    return expression->edges ? expression->edges->lines[i] : 0;
}

const char *xb_vertex_label(xb_arena *arena, const xb_expression *expression, const xb_vertex *vertex)
{
    uint32_t i = 0;
    if (vertex->id)
        return vertex->id->text;
    while (i < expression->graph.vertex_count && expression->vertices[i] != vertex)
        i++;
    return i < expression->graph.vertex_count ? xb_arena_format(arena, "%u", i + 1) : "";
}

bool xb_is_inquired(const xb_expression *expression, uint32_t vertex)
{
    const uint32_t edge = xb_graph_first_out(&expression->graph, vertex);
    return edge != XB_GRAPH_NONE &&
           xb_is_inquiry(xb_expression_vertex(expression, xb_graph_target(&expression->graph, edge)));
}

size_t xb_expression_operand_count(const xb_expression *expression, uint32_t vertex)
{
    return xb_graph_in_degree(&expression->graph, vertex);
}

uint32_t xb_expression_operand(const xb_expression *expression, uint32_t vertex, uint32_t position)
{
    const xb_graph *graph = &expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (xb_expression_position(expression, e) == position)
            return xb_graph_source(graph, e);
    return XB_GRAPH_NONE;
}

uint32_t *xb_expression_order(xb_arena *arena, const xb_expression *expression)
{
    const xb_graph *graph = &expression->graph;
    uint32_t *order = xb_arena_array(arena, graph->vertex_count, sizeof *order);
    if (graph->vertex_count == 1 && graph->edge_count == 0)
        return order;
    return xb_graph_topological_order(arena, graph, order, NULL) ? order : NULL;
}
