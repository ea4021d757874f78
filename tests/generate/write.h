/**
 * @file
 * Abstract programs as XAIF.
 */
#ifndef XB_TESTS_GENERATE_WRITE_H
#define XB_TESTS_GENERATE_WRITE_H

#include "base/output.h"
#include "profile.h"

/** Number of points that a program is evaluated at. */
enum { GEN_POINTS = 2 };

/** Whether an argument of the entry is an independent. */
bool gen_is_independent(const gen_program *program, int variable);

/**
 * Writes a program with the alias sets, chains and side effects that the profile asks for.
 * @param arena for what is needed meanwhile
 * @param note text for a comment at the beginning, or NULL
 */
void gen_write(xb_arena *arena, const gen_program *program, const gen_profile *profile, const char *note,
               xb_output *output);

/** The text of a program with the derivatives that this one is to have; NULL: itself. */
const char *gen_reference_text(xb_arena *arena, const gen_program *program, const gen_profile *profile);

/** The routines that the document does not show, as elements to be put into it to run it; NULL: there are
 * none. */
const char *gen_bodies_text(xb_arena *arena, const gen_program *program, const gen_profile *profile);

#endif
