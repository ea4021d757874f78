/**
 * @file
 * Whether two references to one variable certainly denote common elements, or certainly different ones.
 */
#ifndef XB_ANALYSIS_SECTIONS_H
#define XB_ANALYSIS_SECTIONS_H

#include "ir/expression.h"

/** Whether two references to one variable have the same subscripts, written alike. */
bool xb_sections_equal(const xb_reference *a, const xb_reference *b);

/**
 * Whether two references to one variable certainly have elements in common. An array of no elements is not
 * thought of.
 * @param together whether both are evaluated at one place, so that subscripts written alike are equal
 */
bool xb_sections_overlap(const xb_reference *a, const xb_reference *b, bool together);

/**
 * Whether two references to one variable certainly have no element in common: in some dimension, both are
 * ranges of constants that are apart or that are in step and never meet, or subscripts whose difference is
 * known, as i and i + 1.
 * @param together as above
 */
bool xb_sections_apart(const xb_reference *a, const xb_reference *b, bool together);

#endif
