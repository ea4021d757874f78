/**
 * @file
 * Variables that have, when a routine is run again, the values that they had when it was run first: what it
 * reads of them is not stored.
 *
 * A routine that is run again is so after all that has followed its call, and after the way back to it. What
 * may change until then are variables that the routine itself modifies, what is called after it, or whoever
 * called its callers. The way back restores and runs again what has followed: it changes the same variables,
 * and no other ones. Which calls are weak does not matter, so that what a routine stores is the same by all
 * schedules. Whoever calls the program leaves all values as they are between its two sweeps.
 */
#ifndef XB_ALGORITHMS_CHECKPOINTS_UNCHANGED_H
#define XB_ALGORITHMS_CHECKPOINTS_UNCHANGED_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"

/** What is known of the variables of all routines. */
typedef struct xb_unchanged xb_unchanged;

/** Looks at all calls, as they were read and as they are now, in linear time. */
xb_unchanged *xb_unchanged_create(xb_run *run, const xb_callees *callees);

/**
 * Whether a formal argument of a routine, or a variable from outside, has its value still when the routine is
 * run again. False of routines that are called from outside of the program alone.
 *
 * Takes time linear in the calls of the routine and of those that lead to it, for each variable once.
 * @param routine as read
 */
bool xb_is_unchanged(xb_unchanged *unchanged, const xb_routine *routine, const xb_symbol *symbol);

/**
 * Whether a formal argument of a routine, or a variable from outside, may be allocated otherwise, or not at
 * all, when the routine is run again: the program allocates or deallocates it after the call, or in it. Local
 * variables of callers are allocated anew on the way back, in the shape that they have after the call, which
 * is another one if the routine deallocates them. Takes the time that xb_is_unchanged() does.
 * @param routine as read
 */
bool xb_is_reallocated(xb_unchanged *unchanged, const xb_routine *routine, const xb_symbol *symbol);

#endif
