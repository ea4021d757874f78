/*
 * A tape: numbers that record how they are computed, as a linearized computational graph.
 *
 * Each operation on a number that depends on an independent is a vertex; its edges know the value of the
 * partial derivative and what of it is known when a program is compiled: units (1 or -1), other constants,
 * variables. Operations that a compiler would not leave (times 0 or 1, plus 0) leave no vertex. Operations
 * with constants alone make constants; with parameters, values that are neither differentiated nor known.
 *
 * When memory runs out the program ends with a message.
 */
#ifndef XB_BENCH_GRAPHS_TAPE_H
#define XB_BENCH_GRAPHS_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tape tape;

/* A value and where it comes from. */
typedef struct number {
    double value;
    tape *tape;    /* where it is recorded; NULL if it is not to be differentiated */
    size_t vertex; /* there */
    bool known;    /* whether it is a constant */
} number;

tape *tape_create(void);
void tape_free(tape *t);

/* A number to differentiate with respect to. Independents come before all operations. */
number tape_independent(tape *t, double value);

/* Wants the derivatives of a number. It becomes the next dependent. */
void tape_dependent(number what);

number constant(double value);
number parameter(double value);

number add(number a, number b);
number subtract(number a, number b);
number multiply(number a, number b);
number divide(number a, number b);
number scale(double a, number b);
number square(number a);
number negate(number a);
number root(number a);
number exponential(number a);
number logarithm(number a);
number sine(number a);
number cosine(number a);
number hyperbolic_tangent(number a);
number arc_tangent(number y, number x); /* of the point (x, y) */
number absolute(number a);
number error_function(number a);

/* The sum of so many numbers, from the first to the last. */
number sum(const number *terms, size_t count);

size_t tape_dependents(const tape *t);
double tape_value(const tape *t, size_t dependent);

/* The derivative of a dependent: the sum over all paths from the independent. */
double tape_derivative(const tape *t, size_t dependent, size_t independent);

/* Writes the graph in the format of xaif-eliminate, with labels. */
void tape_write(const tape *t, FILE *file);

#endif
