/**
 * @file
 * Taping and adjoint sweeps: for each routine a replacement list with its original and these two, for split
 * reversal.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_BASICBLOCKPREACCUMULATIONTAPEADJOINT_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_BASICBLOCKPREACCUMULATIONTAPEADJOINT_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_basicblockpreaccumulationtapeadjoint;

#ifdef __cplusplus
}
#endif

#endif
