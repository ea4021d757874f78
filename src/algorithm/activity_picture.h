/**
 * @file
 * A picture of activity: which variables give values to which others, the active ones filled.
 */
#ifndef XB_ALGORITHM_ACTIVITY_PICTURE_H
#define XB_ALGORITHM_ACTIVITY_PICTURE_H

#include "algorithm/run.h"

/** Draws it. @param detail the name of a routine, or NULL for all @return false if there is no such routine
 */
bool xb_activity_draw(xb_run *run, const char *detail, xb_output *output);

#endif
