/**
 * @file
 * The picture of a schedule: routines, and their calls with what they cost.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_SCHEDULE_PICTURE_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_SCHEDULE_PICTURE_H

#include "algorithm/algorithm.h"
#include "algorithms/motions/schedule_cost.h"

/** Name of the picture. */
#define XB_SCHEDULE_PICTURE "schedule"

/** Draws and keeps the picture. Strong calls are solid lines, weak ones dashed. @param weak by site */
void xb_keep_schedule_picture(xb_run *run, xb_schedule_costs *costs, const bool *weak);

/** Puts the picture that is kept; for use as `draw` of algorithms. There are no details. */
xb_status xb_put_schedule(xb_run *run, const char *detail, xb_output *output);

#endif
