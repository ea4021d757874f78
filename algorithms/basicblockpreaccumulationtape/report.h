/**
 * @file
 * What is pushed where, as metrics and as a picture.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_REPORT_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_REPORT_H

#include "algorithm/algorithm.h"

/** Name of the picture of a routine with its tape. */
#define XB_TAPE_PICTURE "tape"

/** Reports the bytes that the blocks of a taping version push each time that they are executed, by what they
 * are for, if metrics are wanted, and keeps its picture, if that is. Arrays whose extents are not known count
 * by themselves. */
void xb_report_tape(xb_run *run, const xb_routine *taping);

/** Draws the pictures that are kept; for use as `draw` of algorithms. @param detail name of a routine, NULL:
 * all */
xb_status xb_put_tape(xb_run *run, const char *detail, xb_output *output);

#endif
