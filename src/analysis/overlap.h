/**
 * @file
 * Overlap: whether two references, or two variables, have storage in common.
 *
 * References to one variable are compared by their subscripts, as far as these are constants, or written
 * alike at one place, and by their alias sets. Those to different variables are compared by alias sets, if
 * both have one, and else by the storage classes of their variables (storage.h). Variables of different type
 * classes share nothing.
 *
 * Whoever has many references, and asks which of them overlap another one, has sets for that: by variables
 * (sharing.h), or by locations of straight-line code (locations.h).
 */
#ifndef XB_ANALYSIS_OVERLAP_H
#define XB_ANALYSIS_OVERLAP_H

#include "analysis/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Whether two references have storage in common. An array of no elements is not considered.
 * @param together whether both are evaluated at one place, so that subscripts written alike are equal, and a
 * pointer has one target
 */
xb_overlap xb_overlap_of(xb_analyses *analyses, const xb_reference *a, const xb_reference *b, bool together);

/** Whether two variables have storage in common, whatever parts of them are meant. */
xb_overlap xb_overlap_of_variables(const xb_storage *storage, const xb_symbol *a, const xb_symbol *b);

/** Whether it is known which storage two references may denote: they are to one variable, or alias sets say
 * so of both. */
bool xb_overlap_is_known(const xb_program *program, const xb_reference *a, const xb_reference *b);

/** Whether two references to one variable have the same subscripts, written alike. */
bool xb_are_written_alike(const xb_reference *a, const xb_reference *b);

#ifdef __cplusplus
}
#endif

#endif
