/*
 * A table says which elements may stand where, with their attributes and the functions that take them. The
 * reader keeps a stack of open elements, looks each new one up among those that the place allows, and checks
 * its attributes against the table. A wrong element is reported and skipped with its content, so that one run
 * reports several errors. What formulas refer to is checked when the whole document is known, since an
 * intrinsic may be defined after its first use.
 *
 * The document is opened outside of the protected body, so that it is closed when memory runs out in there.
 */
#include "languages/xaif/catalogue_reader.h"

#include <stdlib.h>
#include <string.h>

#include "languages/xaif/catalogue_reader_state.h"

#define NS_XAIF         "http://www.mcs.anl.gov/XAIF"
#define NS_INLINABLE    "http://www.mcs.anl.gov/XAIFInlinableIntrinsics"
#define NS_NONINLINABLE "http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics"

static void start_inlinables(xb_catalogue_reader *r)
{
    static const xb_catalogue_reader_word languages[] = {{"C", 0},   {"CPP", 0}, {"F77", 0},
                                                         {"F90", 0}, {"F95", 0}, {NULL, 0}};
    xb_catalogue_reader_choice(r, 0, languages, 0);
}

static void start_noninlinables(xb_catalogue_reader *r)
{
    (void)r;
}

static const xb_catalogue_reader_element elements[] = {
    {XB_CATALOGUE_READER_DOCUMENT,
     NS_INLINABLE,
     "InlinableIntrinsicDefinitions",
     XB_CATALOGUE_READER_INLINABLES,
     {"language"},
     1,
     0,
     start_inlinables,
     NULL},
    {XB_CATALOGUE_READER_INLINABLES,
     NS_INLINABLE,
     "InlinableIntrinsic",
     XB_CATALOGUE_READER_INTRINSIC,
     {"name", "nr_arguments", "return_type", "nonSmooth", "shapeChange", "requiredArguments", "operands",
      "complexAction"},
     2,
     1,
     xb_catalogue_reader_start_inlinable,
     xb_catalogue_reader_end_inlinable},
    {XB_CATALOGUE_READER_INTRINSIC,
     NS_INLINABLE,
     "Function",
     XB_CATALOGUE_READER_FORMULA,
     {"type", "builtin_name"},
     0,
     0,
     xb_catalogue_reader_start_function,
     xb_catalogue_reader_end_formula},
    {XB_CATALOGUE_READER_INTRINSIC,
     NS_INLINABLE,
     "Singular",
     XB_CATALOGUE_READER_FORMULA,
     {"operands"},
     0,
     0,
     xb_catalogue_reader_start_singular,
     xb_catalogue_reader_end_formula},
    {XB_CATALOGUE_READER_INTRINSIC,
     NS_INLINABLE,
     "Partial",
     XB_CATALOGUE_READER_FORMULA,
     {"partial_id", "partial_type", "nonValueInquiry", "operands"},
     1,
     1,
     xb_catalogue_reader_start_partial,
     xb_catalogue_reader_end_formula},
    {XB_CATALOGUE_READER_FORMULA,
     NS_XAIF,
     "Intrinsic",
     XB_CATALOGUE_READER_NOWHERE,
     {"name", "vertex_id", "type", "rType", "rShape", "annotation"},
     1,
     2,
     xb_catalogue_reader_start_intrinsic,
     NULL},
    {XB_CATALOGUE_READER_FORMULA,
     NS_XAIF,
     "BooleanOperation",
     XB_CATALOGUE_READER_NOWHERE,
     {"name", "vertex_id", "annotation"},
     1,
     2,
     xb_catalogue_reader_start_boolean_operation,
     NULL},
    {XB_CATALOGUE_READER_FORMULA,
     NS_XAIF,
     "Constant",
     XB_CATALOGUE_READER_NOWHERE,
     {"type", "value", "vertex_id", "feType", "annotation"},
     2,
     3,
     xb_catalogue_reader_start_constant,
     NULL},
    {XB_CATALOGUE_READER_FORMULA,
     NS_INLINABLE,
     "ArgumentReference",
     XB_CATALOGUE_READER_NOWHERE,
     {"argument", "vertex_id", "regular", "annotation"},
     1,
     2,
     xb_catalogue_reader_start_argument,
     NULL},
    {XB_CATALOGUE_READER_FORMULA,
     NS_XAIF,
     "ExpressionEdge",
     XB_CATALOGUE_READER_NOWHERE,
     {"source", "target", "position", "edge_id", "annotation"},
     4,
     4,
     xb_catalogue_reader_start_edge,
     NULL},
    {XB_CATALOGUE_READER_DOCUMENT,
     NS_NONINLINABLE,
     "NonInlinableIntrinsicDefinitions",
     XB_CATALOGUE_READER_NONINLINABLES,
     {NULL},
     0,
     0,
     start_noninlinables,
     NULL},
    {XB_CATALOGUE_READER_NONINLINABLES,
     NS_NONINLINABLE,
     "DirectAction",
     XB_CATALOGUE_READER_NOWHERE,
     {"name", "derivAction", "nonSmooth", "productRule"},
     2,
     1,
     xb_catalogue_reader_start_direct_action,
     xb_catalogue_reader_end_noninlinable},
    {XB_CATALOGUE_READER_NONINLINABLES,
     NS_NONINLINABLE,
     "Selection",
     XB_CATALOGUE_READER_NOWHERE,
     {"name", "location", "nonSmooth"},
     2,
     1,
     xb_catalogue_reader_start_selection,
     xb_catalogue_reader_end_noninlinable},
    {XB_CATALOGUE_READER_NONINLINABLES,
     NS_NONINLINABLE,
     "ExplicitJacobian",
     XB_CATALOGUE_READER_JACOBIAN,
     {"name", "jacobian", "nonSmooth", "return_type"},
     2,
     1,
     xb_catalogue_reader_start_jacobian,
     xb_catalogue_reader_end_noninlinable},
    {XB_CATALOGUE_READER_JACOBIAN,
     NS_NONINLINABLE,
     "Partial",
     XB_CATALOGUE_READER_NOWHERE,
     {"dep", "indep", "partial"},
     3,
     0,
     xb_catalogue_reader_start_entry,
     NULL},
    {XB_CATALOGUE_READER_NONINLINABLES,
     NS_NONINLINABLE,
     "RoutineRule",
     XB_CATALOGUE_READER_RULE,
     {"name", "tangent", "adjoint", "recording", "returning"},
     1,
     1,
     xb_catalogue_reader_start_rule,
     xb_catalogue_reader_end_rule},
    {XB_CATALOGUE_READER_RULE,
     NS_NONINLINABLE,
     "Argument",
     XB_CATALOGUE_READER_NOWHERE,
     {"position", "intent", "activity", "needed", "type", "rank", "extents", "alias", "sample"},
     2,
     1,
     xb_catalogue_reader_start_argument_rule,
     NULL},
    {XB_CATALOGUE_READER_RULE,
     NS_NONINLINABLE,
     "Result",
     XB_CATALOGUE_READER_NOWHERE,
     {"activity", "needed", "type", "rank", "extents"},
     0,
     0,
     xb_catalogue_reader_start_result_rule,
     NULL},
};

enum { ELEMENT_COUNT = sizeof elements / sizeof *elements };

const xb_catalogue_reader_word xb_catalogue_reader_result_types[] = {
    {"void", XB_TYPE_VOID},       {"integer", XB_TYPE_INTEGER}, {"real", XB_TYPE_REAL},
    {"complex", XB_TYPE_COMPLEX}, {"bool", XB_TYPE_BOOL},       {"char", XB_TYPE_CHAR},
    {"string", XB_TYPE_STRING},   {"opaque", XB_TYPE_OPAQUE},   {NULL, 0},
};

xb_place xb_catalogue_reader_at(xb_catalogue_reader *r, size_t line)
{
    const char *path = "";
    for (size_t i = 0; i < r->depth; i++) {
        const char *slash = i ? "/" : "";
        path = r->labels[i]
                   ? xb_arena_format(r->arena, "%s%s%s[%s]", path, slash, r->open[i]->name, r->labels[i])
                   : xb_arena_format(r->arena, "%s%s%s", path, slash, r->open[i]->name);
    }
    return (xb_place){.file = r->file, .line = line, .path = r->depth ? path : NULL};
}

void xb_catalogue_reader_fail(xb_catalogue_reader *r, xb_status status)
{
    r->item_valid = r->formula_valid = false;
    if (r->status == XB_STATUS_OK)
        r->status = status;
}

void xb_catalogue_reader_wrong(xb_catalogue_reader *r, size_t line, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(r->arena, format, arguments);
    va_end(arguments);
    xb_catalogue_reader_fail(
        r, xb_error(r->diagnostics, XB_STATUS_INVALID, xb_catalogue_reader_at(r, line), hint, "%s", message));
}

/* The attribute's name, for messages. */
static const char *attribute_name(const xb_catalogue_reader *r, size_t i)
{
    return r->open[r->depth - 1]->attributes[i];
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

unsigned xb_catalogue_reader_number(xb_catalogue_reader *r, size_t i, unsigned least, unsigned most)
{
    const char *text = skip_blanks(r->values[i]);
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && *skip_blanks(text + digits) == '\0') {
        unsigned long value = strtoul(text, NULL, 10);
        if (value >= least && value <= most)
            return (unsigned)value;
    }
    xb_catalogue_reader_wrong(r, r->line, "write a number in this range in digits",
                              "%s=\"%s\" is not a number from %u to %u", attribute_name(r, i), r->values[i],
                              least, most);
    return least;
}

int xb_catalogue_reader_choice(xb_catalogue_reader *r, size_t i, const xb_catalogue_reader_word *words,
                               int missing)
{
    if (!r->values[i])
        return missing;
    const char *hint = "one of:";
    for (; words->word; words++) {
        if (strcmp(words->word, r->values[i]) == 0)
            return words->value;
        hint = xb_arena_format(r->arena, "%s %s", hint, words->word);
    }
    xb_catalogue_reader_wrong(r, r->line, hint, "unknown %s '%s'", attribute_name(r, i), r->values[i]);
    return missing;
}

bool xb_catalogue_reader_flag(xb_catalogue_reader *r, size_t i)
{
    static const xb_catalogue_reader_word words[] = {
        {"false", 0}, {"true", 1}, {"0", 0}, {"1", 1}, {NULL, 0}};
    return xb_catalogue_reader_choice(r, i, words, 0) != 0;
}

const char *xb_catalogue_reader_text(xb_catalogue_reader *r, size_t i)
{
    if (*skip_blanks(r->values[i]) == '\0')
        xb_catalogue_reader_wrong(r, r->line, "write a name", "attribute %s is empty", attribute_name(r, i));
    return r->values[i];
}

void xb_catalogue_reader_define(xb_catalogue_reader *r, const char *name, const void *item)
{
    const xb_name *key = xb_names_get(r->names, name);
    const size_t *first = xb_map_get(&r->defined, key->index, 1);
    if (first) {
        xb_catalogue_reader_wrong(r, r->line, "names are unique within a catalogue",
                                  "intrinsic '%s' is defined twice; the first one is on line %zu", name,
                                  *first);
        return;
    }
    xb_map_put(r->arena, &r->defined, key->index, 1,
               memcpy(xb_arena_alloc(r->arena, sizeof r->line), &r->line, sizeof r->line));
    xb_map_put(r->arena, &r->defined, key->index, 0, item);
}

static const char *attributes_hint(xb_catalogue_reader *r, const xb_catalogue_reader_element *element)
{
    const char *hint =
        element->attributes[0] ? "its attributes are" : "remove it: the element has no attributes";
    for (size_t i = 0; i < XB_CATALOGUE_READER_ATTRIBUTES && element->attributes[i]; i++)
        hint = xb_arena_format(r->arena, "%s%s %s", hint, i > 0 ? "," : "", element->attributes[i]);
    return hint;
}

static void take_attribute(void *context, const char *name, const char *value)
{
    xb_catalogue_reader *r = context;
    const xb_catalogue_reader_element *element = r->open[r->depth - 1];
    for (size_t i = 0; i < XB_CATALOGUE_READER_ATTRIBUTES && element->attributes[i]; i++)
        if (strcmp(element->attributes[i], name) == 0) {
            r->values[i] = xb_arena_copy_text(r->arena, value, strlen(value));
            return;
        }
    xb_catalogue_reader_wrong(r, r->line, attributes_hint(r, element), "%s has no attribute %s",
                              element->name, name);
}

/* Reads the attributes of the element that was just opened; false if one that is required is missing. */
static bool take_attributes(xb_catalogue_reader *r)
{
    const xb_catalogue_reader_element *element = r->open[r->depth - 1];
    memset(r->values, 0, sizeof r->values);
    xb_catalogue_document_attributes(r->document, take_attribute, r);
    if (element->label)
        r->labels[r->depth - 1] = r->values[element->label - 1];
    bool complete = true;
    for (size_t i = 0; i < element->required; i++)
        if (!r->values[i]) {
            xb_catalogue_reader_wrong(r, r->line, "it has no default", "%s needs the attribute %s",
                                      element->name, element->attributes[i]);
            complete = false;
        }
    return complete;
}

static const xb_catalogue_reader_element *find_element(const xb_catalogue_reader *r, const char *space,
                                                       const char *name)
{
    xb_catalogue_reader_place place =
        r->depth ? r->open[r->depth - 1]->content : XB_CATALOGUE_READER_DOCUMENT;
    for (size_t i = 0; i < ELEMENT_COUNT; i++)
        if (elements[i].place == place && strcmp(elements[i].name, name) == 0 &&
            strcmp(elements[i].space, space) == 0)
            return &elements[i];
    return NULL;
}

static const char *content_hint(const xb_catalogue_reader *r)
{
    const xb_catalogue_reader_element *parent = r->depth ? r->open[r->depth - 1] : NULL;
    const char *hint = NULL;
    for (size_t i = 0; parent && i < ELEMENT_COUNT; i++)
        if (elements[i].place == parent->content)
            hint = hint ? xb_arena_format(r->arena, "%s, %s", hint, elements[i].name)
                        : xb_arena_format(r->arena, "%s holds %s", parent->name, elements[i].name);
    return hint ? hint : "its parent has no content";
}

/* Why an element is not allowed where it stands. */
static void reject_element(xb_catalogue_reader *r, const char *space, const char *name)
{
    for (size_t i = 0; i < ELEMENT_COUNT; i++)
        if (strcmp(elements[i].name, name) == 0 && strcmp(elements[i].space, space) == 0) {
            xb_catalogue_reader_wrong(r, r->line, content_hint(r), "element %s is not allowed here", name);
            return;
        }
    if (r->depth == 0 && strcmp(name, "CallGraph") == 0) {
        xb_catalogue_reader_wrong(r, r->line, "give programs without -c",
                                  "the document is a program, not a catalogue of intrinsics");
        return;
    }
    xb_catalogue_reader_wrong(r, r->line,
                              r->depth ? content_hint(r)
                                       : "a catalogue begins with InlinableIntrinsicDefinitions or "
                                         "NonInlinableIntrinsicDefinitions in its namespace",
                              "unknown element %s in namespace '%s'", name, space);
}

static void skip_element(xb_catalogue_reader *r)
{
    xb_catalogue_document_skip(r->document);
    xb_catalogue_document_next(r->document); /* its end */
}

static void start_element(xb_catalogue_reader *r)
{
    r->line = xb_catalogue_document_line(r->document);
    const char *space = xb_catalogue_document_namespace(r->document);
    const char *name = xb_catalogue_document_element(r->document);
    const xb_catalogue_reader_element *element = find_element(r, space, name);
    if (!element) {
        reject_element(r, space, name);
        skip_element(r);
        return;
    }
    r->open[r->depth] = element;
    r->labels[r->depth++] = NULL;
    bool complete = take_attributes(r);
    if (!complete) {
        r->depth--;
        skip_element(r);
        return;
    }
    element->start(r);
}

static void end_element(xb_catalogue_reader *r)
{
    const xb_catalogue_reader_element *element = r->open[r->depth - 1];
    if (element->end)
        element->end(r);
    r->depth--;
}

static void report_malformed(xb_catalogue_reader *r)
{
    const xb_complaint why = xb_catalogue_document_problem(r->document, r->arena);
    if (why.status == XB_STATUS_FAILED)
        r->depth = 0;
    xb_catalogue_reader_fail(r, xb_error(r->diagnostics, why.status, xb_catalogue_reader_at(r, why.line),
                                         why.hint, "%s", why.message));
}

/* Reads to the end; false if the document can't be read further. */
static bool read_document(xb_catalogue_reader *r)
{
    for (;;) {
        switch (xb_catalogue_document_next(r->document)) {
        case XB_CATALOGUE_START: start_element(r); break;
        case XB_CATALOGUE_FINISH: end_element(r); break;
        case XB_CATALOGUE_TEXT:
            xb_catalogue_reader_wrong(r, xb_catalogue_document_line(r->document),
                                      "catalogues keep all data in attributes", "text is not allowed here");
            break;
        case XB_CATALOGUE_ENTITY:
            xb_catalogue_reader_wrong(r, xb_catalogue_document_line(r->document), "write the text itself",
                                      "entities are not accepted");
            return false;
        case XB_CATALOGUE_END: return true;
        case XB_CATALOGUE_MALFORMED: report_malformed(r); return false;
        }
    }
}

static void parse(void *argument)
{
    xb_catalogue_reader *r = argument;
    r->names = xb_names_create(r->arena);
    if (!read_document(r))
        return;
    xb_catalogue_reader_check_formulas(r);
    if (!r->status)
        xb_catalogue_reader_complete_values(r);
}

xb_status xb_catalogue_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *file, const char *text,
                             size_t length, const xb_catalogue_known *known, xb_catalogue_items *items)
{
    *items = (xb_catalogue_items){0};
    xb_catalogue_reader reader = {
        .arena = arena, .diagnostics = diagnostics, .file = file, .known = known, .items = items};
    reader.document = xb_catalogue_document_open(file, text, length);
    bool done = reader.document && xb_protect(xb_arena_failure(arena), parse, &reader);
    xb_catalogue_document_close(reader.document);
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return reader.status;
}
