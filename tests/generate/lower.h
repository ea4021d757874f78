/**
 * @file
 * Programs to compare with: those whose derivatives end in routines without body.
 */
#ifndef XB_TESTS_GENERATE_LOWER_H
#define XB_TESTS_GENERATE_LOWER_H

#include "program.h"

/** A copy in which the derivatives of what routines without body get are zero after their calls. */
gen_program *gen_with_ended_derivatives(xb_arena *arena, const gen_program *program);

#endif
