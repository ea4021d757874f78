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
 * Checks a case against the program that it is for. It is an error if a point that was typed has more numbers
 * than there is room for. Entries without effect are warnings: markers that the program has not got, or that
 * mean variables which it has not got there; extents of what has bounds, or another rank; initial values of
 * what gets another one before it is read; routines that are no externals; groups of one; arguments that are
 * not described. Symbols that the program has not got at all are errors of xb_environment_create().
 * @param layout of the program
 * @return XB_STATUS_OK or XB_STATUS_INVALID, reported
 */
xb_status xb_case_check(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                        const xb_case *description, const xb_layout *layout);

/**
 * Checks a case that says in what world the routines of rules are tested (catalogue_rules.h): what it says of
 * an entry, of its arguments and of numbers has no effect, which is a warning for each field, as is what has
 * none on the program.
 */
void xb_case_check_for_rules(xb_arena *arena, xb_program *program, const xb_case *description);

#ifdef __cplusplus
}
#endif

#endif
