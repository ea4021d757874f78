/**
 * @file
 * Variables of a joint motion's own, in which arguments are restored that the routine only reads. What is
 * passed for these need not be a variable that may be changed (it may be that of a DO loop, or a constant),
 * and has no derivative to be passed back.
 */
#ifndef XB_ALGORITHMS_MOTIONS_OWN_VARIABLES_H
#define XB_ALGORITHMS_MOTIONS_OWN_VARIABLES_H

#include "algorithm/run.h"
#include "ir/body.h"

/** The own variables of a motion that is being made. */
typedef struct xb_own_variables {
    xb_run *run;               /**< to be set, as all up to flow */
    const xb_routine *routine; /**< whose motion it is, as it was read */
    xb_scope *scope;           /**< that of the motion */
    xb_body *code;             /**< that restores, and does what follows */
    xb_node_set restored;      /**< private: what the checkpoint restores */
    xb_node_map own;           /**< private: by argument: the variable */
    xb_list allocations;       /**< private: statements */
} xb_own_variables;

/** Makes variables for the arguments that are restored, when the code is the checkpoint alone. */
void xb_own_variables_find(xb_own_variables *own);

/** Leads all of the code to own variables. @param before code that it follows, where they are allocated */
void xb_own_variables_use(xb_own_variables *own, xb_body *before);

#endif
