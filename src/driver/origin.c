/*
 * The same document and options make the same line, wherever files are.
 */
#include "config.h"

#include "driver/origin.h"

#include <string.h>

#include "base/text.h"

static void put_document(const command_line *line, xb_output *out)
{
    const xb_list *inputs = &line->reading.inputs;
    for (size_t i = 0; i < inputs->count || i == 0; i++) {
        const char *input = i < inputs->count ? inputs->items[i] : "-", *slash = strrchr(input, '/');
        xb_output_put(out, i > 0 ? ", " : "");
        xb_output_put(out, strcmp(input, "-") == 0 ? "standard input" : slash ? slash + 1 : input);
    }
}

static void put_algorithms(const command_line *line, xb_output *out)
{
    if (line->mode)
        xb_output_format(out, " --mode=%s", line->mode->name);
    for (size_t i = 0; i < line->algorithms.count; i++)
        xb_output_format(out, " -a %s", (const char *)line->algorithms.items[i]);
    for (size_t i = 0; i < line->settings.count; i++) {
        const xb_setting *setting = &((const xb_setting *)line->settings.items)[i];
        xb_output_format(out, " --%s%s%s", setting->name, setting->value ? "=" : "",
                         setting->value ? setting->value : "");
    }
}

static void put_writing(const xb_source_options *writing, xb_output *out)
{
    xb_output_put(out, writing->embeds_run_time ? " --embed-runtime" : "");
    xb_output_put(out, writing->only_derived ? " --only-derived" : "");
    xb_output_put(out, writing->checks_tape ? " --tape-check" : "");
    xb_output_put(out, writing->has_tape_argument ? " --tape-context=argument" : "");
    xb_output_put(out, writing->comments == XB_COMMENTS_FULL ? " --comments=full" : "");
    if (writing->piece > 0)
        xb_output_format(out, " --split-units=%lu",
                         writing->piece == UINT32_MAX ? 0ul : (unsigned long)writing->piece);
}

/* A comment ends neither in a line nor by what it says. */
static void make_harmless(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || (*c == '*' && c[1] == '/'))
            *c = '?';
}

const char *origin_of(const command_line *line)
{
    xb_text *text = xb_text_create(line->arena);
    xb_output *out = xb_text_output(text);
    size_t length = 0;
    xb_output_format(out, "Written by xaifbooster %s from ", PACKAGE_VERSION);
    put_document(line, out);
    xb_output_char(out, ':');
    put_algorithms(line, out);
    put_writing(&line->writing, out);
    const char *joined = xb_text_join(text, &length);
    char *made = xb_arena_format(line->arena, "%.*s", (int)(length - (joined[length - 1] == ':')), joined);
    make_harmless(made);
    return made;
}
