/**
 * @file
 * Reverse mode: for each routine a replacement list with its original, taping and adjoint versions, and its
 * checkpoints.
 *
 * The adjoint is the transpose of the tangent-linear program. Its routines are the starting point: the
 * original version is a copy without what computes derivatives, the taping version one that pushes what the
 * transposes need, and the adjoint version takes the way of control backward and executes the transposes.
 * Which of them a call runs is decided by the mode of the run, in the template that back ends expand.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_BASICBLOCKPREACCUMULATIONREVERSE_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_BASICBLOCKPREACCUMULATIONREVERSE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_basicblockpreaccumulationreverse;

#ifdef __cplusplus
}
#endif

#endif
