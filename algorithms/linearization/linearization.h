/**
 * @file
 * Linearization: local partial derivatives of assignments.
 *
 * For each active edge of a right-hand side, the catalogue's partial derivative is instantiated as an
 * expression in the operands and the result of the operator. Which auxiliary variables and statements are
 * needed to evaluate it is decided by materialization (materialize.h), after constants have been folded.
 */
#ifndef XB_ALGORITHMS_LINEARIZATION_LINEARIZATION_H
#define XB_ALGORITHMS_LINEARIZATION_LINEARIZATION_H

#include "algorithms/flattening/flattening.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The partial derivative of an operator with respect to one operand. */
typedef struct xb_derivative {
    uint32_t edge;        /**< edge of the right-hand side: from operand to operator */
    xb_partial_kind kind; /**< XB_PARTIAL_NONLINEAR as long as the value is not known */
    union {
        double value;              /**< unless it is nonlinear */
        xb_expression *expression; /**< if it is nonlinear: argument references stand for operands (by
                                      position) and for the result (0); operands that are constants are put
                                      in. Derivatives may share it */
    };
} xb_derivative;

/** What linearization attaches to an active assignment. */
typedef struct xb_linearized {
    size_t count;               /**< number of active edges */
    xb_derivative *derivatives; /**< by increasing edge number */
} xb_linearized;

/** Slot of assignments that holds an xb_linearized. */
#define XB_LINEARIZATION_ASSIGNMENT "linearization.assignment"

/** The linearized form of an assignment; NULL if it is passive. */
xb_linearized *xb_linearized_of(xb_run *run, const xb_assignment *assignment);

/** A partial derivative of an operator as an expression, in which argument references stand for operands and
 * the result; operands that are constants are put in. It must have vertices. */
xb_expression *xb_partial_expression(xb_program *program, const xb_partial *partial,
                                     const xb_expression *expression, uint32_t operation);

/** Sets a derivative to a constant, with the kind that fits. */
void xb_derivative_set_constant(xb_derivative *derivative, double value);

/** Calls a function for each assignment of each sequence of a block. Stops at the first status that isn't OK.
 */
xb_status xb_assignments_each(xb_run *run, xb_block_place place,
                              xb_status (*call)(xb_run *run, xb_block_place place,
                                                xb_assignment *assignment));

/** Derives blocks that show partial derivatives as statements; for use as `present` of algorithms. */
xb_status xb_linearization_present(xb_run *run);

/** The algorithm. */
extern const xb_algorithm xb_algorithm_linearization;

#ifdef __cplusplus
}
#endif

#endif
