/**
 * @file
 * Several directions at once: each statement on derivatives stands once for each of them.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_DIRECTIONS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_DIRECTIONS_H

#include "algorithms/associationbyname/variables.h"

/** The most directions that are propagated at once. */
enum { XB_NAMED_DIRECTION_LIMIT = 64 };

/** How many directions the options ask for. */
uint32_t xb_directions_asked(const xb_run *run);

/** Whether that many can be. @return XB_STATUS_OK, or that of what is wrong, reported */
xb_status xb_directions_check(xb_run *run);

/**
 * Has statements that refer to derivatives for each direction, with the variables of that direction.
 * @param scratch for walks over them
 * @param statements xb_statement, replaced
 */
void xb_directions_spread(xb_named_derivatives *derivatives, xb_program *program, xb_arena *scratch,
                          xb_list *statements);

#endif
