/**
 * @file
 * How control flow is taken backward, as metrics and as a picture.
 */
#ifndef XB_ALGORITHMS_CONTROLFLOWREVERSAL_WAYS_BACK_H
#define XB_ALGORITHMS_CONTROLFLOWREVERSAL_WAYS_BACK_H

#include "algorithms/controlflowreversal/flow.h"

/** Name of the picture of a routine with the ways back. */
#define XB_REVERSAL_PICTURE "reversal"

/** Reports how loops and branches of a routine are taken backward, if metrics are wanted, and keeps its
 * picture, if that is: before that is done. */
void xb_report_reversal(xb_run *run, const xb_flow_reversal *reversal);

/** Draws the pictures that are kept; for use as `draw` of algorithms. @param detail name of a routine, NULL:
 * all */
xb_status xb_put_reversal(xb_run *run, const char *detail, xb_output *output);

#endif
