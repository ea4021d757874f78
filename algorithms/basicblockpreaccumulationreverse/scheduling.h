/**
 * @file
 * The schedule of a reversal: from a file, uniform, or chosen for a limit on what is stored.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_SCHEDULING_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_SCHEDULING_H

#include "algorithms/motions/profile_estimate.h"
#include "algorithms/motions/schedule.h"

/** What options say. */
typedef struct xb_scheduling_settings {
    const char *reversal; /**< NULL: only calls that are marked are weak */
    bool automatic;
    uint64_t limit;      /**< bytes; if automatic */
    const char *profile; /**< file; NULL: none */
    const char *written; /**< file; NULL: none */
} xb_scheduling_settings;

/** What a schedule is made for. */
typedef struct xb_scheduling {
    xb_run *run;
    const xb_scheduling_settings *settings;
    const xb_callees *callees;
    const xb_estimated_routine *routines;
    size_t count;
    bool puts_back; /**< there are motions that put back what weak calls leave otherwise than the program */
} xb_scheduling;

/** Reads options. @return XB_STATUS_OK; XB_STATUS_USAGE for what does not go together, reported */
xb_status xb_scheduling_configure(const xb_options *options, xb_scheduling_settings *settings);

/**
 * Makes the schedule, attaches its text, keeps its picture and reports its metrics, if they are wanted.
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if no schedule keeps within the limit, which was reported with
 * the least that can be reached; or the status of what is wrong in a file, reported
 */
xb_status xb_schedule_make(const xb_scheduling *scheduling, const xb_schedule **schedule);

#endif
