/**
 * @file
 * Variables of a joint motion's own, in which arguments are restored that the routine only reads. What is
 * passed for these need not be a variable that may be changed (it may be that of a DO loop, or a constant),
 * and has no derivative to be passed back.
 */
#ifndef XB_ALGORITHMS_MOTIONS_OWN_VARIABLES_H
#define XB_ALGORITHMS_MOTIONS_OWN_VARIABLES_H

#include "algorithm/run.h"

/** The own variables of a motion that is being made. */
typedef struct xb_own_variables {
    xb_run *run;               /**< to be set, as all up to flow */
    const xb_routine *routine; /**< whose motion it is, as it was read */
    xb_scope *scope;           /**< that of the motion */
    xb_flow_graph *flow;       /**< that of the motion */
    xb_map restored;           /**< private: by node index: what the checkpoint restores */
    xb_map own;                /**< private: by node index of an argument: the variable */
    xb_list allocations;       /**< private: statements */
} xb_own_variables;

/** Makes variables for the arguments that are restored. @param first number of the block with which that
 * begins; what follows it in the flow is the checkpoint */
void xb_own_variables_find(xb_own_variables *own, uint32_t first);

/** Leads all that follows to own variables, which are allocated first. @param first as before */
void xb_own_variables_use(xb_own_variables *own, uint32_t first);

#endif
