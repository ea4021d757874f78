/*
 * Sums, products, quotients and powers, of integers, real and complex numbers. Operands are promoted as in
 * Fortran; integers wrap around, in 64 bits here, and in the width of the result afterwards.
 */
#include "evaluate/intrinsics/elemental.h"

/* ---- sums ------------------------------------------------------------------ */

static const char *add_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL: return xb_set_real(y, xb_real_of(&x[0]) + xb_real_of(&x[1]));
    case XB_TYPE_COMPLEX: return xb_set_complex(y, xb_number_complex(&x[0]) + xb_number_complex(&x[1]));
    case XB_TYPE_INTEGER:
        return xb_set_integer(y, (int64_t)((uint64_t)x[0].integer + (uint64_t)x[1].integer));
    default: return xb_wrong_type();
    }
}

static double complex add_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                  size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return dx[0] + dx[1];
}

static const char *subtract_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL: return xb_set_real(y, xb_real_of(&x[0]) - xb_real_of(&x[1]));
    case XB_TYPE_COMPLEX: return xb_set_complex(y, xb_number_complex(&x[0]) - xb_number_complex(&x[1]));
    case XB_TYPE_INTEGER:
        return xb_set_integer(y, (int64_t)((uint64_t)x[0].integer - (uint64_t)x[1].integer));
    default: return xb_wrong_type();
    }
}

static double complex subtract_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                       size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return dx[0] - dx[1];
}

static const char *negate_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (x->type) {
    case XB_TYPE_REAL: return xb_set_real(y, -x->real);
    case XB_TYPE_COMPLEX: return xb_set_complex(y, -xb_number_complex(x));
    case XB_TYPE_INTEGER: return xb_set_integer(y, (int64_t)(0 - (uint64_t)x->integer));
    default: return xb_wrong_type();
    }
}

static double complex negate_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                     size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return -dx[0];
}

/* ---- products and quotients ------------------------------------------------ */

/* In single precision the parts cancel as they do in compiled code. */
static double complex complex_product(const xb_number *a, const xb_number *b)
{
    double complex z = xb_number_complex(a), w = xb_number_complex(b);
    if (xb_result_width(XB_INTRINSIC_MUL, (const xb_number[]){*a, *b}, 2, XB_TYPE_COMPLEX) == XB_WIDTH_4)
        return (float complex)z * (float complex)w;
    return z * w;
}

static const char *multiply_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL: return xb_set_real(y, xb_real_of(&x[0]) * xb_real_of(&x[1]));
    case XB_TYPE_COMPLEX: return xb_set_complex(y, complex_product(&x[0], &x[1]));
    case XB_TYPE_INTEGER:
        return xb_set_integer(y, (int64_t)((uint64_t)x[0].integer * (uint64_t)x[1].integer));
    default: return xb_wrong_type();
    }
}

static double complex multiply_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                       size_t count, const xb_number *y)
{
    (void)self, (void)count;
    if (y->type != XB_TYPE_COMPLEX)
        return xb_real_of(&x[1]) * dx[0] + xb_real_of(&x[0]) * dx[1];
    return xb_number_complex(&x[1]) * dx[0] + xb_number_complex(&x[0]) * dx[1];
}

static const char *divide_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL:
        if (xb_real_of(&x[1]) == 0)
            return "a division by 0";
        return xb_set_real(y, xb_real_of(&x[0]) / xb_real_of(&x[1]));
    case XB_TYPE_COMPLEX:
        if (xb_number_complex(&x[1]) == 0)
            return "a division by 0";
        return xb_set_complex(y, xb_number_complex(&x[0]) / xb_number_complex(&x[1]));
    case XB_TYPE_INTEGER:
        if (x[1].integer == 0)
            return "a division of an integer by 0";
        if (x[1].integer == -1 && x[0].integer == xb_least_integer(xb_wider(x[0].width, x[1].width)))
            return "a quotient out of the range of integers"; /* the one overflow that processors don't wrap
                                                               */
        return xb_set_integer(y, x[0].integer / x[1].integer);
    default: return xb_wrong_type();
    }
}

/* d(a/b) = (da - (a/b) db) / b. */
static double complex divide_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                     size_t count, const xb_number *y)
{
    (void)self, (void)count;
    if (y->type != XB_TYPE_COMPLEX)
        return (dx[0] - y->real * dx[1]) / xb_real_of(&x[1]);
    return (dx[0] - xb_number_complex(y) * dx[1]) / xb_number_complex(&x[1]);
}

static const char *fma_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!xb_is_real(&x[0]) || !xb_is_real(&x[1]) || !xb_is_real(&x[2]))
        return xb_wrong_type();
    return xb_set_real(y, fma(xb_real_of(&x[0]), xb_real_of(&x[1]), xb_real_of(&x[2])));
}

static double complex fma_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                  size_t count, const xb_number *y)
{
    (void)self, (void)count, (void)y;
    return xb_real_of(&x[1]) * dx[0] + xb_real_of(&x[0]) * dx[1] + dx[2];
}

static double product(double a, double b)
{
    return a * b;
}

static void product_slopes(double a, double b, double y, double *da, double *db)
{
    (void)y;
    *da = b;
    *db = a;
}

static const xb_binary dprod = {product, product_slopes, NULL};

/* ---- powers ---------------------------------------------------------------- */

static const char *integer_power(int64_t base, int64_t exponent, xb_number *y)
{
    if (exponent < 0) {
        if (base == 0)
            return "0 to a negative power";
        if (base != 1 && base != -1)
            return xb_set_integer(y, 0);
        exponent = exponent % 2 == 0 ? 0 : 1;
    }
    uint64_t result = 1, power = (uint64_t)base;
    for (; exponent > 0; exponent /= 2, power *= power)
        if (exponent % 2 == 1)
            result *= power;
    return xb_set_integer(y, (int64_t)result);
}

/* z to a whole power, by squaring; z is not 0 if the power is negative. */
static double complex whole_power(double complex z, int64_t exponent)
{
    uint64_t left = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent;
    double complex result = 1;
    for (; left > 0; left /= 2) {
        if (left % 2 == 1)
            result *= z;
        if (left > 1)
            z *= z;
    }
    return exponent < 0 ? 1 / result : result;
}

static double complex complex_power(const xb_number *base, const xb_number *exponent)
{
    double complex z = xb_number_complex(base), w = xb_number_complex(exponent);
    if (z == 0) {
        if (w == 0)
            return 1;
        return creal(w) > 0 ? 0 : (double complex)NAN;
    }
    return exponent->type == XB_TYPE_INTEGER ? whole_power(z, exponent->integer) : cpow(z, w);
}

static const char *power_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    double complex w;
    switch (xb_promoted(&x[0], &x[1])) {
    case XB_TYPE_REAL: {
        double a = xb_real_of(&x[0]), b = xb_real_of(&x[1]);
        return xb_real_result(pow(a, b), isfinite(a) && isfinite(b), y);
    }
    case XB_TYPE_COMPLEX:
        w = complex_power(&x[0], &x[1]);
        return isnan(creal(w)) ? "0 to a power without positive real part" : xb_set_complex(y, w);
    case XB_TYPE_INTEGER: return integer_power(x[0].integer, x[1].integer, y);
    default: return xb_wrong_type();
    }
}

static double real_power_tangent(double a, double b, double da, double db, double y)
{
    double tangent = 0;
    if (da != 0 && b != 0)
        tangent += b * pow(a, b - 1) * da;
    if (db != 0 && (a != 0 || b <= 0))
        tangent += y * log(a) * db; /* no number where there is no derivative: a negative, or 0 to the 0 */
    return tangent;
}

static double complex complex_power_tangent(const xb_number *x, const double complex *dx, const xb_number *y)
{
    double complex z = xb_number_complex(&x[0]), w = xb_number_complex(&x[1]), tangent = 0;
    if (dx[0] != 0 && w != 0) {
        const xb_number one = {.type = XB_TYPE_INTEGER, .integer = 1};
        xb_number less;
        if (subtract_value(NULL, (xb_number[]){x[1], one}, 2, &less))
            return NAN;
        tangent += w * complex_power(&x[0], &less) * dx[0];
    }
    if (dx[1] != 0 && (z != 0 || creal(w) <= 0))
        tangent += xb_number_complex(y) * clog(z) * dx[1];
    return tangent;
}

static double complex power_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                    size_t count, const xb_number *y)
{
    (void)self, (void)count;
    if (y->type == XB_TYPE_COMPLEX)
        return complex_power_tangent(x, dx, y);
    return real_power_tangent(xb_real_of(&x[0]), xb_real_of(&x[1]), creal(dx[0]), creal(dx[1]), y->real);
}

/* With a broken, or not constant, exponent, 0 is an end of the domain. */
static double power_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)self, (void)count;
    if (x[1].type != XB_TYPE_REAL || !xb_is_real(&x[0]) || x[1].real == floor(x[1].real))
        return INFINITY;
    return xb_relative(xb_real_of(&x[0]), xb_real_of(&x[0]));
}

/* ---- complex numbers, choice ----------------------------------------------- */

static const char *conjugate_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (x->type != XB_TYPE_COMPLEX)
        return xb_wrong_type();
    return xb_set_complex(y, conj(xb_number_complex(x)));
}

static double complex conjugate_tangent(const xb_elemental *self, const xb_number *x,
                                        const double complex *dx, size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return conj(dx[0]);
}

static const char *imaginary_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return x->type == XB_TYPE_COMPLEX ? xb_set_real(y, x->imaginary) : xb_wrong_type();
}

static double complex imaginary_tangent(const xb_elemental *self, const xb_number *x,
                                        const double complex *dx, size_t count, const xb_number *y)
{
    (void)self, (void)x, (void)count, (void)y;
    return cimag(dx[0]);
}

static const char *merge_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (x[0].type != x[1].type || x[2].type != XB_TYPE_BOOL)
        return xb_wrong_type();
    *y = x[2].integer ? x[0] : x[1];
    return NULL;
}

static double complex merge_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                    size_t count, const xb_number *y)
{
    (void)self, (void)count, (void)y;
    return x[2].integer ? dx[0] : dx[1];
}

static const xb_elemental rows[] = {
    {XB_INTRINSIC_ADD, add_value, add_tangent, NULL, NULL},
    {XB_INTRINSIC_CONJ, conjugate_value, conjugate_tangent, NULL, NULL},
    {XB_INTRINSIC_DIV, divide_value, divide_tangent, NULL, NULL},
    {XB_INTRINSIC_DPROD, xb_binary_value, xb_binary_tangent, NULL, &dprod},
    {XB_INTRINSIC_FMA, fma_value, fma_tangent, NULL, NULL},
    {XB_INTRINSIC_IMAG, imaginary_value, imaginary_tangent, NULL, NULL},
    {XB_INTRINSIC_MERGE, merge_value, merge_tangent, NULL, NULL},
    {XB_INTRINSIC_MINUS, negate_value, negate_tangent, NULL, NULL},
    {XB_INTRINSIC_MUL, multiply_value, multiply_tangent, NULL, NULL},
    {XB_INTRINSIC_POW, power_value, power_tangent, power_kink, NULL},
    {XB_INTRINSIC_SUB, subtract_value, subtract_tangent, NULL, NULL},
};

const xb_elemental_family xb_elemental_arithmetic = {rows, sizeof rows / sizeof rows[0]};
