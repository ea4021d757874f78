/**
 * @file
 * Control-flow reversal alone: for each routine a replacement list with its original, a version that records
 * the way that control takes, and one that takes that way backward.
 */
#ifndef XB_ALGORITHMS_CONTROLFLOWREVERSAL_CONTROLFLOWREVERSAL_H
#define XB_ALGORITHMS_CONTROLFLOWREVERSAL_CONTROLFLOWREVERSAL_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_controlflowreversal;

#ifdef __cplusplus
}
#endif

#endif
