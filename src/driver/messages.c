/*
 * Text goes through a small buffer to standard error. Failing to write there has no consequences: there is no
 * place left to say so.
 */
#include "driver/messages.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diagnostic_text.h"
#include "driver/interruption.h"

/* ---- options ---- */

static const char *take_colour(void *context, const char *value)
{
    messages *self = context;
    self->colour = COLOUR_ALWAYS;
    if (value && strcmp(value, "auto") == 0)
        self->colour = COLOUR_AUTO;
    if (value && strcmp(value, "never") == 0)
        self->colour = COLOUR_NEVER;
    return NULL;
}

static const char *take_format(void *context, const char *value)
{
    messages *self = context;
    self->format = MESSAGES_TEXT;
    if (strcmp(value, "brief") == 0)
        self->format = MESSAGES_BRIEF;
    if (strcmp(value, "json") == 0)
        self->format = MESSAGES_JSON;
    return NULL;
}

static const char *const colours[] = {"auto", "always", "never", NULL};
static const char *const formats[] = {"text", "brief", "json", NULL};

const word_option message_options[] = {
    {{"diagnostics", 0, "FORMAT",
      "how to print errors and warnings: as text, briefly (without the line that they are about), or as one "
      "JSON object a line",
      "text", formats},
     .take = take_format},
    {{"color", 0, "[=WHEN]", "colour them; auto: if standard error is a terminal and NO_COLOR is not set",
      "auto", colours},
     .take = take_colour},
    {{"quiet", 0, NULL, "don't show warnings", NULL, NULL}, .flag = offsetof(messages, quiet)},
    {.option = {.name = NULL}}};

/* ---- printing ---- */

static int write_error(void *sink, const char *bytes, size_t count)
{
    (void)sink;
    (void)!fwrite(bytes, 1, count, stderr);
    return 0;
}

/* Colours are for terminals that know them, unless somebody wants none. */
static bool is_coloured(const messages *self)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (self->colour != COLOUR_AUTO)
        return self->colour == COLOUR_ALWAYS;
    return !(refused && *refused) && terminal && strcmp(terminal, "dumb") != 0 && isatty(STDERR_FILENO);
}

void messages_print_one(messages *self, const xb_diagnostic *diagnostic)
{
    char buffer[1024];
    xb_output output;
    xb_excerpt excerpt;
    bool found = self->format != MESSAGES_BRIEF && sources_find(&self->sources, diagnostic, &excerpt);
    const xb_diagnostic_look look = {
        .program = self->program, .coloured = is_coloured(self), .excerpt = found ? &excerpt : NULL};
    xb_output_init(&output, buffer, sizeof buffer, write_error, NULL);
    if (self->format == MESSAGES_JSON)
        xb_diagnostic_json(&output, diagnostic, &look);
    else
        xb_diagnostic_put(&output, diagnostic, &look);
    xb_output_flush(&output);
}

static void print_left_out(messages *self, size_t count)
{
    char message[64];
    if (count == 0)
        return;
    snprintf(message, sizeof message, "... and %zu more %s", count, xb_plural(count, "error", "errors"));
    messages_print_one(self, &(xb_diagnostic){.severity = XB_SEVERITY_NOTE, .message = message});
}

/* What is said of a document that was made of a source is said of that, as far as it is known where. Paths
 * are those of the document: who does not know it has no use for them where there is a line. */
static void refer_to_source(const messages *self, xb_diagnostic *diagnostic)
{
    xb_place *place = &diagnostic->place;
    if (!self->document || !place->file || strcmp(place->file, self->document) != 0)
        return;
    const char *file = self->source ? self->source : place->source_file;
    if (file && place->source_line > 0)
        place->path = NULL;
    place->line = file ? place->source_line : 0;
    place->source_line = file ? 0 : place->source_line;
    place->file = file ? file : place->file;
}

void messages_print(messages *self, const xb_diagnostics *diagnostics)
{
    bool shown = true; /* notes belong to the diagnostic before them, but for remarks */
    for (; self->printed < xb_diagnostics_count(diagnostics); self->printed++) {
        xb_diagnostic diagnostic = *xb_diagnostics_at(diagnostics, self->printed);
        if (diagnostic.is_remark)
            shown = !self->quiet;
        else if (diagnostic.severity != XB_SEVERITY_NOTE)
            shown = diagnostic.severity == XB_SEVERITY_ERROR || self->werror || !self->quiet;
        if (diagnostic.severity == XB_SEVERITY_WARNING && self->werror) {
            diagnostic.severity = XB_SEVERITY_ERROR;
            diagnostic.status = XB_STATUS_INVALID;
        }
        refer_to_source(self, &diagnostic);
        if (self->document && diagnostic.place.file && diagnostic.place.line > 0)
            sources_know(&self->sources, diagnostic.place.file); /* sources include others */
        bool silent = diagnostic.status == XB_STATUS_FAILED && pipe_was_closed();
        if (shown && !silent)
            messages_print_one(self, &diagnostic);
    }
    print_left_out(self, xb_diagnostics_left_out(diagnostics));
}

void messages_out_of_memory(messages *self)
{
    messages_print_one(self, &(xb_diagnostic){.severity = XB_SEVERITY_ERROR,
                                              .status = XB_STATUS_FAILED,
                                              .message = "memory ran out"});
}

void messages_release(messages *self)
{
    sources_release(&self->sources);
}
