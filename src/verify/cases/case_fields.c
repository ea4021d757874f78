/*
 * What is being looked at is a path of names and indices on the stack, which becomes text when there is
 * something to report. The reading stops at the first error.
 */
#include "verify/cases/case_fields.h"

#include <string.h>

/* ---- errors ---- */

static const char *path_text(const xb_case_reader *state, const xb_case_path *where)
{
    if (!where)
        return "";
    const char *parent = path_text(state, where->parent);
    if (!where->key)
        return xb_arena_format(state->arena, "%s[%zu]", parent, where->index + 1);
    return xb_arena_format(state->arena, "%s%s%s", parent, *parent ? "." : "", where->key);
}

xb_place xb_case_place(const xb_case *description, const char *field)
{
    return (xb_place){.file = description->file, .path = field && *field ? field : NULL};
}

bool xb_case_refuse(xb_case_reader *state, const xb_case_path *where, const char *hint, const char *what)
{
    const char *field = path_text(state, where);
    xb_place place = xb_case_place(state->result, field);
    place.line = xb_case_line(state, where);
    state->status = xb_error(state->diagnostics, XB_STATUS_INVALID, place, hint, "%s %s",
                             *field ? field : "the case", what);
    return false;
}

/* How a field of the case is written. */
static const char *example_of(const char *field)
{
    static const struct {
        const char *field, *example;
    } examples[] = {
        {"entry", "\"entry\": \"head\""},
        {"n", "\"n\": 2"},
        {"m", "\"m\": 1"},
        {"x0", "\"x0\": [0.5, 1.5]"},
        {"y0", "\"y0\": 1.5"},
        {"points", "\"points\": [[0.5, 1.5], [1.0, 2.0]]"},
        {"ranges", "\"ranges\": [[0.5, 2], [-1, 1]]"},
        {"seed", "\"seed\": 7"},
        {"draws", "\"draws\": 3"},
        {"independents", "\"independents\": [\"x\"]"},
        {"dependents", "\"dependents\": [\"y\"]"},
        {"globals", "\"globals\": {\"x\": [\"v\"], \"y\": []}"},
        {"extents", "\"extents\": {\"v\": [[1, 5]]}"},
        {"initial", "\"initial\": {\"v\": 1.5}"},
        {"markers", "\"markers\": {\"4/54\": [{\"set\": \"k\", \"to\": \"3\"}]}"},
        {"tolerances", "\"tolerances\": {\"derivatives\": 1e-9}"},
        {"limits", "\"limits\": {\"steps\": 100000}"},
        {"derivatives_start", "\"derivatives_start\": \"zero\""},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i].field, field) == 0)
            return examples[i].example;
    return NULL;
}

bool xb_case_must_be(xb_case_reader *state, const xb_case_path *where, const char *what)
{
    const xb_case_path *field = where;
    while (field && field->parent)
        field = field->parent;
    const char *example = field ? example_of(field->key) : "{\"entry\": \"head\", \"x0\": [0.5, 1.5]}";
    const char *hint = example ? xb_arena_format(state->arena, "write it as in %s", example)
                               : "the manual of xaifbooster-verify says what cases hold";
    return xb_case_refuse(state, where, hint, xb_arena_format(state->arena, "must be %s", what));
}

/* ---- simple values ---- */

bool xb_case_take_text(xb_case_reader *state, const xb_case_path *where, json_t *value, const char **text)
{
    if (!json_is_string(value) || json_string_length(value) == 0 ||
        strlen(json_string_value(value)) != json_string_length(value))
        return xb_case_must_be(state, where, "a text that is not empty");
    *text = xb_arena_copy_text(state->arena, json_string_value(value), json_string_length(value));
    return true;
}

bool xb_case_take_real(xb_case_reader *state, const xb_case_path *where, json_t *value, double *number)
{
    if (!json_is_number(value))
        return xb_case_must_be(state, where, "a number");
    *number = json_number_value(value);
    return true;
}

bool xb_case_take_count(xb_case_reader *state, const xb_case_path *where, json_t *value, uint64_t least,
                        uint64_t *number)
{
    if (!json_is_integer(value) || json_integer_value(value) < (json_int_t)least)
        return xb_case_must_be(state, where, least > 0 ? "a positive integer" : "an integer, 0 or more");
    *number = (uint64_t)json_integer_value(value);
    return true;
}

bool xb_case_take_size(xb_case_reader *state, const xb_case_path *where, json_t *value, size_t least,
                       size_t *number)
{
    uint64_t count = 0;
    if (!xb_case_take_count(state, where, value, least, &count))
        return false;
    *number = (size_t)count;
    return true;
}

bool xb_case_take_bool(xb_case_reader *state, const xb_case_path *where, json_t *value, bool *flag)
{
    if (!json_is_boolean(value))
        return xb_case_must_be(state, where, "true or false");
    *flag = json_is_true(value);
    return true;
}

/* {"real": 1, "imaginary": 2} */
static bool is_complex(json_t *value)
{
    return json_is_object(value) && json_object_size(value) == 2 &&
           json_is_number(json_object_get(value, "real")) &&
           json_is_number(json_object_get(value, "imaginary"));
}

bool xb_case_take_number(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_number *number)
{
    if (json_is_boolean(value))
        *number = xb_number_of_bool(json_is_true(value));
    else if (json_is_integer(value))
        *number = xb_number_of_integer(json_integer_value(value));
    else if (json_is_real(value))
        *number = xb_number_of_real(json_real_value(value));
    else if (is_complex(value))
        *number = xb_number_of_complex(xb_complex(json_number_value(json_object_get(value, "real")),
                                                  json_number_value(json_object_get(value, "imaginary"))));
    else if (json_is_string(value)) {
        number->type = XB_TYPE_STRING;
        number->text.length = json_string_length(value);
        number->text.bytes = xb_arena_copy_text(state->arena, json_string_value(value), number->text.length);
    } else
        return xb_case_must_be(state, where,
                               "a number, {\"real\": 1, \"imaginary\": 2}, true, false or a text");
    return true;
}

/* ---- lists ---- */

bool xb_case_must_be_list(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return json_is_array(value) || xb_case_must_be(state, where, "a list");
}

bool xb_case_take_reals(xb_case_reader *state, const xb_case_path *where, json_t *value,
                        const double **numbers, size_t *count)
{
    if (!xb_case_must_be_list(state, where, value))
        return false;
    *count = json_array_size(value);
    double *items = xb_arena_array(state->arena, *count + 1, sizeof *items);
    for (size_t i = 0; i < *count; i++)
        if (!xb_case_take_real(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &items[i]))
            return false;
    *numbers = items;
    return true;
}

bool xb_case_take_texts(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_list *texts)
{
    if (!xb_case_must_be_list(state, where, value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *text = NULL;
        if (!xb_case_take_text(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &text))
            return false;
        xb_list_append(state->arena, texts, text);
    }
    return true;
}

bool xb_case_take_bounds(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_bounds *bounds)
{
    if (!json_is_array(value) || json_array_size(value) != 2 || !json_is_integer(json_array_get(value, 0)) ||
        !json_is_integer(json_array_get(value, 1)))
        return xb_case_must_be(state, where, "two integers, as [1, 5]");
    *bounds = (xb_bounds){json_integer_value(json_array_get(value, 0)),
                          json_integer_value(json_array_get(value, 1))};
    return true;
}

/* A symbol as SCOPE/SYMBOL or SYMBOL. */
xb_case_symbol xb_case_symbol_of(const xb_case_reader *state, const xb_case_path *where, const char *text)
{
    const char *slash = strchr(text, '/');
    const char *id = slash ? slash + 1 : text;
    return (xb_case_symbol){slash ? xb_arena_copy_text(state->arena, text, (size_t)(slash - text)) : NULL,
                            xb_arena_copy_text(state->arena, id, strlen(id)), path_text(state, where)};
}

/* ---- objects ---- */

static bool refuse_field(xb_case_reader *state, const xb_case_path *where, const xb_case_field *fields)
{
    xb_list names = {0};
    const char *all = "";
    for (const xb_case_field *f = fields; f->name; f++) {
        xb_list_append(state->arena, &names, f->name);
        all = xb_arena_format(state->arena, "%s%s%s", all, *all ? ", " : "", f->name);
    }
    const char *nearest = xb_nearest(state->arena, where->key, (const char *const *)names.items, names.count);
    const char *hint = nearest ? xb_arena_format(state->arena, "did you mean %s?", nearest)
                               : xb_arena_format(state->arena, "there may be: %s", all);
    return xb_case_refuse(state, where, hint, "is not known");
}

bool xb_case_take_each(xb_case_reader *state, const xb_case_path *where, json_t *value, const char *what,
                       bool (*take)(xb_case_reader *state, const xb_case_path *where, json_t *value,
                                    void *context),
                       void *context)
{
    const char *key = NULL;
    json_t *item = NULL;
    if (!json_is_object(value))
        return xb_case_must_be(state, where, what);
    json_object_foreach(value, key, item)
    {
        if (!take(state, &(xb_case_path){where, key, 0}, item, context))
            return false;
    }
    return true;
}

static bool take_field(xb_case_reader *state, const xb_case_path *where, json_t *value, void *context)
{
    const xb_case_field *fields = context, *known = fields;
    while (known->name && strcmp(known->name, where->key) != 0)
        known++;
    if (!known->name)
        return refuse_field(state, where, fields);
    return !known->take || known->take(state, where, value);
}

bool xb_case_take_object(xb_case_reader *state, const xb_case_path *where, json_t *value,
                         const xb_case_field *fields)
{
    return xb_case_take_each(state, where, value, "an object, as {\"name\": value}", take_field,
                             (void *)fields);
}
