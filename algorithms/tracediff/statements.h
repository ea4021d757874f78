/**
 * @file
 * Calls and non-smooth intrinsics in basic blocks.
 */
#ifndef XB_ALGORITHMS_TRACEDIFF_STATEMENTS_H
#define XB_ALGORITHMS_TRACEDIFF_STATEMENTS_H

#include "algorithms/support/blocks.h"
#include "algorithms/taping/callees.h"

/** Derives blocks in which calls are converted, and those of routines with a body are recorded. */
xb_status xb_trace_calls(xb_run *run, const xb_callees *callees);

/** Gives the non-smooth intrinsics in the assignments of a version of a routine the names under which they
 * write to the trace. @param record puts events around these assignments, too */
void xb_trace_intrinsics(xb_run *run, xb_routine *version, bool record);

/** Takes everything that writes events out of a version of a routine. */
void xb_drop_events(xb_program *program, xb_routine *version);

#endif
