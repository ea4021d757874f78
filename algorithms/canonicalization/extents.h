/**
 * @file
 * Extents of results: how large the array is that an intrinsic gives, in terms of its operands.
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_EXTENTS_H
#define XB_ALGORITHMS_CANONICALIZATION_EXTENTS_H

#include "analysis/shape.h"

/** An intrinsic whose operands are known. */
typedef struct xb_result {
    xb_program *program;
    const xb_expression *expression;
    uint32_t vertex;                                  /**< the intrinsic */
    const xb_shape *shapes;                           /**< of its operands, by vertex */
    void *(*operand)(void *context, uint32_t vertex); /**< what stands for an operand; NULL: the operand */
    void *context;
} xb_result;

/** The extents of an array result, xb_expression in the order of dimensions; none if it depends on values how
 * large it is. */
xb_list xb_result_extents(const xb_result *result);

#endif
