/**
 * @file
 * Traces: what a run decided. Not installed.
 */
#ifndef XB_EVALUATE_TRACE_H
#define XB_EVALUATE_TRACE_H

#include "evaluate/code.h"

/**
 * The piece of a non-smooth elemental intrinsic that its operands are in: within a piece it is smooth.
 * @param x count operands
 * @param y the value
 * @return a number that is another one for another piece
 */
int64_t xb_trace_piece(xb_intrinsic_code code, const xb_number *x, size_t count, const xb_number *y);

/** The intrinsic whose values tell which element an extremum is; XB_INTRINSIC_NONE of what is none. */
xb_intrinsic_code xb_trace_locator(xb_intrinsic_code code);

#endif
