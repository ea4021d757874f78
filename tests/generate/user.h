/**
 * @file
 * Intrinsics that only a catalogue of the user knows: other names of known ones.
 */
#ifndef XB_TESTS_GENERATE_USER_H
#define XB_TESTS_GENERATE_USER_H

#include <stdbool.h>

#include "base/arena.h"

/** Whether a document calls such intrinsics. */
bool gen_has_user_names(const char *text);

/** The text of a document with the names that everybody knows; itself if there are none to replace. */
const char *gen_plain_names(xb_arena *arena, const char *text);

#endif
