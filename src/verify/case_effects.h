/**
 * @file
 * What a case says without any effect on a program.
 */
#ifndef XB_VERIFY_CASE_EFFECTS_H
#define XB_VERIFY_CASE_EFFECTS_H

#include "verify/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Warns of each entry of a case that has no effect on the program that it is for: markers that the program
 * has not got, or that mean variables which it has not got there; extents of what has bounds, or another
 * rank; initial values of what gets another one before it is read; routines that are no externals; groups of
 * one. Symbols that the program has not got at all are errors of xb_environment_create().
 * @param layout of the program
 */
void xb_case_warn(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                  const xb_case *description, const xb_layout *layout);

#ifdef __cplusplus
}
#endif

#endif
