/*
 * Ranks of references, triplets, and the values of index expressions.
 *
 * The value of an index expression has the greatest rank of its leaves, except for leaves below an intrinsic
 * that reduces: size(a) is a scalar though a is an array. So each array leaf is followed up to the root,
 * through what such intrinsics leave of a rank; the first that arrives with a rank of at least one
 * decides. No memory is needed for that. A walk branches where a vertex has several uses; a budget
 * proportional to the expression keeps it from repeating shared parts for ever.
 */
#include "ir/expression.h"
#include "ir/flow.h"

/* Whether the second operand of an intrinsic is a mask. */
static bool has_mask(const xb_expression *expression, uint32_t vertex)
{
    uint32_t operand = xb_expression_operand(expression, vertex, 2);
    if (operand == XB_GRAPH_NONE)
        return false;
    const xb_vertex *v = xb_expression_vertex(expression, operand);
    return v->node.kind == XB_KIND_BOOLEAN_OPERATION ||
           (v->node.kind == XB_KIND_CONSTANT && ((const xb_constant *)v)->type == XB_TYPE_BOOL) ||
           (v->node.kind == XB_KIND_VARIABLE_REFERENCE &&
            ((const xb_reference *)v)->symbol->type == XB_TYPE_BOOL);
}

/* Whether a vertex is seen to be an integer: a leaf that is one, or an operation on such leaves. */
static bool is_integer(const xb_expression *expression, uint32_t vertex, unsigned depth)
{
    enum { DEPTH_LIMIT = 20 };
    const xb_vertex *v = xb_expression_vertex(expression, vertex);
    const xb_graph *graph = &expression->graph;
    if (v->node.kind == XB_KIND_VARIABLE_REFERENCE)
        return ((const xb_reference *)v)->symbol->type == XB_TYPE_INTEGER;
    if (v->node.kind == XB_KIND_CONSTANT)
        return ((const xb_constant *)v)->type == XB_TYPE_INTEGER;
    if (v->node.kind != XB_KIND_INTRINSIC || depth == DEPTH_LIMIT)
        return false;
    bool all = true;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE && all;
         e = xb_graph_next_in(graph, e))
        all = is_integer(expression, xb_graph_source(graph, e), depth + 1);
    const xb_type operands = all ? XB_TYPE_INTEGER : XB_TYPE_REAL;
    return xb_intrinsic_result_type(xb_vertex_intrinsic(v), operands) == XB_TYPE_INTEGER;
}

/* Of a reduction that a catalogue adds, a second operand may be a number of another kind. */
static bool has_dimension(const xb_expression *expression, uint32_t vertex)
{
    uint32_t operand = xb_expression_operand(expression, vertex, 2);
    return operand != XB_GRAPH_NONE && is_integer(expression, operand, 0);
}

bool xb_intrinsic_rank(const xb_expression *expression, uint32_t vertex, int *rank)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(expression, vertex);
    if (intrinsic->has_result_shape) {
        *rank = intrinsic->result_rank;
        return true;
    }
    if (intrinsic->is_scalar && !(intrinsic->is_reduction && has_dimension(expression, vertex))) {
        *rank = 0;
        return true;
    }
    bool alone = xb_expression_operand_count(expression, vertex) == 1 || has_mask(expression, vertex);
    int less = *rank > 0 ? *rank - 1 : 0;
    switch (intrinsic->is_reduction ? XB_FORM_REDUCTION
                                    : xb_intrinsic_facts_of(xb_intrinsic_named(intrinsic->name))->form) {
    case XB_FORM_SCALAR: *rank = 0; break;
    case XB_FORM_VECTOR: *rank = 1; break;
    case XB_FORM_BOUNDS: *rank = alone ? 1 : 0; break;
    case XB_FORM_REDUCTION: *rank = alone ? 0 : less; break;
    case XB_FORM_LOCATION: *rank = alone ? 1 : less; break;
    default: return false;
    }
    return true;
}

/* What is left of the rank of an operand after an operator. */
static int rank_after(const xb_expression *expression, uint32_t vertex, int rank)
{
    if (xb_expression_vertex(expression, vertex)->node.kind == XB_KIND_INTRINSIC)
        xb_intrinsic_rank(expression, vertex, &rank);
    return rank;
}

/* The rank of the result of a function: that of the last formal argument of its body, which is none of the
 * arguments of the call. */
static int rank_of_call(const xb_function_call *call)
{
    const xb_routine *routine = call->symbol->routine;
    const xb_formal *result = routine && routine->formals.count > call->arguments.count
                                  ? xb_routine_formal(routine, (uint32_t)routine->formals.count)
                                  : NULL;
    return result ? result->symbol->rank : call->symbol->rank;
}

/* Whether something of this rank at a vertex makes the root an array. */
static bool arrives(const xb_expression *expression, uint32_t vertex, int rank, size_t *budget,
                    unsigned depth)
{
    enum { DEPTH_LIMIT = 200 };
    const xb_graph *graph = &expression->graph;
    while (rank > 0 && xb_graph_out_degree(graph, vertex) == 1) {
        if (*budget == 0)
            return true;
        --*budget;
        vertex = xb_graph_target(graph, xb_graph_first_out(graph, vertex));
        rank = rank_after(expression, vertex, rank);
    }
    if (rank <= 0)
        return false;
    if (xb_graph_out_degree(graph, vertex) == 0)
        return true;
    if (depth == DEPTH_LIMIT)
        return true;
    for (uint32_t e = xb_graph_first_out(graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(graph, e)) {
        if (*budget == 0)
            return true;
        --*budget;
        uint32_t target = xb_graph_target(graph, e);
        if (arrives(expression, target, rank_after(expression, target, rank), budget, depth + 1))
            return true;
    }
    return false;
}

/* The rank that a vertex has by itself, operands aside. */
static int own_rank(const xb_vertex *vertex)
{
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE: return xb_reference_rank((const xb_reference *)vertex);
    case XB_VERTEX_FUNCTION_CALL: return rank_of_call((const xb_function_call *)vertex);
    case XB_VERTEX_INTRINSIC: {
        const xb_intrinsic *intrinsic = (const xb_intrinsic *)vertex;
        return intrinsic->has_result_shape ? intrinsic->result_rank : 0;
    }
    case XB_VERTEX_CONSTANT:
    case XB_VERTEX_BOOLEAN_OPERATION:
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    return 0;
}

bool xb_expression_is_array(const xb_expression *expression)
{
    size_t budget = 1000 + 4 * (size_t)expression->graph.vertex_count;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        int rank = own_rank(xb_expression_vertex(expression, v));
        if (rank > 0 && arrives(expression, v, rank, &budget, 0))
            return true;
    }
    return false;
}

bool xb_triplet_is_range(const xb_triplet *triplet)
{
    if (triplet->bound || triplet->stride || !triplet->index)
        return true;
    return xb_expression_is_array(triplet->index);
}

bool xb_triplet_is_vector(const xb_triplet *triplet)
{
    return !triplet->bound && !triplet->stride && triplet->index && xb_expression_is_array(triplet->index);
}

bool xb_has_vector_subscript(const xb_reference *reference)
{
    for (size_t i = 0; i < reference->subscripts.count; i++)
        if (xb_triplet_is_vector(reference->subscripts.items[i]))
            return true;
    return false;
}

bool xb_has_variable_subscript(const xb_reference *reference)
{
    int64_t value;
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        if ((triplet->index && !xb_expression_integer(triplet->index, &value)) ||
            (triplet->bound && !xb_expression_integer(triplet->bound, &value)) ||
            (triplet->stride && !xb_expression_integer(triplet->stride, &value)))
            return true;
    }
    return false;
}

int xb_reference_rank(const xb_reference *reference)
{
    int rank = reference->symbol->rank;
    for (size_t i = 0; i < reference->subscripts.count && rank > 0; i++)
        if (!xb_triplet_is_range(reference->subscripts.items[i]))
            rank--;
    return rank;
}
