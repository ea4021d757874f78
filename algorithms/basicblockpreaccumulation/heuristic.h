/**
 * @file
 * The heuristic that a run eliminates by (option heuristic).
 */
#ifndef XB_BASICBLOCKPREACCUMULATION_HEURISTIC_H
#define XB_BASICBLOCKPREACCUMULATION_HEURISTIC_H

#include "algorithm/algorithm.h"
#include "elimination/elimination.h"

/** Reads the option, with the filters that plugins offer. @return XB_STATUS_OK, or XB_STATUS_USAGE if it is
 * wrong, which was reported */
xb_status xb_heuristic_read(xb_run *run);

/** The heuristic that was read, or NULL. */
const xb_heuristic *xb_heuristic_of(xb_run *run);

#endif
