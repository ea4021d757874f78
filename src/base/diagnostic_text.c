/*
 * Names come from documents, which nobody trusts: they are cleaned before a terminal sees them.
 */
#include "base/diagnostic_text.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"

static const struct {
    const char *name, *colour;
} severities[] = {{"note", "\033[1;36m"}, {"warning", "\033[1;35m"}, {"error", "\033[1;31m"}};

static const char bold[] = "\033[1m", plain[] = "\033[0m";

/* Bytes that are no UTF-8 may be another encoding of a file's name, and stay. */
static void put_clean(xb_output *output, const char *text)
{
    for (size_t length; *text; text += length) {
        uint32_t code = 0;
        length = xb_utf8_length(text, SIZE_MAX);
        if (length > 0)
            xb_utf8_decode(text, SIZE_MAX, &code);
        if (length > 0 && (code == '\t' || !xb_utf8_is_harmless(code)))
            xb_output_put(output, "\xef\xbf\xbd");
        else
            xb_output_bytes(output, text, length > 0 ? length : 1);
        length += length == 0;
    }
}

/* The name of a file for people. */
static const char *shown_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "(standard input)" : file;
}

static const char *program_of(const xb_diagnostic_look *look)
{
    return look->program ? look->program : "xaifbooster";
}

static void put_head(xb_output *output, const xb_diagnostic *diagnostic, const xb_diagnostic_look *look)
{
    const xb_place *place = &diagnostic->place;
    xb_output_put(output, look->coloured ? bold : "");
    put_clean(output, place->file ? shown_name(place->file) : program_of(look));
    if (place->line)
        xb_output_format(output, ":%zu", place->line);
    xb_output_put(output, ": ");
    if (look->coloured)
        xb_output_format(output, "%s%s", plain, severities[diagnostic->severity].colour);
    xb_output_format(output, "%s:%s ", severities[diagnostic->severity].name, look->coloured ? plain : "");
    put_clean(output, diagnostic->message);
    xb_output_char(output, '\n');
}

void xb_diagnostic_put(xb_output *output, const xb_diagnostic *diagnostic, const xb_diagnostic_look *look)
{
    const xb_place *place = &diagnostic->place;
    put_head(output, diagnostic, look);
    if (look->excerpt)
        xb_excerpt_put(output, look->excerpt, look->coloured);
    if (place->path || place->source_line)
        xb_output_put(output, "  in ");
    if (place->path)
        put_clean(output, place->path);
    if (place->source_line)
        xb_output_format(output, "%sline %zu of %s", place->path ? ", " : "", place->source_line,
                         place->source_file ? place->source_file : "the source");
    if (place->path || place->source_line)
        xb_output_char(output, '\n');
    if (!diagnostic->hint)
        return;
    xb_output_put(output, "  hint: ");
    put_clean(output, diagnostic->hint);
    xb_output_char(output, '\n');
}

static void put_text_member(xb_output *output, const char *name, const char *text)
{
    xb_output_format(output, ", \"%s\": ", name);
    xb_json_text(output, text);
}

static void put_number_member(xb_output *output, const char *name, size_t number)
{
    xb_output_format(output, ", \"%s\": ", name);
    if (number)
        xb_output_number(output, number);
    else
        xb_output_put(output, "null");
}

void xb_diagnostic_json(xb_output *output, const xb_diagnostic *diagnostic, const xb_diagnostic_look *look)
{
    const xb_place *place = &diagnostic->place;
    xb_output_put(output, "{\"program\": ");
    xb_json_text(output, program_of(look));
    put_text_member(output, "severity", severities[diagnostic->severity].name);
    xb_output_format(output, ", \"status\": %d", (int)diagnostic->status);
    put_text_member(output, "file", place->file ? shown_name(place->file) : NULL);
    put_number_member(output, "line", place->line);
    put_number_member(output, "column",
                      place->column > 0 ? place->column
                      : look->excerpt   ? xb_excerpt_column(look->excerpt)
                                        : 0);
    put_text_member(output, "path", place->path);
    put_number_member(output, "source_line", place->source_line);
    put_text_member(output, "source_file", place->source_line ? place->source_file : NULL);
    put_text_member(output, "message", diagnostic->message);
    put_text_member(output, "hint", diagnostic->hint);
    xb_output_put(output, "}\n");
}

const char *xb_diagnostic_text(xb_arena *arena, const xb_diagnostic *diagnostic)
{
    xb_text *text = xb_text_create(arena);
    xb_diagnostic_put(xb_text_output(text), diagnostic, &(xb_diagnostic_look){.program = NULL});
    return xb_text_join(text, NULL);
}
