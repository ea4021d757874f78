/**
 * @file
 * What the families of elemental intrinsics share.
 *
 * Each family is a table in a file of its own, in order of codes. Most rows apply a real function of one or
 * two operands; a function is described by itself and its derivative.
 */
#ifndef XB_EVALUATE_INTRINSICS_ELEMENTAL_H
#define XB_EVALUATE_INTRINSICS_ELEMENTAL_H

#include <math.h>

#include "evaluate/intrinsics/intrinsics.h"

/** Rows in order of codes. */
typedef struct xb_elemental_family {
    const xb_elemental *rows;
    size_t count;
} xb_elemental_family;

extern const xb_elemental_family xb_elemental_arithmetic;
extern const xb_elemental_family xb_elemental_bits;
extern const xb_elemental_family xb_elemental_comparison;
extern const xb_elemental_family xb_elemental_conversion;
extern const xb_elemental_family xb_elemental_exponential;
extern const xb_elemental_family xb_elemental_piecewise;
extern const xb_elemental_family xb_elemental_representation;
extern const xb_elemental_family xb_elemental_special;
extern const xb_elemental_family xb_elemental_text;
extern const xb_elemental_family xb_elemental_trigonometric;

/** A function of one real, or complex, operand. */
typedef struct xb_unary {
    double (*f)(double x);
    double (*slope)(double x, double y);   /**< f'(x), y being f(x); NULL: 0 everywhere */
    double complex (*g)(double complex z); /**< of complex operands; NULL if there is none */
    double complex (*complex_slope)(double complex z, double complex w);
    double (*distance)(double x); /**< to the nearest kink; NULL if there is none */
} xb_unary;

/** A function of two real operands. */
typedef struct xb_binary {
    double (*f)(double a, double b);
    void (*slopes)(double a, double b, double y, double *da, double *db); /**< sets the partials */
    double (*distance)(double a, double b); /**< to the nearest kink; NULL if there is none */
} xb_binary;

/** Value, tangent and kink of rows whose function is an xb_unary. The value is an error if a finite operand
 * has no finite function value. */
const char *xb_unary_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y);
double complex xb_unary_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                size_t count, const xb_number *y);
double xb_unary_kink(const xb_elemental *self, const xb_number *x, size_t count);

/** Value, tangent and kink of rows whose function is an xb_binary. */
const char *xb_binary_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y);
double complex xb_binary_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                 size_t count, const xb_number *y);
double xb_binary_kink(const xb_elemental *self, const xb_number *x, size_t count);

/** The root, or its opposite, whichever is near a value that is less accurate. */
double complex xb_on_branch(double complex root, double complex value);

/** 1/cosh² of a complex number. */
double complex xb_complex_sech_squared(double complex z);

/** Whether the derivative of a function of one real operand is 0 everywhere. */
bool xb_elemental_is_step(const xb_elemental *self);

/** Sets *y to a real number that was computed of `finite` operands. @return NULL, or that there is none */
const char *xb_real_result(double value, bool finite, xb_number *y);

/** What values return if the types of operands don't fit. */
const char *xb_wrong_type(void);

/** Sets *y to a real number. @return NULL, for values that can't fail */
static inline const char *xb_set_real(xb_number *y, double value)
{
    *y = (xb_number){.type = XB_TYPE_REAL, .real = value};
    return NULL;
}

/** Sets *y to a complex number. @return NULL */
static inline const char *xb_set_complex(xb_number *y, double complex value)
{
    *y = (xb_number){.type = XB_TYPE_COMPLEX, .real = creal(value), .imaginary = cimag(value)};
    return NULL;
}

/** Sets *y to an integer. @return NULL */
static inline const char *xb_set_integer(xb_number *y, int64_t value)
{
    *y = (xb_number){.type = XB_TYPE_INTEGER, .integer = value};
    return NULL;
}

/** Sets *y to a truth value. @return NULL */
static inline const char *xb_set_bool(xb_number *y, bool value)
{
    *y = (xb_number){.type = XB_TYPE_BOOL, .integer = value};
    return NULL;
}

/** Tells whether an operand is a number. */
static inline bool xb_is_numeric(const xb_number *x)
{
    return x->type == XB_TYPE_REAL || x->type == XB_TYPE_INTEGER || x->type == XB_TYPE_COMPLEX;
}

/** Tells whether an operand is an integer or real number. */
static inline bool xb_is_real(const xb_number *x)
{
    return x->type == XB_TYPE_REAL || x->type == XB_TYPE_INTEGER;
}

/** An integer or real number as a real one; of a complex one the real part. */
static inline double xb_real_of(const xb_number *x)
{
    return x->type == XB_TYPE_INTEGER ? (double)x->integer : x->real;
}

/** The type that two operands are promoted to; XB_TYPE_VOID if one is no number. */
static inline xb_type xb_promoted(const xb_number *a, const xb_number *b)
{
    if (a->type == b->type)
        return xb_is_numeric(a) ? a->type : XB_TYPE_VOID;
    if (!xb_is_numeric(a) || !xb_is_numeric(b))
        return XB_TYPE_VOID;
    return a->type == XB_TYPE_COMPLEX || b->type == XB_TYPE_COMPLEX ? XB_TYPE_COMPLEX : XB_TYPE_REAL;
}

/** A distance relative to a size if that is above 1. */
static inline double xb_relative(double distance, double size)
{
    return fabs(distance) / fmax(1, fabs(size));
}

#endif
