/**
 * @file
 * Constant folding of partial derivatives.
 *
 * Partial derivatives that are constants become factors that later stages fold into products and sums; the
 * others are simplified, so that for instance the derivative of x**2 is 2*x.
 */
#ifndef XB_ALGORITHMS_CONSTANTFOLDING_CONSTANTFOLDING_H
#define XB_ALGORITHMS_CONSTANTFOLDING_CONSTANTFOLDING_H

#include "algorithms/linearization/linearization.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_constantfolding;

#ifdef __cplusplus
}
#endif

#endif
