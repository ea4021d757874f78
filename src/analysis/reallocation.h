/**
 * @file
 * Where in routines the arrays from outside and the formal arguments are allocated or deallocated, directly
 * or by what is called.
 *
 * Statements count that allocate or deallocate; an assignment keeps the extents of an array that is
 * allocated.
 */
#ifndef XB_ANALYSIS_REALLOCATION_H
#define XB_ANALYSIS_REALLOCATION_H

#include "analysis/changes.h"
#include "ir/statement.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The variable that a statement deallocates by a call of the run time; NULL if it does not. */
xb_symbol *xb_deallocated_by(const xb_statement *statement);

/** Whether some statement deallocates a variable: in its routine, or in one that it is passed to. */
bool xb_is_deallocated(xb_analyses *analyses, const xb_symbol *symbol);

/**
 * Whether a variable may be allocated or deallocated on a path from a place in a routine to its end, the
 * statement at the place included. The first question about a variable in a routine takes time linear in the
 * control flow.
 * @param routine as it was read
 */
bool xb_is_reallocated_after(xb_analyses *analyses, const xb_routine *routine, xb_flow_point place,
                             const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
