/**
 * @file
 * Checkpoints: what a routine needs to be run again, stored and restored.
 *
 * A routine that is run again, to be taped, must find the values of the variables from outside that it reads,
 * of which those are stored that may have changed by then (unchanged.h), and a time step that is run backward
 * those that it modifies (spec of the replacement lists in doc/format.md). Each checkpoint is a control flow
 * of one block with a call of the run-time library for each variable; what is stored is restored in reverse
 * order, since checkpoints are stacks.
 */
#ifndef XB_ALGORITHMS_CHECKPOINTS_CHECKPOINTS_H
#define XB_ALGORITHMS_CHECKPOINTS_CHECKPOINTS_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"
#include "ir/body.h"

/** The checkpoints of a routine. */
typedef enum xb_checkpoint {
    XB_CHECKPOINT_STORE_ARGUMENTS,
    XB_CHECKPOINT_RESTORE_ARGUMENTS,
    XB_CHECKPOINT_STORE_STEP,
    XB_CHECKPOINT_RESTORE_STEP,
    XB_CHECKPOINT_STORE_DERIVATIVES,
    XB_CHECKPOINT_RESTORE_DERIVATIVES,
    XB_CHECKPOINT_NONE /**< nothing is stored */
} xb_checkpoint;

/** What is known of all routines. */
typedef struct xb_checkpoints xb_checkpoints;

/** What is stored. */
typedef struct xb_checkpoint_settings {
    bool all;         /**< all that is read, not only what may be read before it is assigned, and may have
                         another value when the routine is run again */
    bool formals;     /**< formal arguments, too, for which no call passes a variable */
    bool by_schedule; /**< a schedule decides what is run again, and not templates: who follows it tells of
                         obstacles */
} xb_checkpoint_settings;

/** Finds out which formal arguments are variables at some call. @param callees kept */
const xb_checkpoints *xb_checkpoints_create(xb_run *run, const xb_callees *callees,
                                            const xb_checkpoint_settings *settings);

/** Why a routine can't be run again. */
typedef struct xb_obstacle {
    const char *what; /**< what the routine does, as the rest of a sentence; NULL: it can */
    const char *hint; /**< how to mend it, likewise */
} xb_obstacle;

/** Whether there is something that a routine, as it was read, needs to be run again, and that can't be
 * stored; or whether it asks what may be otherwise by then. */
xb_obstacle xb_checkpoint_obstacle(const xb_checkpoints *checkpoints, const xb_routine *routine);

/** What a routine, as it was read, stores to be run again: xb_symbol, in scratch memory. */
xb_list xb_checkpoint_variables(const xb_checkpoints *checkpoints, const xb_routine *routine);

/** Adds a checkpoint of a routine, as it was read, to code. */
void xb_checkpoint_add(const xb_checkpoints *checkpoints, const xb_routine *routine, xb_body *code,
                       xb_checkpoint checkpoint);

/** The control flow of a checkpoint of a routine, as it was read. @param scope of its block */
xb_flow_graph xb_checkpoint_flow(const xb_checkpoints *checkpoints, const xb_routine *routine,
                                 xb_scope *scope, xb_checkpoint checkpoint);

#endif
