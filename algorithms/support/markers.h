/**
 * @file
 * Markers that stand for statements which XAIF has no form for.
 */
#ifndef XB_ALGORITHMS_SUPPORT_MARKERS_H
#define XB_ALGORITHMS_SUPPORT_MARKERS_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The first marker of a routine, as it was read, that may stand for a statement; NULL if there is none. */
const xb_marker *xb_first_marker(xb_run *run, xb_routine *routine);

#ifdef __cplusplus
}
#endif

#endif
