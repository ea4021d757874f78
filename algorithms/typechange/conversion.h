/**
 * @file
 * Conversion of the arguments of one call.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_CONVERSION_H
#define XB_ALGORITHMS_TYPECHANGE_CONVERSION_H

#include "algorithms/support/blocks.h"
#include "analysis/effects.h"
#include "algorithms/typechange/losses.h"
#include "algorithms/typechange/typechange.h"

/**
 * Finds how the arguments of a call of a routine with a body are converted: those whose activity differs from
 * the formal's. Warns where the value of an active argument goes on without its derivative to what is active.
 * @param callee the routine
 * @param effects what routines modify
 * @param losses where derivatives are lost
 * @param result receives the conversions; its call is NULL if there are none
 * @return XB_STATUS_OK, or that of the error that was reported
 */
xb_status xb_convert_call(xb_run *run, xb_block_place place, const xb_call *call, const xb_routine *callee,
                          const xb_footprints *effects, const xb_losses *losses, xb_converted_call *result);

/** The same for a call of a routine without body: active arguments become passive temporaries. Warns of
 * derivatives that may be lost, or refuses the call, as the policy is. */
xb_status xb_convert_external_call(xb_run *run, xb_block_place place, const xb_call *call,
                                   const xb_footprints *effects, const xb_losses *losses,
                                   xb_converted_call *result);

/** The same for an assignment of what a function without body gives, which stands alone on the right-hand
 * side. Reports nothing. */
xb_status xb_convert_external_function(xb_run *run, xb_block_place place, const xb_assignment *assignment,
                                       const xb_footprints *effects, const xb_losses *losses,
                                       xb_converted_call *result);

#endif
