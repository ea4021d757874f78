/**
 * @file
 * Which formal arguments may be absent, and which routines ask.
 */
#ifndef XB_ANALYSIS_OMISSION_H
#define XB_ANALYSIS_OMISSION_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a variable is a formal argument that some call of the program, as it was read, omits, or passes on
 * where it may be absent itself, or that its routine asks for. All of them are found in linear time when the
 * first one is asked for. */
bool xb_may_be_absent(xb_analyses *analyses, const xb_symbol *symbol);

/** Whether a formal argument's routine, as it was read, or one that it passes the argument on to, asks
 * whether it is present. */
bool xb_is_asked_for(xb_analyses *analyses, const xb_symbol *symbol);

/** Whether nothing tells that a formal argument is there, or that it may be absent: its routine does nothing
 * with it but to pass it on to routines that ask, and either no call of the program passes it, or one passes
 * what is such an argument itself. */
bool xb_is_passed_on(xb_analyses *analyses, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
