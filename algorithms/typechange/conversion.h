/**
 * @file
 * Conversion of the arguments of one call.
 */
#ifndef XB_TYPECHANGE_CONVERSION_H
#define XB_TYPECHANGE_CONVERSION_H

#include "algorithms/support/blocks.h"
#include "algorithms/typechange/effects.h"
#include "algorithms/typechange/losses.h"

/** A call whose arguments are converted, with the statements around it. */
typedef struct xb_converted_call {
    xb_list before;   /**< xb_statement: saved subscripts, allocations, conversions */
    xb_call *call;    /**< the call, the original one if nothing had to be changed */
    xb_list after;    /**< xb_statement: conversions back */
    xb_status status; /**< XB_STATUS_OK, or that of the error that was reported */
} xb_converted_call;

/**
 * Converts the arguments of a call of a routine with a body: those whose activity differs from the formal's.
 * Warns where the value of an active argument goes on without its derivative to what is active.
 * @param callee the routine
 * @param effects what routines modify
 * @param losses where derivatives are lost
 */
xb_converted_call xb_convert_call(xb_run *run, xb_block_place place, xb_call *call, const xb_routine *callee,
                                  const xb_effects *effects, const xb_losses *losses);

/** Converts the active arguments of a call of a routine without body to passive temporaries, and warns. */
xb_converted_call xb_convert_external_call(xb_run *run, xb_block_place place, xb_call *call,
                                           const xb_effects *effects);

#endif
