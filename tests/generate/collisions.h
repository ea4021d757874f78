/**
 * @file
 * Names that were made and must be unlike all others.
 */
#ifndef XB_TESTS_GENERATE_COLLISIONS_H
#define XB_TESTS_GENERATE_COLLISIONS_H

#include "ir/program.h"

/** A symbol that was made and has the name of another one that is visible where it is, or that is declared in
 * a scope within its own, whatever the case of letters; NULL if there is none. */
const xb_symbol *gen_collision(const xb_program *program);

#endif
