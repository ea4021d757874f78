/**
 * @file
 * The option that says what follows the names of routines in those of their motions.
 */
#ifndef XB_ALGORITHMS_MOTIONS_SUFFIXES_H
#define XB_ALGORITHMS_MOTIONS_SUFFIXES_H

#include "algorithms/motions/motions.h"

/**
 * Reads the option `motion-suffixes`: MOTION:SUFFIX, separated by commas.
 * @param suffixes XB_MOTION_COUNT of them, by motion: receives those of the option, and the usual ones
 * @return XB_STATUS_OK; XB_STATUS_USAGE, reported: no such motion, what can't end a name, or one for two
 */
xb_status xb_motion_suffixes_read(const xb_options *options, const char **suffixes);

/** Whether a text can end the name of something: it has letters, digits and underscores, and is not empty. */
bool xb_suffix_is_valid(const char *text);

#endif
