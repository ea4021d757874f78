/*
 * What is usual where sources are read: which names are differentiated is found out, the result is in the
 * language of the source, in a file beside it.
 */
#ifndef XB_DRIVER_DEFAULTS_H
#define XB_DRIVER_DEFAULTS_H

#include "driver/command_line.h"

/* Settles what the command line leaves open. Errors are reported. */
xb_status settle_defaults(command_line *line, xb_diagnostics *diagnostics);

#endif
