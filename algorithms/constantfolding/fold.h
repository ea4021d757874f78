/**
 * @file
 * Simplification of expressions by constant arithmetic.
 */
#ifndef XB_ALGORITHMS_CONSTANTFOLDING_FOLD_H
#define XB_ALGORITHMS_CONSTANTFOLDING_FOLD_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Simplifies a floating-point expression: evaluates operations on constants, and uses x+0 = x, x-0 = x, x*1 =
 * x, x*0 = 0, x/1 = x, x**1 = x, x**0 = 1. A division of constants is meant in floating-point arithmetic even
 * if both are integers. What makes a real number of what may be an integer, such as 1.0*i, stays, and so do
 * overflows and results that are not finite.
 *
 * @param scratch working memory
 * @param is_real whether what an argument reference stands for is known not to be an integer
 * @param context for is_real
 * @param value receives the value if the expression is a constant
 * @return the simplified expression (new, or the given one if nothing changes); NULL if it is a constant
 */
xb_expression *xb_fold(xb_program *program, xb_arena *scratch, xb_expression *expression,
                       bool (*is_real)(const void *context, unsigned position), const void *context,
                       double *value);

#ifdef __cplusplus
}
#endif

#endif
