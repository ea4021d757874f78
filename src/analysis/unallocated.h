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
 * allocated: the program assigns it as a whole, which is how arrays are allocated, but not on each way to the
 * call.
 */
bool xb_may_be_unallocated(xb_analyses *analyses, const xb_symbol *symbol);

/**
 * Whether a call may pass such an array for a formal argument.
 * @param call a call of the document, or a copy of it @param formal of what it calls, as it was read
 */
bool xb_may_pass_unallocated(xb_analyses *analyses, const xb_call *call, const xb_formal *formal);

/** Whether such an array may still not be allocated after the call. */
bool xb_may_stay_unallocated(xb_analyses *analyses, const xb_call *call, const xb_formal *formal);

#ifdef __cplusplus
}
#endif

#endif
