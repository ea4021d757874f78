/*
 * A line is a diagnostic if it is a JSON object that has a severity and a message; all its other members may
 * be missing. Notes belong to what is before them.
 */
#include "languages/reported.h"

#include <jansson.h>
#include <string.h>

#include "base/failure.h"

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static size_t number_of(const json_t *object, const char *name)
{
    const json_int_t number = json_integer_value(json_object_get(object, name));
    return number > 0 ? (size_t)number : 0;
}

static xb_status status_of(const json_t *object)
{
    const size_t number = number_of(object, "status");
    return number >= XB_STATUS_INVALID && number <= XB_STATUS_FAILED ? (xb_status)number : XB_STATUS_INVALID;
}

/* What JSON says of one diagnostic. */
typedef struct said {
    xb_arena *arena;
    json_t *object; /* as long as it is read */
    const char *severity, *message, *hint;
    xb_place place;
    xb_status status;
} said;

static const char *copy(xb_arena *arena, const char *text)
{
    return text ? xb_arena_copy_text(arena, text, strlen(text)) : NULL;
}

/* Standard input has a name for people in JSON. */
static const char *file_of(xb_arena *arena, const char *name)
{
    return name && strcmp(name, "(standard input)") == 0 ? "-" : copy(arena, name);
}

/* Takes a diagnostic out of JSON, all of it copied. */
static void take(void *argument)
{
    said *one = argument;
    xb_arena *arena = one->arena;
    const json_t *object = one->object;
    one->severity = copy(arena, text_of(object, "severity"));
    one->message = copy(arena, text_of(object, "message"));
    one->hint = copy(arena, text_of(object, "hint"));
    one->status = status_of(object);
    one->place = (xb_place){.file = file_of(arena, text_of(object, "file")),
                            .line = number_of(object, "line"),
                            .path = copy(arena, text_of(object, "path")),
                            .source_line = number_of(object, "source_line"),
                            .column = number_of(object, "column")};
}

/* @return whether a line is a diagnostic */
static bool parse(xb_arena *arena, const char *line, size_t length, said *one)
{
    json_error_t problem;
    *one = (said){.arena = arena};
    if (length == 0 || line[0] != '{')
        return false;
    one->object = json_loadb(line, length, 0, &problem);
    if (!one->object && json_error_code(&problem) == json_error_out_of_memory)
        xb_fail(xb_arena_failure(arena));
    if (!one->object)
        return false;
    const bool done = xb_protect(xb_arena_failure(arena), take, one);
    json_decref(one->object);
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return one->severity && one->message;
}

static void report(xb_diagnostics *diagnostics, const said *one, xb_reported *all)
{
    if (strcmp(one->severity, "error") == 0) {
        all->status = all->errors++ == 0 ? one->status : all->status;
        xb_error(diagnostics, one->status, one->place, one->hint, "%s", one->message);
    } else if (strcmp(one->severity, "warning") == 0) {
        xb_warning(diagnostics, one->place, one->hint, "%s", one->message);
    } else if (xb_diagnostics_count(diagnostics) > 0) {
        xb_note(diagnostics, one->place, "%s", one->message);
    } else {
        xb_remark(diagnostics, one->place, "%s", one->message);
    }
}

static void keep(xb_arena *arena, const char *line, size_t length, xb_reported *all)
{
    size_t i = 0;
    while (i < XB_REPORTED_CHATTER && all->chatter[i])
        i++;
    if (i < XB_REPORTED_CHATTER && length > strspn(line, " \t\r\n"))
        all->chatter[i] = xb_arena_copy_text(arena, line, length);
}

static void take_line(xb_arena *arena, xb_diagnostics *diagnostics, const char *line, size_t length,
                      xb_reported *all)
{
    said one;
    if (parse(arena, line, length, &one))
        report(diagnostics, &one, all);
    else
        keep(arena, line, length, all);
}

xb_reported xb_report_again(xb_arena *arena, xb_diagnostics *diagnostics, const char *text, size_t length)
{
    xb_reported all = {0};
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        const size_t line = end ? (size_t)(end - text) : length;
        take_line(arena, diagnostics, text, line, &all);
        text += line + (end != NULL);
        length -= line + (end != NULL);
    }
    return all;
}
