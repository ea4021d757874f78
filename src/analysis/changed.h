/**
 * @file
 * Variables that some statement of the program changes, wherever it stands.
 */
#ifndef XB_ANALYSIS_CHANGED_H
#define XB_ANALYSIS_CHANGED_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What changes in a program, as it was read. */
typedef struct xb_changed xb_changed;

/** What changes: what is assigned, and what is passed to routines that may modify it. Linear time. */
const xb_changed *xb_changed_of(xb_analyses *analyses);

/** Whether a variable, or for all that is known storage that it shares, changes. */
bool xb_changed_has(const xb_changed *changed, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
