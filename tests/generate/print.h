/**
 * @file
 * Abstract programs as text for people, in the notation of tests/xaif.py.
 */
#ifndef XB_TESTS_GENERATE_PRINT_H
#define XB_TESTS_GENERATE_PRINT_H

#include "base/output.h"
#include "program.h"

/** Prints a program. @param arena for what is needed meanwhile */
void gen_print(xb_arena *arena, const gen_program *program, xb_output *output);

#endif
