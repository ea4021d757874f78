/**
 * @file
 * What the adjoint sweep leaves otherwise than the program does.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LEFT_BEHIND_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LEFT_BEHIND_H

#include "algorithms/motions/schedule.h"
#include "algorithms/taping/callees.h"

/**
 * Says, in one note, which variables from outside weak calls modify that a routine which nothing else calls
 * may read first: after the adjoint sweep they may have values from the middle of the run, and a program that
 * calls the routine again goes on from there.
 */
void xb_tell_what_is_left(xb_run *run, const xb_callees *callees, const xb_schedule *schedule);

#endif
