/*
 * Attributes: finding their rules, decoding their values.
 *
 * The parser keeps one copy of each name of elements and attributes, so that its address, with the enclosing
 * element's rule, finds the rule in a small table; texts are compared once per document.
 */
#include "languages/xaif/reader_internal.h"

#include <string.h>

static const char schema_instance[] = "http://www.w3.org/2001/XMLSchema-instance";

enum { LONGEST_QUOTE = 60 };

/* ---- rules ---------------------------------------------------------------------------------------- */

size_t xb_read_find_rule(xb_reader *reader, const xb_element_rule *rule, const char *name, bool is_attribute)
{
    size_t hash = ((uintptr_t)name >> 3) * 31 + ((uintptr_t)rule >> 3) + is_attribute;
    xb_reader_cached *cached = &reader->cache[hash % XB_READER_CACHE_SIZE];
    if (cached->rule == rule && cached->name == name && cached->is_attribute == is_attribute)
        return cached->place;
    size_t place = is_attribute ? xb_attribute_rule_find(rule, name) : xb_child_rule_find(rule, name);
    *cached = (xb_reader_cached){.rule = rule, .name = name, .place = place, .is_attribute = is_attribute};
    return place;
}

static void refuse_attribute(xb_reader *reader, const xb_element_rule *rule,
                             const xb_stream_attribute *attribute)
{
    const char *name = attribute->name;
    if (attribute->space) {
        xb_read_error(reader, "XAIF's attributes have no prefix",
                      "unknown attribute '%s' of another namespace", name);
        return;
    }
    if (xb_diagnostics_full(reader->diagnostics)) {
        xb_read_error(reader, NULL, "unknown attribute");
        return;
    }
    const char *candidates[XB_ATTRIBUTE_RULES_LIMIT];
    size_t count = xb_attribute_rule_count(rule);
    for (size_t i = 0; i < count; i++)
        candidates[i] = xb_attribute_name(rule->attributes[i].attribute);
    const char *all = count > 0 ? "its attributes are" : "remove it: the element has no attributes";
    for (size_t i = 0; i < count; i++)
        all = xb_arena_format(reader->scratch, "%s%s %s", all, i > 0 ? "," : "", candidates[i]);
    xb_read_error(reader, xb_read_hint(reader, name, candidates, count, all), "unknown attribute '%.*s'",
                  LONGEST_QUOTE, name);
}

/* ---- values --------------------------------------------------------------------------------------- */

bool xb_read_has(const xb_reader *reader, xb_attribute attribute)
{
    return reader->present[attribute];
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

static bool is_name(const xb_attribute_rule *rule)
{
    return rule->type == XB_VALUE_NAME || rule->type == XB_VALUE_LOCAL;
}

/* The table that has the names which are values of an attribute. */
static xb_names *names_of(const xb_reader *reader, const xb_attribute_rule *rule)
{
    return rule->type == XB_VALUE_LOCAL ? reader->local_ids : reader->program->names;
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

static const char *const expected[] = {
    [XB_VALUE_BOOLEAN] = "expected true, false, 1 or 0",
    [XB_VALUE_UNSIGNED] = "expected an integer from 0 to 9223372036854775807",
    [XB_VALUE_POSITION] = "expected an integer from 1 to 2147483647",
    [XB_VALUE_INTEGER] = "expected an integer of 64 bits",
};

static void refuse_value(xb_reader *reader, const xb_attribute_rule *rule, const char *text)
{
    const char *hint = rule->words ? expected_words(reader, text, rule->words) : expected[rule->type];
    xb_read_error(reader, hint, "attribute %s has the wrong value '%.*s'", xb_attribute_name(rule->attribute),
                  LONGEST_QUOTE, text);
}

static void set_default(xb_reader *reader, const xb_attribute_rule *rule)
{
    xb_value *value = &reader->values[rule->attribute];
    if (!is_name(rule))
        value->number = rule->number;
    else
        value->name = rule->text ? xb_names_get(names_of(reader, rule), rule->text) : NULL;
}

static void decode(xb_reader *reader, const xb_attribute_rule *rule, const char *text, size_t length)
{
    if (length > XB_READER_ATTRIBUTE_LIMIT) {
        xb_read_error(reader, "shorten it; what is long belongs into several elements",
                      "attribute %s is longer than %d bytes", xb_attribute_name(rule->attribute),
                      XB_READER_ATTRIBUTE_LIMIT);
        set_default(reader, rule);
        return;
    }
    xb_value *value = &reader->values[rule->attribute];
    int64_t ignored;
    bool right = true;
    if (!is_name(rule))
        right = decode_number(rule, text, &value->number);
    else if (rule->words)
        right = decode_word(text, rule->words, &ignored);
    if (is_name(rule))
        value->name = xb_names_intern(names_of(reader, rule), text, length);
    if (right)
        return;
    refuse_value(reader, rule, text);
    reader->frames[reader->depth].is_wrong = true;
    set_default(reader, rule);
}

/* Attributes that name something, or refer to what is named. */
static const bool is_id[XB_ATTRIBUTE_COUNT] = {
    [XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID] = true,
    [XB_ATTRIBUTE_EDGE_ID] = true,
    [XB_ATTRIBUTE_SCOPE_ID] = true,
    [XB_ATTRIBUTE_SOURCE] = true,
    [XB_ATTRIBUTE_STATEMENT_ID] = true,
    [XB_ATTRIBUTE_SUBROUTINE_NAME] = true,
    [XB_ATTRIBUTE_SYMBOL_ID] = true,
    [XB_ATTRIBUTE_TARGET] = true,
    [XB_ATTRIBUTE_VERTEX_ID] = true,
};

/* Whether an attribute is an id without a visible character, which is reported. */
static bool refuse_blank_id(xb_reader *reader, const xb_attribute_rule *rule, const char *text)
{
    if (!is_id[rule->attribute] || !is_name(rule) || text[strspn(text, " \t\r\n")] != '\0')
        return false;
    xb_read_error(reader, "ids are texts with at least one character that is not blank",
                  "attribute %s is blank", xb_attribute_name(rule->attribute));
    if (rule->attribute == XB_ATTRIBUTE_VERTEX_ID)
        reader->frames[reader->depth - 1].has_skipped = true; /* edges may lead to what it was meant to be */
    return true;
}

static bool is_ignored(const char *space)
{
    return space &&
           (strcmp(space, schema_instance) == 0 || strcmp(space, (const char *)XML_XML_NAMESPACE) == 0);
}

static void set_label(xb_reader_frame *frame, const xb_attribute_rule *rule, xb_value value)
{
    if (rule->attribute != frame->rule->label)
        return;
    frame->labelled = true;
    frame->label_is_name = is_name(rule);
    frame->label = value;
}

static void refuse_absence(xb_reader *reader, const xb_attribute_rule *rule)
{
    const char *name = xb_attribute_name(rule->attribute);
    const char *hint = rule->words      ? expected_words(reader, "", rule->words)
                       : !is_name(rule) ? expected[rule->type]
                                        : xb_arena_format(reader->scratch, "write %s=\"...\"", name);
    xb_read_error(reader, hint, "attribute %s is missing; it has no default", name);
}

void xb_read_refuse_absence(xb_reader *reader, xb_attribute attribute)
{
    const xb_element_rule *rule = reader->frames[reader->depth].rule;
    refuse_absence(reader, &rule->attributes[xb_attribute_rule_find(rule, xb_attribute_name(attribute))]);
}

/* Takes an attribute over. @return which one was given; XB_ATTRIBUTE_NONE: one that the element has not */
static xb_attribute read_attribute(xb_reader *reader, const xb_stream_attribute *attribute,
                                   xb_reader_frame *frame)
{
    size_t place =
        attribute->space ? SIZE_MAX : xb_read_find_rule(reader, frame->rule, attribute->name, true);
    if (place == SIZE_MAX) {
        refuse_attribute(reader, frame->rule, attribute);
        return XB_ATTRIBUTE_NONE;
    }
    const xb_attribute_rule *rule = &frame->rule->attributes[place];
    const char *text = xb_stream_value(&reader->stream, attribute);
    decode(reader, rule, text, attribute->length);
    if (!refuse_blank_id(reader, rule, text))
        reader->present[rule->attribute] = true;
    if (rule->attribute == XB_ATTRIBUTE_LINE_NUMBER)
        frame->source_line = (size_t)reader->values[XB_ATTRIBUTE_LINE_NUMBER].number;
    set_label(frame, rule, reader->values[rule->attribute]);
    return rule->attribute;
}

void xb_read_attributes(xb_reader *reader, const xb_stream_event *element, xb_reader_frame *frame)
{
    const xb_element_rule *rule = frame->rule;
    const xb_stream_attribute *attributes = xb_stream_attributes(&reader->stream, element);
    bool given[XB_ATTRIBUTE_COUNT] = {false};
    memset(reader->present, 0, sizeof reader->present);
    for (size_t i = 0; i < element->attribute_count; i++)
        if (!is_ignored(attributes[i].space))
            given[read_attribute(reader, &attributes[i], frame)] = true;
    if (!rule->attributes)
        return;
    for (const xb_attribute_rule *each = rule->attributes; each->attribute != XB_ATTRIBUTE_NONE; each++) {
        if (given[each->attribute])
            continue;
        set_default(reader, each);
        if (each->required) {
            refuse_absence(reader, each);
            if (is_name(each))
                reader->values[each->attribute].name = xb_names_empty(names_of(reader, each));
        }
    }
}
