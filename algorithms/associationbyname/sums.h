/**
 * @file
 * Sums of products with derivatives, as expressions.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_SUMS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_SUMS_H

#include "ir/build.h"

/** A sum under construction. */
typedef struct xb_derivative_sum {
    xb_program *program;
    const xb_reference *target; /**< what is assigned */
    xb_expression *value;
    bool is_empty;
} xb_derivative_sum;

/** An empty sum for a target, a reference to a derivative. */
xb_derivative_sum xb_derivative_sum_begin(xb_program *program, const xb_reference *target);

/** Adds the target itself. */
void xb_derivative_sum_keep(xb_derivative_sum *sum);

/**
 * Adds factor * source', or -source' if negated. A target that is a scalar gets the sum over all elements.
 * @param factor copied; NULL: 1
 * @param source reference to a derivative, copied
 */
void xb_derivative_sum_add(xb_derivative_sum *sum, const xb_vertex *factor, const xb_reference *source,
                           bool negated);

/** target' = sum; 0 if that is empty. */
xb_statement *xb_derivative_sum_end(xb_derivative_sum *sum);

#endif
