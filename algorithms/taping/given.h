/**
 * @file
 * Given arguments: those that have in the adjoint sweep of a routine the values that they had when it was
 * called, since the adjoint sweeps of all its callers pass these. The routine pushes nothing to have them.
 *
 * That pays where callers have the values anyway: constants, counters of loops, what does not change in a
 * loop around the call, and what they are given themselves; a caller pushes once after the loop what its
 * callee would push in each call. An argument is given only if it is a passive number that the routine does
 * not change, if it changes in no loop around a call, and some call gains by it; and callers pass the value
 * only if the adjoint sweep of the routine makes use of it, so that this is taped before them.
 */
#ifndef XB_ALGORITHMS_TAPING_GIVEN_H
#define XB_ALGORITHMS_TAPING_GIVEN_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"

/** Which arguments of a program are given. */
typedef struct xb_given xb_given;

/** Finds those that can be given in the tangent-linear program, in linear time. */
xb_given *xb_given_find(xb_run *run, const xb_callees *callees);

/** Routines in an order in which those with given arguments come before their callers, and which is that of
 * the list where nothing speaks against it. @param given NULL: nothing is */
xb_list xb_given_order(const xb_given *given, const xb_list *routines);

/** Whether a formal argument is given if it is used. @param given NULL: nothing is */
bool xb_is_given(const xb_given *given, const xb_symbol *formal);

/** Notes that an adjoint sweep uses a variable, which may be a given argument. @param given NULL: none is */
void xb_given_use(xb_given *given, const xb_symbol *variable);

/** Whether callers have to pass the value of a formal argument in their adjoint sweeps. @param given NULL:
 * they need not */
bool xb_given_is_used(const xb_given *given, const xb_symbol *formal);

#endif
