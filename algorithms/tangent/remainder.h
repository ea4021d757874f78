/**
 * @file
 * Propagation through the remainder graph of a local Jacobian.
 */
#ifndef XB_ALGORITHMS_TANGENT_REMAINDER_H
#define XB_ALGORITHMS_TANGENT_REMAINDER_H

#include "algorithms/preaccumulation/preaccumulation.h"

/** What is generated. */
typedef struct xb_propagation_code {
    xb_list allocations; /**< xb_statement: before the propagation */
    xb_list early;       /**< xb_early: allocations that must stand before a certain assignment */
    xb_list statements;  /**< a DerivativePropagator, or inlinable calls; empty if there is nothing to do */
} xb_propagation_code;

/** A statement that must stand before the assignment at a position. */
typedef struct xb_early {
    uint32_t position;
    xb_statement *statement;
} xb_early;

/**
 * Generates the propagation of derivatives: for each target, in order of positions, entries that set its
 * derivative from those of its sources. A derivative from outside that would be overwritten before its last
 * use is saved in a temporary first. A target without edges gets a zero derivative. Targets are the vertices
 * that are not outside, and are wanted or have edges.
 */
xb_propagation_code xb_propagate_remainder(xb_run *run, xb_block_place place,
                                           const xb_local_jacobian *jacobian);

#endif
