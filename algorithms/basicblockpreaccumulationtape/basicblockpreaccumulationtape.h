/**
 * @file
 * Taping sweeps: routines that compute values and push what the adjoint sweep needs of local Jacobians.
 *
 * Reverse mode goes on from here: the options that say what is pushed are those of this algorithm.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_BASICBLOCKPREACCUMULATIONTAPE_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_BASICBLOCKPREACCUMULATIONTAPE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_basicblockpreaccumulationtape;

#ifdef __cplusplus
}
#endif

#endif
