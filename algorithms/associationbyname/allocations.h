/**
 * @file
 * Allocation of derivatives of arrays from outside, in adjoint sweeps.
 *
 * The derivative of an array that the program allocates is a variable of its own, which nothing allocates
 * when values are computed. An adjoint sweep adds to it: it is allocated, and zero, where the first sweep
 * begins that refers to it, unless somebody has allocated it before, to set the adjoint of a result.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_ALLOCATIONS_H

#include "algorithm/algorithm.h"
#include "algorithms/associationbyname/variables.h"

/** The arrays from outside, xb_symbol, of a form of a routine that may have to be allocated: those with
 * derivatives and without bounds. To be asked for before references to derivatives are changed. */
xb_list xb_unsized_outside(xb_run *run, xb_routine *routine);

/** The control flow of an adjoint sweep with allocations of the derivatives of arrays at its beginning. */
xb_flow_graph xb_allocated_first(xb_run *run, xb_named_derivatives *derivatives, xb_scope *scope,
                                 const xb_flow_graph *flow, const xb_list *arrays);

#endif
