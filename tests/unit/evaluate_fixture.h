/*
 * Programs that are run by tests.
 */
#ifndef XB_TESTS_EVALUATE_FIXTURE_H
#define XB_TESTS_EVALUATE_FIXTURE_H

#include <check.h>

#include "evaluate/evaluate.h"

/* What the tests of a case share; all but the options is set by evaluate_load(). */
extern xb_arena *arena;
extern xb_evaluate_options options;
extern xb_program *program;
extern xb_evaluator *evaluator;

void evaluate_set_up(void);
void evaluate_tear_down(void);

/* Reads tests/data/evaluate/NAME.xaif and makes an evaluator with the options. Must be called within
 * evaluate_protected() or a set-up. */
void evaluate_load(const char *name);

/* evaluate_load() of a text. */
void evaluate_load_text(const char *text);

/* Makes another evaluator of the same program, by the options. */
void evaluate_again(void);

/* The routine of this name. */
xb_routine *evaluate_routine(const char *name);

/* The symbol of this name in a scope; NULL: the global one. */
xb_symbol *evaluate_symbol(const char *name, const xb_routine *routine);

/* An argument with the type and shape of a routine's formal (from 1), its values set to count numbers. */
xb_variable *evaluate_argument(const xb_routine *routine, uint32_t position, const double *values,
                               size_t count);

/* Element i (from 0), which must be defined, as a real number. */
double evaluate_value(const xb_variable *variable, size_t i);

/* What was reported last, as text; "" if nothing was. */
const char *evaluate_reported(void);

/* Protects the arenas of tests: no test body may call xb_evaluator_call() below. */
void evaluate_protected(void (*body)(void *argument), void *argument);

#endif
