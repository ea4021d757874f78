/*
 * The traces of xaif-run: one that is written to a file, and two that are compared.
 */
#ifndef XB_DRIVER_RUN_PATHS_H
#define XB_DRIVER_RUN_PATHS_H

#include "driver/tool.h"
#include "verify/drive.h"
#include "verify/paths.h"

/* What is wanted, and what was found. */
typedef struct run_paths {
    const char *file;      /* where the trace goes; NULL: nowhere */
    const char *second;    /* the second point, as it was given; NULL: no comparison */
    xb_file_output *trace; /* owned, while it is written */
    xb_path path;          /* of the first run */
    bool differ;
    xb_path_difference difference;
} run_paths;

/* Whether the document has to be run with its trace. */
bool paths_wanted(const run_paths *paths);

/* Whether a program has calls that trace; reports an error if it has none. */
xb_status paths_require(tool *self, xb_program *program);

/* Keeps the path of the run that was, and runs the second point, if there is one. @param numbers of that
 * point, n of them */
xb_status paths_find(tool *self, run_paths *paths, xb_drive *drive, const xb_layout *layout,
                     const double *numbers);

/* Writes the trace to its file. */
xb_status paths_write(tool *self, run_paths *paths);

/* Puts the result of the comparison. */
void paths_put(tool *self, const run_paths *paths, bool json, xb_output *output);

#endif
