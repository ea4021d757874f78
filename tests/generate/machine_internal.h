/**
 * @file
 * What runs of programs and of adjoint ones share.
 */
#ifndef XB_TESTS_GENERATE_MACHINE_INTERNAL_H
#define XB_TESTS_GENERATE_MACHINE_INTERNAL_H

#include "machine.h"

/** A run. */
typedef struct gen_running {
    gen_machine *machine;
    int point;
    double shift;
    size_t direction;
    xb_variable **arguments;
    gen_results *results;
} gen_running;

/** Which of the inputs is that of a formal argument: its name, with that of the entry before it if that is
 * not the main one; -1 if none. */
int gen_input_of(const gen_machine *machine, const xb_symbol *symbol);

/** Whether derivatives are those with respect to an argument. */
bool gen_is_independent_symbol(const gen_machine *machine, const xb_symbol *symbol);

/** A global variable by its name; NULL: there is none. */
const xb_symbol *gen_global(const xb_program *program, const char *name);

/** The routine whose formals tell what is independent: where derivatives are variables, none is active. */
const xb_routine *gen_interface(const gen_machine *machine);

/** Finds the variables that hold derivatives; to be called by xb_protect(). @param machine gen_machine */
void gen_machine_name_derivatives(void *machine);

/** Has room for arguments; to be called by xb_protect(). @param run gen_running */
void gen_prepare_run(void *run);

/** Resets the evaluator, and makes arguments with their inputs. @return false if memory ran out */
bool gen_make_arguments(gen_running *run);

/** Takes the results; to be called by xb_protect(). @param run gen_running */
void gen_collect_results(void *run);

#endif
