/**
 * @file
 * Variables that hold what were derivative components.
 *
 * That of x is declared where x is, with the same type and bounds, when it is first asked for; where several
 * directions are propagated at once, there is one for each. Variables that share storage according to their
 * alias sets have derivatives that share storage likewise: references to derivatives have alias sets of their
 * own, at addresses as far above those of the values, or of the direction before, as the values reach.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_VARIABLES_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_VARIABLES_H

#include "algorithm/algorithm.h"

/** The derivatives of a program. */
typedef struct xb_named_derivatives xb_named_derivatives;

/** No variables so far. @param suffix what follows the name of a variable in that of its derivative
 * @param active whether variables stay active, and derivatives are, too
 * @param directions number of those that are propagated at once */
xb_named_derivatives *xb_named_derivatives_create(xb_program *program, const char *suffix, bool active,
                                                  uint32_t directions);

/** Whether derivatives are active, as are the variables that have them. */
bool xb_named_derivatives_are_active(const xb_named_derivatives *derivatives);

/** How many directions are propagated at once. */
uint32_t xb_named_directions(const xb_named_derivatives *derivatives);

/** Whether derivatives of a variable can be a variable: it is active, and not of a derived type. */
bool xb_derivative_can_be_named(const xb_symbol *symbol);

/** The variable that holds the derivative of another one, which can be named. @param direction from 0 */
xb_symbol *xb_named_derivative(xb_named_derivatives *derivatives, const xb_symbol *symbol,
                               uint32_t direction);

/** The derivative variable of a symbol, in the first direction, if there is one already; else NULL. */
const xb_symbol *xb_named_derivative_find(const xb_named_derivatives *derivatives, const xb_symbol *symbol);

/** Whether a variable is written as an active one: if variables stay active, those that were, derivatives,
 * and all temporaries that may have derivatives. */
bool xb_named_variable_is_active(const xb_named_derivatives *derivatives, const xb_symbol *symbol);

/** Makes a reference to a derivative one to the variable that holds it. What can't be named is reported, once
 * for each variable. @param direction from 0 */
void xb_named_derivative_refer(xb_named_derivatives *derivatives, xb_reference *reference,
                               uint32_t direction);

/**
 * Has all variables written as active or passive ones, see above, and temporaries that nothing refers to any
 * more not at all. Completes the alias sets.
 * @param used symbols that are referred to
 * @return XB_STATUS_OK, or that of the errors that were reported meanwhile
 */
xb_status xb_named_derivatives_finish(xb_named_derivatives *derivatives, const xb_node_set *used);

#endif
