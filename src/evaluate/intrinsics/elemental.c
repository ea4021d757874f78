/*
 * Intrinsics are found by binary search in the table of each family. There are few families, and a program's
 * intrinsics are looked up once, not at each use.
 */
#include "evaluate/intrinsics/elemental.h"

#include <stdlib.h>

#include "evaluate/intrinsics/transformational.h"

static const xb_elemental_family *const families[] = {
    &xb_elemental_arithmetic,     &xb_elemental_bits,        &xb_elemental_comparison,
    &xb_elemental_conversion,     &xb_elemental_exponential, &xb_elemental_piecewise,
    &xb_elemental_representation, &xb_elemental_special,     &xb_elemental_text,
    &xb_elemental_trigonometric,
};
enum { FAMILIES = sizeof families / sizeof families[0] };

static int compare_code(const void *code, const void *row)
{
    xb_intrinsic_code a = *(const xb_intrinsic_code *)code, b = *(const xb_intrinsic_code *)row;
    return (a > b) - (a < b);
}

const void *xb_family_row(const void *rows, size_t count, size_t size, xb_intrinsic_code code)
{
    return bsearch(&code, rows, count, size, compare_code);
}

const xb_elemental *xb_elemental_find(xb_intrinsic_code code)
{
    const xb_elemental *found = NULL;
    for (size_t i = 0; i < FAMILIES && !found; i++)
        found = xb_family_row(families[i]->rows, families[i]->count, sizeof *families[i]->rows, code);
    return found;
}

const char *xb_wrong_type(void)
{
    return "an operand of a type that the intrinsic is not defined for";
}

const char *xb_real_result(double value, bool finite, xb_number *y)
{
    if (!isfinite(value) && finite)
        return isnan(value) ? "an operand outside of the function's domain"
                            : "an operand at a pole of the function, or a value out of range";
    return xb_set_real(y, value);
}

/* ---- functions of one operand ---------------------------------------------- */

static const char *complex_value(const xb_unary *function, double complex z, xb_number *y)
{
    if (!function->g)
        return xb_wrong_type();
    double complex w = function->g(z);
    bool finite = isfinite(creal(z)) && isfinite(cimag(z));
    if (finite && !(isfinite(creal(w)) && isfinite(cimag(w))))
        return "an operand at a pole of the function, or a value out of range";
    return xb_set_complex(y, w);
}

const char *xb_unary_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const xb_unary *function = self->function;
    if (x->type == XB_TYPE_COMPLEX)
        return complex_value(function, xb_number_complex(x), y);
    if (!xb_is_real(x))
        return xb_wrong_type();
    double operand = xb_real_of(x);
    return xb_real_result(function->f(operand), isfinite(operand), y);
}

double complex xb_unary_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                size_t count, const xb_number *y)
{
    (void)count;
    const xb_unary *function = self->function;
    if (x->type == XB_TYPE_COMPLEX)
        return function->complex_slope(xb_number_complex(x), xb_number_complex(y)) * dx[0];
    return function->slope ? function->slope(xb_real_of(x), y->real) * dx[0] : 0;
}

bool xb_elemental_is_step(const xb_elemental *self)
{
    if (self->tangent != xb_unary_tangent)
        return false;
    const xb_unary *function = self->function;
    return !function->slope && !function->complex_slope;
}

double xb_unary_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)count;
    const xb_unary *function = self->function;
    return x->type == XB_TYPE_COMPLEX ? INFINITY : function->distance(xb_real_of(x));
}

/* ---- functions of two operands --------------------------------------------- */

const char *xb_binary_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)count;
    const xb_binary *function = self->function;
    if (!xb_is_real(&x[0]) || !xb_is_real(&x[1]))
        return xb_wrong_type();
    double a = xb_real_of(&x[0]), b = xb_real_of(&x[1]);
    return xb_real_result(function->f(a, b), isfinite(a) && isfinite(b), y);
}

double complex xb_binary_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                 size_t count, const xb_number *y)
{
    (void)count;
    const xb_binary *function = self->function;
    double da = 0, db = 0;
    function->slopes(xb_real_of(&x[0]), xb_real_of(&x[1]), y->real, &da, &db);
    double complex tangent = 0;
    if (dx[0] != 0) /* a partial that nobody asks for may be infinite */
        tangent += da * dx[0];
    if (dx[1] != 0)
        tangent += db * dx[1];
    return tangent;
}

double xb_binary_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    (void)count;
    const xb_binary *function = self->function;
    return function->distance(xb_real_of(&x[0]), xb_real_of(&x[1]));
}

/* ---- singular points ------------------------------------------------------- */

static bool is_square_root_of(const xb_number *x, double square)
{
    const double complex z = xb_number_complex(x), root = square < 0 ? I : 1;
    return z == root || z == -root;
}

/* 0 to a power whose real part is less than 1; to the 0th, which is 1, if that may change. */
static bool is_low_power_of_zero(const xb_number *x)
{
    return xb_number_complex(&x[0]) == 0 && creal(xb_number_complex(&x[1])) < 1 &&
           x[1].type != XB_TYPE_INTEGER;
}

bool xb_elemental_is_singular(const xb_elemental *elemental, const xb_number *x, const xb_number *y)
{
    switch (elemental->intrinsic) {
    case XB_INTRINSIC_CBRT:
    case XB_INTRINSIC_HYPOT:
    case XB_INTRINSIC_SQRT: return xb_number_complex(y) == 0;
    case XB_INTRINSIC_ARCCOS:
    case XB_INTRINSIC_ARCCOSD:
    case XB_INTRINSIC_ARCCOSH:
    case XB_INTRINSIC_ARCCOSPI:
    case XB_INTRINSIC_ARCSIN:
    case XB_INTRINSIC_ARCSIND:
    case XB_INTRINSIC_ARCSINPI: return is_square_root_of(x, 1);
    case XB_INTRINSIC_ARCSINH: return is_square_root_of(x, -1);
    case XB_INTRINSIC_POW: return is_low_power_of_zero(x);
    default: return false;
    }
}
