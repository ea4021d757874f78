/**
 * @file
 * Measuring profiles of runs.
 *
 * A plain program has activations that push nothing. Of an adjoint one whose calls lead to motions
 * (algorithms/motions), the activations of routines as they were before are told, whatever the schedule: what
 * is recorded, what calls store, and what is computed when a routine only advances. What a motion is, of
 * which routine, and which call a call stands for is said by tags:
 *
 * | tag | of | value |
 * | --- | --- | --- |
 * | `xb.motion` | a routine | `recording`, `returning` or `joint` |
 * | `xb.routine` | a routine | name of the one that it is a motion of |
 * | `xb.call` | a call | `CALLEE#N`, or `CALLEE` if it was made of a call within an expression |
 */
#ifndef XB_EVALUATE_PROFILER_H
#define XB_EVALUATE_PROFILER_H

#include "evaluate/evaluate.h"
#include "evaluate/profile.h"

/** What watches a run. */
typedef struct xb_profiler xb_profiler;

/** @param program that is run @param arena of the profile */
xb_profiler *xb_profiler_create(xb_arena *arena, xb_program *program);

/** Whether the program has motions. */
bool xb_profiler_has_motions(const xb_profiler *profiler);

/** What to give the evaluator as its watch. */
xb_evaluate_watch xb_profiler_watch(xb_profiler *profiler);

/**
 * The profile of the first run of each routine that was called from outside.
 * @param profile receives it
 * @return XB_STATUS_OK; XB_STATUS_INVALID if calls lead to motions and don't say by tags which they are,
 * which is reported
 */
xb_status xb_profiler_finish(const xb_profiler *profiler, xb_profile **profile);

#endif
