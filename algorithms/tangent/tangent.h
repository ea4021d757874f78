/**
 * @file
 * Tangent-linear code: derivatives are propagated along with the values.
 *
 * Each item of a flat block is followed by what propagates its derivatives: for a local Jacobian, its
 * statements, its accumulation and a propagator that carries directional derivatives through the remainder;
 * for a non-inlinable intrinsic, what the catalogue says.
 */
#ifndef XB_ALGORITHMS_TANGENT_TANGENT_H
#define XB_ALGORITHMS_TANGENT_TANGENT_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_tangent;

#ifdef __cplusplus
}
#endif

#endif
