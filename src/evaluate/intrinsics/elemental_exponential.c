/*
 * Exponentials, logarithms, roots and hyperbolic functions. Derivatives of the inverse ones of complex
 * operands are on the branch of the value: of 1/sinh(w) and -1/sinh(w) for w = arccosh(z), that counts which
 * is right.
 */
#include "evaluate/intrinsics/elemental.h"

static const double log_2 = 0.69314718055994530942;
static const double log_10 = 2.30258509299404568402;

double complex xb_on_branch(double complex root, double complex value)
{
    return creal(value / root) < 0 ? -root : root;
}

/* ---- exponentials ---------------------------------------------------------- */

static double exp_slope(double x, double y)
{
    (void)x;
    return y;
}

static double complex complex_exp_slope(double complex z, double complex w)
{
    (void)z;
    return w;
}

static double exp2_slope(double x, double y)
{
    (void)x;
    return log_2 * y;
}

static double expm1_slope(double x, double y)
{
    (void)y;
    return exp(x);
}

static const xb_unary exp_rule = {exp, exp_slope, cexp, complex_exp_slope, NULL};
static const xb_unary exp2_rule = {exp2, exp2_slope, NULL, NULL, NULL};
static const xb_unary expm1_rule = {expm1, expm1_slope, NULL, NULL, NULL};

/* ---- logarithms ------------------------------------------------------------ */

static double log_slope(double x, double y)
{
    (void)y;
    return 1 / x;
}

static double complex complex_log_slope(double complex z, double complex w)
{
    (void)w;
    return 1 / z;
}

static double log10_slope(double x, double y)
{
    (void)y;
    return 1 / log_10 / x;
}

static double log2_slope(double x, double y)
{
    (void)y;
    return 1 / (log_2 * x);
}

static double log1p_slope(double x, double y)
{
    (void)y;
    return 1 / (1 + x);
}

static const xb_unary log_rule = {log, log_slope, clog, complex_log_slope, NULL};
static const xb_unary log10_rule = {log10, log10_slope, NULL, NULL, NULL};
static const xb_unary log2_rule = {log2, log2_slope, NULL, NULL, NULL};
static const xb_unary log1p_rule = {log1p, log1p_slope, NULL, NULL, NULL};

/* ---- roots ----------------------------------------------------------------- */

static double sqrt_slope(double x, double y)
{
    (void)x;
    return 1 / (2 * y);
}

static double complex complex_sqrt_slope(double complex z, double complex w)
{
    (void)z;
    return 1 / (2 * w);
}

static double cbrt_slope(double x, double y)
{
    (void)x;
    return 1 / (3 * y * y);
}

static double to_zero(double x)
{
    return xb_relative(x, x);
}

/* On the corner of the cone, along the first operand. */
static void hypot_slopes(double a, double b, double y, double *da, double *db)
{
    *da = y == 0 ? 1 : a / y;
    *db = y == 0 ? 0 : b / y;
}

static double to_origin(double a, double b)
{
    return to_zero(hypot(a, b));
}

static const xb_unary sqrt_rule = {sqrt, sqrt_slope, csqrt, complex_sqrt_slope, to_zero};
static const xb_unary cbrt_rule = {cbrt, cbrt_slope, NULL, NULL, to_zero};
static const xb_binary hypot_rule = {hypot, hypot_slopes, to_origin};

/* ---- hyperbolic functions -------------------------------------------------- */

static double sinh_slope(double x, double y)
{
    (void)y;
    return cosh(x);
}

static double complex complex_sinh_slope(double complex z, double complex w)
{
    (void)w;
    return ccosh(z);
}

static double cosh_slope(double x, double y)
{
    (void)y;
    return sinh(x);
}

static double complex complex_cosh_slope(double complex z, double complex w)
{
    (void)w;
    return csinh(z);
}

static double tanh_slope(double x, double y)
{
    (void)y;
    double c = cosh(x);
    return 1 / c / c;
}

/* Far out, cosh² overflows. */
double complex xb_complex_sech_squared(double complex z)
{
    const double far_out = 20;
    double complex c = ccosh(z), e = cexp(creal(z) < 0 ? 2 * z : -2 * z);
    return fabs(creal(z)) > far_out ? 4 * e : 1 / (c * c);
}

static double complex complex_tanh_slope(double complex z, double complex w)
{
    (void)w;
    return xb_complex_sech_squared(z);
}

static const xb_unary sinh_rule = {sinh, sinh_slope, csinh, complex_sinh_slope, NULL};
static const xb_unary cosh_rule = {cosh, cosh_slope, ccosh, complex_cosh_slope, NULL};
static const xb_unary tanh_rule = {tanh, tanh_slope, ctanh, complex_tanh_slope, NULL};

static double asinh_slope(double x, double y)
{
    (void)y;
    return 1 / hypot(1, x);
}

static double complex complex_asinh_slope(double complex z, double complex w)
{
    return 1 / xb_on_branch(csqrt(1 + I * z) * csqrt(1 - I * z), ccosh(w));
}

static double acosh_slope(double x, double y)
{
    (void)y;
    return 1 / (sqrt(x - 1) * sqrt(x + 1));
}

static double complex complex_acosh_slope(double complex z, double complex w)
{
    return 1 / xb_on_branch(csqrt(z - 1) * csqrt(z + 1), csinh(w));
}

static double to_one(double x)
{
    return xb_relative(x - 1, x);
}

static double atanh_slope(double x, double y)
{
    (void)y;
    return 1 / ((1 - x) * (1 + x));
}

static double complex complex_atanh_slope(double complex z, double complex w)
{
    (void)w;
    return 1 / (1 - z) / (1 + z);
}

static const xb_unary asinh_rule = {asinh, asinh_slope, casinh, complex_asinh_slope, NULL};
static const xb_unary acosh_rule = {acosh, acosh_slope, cacosh, complex_acosh_slope, to_one};
static const xb_unary atanh_rule = {atanh, atanh_slope, catanh, complex_atanh_slope, NULL};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_ARCCOSH, xb_unary_value, xb_unary_tangent, xb_unary_kink, &acosh_rule},
    {XB_INTRINSIC_ARCSINH, xb_unary_value, xb_unary_tangent, NULL, &asinh_rule},
    {XB_INTRINSIC_ARCTANH, xb_unary_value, xb_unary_tangent, NULL, &atanh_rule},
    {XB_INTRINSIC_CBRT, xb_unary_value, xb_unary_tangent, xb_unary_kink, &cbrt_rule},
    {XB_INTRINSIC_COSH, xb_unary_value, xb_unary_tangent, NULL, &cosh_rule},
    {XB_INTRINSIC_EXP2, xb_unary_value, xb_unary_tangent, NULL, &exp2_rule},
    {XB_INTRINSIC_EXP, xb_unary_value, xb_unary_tangent, NULL, &exp_rule},
    {XB_INTRINSIC_EXPM1, xb_unary_value, xb_unary_tangent, NULL, &expm1_rule},
    {XB_INTRINSIC_HYPOT, xb_binary_value, xb_binary_tangent, xb_binary_kink, &hypot_rule},
    {XB_INTRINSIC_LN, xb_unary_value, xb_unary_tangent, NULL, &log_rule},
    {XB_INTRINSIC_LOG10, xb_unary_value, xb_unary_tangent, NULL, &log10_rule},
    {XB_INTRINSIC_LOG1P, xb_unary_value, xb_unary_tangent, NULL, &log1p_rule},
    {XB_INTRINSIC_LOG2, xb_unary_value, xb_unary_tangent, NULL, &log2_rule},
    {XB_INTRINSIC_SINH, xb_unary_value, xb_unary_tangent, NULL, &sinh_rule},
    {XB_INTRINSIC_SQRT, xb_unary_value, xb_unary_tangent, xb_unary_kink, &sqrt_rule},
    {XB_INTRINSIC_TANH, xb_unary_value, xb_unary_tangent, NULL, &tanh_rule},
};

const xb_elemental_family xb_elemental_exponential = {rows, sizeof rows / sizeof rows[0]};
