/**
 * @file
 * Summaries: the footprints of a program, of which the order is followed in which things happen.
 */
#ifndef XB_ANALYSIS_SUMMARIES_H
#define XB_ANALYSIS_SUMMARIES_H

#include "analysis/effects.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The footprints of the program as it was read: what may happen (effects.h), what is read first, and what is
 * certainly assigned. Of routines that are recursive it is not followed in which order things happen.
 */
const xb_footprints *xb_footprints_of(xb_analyses *analyses);

#ifdef __cplusplus
}
#endif

#endif
