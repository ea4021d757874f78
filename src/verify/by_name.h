/**
 * @file
 * Programs in which derivatives are variables of their own. Tags say of which ones (XB_TAG_DERIVATIVE). In
 * documents without these, names do: the derivative of x is x_d, or its adjoint x_b, and x_d2, … where the
 * original has a variable of that name. Further ones are those of other directions that are propagated at
 * once.
 */
#ifndef XB_VERIFY_BY_NAME_H
#define XB_VERIFY_BY_NAME_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The derivatives of a program that are variables. */
typedef struct xb_by_name xb_by_name;

/**
 * Finds them.
 * @param arena where they go
 * @param program where derivatives may be variables, as it was read
 * @param original what that was made of: what is there is no derivative; NULL: not known, and neither are
 * directions
 */
const xb_by_name *xb_by_name_find(xb_arena *arena, const xb_program *program, const xb_program *original);

/** The variables that hold the derivatives of a symbol of the program, by direction: const xb_symbol. */
xb_list xb_by_name_derivatives(const xb_by_name *found, const xb_symbol *symbol);

/** Whether names had to tell, since the document has no tags. */
bool xb_by_name_is_guessed(const xb_by_name *found);

/** In how many directions at once derivatives are variables; 0: they are none. */
size_t xb_by_name_directions(const xb_by_name *found);

#ifdef __cplusplus
}
#endif

#endif
