/**
 * @file
 * Descriptors of arrays in C. Not installed.
 */
#ifndef XB_LANGUAGES_C_DESCRIPTORS_H
#define XB_LANGUAGES_C_DESCRIPTORS_H

#include "languages/c/expression.h"

/** Puts the types of descriptors that are used, and the functions that allocate arrays; headers that these
 * need are noted. */
void xb_c_descriptors_put(xb_c *c, xb_output *output);

#endif
