/*
 * Reductions: each line of the array is reduced by a function of its own. Sums and products go from the first
 * element to the last, values and tangents side by side.
 */
#include "evaluate/intrinsics/transformational_lines.h"

#include <float.h>
#include <math.h>

/* Reduces a line of x to element j of y. */
typedef const char *reduce_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink);

/* ---- lines ----------------------------------------------------------------- */

const char *xb_reduction_read(xb_arena *arena, const xb_array *x, size_t count, xb_reduction *reduction)
{
    *reduction = (xb_reduction){.dimension = -1};
    size_t next = 1;
    if (xb_has_operand(x, count, 1) && x[1].type == XB_TYPE_INTEGER) {
        const char *wrong = xb_array_dimension(arena, &x[1], x[0].rank, &reduction->dimension);
        if (wrong)
            return wrong;
    }
    if (xb_has_operand(x, count, 1) && x[1].type != XB_TYPE_INTEGER && x[1].type != XB_TYPE_BOOL)
        return xb_wrong_operand_type();
    if (count > 1 && x[1].type != XB_TYPE_BOOL)
        next = 2;
    if (next == 1 && xb_has_operand(x, count, 2))
        return xb_wrong_operand_type(); /* a mask, and something else */
    if (!xb_has_operand(x, count, next))
        return NULL;
    reduction->mask = &x[next];
    if (x[next].type != XB_TYPE_BOOL)
        return xb_wrong_operand_type();
    return x[next].rank == 0 || xb_array_conform(&x[0], &x[next]) ? NULL : xb_wrong_operand_shape();
}

int xb_reduction_shape(const xb_array *x, const xb_reduction *reduction, size_t *extents)
{
    int rank = 0;
    if (reduction->dimension < 0)
        return 0;
    for (int d = 0; d < x->rank; d++)
        if (d != reduction->dimension)
            extents[rank++] = xb_array_extent(x, d);
    return rank;
}

xb_line xb_reduction_line(const xb_array *x, const xb_reduction *reduction, size_t j)
{
    if (reduction->dimension < 0)
        return (xb_line){0, 1, x->count, reduction->mask, reduction->mask != NULL};
    size_t stride = 1, extent = xb_array_extent(x, reduction->dimension);
    for (int d = 0; d < reduction->dimension; d++)
        stride *= xb_array_extent(x, d);
    return (xb_line){j % stride + j / stride * stride * extent, stride, extent, reduction->mask, true};
}

static double size_of(const xb_array *x, size_t i)
{
    return x->type == XB_TYPE_INTEGER ? (double)x->integers[i] : x->reals[i];
}

static bool beats(const xb_array *x, size_t a, size_t b, bool least)
{
    if (x->type == XB_TYPE_INTEGER)
        return least ? x->integers[a] < x->integers[b] : x->integers[a] > x->integers[b];
    return least ? x->reals[a] < x->reals[b] : x->reals[a] > x->reals[b];
}

size_t xb_line_extremum(const xb_array *x, const xb_line *line, bool least, double *runner_up)
{
    size_t best = line->count;
    *runner_up = INFINITY;
    for (size_t k = 0; k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        if (xb_line_has(line, i) && (best == line->count || beats(x, i, xb_line_at(line, best), least)))
            best = k;
    }
    if (best == line->count || x->type == XB_TYPE_INTEGER)
        return best;
    double extremum = size_of(x, xb_line_at(line, best));
    for (size_t k = 0; k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        if (k != best && xb_line_has(line, i))
            *runner_up = fmin(*runner_up, fabs(size_of(x, i) - extremum) / fmax(1, fabs(extremum)));
    }
    return best;
}

/* Reduces all lines. @param type of the result */
static const char *reduce(xb_arena *arena, const xb_array *x, size_t count, xb_type type,
                          reduce_line *function, xb_array *y, double *kink)
{
    xb_reduction reduction;
    const char *wrong = xb_reduction_read(arena, x, count, &reduction);
    if (wrong)
        return wrong;
    size_t extents[XB_RANK_LIMIT];
    int rank = xb_reduction_shape(x, &reduction, extents);
    *y = xb_array_result(arena, type, rank, extents, x, 1);
    for (size_t j = 0; j < y->count; j++) {
        const xb_line line = xb_reduction_line(x, &reduction, j);
        wrong = function(x, &line, y, j, kink);
        if (wrong)
            return wrong; // cppcheck-suppress returnDanglingLifetime; the text lasts
    }
    return NULL;
}

static bool is_numeric(const xb_array *x)
{
    return x->type == XB_TYPE_INTEGER || xb_array_sides(x) > 0;
}

static const char *reduce_numbers(xb_arena *arena, const xb_array *x, size_t count, reduce_line *function,
                                  xb_array *y, double *kink)
{
    return is_numeric(x) ? reduce(arena, x, count, x->type, function, y, kink) : xb_wrong_operand_type();
}

/* ---- sums and products ----------------------------------------------------- */

static const char *integer_line(const xb_array *x, const xb_line *line, bool product, int64_t *result)
{
    uint64_t all = product ? 1 : 0;
    for (size_t k = 0; k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        if (xb_line_has(line, i))
            all = product ? all * (uint64_t)x->integers[i] : all + (uint64_t)x->integers[i];
    }
    *result = (int64_t)all;
    return NULL;
}

static const char *sum_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    (void)kink;
    if (x->type == XB_TYPE_INTEGER)
        return integer_line(x, line, false, &y->integers[j]);
    size_t sides = xb_array_sides(x), components = sides * y->directions;
    for (size_t k = 0; k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        if (!xb_line_has(line, i))
            continue;
        for (size_t side = 0; side < sides; side++)
            y->reals[sides * j + side] =
                xb_rounded(y->reals[sides * j + side] + x->reals[sides * i + side], x->width);
        for (size_t c = 0; x->tangents && c < components; c++)
            y->tangents[components * j + c] += x->tangents[components * i + c];
    }
    return NULL;
}

static const char *product_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    (void)kink;
    if (x->type == XB_TYPE_INTEGER)
        return integer_line(x, line, true, &y->integers[j]);
    double complex product = 1;
    for (size_t k = 0; k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        if (!xb_line_has(line, i))
            continue;
        double complex factor = xb_array_complex(x, i);
        for (size_t d = 0; x->tangents && d < x->directions; d++)
            xb_array_set_tangent(y, j, d,
                                 factor * xb_array_tangent(y, j, d) + product * xb_array_tangent(x, i, d));
        product *= factor;
        product = xb_complex(xb_rounded(creal(product), x->width), xb_rounded(cimag(product), x->width));
    }
    xb_array_set_complex(y, j, product);
    return NULL;
}

static const char *sum_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return reduce_numbers(arena, x, count, sum_line, y, kink);
}

static const char *product_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return reduce_numbers(arena, x, count, product_line, y, kink);
}

/* ---- the Euclidean norm ---------------------------------------------------- */

/* Elements are divided by the greatest, lest squares leave the range. At 0, where there is no derivative, 0
 * is taken, which is a subgradient. */
static const char *norm_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    double greatest = 0, squares = 0;
    for (size_t k = 0; k < line->count; k++)
        greatest = fmax(greatest, fabs(x->reals[xb_line_at(line, k)]));
    for (size_t k = 0; greatest > 0 && k < line->count; k++)
        squares += pow(x->reals[xb_line_at(line, k)] / greatest, 2);
    double norm = greatest * sqrt(squares);
    y->reals[j] = norm;
    *kink = fmin(*kink, norm / fmax(1, norm));
    for (size_t k = 0; x->tangents && k < line->count; k++) {
        size_t i = xb_line_at(line, k);
        double slope = norm == 0 ? 0 : x->reals[i] / norm;
        for (size_t d = 0; d < x->directions; d++)
            y->tangents[j * y->directions + d] += slope * x->tangents[i * x->directions + d];
    }
    return NULL;
}

static const char *norm_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return x->type == XB_TYPE_REAL ? reduce(arena, x, count, XB_TYPE_REAL, norm_line, y, kink)
                                   : xb_wrong_operand_type();
}

/* ---- extrema --------------------------------------------------------------- */

/* Which one of equal elements has the derivative is a choice: without dimension and mask, the first one,
 * which is where maxloc and minloc are; otherwise, each has its share. */
static void share_tangents(const xb_array *x, const xb_line *line, size_t best, xb_array *y, size_t j)
{
    const double extremum = x->reals[xb_line_at(line, best)];
    double equal = 0;
    for (size_t k = 0; k < line->count; k++)
        equal += xb_line_has(line, xb_line_at(line, k)) && x->reals[xb_line_at(line, k)] == extremum;
    for (size_t d = 0; equal > 1 && d < x->directions; d++) {
        double complex sum = 0;
        for (size_t k = 0; k < line->count; k++) {
            const size_t i = xb_line_at(line, k);
            sum += xb_line_has(line, i) && x->reals[i] == extremum ? xb_array_tangent(x, i, d) : 0;
        }
        xb_array_set_tangent(y, j, d, sum / equal);
    }
}

static const char *extremum_line(const xb_array *x, const xb_line *line, bool least, xb_array *y, size_t j,
                                 double *kink)
{
    double runner_up;
    size_t best = xb_line_extremum(x, line, least, &runner_up);
    *kink = fmin(*kink, runner_up);
    if (best < line->count) {
        xb_array_copy(y, j, x, xb_line_at(line, best));
        if (line->is_part && x->type == XB_TYPE_REAL && x->tangents)
            share_tangents(x, line, best, y, j);
        return NULL;
    }
    if (x->type == XB_TYPE_INTEGER)
        y->integers[j] = least ? -1 - xb_least_integer(x->width) : xb_least_integer(x->width);
    else
        y->reals[j] = (least ? 1 : -1) * (x->width == XB_WIDE ? DBL_MAX : (double)FLT_MAX);
    return NULL;
}

static const char *maximum_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    return extremum_line(x, line, false, y, j, kink);
}

static const char *minimum_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    return extremum_line(x, line, true, y, j, kink);
}

static const char *maxval_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return x->type == XB_TYPE_COMPLEX ? xb_wrong_operand_type()
                                      : reduce_numbers(arena, x, count, maximum_line, y, kink);
}

static const char *minval_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    return x->type == XB_TYPE_COMPLEX ? xb_wrong_operand_type()
                                      : reduce_numbers(arena, x, count, minimum_line, y, kink);
}

/* ---- truth values ---------------------------------------------------------- */

static const char *count_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    (void)kink;
    for (size_t k = 0; k < line->count; k++)
        y->integers[j] += x->integers[xb_line_at(line, k)] != 0;
    return NULL;
}

static const char *any_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    (void)count_line(x, line, y, j, kink);
    y->integers[j] = y->integers[j] > 0;
    return NULL;
}

static const char *all_line(const xb_array *x, const xb_line *line, xb_array *y, size_t j, double *kink)
{
    (void)count_line(x, line, y, j, kink);
    y->integers[j] = (size_t)y->integers[j] == line->count;
    return NULL;
}

static const char *reduce_truth(xb_arena *arena, const xb_array *x, size_t count, xb_type type,
                                reduce_line *function, xb_array *y)
{
    double kink;
    if (x[0].type != XB_TYPE_BOOL || (xb_has_operand(x, count, 1) && x[1].type != XB_TYPE_INTEGER))
        return xb_wrong_operand_type();
    return reduce(arena, x, count < 2 ? count : 2, type, function, y, &kink); /* the third is a kind */
}

static const char *all_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return reduce_truth(arena, x, count, XB_TYPE_BOOL, all_line, y);
}

static const char *any_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return reduce_truth(arena, x, count, XB_TYPE_BOOL, any_line, y);
}

static const char *count_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return reduce_truth(arena, x, count, XB_TYPE_INTEGER, count_line, y);
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_ALL, all_apply},          {XB_INTRINSIC_ANY, any_apply},
    {XB_INTRINSIC_COUNT_TRUE, count_apply}, {XB_INTRINSIC_NC_MAXVAL, maxval_apply},
    {XB_INTRINSIC_NC_MINVAL, minval_apply}, {XB_INTRINSIC_NORM2, norm_apply},
    {XB_INTRINSIC_PRODUCT, product_apply},  {XB_INTRINSIC_SUM, sum_apply},
};

const xb_transformational_family xb_transformational_reduction = {rows, sizeof rows / sizeof rows[0]};
