/**
 * @file
 * Activity paths: by which flows a variable is active, or how far they lead.
 */
#ifndef XB_ANALYSIS_ACTIVITY_PATHS_H
#define XB_ANALYSIS_ACTIVITY_PATHS_H

#include "analysis/activity.h"

/**
 * Explains in remarks whether a variable is active: by a path from an independent variable through it to a
 * dependent one, or, where there is none, how far it leads, and what gives the variable a value, or uses it.
 * Time: for each routine and pattern of its calls, its flows times the values that vary, up to some amount of
 * work; beyond that, no path is shown.
 */
void xb_activity_explain(const xb_program_activity *activity, const xb_symbol *symbol);

#endif
