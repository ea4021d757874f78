/**
 * @file
 * Which routines ask whether arrays are allocated, or pointers associated, and which allocate arrays by calls
 * of the run time, as derivative code does.
 */
#ifndef XB_ANALYSIS_ALLOCATION_H
#define XB_ANALYSIS_ALLOCATION_H

#include "analysis/analyses.h"
#include "ir/statement.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A variable from outside of a routine, or an argument of it, of which the routine, or what it calls, asks
 * whether it is allocated, or associated. If the routine is run again later, the answer may be another one.
 * @return the first that is found; NULL: there is none
 */
const xb_symbol *xb_inquiry_of(xb_analyses *analyses, const xb_routine *routine);

/** The variable that a statement allocates by a call of the run time; NULL if it does not. */
xb_symbol *xb_allocated_by(const xb_statement *statement);

/**
 * An active variable from outside of a routine, or an argument of it, that the routine, or what it calls,
 * allocates by a call of the run time. If the routine is run again later, its derivative is lost.
 * @return the first that is found; NULL: there is none
 */
const xb_symbol *xb_allocation_of(xb_analyses *analyses, const xb_routine *routine);

#ifdef __cplusplus
}
#endif

#endif
