/**
 * @file
 * How often constructs occur in programs.
 */
#ifndef XB_TESTS_GENERATE_CENSUS_H
#define XB_TESTS_GENERATE_CENSUS_H

#include "effects.h"
#include "profile.h"

enum { GEN_CONSTRUCT_LIMIT = 96 };

/** Numbers by construct: of programs that have it, and of its occurrences. */
typedef struct gen_census {
    unsigned long programs[GEN_CONSTRUCT_LIMIT], occurrences[GEN_CONSTRUCT_LIMIT];
} gen_census;

/** Counts what is in a program. */
void gen_census_add(gen_census *census, xb_arena *arena, const gen_program *program,
                    const gen_profile *profile);

/** The name of a construct by its number; NULL after the last. */
const char *gen_construct_name(int number);

#endif
