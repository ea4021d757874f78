/**
 * @file
 * Tracing: for each routine a replacement list with its original version and one that records what it
 * decides.
 *
 * Where two runs at neighbouring points take another branch, make another number of rounds, access another
 * element, or have another operand of max, min, abs … as result, the difference of their results says nothing
 * about derivatives. The traced version writes all of this, through calls of the run time, so that two traces
 * can be compared.
 */
#ifndef XB_ALGORITHMS_TRACEDIFF_TRACEDIFF_H
#define XB_ALGORITHMS_TRACEDIFF_TRACEDIFF_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_tracediff;

#ifdef __cplusplus
}
#endif

#endif
