/**
 * @file
 * Arguments of functions that are called in conditions and loop heads.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_CONDITIONS_H
#define XB_ALGORITHMS_TYPECHANGE_CONDITIONS_H

#include "algorithms/typechange/losses.h"
#include "algorithms/typechange/typechange.h"

/**
 * Finds the functions in conditions and loop heads of a routine where actual and formal arguments differ in
 * activity, and how they are converted.
 * @param routine what now stands for it
 * @param functions receives xb_converted_function
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, which is reported: the function may modify such an
 * argument, or converting it elsewhere might give another value
 */
xb_status xb_convert_conditions(xb_run *run, xb_routine *routine, const xb_footprints *effects,
                                const xb_losses *losses, xb_vector *functions);

#endif
