/**
 * @file
 * Extents: how many elements array expressions have in each dimension, as far as the program says.
 */
#ifndef XB_ANALYSIS_EXTENTS_H
#define XB_ANALYSIS_EXTENTS_H

#include "ir/expression.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How an extent is known. */
typedef enum xb_extent_source {
    XB_FROM_NOWHERE,  /**< it is not known */
    XB_FROM_CONSTANT, /**< it is a number */
    XB_FROM_VARIABLE, /**< it is that of a dimension of a variable, which has no declared bounds */
    XB_FROM_TRIPLET /**< it is the number of elements that a triplet selects: (bound - index + stride)/stride,
                         or 0 if that is negative; parts that are missing are the variable's bounds, and 1 */
} xb_extent_source;

/** The extent of one dimension. Extents in terms of a reference are those at the place where it stands. */
typedef struct xb_extent {
    xb_extent_source source;
    int64_t value;                 /**< of a constant, not negative */
    const xb_reference *reference; /**< of a variable or triplet: where it occurs */
    size_t dimension;              /**< its dimension or triplet, from 0, in the order of subscripts */
} xb_extent;

/** The extents of an array. */
typedef struct xb_extents {
    bool known; /**< whether the rank is known */
    int rank;   /**< if so, 0 for scalars */
    xb_extent dimensions[XB_RANK_LIMIT];
} xb_extents;

/** The extents of what a reference denotes. An array that is a subscript gives a dimension its own extent. */
xb_extents xb_extents_of_reference(xb_arena *scratch, const xb_reference *reference);

/**
 * The extents of the value of an expression: of operations element by element those of an operand that is an
 * array, if possible constant ones; of what changes shapes only the rank. Linear time.
 */
xb_extents xb_extents_of(xb_arena *scratch, const xb_expression *expression);

#ifdef __cplusplus
}
#endif

#endif
