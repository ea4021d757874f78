/**
 * @file
 * Passages: sets of values taken through routines, in the order of execution or against it, and what depends
 * on what over a routine by that.
 */
#ifndef XB_ANALYSIS_PASSAGES_H
#define XB_ANALYSIS_PASSAGES_H

#include "analysis/flows.h"

/**
 * The flows of a program, with what depends on what over each routine, in its order, call by call. Time: see
 * origins.h.
 * @param arena where they live
 */
xb_flows *xb_passages_of(xb_analyses *analyses, xb_arena *arena);

/** Whether a value, or one that may share its storage, is in a set. */
bool xb_flows_has(const xb_routine_flows *flows, const uint64_t *set, uint32_t value);

/** Adds a value, and all that may share its storage. */
void xb_flows_add(const xb_routine_flows *flows, uint64_t *set, uint32_t value);

/** Takes a set of values that vary through a flow. */
void xb_flow_forward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set);

/** Takes a set of values that are of use back through a flow. */
void xb_flow_backward(xb_arena *scratch, const xb_routine_flows *flows, const xb_flow *flow, uint64_t *set);

/** What of a callee's interface is of use at its end if the values of a set are after a call. @param arena
 * where the set lives */
uint64_t *xb_flow_used_in_callee(xb_arena *arena, const xb_routine_flows *flows, const xb_flow *flow,
                                 const uint64_t *set);

/** What is done with a flow, and the set before it, in the direction of a passage. */
typedef void xb_flow_visited(void *context, const xb_flow *flow, uint64_t *set);

/**
 * Takes a set through a routine.
 * @param backward from its end
 * @param set what there is where the passage begins; becomes what there is where it ends
 * @param visited is called for each flow that is passed, once all is known, and passes it; or NULL
 */
void xb_flows_pass(xb_analyses *analyses, const xb_routine_flows *flows, bool backward, uint64_t *set,
                   xb_flow_visited *visited, void *context);

#endif
