/**
 * @file
 * Entries of derivative propagators, in the form that the user chose: one entry a term, one for
 * all terms of a target, or calls of inlinable subroutines.
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_ENTRIES_H
#define XB_BASICBLOCKPREACCUMULATION_ENTRIES_H

#include "algorithms/linearization/materialize.h"

/** A list of entries under construction. */
typedef struct xb_entries xb_entries;

/** One term: factor * source'. */
typedef struct xb_entry_term {
    const xb_factor *factor;
    const xb_reference *source;
} xb_entry_term;

/** Starts an empty list, in the form that the options of the run ask for. */
xb_entries *xb_entries_create(xb_run *run);

/**
 * target' = sum of the terms; zero if there are none.
 * @param first_reads_target the first term reads the old target'
 */
void xb_entries_set(xb_entries *entries, const xb_reference *target, const xb_entry_term *terms, size_t count,
                    bool first_reads_target);

/** target' = source'. */
void xb_entries_copy(xb_entries *entries, const xb_reference *target, const xb_reference *source);

/** The statements that hold the entries: none, one DerivativePropagator, or inlinable calls. */
xb_list xb_entries_statements(const xb_entries *entries);

#endif
