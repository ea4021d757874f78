/**
 * @file
 * Explicit Jacobians: local Jacobians of routines for which the catalogue names one that computes them.
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_EXPLICIT_H
#define XB_ALGORITHMS_PREACCUMULATION_EXPLICIT_H

#include "algorithms/preaccumulation/preaccumulation.h"

/**
 * The local Jacobian of an assignment of a function, or of a call of a subroutine.
 * @param intrinsic its entry in the catalogue, which has a Jacobian routine
 * @return NULL after an error that was reported
 */
const xb_local_jacobian *xb_explicit_jacobian(xb_run *run, xb_block_place place, xb_statement *statement,
                                              const xb_noninlinable *intrinsic);

#endif
