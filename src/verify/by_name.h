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
 * The variables that hold the derivatives of another one, by direction: const xb_symbol.
 * @param program where derivatives are variables
 * @param symbol of that program
 * @param original what the program was made of
 */
xb_list xb_by_name_derivatives(xb_program *program, const xb_symbol *symbol, const xb_program *original);

/** In how many directions at once derivatives are variables in what was made of an original; 0: they are no
 * variables. */
size_t xb_by_name_directions(xb_program *program, const xb_program *original);

#ifdef __cplusplus
}
#endif

#endif
