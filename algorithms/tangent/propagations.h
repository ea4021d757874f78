/**
 * @file
 * Entries of derivative propagators, in the form that the user chose: one entry a term, or one for all terms
 * of a target.
 */
#ifndef XB_ALGORITHMS_TANGENT_PROPAGATIONS_H
#define XB_ALGORITHMS_TANGENT_PROPAGATIONS_H

#include "algorithms/linearization/materialize.h"

/** A list of entries under construction. */
typedef struct xb_propagations xb_propagations;

/** One term: factor * source'. */
typedef struct xb_propagation_term {
    const xb_factor *factor;
    const xb_reference *source;
} xb_propagation_term;

/** Starts an empty list, in the form that the options of the run ask for. */
xb_propagations *xb_propagations_create(xb_run *run);

/**
 * target' = sum of the terms; zero if there are none.
 * @param first_reads_target the first term reads the old target'
 */
void xb_propagations_set(xb_propagations *entries, const xb_reference *target,
                         const xb_propagation_term *terms, size_t count, bool first_reads_target);

/** target' = source'. */
void xb_propagations_copy(xb_propagations *entries, const xb_reference *target, const xb_reference *source);

/** The statements that hold the entries: none, or one DerivativePropagator. */
xb_list xb_propagations_statements(const xb_propagations *entries);

/** target' = 0, as a statement. */
xb_list xb_propagations_zero(xb_run *run, const xb_reference *target);

#endif
