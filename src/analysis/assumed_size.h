/**
 * @file
 * Formal arrays whose size their bounds do not tell.
 */
#ifndef XB_ANALYSIS_ASSUMED_SIZE_H
#define XB_ANALYSIS_ASSUMED_SIZE_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether a variable is a formal array whose last dimension is declared with bounds 1 and 1, and which is
 * used beyond it, in its routine or in what that calls: so programs in Fortran 77 say that they do not know
 * its size.
 */
bool xb_is_assumed_size(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
