/**
 * @file
 * What the elimination of earlier sequences is reused of, in a run and, in a file, between runs (option
 * elimination-cache).
 */
#ifndef XB_ALGORITHMS_PREACCUMULATION_CACHE_H
#define XB_ALGORITHMS_PREACCUMULATION_CACHE_H

#include "algorithm/algorithm.h"
#include "elimination/elimination.h"

/** Reads the cache file, if there is one. @return XB_STATUS_OK, or the status of the error that was reported
 */
xb_status xb_elimination_cache_read(xb_run *run);

/** What is remembered in a run. */
xb_reuse *xb_elimination_cache_of(xb_run *run);

/** Has the cache file written, if the option names one and there is something new. */
void xb_elimination_cache_attach(xb_run *run);

#endif
