/**
 * @file
 * Variables of blocks become variables of their routines.
 *
 * A basic block may stand in a scope within that of its routine, with variables that only it knows, or other
 * blocks in there. They live as long as those of the routine. Here they are moved to the scope of the
 * routine, under other names where the program has theirs already, and the blocks with them; subroutines that
 * are declared there are moved, too, and keep their names. What transforms
 * routines needs no other scopes then: derivative code goes where it belongs, and finds all variables.
 *
 * The result is a plain program that computes the same. Canonicalization and what runs before it choose the
 * algorithm where it is needed.
 */
#ifndef XB_ALGORITHMS_SCOPEMERGING_SCOPEMERGING_H
#define XB_ALGORITHMS_SCOPEMERGING_SCOPEMERGING_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const xb_algorithm xb_algorithm_scopemerging;

/** Chooses it if a scope within that of a routine has variables: a `choose` of algorithms that transform
 * routines. Linear time. */
xb_status xb_scopemerging_choose(xb_run *run, void *settings, xb_algorithm_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
