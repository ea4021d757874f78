/*
 * Operands before operators. Operands of different ranks, neither of them a scalar, are none of a right
 * program: then nothing is known.
 */
#include "analysis/extents.h"

/* ---- references ---------------------------------------------------------------------------------------- */

static xb_extent constant_extent(int64_t value)
{
    return (xb_extent){.source = XB_FROM_CONSTANT, .value = value > 0 ? value : 0};
}

static xb_extent whole_dimension(const xb_reference *reference, size_t dimension)
{
    const xb_bounds *bounds = xb_symbol_bounds(reference->symbol, dimension);
    int64_t count;
    if (!bounds || __builtin_sub_overflow(bounds->upper, bounds->lower, &count) || count == INT64_MAX)
        return (xb_extent){.source = XB_FROM_VARIABLE, .reference = reference, .dimension = dimension};
    return constant_extent(count + 1);
}

/* The value of a part of a triplet, or of what stands for it. */
static bool part(const xb_expression *expression, const int64_t *otherwise, int64_t *value)
{
    if (expression)
        return xb_expression_integer(expression, value);
    *value = otherwise ? *otherwise : 0;
    return otherwise != NULL;
}

static bool count_elements(const xb_triplet *triplet, const xb_bounds *bounds, int64_t *count)
{
    static const int64_t one = 1;
    int64_t stride, first, last, length;
    if (!part(triplet->stride, &one, &stride) || stride == 0)
        return false;
    bool up = stride > 0;
    if (!part(triplet->index, bounds ? (up ? &bounds->lower : &bounds->upper) : NULL, &first) ||
        !part(triplet->bound, bounds ? (up ? &bounds->upper : &bounds->lower) : NULL, &last) ||
        __builtin_sub_overflow(last, first, &length) || __builtin_add_overflow(length, stride, &length) ||
        (stride == -1 && length == INT64_MIN))
        return false;
    *count = length / stride;
    return true;
}

static bool is_whole(const xb_triplet *triplet)
{
    int64_t stride = 1;
    return !triplet->index && !triplet->bound &&
           (!triplet->stride || (xb_expression_integer(triplet->stride, &stride) && stride == 1));
}

static xb_extent section(xb_arena *scratch, const xb_reference *reference, size_t dimension)
{
    const xb_triplet *triplet = reference->subscripts.items[dimension];
    int64_t count;
    if (is_whole(triplet))
        return whole_dimension(reference, dimension);
    if (triplet->index && !triplet->bound && !triplet->stride) {
        xb_extents index = xb_extents_of(scratch, triplet->index);
        return index.known && index.rank == 1 ? index.dimensions[0] : (xb_extent){.source = XB_FROM_NOWHERE};
    }
    if (count_elements(triplet, xb_symbol_bounds(reference->symbol, dimension), &count))
        return constant_extent(count);
    return (xb_extent){.source = XB_FROM_TRIPLET, .reference = reference, .dimension = dimension};
}

xb_extents xb_extents_of_reference(xb_arena *scratch, const xb_reference *reference)
{
    xb_extents extents = {.known = reference->symbol->rank >= 0};
    size_t rank = extents.known ? (size_t)reference->symbol->rank : 0, count = reference->subscripts.count;
    if (count > 0 && count != rank)
        return (xb_extents){.known = false};
    for (size_t i = 0; i < rank; i++)
        if (count == 0)
            extents.dimensions[extents.rank++] = whole_dimension(reference, i);
        else if (xb_triplet_is_range(reference->subscripts.items[i]))
            extents.dimensions[extents.rank++] = section(scratch, reference, i);
    return extents;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static xb_extents scalar(void)
{
    return (xb_extents){.known = true};
}

static xb_extents of_rank(int rank)
{
    return (xb_extents){.known = rank >= 0 && rank <= XB_RANK_LIMIT, .rank = rank};
}

/* The extents of two operands of an operation element by element. */
static xb_extents common(xb_extents a, xb_extents b)
{
    if (!a.known || !b.known || (a.rank > 0 && b.rank > 0 && a.rank != b.rank))
        return (xb_extents){.known = false};
    if (a.rank == 0)
        return b;
    for (int i = 0; i < b.rank; i++)
        if (a.dimensions[i].source == XB_FROM_NOWHERE || b.dimensions[i].source == XB_FROM_CONSTANT)
            a.dimensions[i] = b.dimensions[i];
    return a;
}

static xb_extents of_operands(const xb_expression *expression, uint32_t v, const xb_extents *all)
{
    xb_extents extents = scalar();
    const xb_graph *graph = &expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        extents = common(extents, all[xb_graph_source(graph, e)]);
    return extents;
}

static xb_extents of_intrinsic(const xb_expression *expression, uint32_t v, const xb_extents *all)
{
    uint32_t first = xb_expression_operand(expression, v, 1);
    xb_intrinsic_form form =
        xb_intrinsic_facts_of(xb_vertex_intrinsic(xb_expression_vertex(expression, v)))->form;
    if (form == XB_FORM_ELEMENTAL)
        return of_operands(expression, v, all);
    if (form == XB_FORM_SAME && first != XB_GRAPH_NONE)
        return all[first];
    if (form == XB_FORM_TRANSPOSED && first != XB_GRAPH_NONE && all[first].known && all[first].rank == 2) {
        xb_extents extents = all[first];
        extents.dimensions[0] = all[first].dimensions[1];
        extents.dimensions[1] = all[first].dimensions[0];
        return extents;
    }
    int rank = first != XB_GRAPH_NONE && all[first].known ? all[first].rank : -1;
    bool depends = form == XB_FORM_REDUCTION || form == XB_FORM_LOCATION;
    return (rank >= 0 || !depends) && xb_intrinsic_rank(expression, v, &rank) ? of_rank(rank)
                                                                              : (xb_extents){.known = false};
}

static xb_extents of_vertex(xb_arena *scratch, const xb_expression *expression, uint32_t v,
                            const xb_extents *all)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    switch (vertex->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: return xb_extents_of_reference(scratch, (const xb_reference *)vertex);
    case XB_KIND_CONSTANT: return scalar();
    case XB_KIND_INTRINSIC: return of_intrinsic(expression, v, all);
    case XB_KIND_BOOLEAN_OPERATION: return of_operands(expression, v, all);
    default: return (xb_extents){.known = false};
    }
}

xb_extents xb_extents_of(xb_arena *scratch, const xb_expression *expression)
{
    uint32_t count = expression->graph.vertex_count;
    const uint32_t *order = xb_expression_order(scratch, expression);
    xb_extents *all = xb_arena_array(scratch, count, sizeof *all);
    for (uint32_t k = 0; order && k < count; k++)
        all[order[k]] = of_vertex(scratch, expression, order[k], all);
    return order && count > 0 ? all[expression->root] : (xb_extents){.known = false};
}
