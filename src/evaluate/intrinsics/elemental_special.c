/*
 * Error, Bessel and gamma functions. What the C library has is its; the rest:
 *
 * - The scaled complementary error function, exp(x²) erfc(x): its continued fraction for large x (M.
 *   Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 1964, 7.1.14), whose tail gives the
 *   derivative without cancellation; elsewhere the product, x² being rounded in two parts.
 * - The digamma function: reflection, recurrence, and the asymptotic series (the same, 6.3.7, 6.3.5, 6.3.18;
 *   J. M. Bernardo, Algorithm AS 103: Psi (digamma) function, Applied Statistics 25, 1976).
 * - Derivatives of Bessel functions: whichever of the recurrences (the same, 9.1.27) does not cancel.
 */
#include "evaluate/intrinsics/elemental.h"

#include <limits.h>

static const double pi = 3.14159265358979323846;
static const double two_by_root_pi = 1.12837916709551257390;

/* ---- error functions ------------------------------------------------------- */

static double erf_slope(double x, double y)
{
    (void)y;
    return two_by_root_pi * exp(-x * x);
}

static double erfc_slope(double x, double y)
{
    (void)y;
    return -two_by_root_pi * exp(-x * x);
}

/* From here on the continued fraction gives the value, */
static const double far_out = 4;
/* and from here on the derivative, which cancels otherwise. */
static const double out = 1;

/* The tail K of 1/(sqrt(pi) (x + K)): (1/2)/(x + 1/(x + (3/2)/(x + …))), for x from 1. */
static double scaled_erfc_tail(double x)
{
    double tail = 0;
    for (int k = x < 2 ? 250 : 80; k > 0; k--)
        tail = k / 2.0 / (x + tail);
    return tail;
}

static double scaled_erfc(double x)
{
    if (x >= far_out)
        return two_by_root_pi / 2 / (x + scaled_erfc_tail(x));
    double rounded = rint(x * 1024) / 1024; /* few bits, so its square is exact */
    return exp(rounded * rounded) * exp((x - rounded) * (x + rounded)) * erfc(x);
}

static double scaled_erfc_slope(double x, double y)
{
    return x >= out ? -2 * y * scaled_erfc_tail(x) : 2 * x * y - two_by_root_pi;
}

static const xb_unary erf_rule = {erf, erf_slope, NULL, NULL, NULL};
static const xb_unary erfc_rule = {erfc, erfc_slope, NULL, NULL, NULL};
static const xb_unary scaled_erfc_rule = {scaled_erfc, scaled_erfc_slope, NULL, NULL, NULL};

/* ---- gamma functions ------------------------------------------------------- */

static double digamma(double x)
{
    /* B_2k / 2k */
    static const double terms[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                   1.0 / 132, -691.0 / 32760, 1.0 / 12,  -3617.0 / 8160};
    if (x <= 0) {
        double rest = remainder(x, 1); /* the tangent has the period 1 */
        return digamma(1 - x) - pi / tan(pi * rest);
    }
    double steps = 0;
    for (; x < 10; x++)
        steps += 1 / x;
    double square = 1 / (x * x), series = 0;
    for (size_t k = sizeof terms / sizeof terms[0]; k-- > 0;)
        series = (series + terms[k]) * square;
    return log(x) - 0.5 / x - series - steps;
}

static double gamma_slope(double x, double y)
{
    return y * digamma(x);
}

static double log_gamma_slope(double x, double y)
{
    (void)y;
    return digamma(x);
}

static const xb_unary gamma_rule = {tgamma, gamma_slope, NULL, NULL, NULL};
static const xb_unary log_gamma_rule = {lgamma, log_gamma_slope, NULL, NULL, NULL};

/* ---- Bessel functions ------------------------------------------------------ */

static double j0_slope(double x, double y)
{
    (void)y;
    return -j1(x);
}

static double j1_slope(double x, double y)
{
    return x == 0 ? 0.5 : j0(x) - y / x;
}

static double y0_slope(double x, double y)
{
    (void)y;
    return -y1(x);
}

static double y1_slope(double x, double y)
{
    return y0(x) - y / x;
}

static const xb_unary j0_rule = {j0, j0_slope, NULL, NULL, NULL};
static const xb_unary j1_rule = {j1, j1_slope, NULL, NULL, NULL};
static const xb_unary y0_rule = {y0, y0_slope, NULL, NULL, NULL};
static const xb_unary y1_rule = {y1, y1_slope, NULL, NULL, NULL};

/* Bessel functions of a whole order; negative orders, which derivatives of those of order 0 can be written
 * with, as the C library has them: J(-n) = (-1)^n J(n). */
typedef struct bessel {
    double (*f)(int order, double x);
} bessel;

static const char *bessel_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const bessel *function = self->function;
    if (x[0].type != XB_TYPE_INTEGER || !xb_is_real(&x[1]))
        return xb_wrong_type();
    if (x[0].integer <= -INT_MAX || x[0].integer >= INT_MAX)
        return "a Bessel function of an order out of range";
    double operand = xb_real_of(&x[1]);
    return xb_real_result(function->f((int)x[0].integer, operand), isfinite(operand), y);
}

static double complex bessel_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                     size_t count, const xb_number *y)
{
    (void)count;
    const bessel *function = self->function;
    int order = (int)x[0].integer;
    double operand = xb_real_of(&x[1]), slope;
    if (operand == 0)
        slope = order == 1 ? 0.5 : order == -1 ? -0.5 : 0;
    else if (order == 0)
        slope = -function->f(1, operand);
    else if (fabs(operand) < order)
        slope = order / operand * y->real - function->f(order + 1, operand);
    else
        slope = function->f(order - 1, operand) - order / operand * y->real;
    return slope * dx[1];
}

static const bessel first_kind = {jn}, second_kind = {yn};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_BESSEL_J0, xb_unary_value, xb_unary_tangent, NULL, &j0_rule},
    {XB_INTRINSIC_BESSEL_J1, xb_unary_value, xb_unary_tangent, NULL, &j1_rule},
    {XB_INTRINSIC_BESSEL_JN, bessel_value, bessel_tangent, NULL, &first_kind},
    {XB_INTRINSIC_BESSEL_Y0, xb_unary_value, xb_unary_tangent, NULL, &y0_rule},
    {XB_INTRINSIC_BESSEL_Y1, xb_unary_value, xb_unary_tangent, NULL, &y1_rule},
    {XB_INTRINSIC_BESSEL_YN, bessel_value, bessel_tangent, NULL, &second_kind},
    {XB_INTRINSIC_ERF, xb_unary_value, xb_unary_tangent, NULL, &erf_rule},
    {XB_INTRINSIC_ERFC, xb_unary_value, xb_unary_tangent, NULL, &erfc_rule},
    {XB_INTRINSIC_ERFC_SCALED, xb_unary_value, xb_unary_tangent, NULL, &scaled_erfc_rule},
    {XB_INTRINSIC_GAMMA, xb_unary_value, xb_unary_tangent, NULL, &gamma_rule},
    {XB_INTRINSIC_LGAMMA, xb_unary_value, xb_unary_tangent, NULL, &log_gamma_rule},
};

const xb_elemental_family xb_elemental_special = {rows, sizeof rows / sizeof rows[0]};
