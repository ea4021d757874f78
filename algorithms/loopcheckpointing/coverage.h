/**
 * @file
 * Arrays that a step assigns element by element.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_COVERAGE_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_COVERAGE_H

#include "algorithms/loopcheckpointing/swept_loop.h"

/**
 * Whether each step certainly assigns all elements of an array, one by one: an assignment within loops over
 * all of its subscripts, from bound to bound, which are constants, and within nothing else.
 */
bool xb_step_covers(const xb_swept_loop *loop, const xb_symbol *symbol);

#endif
