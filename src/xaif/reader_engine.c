/*
 * Pulls one event after another out of libxml2, checks elements against the vocabulary, decodes attributes,
 * and calls the handlers. Elements nest as calls do, to a bounded depth.
 *
 * Speed: the parser keeps one copy of each name of elements and attributes, so that its address, with the
 * enclosing element's rule, finds the rule in a small table; texts are compared once per document. Lines
 * beyond 65535 are not kept by libxml2 in elements, only in texts; the latest text before an element serves
 * there.
 */
#include "xaif/reader_internal.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static const char schema_instance[] = "http://www.w3.org/2001/XMLSchema-instance";

enum { LARGEST_SHORT_LINE = 65535, MOST_ERRORS = XB_DIAGNOSTICS_LIMIT, LONGEST_QUOTE = 60 };

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

static void report(xb_reader *reader, size_t line, const char *path, const char *hint, const char *format,
                   va_list arguments)
{
    const char *message = xb_arena_vformat(reader->scratch, format, arguments);
    xb_place place = {.file = reader->file, .line = line, .path = path};
    xb_error(reader->diagnostics, XB_STATUS_INVALID, place, hint, "%s", message);
    if (xb_diagnostics_errors(reader->diagnostics) >= reader->errors_before + MOST_ERRORS)
        reader->stop = true;
}

void xb_read_error(xb_reader *reader, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, reader->line, current_path(reader), hint, format, arguments);
    va_end(arguments);
}

void xb_read_child_error(xb_reader *reader, xb_element child, const xb_name *label, size_t line,
                         const char *hint, const char *format, ...)
{
    xb_reader_frame frame = {.rule = xb_element_rule_get(child), .labelled = label, .label_is_name = true};
    frame.label.name = label;
    const char *path =
        xb_arena_format(reader->scratch, "%s/%s", current_path(reader), path_step(reader->scratch, &frame));
    va_list arguments;
    va_start(arguments, format);
    report(reader, line, path, hint, format, arguments);
    va_end(arguments);
}

const char *xb_read_hint(xb_reader *reader, const char *text, const char *const *candidates, size_t count,
                         const char *alternative)
{
    const char *nearest = xb_nearest(reader->scratch, text, candidates, count);
    return nearest ? xb_arena_format(reader->scratch, "did you mean '%s'?", nearest) : alternative;
}

/* ---- the parser ----------------------------------------------------------------------------------- */

/* The type of the argument lost its const in older versions of libxml2 and has it in newer ones. */
#if LIBXML_VERSION >= 21200
typedef const xmlError parser_error;
#else
typedef xmlError parser_error;
#endif

/*
 * Keeps the first complaint; later ones are mostly its consequences. Called by libxml2, which a jump would
 * leave in an undefined state: nothing may be allocated in an arena here.
 */
static void keep_complaint(void *context, parser_error *error)
{
    xb_reader *reader = context;
    if (error->level >= XML_ERR_ERROR && !reader->has_complaint)
        reader->has_complaint = xmlCopyError(error, &reader->complaint) == 0;
}

bool xb_read_open_parser(xb_reader *reader)
{
    int options = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT | XML_PARSE_NOCDATA;
    reader->xml = xmlReaderForIO(xb_source_read, NULL, &reader->source, NULL, NULL, options);
    if (!reader->xml)
        return false;
    xmlTextReaderSetStructuredErrorHandler(reader->xml, keep_complaint, reader);
    return true;
}

void xb_read_close_parser(xb_reader *reader)
{
    if (reader->xml)
        xmlFreeTextReader(reader->xml);
    xmlResetError(&reader->complaint);
}

static void report_at(xb_reader *reader, size_t line, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports an error at a line, without a path: the parser is ahead of the elements. */
static void report_at(xb_reader *reader, size_t line, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, line, NULL, hint, format, arguments);
    va_end(arguments);
}

/* The parser's words in one line. */
static const char *complaint_text(xb_reader *reader, const char *message)
{
    static const struct {
        const char *begin, *better;
    } texts[] = {
        {"Excessive depth", "elements are nested too deeply"},
        {"internal error: Huge input lookup", "an attribute or a comment is too long"},
    };
    size_t length = message ? strlen(message) : 0;
    while (length > 0 && (message[length - 1] == '\n' || message[length - 1] == ' '))
        length--;
    if (length == 0)
        return "malformed XML";
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strncmp(message, texts[i].begin, strlen(texts[i].begin)) == 0)
            return texts[i].better;
    char *text = xb_arena_copy_text(reader->scratch, message, length);
    for (char *newline = text; (newline = strchr(newline, '\n'));)
        *newline = ' ';
    return text;
}

/* libxml2 has several codes for that, depending on what there is instead of an element. */
static bool is_without_root(const xb_reader *reader, const xmlError *error)
{
    return error->code == XML_ERR_DOCUMENT_EMPTY || !reader->source.has_markup;
}

static void report_complaint(xb_reader *reader, const xmlError *error)
{
    size_t line = error->line > 0 ? (size_t)error->line : 0;
    if (error->code == XML_ERR_NO_MEMORY)
        reader->out_of_memory = true;
    else if (is_without_root(reader, error))
        report_at(reader, line, "an XAIF document is one element CallGraph",
                  "the document has no XML element");
    else
        report_at(reader, line, "the document must be well-formed XML", "%s",
                  complaint_text(reader, error->message));
}

/* Reports what made the parser stop: the operating system, or the document. */
static void report_parser(xb_reader *reader)
{
    reader->stop = true;
    xb_place place = {.file = reader->file};
    if (reader->source.error_number != 0)
        xb_error(reader->diagnostics, XB_STATUS_FAILED, place, NULL, "can't read: %s",
                 strerror(reader->source.error_number));
    else if (reader->has_complaint)
        report_complaint(reader, &reader->complaint);
    else
        report_at(reader, reader->line, NULL, "the XML parser gave up");
}

/* ---- events --------------------------------------------------------------------------------------- */

typedef enum event { EVENT_ELEMENT, EVENT_END } event;

static void note_line(xb_reader *reader, const xmlNode *node)
{
    if (node->line < LARGEST_SHORT_LINE)
        reader->line = node->line;
    else if (node->type == XML_TEXT_NODE && node->psvi)
        reader->line = (size_t)node->psvi;
}

static void refuse_text(xb_reader *reader, const xmlNode *node)
{
    const char *text = node->content ? (const char *)node->content : "";
    text += strspn(text, " \t\r\n");
    int length = (int)strcspn(text, "\r\n");
    xb_read_error(reader, "XAIF keeps all data in attributes", "text '%.*s' is not allowed here",
                  length < LONGEST_QUOTE ? length : LONGEST_QUOTE, text);
}

/* What is neither an element nor text. */
static void check_other(xb_reader *reader, const xmlNode *node)
{
    if (node->type == XML_DTD_NODE) {
        reader->line = (size_t)xmlTextReaderGetParserLineNumber(reader->xml);
        xb_read_error(reader, "remove the DOCTYPE: XAIF documents are described by XML schemas",
                      "a document type declaration (DOCTYPE) is not allowed");
        reader->stop = true;
    } else if (node->type == XML_ENTITY_REF_NODE) {
        xb_read_error(reader, "write the text itself", "entity '&%s;' is not allowed",
                      (const char *)node->name);
    }
}

/* Advances to the next element or to the end of the current one, or of the document. */
static event next_event(xb_reader *reader)
{
    xmlTextReader *xml = reader->xml;
    while (!reader->stop) {
        int got = xmlTextReaderRead(xml);
        if (got < 0 || reader->has_complaint)
            report_parser(reader);
        if (got != 1 || reader->stop)
            return EVENT_END;
        const xmlNode *node = xmlTextReaderCurrentNode(xml);
        if (node->type == XML_ELEMENT_NODE) {
            if (xmlTextReaderNodeType(xml) == XML_READER_TYPE_END_ELEMENT)
                return EVENT_END;
            note_line(reader, node);
            return EVENT_ELEMENT;
        }
        if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
            note_line(reader, node);
            if (!xmlIsBlankNode((xmlNode *)node))
                refuse_text(reader, node);
        } else {
            check_other(reader, node);
        }
    }
    return EVENT_END;
}

/* Passes over the element that has just begun. */
static void skip_element(xb_reader *reader)
{
    size_t open = xmlTextReaderIsEmptyElement(reader->xml) ? 0 : 1;
    while (open > 0 && !reader->stop) {
        if (xmlTextReaderRead(reader->xml) != 1) {
            report_parser(reader);
            return;
        }
        int type = xmlTextReaderNodeType(reader->xml);
        if (type == XML_READER_TYPE_END_ELEMENT)
            open--;
        else if (type == XML_READER_TYPE_ELEMENT && !xmlTextReaderIsEmptyElement(reader->xml))
            open++;
    }
}

/* ---- names ---------------------------------------------------------------------------------------- */

/* The place of a name of the parser among the rules of an element. */
static size_t find_rule(xb_reader *reader, const xb_element_rule *rule, const xmlChar *name,
                        bool is_attribute)
{
    size_t hash = ((uintptr_t)name >> 3) * 31 + ((uintptr_t)rule >> 3) + is_attribute;
    xb_reader_cached *cached = &reader->cache[hash % XB_READER_CACHE_SIZE];
    if (cached->rule == rule && cached->name == name && cached->is_attribute == is_attribute)
        return cached->place;
    size_t place = is_attribute ? xb_attribute_rule_find(rule, (const char *)name)
                                : xb_child_rule_find(rule, (const char *)name);
    *cached = (xb_reader_cached){.rule = rule, .name = name, .place = place, .is_attribute = is_attribute};
    return place;
}

static void refuse_element(xb_reader *reader, const xb_element_rule *parent, const char *name)
{
    const char *candidates[XB_CHILD_RULES_LIMIT];
    size_t count = xb_child_rule_count(parent);
    for (size_t i = 0; i < count; i++)
        candidates[i] = xb_element_rule_get(parent->children[i].element)->name;
    if (xb_element_exists(name))
        xb_read_error(reader, NULL, "element '%s' is not allowed here", name);
    else
        xb_read_error(reader, xb_read_hint(reader, name, candidates, count, NULL), "unknown element '%s'",
                      name);
}

static void refuse_attribute(xb_reader *reader, const xb_element_rule *rule, const char *name)
{
    const char *candidates[XB_ATTRIBUTE_RULES_LIMIT];
    size_t count = xb_attribute_rule_count(rule);
    for (size_t i = 0; i < count; i++)
        candidates[i] = xb_attribute_name(rule->attributes[i].attribute);
    xb_read_error(reader, xb_read_hint(reader, name, candidates, count, NULL), "unknown attribute '%s'",
                  name);
}

static bool in_namespace(xb_reader *reader, const xmlNode *node)
{
    if (node->ns && node->ns == reader->known_namespace)
        return true;
    if (!node->ns || !node->ns->href || strcmp((const char *)node->ns->href, xb_xaif_namespace) != 0)
        return false;
    if (reader->depth == 0)
        reader->known_namespace = node->ns;
    return true;
}

/* ---- values of attributes ------------------------------------------------------------------------- */

bool xb_read_has(const xb_reader *reader, xb_attribute attribute)
{
    return reader->present >> attribute & 1;
}

/* Decodes an integer with an optional sign within white space. */
static bool decode_integer(const char *text, int64_t *value)
{
    text += strspn(text, " \t\r\n");
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (*text < '0' || *text > '9')
        return false;
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX, number = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (number > (limit - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - number) : (int64_t)number;
    return text[strspn(text, " \t\r\n")] == '\0';
}

static bool decode_boolean(const char *text, int64_t *value)
{
    static const struct {
        const char *text;
        size_t length;
        int64_t value;
    } words[] = {{"1", 1, 1}, {"0", 1, 0}, {"true", 4, 1}, {"false", 5, 0}};
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(text, words[i].text, words[i].length) != 0)
            continue;
        *value = words[i].value;
        const char *rest = text + words[i].length;
        return rest[strspn(rest, " \t\r\n")] == '\0';
    }
    return false;
}

static bool decode_word(const char *text, const char *const *words, int64_t *value)
{
    for (int64_t i = 0; words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Decodes anything but a name. */
static bool decode_number(const xb_attribute_rule *rule, const char *text, int64_t *value)
{
    switch (rule->type) {
    case XB_VALUE_BOOLEAN: return decode_boolean(text, value);
    case XB_VALUE_WORD: return decode_word(text, rule->words, value);
    case XB_VALUE_UNSIGNED: return decode_integer(text, value) && *value >= 0;
    case XB_VALUE_POSITION: return decode_integer(text, value) && *value >= 1 && *value <= INT32_MAX;
    default: return decode_integer(text, value);
    }
}

static const char *expected_words(xb_reader *reader, const char *text, const char *const *words)
{
    size_t count = 0;
    const char *all = "expected one of: ";
    for (; words[count]; count++)
        all = xb_arena_format(reader->scratch, "%s%s%s", all, count > 0 ? ", " : "", words[count]);
    return xb_read_hint(reader, text, words, count, all);
}

static void refuse_value(xb_reader *reader, const xb_attribute_rule *rule, const char *text)
{
    static const char *const expected[] = {
        [XB_VALUE_BOOLEAN] = "expected true, false, 1 or 0",
        [XB_VALUE_UNSIGNED] = "expected an integer from 0 to 9223372036854775807",
        [XB_VALUE_POSITION] = "expected an integer from 1 to 2147483647",
        [XB_VALUE_INTEGER] = "expected an integer of 64 bits",
    };
    const char *hint = rule->words ? expected_words(reader, text, rule->words) : expected[rule->type];
    xb_read_error(reader, hint, "attribute %s has the wrong value '%.*s'", xb_attribute_name(rule->attribute),
                  LONGEST_QUOTE, text);
}

static void set_default(xb_reader *reader, const xb_attribute_rule *rule)
{
    xb_value *value = &reader->values[rule->attribute];
    if (rule->type != XB_VALUE_NAME)
        value->number = rule->number;
    else
        value->name = rule->text ? xb_names_get(reader->program->names, rule->text) : NULL;
}

static void decode(xb_reader *reader, const xb_attribute_rule *rule, const char *text)
{
    size_t length = strlen(text);
    if (length > XB_READER_ATTRIBUTE_LIMIT) {
        xb_read_error(reader, NULL, "attribute %s is longer than %d bytes",
                      xb_attribute_name(rule->attribute), XB_READER_ATTRIBUTE_LIMIT);
        set_default(reader, rule);
        return;
    }
    xb_value *value = &reader->values[rule->attribute];
    int64_t ignored;
    bool right = true;
    if (rule->type != XB_VALUE_NAME)
        right = decode_number(rule, text, &value->number);
    else if (rule->words)
        right = decode_word(text, rule->words, &ignored);
    if (rule->type == XB_VALUE_NAME)
        value->name = xb_names_intern(reader->program->names, text, length);
    if (right)
        return;
    refuse_value(reader, rule, text);
    set_default(reader, rule);
}

/* The text of an attribute; NULL, and an error reported, if it has an entity. */
static const char *attribute_text(xb_reader *reader, const xmlAttr *attribute)
{
    const xmlNode *text = attribute->children;
    if (!text)
        return "";
    if (text->type == XML_TEXT_NODE && !text->next)
        return text->content ? (const char *)text->content : "";
    xb_read_error(reader, "write the text itself", "attribute %s has an entity reference",
                  (const char *)attribute->name);
    return NULL;
}

static bool is_ignored(const xmlAttr *attribute)
{
    if (!attribute->ns || !attribute->ns->href)
        return false;
    const char *space = (const char *)attribute->ns->href;
    return strcmp(space, schema_instance) == 0 || strcmp(space, (const char *)XML_XML_NAMESPACE) == 0;
}

static void set_label(xb_reader_frame *frame, const xb_attribute_rule *rule, xb_value value)
{
    if (rule->attribute != frame->rule->label)
        return;
    frame->labelled = true;
    frame->label_is_name = rule->type == XB_VALUE_NAME;
    frame->label = value;
}

/* Fills reader->values with the attributes of the current element. */
static void read_attributes(xb_reader *reader, const xmlNode *node, xb_reader_frame *frame)
{
    const xb_element_rule *rule = frame->rule;
    reader->present = 0;
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next) {
        if (is_ignored(attribute))
            continue;
        size_t place = attribute->ns ? SIZE_MAX : find_rule(reader, rule, attribute->name, true);
        if (place == SIZE_MAX) {
            refuse_attribute(reader, rule, (const char *)attribute->name);
            continue;
        }
        const char *text = attribute_text(reader, attribute);
        if (!text)
            continue;
        decode(reader, &rule->attributes[place], text);
        reader->present |= UINT64_C(1) << rule->attributes[place].attribute;
        set_label(frame, &rule->attributes[place], reader->values[rule->attributes[place].attribute]);
    }
    if (!rule->attributes)
        return;
    for (const xb_attribute_rule *each = rule->attributes; each->attribute != XB_ATTRIBUTE_NONE; each++) {
        if (xb_read_has(reader, each->attribute))
            continue;
        set_default(reader, each);
        if (each->required) {
            xb_read_error(reader, NULL, "attribute %s is missing", xb_attribute_name(each->attribute));
            if (each->type == XB_VALUE_NAME)
                reader->values[each->attribute].name = xb_names_empty(reader->program->names);
        }
    }
}

/* ---- elements ------------------------------------------------------------------------------------- */

/* Checks that a child may come here, and notes that it came. */
static void check_place(xb_reader *reader, xb_reader_frame *parent, size_t place)
{
    const xb_child_rule *rule = &parent->rule->children[place];
    const char *name = xb_element_rule_get(rule->element)->name;
    if (rule->stage < parent->stage)
        xb_read_error(reader, NULL, "element '%s' comes too late: it must stand before what precedes it",
                      name);
    else if (rule->occurrence != XB_OCCURS_ANY && parent->seen >> place & 1)
        xb_read_error(reader, NULL, "second element '%s'; only one is allowed", name);
    parent->stage = rule->stage > parent->stage ? rule->stage : parent->stage;
    parent->seen |= UINT32_C(1) << place;
}

/* Reads an element that has just begun. */
static void read_element(xb_reader *reader, xb_reader_frame *parent, void *owner)
{
    const xmlNode *node = xmlTextReaderCurrentNode(reader->xml);
    size_t place = SIZE_MAX;
    if (!in_namespace(reader, node))
        xb_read_error(reader, "elements belong to the namespace http://www.mcs.anl.gov/XAIF",
                      "element '%s' is not in XAIF's namespace", (const char *)node->name);
    else if ((place = find_rule(reader, parent->rule, node->name, false)) == SIZE_MAX)
        refuse_element(reader, parent->rule, (const char *)node->name);
    if (place == SIZE_MAX) {
        skip_element(reader);
        return;
    }
    if (reader->depth == XB_READER_DEPTH_LIMIT) {
        xb_read_error(reader, NULL, "elements are nested more than %d levels deep", XB_READER_DEPTH_LIMIT);
        reader->stop = true;
        return;
    }
    check_place(reader, parent, place);
    xb_element element = parent->rule->children[place].element;
    xb_reader_frame *frame = &reader->frames[++reader->depth];
    *frame =
        (xb_reader_frame){.element = element, .rule = xb_element_rule_get(element), .line = reader->line};
    frame->is_empty = xmlTextReaderIsEmptyElement(reader->xml);
    read_attributes(reader, node, frame);
    if (xb_read_handlers[element])
        xb_read_handlers[element](reader, owner);
    if (!frame->is_read && frame->rule->children && xb_read_handlers[element])
        skip_element(reader); /* the handler had its reasons, and said them */
    else if (!frame->is_read)
        xb_read_children(reader, owner);
    reader->depth--;
}

static void check_missing(xb_reader *reader, const xb_reader_frame *frame)
{
    const xb_child_rule *rule = frame->rule->children;
    for (size_t i = 0; rule && rule[i].element != XB_ELEMENT_DOCUMENT; i++)
        if (rule[i].occurrence == XB_OCCURS_ONCE && !(frame->seen >> i & 1))
            xb_read_error(reader, NULL, "element '%s' is missing",
                          xb_element_rule_get(rule[i].element)->name);
}

void xb_read_children(xb_reader *reader, void *owner)
{
    xb_reader_frame *frame = &reader->frames[reader->depth];
    frame->is_read = true;
    if (!frame->is_empty)
        while (next_event(reader) == EVENT_ELEMENT)
            read_element(reader, frame, owner);
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
