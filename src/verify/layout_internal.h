/*
 * What is known of entry routines.
 */
#ifndef XB_VERIFY_LAYOUT_INTERNAL_H
#define XB_VERIFY_LAYOUT_INTERNAL_H

#include "verify/layout.h"

/* Whether a routine's name begins with "head", perhaps after the program's prefix. */
bool xb_layout_begins_with_head(const xb_program *program, const xb_routine *routine);

/* Finds the entry routine as xb_layout_create() says; reports if there is none. */
xb_status xb_layout_entry(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *program,
                          const xb_case *description, const char *entry, const xb_routine **routine);

#endif
