/**
 * @file
 * What the options of taping say.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_SETTINGS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPE_SETTINGS_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/settings.h"

/** The settings of the run. */
const xb_tape_settings *xb_tape_settings_of(const xb_run *run);

#endif
