/*
 * Products of vectors and matrices. Where the factor b of x is complex, its conjugate takes part; in
 * dot_product(x, b), which conjugates x, that of y' does in its place.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"

static uint32_t conjugated(const xb_adjoint_term *t, xb_expression *value, uint32_t v)
{
    return xb_is_complex(xb_expression_vertex(value, v))
               ? xb_build_unary(t->a->program, value, XB_INTRINSIC_CONJ, v)
               : v;
}

/* y' = dot_product(x', b): x' += b conj(y'); y' = dot_product(a, x'): x' += a y'. */
bool xb_transpose_dot_product(xb_adjoint_term *t)
{
    xb_program *program = t->a->program;
    xb_expression *value = xb_build_expression(program);
    uint32_t other = xb_term_add_operand(t, value, 3 - t->position);
    if (!xb_is_complex(t->y)) {
        xb_adjoint_saxpy(t->a, xb_expression_vertex(value, other), xb_copy_reference(program, t->y),
                         xb_copy_reference(program, t->x));
        return true;
    }
    uint32_t y = xb_term_add_y(t, value);
    if (t->position == 1)
        y = conjugated(t, value, y);
    xb_term_add_value(t, value, xb_build_binary(program, value, XB_INTRINSIC_MUL, other, y));
    return true;
}

/* The transpose of a matrix, and a vector as it is. @return its number */
static uint32_t transposed(const xb_adjoint_term *t, xb_expression *value, uint32_t matrix, int rank)
{
    return rank == 2 ? xb_build_unary(t->a->program, value, XB_INTRINSIC_TRANSPOSE, matrix) : matrix;
}

/* A vector as all columns (dimension 2), or all rows (dimension 1), of a matrix in the shape of x. */
static uint32_t spread(const xb_adjoint_term *t, xb_expression *value, uint32_t vector, int64_t dimension)
{
    uint32_t copies = xb_term_add_extent(t, value, t->x, xb_term_add_integer(t, value, dimension));
    const uint32_t operands[] = {vector, xb_term_add_integer(t, value, dimension), copies};
    return xb_term_apply(t, value, XB_INTRINSIC_SPREAD, 3, operands);
}

static uint32_t outer_product(const xb_adjoint_term *t, xb_expression *value, uint32_t u, uint32_t v)
{
    uint32_t columns = spread(t, value, u, 2), rows = spread(t, value, v, 1);
    return xb_build_binary(t->a->program, value, XB_INTRINSIC_MUL, columns, rows);
}

/* y' = matmul(x', b): x' += matmul(y', transpose(b)); y' = matmul(a, x'): x' += matmul(transpose(a), y').
 * With vectors, products of two vectors are outer ones. */
bool xb_transpose_matmul(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    bool x_is_first = t->position == 1;
    int other_rank = xb_term_rank(t, 3 - t->position);
    uint32_t y = xb_term_add_y(t, value);
    uint32_t other = conjugated(t, value, xb_term_add_operand(t, value, 3 - t->position));
    uint32_t first = x_is_first ? y : transposed(t, value, other, other_rank);
    uint32_t second = x_is_first ? transposed(t, value, other, other_rank) : y;
    if (other_rank == 1) /* x is a matrix, y a vector */
        xb_term_add_value(t, value, outer_product(t, value, first, second));
    else
        xb_term_add_value(t, value,
                          xb_build_binary(t->a->program, value, XB_INTRINSIC_MATMUL, first, second));
    return true;
}
