/*
 * Intervals are wide enough to meet every branch of a function, and clear of overflow. A distance tells how
 * far a point may be moved along any operand without meeting a kink, a singularity or a branch cut.
 */
#include "partial_points.h"

#include <math.h>

/* Pi as far as distances to poles need it. */
static const long double pi = 3.141592653589793L;

/* ---- distances ------------------------------------------------------------- */

static long double first(const long double complex *x)
{
    return creall(x[0]);
}

static long double second(const long double complex *x)
{
    return creall(x[1]);
}

static long double to_zero(const long double complex *x)
{
    return cabsl(x[0]);
}

static long double second_to_zero(const long double complex *x)
{
    return cabsl(x[1]);
}

static long double to_pole_of_gamma(const long double complex *x)
{
    return first(x) > 0.5L ? first(x) : fabsl(first(x) - roundl(first(x)));
}

static long double both_to_zero(const long double complex *x)
{
    return fminl(fabsl(first(x)), fabsl(second(x)));
}

static long double to_origin(const long double complex *x)
{
    return hypotl(first(x), second(x));
}

static long double to_each_other(const long double complex *x)
{
    return fabsl(first(x) - second(x)) / 2;
}

static long double to_minus_one(const long double complex *x)
{
    return fabsl(first(x) + 1);
}

static long double to_one(const long double complex *x)
{
    return fabsl(first(x) - 1);
}

static long double to_unit(const long double complex *x)
{
    return fabsl(1 - fabsl(first(x)));
}

static long double to_whole(const long double complex *x)
{
    return fabsl(first(x) - roundl(first(x)));
}

static long double to_half(const long double complex *x)
{
    return fabsl(first(x) - floorl(first(x)) - 0.5L);
}

static long double to_pole(long double x, long double period)
{
    return fabsl(fabsl(remainderl(x, period)) - period / 2);
}

static long double to_tangent_pole(const long double complex *x)
{
    return to_pole(first(x), pi);
}

static long double to_degree_pole(const long double complex *x)
{
    return to_pole(first(x), 180);
}

static long double to_turn_pole(const long double complex *x)
{
    return to_pole(first(x), 1);
}

/* The quotient jumps from one whole number (or, with an offset, half number) to the next. */
static long double to_jump(const long double complex *x, long double offset)
{
    long double quotient = first(x) / second(x) + offset;
    long double jump = fabsl(quotient - roundl(quotient)) * fabsl(second(x)) / (2 + 2 * fabsl(quotient));
    return fminl(jump, fabsl(second(x)));
}

static long double to_whole_quotient(const long double complex *x)
{
    return to_jump(x, 0);
}

static long double to_half_quotient(const long double complex *x)
{
    return to_jump(x, 0.5L);
}

static long double to_power_of_two(const long double complex *x)
{
    int e;
    long double m = frexpl(fabsl(first(x)), &e);
    return ldexpl(fminl(m - 0.5L, 1 - m), e);
}

/* ---- branch cuts of complex functions -------------------------------------- */

/* To the part of the real axis up to `end`. */
static long double to_ray(long double complex z, long double end)
{
    return creall(z) < end ? fabsl(cimagl(z)) : cabsl(z - end);
}

static long double to_negative_axis(const long double complex *x)
{
    return to_ray(x[0], 0);
}

static long double to_axis_below_one(const long double complex *x)
{
    return to_ray(x[0], 1);
}

static long double to_axis_beyond_one(const long double complex *x)
{
    return fminl(to_ray(x[0], -1), to_ray(-x[0], -1));
}

static long double to_imaginary_beyond_one(const long double complex *x)
{
    long double complex turned = I * x[0];
    return to_axis_beyond_one(&turned);
}

static long double to_complex_pole(const long double complex *x)
{
    long double complex z = x[0];
    return cabsl(to_pole(creall(z), pi) + I * cimagl(z));
}

static long double to_imaginary_pole(const long double complex *x)
{
    long double complex turned = I * x[0];
    return to_complex_pole(&turned);
}

/* ---- where points are taken ------------------------------------------------ */

#define R(from, to)         \
    {                       \
        TYPE_REAL, from, to \
    }
#define N(from, to)            \
    {                          \
        TYPE_INTEGER, from, to \
    }
#define C                       \
    {                           \
        TYPE_COMPLEX, -2.5, 2.5 \
    }
#define B               \
    {                   \
        TYPE_BOOL, 0, 1 \
    }

const row real_rows[] = {
    {"add_scal_scal", {R(-9, 9), R(-9, 9)}, NULL},
    {"add_scal_scal", {R(-9, 9), N(-9, 9)}, NULL},
    {"sub_scal_scal", {R(-9, 9), R(-9, 9)}, NULL},
    {"sub_scal_scal", {N(-9, 9), R(-9, 9)}, NULL},
    {"mul_scal_scal", {R(-9, 9), R(-9, 9)}, NULL},
    {"mul_scal_scal", {R(-9, 9), N(-9, 9)}, NULL},
    {"mul_scal_scal", {N(-9, 9), R(-9, 9)}, NULL},
    {"div_scal_scal", {R(-9, 9), R(-9, 9)}, second_to_zero},
    {"div_scal_scal", {R(-9, 9), N(2, 9)}, NULL},
    {"div_scal_scal", {N(-9, 9), R(1, 9)}, second_to_zero},
    {"minus_scal", {R(-9, 9)}, NULL},
    {"pow_scal_scal", {R(0.1, 4), R(-3, 3)}, to_zero},
    {"pow_scal_scal", {R(-3, 3), N(0, 7)}, NULL},
    {"pow_scal_scal", {R(-3, -0.1), N(-4, 4)}, to_zero},
    {"pow_scal_scal", {N(1, 9), R(-2, 2)}, NULL},
    {"fma_scal_scal_scal", {R(-9, 9), R(-9, 9), R(-9, 9)}, NULL},
    {"dprod_scal_scal", {R(-9, 9), R(-9, 9)}, NULL},
    {"merge_scal_scal_scal", {R(-9, 9), R(-9, 9), B}, NULL},
    {"abs_scal", {R(-9, 9)}, to_zero},
    {"sign_scal_scal", {R(-9, 9), R(-9, 9)}, both_to_zero},
    {"copysign_scal_scal", {R(-9, 9), R(-9, 9)}, both_to_zero},
    {"nc_max_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"nc_min_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"fmax_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"fmin_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"dim_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"fdim_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"mod_scal_scal", {R(-20, 20), R(-4, 4)}, to_whole_quotient},
    {"fmod_scal_scal", {R(-20, 20), R(-4, 4)}, to_whole_quotient},
    {"modulo_scal_scal", {R(-20, 20), R(-4, 4)}, to_whole_quotient},
    {"bogus_modulo_scal_scal", {R(-20, 20), R(-4, 4)}, to_whole_quotient},
    {"remainder_scal_scal", {R(-20, 20), R(-4, 4)}, to_half_quotient},
    {"exp_scal", {R(-20, 5)}, NULL},
    {"exp2_scal", {R(-20, 5)}, NULL},
    {"expm1_scal", {R(-20, 5)}, NULL},
    {"ln_scal", {R(0.01, 20)}, to_zero},
    {"log10", {R(0.01, 20)}, to_zero},
    {"log2_scal", {R(0.01, 20)}, to_zero},
    {"log1p_scal", {R(-0.99, 20)}, to_minus_one},
    {"sqrt_scal", {R(0.01, 20)}, to_zero},
    {"cbrt_scal", {R(-20, 20)}, to_zero},
    {"hypot_scal_scal", {R(-9, 9), R(-9, 9)}, to_origin},
    {"sin_scal", {R(-20, 20)}, NULL},
    {"cos_scal", {R(-20, 20)}, NULL},
    {"tan_scal", {R(-20, 20)}, to_tangent_pole},
    {"oad_tan_scal", {R(-20, 20)}, to_tangent_pole},
    {"arcsin_scal", {R(-0.99, 0.99)}, to_unit},
    {"arccos_scal", {R(-0.99, 0.99)}, to_unit},
    {"arctan_scal", {R(-20, 20)}, NULL},
    {"arctan_scal_scal", {R(-9, 9), R(0, 9)}, to_origin},
    {"arctan_scal_scal", {R(0.1, 9), R(-9, 0)}, to_zero},
    {"arctan_scal_scal", {R(-9, -0.1), R(-9, 0)}, to_zero},
    {"arctan2_scal_scal", {R(-9, 9), R(0, 9)}, to_origin},
    {"sind_scal", {R(-400, 400)}, NULL},
    {"cosd_scal", {R(-400, 400)}, NULL},
    {"tand_scal", {R(-400, 400)}, to_degree_pole},
    {"arcsind_scal", {R(-0.99, 0.99)}, to_unit},
    {"arccosd_scal", {R(-0.99, 0.99)}, to_unit},
    {"arctand_scal", {R(-20, 20)}, NULL},
    {"arctand_scal_scal", {R(-9, 9), R(0, 9)}, to_origin},
    {"arctand_scal_scal", {R(0.1, 9), R(-9, 0)}, to_zero},
    {"sinpi_scal", {R(-3, 3)}, NULL},
    {"cospi_scal", {R(-3, 3)}, NULL},
    {"tanpi_scal", {R(-3, 3)}, to_turn_pole},
    {"arcsinpi_scal", {R(-0.99, 0.99)}, to_unit},
    {"arccospi_scal", {R(-0.99, 0.99)}, to_unit},
    {"arctanpi_scal", {R(-20, 20)}, NULL},
    {"arctanpi_scal_scal", {R(-9, 9), R(0, 9)}, to_origin},
    {"arctanpi_scal_scal", {R(0.1, 9), R(-9, 0)}, to_zero},
    {"sinh_scal", {R(-5, 5)}, NULL},
    {"cosh_scal", {R(-5, 5)}, NULL},
    {"tanh_scal", {R(-4, 4)}, NULL},
    {"arcsinh_scal", {R(-20, 20)}, NULL},
    {"arccosh_scal", {R(1.01, 20)}, to_one},
    {"arctanh_scal", {R(-0.99, 0.99)}, to_unit},
    {"erf_scal", {R(-4, 4)}, NULL},
    {"erfc_scal", {R(-4, 4)}, NULL},
    {"erfc_scaled_scal", {R(-2, 9)}, NULL},
    {"bessel_j0_scal", {R(-20, 20)}, NULL},
    {"bessel_j1_scal", {R(-20, 20)}, NULL},
    {"gamma_scal", {R(0.05, 20)}, to_pole_of_gamma},
    {"gamma_scal", {R(-4.9, 3)}, to_pole_of_gamma},
    {"lgamma_scal", {R(0.05, 2000)}, to_pole_of_gamma},
    {"lgamma_scal", {R(-20, 3)}, to_pole_of_gamma},
    {"bessel_jn_scal_scal", {N(0, 6), R(0.1, 20)}, NULL},
    {"bessel_y0_scal", {R(0.5, 20)}, to_zero},
    {"bessel_y1_scal", {R(0.5, 20)}, to_zero},
    {"bessel_yn_scal_scal", {N(0, 4), R(1, 20)}, second_to_zero},
    {"scale_scal_scal", {R(-9, 9), N(-9, 9)}, NULL},
    {"ldexp_scal_scal", {R(-9, 9), N(-9, 9)}, NULL},
    {"scalbn_scal_scal", {R(-9, 9), N(-9, 9)}, NULL},
    {"fraction_scal", {R(-9, 9)}, to_power_of_two},
    {"rrspacing_scal", {R(-9, 9)}, to_power_of_two},
    {"set_exponent_scal_scal", {R(-9, 9), N(-9, 9)}, to_power_of_two},
    {"nearest_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"nextafter_scal_scal", {R(-9, 9), R(-9, 9)}, to_each_other},
    {"real_scal", {R(-9, 9)}, NULL},
    {"dble_scal", {R(-9, 9)}, NULL},
    {"complex_scal", {R(-9, 9), R(-9, 9)}, NULL},
    {"int_scal", {R(-9, 9)}, to_whole},
    {"nint_scal", {R(-9, 9)}, to_half},
    {"floor_scal", {R(-9, 9)}, to_whole},
    {"bogus_floor_scal", {R(-9, 9)}, to_whole},
    {"ceiling_scal", {R(-9, 9)}, to_whole},
    {"bogus_ceil_scal", {R(-9, 9)}, to_whole},
    {"bogus_round_scal", {R(-9, 9)}, to_half},
    {"aint_scal", {R(-9, 9)}, to_whole},
    {"trunc_scal", {R(-9, 9)}, to_whole},
    {"anint_scal", {R(-9, 9)}, to_half},
    {"round_scal", {R(-9, 9)}, to_half},
    {"rint_scal", {R(-9, 9)}, to_half},
    {"nearbyint_scal", {R(-9, 9)}, to_half},
    {"lround_scal", {R(-9, 9)}, to_half},
    {"lrint_scal", {R(-9, 9)}, to_half},
    {"exponent_scal", {R(-9, 9)}, to_power_of_two},
    {"ilogb_scal", {R(-9, 9)}, to_power_of_two},
    {"logb_scal", {R(-9, 9)}, to_power_of_two},
    {"spacing_scal", {R(-9, 9)}, to_power_of_two},
    {"digits", {R(-9, 9)}, NULL},
};

const row complex_rows[] = {
    {"add_scal_scal", {C, C}, NULL},
    {"sub_scal_scal", {C, C}, NULL},
    {"mul_scal_scal", {C, C}, NULL},
    {"mul_scal_scal", {C, R(-2, 2)}, NULL},
    {"div_scal_scal", {C, C}, second_to_zero},
    {"div_scal_scal", {R(-2, 2), C}, second_to_zero},
    {"div_scal_scal", {C, N(2, 5)}, NULL},
    {"minus_scal", {C}, NULL},
    {"pow_scal_scal", {C, C}, to_negative_axis},
    {"pow_scal_scal", {C, N(0, 5)}, NULL},
    {"pow_scal_scal", {C, N(-3, 3)}, to_zero},
    {"pow_scal_scal", {R(0.2, 3), C}, to_zero},
    {"merge_scal_scal_scal", {C, C, B}, NULL},
    {"exp_scal", {C}, NULL},
    {"ln_scal", {C}, to_negative_axis},
    {"sqrt_scal", {C}, to_negative_axis},
    {"sin_scal", {C}, NULL},
    {"cos_scal", {C}, NULL},
    {"tan_scal", {C}, to_complex_pole},
    {"oad_tan_scal", {C}, to_complex_pole},
    {"arcsin_scal", {C}, to_axis_beyond_one},
    {"arccos_scal", {C}, to_axis_beyond_one},
    {"arctan_scal", {C}, to_imaginary_beyond_one},
    {"sinh_scal", {C}, NULL},
    {"cosh_scal", {C}, NULL},
    {"tanh_scal", {C}, to_imaginary_pole},
    {"arcsinh_scal", {C}, to_imaginary_beyond_one},
    {"arccosh_scal", {C}, to_axis_below_one},
    {"arctanh_scal", {C}, to_axis_beyond_one},
};

const size_t real_row_count = sizeof real_rows / sizeof *real_rows;
const size_t complex_row_count = sizeof complex_rows / sizeof *complex_rows;
