/**
 * @file
 * Activity: which variables are on a way from independent variables to dependent ones.
 *
 * A variable is varied if its value depends, differentiably, on that of an independent one, and useful if
 * that of a dependent one depends on it; it is active if it is both (Hascoët, Naumann, Pascual: "To be
 * recorded" analysis in reverse-mode automatic differentiation, 2005). Values go through assignments, calls,
 * and storage that variables may share. What is read by conditions, subscripts and conversions to integers
 * alone goes nowhere. The order of statements and which call a routine is called by are not considered: a
 * variable is active wherever it is, or nowhere.
 */
#ifndef XB_ANALYSIS_ACTIVITY_H
#define XB_ANALYSIS_ACTIVITY_H

#include "analysis/analyses.h"
#include "ir/closure.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is on such ways. */
typedef struct xb_program_activity {
    xb_closure varied, useful;
} xb_program_activity;

/**
 * The activity of a program, as it was read. Linear time.
 * @param arena where the result lives
 * @param independents, dependents xb_symbol
 */
xb_program_activity xb_activity_of(xb_analyses *analyses, xb_arena *arena, const xb_list *independents,
                                   const xb_list *dependents);

/** Whether a variable is varied and useful. */
bool xb_activity_has(const xb_program_activity *activity, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
