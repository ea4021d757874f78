/**
 * @file
 * What the routines of transformed documents were made of. Not installed.
 */
#ifndef XB_VERIFY_ORIGINS_H
#define XB_VERIFY_ORIGINS_H

#include "ir/program.h"

/** The routine of the same document that has the scope and the name of the one that a routine was made of: of
 * a motion, or of a sweep of a loop. The routine itself if it was made of none. */
const xb_routine *xb_routine_origin(const xb_program *program, const xb_routine *routine);

#endif
