/*
 * The answer is buffered by its file; an error of writing it turns success into failure.
 */
#include "driver/tool.h"

#include "driver/heap.h"
#include "driver/interruption.h"
#include "languages/xaif/catalogue.h"

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

xb_catalogue *tool_read_catalogues(tool *self, const xb_list *files)
{
    xb_catalogue *catalogue = xb_catalogue_create(self->arena);
    for (size_t i = 0; !self->status && i < files->count; i++) {
        sources_know(&self->basics.messages.sources, files->items[i]);
        self->status = (int)xb_catalogue_read(catalogue, self->diagnostics, files->items[i]);
    }
    return self->status ? NULL : catalogue;
}

bool tool_parse(tool *self, const word_command *command)
{
    self->status = (int)words_parse(command, self->diagnostics, self->count, self->words);
    if (self->status || self->basics.request == REQUEST_RUN)
        return !self->status;
    xb_output *output = tool_answer(self);
    if (output)
        put_basic_answer(output, &self->basics, &command, 1);
    return false;
}

static void perform(tool *self, void (*step)(void *context), void *context)
{
    if (!xb_protect(xb_arena_failure(self->arena), step, context))
        self->status = XB_STATUS_FAILED;
}

static void perform_all(tool *self, void (*const *steps)(void *context), void (*release)(void *context),
                        void *context)
{
    perform(self, begin, self);
    for (size_t i = 0; !self->status && steps[i]; i++)
        perform(self, steps[i], context);
    if (self->diagnostics)
        perform(self, close_answer, self);
    if (self->diagnostics)
        messages_print(&self->basics.messages, self->diagnostics);
    bool explained = self->diagnostics && xb_diagnostics_explain(self->diagnostics, XB_STATUS_FAILED);
    if (self->status == XB_STATUS_FAILED && !explained)
        messages_out_of_memory(&self->basics.messages);
    release(context);
    xb_file_output_discard(self->answer);
}

int run_tool(tool *self, void (*const *steps)(void *context), void (*release)(void *context), void *context)
{
    self->basics.messages.program = self->name;
    return_freed_blocks();
    tidy_after_interruptions();
    watch_writes();
    xb_failure *failure = xb_failure_create();
    self->arena = failure ? xb_arena_create(failure) : NULL;
    if (self->arena) {
        perform_all(self, steps, release, context);
    } else {
        self->status = XB_STATUS_FAILED;
        messages_out_of_memory(&self->basics.messages);
    }
    messages_release(&self->basics.messages);
    xb_arena_destroy(self->arena);
    xb_failure_destroy(failure);
    end_if_pipe_was_closed();
    return self->status;
}
