/**
 * @file
 * Which routine a Jacobian is that of, and what its rows and columns are.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_SHAPE_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_SHAPE_H

#include "algorithm/algorithm.h"

/** What a user asks for: the name of a routine, and names of arguments or variables from outside, separated
 * by commas or blanks. NULL: active arguments that the routine reads before it sets them, or modifies. */
typedef struct xb_jacobian_names {
    const char *routine, *independents, *dependents;
} xb_jacobian_names;

/** What that means. */
typedef struct xb_jacobian_shape {
    xb_routine *routine;
    xb_list inputs;  /**< xb_symbol: a column for each of their elements; arguments first, in their order */
    xb_list results; /**< xb_symbol: rows, likewise */
} xb_jacobian_shape;

/** The formal arguments of a routine (xb_formal) by position. */
xb_list xb_jacobian_formals(const xb_program *program, const xb_routine *routine);

/** Elements of variables; -1: their number is not known. */
int64_t xb_jacobian_elements(const xb_list *symbols);

/** Looks everything up. @return XB_STATUS_OK, or that of the error, reported */
xb_status xb_jacobian_shape_find(xb_run *run, const xb_jacobian_names *names, xb_jacobian_shape *shape);

#endif
