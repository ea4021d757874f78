/**
 * @file
 * Which vertices and edges of an expression carry derivatives.
 */
#ifndef XB_ALGORITHMS_FLATTENING_ACTIVITY_H
#define XB_ALGORITHMS_FLATTENING_ACTIVITY_H

#include "algorithms/support/blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The activity of an expression, by vertex and edge number. */
typedef struct xb_expression_activity {
    const bool *vertex;         /**< the derivative of the vertex matters and need not be zero */
    const bool *edge;           /**< the partial derivative matters and is not zero */
    const xb_partial **partial; /**< of an active edge: its entry in the catalogue; else NULL */
    bool active;                /**< activity of the root */
} xb_expression_activity;

/**
 * Computes activity from the leaves up (a vertex is active if a non-passive edge comes from an active vertex)
 * and from the root down (an active vertex that reaches the root by passive edges only does not matter).
 *
 * Finds, with status XB_STATUS_UNSUPPORTED, what is active but can't be differentiated: unknown intrinsics,
 * those without partials, function calls, non-holomorphic operations on complex operands.
 *
 * @param arena where the result is allocated
 * @param passive by vertex number: leaves whose derivative is known to be zero; NULL if there are none
 * @param where the block that the assignment is in
 * @param report report what can't be differentiated
 */
xb_status xb_activity_compute(xb_run *run, xb_arena *arena, const xb_assignment *assignment,
                              const bool *passive, xb_block_place where, bool report,
                              xb_expression_activity *activity);

/** Whether an intrinsic is a reduction along a dimension or under a mask: if it has operands that no formula
 * refers to, and all of these are integers or logicals. Others have a meaning that its author knows. */
bool xb_reduces_partly(const xb_expression *expression, uint32_t v, const xb_inlinable *item);

#ifdef __cplusplus
}
#endif

#endif
