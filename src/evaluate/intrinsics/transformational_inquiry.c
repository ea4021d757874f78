/*
 * Inquiries: about the shape of an operand, about whether it is there, and about how numbers of its type and
 * width are represented.
 */
#include "evaluate/intrinsics/transformational.h"

#include <float.h>

static const char *integer_result(xb_arena *arena, int64_t value, xb_array *y)
{
    *y = xb_array_create(arena, XB_TYPE_INTEGER, 0, NULL, 0);
    y->integers[0] = value;
    return NULL;
}

static const char *bool_result(xb_arena *arena, bool value, xb_array *y)
{
    *y = xb_array_create(arena, XB_TYPE_BOOL, 0, NULL, 0);
    y->integers[0] = value;
    return NULL;
}

static const char *real_result(xb_arena *arena, double value, xb_array *y)
{
    *y = xb_array_create(arena, XB_TYPE_REAL, 0, NULL, 0);
    y->reals[0] = value;
    return NULL;
}

/* ---- shapes ---------------------------------------------------------------- */

/* A dimension without elements has the bounds 1 and 0. */
static int64_t lower(const xb_array *x, int d)
{
    return xb_array_extent(x, d) == 0 ? 1 : x->bounds[d].lower;
}

static int64_t upper(const xb_array *x, int d)
{
    return xb_array_extent(x, d) == 0 ? 0 : x->bounds[d].upper;
}

static int64_t extent(const xb_array *x, int d)
{
    return (int64_t)xb_array_extent(x, d);
}

/* A property of one dimension, or the vector of it for all. */
static const char *by_dimension(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                int64_t (*property)(const xb_array *x, int d))
{
    if (x[0].type == XB_TYPE_VOID)
        return "the shape of something that is not there";
    if (xb_has_operand(x, count, 1)) {
        int d;
        const char *wrong = xb_array_dimension(arena, &x[1], x[0].rank, &d);
        return wrong ? wrong : integer_result(arena, property(&x[0], d), y);
    }
    *y = xb_array_result(arena, XB_TYPE_INTEGER, 1, (size_t[]){(size_t)x[0].rank}, NULL, 0);
    for (int d = 0; d < x[0].rank; d++)
        y->integers[d] = property(&x[0], d);
    return NULL;
}

static const char *lbound_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return by_dimension(arena, x, count, y, lower);
}

static const char *ubound_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return by_dimension(arena, x, count, y, upper);
}

/* The second operand is a kind. */
static const char *shape_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return by_dimension(arena, x, 1, y, extent);
}

static const char *size_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    if (x[0].type != XB_TYPE_VOID && !xb_has_operand(x, count, 1))
        return integer_result(arena, (int64_t)x[0].count, y);
    return by_dimension(arena, x, count, y, extent);
}

static const char *rank_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return integer_result(arena, x[0].rank, y);
}

/* ---- presence -------------------------------------------------------------- */

static const char *presence_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return bool_result(arena, x[0].type != XB_TYPE_VOID, y);
}

static const char *associated_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                    double *kink)
{
    if (xb_has_operand(x, count, 1))
        return "the question with what a pointer is associated";
    return presence_apply(arena, x, count, y, kink);
}

static const char *contiguous_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                    double *kink)
{
    (void)arena, (void)x, (void)count, (void)y, (void)kink;
    return "the question whether storage is contiguous";
}

/* ---- representation -------------------------------------------------------- */

static bool is_single(const xb_array *x)
{
    return x->width != XB_WIDE;
}

/* The bytes of an integer, a real number, or a part of a complex one. */
static int bytes_of(const xb_array *x)
{
    return x->width == XB_WIDE ? 8 : x->type != XB_TYPE_INTEGER ? 4 : xb_width_bytes(x->width);
}

/* A property of the type of the operand: of integers, and of reals; 0 where there is none. */
static const char *by_type(xb_arena *arena, const xb_array *x, int64_t of_integers, int64_t of_reals,
                           xb_array *y)
{
    int64_t property = x->type == XB_TYPE_INTEGER ? of_integers : xb_array_sides(x) > 0 ? of_reals : 0;
    return property != 0 ? integer_result(arena, property, y) : xb_wrong_operand_type();
}

/* The same of what complex numbers don't have. */
static const char *by_real(xb_arena *arena, const xb_array *x, int64_t of_integers, int64_t of_reals,
                           xb_array *y)
{
    return by_type(arena, x, of_integers, x->type == XB_TYPE_REAL ? of_reals : 0, y);
}

static const char *of_real(xb_arena *arena, const xb_array *x, double of_single, double of_double,
                           xb_array *y)
{
    return x->type == XB_TYPE_REAL ? real_result(arena, is_single(x) ? of_single : of_double, y)
                                   : xb_wrong_operand_type();
}

static const char *bit_size_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return by_type(arena, x, 8 * bytes_of(x), 0, y);
}

static const char *digits_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return by_real(arena, x, 8 * bytes_of(x) - 1, is_single(x) ? FLT_MANT_DIG : DBL_MANT_DIG, y);
}

/* Bytes, as most compilers have it; truth values and characters have kinds of their own. */
static const char *kind_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    int64_t other = x->type == XB_TYPE_BOOL ? 4 : x->type == XB_TYPE_STRING ? 1 : 0;
    return other != 0 ? integer_result(arena, other, y) : by_type(arena, x, bytes_of(x), bytes_of(x), y);
}

static const char *maxexponent_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                     double *kink)
{
    (void)count, (void)kink;
    return by_real(arena, x, 0, is_single(x) ? FLT_MAX_EXP : DBL_MAX_EXP, y);
}

static const char *minexponent_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                     double *kink)
{
    (void)count, (void)kink;
    return by_real(arena, x, 0, is_single(x) ? FLT_MIN_EXP : DBL_MIN_EXP, y);
}

static const char *precision_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                   double *kink)
{
    (void)count, (void)kink;
    return by_type(arena, x, 0, is_single(x) ? FLT_DIG : DBL_DIG, y);
}

static const char *radix_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return by_real(arena, x, 2, FLT_RADIX, y);
}

/* The greatest power of ten that is less than the greatest number. */
static const char *range_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    static const int64_t of_integers[] = {[1] = 2, [2] = 4, [4] = 9, [8] = 18};
    return by_type(arena, x, of_integers[bytes_of(x)], is_single(x) ? -FLT_MIN_10_EXP : -DBL_MIN_10_EXP, y);
}

static const char *epsilon_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return of_real(arena, x, (double)FLT_EPSILON, DBL_EPSILON, y);
}

static const char *tiny_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return of_real(arena, x, (double)FLT_MIN, DBL_MIN, y);
}

static const char *huge_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return x->type == XB_TYPE_REAL ? of_real(arena, x, (double)FLT_MAX, DBL_MAX, y)
                                   : by_type(arena, x, -1 - xb_least_integer(x->width), 0, y);
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_ALLOCATED, presence_apply},
    {XB_INTRINSIC_ASSOCIATED, associated_apply},
    {XB_INTRINSIC_BIT_SIZE, bit_size_apply},
    {XB_INTRINSIC_DIGITS, digits_apply},
    {XB_INTRINSIC_EPSILON, epsilon_apply},
    {XB_INTRINSIC_HUGE, huge_apply},
    {XB_INTRINSIC_IS_CONTIGUOUS, contiguous_apply},
    {XB_INTRINSIC_KIND, kind_apply},
    {XB_INTRINSIC_LBOUND, lbound_apply},
    {XB_INTRINSIC_MAXEXPONENT, maxexponent_apply},
    {XB_INTRINSIC_MINEXPONENT, minexponent_apply},
    {XB_INTRINSIC_PRECISION, precision_apply},
    {XB_INTRINSIC_PRESENT, presence_apply},
    {XB_INTRINSIC_RADIX, radix_apply},
    {XB_INTRINSIC_RANGE, range_apply},
    {XB_INTRINSIC_RANK, rank_apply},
    {XB_INTRINSIC_SHAPE, shape_apply},
    {XB_INTRINSIC_SIZE, size_apply},
    {XB_INTRINSIC_TINY, tiny_apply},
    {XB_INTRINSIC_UBOUND, ubound_apply},
};

const xb_transformational_family xb_transformational_inquiry = {rows, sizeof rows / sizeof rows[0]};
