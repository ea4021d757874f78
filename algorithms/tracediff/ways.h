/**
 * @file
 * The ways that control takes, recorded.
 */
#ifndef XB_ALGORITHMS_TRACEDIFF_WAYS_H
#define XB_ALGORITHMS_TRACEDIFF_WAYS_H

#include "algorithm/algorithm.h"

/**
 * Has a version of a routine record what its branches and loops decide, on the edges of its control flow.
 * @param version changed
 * @param routine what the conditions are taken from: vertices of the version that it has, too, have the same
 * numbers in it
 * @param all record all of them; else those whose condition, initialization or update has active variables or
 * array accesses
 */
void xb_trace_ways(xb_run *run, xb_routine *version, const xb_routine *routine, bool all);

#endif
