/**
 * @file
 * Derivatives of local variables at the beginning of the adjoint sweep.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LOCALS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LOCALS_H

#include "algorithm/algorithm.h"

/** Puts a block after the entry of an adjoint version that sets the derivatives of the local variables that
 * it refers to to zero; temporaries that are allocated are not among them. For run times that don't do it. */
void xb_zero_locals(xb_run *run, xb_routine *adjoint, const xb_routine *original);

/** Warns of local arrays that an adjoint version refers to although nothing says how large they are, nor when
 * they are allocated: front ends hide that in markers. */
void xb_warn_of_locals(xb_run *run, const xb_routine *adjoint, const xb_routine *original);

#endif
