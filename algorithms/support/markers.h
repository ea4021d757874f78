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

/** The first marker of a routine, or of one that it calls, that is known to write something; NULL if there is
 * none. What it writes may be another value each time that it is run. */
const xb_marker *xb_first_input(xb_run *run, const xb_routine *routine);

/** Whether a marker is input from a text of the program, or output into one, or a copy: all that it does
 * follows from what it reads. */
bool xb_marker_is_internal(const xb_marker *marker);

#ifdef __cplusplus
}
#endif

#endif
