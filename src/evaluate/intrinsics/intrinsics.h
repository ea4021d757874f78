/**
 * @file
 * What intrinsics compute, and how their results change with their operands.
 *
 * Names and numbers of operands are in ir/intrinsic.h. The rules are written by hand, one by one, and share
 * nothing with the catalogue of partial derivatives: they are what the catalogue is tested against. Elemental
 * intrinsics work on single values; transformational ones on whole arrays.
 */
#ifndef XB_EVALUATE_INTRINSICS_INTRINSICS_H
#define XB_EVALUATE_INTRINSICS_INTRINSICS_H

#include "evaluate/values/value.h"
#include "ir/intrinsic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An elemental intrinsic. Its functions get the intrinsic itself first: several may share one. */
typedef struct xb_elemental {
    xb_intrinsic_code intrinsic;
    /**
     * Computes the value, which the caller makes fit the width of the result.
     * @param x count operands; missing optional ones have the type XB_TYPE_VOID
     * @return NULL, or what is wrong (such as "division of an integer by 0"): text that lasts
     */
    const char *(*value)(const struct xb_elemental *self, const xb_number *x, size_t count, xb_number *y);
    /**
     * Computes the derivative of the result in one direction; NULL if it is always 0 (results that are no
     * real or complex numbers). At points where there is no derivative it takes the one-sided value that the
     * usual rules give: abs'(0) = 1, ties of max and min go to the first operand, int' = 0,
     * d mod(a,p)/dp = -int(a/p).
     * @param x operands
     * @param dx their derivatives; 0 for operands that are no real or complex numbers
     * @param y the value
     */
    xb_double_complex (*tangent)(const struct xb_elemental *self, const xb_number *x,
                                 const xb_double_complex *dx, size_t count, const xb_number *y);
    /**
     * How far the operands are from a point where the intrinsic has no derivative (0: there), relative to
     * their size if that is above 1; INFINITY if there is none; NULL if it is smooth wherever it is defined.
     * Of comparisons, which have no derivatives, it is the distance to where their result changes.
     */
    double (*kink)(const struct xb_elemental *self, const xb_number *x, size_t count);
    const void *function; /**< private to the functions above */
} xb_elemental;

/**
 * Whether operands are at a singular point: the value is defined, and a partial derivative is not, or is
 * infinite. What other partial derivatives there are is 0.
 * @param x operands
 * @param y the value
 */
bool xb_elemental_is_singular(const xb_elemental *elemental, const xb_number *x, const xb_number *y);

/** What an elemental intrinsic computes; NULL of others. */
const xb_elemental *xb_elemental_find(xb_intrinsic_code code);

/**
 * Converts operands that are integers to one kind where one of them has no sign, as operands of C are.
 * @return what is wrong; NULL: nothing
 */
const char *xb_convert_unsigned(xb_intrinsic_code code, xb_number *x, size_t count);

/** Whether an intrinsic of arrays can't have one that is of integers without sign. */
bool xb_lacks_unsigned(xb_intrinsic_code code, const xb_array *x, size_t count);

/**
 * The width of the result of an intrinsic.
 * @param x count operands, of which types and widths, and the kind if it is given, are read
 * @param result its type
 */
xb_width xb_result_width(xb_intrinsic_code code, const xb_number *x, size_t count, xb_type result);

/** xb_result_width() of arrays, in which results of xb_transformational come out wide. */
xb_width xb_result_width_of_arrays(xb_intrinsic_code code, const xb_array *x, size_t count, xb_type result);

/** A transformational intrinsic: sums, inquiries, reshaping … */
typedef struct xb_transformational {
    xb_intrinsic_code intrinsic;
    /**
     * Computes values, which the caller makes fit the width of the result, and, where operands have
     * tangents, tangents.
     * @param arena where the result goes
     * @param x count operands; missing optional ones have the type XB_TYPE_VOID
     * @param y receives the result
     * @param kink receives the distance to the nearest point without derivative as in xb_elemental, if there
     * is one; it is INFINITY before
     * @return NULL, or what is wrong: text that lasts, or lives in the arena
     */
    const char *(*apply)(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink);
} xb_transformational;

/** What a transformational intrinsic computes; NULL of others. */
const xb_transformational *xb_transformational_find(xb_intrinsic_code code);

#ifdef __cplusplus
}
#endif

#endif
