/**
 * @file
 * Making failing programs smaller (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input,
 * 2002), with the alias sets, chains and side effects made anew for each.
 */
#ifndef XB_TESTS_GENERATE_REDUCE_H
#define XB_TESTS_GENERATE_REDUCE_H

#include "judge.h"
#include "judge.h"
#include "profile.h"

/** A program that fails. */
typedef struct gen_failing {
    const gen_program *program;
    gen_profile profile;
    gen_options options;
    const char *kind; /**< of the failure */
    gen_catalogues catalogues;
} gen_failing;

/**
 * Makes a failing program as small as it gets. Must not be called within xb_protect().
 * @param arena where the program is put
 * @param failing receives the smaller program, a profile that may know more, and fewer options
 * @return number of programs that were tried
 */
int gen_reduce(xb_arena *arena, gen_failing *failing);

#endif
