/*
 * Two columns; texts are broken at blanks.
 */
#include "driver/option_text.h"

#include <string.h>

enum { WIDTH = 79, COLUMN = 26 };

void put_indented(xb_output *output, const char *text, size_t indentation, size_t at)
{
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " ");
        if (!first && at + 1 + length > WIDTH) {
            xb_output_char(output, '\n');
            xb_output_repeat(output, ' ', indentation);
            at = indentation;
        } else if (!first) {
            xb_output_char(output, ' ');
            at++;
        }
        xb_output_bytes(output, text, length);
        at += length;
        text += length + (text[length] == ' ');
    }
    xb_output_char(output, '\n');
}

/* Puts a text into the second column; `at` is the column where the line has got to. */
static void put_wrapped(xb_output *output, const char *text, size_t at)
{
    if (at + 2 > COLUMN) {
        xb_output_char(output, '\n');
        at = 0;
    }
    xb_output_repeat(output, ' ', COLUMN - at);
    put_indented(output, text, COLUMN, COLUMN);
}

/* What follows the name of an option: =ARGUMENT. */
static const char *argument_text(xb_arena *arena, const xb_option *option)
{
    if (!option->argument)
        return "";
    return xb_arena_format(arena, "%s%s", option->argument[0] == '[' ? "" : "=", option->argument);
}

static const char *values_text(xb_arena *arena, const xb_option *option)
{
    const char *text = "";
    for (size_t i = 0; option->values && option->values[i]; i++)
        text = xb_arena_format(arena, "%s%s%s", text, i > 0 ? ", " : " (", option->values[i]);
    if (*text)
        text = xb_arena_format(arena, "%s)", text);
    if (option->default_value && !strstr(option->help, "The default is"))
        text = xb_arena_format(arena, "%s [%s]", text, option->default_value);
    return text;
}

const char *option_spelling(xb_arena *arena, const xb_option *option)
{
    return xb_arena_format(arena, "--%s%s", option->name, argument_text(arena, option));
}

void put_option(xb_arena *arena, xb_output *output, const xb_option *option)
{
    const char *letter = option->letter ? xb_arena_format(arena, "-%c, ", option->letter) : "    ";
    const char *head = xb_arena_format(arena, "  %s%s", letter, option_spelling(arena, option));
    xb_output_put(output, head);
    put_wrapped(output, xb_arena_format(arena, "%s%s", option->help, values_text(arena, option)),
                strlen(head));
}

void put_entry(xb_arena *arena, xb_output *output, const char *name, const char *text)
{
    const char *head = xb_arena_format(arena, "  %s", name);
    xb_output_put(output, head);
    put_wrapped(output, text, strlen(head));
}
