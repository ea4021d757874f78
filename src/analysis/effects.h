/**
 * @file
 * Effects: what routines may read and modify, whatever the order, as their bodies show, and their Mod lists
 * for calls of routines without body. Of what is read first and what is certainly assigned they know nothing
 * (summaries.h).
 */
#ifndef XB_ANALYSIS_EFFECTS_H
#define XB_ANALYSIS_EFFECTS_H

#include "analysis/footprints.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What may happen in the program as it was read.
 *
 * Takes time linear in the program and, for each call, in what the called routine uses from outside; sets of
 * variables from outside are kept for each routine.
 */
const xb_footprints *xb_effects_of(xb_analyses *analyses);

/** Whether a routine with a body may modify a formal argument of its own, whatever its intent is. */
bool xb_effects_modifies(const xb_footprints *effects, const xb_formal *formal);

/** Whether a variable is a formal argument of intent in, which its routine is not to change. */
bool xb_effects_is_input(const xb_footprints *effects, const xb_symbol *symbol);

/**
 * Whether a variable, or for all that is known storage that it shares, is changed anywhere in the program as
 * it was read: assigned, or passed to a routine that may modify it (changed.c).
 *
 * The first question takes time linear in the program.
 */
bool xb_is_changed(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
