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

static double relative_spacing(double x)
{
    return ldexp(fabs(fraction(x)), DBL_MANT_DIG);
}

static double relative_spacing_slope(double x, double y)
{
    (void)y;
    return ldexp(x < 0 ? -1 : 1, DBL_MANT_DIG - exponent_of(x));
}

static double spacing(double x)
{
    return x == 0 ? DBL_MIN : fmax(ldexp(1, exponent_of(x) - DBL_MANT_DIG), DBL_MIN);
}

static const xb_unary fraction_rule = {fraction, fraction_slope, NULL, NULL, to_power};
static const xb_unary relative_spacing_rule = {relative_spacing, relative_spacing_slope, NULL, NULL,
                                               to_power};
static const xb_unary spacing_rule = {spacing, NULL, NULL, NULL, to_power};
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

static double neighbour(double x, double side)
{
    return side == 0 ? NAN : nextafter(x, side > 0 ? INFINITY : -INFINITY);
}

static void first_slope(double a, double b, double y, double *da, double *db)
{
    (void)a, (void)b, (void)y;
    *da = 1;
    *db = 0;
}

static const xb_binary nearest_rule = {neighbour, first_slope, NULL};
static const xb_binary nextafter_rule = {nextafter, first_slope, NULL};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_EXPONENT, exponent_value, NULL, exponent_kink, NULL},
    {XB_INTRINSIC_FRACTION, xb_unary_value, xb_unary_tangent, xb_unary_kink, &fraction_rule},
    {XB_INTRINSIC_ILOGB, ilogb_value, NULL, exponent_kink, NULL},
    {XB_INTRINSIC_LDEXP, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_LOGB, xb_unary_value, NULL, xb_unary_kink, &logb_rule},
    {XB_INTRINSIC_NEAREST, xb_binary_value, xb_binary_tangent, NULL, &nearest_rule},
    {XB_INTRINSIC_NEXTAFTER, xb_binary_value, xb_binary_tangent, NULL, &nextafter_rule},
    {XB_INTRINSIC_RRSPACING, xb_unary_value, xb_unary_tangent, xb_unary_kink, &relative_spacing_rule},
    {XB_INTRINSIC_SCALBN, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_SCALE, scale_value, scale_tangent, NULL, NULL},
    {XB_INTRINSIC_SET_EXPONENT, set_exponent_value, set_exponent_tangent, set_exponent_kink, NULL},
    {XB_INTRINSIC_SPACING, xb_unary_value, NULL, xb_unary_kink, &spacing_rule},
};

const xb_elemental_family xb_elemental_representation = {rows, sizeof rows / sizeof rows[0]};
