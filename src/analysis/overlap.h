/**
 * @file
 * Overlap: whether two references, or two variables, have storage in common.
 *
 * References to one variable are compared by their subscripts, as far as these are constants, or written
 * alike at one place, and by their alias sets. Those to different variables are compared by alias sets, if
 * both have one, and else by the storage classes of their variables (storage.h). Variables of different type
 * classes share nothing.
 *
 * Whoever has many references, and asks whether one of them overlaps another one, has a set for that; there
 * are others by locations of straight-line code (locations.h).
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

/* ---- sets ---- */

/** A set of references and variables. All zero is empty, but for the analyses. */
typedef struct xb_sharing {
    xb_analyses *analyses; /**< of the program; to be set */
    xb_map buckets;        /**< private */
} xb_sharing;

/** Adds a reference. @param owner what it belongs to; no owner may have two */
void xb_sharing_add(xb_arena *arena, xb_sharing *set, const xb_reference *reference, const void *owner);

/** Adds some part of a variable, which belongs to no owner. */
void xb_sharing_add_variable(xb_arena *arena, xb_sharing *set, const xb_symbol *symbol);

/**
 * Whether a reference may have storage in common with a member (xb_overlap_of()); it may if it is of the same
 * variable.
 * @param except an owner whose reference does not count, or NULL
 */
bool xb_sharing_overlaps(const xb_sharing *set, const xb_reference *reference, const void *except);

#ifdef __cplusplus
}
#endif

#endif
