/**
 * @file
 * Sets of references that answer which of them may share storage with another one, without looking at all.
 */
#ifndef XB_ANALYSIS_SHARING_H
#define XB_ANALYSIS_SHARING_H

#include "analysis/storage.h"

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

#endif
