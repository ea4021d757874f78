/**
 * @file
 * Sets of numbers that values depend on. Not installed.
 *
 * In runs with XB_EXACT_DEPENDENCES a derivative is the name of a set, 0 of the empty one: what copies
 * derivatives copies names, and what combines them joins sets.
 */
#ifndef XB_EVALUATE_DEPENDENCES_H
#define XB_EVALUATE_DEPENDENCES_H

#include "evaluate/evaluate.h"

/** The sets of an evaluator. */
typedef struct xb_dependences xb_dependences;

/** Makes an evaluator's table of sets, which lives as long as it does. */
xb_dependences *xb_dependences_create(xb_evaluator *evaluator);

/** The name of the union of two sets. Takes time for where they differ, and constant time if they are the
 * same. */
double xb_dependences_join(xb_evaluator *evaluator, double a, double b);

#endif
