/**
 * @file
 * Programs to compare with: without functions, and with derivatives that end.
 */
#ifndef XB_TESTS_GENERATE_LOWER_H
#define XB_TESTS_GENERATE_LOWER_H

#include "program.h"

/** Whether functions are called. */
bool gen_has_functions(xb_arena *arena, const gen_program *program);

/** A copy that calls subroutines, before the assignments, where a program calls functions. */
gen_program *gen_without_functions(xb_arena *arena, const gen_program *program);

/** A copy in which the derivatives of what routines without body get are zero behind their calls. */
gen_program *gen_with_ended_derivatives(xb_arena *arena, const gen_program *program);

#endif
