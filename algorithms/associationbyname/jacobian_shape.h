/**
 * @file
 * Which routine a Jacobian is that of, and what its rows and columns are.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_SHAPE_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_SHAPE_H

#include "ir/program.h"

/** A condition on a formal argument. */
typedef bool xb_formal_condition(const xb_formal *formal);

/** Whether columns belong to an argument, or rows. */
bool xb_jacobian_is_input(const xb_formal *formal);
bool xb_jacobian_is_result(const xb_formal *formal);

/** Elements of the arguments for which a condition holds; -1: their number is not known. */
int64_t xb_jacobian_elements(const xb_routine *routine, xb_formal_condition *holds);

/** Finds a routine by the name that a user gives. @return XB_STATUS_OK, or that of the error, reported */
xb_status xb_jacobian_find_routine(const xb_program *program, const char *name, xb_routine **routine);

#endif
