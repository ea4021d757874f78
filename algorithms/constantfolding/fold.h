/**
 * @file
 * Simplification of expressions by constant arithmetic.
 */
#ifndef XB_CONSTANTFOLDING_FOLD_H
#define XB_CONSTANTFOLDING_FOLD_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Simplifies a floating-point expression: evaluates operations on constants, and uses x+0 = x, x-0 = x, x*1 =
 * x, x*0 = 0, x/1 = x, x**1 = x, x**0 = 1, -(-x) = x. A division is meant in floating-point arithmetic even
 * if both operands are integers. Overflows, and results that are not finite, are left as they are.
 *
 * @param scratch working memory
 * @param value receives the value if the expression is a constant
 * @return the simplified expression (new, or the given one if nothing changes); NULL if it is a constant
 */
xb_expression *xb_fold(xb_program *program, xb_arena *scratch, xb_expression *expression, double *value);

#ifdef __cplusplus
}
#endif

#endif
