/**
 * @file
 * Formal arrays for which arrays are passed that nothing has allocated yet.
 */
#ifndef XB_ANALYSIS_UNALLOCATED_H
#define XB_ANALYSIS_UNALLOCATED_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether a variable is a formal array without bounds for which some call passes an array that may not be
 * allocated: the caller, or what it calls, assigns it as a whole, which is how arrays are allocated, but not
 * on each way through the caller that leads to a call that may read it.
 */
bool xb_may_be_unallocated(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
