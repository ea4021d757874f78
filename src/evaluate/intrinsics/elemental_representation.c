/*
 * The parts of a number as it is represented: fraction and exponent, neighbours, spacing. Numbers are those
 * of Fortran's model, fractions lie in [1/2, 1).
 */
#include "evaluate/intrinsics/elemental.h"

#include <float.h>
#include <limits.h>

static int exponent_of(double x)
{
    int exponent;
    (void)frexp(x, &exponent);
    return exponent;
}

/* To the nearest power of two, or 0, where the exponent jumps. */
static double to_power(double x)
{
    int exponent;
    double fraction = fabs(frexp(x, &exponent));
    return x == 0 ? 0 : xb_relative(ldexp(fmin(fraction - 0.5, 1 - fraction), exponent), x);
}

/* ---- a number and an exponent ---------------------------------------------- */

/* An exponent as ldexp takes it; what lies beyond INT_MAX overflows all the same. */
static int clamped(int64_t exponent)
{
    return exponent > INT_MAX / 2 ? INT_MAX / 2 : exponent < -INT_MAX / 2 ? -INT_MAX / 2 : (int)exponent;
}

static const char *scale_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(&x[0]) || x[1].type != XB_TYPE_INTEGER)
        return xb_wrong_type();
    double operand = xb_real_of(&x[0]);
    return xb_real_result(ldexp(operand, clamped(x[1].integer)), isfinite(operand), y);
}

static double complex scale_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                    size_t count, const xb_number *y)
{
    (void)self, (void)count, (void)y;
    return ldexp(creal(dx[0]), clamped(x[1].integer));
}

static const char *set_exponent_value(const xb_elemental *self, const xb_number *x, size_t count,
                                      xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(&x[0]) || x[1].type != XB_TYPE_INTEGER)
        return xb_wrong_type();
    int exponent;
    double operand = xb_real_of(&x[0]), fraction = frexp(operand, &exponent);
    return xb_real_result(ldexp(fraction, clamped(x[1].integer)), isfinite(operand), y);
}

static double complex set_exponent_tangent(const xb_elemental *self, const xb_number *x,
                                           const double complex *dx, size_t count, const xb_number *y)
{
    (void)self, (void)count, (void)y;
    return ldexp(creal(dx[0]), clamped(x[1].integer) - exponent_of(xb_real_of(&x[0])));
}

static double set_exponent_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    return to_power(xb_real_of(&x[0]));
}

/* ---- parts ----------------------------------------------------------------- */

static double fraction(double x)
{
    int exponent;
    return frexp(x, &exponent);
}

static double fraction_slope(double x, double y)
{
    (void)y;
    return ldexp(1, -exponent_of(x));
}

static int digits_of(const xb_number *x)
{
    return x->width == XB_WIDE ? DBL_MANT_DIG : FLT_MANT_DIG;
}

static const char *relative_spacing_value(const xb_elemental *self, const xb_number *x, size_t count,
                                          xb_number *y)
{
    (void)self, (void)count;
    return xb_is_real(x) ? xb_set_real(y, ldexp(fabs(fraction(xb_real_of(x))), digits_of(x)))
                         : xb_wrong_type();
}

static double complex relative_spacing_tangent(const xb_elemental *self, const xb_number *x,
                                               const double complex *dx, size_t count, const xb_number *y)
{
    (void)self, (void)count, (void)y;
    double operand = xb_real_of(x);
    return ldexp(operand < 0 ? -1 : 1, digits_of(x) - exponent_of(operand)) * dx[0];
}

static const char *spacing_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(x))
        return xb_wrong_type();
    double least = x->width == XB_WIDE ? DBL_MIN : (double)FLT_MIN, operand = xb_real_of(x);
    return xb_set_real(y, operand == 0 ? least : fmax(ldexp(1, exponent_of(operand) - digits_of(x)), least));
}

static double spacing_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    return to_power(xb_real_of(x));
}

static const xb_unary fraction_rule = {fraction, fraction_slope, NULL, NULL, to_power};
static const xb_unary logb_rule = {logb, NULL, NULL, NULL, to_power};

/* The exponent of Fortran is 0 for 0; that of C is one less, and there is none for 0. */
static const char *exponent_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return x->type == XB_TYPE_REAL ? xb_set_integer(y, exponent_of(x->real)) : xb_wrong_type();
}

static const char *ilogb_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (x->type != XB_TYPE_REAL)
        return xb_wrong_type();
    return x->real == 0 ? "the exponent of 0" : xb_set_integer(y, ilogb(x->real));
}

static double exponent_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    return to_power(x->real);
}

/* ---- neighbours ------------------------------------------------------------ */

/* The next number in the precision of the first operand on the way to another one. */
static double next_of(const xb_number *x, double towards)
{
    double operand = xb_real_of(x);
    return x->width == XB_WIDE ? nextafter(operand, towards)
                               : (double)nextafterf((float)operand, (float)towards);
}

static const char *nearest_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(&x[0]) || !xb_is_real(&x[1]))
        return xb_wrong_type();
    double side = xb_real_of(&x[1]), operand = xb_real_of(&x[0]);
    double next = side == 0 ? (double)NAN : next_of(&x[0], side > 0 ? (double)INFINITY : -(double)INFINITY);
    return xb_real_result(next, isfinite(operand) && isfinite(side), y);
}

static const char *nextafter_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(&x[0]) || !xb_is_real(&x[1]))
        return xb_wrong_type();
    double towards = xb_real_of(&x[1]), operand = xb_real_of(&x[0]);
    return xb_real_result(next_of(&x[0], towards), isfinite(operand) && isfinite(towards), y);
}

static double complex neighbour_tangent(const xb_elemental *self, const xb_number *x,
                                        const double complex *dx, size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return dx[0];
}

static const xb_elemental rows[] = {
    {XB_INTRINSIC_EXPONENT, exponent_value, NULL, exponent_kink, NULL},
    {XB_INTRINSIC_FRACTION, xb_unary_value, xb_unary_tangent, xb_unary_kink, &fraction_rule},
    {XB_INTRINSIC_ILOGB, ilogb_value, NULL, exponent_kink, NULL},
    {XB_INTRINSIC_LDEXP, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_LOGB, xb_unary_value, NULL, xb_unary_kink, &logb_rule},
    {XB_INTRINSIC_NEAREST, nearest_value, neighbour_tangent, NULL, NULL},
    {XB_INTRINSIC_NEXTAFTER, nextafter_value, neighbour_tangent, NULL, NULL},
    {XB_INTRINSIC_RRSPACING, relative_spacing_value, relative_spacing_tangent, spacing_kink, NULL},
    {XB_INTRINSIC_SCALBN, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_SCALE, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_SET_EXPONENT, set_exponent_value, set_exponent_tangent, set_exponent_kink, NULL},
    {XB_INTRINSIC_SPACING, spacing_value, NULL, spacing_kink, NULL},
};

const xb_elemental_family xb_elemental_representation = {rows, sizeof rows / sizeof rows[0]};
