/**
 * @file
 * Association by name: the derivative component of a variable x becomes a variable x_d of its own.
 *
 * What comes out is a plain program: no active types, no propagators, nothing of the run time but the tapes
 * of adjoint code. A formal argument x is followed by x_d, and so is an actual one.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_ASSOCIATIONBYNAME_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_ASSOCIATIONBYNAME_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_associationbyname;

#ifdef __cplusplus
}
#endif

#endif
