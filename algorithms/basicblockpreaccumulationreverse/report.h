/**
 * @file
 * What is pushed where, and how control flow is taken backward, as metrics and as pictures.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_REPORT_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONREVERSE_REPORT_H

#include "algorithms/controlflowreversal/controlflowreversal.h"

/** Name of the picture of a routine with its tape. */
#define XB_TAPE_PICTURE "tape"

/** Name of the picture of a routine with the ways back. */
#define XB_REVERSAL_PICTURE "reversal"

/** Reports the bytes that the blocks of a taping version push each time that they are executed, by what they
 * are for, if metrics are wanted, and keeps its picture, if that is. Arrays whose extents are not known count
 * by themselves. */
void xb_report_tape(xb_run *run, const xb_routine *taping);

/** Reports how loops and branches of a routine are taken backward, if metrics are wanted, and keeps its
 * picture, if that is: before that is done. */
void xb_report_reversal(xb_run *run, const xb_flow_reversal *reversal);

/** Draws the pictures that are kept; for use as `draw` of algorithms. @param detail name of a routine, NULL:
 * all */
xb_status xb_put_tape(xb_run *run, const char *detail, xb_output *output);

/** Likewise for XB_REVERSAL_PICTURE. */
xb_status xb_put_reversal(xb_run *run, const char *detail, xb_output *output);

#endif
