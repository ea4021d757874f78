/**
 * @file
 * Origins: which values of a routine's interface, as it begins, those at its end depend on.
 *
 * They are found for all values at once: each has a set of origins, which goes through the flows of the
 * routine. What nothing in it changes depends on itself alone, and has no set.
 */
#ifndef XB_ANALYSIS_ORIGINS_H
#define XB_ANALYSIS_ORIGINS_H

#include "analysis/flows.h"

/** Takes no value of a routine's interface to depend on anything, as long as nothing else has been found. */
void xb_origins_begin(xb_arena *arena, xb_routine_flows *flows);

/**
 * Finds the origins of the values of a routine's interface, by what has been found for its callees. Time:
 * flows times words of a set of the interface; calls times the different sets of the callee. Where that would
 * be too much, all depend on all.
 * @param arena where they live
 * @return whether a value depends on more than was known
 */
bool xb_origins_find(xb_arena *arena, xb_arena *scratch, xb_routine_flows *flows);

/** Whether a value of the interface, at the end, depends on another one at the beginning. */
bool xb_origins_has(const xb_routine_flows *flows, uint32_t value, uint32_t origin);

/** Whether a value of the interface depends on any of a set of its values. */
bool xb_origins_meet(const xb_routine_flows *flows, uint32_t value, const uint64_t *set);

/** Adds what any of a set of values of the interface depends on to another such set. */
void xb_origins_add_all(const xb_routine_flows *flows, const uint64_t *values, uint64_t *set);

#endif
