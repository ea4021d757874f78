/**
 * @file
 * The pipeline that makes tangent-linear code, under the name that users know.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATION_BASICBLOCKPREACCUMULATION_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATION_BASICBLOCKPREACCUMULATION_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_basicblockpreaccumulation;

#ifdef __cplusplus
}
#endif

#endif
