/**
 * @file
 * Where the partial derivatives of intrinsics are compared with differences.
 */
#ifndef XB_TESTS_PARTIAL_POINTS_H
#define XB_TESTS_PARTIAL_POINTS_H

#include "intrinsic_values.h"

/** Most operands of a row. */
enum { OPERANDS = 3 };

/** An operand: its type and the interval of its values. */
typedef struct range {
    value_type type;
    double from, to;
} range;

/** Distance to the nearest kink or singularity, in units of the operands. */
typedef long double distance(const long double complex *x);

/** Points for one intrinsic with operands of certain types. */
typedef struct row {
    const char *name;
    range operands[OPERANDS]; /**< from 0 to 0: there is none */
    distance *gap;            /**< NULL: no kinks or singularities */
} row;

/** For real operands. */
extern const row real_rows[];

/** Number of real_rows. */
extern const size_t real_row_count;

/** For complex operands: every intrinsic whose partials hold for those. */
extern const row complex_rows[];

/** Number of complex_rows. */
extern const size_t complex_row_count;

#endif
