/*
 * Conversions between types of numbers, and rounding. The kind, a further operand, is the width of the result
 * (widths.c), which only the range of integers depends on here.
 */
#include "evaluate/intrinsics/elemental.h"

#include <math.h>

/* A way to round, and how far a number is from where the result jumps. */
typedef struct rounding {
    double (*f)(double x);
    double (*distance)(double x);
} rounding;

/* ---- to real and complex --------------------------------------------------- */

static const char *real_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return xb_is_numeric(x) ? xb_set_real(y, xb_real_of(x)) : xb_wrong_type();
}

static double complex real_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                   size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return creal(dx[0]);
}

/* Whether an imaginary part is given. */
static bool has_imaginary(const xb_number *x, size_t count)
{
    return count > 1 && x[1].type != XB_TYPE_VOID;
}

static const char *complex_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self;
    if (!has_imaginary(x, count))
        return xb_is_numeric(x) ? xb_set_complex(y, xb_number_complex(x)) : xb_wrong_type();
    if (!xb_is_real(&x[0]) || !xb_is_real(&x[1]))
        return xb_wrong_type();
    return xb_set_complex(y, xb_complex(xb_real_of(&x[0]), xb_real_of(&x[1])));
}

static double complex complex_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                      size_t count, const xb_number *y)
{
    (void)self, (void)y;
    return has_imaginary(x, count) ? xb_complex(creal(dx[0]), creal(dx[1])) : dx[0];
}

/* ---- rounding -------------------------------------------------------------- */

static const char *to_integer_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    const rounding *function = self->function;
    if (x->type == XB_TYPE_INTEGER)
        return xb_set_integer(y, x->integer);
    if (!xb_is_numeric(x))
        return xb_wrong_type();
    double rounded = function->f(x->real);
    if (!xb_fits_integer(rounded, xb_result_width(self->intrinsic, x, count, XB_TYPE_INTEGER)))
        return "a number out of the range of integers";
    return xb_set_integer(y, (int64_t)rounded);
}

static const char *to_whole_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const rounding *function = self->function;
    return xb_is_real(x) ? xb_set_real(y, function->f(xb_real_of(x))) : xb_wrong_type();
}

static double rounding_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)count;
    const rounding *function = self->function;
    return x->type == XB_TYPE_INTEGER ? INFINITY : function->distance(x->real);
}

static double to_whole(double x)
{
    return xb_relative(x - round(x), x);
}

/* Truncation is flat around 0. */
static double to_whole_but_zero(double x)
{
    return fabs(x) < 1 ? 1 - fabs(x) : to_whole(x);
}

static double to_half(double x)
{
    return xb_relative(0.5 - fabs(x - trunc(x)), x);
}

static const rounding truncation = {trunc, to_whole_but_zero}, away = {round, to_half};
static const rounding down = {floor, to_whole}, up = {ceil, to_whole};
static const rounding to_even = {nearbyint, to_half};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_AINT, to_whole_value, NULL, rounding_kink, &truncation},
    {XB_INTRINSIC_ANINT, to_whole_value, NULL, rounding_kink, &away},
    {XB_INTRINSIC_BOGUS_CEIL, to_integer_value, NULL, rounding_kink, &up},
    {XB_INTRINSIC_BOGUS_FLOOR, to_integer_value, NULL, rounding_kink, &down},
    {XB_INTRINSIC_BOGUS_ROUND, to_integer_value, NULL, rounding_kink, &away},
    {XB_INTRINSIC_CEILING, to_integer_value, NULL, rounding_kink, &up},
    {XB_INTRINSIC_COMPLEX, complex_value, complex_tangent, NULL, NULL},
    {XB_INTRINSIC_DBLE, real_value, real_tangent, NULL, NULL},
    {XB_INTRINSIC_FLOOR, to_integer_value, NULL, rounding_kink, &down},
    {XB_INTRINSIC_INT, to_integer_value, NULL, rounding_kink, &truncation},
    {XB_INTRINSIC_LRINT, to_integer_value, NULL, rounding_kink, &to_even},
    {XB_INTRINSIC_LROUND, to_integer_value, NULL, rounding_kink, &away},
    {XB_INTRINSIC_NEARBYINT, to_whole_value, NULL, rounding_kink, &to_even},
    {XB_INTRINSIC_NINT, to_integer_value, NULL, rounding_kink, &away},
    {XB_INTRINSIC_REAL, real_value, real_tangent, NULL, NULL},
    {XB_INTRINSIC_RINT, to_whole_value, NULL, rounding_kink, &to_even},
    {XB_INTRINSIC_ROUND, to_whole_value, NULL, rounding_kink, &away},
    {XB_INTRINSIC_TRUNC, to_whole_value, NULL, rounding_kink, &truncation},
};

const xb_elemental_family xb_elemental_conversion = {rows, sizeof rows / sizeof rows[0]};
