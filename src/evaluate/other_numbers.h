/**
 * @file
 * What goes along with arrays instead of derivatives: sizes of terms, and dependences. Not installed.
 */
#ifndef XB_EVALUATE_OTHER_NUMBERS_H
#define XB_EVALUATE_OTHER_NUMBERS_H

#include "evaluate/intrinsics/intrinsics.h"
#include "evaluate/state.h"

/**
 * Makes the tangents of a result what options.numbers asks for.
 * @param rule what was applied
 * @param x its count operands, which are changed
 * @param y its result, with tangents that are derivatives
 */
void xb_other_numbers(xb_evaluator *evaluator, const xb_transformational *rule, xb_array *x, size_t count,
                      xb_array *y);

#endif
