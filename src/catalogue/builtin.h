/**
 * @file
 * The built-in catalogue: constant tables that the build makes of the documents in catalogues/; internal to
 * the library.
 */
#ifndef XB_CATALOGUE_BUILTIN_H
#define XB_CATALOGUE_BUILTIN_H

#include "catalogue/catalogue.h"

/** Inlinable intrinsics, ascending by name (byte order). */
extern const xb_inlinable xb_builtin_inlinables[];

/** Number of inlinable intrinsics. */
extern const size_t xb_builtin_inlinable_count;

/** Non-inlinable intrinsics, ascending by name (byte order). */
extern const xb_noninlinable xb_builtin_noninlinables[];

/** Number of non-inlinable intrinsics. */
extern const size_t xb_builtin_noninlinable_count;

#endif
