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

static uint32_t number(const xb_result *r, xb_expression *to, int value)
{
    return xb_expression_add(r->program, to, xb_build_integer(r->program, value));
}

/* Adds the extent of an operand in a dimension, which is a vertex. */
static uint32_t size_of(const xb_result *r, uint32_t position, uint32_t dimension, xb_expression *to)
{
    return xb_build_binary(r->program, to, XB_INTRINSIC_SIZE, add_operand(r, position, to), dimension);
}

/* Appends the extent of an operand in a dimension. */
static void add_size(const xb_result *r, uint32_t position, int dimension, xb_list *extents)
{
    xb_expression *size = xb_build_expression(r->program);
    size->root = size_of(r, position, number(r, size, dimension), size);
    xb_list_append(r->program->arena, extents, size);
}

/* One of two numbers, whether the dimension that operand 2 says compares with d. */
static uint32_t choose(const xb_result *r, xb_expression *to, xb_intrinsic_code comparison, int d, int yes,
                       int no)
{
    uint32_t compared = xb_build_binary(r->program, to, comparison, add_operand(r, 2, to), number(r, to, d));
    const uint32_t operands[] = {number(r, to, yes), number(r, to, no), compared};
    return xb_build_operation(r->program, to, XB_INTRINSIC_MERGE, operands, 3);
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

/* Whether operand 2 is an integer whose value is not known. */
static bool is_dimension_variable(const xb_result *r)
{
    uint32_t operand = operand_at(r, 2);
    return operand != XB_GRAPH_NONE && r->shapes[operand].rank == 0 &&
           r->shapes[operand].type == XB_TYPE_INTEGER &&
           xb_expression_vertex(r->expression, operand)->node.kind != XB_KIND_CONSTANT;
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

/* The dimension that goes is a value: what was after it moves to the front. */
static void reduced_somewhere(const xb_result *r, xb_list *extents)
{
    for (int d = 1; d < rank_of(r, 1); d++) {
        xb_expression *size = xb_build_expression(r->program);
        size->root = size_of(r, 1, choose(r, size, XB_INTRINSIC_GREATER_THAN, d, d, d + 1), size);
        xb_list_append(r->program->arena, extents, size);
    }
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

/* The extent in dimension d of what is spread, unless d is the new one. Then what is asked for must be an
 * extent all the same. */
static uint32_t old_extent(const xb_result *r, int d, xb_expression *to)
{
    int rank = rank_of(r, 1);
    uint32_t dimension = d == 1          ? number(r, to, 1)
                         : d == rank + 1 ? number(r, to, rank)
                                         : choose(r, to, XB_INTRINSIC_GREATER_THAN, d, d, d - 1);
    return size_of(r, 1, dimension, to);
}

/* The new dimension is a value. The number of copies may be an integer of another kind, so that it is chosen
 * by a factor. */
static void spread_somewhere(const xb_result *r, xb_list *extents)
{
    for (int d = 1; d <= rank_of(r, 1) + 1; d++) {
        xb_expression *extent = xb_build_expression(r->program);
        uint32_t copies = xb_build_binary(r->program, extent, XB_INTRINSIC_MUL, add_operand(r, 3, extent),
                                          choose(r, extent, XB_INTRINSIC_EQUAL, d, 1, 0));
        uint32_t size = xb_build_binary(r->program, extent, XB_INTRINSIC_MUL, old_extent(r, d, extent),
                                        choose(r, extent, XB_INTRINSIC_EQUAL, d, 0, 1));
        extent->root = xb_build_binary(r->program, extent, XB_INTRINSIC_ADD, copies, size);
        xb_list_append(r->program->arena, extents, extent);
    }
}

xb_list xb_result_extents(const xb_result *result)
{
    xb_list extents = {.count = 0};
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(result->expression, result->vertex));
    bool somewhere = is_dimension_variable(result);
    switch (xb_intrinsic_facts_of(code)->form) {
    case XB_FORM_MULTIPLIED: multiplied(result, &extents); break;
    case XB_FORM_TRANSPOSED: transposed(result, &extents); break;
    case XB_FORM_REDUCTION: (somewhere ? reduced_somewhere : reduced)(result, &extents); break;
    case XB_FORM_SPREAD: (somewhere ? spread_somewhere : spread)(result, &extents); break;
    default: break;
    }
    return extents;
}
