/*
 * Absolute values, signs, extrema and remainders, of integers and real numbers. Derivatives are those of the
 * piece that the operands lie in; on a border, that of the piece that the first operand would win.
 */
#include "evaluate/intrinsics/elemental.h"

/* Of two operands, integer ones by one function, others by an xb_binary. */
typedef struct mixed {
    xb_binary real;
    const char *(*integer)(int64_t a, int64_t b, xb_number *y);
} mixed;

static const char *mixed_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    const mixed *function = self->function;
    if (xb_promoted(&x[0], &x[1]) == XB_TYPE_INTEGER)
        return function->integer(x[0].integer, x[1].integer, y);
    return xb_binary_value(self, x, count, y); /* which sees the first member */
}

static double mixed_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    return xb_promoted(&x[0], &x[1]) == XB_TYPE_INTEGER ? INFINITY : xb_binary_kink(self, x, count);
}

/* Compilers tell -0 from 0. */
static double sign_of(double x)
{
    return signbit(x) ? -1 : 1;
}

/* That of the least integer is itself. */
static const char *magnitude(int64_t a, xb_number *y)
{
    return xb_set_integer(y, a < 0 ? (int64_t)(0 - (uint64_t)a) : a);
}

/* ---- absolute values and signs --------------------------------------------- */

static const char *abs_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (x->type) {
    case XB_TYPE_REAL: return xb_set_real(y, fabs(x->real));
    case XB_TYPE_COMPLEX: return xb_set_real(y, hypot(x->real, x->imaginary));
    case XB_TYPE_INTEGER: return magnitude(x->integer, y);
    default: return xb_wrong_type();
    }
}

static double complex abs_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                  size_t count, const xb_number *y)
{
    (void)self, (void)count;
    if (x->type != XB_TYPE_COMPLEX)
        return sign_of(x->real) * dx[0];
    if (y->real == 0)
        return creal(dx[0]);
    return x->real / y->real * creal(dx[0]) + x->imaginary / y->real * cimag(dx[0]);
}

static double abs_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    if (x->type == XB_TYPE_INTEGER)
        return INFINITY;
    double size = hypot(x->real, x->imaginary);
    return xb_relative(size, size);
}

static const char *iabs_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return x->type == XB_TYPE_INTEGER ? magnitude(x->integer, y) : xb_wrong_type();
}

static double signed_as(double a, double b)
{
    return sign_of(b) * fabs(a);
}

static const char *integer_signed_as(int64_t a, int64_t b, xb_number *y)
{
    const char *wrong = magnitude(a, y);
    if (!wrong && b < 0)
        y->integer = -y->integer;
    return wrong;
}

static void sign_slopes(double a, double b, double y, double *da, double *db)
{
    (void)y;
    *da = sign_of(a) * sign_of(b);
    *db = 0;
}

static void copysign_slopes(double a, double b, double y, double *da, double *db)
{
    (void)y;
    *da = sign_of(a) * (signbit(b) ? -1 : 1);
    *db = 0;
}

static double nearer_to_zero(double a, double b)
{
    return fmin(xb_relative(a, a), xb_relative(b, b));
}

/* ---- extrema --------------------------------------------------------------- */

/* The number of the first operand that beats all others; `least`: the smaller wins. */
static size_t winner(const xb_number *x, size_t count, bool least)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        bool beats = x[i].type == XB_TYPE_INTEGER && x[best].type == XB_TYPE_INTEGER
                         ? (least ? x[i].integer < x[best].integer : x[i].integer > x[best].integer)
                         : (least ? xb_real_of(&x[i]) < xb_real_of(&x[best])
                                  : xb_real_of(&x[i]) > xb_real_of(&x[best]));
        if (beats)
            best = i;
    }
    return best;
}

/* The function of a row is not NULL if the least operand is wanted. */
static const char *extremum_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    bool integers = true;
    for (size_t i = 0; i < count; i++) {
        if (!xb_is_real(&x[i]))
            return xb_wrong_type();
        integers = integers && x[i].type == XB_TYPE_INTEGER;
    }
    const xb_number *best = &x[winner(x, count, self->function)];
    return integers ? xb_set_integer(y, best->integer) : xb_set_real(y, xb_real_of(best));
}

static double complex extremum_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                       size_t count, const xb_number *y)
{
    (void)y;
    return dx[winner(x, count, self->function)];
}

static double extremum_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    size_t best = winner(x, count, self->function);
    double extremum = xb_real_of(&x[best]), nearest = INFINITY;
    bool integers = true;
    for (size_t i = 0; i < count; i++) {
        integers = integers && x[i].type == XB_TYPE_INTEGER;
        if (i != best)
            nearest = fmin(nearest, xb_relative(xb_real_of(&x[i]) - extremum, extremum));
    }
    return integers ? INFINITY : nearest;
}

static const bool least = true;

/* ---- differences and remainders -------------------------------------------- */

static double positive_difference(double a, double b)
{
    return a > b ? a - b : 0;
}

static const char *integer_positive_difference(int64_t a, int64_t b, xb_number *y)
{
    return xb_set_integer(y, a > b ? (int64_t)((uint64_t)a - (uint64_t)b) : 0);
}

static void positive_difference_slopes(double a, double b, double y, double *da, double *db)
{
    (void)y;
    *da = a >= b ? 1 : 0;
    *db = a >= b ? -1 : 0;
}

static double from_each_other(double a, double b)
{
    return xb_relative(a - b, fmax(fabs(a), fabs(b)));
}

static const char *integer_mod(int64_t a, int64_t p, xb_number *y)
{
    if (p == 0)
        return "a remainder of a division by 0";
    return xb_set_integer(y, p == -1 ? 0 : a % p);
}

static double modulo(double a, double p)
{
    double remainder = fmod(a, p);
    return remainder != 0 && (remainder < 0) != (p < 0) ? remainder + p : remainder;
}

static const char *integer_modulo(int64_t a, int64_t p, xb_number *y)
{
    const char *wrong = integer_mod(a, p, y);
    if (!wrong && y->integer != 0 && (y->integer < 0) != (p < 0))
        y->integer += p;
    return wrong;
}

/* y = a - n p, whichever way n is rounded; so n is known from y, also where a/p is rounded to the next
 * integer. */
static void remainder_slopes(double a, double p, double y, double *da, double *dp)
{
    *da = 1;
    *dp = -rint((a - y) / p);
}

/* To the nearest multiple of p. */
static double to_multiple(double a, double p)
{
    return xb_relative(remainder(a, p), a);
}

/* The piece around 0 is twice as wide. */
static double to_multiple_but_zero(double a, double p)
{
    return fabs(a) < fabs(p) ? xb_relative(fabs(p) - fabs(a), a) : to_multiple(a, p);
}

static double to_half_multiple(double a, double p)
{
    return xb_relative(fabs(p) / 2 - fabs(remainder(a, p)), a);
}

static const mixed dim = {{positive_difference, positive_difference_slopes, from_each_other},
                          integer_positive_difference};
static const mixed mod = {{fmod, remainder_slopes, to_multiple_but_zero}, integer_mod};
static const mixed modulo_rule = {{modulo, remainder_slopes, to_multiple}, integer_modulo};
static const mixed sign = {{signed_as, sign_slopes, nearer_to_zero}, integer_signed_as};
static const xb_binary c_copysign = {copysign, copysign_slopes, nearer_to_zero};
static const xb_binary c_fdim = {positive_difference, positive_difference_slopes, from_each_other};
static const xb_binary c_fmod = {fmod, remainder_slopes, to_multiple_but_zero};
static const xb_binary c_remainder = {remainder, remainder_slopes, to_half_multiple};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_ABS, abs_value, abs_tangent, abs_kink, NULL},
    {XB_INTRINSIC_BOGUS_MODULO, mixed_value, xb_binary_tangent, mixed_kink, &modulo_rule},
    {XB_INTRINSIC_COPYSIGN, xb_binary_value, xb_binary_tangent, xb_binary_kink, &c_copysign},
    {XB_INTRINSIC_DIM, mixed_value, xb_binary_tangent, mixed_kink, &dim},
    {XB_INTRINSIC_FDIM, xb_binary_value, xb_binary_tangent, xb_binary_kink, &c_fdim},
    {XB_INTRINSIC_FMAX, extremum_value, extremum_tangent, extremum_kink, NULL},
    {XB_INTRINSIC_FMIN, extremum_value, extremum_tangent, extremum_kink, &least},
    {XB_INTRINSIC_FMOD, xb_binary_value, xb_binary_tangent, xb_binary_kink, &c_fmod},
    {XB_INTRINSIC_IABS, iabs_value, NULL, NULL, NULL},
    {XB_INTRINSIC_MOD, mixed_value, xb_binary_tangent, mixed_kink, &mod},
    {XB_INTRINSIC_MODULO, mixed_value, xb_binary_tangent, mixed_kink, &modulo_rule},
    {XB_INTRINSIC_NC_MAX, extremum_value, extremum_tangent, extremum_kink, NULL},
    {XB_INTRINSIC_NC_MIN, extremum_value, extremum_tangent, extremum_kink, &least},
    {XB_INTRINSIC_REMAINDER, xb_binary_value, xb_binary_tangent, xb_binary_kink, &c_remainder},
    {XB_INTRINSIC_SIGN, mixed_value, xb_binary_tangent, mixed_kink, &sign},
};

const xb_elemental_family xb_elemental_piecewise = {rows, sizeof rows / sizeof rows[0]};
