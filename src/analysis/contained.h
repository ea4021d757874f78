/**
 * @file
 * Which routines lie within others, whose variables they may use.
 */
#ifndef XB_ANALYSIS_CONTAINED_H
#define XB_ANALYSIS_CONTAINED_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The routines, as they were read, whose scopes lie within a scope, at any depth. All of them are found in
 * linear time when the first ones are asked for, but for the depth of scopes.
 * @param scope not that of the program
 * @return xb_routine; none of them if nothing lies within it
 */
const xb_list *xb_contained_in(xb_analyses *analyses, const xb_scope *scope);

/** Whether a routine, as it was read, refers to a variable of a routine that it lies within. All such
 * variables are found in linear time when the first one is asked for. */
bool xb_contained_refer(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
