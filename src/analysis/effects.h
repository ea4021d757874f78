/**
 * @file
 * Effects: which formal arguments and other variables routines may modify, as their bodies show, and their
 * Mod lists for calls of routines without body.
 */
#ifndef XB_ANALYSIS_EFFECTS_H
#define XB_ANALYSIS_EFFECTS_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The effects of all routines of a program. */
typedef struct xb_effects xb_effects;

/** The effects of the program as it was read. Linear time. */
const xb_effects *xb_effects_of(xb_analyses *analyses);

/** Whether a routine with a body may modify a formal argument of its own, whatever its intent is. */
bool xb_effects_modifies(const xb_effects *effects, const xb_formal *formal);

/** Whether a variable is a formal argument of intent in, which its routine is not to change. */
bool xb_effects_is_input(const xb_effects *effects, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
