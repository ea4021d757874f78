/**
 * @file
 * Reductions along lines of an array. Not installed.
 *
 * A reduction of a whole array goes along one line, which is all of its elements; one along a dimension makes
 * an array of all others. A mask leaves elements out.
 */
#ifndef XB_EVALUATE_INTRINSICS_TRANSFORMATIONAL_LINES_H
#define XB_EVALUATE_INTRINSICS_TRANSFORMATIONAL_LINES_H

#include "evaluate/intrinsics/transformational.h"

/** Elements of an array: number k (from 0) is element first + k stride. */
typedef struct xb_line {
    size_t first, stride, count;
    const xb_array *mask; /**< NULL: none */
    bool is_part;         /**< a dimension or a mask was asked for */
} xb_line;

/** What has been asked for. */
typedef struct xb_reduction {
    int dimension;        /**< from 0; -1: all elements */
    const xb_array *mask; /**< NULL: none */
} xb_reduction;

/**
 * Reads the optional operands of a reduction: a dimension, a mask, or both; the dimension may be left out.
 * @param x the array, then count - 1 optional operands
 * @return NULL, or what is wrong
 */
const char *xb_reduction_read(xb_arena *arena, const xb_array *x, size_t count, xb_reduction *reduction);

/** The shape of the result. @param extents receives its extents @return its rank */
int xb_reduction_shape(const xb_array *x, const xb_reduction *reduction, size_t *extents);

/** The line that is reduced to element j of the result. */
xb_line xb_reduction_line(const xb_array *x, const xb_reduction *reduction, size_t j);

/** The element that number k of a line is. */
static inline size_t xb_line_at(const xb_line *line, size_t k)
{
    return line->first + k * line->stride;
}

/** Whether an element is not left out. */
static inline bool xb_line_has(const xb_line *line, size_t element)
{
    return !line->mask || line->mask->integers[line->mask->rank == 0 ? 0 : element] != 0;
}

/**
 * The number in its line of the greatest or least element that is not left out, the first of equal ones;
 * line->count if there is none. @param runner_up receives the distance to the next, relative to its size if
 * that is above 1; INFINITY if there is none
 */
size_t xb_line_extremum(const xb_array *x, const xb_line *line, bool least, double *runner_up);

#endif
