/**
 * @file
 * Idle routines: those that have nothing to do on the way back, and so nothing to record. They propagate no
 * derivatives, neither themselves nor by what they call. Calls of them compute values, and that is all.
 */
#ifndef XB_ALGORITHMS_TAPING_IDLE_H
#define XB_ALGORITHMS_TAPING_IDLE_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"

/**
 * Finds them in the tangent-linear program, in linear time. Those that have a rule, or lie within others,
 * are taken to be busy.
 * @return routines, as read
 */
xb_node_set xb_idle_find(xb_run *run, const xb_callees *callees);

#endif
