/**
 * @file
 * Materialization: the statements that evaluate the partial derivatives of an assignment.
 */
#ifndef XB_ALGORITHMS_LINEARIZATION_MATERIALIZE_H
#define XB_ALGORITHMS_LINEARIZATION_MATERIALIZE_H

#include "algorithms/linearization/linearization.h"
#include "analysis/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where the value of a partial derivative is at the end of the sequence. */
typedef struct xb_factor {
    const xb_reference
        *reference; /**< the variable that holds it, see xb_factor_vertex(). NULL: it is a constant */
    double value;   /**< its value, if it is a constant */
    xb_shape shape; /**< shape of the variable */
} xb_factor;

/** A vertex for an expression that uses a factor. It must not be changed. */
void *xb_factor_vertex(xb_program *program, const xb_factor *factor);

/** The statements for one assignment. */
typedef struct xb_materialized {
    xb_list before; /**< xb_statement: allocations, auxiliary variables, partial derivatives, in order */
    xb_assignment *assignment; /**< the assignment itself, or one that uses auxiliary variables */
    const xb_factor *factors;  /**< in the order of xb_linearized.derivatives */
    xb_shape *shapes;          /**< by vertex of the right-hand side; NULL once they are forgotten */
} xb_materialized;

/**
 * Generates statements and temporaries for an active assignment.
 *
 * An auxiliary variable is made for a subexpression whose value occurs in a partial derivative. All of them,
 * and the partial derivatives, are evaluated before the assignment, so that it may overwrite its own
 * operands.
 *
 * @param direct use variables of the program as partial derivatives, without a copy, where they keep their
 *               value until the end of the sequence
 * @return the statements; all but these themselves is scratch memory of the run; NULL if the assignment mixes
 * shapes, which is reported
 */
xb_materialized *xb_materialize(xb_run *run, xb_block_place place, xb_assignment *assignment, bool direct);

/** Gives back the memory of the shapes of vertices, of which there are many in a large assignment. */
void xb_materialized_forget_shapes(xb_run *run, xb_materialized *materialized,
                                   const xb_assignment *assignment);

#ifdef __cplusplus
}
#endif

#endif
