/*
 * --check: a driver beside the result, which compares derivatives with differences, compiled and run.
 */
#ifndef XB_DRIVER_CHECKING_H
#define XB_DRIVER_CHECKING_H

#include "driver/command_line.h"
#include "verify/native/check.h"

/* A check that is asked for. */
typedef struct checking {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const command_line *line;
    const xb_transform_report *report; /* of the transformation that is checked */
    xb_case description;
    const char *file; /* of the driver */
    xb_check_driver driver;
    const char *const *options; /* for the compiler, ended by NULL */
    bool bad;                   /* derivatives are wrong */
} checking;

/* The name of the driver, beside the output. */
const char *check_file_of(const command_line *line);

/* Reports what can't be checked, as far as the command line tells. */
xb_status check_of_sources(const command_line *line, xb_diagnostics *diagnostics);

/* Reads the case, if there is one. */
xb_status prepare_checking(checking *work);

/* Writes the driver to memory, as xb_transform_watch.written. */
xb_status write_driver(checking *work, xb_program *program, const xb_source *form, xb_arena *lines);

/* Puts the driver in its place, once the result is in its own. */
xb_status place_driver(checking *work);

/* Compiles and runs it, and passes on what it prints. Must not be called within xb_protect(). */
xb_status run_driver(checking *work);

#endif
