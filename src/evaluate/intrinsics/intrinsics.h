/**
 * @file
 * What intrinsics compute, and how their results change with their operands.
 *
 * The rules are written by hand, one by one, and share nothing with the catalogue of partial derivatives:
 * they are what the catalogue is tested against. Elemental intrinsics work on single values; transformational
 * ones on whole arrays.
 */
#ifndef XB_EVALUATE_INTRINSICS_INTRINSICS_H
#define XB_EVALUATE_INTRINSICS_INTRINSICS_H

#include "evaluate/values/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An elemental intrinsic. Its functions get the intrinsic itself first: several may share one. */
typedef struct xb_elemental {
    const char *name;     /**< as in catalogues, such as "add_scal_scal" */
    unsigned least, most; /**< numbers of operands; missing optional ones have the type XB_TYPE_VOID */
    /**
     * Computes the value.
     * @param x count operands
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

/** The elemental intrinsic of this name, or NULL. */
const xb_elemental *xb_elemental_find(const char *name);

/** A transformational intrinsic: sums, inquiries, reshaping … */
typedef struct xb_transformational {
    const char *name;
    unsigned least, most;
    /**
     * Computes values and, where operands have tangents, tangents.
     * @param arena where the result goes
     * @param x count operands; missing optional ones have the type XB_TYPE_VOID
     * @param y receives the result
     * @param kink receives the distance to the nearest point without derivative as in xb_elemental, if there
     * is one; it is INFINITY before
     * @return NULL, or what is wrong: text that lasts, or lives in the arena
     */
    const char *(*apply)(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink);
    bool inquiry; /**< does not read the values of its first operand, only its shape */
} xb_transformational;

/** The transformational intrinsic of this name, or NULL. */
const xb_transformational *xb_transformational_find(const char *name);

/** Calls a function for the name of each intrinsic of either kind, in order of names. */
void xb_intrinsics_each(void (*call)(void *context, const char *name), void *context);

#ifdef __cplusplus
}
#endif

#endif
