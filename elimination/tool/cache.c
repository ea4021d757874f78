/*
 * The text is made under protection, the file is written without: it is a resource.
 */
#include "elimination/tool/cache.h"

#include "elimination/reuse/cache_file.h"
#include "base/file_output.h"

typedef struct writer {
    xb_reuse *reuse;
    xb_diagnostics *diagnostics;
    const char *text;
    size_t length;
    xb_file_error error;
} writer;

static void make_text(void *argument)
{
    writer *w = argument;
    xb_cache_file_take_up(w->reuse);
    w->text = xb_cache_file_text(w->reuse, w->reuse->arena, &w->length);
}

static bool put_text(writer *w)
{
    xb_file_output *file = xb_file_output_open(w->reuse->file, &w->error);
    if (!file)
        return false;
    xb_output_bytes(xb_file_output_stream(file), w->text, w->length);
    return xb_file_output_commit(file, &w->error);
}

static void report(void *argument)
{
    writer *w = argument;
    xb_file_error_report(w->diagnostics, w->reuse->file, &w->error);
}

bool tool_cache_write(xb_reuse *reuse, xb_diagnostics *diagnostics)
{
    writer w = {.reuse = reuse, .diagnostics = diagnostics};
    xb_failure *failure = xb_arena_failure(reuse->arena);
    if (!reuse->changed)
        return true;
    if (!xb_protect(failure, make_text, &w))
        return false;
    if (put_text(&w))
        return true;
    xb_protect(failure, report, &w);
    return false;
}
