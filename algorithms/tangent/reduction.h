/**
 * @file
 * Propagation code of reductions: scalars that depend on all elements of arrays.
 */
#ifndef XB_ALGORITHMS_TANGENT_REDUCTION_H
#define XB_ALGORITHMS_TANGENT_REDUCTION_H

#include "algorithms/tangent/remainder.h"

/** Tells whether an edge leads from an array to a scalar, so that xb_propagate_reduction() has to propagate.
 */
bool xb_is_reduction(const xb_local_jacobian *jacobian);

/**
 * Generates the propagation into one scalar: products with the derivatives of arrays go to temporary arrays,
 * whose sums and the other products make up the derivative of the target, which is written last.
 *
 * @param jacobian all of its edges lead to the same vertex, from vertices that are outside
 */
xb_propagation_code xb_propagate_reduction(xb_run *run, xb_block_place place,
                                           const xb_local_jacobian *jacobian);

#endif
