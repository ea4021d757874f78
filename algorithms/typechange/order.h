/**
 * @file
 * Statements and conditions whose value depends on the order in which functions are called in them, which
 * nothing specifies.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_ORDER_H
#define XB_ALGORITHMS_TYPECHANGE_ORDER_H

#include "algorithm/algorithm.h"
#include "analysis/uses.h"

/**
 * Warns, once for each statement, condition and assignment in the head of a loop, where a function with a
 * body may modify a variable that certainly occurs there once more, or that another function that is called
 * there uses. What is in a function's own arguments is evaluated before it; the variable that is assigned,
 * after all.
 */
void xb_order_check(xb_run *run, const xb_footprints *effects, xb_uses *uses);

#endif
