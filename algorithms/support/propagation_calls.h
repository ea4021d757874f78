/**
 * @file
 * Propagation as calls of the run-time library.
 *
 * Algorithms propagate derivatives by DerivativePropagator, whether forward or backward. Where a document has
 * calls instead, they take the places of propagators when everything else is done.
 */
#ifndef XB_ALGORITHMS_SUPPORT_PROPAGATION_CALLS_H
#define XB_ALGORITHMS_SUPPORT_PROPAGATION_CALLS_H

#include "algorithm/algorithm.h"

/** Derives a call from each entry of each propagator that stands in the program: of reverse mode if the run
 * gives adjoints, else of forward mode. */
void xb_propagation_calls_derive(xb_run *run);

#endif
