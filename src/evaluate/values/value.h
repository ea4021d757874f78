/**
 * @file
 * Values of running programs.
 *
 * A number is one value that stands alone; an array is what an expression or a variable has, with one
 * derivative component for each element and direction.
 */
#ifndef XB_EVALUATE_VALUES_VALUE_H
#define XB_EVALUATE_VALUES_VALUE_H

#ifndef __cplusplus
#include <complex.h>
#endif
#include <string.h>

#include "base/arena.h"
#include "ir/symbol.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A complex number, `double complex` in C. C++ does not have this type, but compilers do. */
#ifdef __cplusplus
__extension__ typedef double _Complex xb_double_complex;
#else
typedef double complex xb_double_complex;
#endif

/** A complex number of its parts, which may be infinite or not a number (CMPLX of C11, which not all have).
 */
static inline xb_double_complex xb_complex(double real, double imaginary)
{
    const double parts[2] = {real, imaginary};
    xb_double_complex result;
    memcpy(&result, parts, sizeof result);
    return result;
}

/** A character string of Fortran: length bytes, not ended by a zero byte. */
typedef struct xb_string {
    const char *bytes;
    size_t length;
} xb_string;

/** How many bytes compiled code gives an integer, a real number, or a part of a complex one. */
typedef enum xb_width {
    XB_WIDE = 0, /**< 8, or not known, which is computed likewise */
    XB_WIDTH_1 = 1,
    XB_WIDTH_2 = 2,
    XB_WIDTH_4 = 4,
    XB_WIDTH_4_UNROUNDED =
        5,              /**< a real number of 4, to inquiries, that keeps the digits of double precision */
    XB_UNSIGNED_1 = 17, /**< integers without sign */
    XB_UNSIGNED_2 = 18,
    XB_UNSIGNED_4 = 20
} xb_width;

/** Whether integers of a width have no sign. */
static inline bool xb_is_unsigned(xb_width width)
{
    return width >= XB_UNSIGNED_1;
}

/** The bytes of a width that is not XB_WIDE. */
static inline int xb_width_bytes(xb_width width)
{
    return (int)width & 15;
}

/** One value. */
typedef struct xb_number {
    xb_type type;     /**< XB_TYPE_INTEGER, XB_TYPE_REAL, XB_TYPE_COMPLEX, XB_TYPE_BOOL or XB_TYPE_STRING */
    xb_width width;   /**< of an integer, a real or complex number; otherwise XB_WIDE */
    int64_t integer;  /**< of an integer; 0 or 1 of a truth value */
    double real;      /**< of a real or complex number */
    double imaginary; /**< of a complex number; 0 otherwise */
    xb_string text;   /**< of a string */
} xb_number;

/**
 * Values in Fortran's order of elements (column-major), with derivative components. A scalar is an array of
 * rank 0 with one element.
 */
typedef struct xb_array {
    xb_type type;                    /**< as in xb_number */
    xb_width width;                  /**< as in xb_number, of all elements */
    int rank;                        /**< 0 to XB_RANK_LIMIT */
    xb_bounds bounds[XB_RANK_LIMIT]; /**< in the order of subscripts; upper < lower: no elements */
    size_t count;                    /**< number of elements */
    int64_t *integers;               /**< count, of integers and truth values; else NULL */
    double *reals;                   /**< count, of reals; 2 count, of complex numbers (real, imaginary) */
    xb_string *texts;                /**< count, of strings */
    size_t directions;               /**< derivative components of each element */
    double *tangents;                /**< directions for each of reals, those of one real side by side;
                                          NULL: all 0 */
} xb_array;

/** An integer. */
xb_number xb_number_of_integer(int64_t value);

/** A real number. */
xb_number xb_number_of_real(double value);

/** A complex number. */
xb_number xb_number_of_complex(xb_double_complex value);

/** A truth value. */
xb_number xb_number_of_bool(bool value);

/** A number as a complex one, whatever its numeric type. */
static inline xb_double_complex xb_number_complex(const xb_number *number)
{
    return number->type == XB_TYPE_COMPLEX || number->type == XB_TYPE_REAL
               ? xb_complex(number->real, number->imaginary)
               : xb_complex((double)number->integer, 0);
}

/** The width of values of a type that a front end spells as fe_type (I1, I2, I4; U1, U2, U4, without sign;
 * F4; C4 or C8, a complex number of single precision); NULL: not known. */
xb_width xb_width_of(xb_type type, const xb_name *fe_type);

/** The width of the result of two operands of one type. */
static inline xb_width xb_wider(xb_width a, xb_width b)
{
    if (a == b || a == XB_WIDE || b == XB_WIDE)
        return a == b ? a : XB_WIDE;
    int order = 2 * (xb_width_bytes(a) - xb_width_bytes(b)) + xb_is_unsigned(a) - xb_is_unsigned(b);
    return order > 0 ? a : b;
}

/** An integer as it is in that many bytes, in two's complement: it wraps around. */
static inline int64_t xb_wrapped(int64_t value, xb_width width)
{
    switch (width) {
    case XB_WIDTH_1: return (int8_t)value;
    case XB_WIDTH_2: return (int16_t)value;
    case XB_WIDTH_4: return (int32_t)value;
    case XB_UNSIGNED_1: return (uint8_t)value;
    case XB_UNSIGNED_2: return (uint16_t)value;
    case XB_UNSIGNED_4: return (uint32_t)value;
    default: return value;
    }
}

/** The least integer of that many bytes; the greatest is -1 less it. */
static inline int64_t xb_least_integer(xb_width width)
{
    return width == XB_WIDTH_1     ? INT8_MIN
           : width == XB_WIDTH_2   ? INT16_MIN
           : width == XB_WIDTH_4   ? INT32_MIN
           : xb_is_unsigned(width) ? 0
                                   : INT64_MIN;
}

/** Whether a real number, without its fraction, is an integer of that many bytes. */
static inline bool xb_fits_integer(double value, xb_width width)
{
    double limit = width == XB_WIDTH_1   ? 128.0
                   : width == XB_WIDTH_2 ? 32768.0
                   : width == XB_WIDTH_4 ? 2147483648.0
                                         : 9223372036854775808.0;
    if (xb_is_unsigned(width))
        return value > -1 && value < (double)(UINT64_C(1) << 8 * xb_width_bytes(width));
    return value < limit && (value >= -limit || (width != XB_WIDE && value > -limit - 1));
}

/** A real number as it is in that many bytes: rounded to single precision if it is of 4. */
static inline double xb_rounded(double value, xb_width width)
{
    return width == XB_WIDTH_4 ? (double)(float)value : value;
}

/** Makes a number one of a width, as wrapped or rounded as that asks for. Truth values and strings have none.
 */
static inline void xb_number_fit(xb_number *number, xb_width width)
{
    switch (number->type) {
    case XB_TYPE_INTEGER: number->integer = xb_wrapped(number->integer, width); break;
    case XB_TYPE_REAL: number->real = xb_rounded(number->real, width); break;
    case XB_TYPE_COMPLEX:
        number->real = xb_rounded(number->real, width);
        number->imaginary = xb_rounded(number->imaginary, width);
        break;
    default: return;
    }
    number->width = width;
}

/** xb_number_fit() of all elements of an array. */
void xb_array_fit(xb_array *array, xb_width width);

/** An array with room for its elements, which are zero. @param bounds rank bounds, in the order of subscripts
 */
xb_array xb_array_create(xb_arena *arena, xb_type type, int rank, const xb_bounds *bounds, size_t directions);

/** Element i (from 0) of an array. */
xb_number xb_array_get(const xb_array *array, size_t i);

/** Sets element i of an array to a number of the array's type. The bytes of a string are not copied. */
void xb_array_set(xb_array *array, size_t i, const xb_number *value);

#ifdef __cplusplus
}
#endif

#endif
