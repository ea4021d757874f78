/*
 * The text is known to be JSON, so that strings, brackets, colons and commas are all that has to be told
 * apart.
 */
#include <string.h>

#include "verify/cases/case_fields.h"

/* After the string that begins here. */
static const char *after_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

static const char *after_space(const char *at, const char *end)
{
    while (at < end && strchr(" \t\r\n", *at))
        at++;
    return at;
}

/* After the value that begins here. */
static const char *after_value(const char *at, const char *end)
{
    size_t depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = after_string(at, end);
            continue;
        }
        if (depth == 0 && (*at == ',' || *at == ']' || *at == '}'))
            return at;
        depth += *at == '[' || *at == '{';
        depth -= *at == ']' || *at == '}';
        at++;
    }
    return at;
}

/* Whether a string in the text is this name; escapes are not looked into. */
static bool is_name(const char *at, const char *end, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(end - at) == length + 2 && memcmp(at + 1, name, length) == 0;
}

/* The member or element of the value that begins here, at its name if it has one; NULL if it isn't found. */
static const char *find_part(const char *at, const char *end, const xb_case_path *part, const char **value)
{
    if (at == end || *at != (part->key ? '{' : '['))
        return NULL;
    at = after_space(at + 1, end);
    for (size_t i = 0; at < end && *at != '}' && *at != ']'; i++) {
        const char *begin = at, *name_end = part->key ? after_string(at, end) : at;
        *value = part->key ? after_space(name_end, end) : at;
        if (part->key && *value < end)
            *value = after_space(*value + 1, end); /* the colon */
        if (part->key ? is_name(begin, name_end, part->key) : i == part->index)
            return begin;
        at = after_value(*value, end);
        if (at < end && *at == ',')
            at = after_space(at + 1, end);
    }
    return NULL;
}

/* Where a place begins, NULL if it isn't found; its value begins at value. */
static const char *find_place(const xb_case_reader *state, const xb_case_path *where, const char **value)
{
    const char *end = state->text + state->length;
    if (!where)
        return *value = after_space(state->text, end);
    return find_place(state, where->parent, value) ? find_part(*value, end, where, value) : NULL;
}

size_t xb_case_line(const xb_case_reader *state, const xb_case_path *where)
{
    const char *value, *place = find_place(state, where, &value);
    size_t line = place ? 1 : 0;
    for (const char *at = state->text; at < place; at++)
        line += *at == '\n';
    return line;
}
