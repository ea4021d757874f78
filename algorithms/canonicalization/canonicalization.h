/**
 * @file
 * Canonicalization: puts statements into the form that later algorithms expect.
 *
 * Function calls and non-inlinable intrinsics stand alone on right-hand sides, the latter with variables or
 * constants as operands; calls of functions with a body become calls of subroutines; and a constant that is
 * passed to an active formal argument gets a variable. What is hoisted is assigned to auxiliary variables in
 * statements before. In programs that are reversed, arguments that share storage are parted (sharing.h).
 */
#ifndef XB_ALGORITHMS_CANONICALIZATION_CANONICALIZATION_H
#define XB_ALGORITHMS_CANONICALIZATION_CANONICALIZATION_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_canonicalization;

#ifdef __cplusplus
}
#endif

#endif
