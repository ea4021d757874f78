/**
 * @file
 * The algorithm that does nothing: the program is read, verified, and written.
 */
#ifndef XB_ALGORITHMS_ROUNDTRIP_ROUNDTRIP_H
#define XB_ALGORITHMS_ROUNDTRIP_ROUNDTRIP_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_roundtrip;

#ifdef __cplusplus
}
#endif

#endif
