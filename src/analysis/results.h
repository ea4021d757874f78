/**
 * @file
 * Shapes of what functions and non-inlinable intrinsics give.
 */
#ifndef XB_ANALYSIS_RESULTS_H
#define XB_ANALYSIS_RESULTS_H

#include "analysis/shape.h"

/**
 * The shape of the result of a non-inlinable intrinsic. The rank is right, or what the front end says; bounds
 * are known only for intrinsics that the built-in catalogue has, the model only where the result looks like
 * an operand.
 * @param v the vertex of the intrinsic
 * @param shapes shapes of its operands, by vertex
 */
xb_shape xb_result_of_noninlinable(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                   const xb_noninlinable *item, const xb_shape *shapes);

/**
 * The shape of what a reduction leaves of its first operand: a scalar, or one dimension less if its second
 * operand is a dimension.
 */
xb_shape xb_result_of_reduction(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                const xb_shape *shapes);

/** The routine of a function that can be called as a subroutine whose last argument is the result, or NULL.
 */
const xb_routine *xb_function_as_subroutine(const xb_program *program, const xb_function_call *call);

/** The shape of the result of a function, as far as its symbol or the formal argument for the result tells.
 */
xb_shape xb_result_of_function(const xb_symbol *symbol);

#endif
