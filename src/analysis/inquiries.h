/**
 * @file
 * Which routines ask whether arrays are allocated, or pointers associated.
 */
#ifndef XB_ANALYSIS_INQUIRIES_H
#define XB_ANALYSIS_INQUIRIES_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A variable from outside of a routine, or an argument of it, of which the routine, or what it calls, asks
 * whether it is allocated, or associated. If the routine is run again later, the answer may be another one.
 * @return the first that is found; NULL: there is none
 */
const xb_symbol *xb_inquiry_of(xb_analyses *analyses, const xb_routine *routine);

#ifdef __cplusplus
}
#endif

#endif
