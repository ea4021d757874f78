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
 * | combined | records and returns in one call | as both do | as both do |
 *
 * Which callee is strong and which is weak is said by a schedule. As each motion is a routine of its own, no
 * mode of the run has to tell what a call does: motions may be mixed, and call each other recursively. Both
 * sides of a weak call are in one routine, since stacks of checkpoints belong to routines.
 *
 * The combined motion is what a user calls: of those routines that are called from outside, it is the taping
 * sweep and the adjoint sweep in one routine, or, where each sweep has to be a routine of its own, it calls
 * these. In between it keeps the values that weak calls may change on the way back, and puts them back at the
 * end (final_values.h): so all variables from outside have the values that the routine gives them, whatever
 * the schedule.
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
    XB_MOTION_COMBINED,
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
    const char *const *suffixes; /**< by motion: what follows the name of a routine in that of the motion */
    xb_node_set entries;         /**< routines, as read, that have a combined motion */
} xb_motion_sources;

/** The suffixes if nobody chooses others, by motion. */
extern const char *const xb_motion_suffixes[XB_MOTION_COUNT];

/** What a motion is called in options and tags, such as "recording". */
const char *xb_motion_name(xb_motion motion);

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

/** Whether a routine is a combined motion. */
bool xb_motion_is_combined(const xb_routine *routine);

/** Whether a vertex of a combined motion, which has been made, is a part of the adjoint sweep. */
bool xb_motion_vertex_returns(xb_run *run, const xb_flow_vertex *vertex);

/** Gives a motion its control flow: a copy. @param flow in the scope of the routine */
void xb_motion_complete(xb_motions *motions, const xb_routine *routine, xb_motion motion,
                        const xb_flow_graph *flow);

/**
 * Gives a routine its combined motion.
 * @param forward, back the control flow of both sweeps, in the scope of the routine, whose vertices become
 * those of the motion; NULL: it calls the recording and the returning motion
 */
void xb_motion_combine(xb_motions *motions, const xb_routine *routine, const xb_flow_graph *forward,
                       const xb_flow_graph *back);

/** Control flow, in the scope of a routine, that does nothing but call one of its motions, which is none of a
 * weak call. */
xb_flow_graph xb_motion_forward(xb_motions *motions, const xb_routine *routine, xb_motion motion);

/** Derives the edges of the call graph, when all routines are in their places. */
void xb_motions_join(xb_motions *motions);

/* ---- names (suffixes.c) ---- */

/**
 * Reads the option `motion-suffixes`: MOTION:SUFFIX, separated by commas.
 * @param suffixes XB_MOTION_COUNT of them, by motion: receives those of the option, and the usual ones
 * @return XB_STATUS_OK; XB_STATUS_USAGE, reported: no such motion, what can't end a name, or one for two
 */
xb_status xb_motion_suffixes_read(const xb_options *options, const char **suffixes);

/** Whether a text can end the name of something: it has letters, digits and underscores, and is not empty. */
bool xb_suffix_is_valid(const char *text);

#endif
