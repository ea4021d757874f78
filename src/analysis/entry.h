/**
 * @file
 * The routine that a user means: by a name, without the decoration of front ends, or the one that a program
 * begins with if nobody says so.
 */
#ifndef XB_ANALYSIS_ENTRY_H
#define XB_ANALYSIS_ENTRY_H

#include "base/diagnostics.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The procedure whose name agrees best with a text: is it, whatever the case of letters; is it but for a
 * trailing number; begins with it; or contains it. A renamed one's name is also looked at without the
 * program's prefix. The last one if several agree as well; NULL if none does.
 */
const xb_routine *xb_entry_named(xb_arena *arena, const xb_program *program, const char *name);

/**
 * xb_entry_named() for names that users give.
 * @return XB_STATUS_OK; XB_STATUS_INVALID, reported at the place, if none agrees or several agree as well
 */
xb_status xb_entry_require(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *program,
                           const char *name, xb_place place, const xb_routine **routine);

/** A hint for who misspelt the name of a procedure: the nearest one, or what there are. */
const char *xb_entry_suggest(xb_arena *arena, const xb_program *program, const char *name);

/** The procedures (xb_routine) that no other one calls, those that record or return from others aside. */
xb_list xb_entry_uncalled(xb_arena *arena, xb_program *program);

/** The names of some procedures, for hints. */
const char *xb_entry_names(xb_arena *arena, const xb_list *routines);

/** Whether a routine's name begins with "head", perhaps after the program's prefix. */
bool xb_entry_begins_with_head(const xb_program *program, const xb_routine *routine);

/**
 * The entry if nobody names it: the routine named "head", or whose name begins so, else the only procedure
 * that no other one calls.
 * @return XB_STATUS_OK; XB_STATUS_INVALID, reported, if that is not clear
 */
xb_status xb_entry_usual(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                         const xb_routine **routine);

#ifdef __cplusplus
}
#endif

#endif
