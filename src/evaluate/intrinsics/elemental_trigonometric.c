/*
 * Trigonometric functions of angles in radians, degrees and half turns. Degrees and half turns are reduced to
 * an eighth of a turn before they are converted, which is exact, so that multiples of a quarter turn have the
 * values that they should have. Derivatives of inverse functions of complex operands are on the branch of the
 * value: of 1/cos(w) and -1/cos(w) for w = arcsin(z), that counts which is right.
 */
#include "evaluate/intrinsics/elemental.h"

static const double pi = 3.14159265358979323846;

/* The distance of 1 and -1, where arcsine and arccosine end. */
static double to_ends(double x)
{
    return xb_relative(1 - fabs(x), x);
}

/* ---- radians --------------------------------------------------------------- */

static double sin_slope(double x, double y)
{
    (void)y;
    return cos(x);
}

static double complex complex_sin_slope(double complex z, double complex w)
{
    (void)w;
    return ccos(z);
}

static double cos_slope(double x, double y)
{
    (void)y;
    return -sin(x);
}

static double complex complex_cos_slope(double complex z, double complex w)
{
    (void)w;
    return -csin(z);
}

static double tan_slope(double x, double y)
{
    (void)y;
    double c = cos(x);
    return 1 / (c * c);
}

/* The derivative of the hyperbolic tangent of iz. */
static double complex complex_tan_slope(double complex z, double complex w)
{
    (void)w;
    return xb_complex_sech_squared(I * z);
}

static double asin_slope(double x, double y)
{
    (void)y;
    return 1 / sqrt((1 - x) * (1 + x));
}

static double complex complex_asin_slope(double complex z, double complex w)
{
    return 1 / xb_on_branch(csqrt(1 - z) * csqrt(1 + z), ccos(w));
}

static double acos_slope(double x, double y)
{
    return -asin_slope(x, y);
}

static double complex complex_acos_slope(double complex z, double complex w)
{
    return -1 / xb_on_branch(csqrt(1 - z) * csqrt(1 + z), csin(w));
}

static double atan_slope(double x, double y)
{
    (void)y;
    double h = hypot(1, x);
    return 1 / h / h;
}

static double complex complex_atan_slope(double complex z, double complex w)
{
    (void)w;
    return 1 / (1 - I * z) / (1 + I * z);
}

/* The origin has no angle. */
static double angle(double y, double x)
{
    return x == 0 && y == 0 ? NAN : atan2(y, x);
}

static void angle_slopes(double y, double x, double value, double *dy, double *dx)
{
    (void)value;
    double h = hypot(x, y);
    *dy = x / h / h;
    *dx = -(y / h / h);
}

/* To the origin, or to the branch cut, where the angle jumps. */
static double to_cut(double y, double x)
{
    return xb_relative(x < 0 ? y : hypot(x, y), x);
}

static const xb_unary sin_rule = {sin, sin_slope, csin, complex_sin_slope, NULL};
static const xb_unary cos_rule = {cos, cos_slope, ccos, complex_cos_slope, NULL};
static const xb_unary tan_rule = {tan, tan_slope, ctan, complex_tan_slope, NULL};
static const xb_unary asin_rule = {asin, asin_slope, casin, complex_asin_slope, to_ends};
static const xb_unary acos_rule = {acos, acos_slope, cacos, complex_acos_slope, to_ends};
static const xb_unary atan_rule = {atan, atan_slope, catan, complex_atan_slope, NULL};
static const xb_binary angle_rule = {angle, angle_slopes, to_cut};

/* ---- exact reduction ------------------------------------------------------- */

/* sin and cos of turns/`turn` turns. */
static double sin_of_part(double part, double turn)
{
    double rest = remainder(part, turn), quarters = rint(4 * (rest / turn));
    double radians = (rest - quarters * (turn / 4)) * (2 * pi / turn);
    switch ((int)quarters) {
    case 0: return sin(radians);
    case 1: return cos(radians);
    case -1: return -cos(radians);
    default: return -sin(radians);
    }
}

static double cos_of_part(double part, double turn)
{
    double rest = fabs(remainder(part, turn)), quarters = rint(4 * (rest / turn));
    double radians = (rest - quarters * (turn / 4)) * (2 * pi / turn);
    switch ((int)quarters) {
    case 0: return cos(radians);
    case 1: return -sin(radians);
    default: return -cos(radians);
    }
}

/* ---- degrees --------------------------------------------------------------- */

static double sind(double x)
{
    return sin_of_part(x, 360);
}

static double cosd(double x)
{
    return cos_of_part(x, 360);
}

static double tand(double x)
{
    return sind(x) / cosd(x);
}

static double asind(double x)
{
    return asin(x) * (180 / pi);
}

static double acosd(double x)
{
    return acos(x) * (180 / pi);
}

static double atand(double x)
{
    return atan(x) * (180 / pi);
}

static double angle_in_degrees(double y, double x)
{
    return angle(y, x) * (180 / pi);
}

static double sind_slope(double x, double y)
{
    (void)y;
    return pi / 180 * cosd(x);
}

static double cosd_slope(double x, double y)
{
    (void)y;
    return -(pi / 180) * sind(x);
}

static double tand_slope(double x, double y)
{
    (void)y;
    double c = cosd(x);
    return pi / 180 / (c * c);
}

static double asind_slope(double x, double y)
{
    return 180 / pi * asin_slope(x, y);
}

static double acosd_slope(double x, double y)
{
    return -(180 / pi) * asin_slope(x, y);
}

static double atand_slope(double x, double y)
{
    return 180 / pi * atan_slope(x, y);
}

static void angle_in_degrees_slopes(double y, double x, double value, double *dy, double *dx)
{
    angle_slopes(y, x, value, dy, dx);
    *dy *= 180 / pi;
    *dx *= 180 / pi;
}

static const xb_unary sind_rule = {sind, sind_slope, NULL, NULL, NULL};
static const xb_unary cosd_rule = {cosd, cosd_slope, NULL, NULL, NULL};
static const xb_unary tand_rule = {tand, tand_slope, NULL, NULL, NULL};
static const xb_unary asind_rule = {asind, asind_slope, NULL, NULL, to_ends};
static const xb_unary acosd_rule = {acosd, acosd_slope, NULL, NULL, to_ends};
static const xb_unary atand_rule = {atand, atand_slope, NULL, NULL, NULL};
static const xb_binary angle_in_degrees_rule = {angle_in_degrees, angle_in_degrees_slopes, to_cut};

/* ---- half turns ------------------------------------------------------------ */

static double sinpi_of(double x)
{
    return sin_of_part(x, 2);
}

static double cospi_of(double x)
{
    return cos_of_part(x, 2);
}

static double tanpi_of(double x)
{
    return sinpi_of(x) / cospi_of(x);
}

static double asinpi_of(double x)
{
    return asin(x) / pi;
}

static double acospi_of(double x)
{
    return acos(x) / pi;
}

static double atanpi_of(double x)
{
    return atan(x) / pi;
}

static double angle_in_half_turns(double y, double x)
{
    return angle(y, x) / pi;
}

static double sinpi_slope(double x, double y)
{
    (void)y;
    return pi * cospi_of(x);
}

static double cospi_slope(double x, double y)
{
    (void)y;
    return -pi * sinpi_of(x);
}

static double tanpi_slope(double x, double y)
{
    (void)y;
    double c = cospi_of(x);
    return pi / (c * c);
}

static double asinpi_slope(double x, double y)
{
    return asin_slope(x, y) / pi;
}

static double acospi_slope(double x, double y)
{
    return -asin_slope(x, y) / pi;
}

static double atanpi_slope(double x, double y)
{
    return atan_slope(x, y) / pi;
}

static void angle_in_half_turns_slopes(double y, double x, double value, double *dy, double *dx)
{
    angle_slopes(y, x, value, dy, dx);
    *dy /= pi;
    *dx /= pi;
}

static const xb_unary sinpi_rule = {sinpi_of, sinpi_slope, NULL, NULL, NULL};
static const xb_unary cospi_rule = {cospi_of, cospi_slope, NULL, NULL, NULL};
static const xb_unary tanpi_rule = {tanpi_of, tanpi_slope, NULL, NULL, NULL};
static const xb_unary asinpi_rule = {asinpi_of, asinpi_slope, NULL, NULL, to_ends};
static const xb_unary acospi_rule = {acospi_of, acospi_slope, NULL, NULL, to_ends};
static const xb_unary atanpi_rule = {atanpi_of, atanpi_slope, NULL, NULL, NULL};
static const xb_binary angle_in_half_turns_rule = {angle_in_half_turns, angle_in_half_turns_slopes, to_cut};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_ARCCOS, xb_unary_value, xb_unary_tangent, xb_unary_kink, &acos_rule},
    {XB_INTRINSIC_ARCCOSD, xb_unary_value, xb_unary_tangent, xb_unary_kink, &acosd_rule},
    {XB_INTRINSIC_ARCCOSPI, xb_unary_value, xb_unary_tangent, xb_unary_kink, &acospi_rule},
    {XB_INTRINSIC_ARCSIN, xb_unary_value, xb_unary_tangent, xb_unary_kink, &asin_rule},
    {XB_INTRINSIC_ARCSIND, xb_unary_value, xb_unary_tangent, xb_unary_kink, &asind_rule},
    {XB_INTRINSIC_ARCSINPI, xb_unary_value, xb_unary_tangent, xb_unary_kink, &asinpi_rule},
    {XB_INTRINSIC_ARCTAN2, xb_binary_value, xb_binary_tangent, xb_binary_kink, &angle_rule},
    {XB_INTRINSIC_ARCTAN, xb_unary_value, xb_unary_tangent, NULL, &atan_rule},
    {XB_INTRINSIC_ARCTAN_SCAL_SCAL, xb_binary_value, xb_binary_tangent, xb_binary_kink, &angle_rule},
    {XB_INTRINSIC_ARCTAND, xb_unary_value, xb_unary_tangent, NULL, &atand_rule},
    {XB_INTRINSIC_ARCTAND_SCAL_SCAL, xb_binary_value, xb_binary_tangent, xb_binary_kink,
     &angle_in_degrees_rule},
    {XB_INTRINSIC_ARCTANPI, xb_unary_value, xb_unary_tangent, NULL, &atanpi_rule},
    {XB_INTRINSIC_ARCTANPI_SCAL_SCAL, xb_binary_value, xb_binary_tangent, xb_binary_kink,
     &angle_in_half_turns_rule},
    {XB_INTRINSIC_COS, xb_unary_value, xb_unary_tangent, NULL, &cos_rule},
    {XB_INTRINSIC_COSD, xb_unary_value, xb_unary_tangent, NULL, &cosd_rule},
    {XB_INTRINSIC_COSPI, xb_unary_value, xb_unary_tangent, NULL, &cospi_rule},
    {XB_INTRINSIC_OAD_TAN, xb_unary_value, xb_unary_tangent, NULL, &tan_rule},
    {XB_INTRINSIC_SIN, xb_unary_value, xb_unary_tangent, NULL, &sin_rule},
    {XB_INTRINSIC_SIND, xb_unary_value, xb_unary_tangent, NULL, &sind_rule},
    {XB_INTRINSIC_SINPI, xb_unary_value, xb_unary_tangent, NULL, &sinpi_rule},
    {XB_INTRINSIC_TAN, xb_unary_value, xb_unary_tangent, NULL, &tan_rule},
    {XB_INTRINSIC_TAND, xb_unary_value, xb_unary_tangent, NULL, &tand_rule},
    {XB_INTRINSIC_TANPI, xb_unary_value, xb_unary_tangent, NULL, &tanpi_rule},
};

const xb_elemental_family xb_elemental_trigonometric = {rows, sizeof rows / sizeof rows[0]};
