/**
 * @file
 * What weak calls run again that the document does not show.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_RUN_AGAIN_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_RUN_AGAIN_H

#include "algorithms/motions/schedule.h"
#include "algorithms/taping/callees.h"

/**
 * Says, in one note, which routines are run again by weak calls, if these call routines without body, or have
 * markers that may stand for statements: what is read, written or drawn at random there is so twice.
 * @return XB_STATUS_UNSUPPORTED, reported, if a statement that is known to write variables is run again,
 * since it may be input; else XB_STATUS_OK
 */
xb_status xb_tell_what_runs_again(xb_run *run, const xb_callees *callees, const xb_schedule *schedule);

#endif
