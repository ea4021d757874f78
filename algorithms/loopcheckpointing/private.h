/**
 * @file
 * Variables that only the body of a loop needs.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_PRIVATE_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_PRIVATE_H

#include "algorithms/loopcheckpointing/swept_loop.h"
#include "analysis/exposure.h"

/** What a step reads before it assigns it, and what it certainly assigns. @param arena where the lists live
 */
xb_exposure xb_exposure_of_body(const xb_swept_loop *loop, xb_arena *arena);

/**
 * Local variables that each step certainly assigns before it reads them, and that nothing outside of the body
 * refers to: the sweep can have its own, and no snapshot holds them. The variable of a counted loop is one of
 * them, since the sweep sets it. Linear time.
 * @return symbols, in the program's arena
 */
xb_node_set xb_private_variables(const xb_swept_loop *loop);

/**
 * References in the body to two local variables of the routine that may share storage, as the front end says:
 * their alias sets overlap, and so may their types. They can't both be passed to the sweep. Variables of
 * which nothing is said count as apart.
 * @param loop with its own variables
 * @return whether there are such variables
 */
bool xb_shared_variables(const xb_swept_loop *loop, const xb_reference *pair[2]);

#endif
