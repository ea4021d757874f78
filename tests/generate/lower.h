/**
 * @file
 * Programs without functions.
 */
#ifndef XB_TESTS_GENERATE_LOWER_H
#define XB_TESTS_GENERATE_LOWER_H

#include "program.h"

/** Whether functions are called. */
bool gen_has_functions(xb_arena *arena, const gen_program *program);

/** A copy that calls subroutines, before the assignments, where a program calls functions. */
gen_program *gen_without_functions(xb_arena *arena, const gen_program *program);

#endif
