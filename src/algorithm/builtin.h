/**
 * @file
 * The algorithms that come with the library: who runs them needs to know no more of them than this table,
 * which is defined beside them.
 */
#ifndef XB_ALGORITHM_BUILTIN_H
#define XB_ALGORITHM_BUILTIN_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithms in the order in which --list-algorithms shows them, ended by NULL. */
extern const xb_algorithm *const xb_builtin_algorithms[];

#ifdef __cplusplus
}
#endif

#endif
