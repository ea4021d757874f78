/**
 * @file
 * Preaccumulation that looks at where values are: basicblockpreaccumulation, complete, with a heuristic that
 * goes on near the elimination that it did last, so that what it needs has been used lately.
 */
#ifndef XB_ALGORITHMS_MEMOPSTRADEOFFPREACCUMULATION_MEMOPSTRADEOFFPREACCUMULATION_H
#define XB_ALGORITHMS_MEMOPSTRADEOFFPREACCUMULATION_MEMOPSTRADEOFFPREACCUMULATION_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_memopstradeoffpreaccumulation;

#ifdef __cplusplus
}
#endif

#endif
