/**
 * @file
 * Derivatives of local variables at the beginning of the adjoint sweep.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_LOCALS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_LOCALS_H

#include "algorithms/taping/stand_ins.h"

/** Puts a block after the entry of an adjoint version that sets the derivatives of the local variables that
 * it refers to, or a routine within it, to zero; temporaries that are allocated are not among them. For run
 * times that don't do it. */
void xb_zero_locals(xb_run *run, xb_routine *adjoint, const xb_routine *original, const xb_list *stand_ins);

/** Warns of local arrays about whose allocation nothing is known, where the adjoint sweep takes something for
 * granted: that they are there, or that their stand-ins can have their derivatives. */
void xb_warn_of_locals(xb_run *run, const xb_routine *adjoint, const xb_routine *original,
                       const xb_list *stand_ins);

/** Whether a routine refers to an active array that may be allocated while the program runs. */
bool xb_refers_to_allocatable(xb_run *run, const xb_routine *routine);

/** Warns of arrays from outside that the program may allocate, once each: where derivatives are undefined at
 * first, nothing sets theirs to zero. */
void xb_warn_of_allocated(xb_run *run);

#endif
