/**
 * @file
 * Making random programs.
 */
#ifndef XB_TESTS_GENERATE_GROW_H
#define XB_TESTS_GENERATE_GROW_H

#include "profile.h"

/** Makes the program of a profile. */
gen_program *gen_grow(xb_arena *arena, const gen_profile *profile);

#endif
