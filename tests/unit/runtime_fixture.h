/*
 * What the tests of the run time share: programs of one block, written as calls and assignments of constants,
 * and transformed programs from files; running them, and looking at variables and errors.
 */
#ifndef XB_TESTS_RUNTIME_FIXTURE_H
#define XB_TESTS_RUNTIME_FIXTURE_H

#include <check.h>

#include "evaluate/evaluate.h"

/* What the next program is run with; runtime_set_up() sets two directions and nothing else. */
extern xb_evaluate_options options;

/* The program, and its evaluator. */
extern xb_program *program;
extern xb_evaluator *evaluator;
extern xb_arena *arena;

/* Creates what all tests need. */
void runtime_set_up(void);

/* Frees everything. */
void runtime_tear_down(void);

/*
 * Makes a program of one routine, the first statement of which is in line 100, the others in the lines after
 * it. statements: "a = 1.5; push_s0(a); pop_s0(v[2])"; an argument that begins with @ is a derivative. They
 * are about global variables: a, b, c: active reals; p, q: passive ones; v, w: active vectors of 3; s:
 * passive vector of 3; m, n: active matrices of 2 by 3; av, ps, am: active vector, passive vector, active
 * matrix without bounds; i, j: integers; k: vector of 2 integers; l: truth value; lv: vector of 2 of them; t,
 * u: strings; z, zp: active and passive complex numbers
 */
void runtime_program(const char *statements);

/* Gives the elements of a variable the values 1, 2, 3 … and the derivatives 10, 20, 30 …; the latter times
 * 100 in the second direction. */
void runtime_number_elements(const char *id);

/* runtime_program() with runtime_number_elements() of a, b, c, v, w, m and n; p is 4, and s is 2, 3, 4. */
void runtime_numbered(const char *statements);

/* Reads the program of a file of tests/data/evaluate. */
void runtime_file(const char *name);

/* Reads the program of a file with the first occurrence of a part replaced. */
void runtime_changed_file(const char *name, const char *part, const char *by);

/* A global variable. */
xb_variable *variable(const char *id);

/* Calls the first routine. */
xb_status runtime_run(xb_variable *const *arguments, size_t count);

/* Calls the first routine, which must not fail. */
void runtime_run_well(xb_variable *const *arguments, size_t count);

/* Everything that has been reported so far, as text. */
const char *runtime_reported(void);

/* The message of the first error; "" if there is none. */
const char *runtime_message(void);

/* Element i of a real or integer variable, which must be defined. */
double value(xb_variable *of, size_t i);

/* The derivative of an element, which must be defined. */
double derivative(xb_variable *of, size_t i, size_t direction);

/* Sets an element of a real variable. */
void set_value(xb_variable *of, size_t i, double to);

/* Sets all derivatives of a variable in a direction. */
void set_derivatives(xb_variable *of, size_t direction, double to);

#endif
