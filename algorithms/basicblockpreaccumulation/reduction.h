/**
 * @file
 * Propagation code of reductions: scalars that depend on all elements of arrays.
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_REDUCTION_H
#define XB_BASICBLOCKPREACCUMULATION_REDUCTION_H

#include "algorithms/basicblockpreaccumulation/propagation.h"

/** Tells whether an edge leads from an array to a scalar, so that xb_reduce() has to propagate. */
bool xb_is_reduced(const xb_carrier *carriers, const xb_carried_edge *edges, size_t edge_count);

/**
 * Generates the propagation into one scalar: products with the derivatives of arrays go to temporary arrays,
 * whose sums and the other products make up the derivative of the target, which is written last.
 *
 * @param edges all lead to the same carrier, and their sources are from outside
 */
xb_propagation_code xb_reduce(xb_run *run, xb_block_place place, const xb_carrier *carriers,
                              const xb_carried_edge *edges, size_t edge_count);

#endif
