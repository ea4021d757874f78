/*
 * A program whose calls lead to motions is profiled by what these do, a plain one by its activations.
 */
#include "driver/run_profile.h"

#include "verify/judge.h"

static xb_status refuse(tool *self, const xb_program *program, xb_status status, const char *what)
{
    return xb_error(self->diagnostics, status, (xb_place){.file = program->file},
                    "let xaifbooster reverse the program with --reversal=joint --motions=routines, without "
                    "--strip-tags",
                    "%s: there is no profile", what);
}

xb_status profile_prepare(tool *self, run_profile *profile, xb_program *program, xb_drive_kind *kind,
                          xb_evaluate_watch *watch)
{
    if (!profile->file)
        return XB_STATUS_OK;
    const xb_judge_finding found = xb_judge_find_kind(NULL, program, self->arena);
    profile->profiler = xb_profiler_create(self->arena, program);
    *watch = xb_profiler_watch(profile->profiler);
    if (found.kind == XB_DRIVE_SPLIT || found.kind == XB_DRIVE_JOINT)
        return refuse(self, program, XB_STATUS_UNSUPPORTED,
                      "what the calls of this program do is decided by templates");
    if (found.kind == XB_DRIVE_MOTIONS && !xb_profiler_has_motions(profile->profiler))
        return refuse(self, program, XB_STATUS_INVALID,
                      "the routines of this program do not say by tags what they do");
    if (*kind == XB_DRIVE_VALUES && xb_profiler_has_motions(profile->profiler))
        *kind = XB_DRIVE_MOTIONS;
    return XB_STATUS_OK;
}

xb_status profile_write(tool *self, run_profile *profile)
{
    xb_profile *measured = NULL;
    xb_file_error error = {0};
    xb_status status = profile->file ? xb_profiler_finish(profile->profiler, &measured) : XB_STATUS_OK;
    if (status || !profile->file)
        return status;
    profile->output = xb_file_output_open(profile->file, &error);
    if (!profile->output)
        return xb_file_error_report(self->diagnostics, profile->file, &error);
    xb_profile_put(measured, xb_file_output_stream(profile->output));
    xb_file_output *output = profile->output;
    profile->output = NULL;
    return xb_file_output_commit(output, &error)
               ? XB_STATUS_OK
               : xb_file_error_report(self->diagnostics, profile->file, &error);
}
