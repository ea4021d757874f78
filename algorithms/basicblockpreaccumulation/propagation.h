/**
 * @file
 * Propagation code: derivatives carried through a remainder graph.
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_PROPAGATION_H
#define XB_BASICBLOCKPREACCUMULATION_PROPAGATION_H

#include "algorithms/linearization/materialize.h"

/** A vertex of the graph that derivatives are carried through. */
typedef struct xb_carrier {
    const xb_reference *reference; /**< where its derivative is, or goes; NULL: a temporary is needed */
    bool outside;                  /**< its derivative is there already */
    bool wanted;                   /**< its derivative must be there at the end */
    uint32_t position;             /**< order of the targets: a target may only depend on earlier ones */
    uint32_t clobbered; /**< outside: position of the first target that may overwrite the location */
    const xb_reference
        *clobbered_by; /**< outside: the target at that position if it is exactly the same location */
    xb_shape shape;
    bool late; /**< a temporary for it can be allocated before the propagation; else before its assignment */
} xb_carrier;

/** An edge: target' gets factor * source'. */
typedef struct xb_carried_edge {
    uint32_t source, target;
    xb_factor factor;
} xb_carried_edge;

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
 * use is saved in a temporary first. A target without edges gets a zero derivative.
 *
 * @param carriers vertices by number; targets are those that are not outside and are wanted or have edges
 */
xb_propagation_code xb_propagate(xb_run *run, xb_block_place place, const xb_carrier *carriers,
                                 uint32_t carrier_count, const xb_carried_edge *edges, size_t edge_count);

/** An entry that sets the derivative of a location to zero, as a statement. */
xb_list xb_propagate_zero(xb_run *run, const xb_reference *target);

#endif
