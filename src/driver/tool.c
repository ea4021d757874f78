/*
 * The answer is buffered by its file; an error of writing it turns success into failure.
 */
#include "driver/tool.h"

#include <signal.h>
#include <stdio.h>

#include "driver/interruption.h"

static void print(void *context)
{
    tool *self = context;
    bool shown = true; /* notes belong to the diagnostic before them */
    for (size_t i = 0; i < xb_diagnostics_count(self->diagnostics); i++) {
        const xb_diagnostic *diagnostic = xb_diagnostics_at(self->diagnostics, i);
        if (diagnostic->severity != XB_SEVERITY_NOTE)
            shown = diagnostic->severity == XB_SEVERITY_ERROR || !self->quiet;
        xb_diagnostic named = *diagnostic;
        if (!named.place.file)
            named.place.file = self->name;
        if (shown)
            fputs(xb_diagnostic_text(self->arena, &named), stderr);
    }
}

static void begin(void *context)
{
    tool *self = context;
    self->diagnostics = xb_diagnostics_create(self->arena);
}

static void close_answer(void *context)
{
    tool *self = context;
    xb_file_error error = {0};
    xb_file_output *answer = self->answer;
    self->answer = NULL;
    if (answer && !xb_file_output_commit(answer, &error))
        self->status = (int)xb_file_error_report(self->diagnostics, NULL, &error);
}

xb_output *tool_answer(tool *self)
{
    xb_file_error error = {0};
    if (!self->answer)
        self->answer = xb_file_output_open(NULL, &error);
    if (!self->answer)
        self->status = (int)xb_file_error_report(self->diagnostics, NULL, &error);
    return self->answer ? xb_file_output_stream(self->answer) : NULL;
}

static void perform(tool *self, void (*step)(void *context), void *context)
{
    if (!xb_protect(xb_arena_failure(self->arena), step, context))
        self->status = XB_STATUS_FAILED;
}

static void say_out_of_memory(const tool *self)
{
    fprintf(stderr, "%s: error: memory ran out\n", self->name);
}

static void perform_all(tool *self, void (*const *steps)(void *context), void (*release)(void *context),
                        void *context)
{
    perform(self, begin, self);
    for (size_t i = 0; !self->status && steps[i]; i++)
        perform(self, steps[i], context);
    if (self->diagnostics)
        perform(self, close_answer, self);
    bool printed = self->diagnostics && xb_protect(xb_arena_failure(self->arena), print, self);
    bool explained = printed && xb_diagnostics_explain(self->diagnostics, XB_STATUS_FAILED);
    if (self->status == XB_STATUS_FAILED && !explained)
        say_out_of_memory(self);
    release(context);
    xb_file_output_discard(self->answer);
}

int run_tool(tool *self, void (*const *steps)(void *context), void (*release)(void *context), void *context)
{
    tidy_after_interruptions();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing, to be reported as such */
    xb_failure *failure = xb_failure_create();
    self->arena = failure ? xb_arena_create(failure) : NULL;
    if (self->arena) {
        perform_all(self, steps, release, context);
    } else {
        self->status = XB_STATUS_FAILED;
        say_out_of_memory(self);
    }
    xb_arena_destroy(self->arena);
    xb_failure_destroy(failure);
    return self->status;
}
