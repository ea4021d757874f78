/**
 * @file
 * What the options of taping and adjoint sweeps say.
 */
#ifndef XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_SETTINGS_H
#define XB_ALGORITHMS_BASICBLOCKPREACCUMULATIONTAPEADJOINT_SETTINGS_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/settings.h"

/** The settings of the run, those of taping included. */
xb_tape_settings xb_sweep_settings_of(const xb_run *run);

#endif
