/**
 * @file
 * What the families of transformational intrinsics share.
 */
#ifndef XB_EVALUATE_TRANSFORMATIONAL_H
#define XB_EVALUATE_TRANSFORMATIONAL_H

#include "evaluate/intrinsics.h"

/** The least name of a transformational intrinsic above (in byte order) a name; NULL if there is none. */
const char *xb_transformational_next(const char *name);

#endif
