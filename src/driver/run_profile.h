/*
 * The profile that xaif-run writes.
 */
#ifndef XB_DRIVER_RUN_PROFILE_H
#define XB_DRIVER_RUN_PROFILE_H

#include "driver/tool.h"
#include "evaluate/profiler.h"
#include "verify/drive.h"

/* What is wanted. */
typedef struct run_profile {
    const char *file; /* NULL: none */
    xb_profiler *profiler;
    xb_file_output *output; /* owned, while it is written */
} run_profile;

/* Prepares to watch a run, if that is wanted. @param kind of the run; if values are enough, the one that a
 * profile is told by @param watch receives what to watch by */
xb_status profile_prepare(tool *self, run_profile *profile, xb_program *program, xb_drive_kind *kind,
                          xb_evaluate_watch *watch);

/* Writes the profile to its file. */
xb_status profile_write(tool *self, run_profile *profile);

#endif
