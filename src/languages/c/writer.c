/*
 * Units. What stands before the units is known when these are written: headers, small
 * functions, descriptors; so units are kept in memory until then. Lines are broken after a blank.
 */
#include "languages/c/c.h"

#include <string.h>

#include "languages/code/loops.h"
#include "languages/languages.h"

enum { INDENT = 4 };

/* ---- lines ----------------------------------------------------------------------------------------------
 */

/* Where a line may be broken at the latest, so that it has room for limit characters. */
static size_t break_at(const char *text, size_t length, size_t limit)
{
    size_t best = 0;
    for (size_t i = 0; i < length && i < limit; i++)
        if (text[i] == ' ')
            best = i + 1;
    for (size_t i = best; i > limit / 2 && i > 1; i--)
        if (text[i - 1] == ' ' && strchr(",;", text[i - 2]))
            return i;
    for (size_t i = limit; best == 0 && i < length; i++)
        if (text[i] == ' ')
            best = i + 1;
    return best > 0 ? best : length;
}

static bool is_label(const char *text)
{
    return strncmp(text, "label_", 6) == 0;
}

static const xb_line_style style = {.columns = 100,
                                    .indent = INDENT,
                                    .more = INDENT,
                                    .continued = "",
                                    .break_at = break_at,
                                    .is_outside = is_label};

/* ---- units ----------------------------------------------------------------------------------------------
 */

static void put_formal(xb_c_writer *w, const xb_source_variable *formal)
{
    const char *constant = formal->written ? "" : "const ";
    bool is_alone = !formal->pointer && !formal->may_overlap && !formal->home->is_external;
    const char *alone = is_alone && !w->c.is_header ? "restrict " : "";
    switch (xb_c_passing_of(formal)) {
    case XB_C_BY_VALUE: xb_lines_put(&w->c.lines, "%s %s", xb_c_type_name(w, formal), formal->name); break;
    case XB_C_BY_POINTER:
    case XB_C_BY_FIRST:
        xb_lines_put(&w->c.lines, "%s%s *%s%s", constant, xb_c_type_name(w, formal), alone, formal->name);
        break;
    case XB_C_BY_DESCRIPTOR:
    case XB_C_BY_REFERENCE:
        xb_c_descriptor(&w->c, formal);
        xb_lines_put(&w->c.lines, " %s%s", xb_c_passing_of(formal) == XB_C_BY_REFERENCE ? "*" : "",
                     formal->name);
    }
}

void xb_c_put_head(xb_c_writer *w, const xb_source_unit *unit)
{
    const xb_source_variable *result = xb_c_result_of(unit);
    size_t count = unit->formals.count - (result != NULL);
    xb_lines_put(&w->c.lines, "%s", unit->whole ? "static " : "");
    xb_lines_put(&w->c.lines, "%s %s(", result ? xb_c_type_name(w, result) : "void", unit->name);
    if (unit->has_tape) {
        w->c.headers.tape = true;
        xb_lines_put(&w->c.lines, "struct xaif_tape *tape%s", count > 0 ? ", " : "");
    }
    for (size_t i = 0; i < count; i++) {
        xb_lines_put(&w->c.lines, "%s", i > 0 ? ", " : "");
        put_formal(w, unit->formals.items[i]);
    }
    xb_lines_put(&w->c.lines, count == 0 && !unit->has_tape ? "void)" : ")");
}

void xb_c_leave(xb_c_writer *w, bool ends)
{
    const xb_source_unit *unit = w->c.unit;
    for (size_t i = 0; i < unit->locals.count; i++) {
        const xb_source_variable *local = unit->locals.items[i];
        if (!xb_c_is_at_head(local) || !xb_c_is_given_back(local))
            continue;
        w->c.headers.standard = true;
        xb_lines_put(&w->c.lines, "free(%s%s);", local->name, xb_c_has_descriptor(local) ? ".data" : "");
        xb_lines_end(&w->c.lines);
    }
    xb_c_free_storage(w, true);
    if (xb_c_result_of(unit))
        xb_lines_say(&w->c.lines, "return %s;", xb_c_result_of(unit)->name);
    else if (!ends)
        xb_lines_say(&w->c.lines, "return;");
}

static bool gives_back(xb_c_writer *w, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->locals.count; i++) {
        const xb_source_variable *local = unit->locals.items[i];
        if (xb_c_is_at_head(local) && xb_c_is_given_back(local))
            return true;
    }
    return xb_c_free_storage(w, false);
}

void xb_c_put_origin(const xb_source *source, xb_output *output)
{
    const char *origin = xb_source_origin(source);
    if (origin)
        xb_output_format(output, "/* %s */\n", origin);
}

void xb_c_put_comment(xb_c_writer *w, const xb_source_unit *unit)
{
    const char *text = xb_source_unit_comment(w->arena, w->c.source, unit);
    if (text)
        xb_lines_say(&w->c.lines, "/*");
    for (size_t length; text && *text; text += length + 1) {
        length = strcspn(text, "\n");
        xb_lines_say(&w->c.lines, " * %.*s", (int)length, text);
        if (!text[length + 1])
            xb_lines_say(&w->c.lines, " */");
    }
}

static void put_unit(xb_c_writer *w, const xb_source_unit *unit)
{
    const xb_vector *all = &unit->statements;
    w->c.unit = unit;
    w->c.at = &unit->routine->node;
    w->scopes = xb_c_find_scopes(w->arena, unit);
    xb_lines_skip(&w->c.lines);
    xb_c_put_comment(w, unit);
    xb_c_put_head(w, unit);
    xb_lines_end(&w->c.lines);
    xb_lines_say(&w->c.lines, "{");
    w->c.lines.depth++;
    xb_c_declare_locals(w);
    xb_c_statements(w);
    bool returned =
        all->count > 0 && ((const xb_source_statement *)all->items)[all->count - 1].kind == XB_SOURCE_RETURN;
    if (!returned && (xb_c_result_of(unit) || gives_back(w, unit)))
        xb_c_leave(w, true);
    w->c.lines.depth--;
    xb_lines_say(&w->c.lines, "}");
}

/* ---- the file -------------------------------------------------------------------------------------------
 */

/* Some compilers warn of functions that nobody calls, but not of those of included files. */
static void put_run_time(xb_c_writer *w)
{
    xb_output *output = w->c.lines.out;
    if (w->c.source->options.checks_tape)
        xb_output_put(output, "\n#ifndef XB_TAPE_CHECK\n#define XB_TAPE_CHECK\n#endif\n");
    if (!w->c.source->options.embeds_run_time) {
        xb_output_put(output, "\n#include \"xaif_tape.h\"\n");
        return;
    }
    xb_output_put(output, "\n#ifdef __clang__\n#pragma clang diagnostic push\n"
                          "#pragma clang diagnostic ignored \"-Wunused-function\"\n#endif\n\n");
    xb_source_put_run_time(&xb_c_language, output);
    xb_output_put(output, "\n#ifdef __clang__\n#pragma clang diagnostic pop\n#endif\n");
}

/* Includes among the uses of a unit, which are lines of the source. */
static void put_includes(xb_c_writer *w, const char *uses)
{
    while (*uses) {
        size_t length = strcspn(uses, "\n");
        if (*uses == '#')
            xb_output_format(w->c.lines.out, "%.*s\n", (int)length, uses);
        uses += length + (uses[length] == '\n');
    }
}

static void put_all_includes(xb_c_writer *w)
{
    const xb_source *source = w->c.source;
    xb_map done = {0};
    for (size_t i = 0; i < source->units.count; i++) {
        const char *uses = ((const xb_source_unit *)source->units.items[i])->uses;
        if (!uses || xb_map_get(&done, (uintptr_t)uses, 0))
            continue;
        xb_map_put(w->arena, &done, (uintptr_t)uses, 0, uses);
        put_includes(w, uses);
    }
}

static void put_headers(xb_c_writer *w)
{
    const xb_c_headers *h = &w->c.headers;
    const struct header {
        bool used;
        const char *name;
    } headers[] = {{h->complex, "<complex.h>"}, {h->floats, "<float.h>"},     {h->limits, "<limits.h>"},
                   {h->math, "<math.h>"},       {h->booleans, "<stdbool.h>"}, {h->sizes, "<stddef.h>"},
                   {h->integers, "<stdint.h>"}, {h->output, "<stdio.h>"},     {h->standard, "<stdlib.h>"},
                   {h->memory, "<string.h>"}};
    xb_c_put_origin(w->c.source, w->c.lines.out);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i].used)
            xb_output_format(w->c.lines.out, "#include %s\n", headers[i].name);
    put_all_includes(w);
    if (h->tape)
        put_run_time(w);
    if (w->header)
        xb_output_format(w->c.lines.out, "\n#include \"%s\"\n", xb_c_base_name(w->header));
}

/* Variables, or constants that are used. */
static void put_globals(xb_c_writer *w, bool constants)
{
    const xb_list *globals = &w->c.source->globals;
    bool begun = false;
    for (size_t i = 0; i < globals->count; i++) {
        const xb_source_variable *variable = globals->items[i];
        bool is_elsewhere = variable->same || variable->path || variable->in_common;
        if (variable->parameter != constants || (constants && !variable->named) || is_elsewhere)
            continue;
        if (!begun)
            xb_lines_skip(&w->c.lines);
        begun = true;
        xb_c_declare(w, variable);
    }
    if (!constants)
        xb_c_declare_storage(w, NULL);
}

/* Routines without body are declared as they are called. */
static void put_externals(xb_c_writer *w)
{
    const xb_list *externals = &w->c.source->externals;
    if (externals->count > 0)
        xb_lines_skip(&w->c.lines);
    for (size_t i = 0; i < externals->count; i++) {
        w->c.at = &((const xb_source_unit *)externals->items[i])->routine->node;
        xb_c_put_head(w, externals->items[i]);
        xb_lines_put(&w->c.lines, ";");
        xb_lines_end(&w->c.lines);
    }
}

static void put_prototypes(xb_c_writer *w)
{
    const xb_list *units = &w->c.source->units;
    if (units->count > 0)
        xb_lines_skip(&w->c.lines);
    for (size_t i = 0; i < units->count; i++) {
        if (!((const xb_source_unit *)units->items[i])->is_used)
            continue;
        xb_c_put_head(w, units->items[i]);
        xb_lines_put(&w->c.lines, ";");
        xb_lines_end(&w->c.lines);
    }
}

/* Parts begin with an empty line, but for the first one that is there. */
static void join(xb_text *const *parts, size_t count, xb_output *output)
{
    bool begun = false;
    for (size_t i = 0; i < count; i++) {
        size_t length = 0;
        const char *text = xb_text_join(parts[i], &length);
        bool skips = !begun && length > 0 && *text == '\n';
        xb_output_bytes(output, text + skips, length - skips);
        begun = begun || length > 0;
    }
}

static void put_program(xb_c_writer *w, xb_output *output)
{
    const xb_list *units = &w->c.source->units;
    xb_text *head = xb_text_create(w->arena), *helpers = xb_text_create(w->arena),
            *constants = xb_text_create(w->arena), *body = xb_text_create(w->arena);
    w->c.lines.out = xb_text_output(body);
    put_globals(w, false);
    put_externals(w);
    put_prototypes(w);
    for (size_t i = 0; i < units->count; i++)
        if (((const xb_source_unit *)units->items[i])->is_used)
            put_unit(w, units->items[i]);
    w->c.lines.out = xb_text_output(constants);
    put_globals(w, true);
    xb_c_descriptors_put(&w->c, xb_text_output(helpers));
    xb_c_helpers_put(xb_text_output(helpers), &w->c.helpers);
    w->c.lines.out = xb_text_output(head);
    put_headers(w);
    join((xb_text *const[]){head, helpers, constants, body}, 4, output);
}

/* ---- the language ---------------------------------------------------------------------------------------
 */

static xb_status put(xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output,
                     const xb_source_header *header)
{
    xb_c_writer w = {.c = {.lines = xb_lines_begin(&style, lines, output), .source = source}, .arena = arena};
    w.header = header ? header->file : NULL;
    xb_c_check_facts(&w.c);
    if (w.c.status)
        return w.c.status;
    xb_c_find_overlaps(arena, source);
    w.storage = xb_c_find_storage(&w);
    put_program(&w, output);
    if (header && !w.c.status)
        w.c.status = xb_c_put_header(&w, header);
    return w.c.status;
}

static const char *const suffixes[] = {".c", NULL};

const xb_source_language xb_c_language = {.id = "c",
                                          .name = "C",
                                          .suffixes = suffixes,
                                          .run_time = xb_c_run_time,
                                          .name_limit = 63,
                                          .is_reserved = xb_c_is_reserved,
                                          .lacks_nesting = true,
                                          .lacks_arrays = true,
                                          .passes_anything = true,
                                          .has_headers = true,
                                          .put = put};
