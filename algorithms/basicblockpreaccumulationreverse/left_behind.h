/**
 * @file
 * What the adjoint sweep leaves otherwise than the program does.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LEFT_BEHIND_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_LEFT_BEHIND_H

#include "algorithms/motions/schedule.h"

/**
 * Says, in one note, which variables from outside weak calls leave as they were before one of these calls, if
 * a routine that nothing calls may read them first: a program that calls it again goes on from there.
 */
void xb_tell_what_is_left(xb_run *run, const xb_schedule *schedule);

#endif
