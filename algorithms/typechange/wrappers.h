/**
 * @file
 * Hand-written differentiated wrappers of routines without body (option wrappers).
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_WRAPPERS_H
#define XB_ALGORITHMS_TYPECHANGE_WRAPPERS_H

#include "algorithms/support/blocks.h"

/** Whether the user says that there is a wrapper for the subroutine that is called. */
bool xb_wrapper_exists(xb_run *run, const xb_call *call);

/**
 * Checks that a call of a wrapped routine agrees with the first such call in which arguments are active, and
 * that the name of the wrapper is free.
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, which is reported
 */
xb_status xb_wrapper_check(xb_run *run, xb_block_place place, const xb_call *call);

/** Warns of the names in the option that no call was of. */
xb_status xb_wrappers_used(xb_run *run);

#endif
