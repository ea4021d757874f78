/*
 * Products of matrices and vectors. Both are sums of products over one index, of elements that are a fixed
 * stride apart.
 */
#include "evaluate/intrinsics/transformational.h"

/* The elements of one sum: number k of a is at first + k stride. */
typedef struct operand {
    const xb_array *array;
    size_t first, stride;
} operand;

static bool is_numeric(const xb_array *x)
{
    return x->type == XB_TYPE_INTEGER || xb_array_sides(x) > 0;
}

/* The type of products; XB_TYPE_VOID if there are none. */
static xb_type product_type(const xb_array *a, const xb_array *b)
{
    if (a->type == XB_TYPE_BOOL && b->type == XB_TYPE_BOOL)
        return XB_TYPE_BOOL;
    if (!is_numeric(a) || !is_numeric(b))
        return XB_TYPE_VOID;
    if (a->type == XB_TYPE_COMPLEX || b->type == XB_TYPE_COMPLEX)
        return XB_TYPE_COMPLEX;
    return a->type == XB_TYPE_REAL || b->type == XB_TYPE_REAL ? XB_TYPE_REAL : XB_TYPE_INTEGER;
}

static void whole_product(const operand *a, const operand *b, size_t terms, xb_array *y, size_t j)
{
    for (size_t k = 0; k < terms; k++) {
        int64_t factor = a->array->integers[a->first + k * a->stride];
        int64_t other = b->array->integers[b->first + k * b->stride];
        if (y->type == XB_TYPE_BOOL)
            y->integers[j] |= factor != 0 && other != 0;
        else
            y->integers[j] = (int64_t)((uint64_t)y->integers[j] + (uint64_t)factor * (uint64_t)other);
    }
}

static double complex rounded(double complex z, xb_width width)
{
    return xb_complex(xb_rounded(creal(z), width), xb_rounded(cimag(z), width));
}

/* Element j of y is the sum of products; of a, the conjugates are taken if that is wanted. */
static void sum_of_products(const operand *a, const operand *b, size_t terms, bool conjugate, xb_array *y,
                            size_t j)
{
    if (xb_array_sides(y) == 0) {
        whole_product(a, b, terms, y, j);
        return;
    }
    const xb_width width = y->width;
    double complex sum = 0;
    for (size_t k = 0; k < terms; k++) {
        size_t at_a = a->first + k * a->stride, at_b = b->first + k * b->stride;
        double complex factor = xb_array_complex(a->array, at_a), other = xb_array_complex(b->array, at_b);
        if (conjugate)
            factor = conj(factor);
        sum = rounded(sum + rounded(factor * other, width), width);
        for (size_t d = 0; y->tangents && d < y->directions; d++) {
            double complex tangent = xb_array_tangent(a->array, at_a, d);
            if (conjugate)
                tangent = conj(tangent);
            tangent = tangent * other + factor * xb_array_tangent(b->array, at_b, d);
            xb_array_set_tangent(y, j, d, xb_array_tangent(y, j, d) + tangent);
        }
    }
    xb_array_set_complex(y, j, sum);
}

static const char *dot_product_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                     double *kink)
{
    (void)kink;
    xb_type type = product_type(&x[0], &x[1]);
    if (type == XB_TYPE_VOID)
        return xb_wrong_operand_type();
    if (x[0].rank != 1 || x[1].rank != 1 || x[0].count != x[1].count)
        return xb_wrong_operand_shape();
    *y = xb_array_result(arena, type, 0, NULL, x, count);
    y->width = xb_result_width_of_arrays(XB_INTRINSIC_DOT_PRODUCT, x, count, type);
    const operand a = {&x[0], 0, 1}, b = {&x[1], 0, 1};
    sum_of_products(&a, &b, x[0].count, x[0].type == XB_TYPE_COMPLEX, y, 0);
    return NULL;
}

/* A vector on the left is a row, one on the right a column; neither makes a dimension of the result. */
static const char *matmul_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    xb_type type = product_type(&x[0], &x[1]);
    if (type == XB_TYPE_VOID)
        return xb_wrong_operand_type();
    int of_a = x[0].rank, of_b = x[1].rank;
    if (of_a < 1 || of_a > 2 || of_b < 1 || of_b > 2 || of_a + of_b < 3)
        return xb_wrong_operand_shape();
    size_t rows = of_a == 2 ? xb_array_extent(&x[0], 0) : 1;
    size_t columns = of_b == 2 ? xb_array_extent(&x[1], 1) : 1;
    size_t terms = xb_array_extent(&x[1], 0);
    if (xb_array_extent(&x[0], of_a - 1) != terms)
        return xb_wrong_operand_shape();
    size_t extents[2];
    int rank = 0;
    if (of_a == 2)
        extents[rank++] = rows;
    if (of_b == 2)
        extents[rank++] = columns;
    *y = xb_array_result(arena, type, rank, extents, x, count);
    y->width = xb_result_width_of_arrays(XB_INTRINSIC_MATMUL, x, count, type);
    for (size_t j = 0; j < y->count; j++) {
        const operand a = {&x[0], j % rows, rows}, b = {&x[1], j / rows * terms, 1};
        sum_of_products(&a, &b, terms, false, y, j);
    }
    return NULL;
}

static const xb_transformational rows_of_table[] = {
    {XB_INTRINSIC_DOT_PRODUCT, dot_product_apply},
    {XB_INTRINSIC_MATMUL, matmul_apply},
};

const xb_transformational_family xb_transformational_product = {rows_of_table, sizeof rows_of_table /
                                                                                   sizeof rows_of_table[0]};
