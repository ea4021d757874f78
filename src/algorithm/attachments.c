/*
 * A list of outputs, single files and folders, each of which is entered before it is opened, so that nothing
 * is lost when memory runs out.
 */
#include "algorithm/attachments.h"

#include <string.h>

#include "base/folder_output.h"

typedef struct output {
    const char *path;
    const char *suffix;
    xb_file_output *file;     /* owned; NULL of a folder */
    xb_folder_output *folder; /* owned; NULL of a file */
} output;

static output *output_at(const xb_attachments *attachments, size_t i)
{
    return (output *)attachments->outputs.items + i;
}

static xb_status report(xb_diagnostics *diagnostics, const char *path, const xb_file_error *error)
{
    return xb_file_error_report(diagnostics, path, error);
}

static xb_status write_file(output *target, xb_diagnostics *diagnostics, const xb_attachment *attachment)
{
    xb_file_error error = {0};
    target->file = xb_file_output_open(attachment->path, &error);
    if (!target->file)
        return report(diagnostics, attachment->path, &error);
    xb_output *stream = xb_file_output_stream(target->file);
    xb_output_bytes(stream, attachment->text, attachment->length);
    int number = xb_output_flush(stream);
    return number ? report(diagnostics, attachment->path, &(xb_file_error){"write to", number})
                  : XB_STATUS_OK;
}

static xb_status report_folder(xb_diagnostics *diagnostics, const char *path, const xb_file_error *error)
{
    return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){.file = path},
                    "a folder is wanted, in one that exists and is writable", "can't %s the folder: %s",
                    error->action, strerror(error->number));
}

static xb_status put_in_folder(output *target, xb_diagnostics *diagnostics, const xb_attachment *attachment)
{
    xb_file_error error = {0};
    if (!target->folder)
        target->folder = xb_folder_output_open(attachment->folder, &error);
    if (target->folder &&
        xb_folder_output_put(target->folder, attachment->path, attachment->text, attachment->length, &error))
        return XB_STATUS_OK;
    return report_folder(diagnostics, attachment->folder, &error);
}

static bool is_same_folder(const output *target, const xb_attachment *attachment)
{
    return target && attachment->folder && strcmp(target->path, attachment->folder) == 0;
}

static xb_status write_one(xb_attachments *attachments, xb_arena *arena, xb_diagnostics *diagnostics,
                           const xb_attachment *attachment)
{
    size_t count = attachments->outputs.count;
    output *target = count > 0 ? output_at(attachments, count - 1) : NULL;
    if (!is_same_folder(target, attachment)) {
        target = xb_vector_push(arena, &attachments->outputs, sizeof *target);
        target->path = attachment->folder ? attachment->folder : attachment->path;
        target->suffix = attachment->suffix;
    }
    return attachment->folder ? put_in_folder(target, diagnostics, attachment)
                              : write_file(target, diagnostics, attachment);
}

static xb_status check_other_files(const output *target, xb_diagnostics *diagnostics)
{
    const char *stranger =
        target->folder && target->suffix ? xb_folder_output_stranger(target->folder, target->suffix) : NULL;
    if (!stranger)
        return XB_STATUS_OK;
    return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){.file = target->path},
                    "remove it, or name another folder",
                    "the folder holds %s, which would be taken for part of the result", stranger);
}

xb_status xb_attachments_write(xb_attachments *attachments, xb_arena *arena, xb_diagnostics *diagnostics,
                               const xb_run *run)
{
    const xb_vector *list = xb_run_attachments(run);
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; i < list->count && !status; i++)
        status = write_one(attachments, arena, diagnostics, (const xb_attachment *)list->items + i);
    for (size_t i = 0; i < attachments->outputs.count && !status; i++)
        status = check_other_files(output_at(attachments, i), diagnostics);
    return status;
}

static xb_status commit_one(output *target, xb_diagnostics *diagnostics)
{
    xb_file_error error = {0};
    xb_file_output *file = target->file;
    xb_folder_output *folder = target->folder;
    target->file = NULL;
    target->folder = NULL;
    if (file && !xb_file_output_commit(file, &error))
        return report(diagnostics, target->path, &error);
    if (folder && !xb_folder_output_commit(folder, &error))
        return report_folder(diagnostics, target->path, &error);
    return XB_STATUS_OK;
}

xb_status xb_attachments_commit(xb_attachments *attachments, xb_diagnostics *diagnostics)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; i < attachments->outputs.count && !status; i++)
        status = commit_one(output_at(attachments, i), diagnostics);
    return status;
}

void xb_attachments_discard(xb_attachments *attachments)
{
    for (size_t i = 0; i < attachments->outputs.count; i++) {
        output *target = output_at(attachments, i);
        xb_file_output_discard(target->file);
        xb_folder_output_discard(target->folder);
        target->file = NULL;
        target->folder = NULL;
    }
}
