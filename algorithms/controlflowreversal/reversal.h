/**
 * @file
 * The control flow of a routine that has been taped, backward.
 */
#ifndef XB_ALGORITHMS_CONTROLFLOWREVERSAL_REVERSAL_H
#define XB_ALGORITHMS_CONTROLFLOWREVERSAL_REVERSAL_H

#include "algorithms/controlflowreversal/flow.h"
#include "algorithms/taping/taping.h"

/**
 * Reverses the control flow of a routine, and reports how. Loops that can be are run backward by arithmetic,
 * and branches are taken by conditions that are known on the way back, where that takes fewer pushes. Notes
 * of the taping version about what may not be allocated are made if it is.
 * @param adjoint its version without control flow, which gets one
 * @param blocks by vertex of the taping version: what stands for a basic block on the way back
 */
void xb_reverse_routine(xb_taping *taping, xb_routine *adjoint, const xb_body *blocks);

#endif
