/**
 * @file
 * Programs in which derivatives are variables of their own: that of x is x_d, or x_d2, … where the original
 * has a variable of that name. Further ones are those of other directions that are propagated at once.
 */
#ifndef XB_VERIFY_BY_NAME_H
#define XB_VERIFY_BY_NAME_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The variable that holds the derivative of another one; NULL if there is none.
 * @param program where derivatives are variables
 * @param symbol of that program
 * @param original what the program was made of
 */
const xb_symbol *xb_by_name_derivative(xb_program *program, const xb_symbol *symbol,
                                       const xb_program *original);

/** Whether derivatives are variables in what was made of an original. */
bool xb_by_name_is(xb_program *program, const xb_program *original);

/** Refuses programs in which variables have derivatives in several directions. @return XB_STATUS_OK, or that
 * of the error, reported */
xb_status xb_by_name_check_directions(xb_program *program, const xb_program *original);

#ifdef __cplusplus
}
#endif

#endif
