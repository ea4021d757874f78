/**
 * @file
 * Algebraic simplification of expressions.
 *
 * Rules that keep the value of every expression in floating-point arithmetic, NaN and infinities included:
 * x*1 = x/1 = x**1 = x, x*(-1) = x/(-1) = -x, -(-x) = x, x+(-y) = x-y, (-x)+y = y-x, x-(-y) = x+y, (-x)*(-y)
 * = x*y, (-x)/(-y) = x/y, x-0 = x. Of x+0 = x and 0-x = -x, the sign of a result that is zero may be the
 * other one. There is no x*0 = 0, which does not hold of NaN and infinities, no x-x = 0, and nothing is
 * associated or distributed anew, which would round differently. No rule changes type or rank.
 */
#ifndef XB_ALGORITHMS_SIMPLIFICATION_ALGEBRA_H
#define XB_ALGORITHMS_SIMPLIFICATION_ALGEBRA_H

#include "analysis/shape.h"

/**
 * Simplifies an expression in linear time; what a rule leaves is simplified further up.
 * @param scratch working memory
 * @return the simplified expression, or the given one if no rule applies
 */
xb_expression *xb_simplify_algebra(const xb_analyses *analyses, xb_arena *scratch, xb_expression *expression);

#endif
