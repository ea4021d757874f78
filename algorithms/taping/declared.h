/**
 * @file
 * Declarations in reverse mode. Bounds of formal arguments are evaluated when a sweep begins, so that what
 * they rest on has to have the values in the adjoint sweep that it had when the routine was called.
 */
#ifndef XB_ALGORITHMS_TAPING_DECLARED_H
#define XB_ALGORITHMS_TAPING_DECLARED_H

#include "algorithms/taping/block.h"

/**
 * Refuses what reverse mode can't do: variables of routines that keep values which change, and bounds of
 * arguments that rest on what the program changes, unless it is an argument of the caller's.
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, which was reported
 */
xb_status xb_declared_check(xb_run *run);

/** Lets those arguments of a routine that is taped have their values themselves in the adjoint sweep that
 * bounds of others rest on. */
void xb_declared_know(xb_taping *t);

/**
 * Whether an argument of what stands for a routine with a rule has its value itself in the adjoint sweep,
 * from the caller: it is only read, and a text, or bounds of others rest on it.
 */
bool xb_is_known_to_rule(const xb_routine *routine, const xb_formal *formal);

/** Lets the current item, a call, need those of its arguments that bounds of others rest on, and texts of
 * rules. */
void xb_need_declared(xb_block_taping *b, const xb_call *call);

#endif
