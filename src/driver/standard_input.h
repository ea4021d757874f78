/*
 * Standard input can be read once.
 */
#ifndef XB_DRIVER_STANDARD_INPUT_H
#define XB_DRIVER_STANDARD_INPUT_H

#include "base/diagnostics.h"

/* A file that is to be read. */
typedef struct input_file {
    const char *file; /* "-": standard input; NULL: there is none */
    const char *what; /* as in "the case" */
} input_file;

/* Reports if two of count files are standard input. */
xb_status check_standard_input(xb_diagnostics *diagnostics, const input_file *files, size_t count);

#endif
