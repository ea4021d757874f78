/*
 * Characters are decoded one by one; widths are those of terminals, roughly, from a table of ranges. Only as
 * much of a line is decoded as is shown, so that a document in one line of many megabytes costs a search of
 * bytes.
 */
#include "base/excerpt.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

enum { BEFORE_MARK = 24 };

static const char ellipsis[] = "...";
static const char replacement[] = "\xef\xbf\xbd";

/* ---- what to mark ---- */

static bool is_name_byte(char byte)
{
    unsigned char code = (unsigned char)byte;
    return code >= 0x80 || (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
           (code >= 'a' && code <= 'z') || (code != 0 && strchr("_.-$", (int)code));
}

/* Whether what is found is no part of a longer name. */
static bool bounded(const xb_excerpt *excerpt, size_t at, size_t length)
{
    const char *line = excerpt->line;
    bool begins = at == 0 || !is_name_byte(line[at - 1]) || !is_name_byte(line[at]);
    size_t end = at + length;
    return begins && (end == excerpt->length || !is_name_byte(line[end]) || !is_name_byte(line[end - 1]));
}

/* The next place of a text in the line, from `at` on; the length of the line if there is none. */
static size_t find_text(const xb_excerpt *excerpt, size_t at, const char *text, size_t length)
{
    while (length > 0 && at + length <= excerpt->length) {
        const char *found = memchr(excerpt->line + at, text[0], excerpt->length - at - length + 1);
        if (!found)
            break;
        at = (size_t)(found - excerpt->line);
        if (memcmp(found, text, length) == 0)
            return at;
        at++;
    }
    return excerpt->length;
}

/* A closing tag repeats what its opening tag says. */
static bool closes(const xb_excerpt *excerpt, size_t at)
{
    while (at > 0 && (is_name_byte(excerpt->line[at - 1]) || excerpt->line[at - 1] == ':'))
        at--;
    return at >= 2 && excerpt->line[at - 1] == '/' && excerpt->line[at - 2] == '<';
}

/* Marks a word that is there once. */
static bool mark_word(xb_excerpt *excerpt, const char *word, size_t length)
{
    size_t found = 0;
    for (size_t at = find_text(excerpt, 0, word, length); at < excerpt->length && found < 2;
         at = find_text(excerpt, at + 1, word, length)) {
        if (!bounded(excerpt, at, length) || closes(excerpt, at))
            continue;
        excerpt->mark = at;
        found++;
    }
    excerpt->marked = found == 1 ? length : 0;
    return found == 1;
}

/* Marks the first of the words in quotes that can be marked; an apostrophe within a word is no quote. */
static bool mark_quoted(xb_excerpt *excerpt, const char *message)
{
    enum { MOST_WORDS = 4 };
    const char *at = message;
    for (int words = 0; words < MOST_WORDS && (at = strchr(at, '\'')); at++) {
        size_t length = strcspn(at + 1, "'");
        bool opens = at == message || strchr(" (", at[-1]);
        if (!opens || !at[1 + length] || length == 0)
            continue;
        if (mark_word(excerpt, at + 1, length))
            return true;
        words++;
        at += length + 1;
    }
    return false;
}

/* The last step of a path, Name or Name[label]. */
typedef struct path_step {
    const char *name, *label;
    size_t name_length, label_length;
} path_step;

static path_step last_step(const char *path)
{
    path_step step = {0};
    while (*path) {
        step = (path_step){.name = path, .name_length = strcspn(path, "[/")};
        path += step.name_length;
        if (*path == '[') {
            const char *end = strstr(path, "]/");
            step.label = path + 1;
            step.label_length = end ? (size_t)(end - step.label) : strlen(step.label);
            path = step.label + step.label_length;
            if (!end && step.label_length > 0)
                step.label_length--; /* the bracket */
            path += strspn(path, "]");
        }
        path += *path == '/';
    }
    return step;
}

/* Whether the tag that begins at a place has an attribute with this value. */
static bool has_value(const xb_excerpt *excerpt, size_t at, const path_step *step)
{
    const char *end = memchr(excerpt->line + at, '>', excerpt->length - at);
    xb_excerpt tag = {.line = excerpt->line + at,
                      .length = end ? (size_t)(end - excerpt->line) - at : excerpt->length - at};
    for (size_t i = find_text(&tag, 0, step->label, step->label_length); i < tag.length;
         i = find_text(&tag, i + 1, step->label, step->label_length)) {
        size_t after = i + step->label_length;
        if (i > 0 && (tag.line[i - 1] == '"' || tag.line[i - 1] == '\'') && after < tag.length &&
            tag.line[after] == tag.line[i - 1])
            return true;
    }
    return false;
}

/* The length of the tag's beginning, as in <xaif:Name, if one of this element begins there. */
static size_t tag_length(const xb_excerpt *excerpt, size_t at, const path_step *step)
{
    size_t end = at + 1;
    while (end < excerpt->length && is_name_byte(excerpt->line[end]))
        end++;
    size_t name = at + 1;
    if (end < excerpt->length && excerpt->line[end] == ':') {
        name = ++end;
        while (end < excerpt->length && is_name_byte(excerpt->line[end]))
            end++;
    }
    bool same =
        end - name == step->name_length && memcmp(excerpt->line + name, step->name, step->name_length) == 0;
    return same ? end - at : 0;
}

/* Marks the only tag that can be meant: with the label, if there is one, else without it. */
static void mark_element(xb_excerpt *excerpt, const char *path)
{
    const path_step step = last_step(path);
    size_t found[2] = {0}, mark[2] = {0}, marked[2] = {0};
    if (step.name_length == 0)
        return;
    for (size_t at = find_text(excerpt, 0, "<", 1); at < excerpt->length;
         at = find_text(excerpt, at + 1, "<", 1)) {
        size_t length = tag_length(excerpt, at, &step);
        bool labelled = length > 0 && step.label_length > 0 && has_value(excerpt, at, &step);
        if (length == 0)
            continue;
        found[labelled]++;
        mark[labelled] = at;
        marked[labelled] = length;
    }
    bool labelled = found[1] > 0;
    if (found[labelled] == 1) {
        excerpt->mark = mark[labelled];
        excerpt->marked = marked[labelled];
    }
}

/* Marks a word, or else a character, at a column that is known. */
static void mark_column(xb_excerpt *excerpt, size_t column)
{
    size_t at = 0, end;
    for (size_t i = 1; i < column && at < excerpt->length; i++)
        at += xb_utf8_decode(excerpt->line + at, excerpt->length - at, NULL);
    if (at >= excerpt->length)
        return;
    for (end = at; end < excerpt->length && is_name_byte(excerpt->line[end]); end++)
        continue;
    excerpt->mark = at;
    excerpt->marked = end > at ? end - at : xb_utf8_decode(excerpt->line + at, excerpt->length - at, NULL);
}

void xb_excerpt_find(xb_excerpt *excerpt, const xb_diagnostic *diagnostic)
{
    excerpt->mark = excerpt->marked = 0;
    if (diagnostic->place.column > 0)
        mark_column(excerpt, diagnostic->place.column);
    else if (!mark_quoted(excerpt, diagnostic->message) && diagnostic->place.path)
        mark_element(excerpt, diagnostic->place.path);
}

size_t xb_excerpt_column(const xb_excerpt *excerpt)
{
    size_t column = 1;
    if (excerpt->marked == 0)
        return 0;
    for (size_t at = 0; at < excerpt->mark; column++)
        at += xb_utf8_decode(excerpt->line + at, excerpt->length - at, NULL);
    return column;
}

/* ---- putting ---- */

/* The part of a line that is shown. */
typedef struct window {
    size_t begin, end;  /* bytes */
    bool before, after; /* whether something is left out there */
} window;

static size_t width_at(const xb_excerpt *excerpt, size_t at, size_t *length)
{
    uint32_t code = 0;
    *length = xb_utf8_decode(excerpt->line + at, excerpt->length - at, &code);
    return xb_utf8_is_harmless(code) ? xb_utf8_width(code) : 1;
}

/* The end of what fits into so many columns. */
static size_t end_of_fitting(const xb_excerpt *excerpt, size_t begin, size_t columns)
{
    size_t length;
    for (size_t at = begin; at < excerpt->length; at += length) {
        size_t width = width_at(excerpt, at, &length);
        if (width > columns)
            return at;
        columns -= width;
    }
    return excerpt->length;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Some characters before a place. */
static size_t step_back(const xb_excerpt *excerpt, size_t at, size_t limit)
{
    for (int i = 0; i < BEFORE_MARK && at > limit; i++) {
        at--;
        while (at > limit && ((unsigned char)excerpt->line[at] & 0xc0) == 0x80)
            at--;
    }
    return at;
}

static window choose_window(const xb_excerpt *excerpt, size_t columns)
{
    size_t first = 0, room = columns - 2 * strlen(ellipsis);
    while (first < excerpt->length && is_blank(excerpt->line[first]))
        first++;
    window shown = {.begin = first, .end = end_of_fitting(excerpt, first, columns)};
    if (shown.end == excerpt->length)
        return shown;
    shown.after = true;
    shown.end = end_of_fitting(excerpt, first, columns - strlen(ellipsis));
    if (excerpt->marked == 0 || excerpt->mark + excerpt->marked <= shown.end)
        return shown;
    shown.begin = step_back(excerpt, excerpt->mark, first);
    shown.before = shown.begin > first;
    shown.end = end_of_fitting(excerpt, shown.begin, room);
    shown.after = shown.end < excerpt->length;
    return shown;
}

static void put_character(xb_output *output, const xb_excerpt *excerpt, size_t at, size_t length)
{
    uint32_t code = 0;
    xb_utf8_decode(excerpt->line + at, excerpt->length - at, &code);
    if (code == '\t')
        xb_output_char(output, ' ');
    else if (xb_utf8_length(excerpt->line + at, excerpt->length - at) > 0 && xb_utf8_is_harmless(code))
        xb_output_bytes(output, excerpt->line + at, length);
    else
        xb_output_put(output, replacement);
}

static void put_text(xb_output *output, const xb_excerpt *excerpt, const window *shown)
{
    size_t length;
    xb_output_put(output, shown->before ? ellipsis : "");
    for (size_t at = shown->begin; at < shown->end; at += length) {
        width_at(excerpt, at, &length);
        put_character(output, excerpt, at, length);
    }
    xb_output_put(output, shown->after ? ellipsis : "");
}

static size_t width_between(const xb_excerpt *excerpt, size_t begin, size_t end)
{
    size_t columns = 0, length;
    for (size_t at = begin; at < end; at += length)
        columns += width_at(excerpt, at, &length);
    return columns;
}

static void put_mark(xb_output *output, const xb_excerpt *excerpt, const window *shown, bool coloured)
{
    size_t end = excerpt->mark + excerpt->marked < shown->end ? excerpt->mark + excerpt->marked : shown->end;
    size_t columns = width_between(excerpt, excerpt->mark, end);
    xb_output_repeat(output, ' ',
                     width_between(excerpt, shown->begin, excerpt->mark) +
                         (shown->before ? strlen(ellipsis) : 0));
    xb_output_put(output, coloured ? "\033[1;32m^" : "^");
    xb_output_repeat(output, '~', columns > 1 ? columns - 1 : 0);
    xb_output_put(output, coloured ? "\033[0m" : "");
}

void xb_excerpt_put(xb_output *output, const xb_excerpt *excerpt, bool coloured)
{
    enum { MARGIN = 5 };
    xb_excerpt trimmed = *excerpt;
    while (trimmed.length > 0 && is_blank(trimmed.line[trimmed.length - 1]))
        trimmed.length--;
    uint64_t before = xb_output_count(output);
    xb_output_format(output, "%*zu | ", MARGIN, excerpt->number);
    size_t margin = (size_t)(xb_output_count(output) - before);
    window shown = choose_window(&trimmed, XB_EXCERPT_WIDTH - margin);
    put_text(output, &trimmed, &shown);
    xb_output_char(output, '\n');
    if (excerpt->marked == 0 || excerpt->mark >= shown.end)
        return;
    xb_output_repeat(output, ' ', margin - 2);
    xb_output_put(output, "| ");
    put_mark(output, &trimmed, &shown, coloured);
    xb_output_char(output, '\n');
}
