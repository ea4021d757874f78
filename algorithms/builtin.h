/**
 * @file
 * The algorithms that come with the library.
 */
#ifndef XB_ALGORITHMS_BUILTIN_H
#define XB_ALGORITHMS_BUILTIN_H

#include "algorithm/algorithm.h"

/** The algorithms in the order in which --list-algorithms shows them, ended by NULL. */
extern const xb_algorithm *const xb_builtin_algorithms[];

#endif
