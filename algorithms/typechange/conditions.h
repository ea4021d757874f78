/**
 * @file
 * Arguments of functions that are called in conditions and loop heads.
 */
#ifndef XB_TYPECHANGE_CONDITIONS_H
#define XB_TYPECHANGE_CONDITIONS_H

#include "algorithms/typechange/losses.h"

/**
 * Converts arguments of functions in conditions and loop heads where actual and formal ones differ in
 * activity, in basic blocks that are put where the expression is evaluated next.
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, which is reported: the function may modify such an
 * argument, or converting it elsewhere might give another value
 */
xb_status xb_convert_conditions(xb_run *run, const xb_effects *effects, const xb_losses *losses);

#endif
