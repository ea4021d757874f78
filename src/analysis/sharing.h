/**
 * @file
 * Sets of references that answer which of them may share storage with another one, without looking at all.
 */
#ifndef XB_ANALYSIS_SHARING_H
#define XB_ANALYSIS_SHARING_H

#include "ir/program.h"

/** A set of references. All zero is empty. */
typedef struct xb_sharing {
    xb_map buckets; /**< private */
} xb_sharing;

/** Adds a reference. @param owner what it belongs to; no owner may have two */
void xb_sharing_add(xb_arena *arena, const xb_program *program, xb_sharing *set,
                    const xb_reference *reference, const void *owner);

/**
 * Whether a reference may denote storage of a member. It may if it is of the same variable, or of one of the
 * same type, unless alias sets exclude it. Variables of different types share none.
 * @param except an owner whose reference does not count, or NULL
 */
bool xb_sharing_any(const xb_program *program, const xb_sharing *set, const xb_reference *reference,
                    const void *except);

#endif
