/**
 * @file
 * What can't be differentiated whatever the rest of the program is.
 */
#ifndef XB_ALGORITHMS_FLATTENING_REFUSALS_H
#define XB_ALGORITHMS_FLATTENING_REFUSALS_H

#include "algorithm/algorithm.h"

/**
 * For a walk over a program as it was read, with the run as context. Refuses loops whose head assigns
 * something active, since no derivative code can stand there; loops whose Initialization and Update do not
 * assign the same variable; and what only transformations make: templates, inlinable calls, derivatives.
 */
extern const xb_visitor xb_refusals_visitor;

/** The status of the errors that the walk reported. */
xb_status xb_refusals_found(xb_run *run);

#endif
