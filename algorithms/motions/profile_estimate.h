/**
 * @file
 * Profiles that are estimated, where none is measured.
 *
 * A routine has one activation, which does what the text of its recording motion says: it pushes and calls in
 * the order of the text. What the text does not tell is assumed:
 *
 * - a loop has the trip count that its head says, or XB_ASSUMED_TRIPS rounds; where control flow is not
 * structured, all loops of a routine together have as many, which a warning says,
 * - each arm of a branch is taken; in unstructured control flow, each block once a round,
 * - an array whose extents are not declared has XB_ASSUMED_ELEMENTS elements,
 * - a routine that calls itself, directly or by others, does it once.
 *
 * Steps are the statements and vertices of control flow that do not push.
 */
#ifndef XB_ALGORITHMS_MOTIONS_PROFILE_ESTIMATE_H
#define XB_ALGORITHMS_MOTIONS_PROFILE_ESTIMATE_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"
#include "evaluate/profile.h"

/** Assumptions. */
enum { XB_ASSUMED_TRIPS = 10, XB_ASSUMED_ELEMENTS = 100 };

/** What is known of a routine. */
typedef struct xb_estimated_routine {
    const xb_routine *original;      /**< as read */
    const xb_flow_graph *recording;  /**< that computes values and tapes */
    const xb_flow_graph *checkpoint; /**< that stores its arguments; NULL: they can't be stored */
} xb_estimated_routine;

/**
 * Estimates a profile. Routines that nobody calls are called from outside; if there are none, all are.
 * @return the profile, in the program's arena
 */
xb_profile *xb_profile_estimate(xb_run *run, const xb_callees *callees, const xb_estimated_routine *routines,
                                size_t count);

/** Bytes of what a call of the run-time library pushes on a tape or stores in a checkpoint; 0: it does
 * neither. @param scratch for work @param known receives whether the extents are declared; may be NULL */
uint64_t xb_stored_bytes(xb_arena *scratch, const xb_inlinable_call *call, bool *known);

#endif
