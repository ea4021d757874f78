/*
 * The output file is opened when there is something to write. What is validated or looked at before is
 * written to memory first.
 */
#include "algorithm/job.h"

#include <string.h>

#include "algorithm/picture.h"
#include "base/text.h"
#include "languages/languages.h"
#include "languages/xaif/validate.h"
#include "languages/xaif/writer.h"

static xb_status report_file(const xb_job *work, const char *file, const xb_file_error *error)
{
    return xb_file_error_report(work->diagnostics, file, error);
}

static bool has_warnings(const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++)
        if (xb_diagnostics_at(diagnostics, i)->severity == XB_SEVERITY_WARNING)
            return true;
    return false;
}

/* Whether nothing may be written because of warnings. Standard output can't be taken back, so this is asked
 * before anything is opened. */
xb_status xb_job_heed_warnings(const xb_job *work)
{
    bool refused = work->settings->warnings_are_errors && has_warnings(work->diagnostics);
    return refused ? XB_STATUS_INVALID : XB_STATUS_OK;
}

static xb_status open_file(xb_job *work, const char *file)
{
    xb_file_error error = {0};
    work->file = xb_file_output_open(file, &error);
    return work->file ? XB_STATUS_OK : report_file(work, file, &error);
}

xb_status xb_job_commit_header(xb_job *work)
{
    xb_file_error error = {0};
    xb_file_output *done = work->header;
    work->header = NULL;
    return !done || xb_file_output_commit(done, &error) ? XB_STATUS_OK
                                                        : report_file(work, work->settings->header, &error);
}

xb_status xb_job_commit(xb_job *work, const char *file)
{
    xb_file_error error = {0};
    xb_file_output *done = work->file;
    work->file = NULL;
    return xb_file_output_commit(done, &error) ? XB_STATUS_OK : report_file(work, file, &error);
}

/* An error of the output is for its owner to report. */
static xb_status unparse(const xb_job *work, xb_output *output, bool strip_tags)
{
    const xb_write_options options = {.schema_path = work->settings->schema_folder,
                                      .strip_tags = strip_tags,
                                      .resolve_activity = true /* back ends don't resolve it */};
    return xb_write(work->program, output, &options);
}

/* The language of the output; NULL: XAIF. */
static const xb_source_language *language_of(const xb_job *work)
{
    return xb_language_of(work->settings->language, work->settings->output);
}

/* Declarations go to a file of their own, which is complete before there is any output. */
static xb_status put_header(xb_job *work, xb_text *text)
{
    const char *file = work->settings->header;
    xb_file_error error = {0};
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    work->header = xb_file_output_open(file, &error);
    if (!work->header)
        return report_file(work, file, &error);
    xb_output *output = xb_file_output_stream(work->header);
    xb_output_bytes(output, bytes, length);
    return xb_output_flush(output) == 0
               ? XB_STATUS_OK
               : report_file(work, file, &(xb_file_error){"write to", xb_output_error(output)});
}

/* The program that was read, or that the first pass of those that are looked at began with. */
static xb_program *first_of(const xb_job *work)
{
    return work->first < work->former.count ? work->former.items[work->first] : work->program;
}

static xb_status look(void *context, const xb_source *source, xb_arena *arena, xb_arena *lines)
{
    const xb_job *work = context;
    const xb_transform_watch *watch = &work->settings->watch;
    (void)arena;
    return watch->written ? watch->written(watch->context, first_of(work), source, lines) : XB_STATUS_OK;
}

/* What is written for users has the source in it; what is only judged need not. */
static xb_status write_in(xb_job *work, const xb_source_language *language, xb_output *output)
{
    xb_source_options writing = work->settings->writing;
    writing.weaves = true;
    writing.is_fixed = xb_language_is_fixed(work->settings->output);
    const xb_source_watch watch = {look, work};
    if (!work->settings->header || work->settings->to_memory)
        return xb_source_write(xb_run_analyses(work->run), language, &writing, output, NULL, &watch);
    xb_text *text = xb_text_create(work->arena);
    const xb_source_header header = {work->settings->header, xb_text_output(text)};
    xb_status status =
        xb_source_write(xb_run_analyses(work->run), language, &writing, output, &header, &watch);
    return status ? status : put_header(work, text);
}

/* What the output becomes. */
static xb_status unparse_output(xb_job *work, xb_output *output)
{
    const xb_source_language *other = language_of(work);
    return other ? write_in(work, other, output) : unparse(work, output, work->settings->strip_tags);
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

static xb_status put_program(xb_job *work, const char *file, bool is_output)
{
    xb_status status = open_file(work, file);
    if (status)
        return status;
    xb_output *output = xb_file_output_stream(work->file);
    status = is_output ? unparse_output(work, output) : unparse(work, output, work->settings->strip_tags);
    if (status == XB_STATUS_FAILED && xb_output_error(output))
        return report_file(work, file, &(xb_file_error){"write to", xb_output_error(output)});
    return status;
}

static xb_status validate_output(const xb_job *work, const char *file, const char *text, size_t length)
{
    const char *name = xb_is_standard_output(file) ? "(standard output)" : file;
    if (!work->settings->validate_output)
        return XB_STATUS_OK;
    return xb_validate_memory(xb_arena_failure(work->arena), work->diagnostics, name, text, length,
                              XB_SCHEMA_OUTPUT, work->settings->schema_folder);
}

static xb_status inspect(const xb_job *work, const char *text, size_t length)
{
    const xb_transform_watch *watch = &work->settings->watch;
    return watch->inspect ? watch->inspect(watch->context, first_of(work), text, length) : XB_STATUS_OK;
}

/* Writes the program to memory, and to the file, if there is one, if nothing is wrong with it. */
static xb_status put_good_program(xb_job *work, const char *file)
{
    const bool stays = work->settings->to_memory;
    xb_text *text = xb_text_create(stays ? work->arena : work->scratch);
    size_t length = 0;
    xb_status status = unparse(work, xb_text_output(text), work->settings->strip_tags);
    if (status)
        return status;
    const char *bytes = xb_text_join(text, &length);
    status = validate_output(work, file, bytes, length);
    if (!status)
        status = inspect(work, bytes, length);
    if (!status)
        status = xb_job_heed_warnings(work);
    if (!status && language_of(work)) {
        text = xb_text_create(stays ? work->arena : work->scratch);
        status = unparse_output(work, xb_text_output(text));
        bytes = xb_text_join(text, &length);
    }
    if (!status && stays) {
        work->text = bytes;
        work->length = length;
        return XB_STATUS_OK;
    }
    if (!status)
        status = open_file(work, file);
    if (!status)
        xb_output_bytes(xb_file_output_stream(work->file), bytes, length);
    return status;
}

static xb_status write_program(xb_job *work)
{
    xb_step now = xb_step_begin(work, "write");
    const char *file = work->settings->output;
    const xb_transform_settings *settings = work->settings;
    bool looked_at = settings->validate_output || settings->watch.inspect || settings->to_memory;
    return xb_step_end(work, now, looked_at ? put_good_program(work, file) : put_program(work, file, true));
}

/* Tags tell the next pass what the program is. */
xb_status xb_job_write_pass(xb_job *work, xb_text *text)
{
    xb_step now = xb_step_begin(work, "write");
    size_t length = 0;
    xb_status status = unparse(work, xb_text_output(text), false);
    if (!status && work->settings->watch.inspect) {
        const char *bytes = xb_text_join(text, &length);
        status = inspect(work, bytes, length);
    }
    return xb_step_end(work, now, status);
}

static xb_status draw_picture(xb_job *work)
{
    xb_step now = xb_step_begin(work, "draw");
    const xb_transform_settings *settings = work->settings;
    xb_text *text = settings->to_memory ? xb_text_create(work->arena) : NULL;
    xb_status status = text ? XB_STATUS_OK : open_file(work, settings->output);
    if (!status)
        status = xb_picture_put(work->run, work->registry, settings->picture,
                                text ? xb_text_output(text) : xb_file_output_stream(work->file));
    if (!status && text)
        work->text = xb_text_join(text, &work->length);
    return xb_step_end(work, now, status);
}

static xb_status write_dump(xb_job *work, const xb_dump *dump)
{
    xb_step now = xb_step_begin(work, "dump");
    xb_status status = put_program(work, dump->file, false);
    return xb_step_end(work, now, status ? status : xb_job_commit(work, dump->file));
}

/* Whether a later pass has a step, too; what is read is the document. */
static bool has_again(const xb_job *work, const char *step)
{
    for (size_t i = work->pass + 1; i < xb_job_passes(work); i++)
        if (xb_pipeline_find(&work->pipelines[i], step))
            return true;
    return false;
}

xb_status xb_job_dump_after(xb_job *work, const char *name)
{
    xb_status status = XB_STATUS_OK;
    if (has_again(work, name))
        return XB_STATUS_OK;
    for (size_t i = 0; !status && i < work->settings->dump_count; i++)
        if (strcmp(work->settings->dumps[i].after, name) == 0)
            status = write_dump(work, &work->settings->dumps[i]);
    return status;
}

xb_status xb_job_write(xb_job *work)
{
    return work->picture ? draw_picture(work) : write_program(work);
}
