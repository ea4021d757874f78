/**
 * @file
 * Values of intrinsics and of catalogue expressions, for tests.
 *
 * What each intrinsic computes is written here from its definition in C or Fortran, independently of the
 * catalogue. Values carry a type, and the typing rules of Fortran are enforced: integer operands divide as
 * integers, and an operation on types that a compiler would reject is an error.
 */
#ifndef XB_TESTS_INTRINSIC_VALUES_H
#define XB_TESTS_INTRINSIC_VALUES_H

#include <complex.h>
#include <stdbool.h>

#include "catalogue/catalogue.h"

/** Types of values. */
typedef enum value_type { TYPE_INTEGER, TYPE_REAL, TYPE_COMPLEX, TYPE_BOOL, TYPE_ERROR } value_type;

/** A value; integers and truth values are in the real part. */
typedef struct value {
    value_type type;
    long double complex z;
} value;

/** In which precision to compute. */
typedef enum precision { PRECISION_LONG, PRECISION_DOUBLE } precision;

/** A value of a real type. */
value real_value(long double x);

/** An integer. */
value integer_value(long double n);

/** A complex value. */
value complex_value(long double complex z);

/** Tells whether there are values for an intrinsic of this name. */
bool has_values(const char *name);

/** Number i of the names of intrinsics for which there are values, NULL after the last. */
const char *valued_name(size_t i);

/** The value of an intrinsic; TYPE_ERROR if the types of the operands are wrong. */
value intrinsic_value(const char *name, const value *operands, unsigned count, precision in);

/** The value of a partial derivative at these operands; TYPE_ERROR if types are wrong or it is refused. */
value partial_value(const xb_inlinable *item, const xb_partial *partial, const value *operands,
                    unsigned count, precision in);

#endif
