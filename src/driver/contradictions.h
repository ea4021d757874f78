/*
 * Options of xaifbooster that contradict each other.
 */
#ifndef XB_DRIVER_CONTRADICTIONS_H
#define XB_DRIVER_CONTRADICTIONS_H

#include "driver/command_line.h"

/* Reports the first pair of options that can't both be meant. @return XB_STATUS_USAGE if there is one */
xb_status check_contradictions(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line);

#endif
