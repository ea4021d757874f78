/**
 * @file
 * The algorithm that does nothing: the program is read, verified, and written.
 */
#ifndef XB_ROUNDTRIP_ROUNDTRIP_H
#define XB_ROUNDTRIP_ROUNDTRIP_H

#include "algorithm/algorithm.h"

/** The algorithm. */
extern const xb_algorithm xb_algorithm_roundtrip;

#endif
