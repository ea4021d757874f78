/*
 * Lines are written to memory first, and broken where they are too long. Nesting counts as long as half of
 * the columns are left. The shortest digits of a number are found by trying.
 */
#include "languages/code/printing.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "ir/tags.h"

enum {
    LONGEST = 64,        /* of a constant */
    DIGITS = 17,         /* tell all numbers apart */
    MOST_WHOLE = 1000000 /* below which a whole number is written without an exponent */
};

/* ---- lines ----------------------------------------------------------------------------------------------
 */

xb_lines xb_lines_begin(const xb_line_style *style, xb_arena *arena, xb_output *out)
{
    xb_lines lines = {.style = style, .out = out, .arena = arena};
    xb_arena_reset(arena);
    lines.text = xb_text_create(arena);
    lines.line = xb_text_output(lines.text);
    lines.begin = xb_arena_mark_now(arena);
    return lines;
}

void xb_lines_put(xb_lines *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    xb_output_vformat(lines->line, format, arguments);
    va_end(arguments);
}

static size_t indent_of(const xb_lines *lines, const char *text)
{
    const xb_line_style *style = lines->style;
    size_t indent = lines->depth * style->indent, most = (style->columns - style->margin) / 2;
    if (style->is_outside && style->is_outside(text))
        return 0;
    return indent < most ? indent : most;
}

/* What stands in the margin: a label, or the sign that a line goes on. @return how much of the text it took
 */
static size_t put_margin(const xb_lines *lines, const char *text, size_t length, bool is_first)
{
    const xb_line_style *style = lines->style;
    size_t digits = 0;
    if (style->margin == 0)
        return 0;
    while (is_first && digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    if (digits > 0 || is_first || !style->again) {
        xb_output_bytes(lines->out, text, digits);
        xb_output_repeat(lines->out, ' ', style->margin > digits ? style->margin - digits : 1);
    } else {
        xb_output_put(lines->out, style->again);
    }
    while (digits > 0 && digits < length && text[digits] == ' ')
        digits++;
    return digits;
}

/* A part of a line that fits. */
typedef struct piece {
    size_t indent;
    const char *text;
    size_t length;
    bool is_first, goes_on, begins_in_text, ends_in_text;
} piece;

/* Where lines go on by a sign in the next one, too, the sign at the end stands beyond the last column. */
static void put_piece(xb_lines *lines, const piece *p)
{
    const xb_line_style *style = lines->style;
    const size_t taken = put_margin(lines, p->text, p->length, p->is_first);
    const char *text = p->text + taken;
    size_t length = p->length - taken;
    xb_output_repeat(lines->out, ' ', p->indent);
    xb_output_put(lines->out, p->begins_in_text ? style->in_text : "");
    while (!p->ends_in_text && length > 0 && text[length - 1] == ' ')
        length--;
    xb_output_bytes(lines->out, text, length);
    size_t used = style->margin + p->indent + length;
    if (p->goes_on && style->again)
        xb_output_repeat(lines->out, ' ', used < style->columns ? style->columns - used : 0);
    xb_output_put(lines->out, p->ends_in_text ? style->in_text : p->goes_on ? style->continued : "");
    xb_lines_skip(lines);
}

/* The quote that a text begins with which is open at the end of a piece; 0: none is. @param quote the same at
 * its beginning */
static char open_quote(const char *text, size_t length, char quote)
{
    for (size_t i = 0; i < length; i++)
        if (quote)
            quote = text[i] == quote ? 0 : quote;
        else if (text[i] == '\'' || text[i] == '"')
            quote = text[i];
    return quote;
}

size_t xb_lines_end(xb_lines *lines)
{
    size_t length = 0, count = 0;
    const char *text = xb_text_peek(lines->text, &length);
    size_t indent = indent_of(lines, text);
    char quote = 0;
    do {
        const xb_line_style *style = lines->style;
        size_t room = style->columns - style->margin - indent - (style->again ? 0 : strlen(style->continued));
        size_t taken = length <= room ? length : lines->style->break_at(text, length, room);
        const bool goes_on = taken < length, was_in_text = quote != 0;
        quote = style->in_text && goes_on ? open_quote(text, taken, quote) : 0;
        put_piece(lines, &(piece){indent, text, taken, count == 0, goes_on, was_in_text, quote != 0});
        text += taken;
        length -= taken;
        indent += count++ == 0 ? lines->style->more : 0;
    } while (length > 0);
    xb_text_clear(lines->text);
    xb_arena_release(lines->arena, lines->begin);
    return count;
}

void xb_lines_skip(xb_lines *lines)
{
    xb_output_char(lines->out, '\n');
    lines->count++;
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

bool xb_source_is_derived(const xb_source *source, const xb_source_unit *unit)
{
    static const char *const tags[] = {XB_TAG_ROUTINE, XB_TAG_PASSIVE, XB_TAG_PART, XB_TAG_JACOBIAN};
    bool found = false;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        xb_tag of;
        found = found || xb_tags_find(source->program, &unit->routine->node, tags[i], &of);
    }
    return found;
}

bool xb_source_closes(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_ELSE || kind == XB_SOURCE_END_IF || kind == XB_SOURCE_CASE ||
           kind == XB_SOURCE_DEFAULT || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO ||
           kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
}

bool xb_source_opens(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_IF || kind == XB_SOURCE_ELSE || kind == XB_SOURCE_SELECT ||
           kind == XB_SOURCE_CASE || kind == XB_SOURCE_DEFAULT || kind == XB_SOURCE_DO ||
           kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE || kind == XB_SOURCE_REPEAT;
}

bool *xb_source_chained(xb_arena *arena, const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    uint32_t count = unit->statements.count, depth = 0;
    bool *chained = xb_arena_array(arena, count, sizeof *chained);
    uint32_t *heads = xb_arena_array(arena, count, sizeof *heads);
    for (uint32_t i = 0; i < count; i++) {
        if (statements[i].kind == XB_SOURCE_IF)
            heads[depth++] = i;
        if (statements[i].kind != XB_SOURCE_END_IF)
            continue;
        uint32_t head = heads[--depth];
        chained[i] = chained[head] = head > 0 && statements[head - 1].kind == XB_SOURCE_ELSE &&
                                     i + 1 < count && statements[i + 1].kind == XB_SOURCE_END_IF;
    }
    return chained;
}

/* ---- whole programs -------------------------------------------------------------------------------------
 */

typedef struct task {
    xb_analyses *analyses;
    const xb_source_language *language;
    const xb_source_options *options;
    xb_output *output;
    const xb_source_header *header;
    const xb_source_watch *watch;
    xb_arena *arena, *lines;
    xb_status status;
} task;

/* Options of the tape, where there is none. */
static void warn_of_idle_options(const task *t)
{
    const struct {
        const char *name;
        bool is_given;
    } options[] = {{"embed-runtime", t->options->embeds_run_time},
                   {"tape-check", t->options->checks_tape},
                   {"tape-context", t->options->has_tape_argument}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].is_given)
            xb_warning(xb_analyses_program(t->analyses)->diagnostics, (xb_place){0}, "leave it out",
                       "--%s has no effect: what is written has no tape", options[i].name);
}

static void write(void *argument)
{
    task *t = argument;
    xb_source source;
    t->status = xb_source_make(t->analyses, t->arena, t->lines, t->language, t->options, &source);
    if (!t->status && !source.has_tape)
        warn_of_idle_options(t);
    if (!t->status)
        t->status = xb_source_put(&source, t->language, t->arena, t->lines, t->output, t->header);
    if (!t->status && t->watch)
        t->status = t->watch->written(t->watch->context, &source, t->arena, t->lines);
}

xb_status xb_source_put(xb_source *source, const xb_source_language *language, xb_arena *arena,
                        xb_arena *lines, xb_output *output, const xb_source_header *header)
{
    xb_text *text = xb_text_create(arena);
    xb_status status = language->put(source, arena, lines, xb_text_output(text), header);
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    if (!status)
        xb_output_bytes(output, bytes, length);
    return status;
}

size_t xb_source_put_run_time(const xb_source_language *language, xb_output *output)
{
    size_t count = 0;
    for (; language->run_time[count]; count++)
        xb_output_put(output, language->run_time[count]);
    return count;
}

xb_status xb_source_write(xb_analyses *analyses, const xb_source_language *language,
                          const xb_source_options *options, xb_output *output, const xb_source_header *header,
                          const xb_source_watch *watch)
{
    xb_failure *failure = xb_arena_failure(xb_analyses_program(analyses)->arena);
    task t = {.analyses = analyses,
              .language = language,
              .options = options,
              .output = output,
              .header = header,
              .watch = watch};
    t.arena = xb_arena_create(failure);
    t.lines = xb_arena_create(failure);
    bool done = t.arena && t.lines && xb_protect(failure, write, &t);
    xb_arena_destroy(t.lines);
    xb_arena_destroy(t.arena);
    if (!done || xb_output_flush(output) != 0)
        return XB_STATUS_FAILED;
    return t.status;
}

/* ---- constants ------------------------------------------------------------------------------------------
 */

bool xb_constant_is_true(const char *text)
{
    return strcmp(text, "1") == 0 || strcmp(text, "true") == 0 || strcmp(text, ".true.") == 0;
}

double xb_constant_real(const char *text)
{
    char with_e[LONGEST];
    size_t length = strlen(text);
    if (length >= sizeof with_e)
        length = sizeof with_e - 1;
    memcpy(with_e, text, length);
    with_e[length] = '\0';
    for (char *c = with_e; *c; c++)
        if (*c == 'd' || *c == 'D')
            *c = 'e';
    return strtod(with_e, NULL);
}

void xb_constant_shortest(double value, bool single, char *text, size_t room)
{
    bool is_whole = value > -MOST_WHOLE && value < MOST_WHOLE && value == (double)(long long)value &&
                    !(value == 0 && signbit(value));
    if (is_whole) {
        snprintf(text, room, "%lld", (long long)value);
        return;
    }
    for (int digits = 1; digits <= DIGITS; digits++) {
        snprintf(text, room, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (single ? (float)back == (float)value : back == value)
            return;
    }
}

/* ---- texts of the source --------------------------------------------------------------------------------
 */

/* What is between two marks. */
static const char *between(xb_arena *arena, const char *text, const char *begin, const char *end)
{
    size_t before = strlen(begin), after = strlen(end), length = strlen(text);
    if (length < before + after || strncmp(text, begin, before) != 0 ||
        strcmp(text + length - after, end) != 0)
        return NULL;
    return xb_arena_copy_text(arena, text + before, length - before - after);
}

const char *xb_source_remark(xb_arena *arena, const xb_source_statement *statement)
{
    const char *text = statement->text;
    if (statement->kind != XB_SOURCE_OPAQUE || statement->count > 0 || strchr(text, '\n'))
        return NULL;
    if (statement->language == XB_TEXT_FORTRAN)
        return between(arena, text, "! ", "");
    const char *said = between(arena, text, "// ", "");
    return said ? said : between(arena, text, "/* ", " */");
}

const char *xb_source_foreign(const xb_source_statement *statement, xb_text_language language)
{
    static const char *const foreign[] = {[XB_TEXT_FORTRAN] = "a statement whose text is Fortran (language)",
                                          [XB_TEXT_C] = "a statement whose text is C (language)"};
    return statement->language == language ? NULL : foreign[statement->language];
}
