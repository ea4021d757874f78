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
 * allocated: the routine, or what it calls, may assign it as a whole, and nothing of it is assigned before
 * the call on some way through the caller.
 */
bool xb_may_be_unallocated(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
