/**
 * @file
 * What the families of transformational intrinsics share. Not installed.
 *
 * Each family is a table in a file of its own, in order of codes.
 */
#ifndef XB_EVALUATE_INTRINSICS_TRANSFORMATIONAL_H
#define XB_EVALUATE_INTRINSICS_TRANSFORMATIONAL_H

#include "evaluate/intrinsics/intrinsics.h"

/** Rows in order of codes. */
typedef struct xb_transformational_family {
    const xb_transformational *rows;
    size_t count;
} xb_transformational_family;

extern const xb_transformational_family xb_transformational_arrangement;
extern const xb_transformational_family xb_transformational_inquiry;
extern const xb_transformational_family xb_transformational_location;
extern const xb_transformational_family xb_transformational_product;
extern const xb_transformational_family xb_transformational_reduction;
extern const xb_transformational_family xb_transformational_text;

/** The row of a code, NULL if there is none. @param rows count rows of size bytes, each beginning with its
 * code, in order */
const void *xb_family_row(const void *rows, size_t count, size_t size, xb_intrinsic_code code);

/** Tells whether operand number i (from 0) is there. */
static inline bool xb_has_operand(const xb_array *x, size_t count, size_t i)
{
    return i < count && x[i].type != XB_TYPE_VOID;
}

/** Number of elements along dimension d (from 0). */
size_t xb_array_extent(const xb_array *x, int d);

/** Tells whether two arrays have the same shape. */
bool xb_array_conform(const xb_array *a, const xb_array *b);

/** Number of reals that an element consists of: 0, 1 or 2. */
static inline size_t xb_array_sides(const xb_array *x)
{
    return x->type == XB_TYPE_REAL ? 1 : x->type == XB_TYPE_COMPLEX ? 2 : 0;
}

/**
 * A result with bounds from 1. It has tangents if it is real or complex and one of the operands has.
 * @param extents rank numbers of elements
 */
xb_array xb_array_result(xb_arena *arena, xb_type type, int rank, const size_t *extents, const xb_array *x,
                         size_t count);

/** Copies element i of x, of the same type, with its tangents to element j of y. */
void xb_array_copy(xb_array *y, size_t j, const xb_array *x, size_t i);

/** Element i as a complex number, whatever its numeric type. */
double complex xb_array_complex(const xb_array *x, size_t i);

/** The tangent of element i in a direction; 0 if there are none. */
double complex xb_array_tangent(const xb_array *x, size_t i, size_t direction);

/** Sets real or complex element i. */
void xb_array_set_complex(xb_array *y, size_t i, double complex value);

/** Sets the tangent of element i, of an array that has tangents. */
void xb_array_set_tangent(xb_array *y, size_t i, size_t direction, double complex tangent);

/** Reads a scalar integer. @return NULL, or what is wrong */
const char *xb_array_integer(const xb_array *x, int64_t *value);

/** Reads the number of a dimension as a scalar integer from 1 to rank. @param dimension receives it, from 0
 * @return NULL, or what is wrong */
const char *xb_array_dimension(xb_arena *arena, const xb_array *x, int rank, int *dimension);

/** What intrinsics return if the types, or the ranks or shapes, of operands don't fit. */
const char *xb_wrong_operand_type(void);
const char *xb_wrong_operand_shape(void);

#endif
