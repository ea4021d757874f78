/**
 * @file
 * What routines modify and read, and which calls are allowed.
 */
#ifndef XB_TESTS_GENERATE_EFFECTS_H
#define XB_TESTS_GENERATE_EFFECTS_H

#include "program.h"

/** What routines may modify and read, by routine: formals and global variables. */
typedef struct gen_effects {
    gen_numbers *modified, *read;
    bool *hidden; /**< whether they call, maybe through others, routines whose bodies are not shown */
} gen_effects;

/** The effects of the first count routines. */
gen_effects gen_effects_of(xb_arena *arena, const gen_program *program, int count);

/** Whether a routine certainly sets all of a formal: by an assignment to it that is always executed. */
bool gen_surely_set(const gen_program *program, int routine, int formal);

/**
 * Whether a call is allowed. Fortran forbids that what is modified has a second name; and the activity that
 * the program claims must hold: what a passive formal may modify in an active actual it modifies certainly.
 */
bool gen_call_is_legal(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                       const gen_statement *call);

/** The first of the function calls of a statement that changes what the statement touches elsewhere, which
 * Fortran forbids; GEN_NONE if there is none. */
int gen_clashing_function(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                          const gen_statement *statement);

/** Whether all calls of a program are. */
bool gen_is_legal(xb_arena *arena, const gen_program *program);

#endif
