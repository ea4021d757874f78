/*
 * One function for each way in which intrinsics change shapes, as in analysis/results.c, which knows bounds
 * that are constant. Operands stand by themselves: they are variables or constants.
 */
#include "algorithms/canonicalization/extents.h"

#include "ir/build.h"

/* ---- operands ------------------------------------------------------------------------------------------ */

static uint32_t operand_at(const xb_result *r, uint32_t position)
{
    return xb_expression_operand(r->expression, r->vertex, position);
}

static int rank_of(const xb_result *r, uint32_t position)
{
    uint32_t operand = operand_at(r, position);
    return operand == XB_GRAPH_NONE ? 0 : r->shapes[operand].rank;
}

/* Adds what stands for an operand to an expression. */
static uint32_t add_operand(const xb_result *r, uint32_t position, xb_expression *to)
{
    return xb_copy_subexpression(r->program, r->expression, operand_at(r, position), to, r->operand,
                                 r->context);
}

/* Adds the extent of an operand in a dimension. */
static void add_size(const xb_result *r, uint32_t position, int dimension, xb_list *extents)
{
    xb_expression *size = xb_build_expression(r->program);
    uint32_t operand = add_operand(r, position, size);
    uint32_t number = xb_expression_add(r->program, size, xb_build_integer(r->program, dimension));
    size->root = xb_build_binary(r->program, size, XB_INTRINSIC_SIZE, operand, number);
    xb_list_append(r->program->arena, extents, size);
}

/* The dimension that operand 2 says, or 0. */
static int dimension_of(const xb_result *r, int rank)
{
    int64_t value;
    uint32_t operand = operand_at(r, 2);
    const xb_vertex *vertex = operand == XB_GRAPH_NONE ? NULL : xb_expression_vertex(r->expression, operand);
    bool known = vertex && vertex->node.kind == XB_KIND_CONSTANT &&
                 xb_constant_integer((const xb_constant *)vertex, &value) && value >= 1 && value <= rank;
    return known ? (int)value : 0;
}

/* ---- results ------------------------------------------------------------------------------------------- */

static void multiplied(const xb_result *r, xb_list *extents)
{
    for (uint32_t position = 1; position <= 2; position++)
        if (rank_of(r, position) == 2)
            add_size(r, position, (int)position, extents);
}

static void transposed(const xb_result *r, xb_list *extents)
{
    add_size(r, 1, 2, extents);
    add_size(r, 1, 1, extents);
}

static void reduced(const xb_result *r, xb_list *extents)
{
    int rank = rank_of(r, 1), gone = dimension_of(r, rank);
    for (int d = 1; gone && d <= rank; d++)
        if (d != gone)
            add_size(r, 1, d, extents);
}

static void spread(const xb_result *r, xb_list *extents)
{
    int rank = rank_of(r, 1) + 1, added = dimension_of(r, rank);
    for (int d = 1, taken = 0; added && d <= rank; d++)
        if (d == added) {
            xb_expression *copies = xb_build_expression(r->program);
            copies->root = add_operand(r, 3, copies);
            xb_list_append(r->program->arena, extents, copies);
        } else {
            add_size(r, 1, ++taken, extents);
        }
}

xb_list xb_result_extents(const xb_result *result)
{
    xb_list extents = {.count = 0};
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(result->expression, result->vertex));
    switch (xb_intrinsic_facts_of(code)->form) {
    case XB_FORM_MULTIPLIED: multiplied(result, &extents); break;
    case XB_FORM_TRANSPOSED: transposed(result, &extents); break;
    case XB_FORM_REDUCTION: reduced(result, &extents); break;
    case XB_FORM_SPREAD: spread(result, &extents); break;
    default: break;
    }
    return extents;
}
