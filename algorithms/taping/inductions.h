/**
 * @file
 * Induction variables: scalars that a loop assigns in each round, so that the loop back can compute them
 * instead of popping them.
 *
 * A *basic* one is incremented: k = k + c, where c is known in the loop back. Its last value is pushed after
 * the loop, or has a home, and each round back subtracts c again. A *derived* one is computed from what is
 * known in the loop back, such as k = (j - 1)*n + i, and each round back computes it again. A *chosen* one is
 * computed likewise, and then again in branches by conditions that are known, such as k = i - 1 and, if i is
 * 1, k = n. All are of type integer or boolean, so that nothing is rounded.
 *
 * Source: A. Aho, M. Lam, R. Sethi, J. Ullman: Compilers, 2nd edition, 2006, section 9.1.8, for the terms.
 */
#ifndef XB_ALGORITHMS_TAPING_INDUCTIONS_H
#define XB_ALGORITHMS_TAPING_INDUCTIONS_H

#include "algorithms/taping/homes.h"

/** Looks for assignments that may make induction variables. */
xb_inductions *xb_inductions_start(xb_homes *homes);

/** Finds the induction variables of a loop; those of the loops around it must have been found. */
void xb_inductions_find(xb_inductions *inductions, uint32_t loop);

/** Whether a variable is an induction variable of a loop around a place, with a value there that the round
 * back knows. @param inductions NULL: it is not */
bool xb_is_induced(const xb_inductions *inductions, const xb_reference *reference, xb_flow_point place);

/** What has the value of an induction variable in the round back; NULL if it is none. */
xb_symbol *xb_induced(const xb_inductions *inductions, const xb_reference *reference, xb_flow_point place);

/** Adds the code for those that xb_induced() was asked for to the loops. No home is asked for after it. */
void xb_inductions_finish(xb_inductions *inductions);

#endif
