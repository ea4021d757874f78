/**
 * @file
 * Pushes and pops, stores and restores, in programs that are adjoint code.
 */
#ifndef XB_ALGORITHMS_TANGENT_STACKS_H
#define XB_ALGORITHMS_TANGENT_STACKS_H

#include "algorithms/support/blocks.h"

/**
 * Appends a call of the run time that a program makes, and after it, or before it where it takes from a
 * stack, the same call for the derivative. That is written as a reference to the derivative, which
 * associationbyname makes a variable: run times have no such calls of their own.
 *
 * Each number on a tape is followed by its derivative, be it pushed from or popped to a passive variable;
 * only active variables are stored with theirs. Allocations are for both.
 */
void xb_propagate_call(xb_run *run, xb_block_place place, xb_inlinable_call *call, xb_list *statements);

#endif
