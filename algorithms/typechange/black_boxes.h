/**
 * @file
 * Routines without body and derivatives (option black-box).
 *
 * Such a routine gets values only. It may modify the variables that it is passed, unless they are formal
 * arguments of intent in, and variables from outside. What becomes of their derivatives is a matter of
 * policy, but for arguments that have no value before the call: what the routine gives them does not go back
 * to active variables as far as anybody can tell, and there is no derivative to be kept, so that it is zero.
 * Functions are taken to keep derivatives under each policy but error, those in conditions and loop heads to
 * modify no active argument at all.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_BLACK_BOXES_H
#define XB_ALGORITHMS_TYPECHANGE_BLACK_BOXES_H

#include "algorithms/typechange/losses.h"

/** A call of a routine without body, which has neither a wrapper nor an explicit Jacobian. */
typedef struct xb_black_box {
    xb_run *run;
    const xb_routine *routine; /**< what now stands for the routine that calls */
    const xb_symbol *called;
    const xb_node *call; /**< a SubroutineCall or a FunctionCall */
    xb_place place;      /**< for messages */
    const xb_footprints *effects;
    const xb_losses *losses;
} xb_black_box;

/** Whether the derivative of an active argument is zero after the call. It may be modified. */
bool xb_black_box_ends(const xb_black_box *box, const xb_reference *actual);

/**
 * Warns if the call may lose a derivative, or refuses it, as the policy for the routine is. What is not read
 * after the call loses nothing.
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, which is reported
 */
xb_status xb_black_box_check(const xb_black_box *box);

/** Warns of the routines in the option that no call was of. */
xb_status xb_black_boxes_used(xb_run *run);

#endif
