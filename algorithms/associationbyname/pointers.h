/**
 * @file
 * Pointers whose derivatives are variables of their own.
 *
 * No statement of XAIF associates a pointer with a target: front ends leave a marker in its place. Where
 * derivatives are components, that of the target comes with its value. The variable that stands for the
 * derivative of a pointer stays where it was.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_POINTERS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_POINTERS_H

#include "algorithms/associationbyname/variables.h"

/** Warns of each pointer that has got a derivative variable and that a marker may associate with another
 * target, and of each array without bounds, no formal argument, for which none does. Called when all such
 * variables are known. */
void xb_warn_of_pointers(xb_run *run, const xb_named_derivatives *derivatives);

#endif
