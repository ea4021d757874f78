/**
 * @file
 * Activity paths: by which flows a variable is active, or how far they lead.
 */
#ifndef XB_ANALYSIS_ACTIVITY_PATHS_H
#define XB_ANALYSIS_ACTIVITY_PATHS_H

#include "analysis/activity.h"

/**
 * Explains in remarks whether a variable is active: the flows from an independent variable to it, and from it
 * to a dependent one, or what it gets, or gives, where one of these is missing. Time linear in the flows for
 * each of a few passages.
 */
void xb_activity_explain(const xb_program_activity *activity, const xb_symbol *symbol);

#endif
