/**
 * @file
 * Motions: a routine for each way in which a routine takes part in a reversal.
 *
 * | motion | does | its strong callees | its weak callees |
 * | --- | --- | --- | --- |
 * | advancing | computes values | advance | advance |
 * | recording | computes values, and tapes | record | store their arguments and advance |
 * | returning | consumes the tape | return | restore their arguments, record and return |
 * | joint | the two sides of a weak call, by its first argument | | |
 *
 * Which callee is strong and which is weak is said by a schedule. As each motion is a routine of its own, no
 * mode of the run has to tell what a call does: motions may be mixed, and call each other recursively. Both
 * sides of a weak call are in one routine, since stacks of checkpoints belong to routines.
 */
#ifndef XB_ALGORITHMS_MOTIONS_MOTIONS_H
#define XB_ALGORITHMS_MOTIONS_MOTIONS_H

#include "algorithms/checkpoints/checkpoints.h"
#include "algorithms/motions/schedule.h"
#include "algorithms/taping/callees.h"

/** What a routine does. */
typedef enum xb_motion {
    XB_MOTION_ADVANCING,
    XB_MOTION_RECORDING,
    XB_MOTION_RETURNING,
    XB_MOTION_JOINT,
    XB_MOTION_COUNT
} xb_motion;

/** The motions of all routines. */
typedef struct xb_motions xb_motions;

/** What motions are made by. */
typedef struct xb_motion_sources {
    const xb_schedule *schedule;
    const xb_callees *callees;
    const xb_checkpoints *checkpoints;
    bool as_lists; /**< routines are written as replacement lists, and those that are not called have no
                        other motions than their list; else the advancing motion is the routine itself */
} xb_motion_sources;

/**
 * Declares the motions of those routines that need them. Weak calls of a routine within another one that has
 * motions are taken to be strong, with a warning.
 * @param routines as read: procedures that are called as subroutines, or by nobody
 * @return the motions, in the program's arena
 */
xb_motions *xb_motions_create(xb_run *run, const xb_motion_sources *sources, const xb_list *routines);

/**
 * Makes the calls in a version of a routine, as it was read, lead to motions.
 * @param flow of the version
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if it calls a wrapper without body, which was reported
 */
xb_status xb_motions_redirect(xb_motions *motions, const xb_routine *routine, xb_flow_graph *flow,
                              xb_motion motion);

/** The routine for a motion of a routine, as it was read; NULL if there is none. */
xb_routine *xb_motion_of(const xb_motions *motions, const xb_routine *routine, xb_motion motion);

/** Whether a routine is a motion that returns. */
bool xb_motion_returns(const xb_routine *routine);

/** Gives a motion its control flow: a copy. @param flow in the scope of the routine */
void xb_motion_complete(xb_motions *motions, const xb_routine *routine, xb_motion motion,
                        const xb_flow_graph *flow);

/** Control flow, in the scope of a routine, that does nothing but call one of its motions, which is none of a
 * weak call. */
xb_flow_graph xb_motion_forward(xb_motions *motions, const xb_routine *routine, xb_motion motion);

/** Derives the edges of the call graph, when all routines are in their places. */
void xb_motions_join(xb_motions *motions);

#endif
