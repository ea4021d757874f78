/*
 * Pulls one event after another out of the stream, checks elements against the vocabulary, and calls the
 * handlers. Elements nest as calls do, to a bounded depth.
 */
#include "languages/xaif/reader_internal.h"

#include <string.h>
#include <strings.h>

#include "languages/xml/complaint.h"

enum { LONGEST_QUOTE = 60 };

/* ---- reporting ---------------------------------------------------------------------------------- */

/* One step of a path, as "Symbol[X_1]". */
static const char *path_step(xb_arena *arena, const xb_reader_frame *frame)
{
    if (!frame->labelled)
        return frame->rule->name;
    if (!frame->label_is_name)
        return xb_arena_format(arena, "%s[%lld]", frame->rule->name, (long long)frame->label.number);
    return xb_arena_format(arena, "%s[%.*s]", frame->rule->name, LONGEST_QUOTE, frame->label.name->text);
}

static const char *current_path(const xb_reader *reader)
{
    const char *path = NULL;
    for (size_t i = 1; i <= reader->depth; i++) {
        const char *step = path_step(reader->scratch, &reader->frames[i]);
        path = path ? xb_arena_format(reader->scratch, "%s/%s", path, step) : step;
    }
    return path;
}

/* Counts an error if that is all that is done with it: nothing is made for it then, so that many errors take
 * no memory. @return whether it was counted */
static bool only_counts(xb_reader *reader)
{
    if (!xb_diagnostics_full(reader->diagnostics))
        return false;
    xb_error(reader->diagnostics, XB_STATUS_INVALID, (xb_place){0}, NULL, " ");
    return true;
}

/* The line of the front end's program: of the innermost element that has one. */
static size_t source_line(const xb_reader *reader)
{
    for (size_t i = reader->depth; i > 0; i--)
        if (reader->frames[i].source_line > 0)
            return reader->frames[i].source_line;
    return 0;
}

static void report(xb_reader *reader, size_t line, const char *path, const char *hint, const char *format,
                   va_list arguments)
{
    const char *message = xb_arena_vformat(reader->scratch, format, arguments);
    xb_place place = {.file = reader->file, .line = line, .path = path, .source_line = source_line(reader)};
    xb_error(reader->diagnostics, XB_STATUS_INVALID, place, hint, "%s", message);
}

void xb_read_error(xb_reader *reader, const char *hint, const char *format, ...)
{
    va_list arguments;
    if (only_counts(reader))
        return;
    va_start(arguments, format);
    report(reader, reader->line, current_path(reader), hint, format, arguments);
    va_end(arguments);
}

void xb_read_warning(xb_reader *reader, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(reader->scratch, format, arguments);
    va_end(arguments);
    xb_place place = {.file = reader->file,
                      .line = reader->line,
                      .path = current_path(reader),
                      .source_line = source_line(reader)};
    xb_warning(reader->diagnostics, place, hint, "%s", message);
}

void xb_read_child_error(xb_reader *reader, xb_element child, const xb_name *label, size_t line,
                         const char *hint, const char *format, ...)
{
    xb_reader_frame frame = {.rule = xb_element_rule_get(child), .labelled = label, .label_is_name = true};
    if (only_counts(reader))
        return;
    frame.label.name = label;
    const char *path =
        xb_arena_format(reader->scratch, "%s/%s", current_path(reader), path_step(reader->scratch, &frame));
    va_list arguments;
    va_start(arguments, format);
    report(reader, line, path, hint, format, arguments);
    va_end(arguments);
}

const char *xb_read_first(xb_reader *reader, size_t line)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return "";
    return xb_arena_format(reader->scratch, "the first one is on line %zu", line);
}

const char *xb_read_hint(xb_reader *reader, const char *text, const char *const *candidates, size_t count,
                         const char *alternative)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return NULL;
    const char *nearest = xb_nearest(reader->scratch, text, candidates, count);
    return nearest && *nearest ? xb_arena_format(reader->scratch, "did you mean '%s'?", nearest)
                               : alternative;
}

/* ---- events --------------------------------------------------------------------------------------- */

/* What a text is that is no XML, by a word that a line of it begins with; NULL: unknown. */
static const char *language_of(const char *text)
{
    static const struct {
        const char *word, *language;
    } words[] = {{"#include", "C source"},
                 {"#define", "C source"},
                 {"/*", "C source"},
                 {"//", "C source"},
                 {"int ", "C source"},
                 {"void ", "C source"},
                 {"double ", "C source"},
                 {"static ", "C source"},
                 {"typedef ", "C source"},
                 {"program ", "Fortran source"},
                 {"module ", "Fortran source"},
                 {"subroutine ", "Fortran source"},
                 {"function ", "Fortran source"},
                 {"real function ", "Fortran source"},
                 {"double precision", "Fortran source"},
                 {"recursive ", "Fortran source"},
                 {"pure ", "Fortran source"},
                 {"elemental ", "Fortran source"},
                 {"implicit none", "Fortran source"}};
    for (; text; text = strchr(text, '\n')) {
        text += strspn(text, " \t\r\n");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncasecmp(text, words[i].word, strlen(words[i].word)) == 0)
                return words[i].language;
    }
    return NULL;
}

/* Reports what made the parser stop: the operating system, or the document. There is no path unless it just
 * ends: the parser is ahead of the elements. */
static void report_parser(xb_reader *reader)
{
    const xb_stream *stream = &reader->stream;
    reader->stop = true;
    if (!reader->source.scan.stop && stream->out_of_memory)
        return; /* reported when the parser is gone */
    const xmlError *error = stream->has_complaint ? &stream->complaint : NULL;
    const bool is_cut = xb_stream_is_cut(stream);
    xb_complaint why = xb_complaint_explain(reader->scratch, &reader->source, error, is_cut,
                                            "an XAIF document is one element CallGraph");
    const char *language = why.has_no_root ? language_of(reader->source.scan.beginning) : NULL;
    if (language) {
        why.message =
            xb_arena_format(reader->scratch, "this looks like a %s, and only XAIF is read", language);
        why.hint = "have a front end write the program as XAIF; doc/format.md says what that is";
    }
    xb_place place = {.file = reader->file, .line = why.line};
    if (is_cut && reader->depth > 0)
        place.path = current_path(reader);
    if (why.status == XB_STATUS_INVALID) {
        place.source_line = source_line(reader);
        if (place.line == 0 && !reader->source.scan.stop)
            place.line = reader->latest_line;
    }
    xb_error(reader->diagnostics, why.status, place, why.hint, "%s", why.message);
}

/* The next event; NULL at the end of the document, or if the parser stopped, which is reported. */
static const xb_stream_event *pull(xb_reader *reader)
{
    const xb_stream_event *event = xb_stream_next(&reader->stream);
    if (event)
        reader->line = reader->latest_line = event->line;
    else if (xb_stream_is_broken(&reader->stream))
        report_parser(reader);
    return event;
}

static void refuse_text(xb_reader *reader, const xb_stream_event *event)
{
    xb_read_error(reader, "XAIF keeps all data in attributes", "text '%s' is not allowed here",
                  xb_stream_text(&reader->stream, event));
}

/* The next element within the current one; NULL at its end, and if there is no sense in reading on. */
static const xb_stream_event *next_element(xb_reader *reader)
{
    const xb_stream_event *event = reader->stop ? NULL : pull(reader);
    for (; event && event->kind == XB_STREAM_TEXT; event = pull(reader))
        refuse_text(reader, event);
    return event && event->kind == XB_STREAM_ELEMENT ? event : NULL;
}

/* Passes over the element that has just begun. */
static void skip_element(xb_reader *reader)
{
    const xb_stream_event *event;
    for (size_t open = 1; open > 0 && !reader->stop && (event = pull(reader));) {
        open += event->kind == XB_STREAM_ELEMENT;
        open -= event->kind == XB_STREAM_END;
    }
}

/* ---- names ---------------------------------------------------------------------------------------- */

/* Names in a row, as "a, b, c". */
static const char *listed(xb_reader *reader, const char *const *names, size_t count)
{
    const char *all = "";
    for (size_t i = 0; i < count; i++)
        all = xb_arena_format(reader->scratch, "%s%s%s", all, i > 0 ? ", " : "", names[i]);
    return all;
}

/* What an element may contain. Children that may stand in any number after each other are in this order. */
static const char *content_hint(xb_reader *reader, const xb_element_rule *parent)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return NULL;
    const char *names[XB_CHILD_RULES_LIMIT];
    size_t count = xb_child_rule_count(parent);
    for (size_t i = 0; i < count; i++)
        names[i] = xb_element_rule_get(parent->children[i].element)->name;
    bool is_ordered = count > 1 && parent->children[count - 1].stage > 0;
    return count == 0 ? xb_arena_format(reader->scratch, "%s has no content", parent->name)
                      : xb_arena_format(reader->scratch, "%s holds%s %s", parent->name,
                                        is_ordered ? ", in this order:" : "", listed(reader, names, count));
}

/* Which elements may contain one of this name. */
static const char *parents_hint(xb_reader *reader, const char *name)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return NULL;
    const char *names[XB_ELEMENT_COUNT] = {NULL};
    size_t count = 0;
    for (int i = XB_ELEMENT_DOCUMENT + 1; i < XB_ELEMENT_COUNT; i++) {
        const xb_element_rule *rule = xb_element_rule_get((xb_element)i);
        bool is_listed = count > 0 && strcmp(names[count - 1], rule->name) == 0;
        if (!is_listed && rule->children && xb_child_rule_find(rule, name) != SIZE_MAX)
            names[count++] = rule->name;
    }
    return count == 0 ? "it is the root element"
                      : xb_arena_format(reader->scratch, "it stands in %s", listed(reader, names, count));
}

static void refuse_element(xb_reader *reader, const xb_element_rule *parent, const char *name)
{
    const char *candidates[XB_CHILD_RULES_LIMIT];
    size_t count = xb_child_rule_count(parent);
    for (size_t i = 0; i < count; i++)
        candidates[i] = xb_element_rule_get(parent->children[i].element)->name;
    if (xb_element_exists(name))
        xb_read_error(reader, parents_hint(reader, name), "element '%s' is not allowed here", name);
    else
        xb_read_error(reader, xb_read_hint(reader, name, candidates, count, content_hint(reader, parent)),
                      "unknown element '%s'", name);
}

/* A root element that isn't a program's. */
static void refuse_root(xb_reader *reader, const char *name)
{
    bool is_catalogue = strcmp(name, "InlinableIntrinsicDefinitions") == 0 ||
                        strcmp(name, "NonInlinableIntrinsicDefinitions") == 0;
    if (is_catalogue)
        xb_read_error(reader, "give the file with -c, and a program beside it",
                      "the document is a catalogue of intrinsics, not a program");
    else if (strcmp(name, "CallGraph") == 0)
        xb_read_error(reader, "write <CallGraph xmlns=\"http://www.mcs.anl.gov/XAIF\" ...>",
                      "the root element CallGraph is not in XAIF's namespace");
    else
        xb_read_error(reader,
                      "a program is one element CallGraph of the namespace http://www.mcs.anl.gov/XAIF",
                      "the root element is '%s' instead of CallGraph", name);
}

static bool in_namespace(xb_reader *reader, const char *space)
{
    if (space && space == reader->known_namespace)
        return true;
    if (!space || strcmp(space, xb_xaif_namespace) != 0)
        return false;
    reader->known_namespace = space;
    return true;
}

/* ---- elements ------------------------------------------------------------------------------------- */

/* Checks that a child may come here, and notes that it came. */
static void check_place(xb_reader *reader, xb_reader_frame *parent, size_t place)
{
    const xb_child_rule *rule = &parent->rule->children[place];
    const char *name = xb_element_rule_get(rule->element)->name;
    if (rule->stage < parent->stage)
        xb_read_error(reader, content_hint(reader, parent->rule),
                      "element '%s' comes too late: it must stand before what precedes it", name);
    else if (rule->occurrence != XB_OCCURS_ANY && parent->seen >> place & 1)
        xb_read_error(reader, "put into one element what belongs there, and remove the other",
                      "second element '%s'; only one is allowed", name);
    parent->stage = rule->stage > parent->stage ? rule->stage : parent->stage;
    parent->seen |= UINT32_C(1) << place;
}

/* Reads an element that has just begun. */
static void read_element(xb_reader *reader, xb_reader_frame *parent, const xb_stream_event *event,
                         void *owner)
{
    size_t place = SIZE_MAX;
    bool is_known = in_namespace(reader, event->space);
    if (reader->depth == 0 && (!is_known || xb_child_rule_find(parent->rule, event->name) == SIZE_MAX))
        refuse_root(reader, event->name);
    else if (!is_known)
        xb_read_error(reader, "elements belong to the namespace http://www.mcs.anl.gov/XAIF",
                      "element '%s' is not in XAIF's namespace", event->name);
    else if ((place = xb_read_find_rule(reader, parent->rule, event->name, false)) == SIZE_MAX)
        refuse_element(reader, parent->rule, event->name);
    if (place == SIZE_MAX) {
        reader->stop = reader->stop || reader->depth == 0;
        parent->has_skipped = true;
        skip_element(reader);
        return;
    }
    check_place(reader, parent, place);
    xb_element element = parent->rule->children[place].element;
    xb_reader_frame *frame = &reader->frames[++reader->depth];
    *frame =
        (xb_reader_frame){.element = element, .rule = xb_element_rule_get(element), .line = reader->line};
    xb_read_attributes(reader, event, frame);
    if (xb_read_handlers[element])
        xb_read_handlers[element](reader, owner);
    if (!frame->is_read && frame->rule->children && xb_read_handlers[element])
        skip_element(reader); /* the handler had its reasons, and said them */
    else if (!frame->is_read)
        xb_read_children(reader, owner);
    reader->depth--;
}

/* How to add an element that is missing. */
static const char *missing_hint(xb_reader *reader, const xb_element_rule *parent, xb_element element)
{
    switch (element) {
    case XB_ELEMENT_ALIAS_SET_MAP:
        return "if nothing is known, write <AliasSetMap><AliasSet key=\"0\"/></AliasSetMap>";
    case XB_ELEMENT_DUUD_SET_MAP:
        return "if nothing is known, write <DUUDSetMap><StmtIdSet key=\"0\"/></DUUDSetMap>";
    case XB_ELEMENT_DO_SET_MAP:
        return "if nothing is known, write <DOSetMap><StmtIdSet key=\"0\"/></DOSetMap>";
    default: return content_hint(reader, parent);
    }
}

static void check_missing(xb_reader *reader, const xb_reader_frame *frame)
{
    const xb_child_rule *rule = frame->rule->children;
    for (size_t i = 0; rule && rule[i].element != XB_ELEMENT_DOCUMENT; i++)
        if (rule[i].occurrence == XB_OCCURS_ONCE && !(frame->seen >> i & 1) && !frame->has_skipped)
            xb_read_error(reader, missing_hint(reader, frame->rule, rule[i].element),
                          "element '%s' is missing", xb_element_rule_get(rule[i].element)->name);
}

void xb_read_children(xb_reader *reader, void *owner)
{
    xb_reader_frame *frame = &reader->frames[reader->depth];
    frame->is_read = true;
    const xb_stream_event *child;
    while ((child = next_element(reader)))
        read_element(reader, frame, child, owner);
    reader->line = frame->line;
    if (!reader->stop)
        check_missing(reader, frame);
}

void xb_read_document(xb_reader *reader)
{
    reader->depth = 0;
    reader->frames[0] = (xb_reader_frame){.rule = xb_element_rule_get(XB_ELEMENT_DOCUMENT)};
    xb_read_children(reader, reader->program);
}
