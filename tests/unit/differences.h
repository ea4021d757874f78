/**
 * @file
 * Derivatives by differences, for tests.
 */
#ifndef XB_TESTS_DIFFERENCES_H
#define XB_TESTS_DIFFERENCES_H

#include <complex.h>
#include <stdint.h>

/** A function at a distance from a point, along a line. */
typedef long double complex step_function(const void *context, long double step);

/**
 * The derivative along a line at distance 0, by central differences that are extrapolated to distance 0 (C.
 * J. F. Ridders, Accurate computation of F'(x) and F'(x) F''(x), Advances in Engineering Software 4, 1982).
 * @param largest the largest step
 * @param error receives an estimate of the error
 */
long double complex extrapolated_derivative(step_function *f, const void *context, long double largest,
                                            long double *error);

/** The next of a sequence of numbers in [0, 1). @param state not 0 */
double uniform_number(uint64_t *state);

#endif
