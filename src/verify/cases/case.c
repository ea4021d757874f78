/*
 * jansson parses; the fields are a table of names with a function each.
 */
#include "verify/cases/case.h"

#include <stdlib.h>
#include <string.h>

#include "base/document.h"
#include "verify/cases/case_fields.h"

/* ---- points ---- */

static bool take_entry(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    state->result->entry_field = "entry";
    return xb_case_take_text(state, where, value, &state->result->entry);
}

static bool take_n(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    state->result->has_n = true;
    return xb_case_take_size(state, where, value, 0, &state->result->n);
}

static bool take_m(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    state->result->has_m = true;
    return xb_case_take_size(state, where, value, 0, &state->result->m);
}

static bool take_x0(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_reals(state, where, value, &state->result->x0, &state->result->x0_count);
}

static bool take_y0(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    state->result->has_y0 = !json_is_null(value);
    return json_is_null(value) || xb_case_take_real(state, where, value, &state->result->y0);
}

static bool take_points(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    if (!xb_case_must_be_list(state, where, value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const double **point = xb_vector_push(state->arena, &state->result->points, sizeof *point);
        size_t *count = xb_vector_push(state->arena, &state->result->point_counts, sizeof *count);
        if (!xb_case_take_reals(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), point,
                                count))
            return false;
    }
    return true;
}

static bool take_range(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_case_range *range)
{
    bool two = json_is_array(value) && json_array_size(value) == 2;
    json_t *least = two ? json_array_get(value, 0) : NULL, *most = two ? json_array_get(value, 1) : NULL;
    if (!two || !json_is_number(least) || !json_is_number(most) ||
        !(json_number_value(least) <= json_number_value(most)))
        return xb_case_must_be(state, where, "two numbers in order, as [0.5, 2]");
    *range = (xb_case_range){json_number_value(least), json_number_value(most)};
    return true;
}

static bool take_ranges(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    static const char what[] = "a range, as [0.5, 2], or a list with a range for each number";
    xb_case *result = state->result;
    if (!json_is_array(value) || json_array_size(value) == 0)
        return xb_case_must_be(state, where, what);
    bool one = json_is_number(json_array_get(value, 0));
    size_t count = one ? 1 : json_array_size(value);
    xb_case_range *ranges = xb_arena_array(state->arena, count, sizeof *ranges);
    if (one && !take_range(state, where, value, ranges))
        return false;
    for (size_t i = 0; !one && i < count; i++)
        if (!take_range(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &ranges[i]))
            return false;
    result->ranges = ranges;
    result->range_count = count;
    return true;
}

static bool take_seed(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_count(state, where, value, 0, &state->result->seed);
}

static bool take_draws(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_size(state, where, value, 0, &state->result->draws) &&
           (state->result->draws <= XB_CASE_DRAWS ||
            xb_case_must_be(state, where,
                            xb_arena_format(state->arena, "an integer from 0 to %zu", XB_CASE_DRAWS)));
}

/* ---- arguments ---- */

static bool take_span(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_case_span *span)
{
    static const char what[] = "\"all\", the number of an element, as 3, or a part, as [4, 8]";
    json_int_t first = 0, last = 0;
    *span = (xb_case_span){.given = true};
    if (json_is_string(value) && strcmp(json_string_value(value), "all") == 0) {
        span->all = true;
        return true;
    }
    if (json_is_integer(value)) {
        first = last = json_integer_value(value);
        span->scalar = true;
    } else if (json_is_array(value) && json_array_size(value) == 2 &&
               json_is_integer(json_array_get(value, 0)) && json_is_integer(json_array_get(value, 1))) {
        first = json_integer_value(json_array_get(value, 0));
        last = json_integer_value(json_array_get(value, 1));
    }
    if (first < 1 || last < first)
        return xb_case_must_be(state, where, what);
    span->first = (size_t)first;
    span->last = (size_t)last;
    return true;
}

/* A value, or a list of values. */
static bool take_values(xb_case_reader *state, const xb_case_path *where, json_t *value,
                        const xb_number **numbers, size_t *count)
{
    bool list = json_is_array(value);
    *count = list ? json_array_size(value) : 1;
    xb_number *values = xb_arena_array(state->arena, *count + 1, sizeof *values);
    for (size_t i = 0; i < *count; i++) {
        const xb_case_path element = {where, NULL, i};
        json_t *item = list ? json_array_get(value, i) : value;
        if (!xb_case_take_number(state, list ? &element : where, item, &values[i]))
            return false;
    }
    *numbers = values;
    return true;
}

static bool take_argument_field(xb_case_reader *state, const xb_case_path *where, json_t *value,
                                void *context)
{
    xb_case_argument *argument = context;
    if (strcmp(where->key, "x") == 0)
        return take_span(state, where, value, &argument->x);
    if (strcmp(where->key, "y") == 0)
        return take_span(state, where, value, &argument->y);
    if (strcmp(where->key, "value") == 0)
        return take_values(state, where, value, &argument->values, &argument->count);
    if (strcmp(where->key, "constant") == 0)
        return xb_case_take_bool(state, where, value, &argument->constant);
    if (strcmp(where->key, "absent") == 0)
        return xb_case_take_bool(state, where, value, &argument->absent);
    return xb_case_refuse(
        state, where,
        "there may be: x, y, value, constant, absent; x and y stand for the independent and "
        "the dependent numbers, whatever the names of arguments",
        "is not known");
}

static bool take_argument(xb_case_reader *state, const xb_case_path *where, json_t *value,
                          xb_case_argument *argument)
{
    if (!xb_case_take_each(state, where, value, "an object, as {\"x\": \"all\"}", take_argument_field,
                           argument))
        return false;
    argument->list = json_is_array(json_object_get(value, "value"));
    bool number = argument->x.given || argument->y.given;
    if (number && argument->values)
        return xb_case_refuse(state, where, "leave the value out, or x and y",
                              "can't have a value and be x or y");
    if (argument->absent && (number || argument->values))
        return xb_case_refuse(state, where, "leave one of the two out", "can't be absent and have a value");
    return true;
}

static bool take_arguments(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    xb_case *result = state->result;
    if (!xb_case_must_be_list(state, where, value))
        return false;
    result->has_arguments = true;
    result->argument_count = json_array_size(value);
    xb_case_argument *arguments = xb_arena_array(state->arena, result->argument_count + 1, sizeof *arguments);
    for (size_t i = 0; i < result->argument_count; i++)
        if (!take_argument(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &arguments[i]))
            return false;
    result->arguments = arguments;
    return true;
}

static bool take_names(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_case_names *names)
{
    *names = (xb_case_names){.given = true,
                             .field = xb_arena_copy_text(state->arena, where->key, strlen(where->key))};
    return xb_case_take_texts(state, where, value, &names->names);
}

static bool take_global_x(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_texts(state, where, value, &state->result->global_x);
}

static bool take_global_y(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_texts(state, where, value, &state->result->global_y);
}

static bool take_independents(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return take_names(state, where, value, &state->result->independents);
}

static bool take_dependents(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return take_names(state, where, value, &state->result->dependents);
}

static bool take_globals(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    static const xb_case_field fields[] = {{"x", take_global_x}, {"y", take_global_y}, {NULL, NULL}};
    state->result->has_globals = true;
    return xb_case_take_object(state, where, value, fields);
}

/* ---- the world around ---- */

static bool take_setup(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_texts(state, where, value, &state->result->setup);
}

static bool take_named_value(xb_case_reader *state, const xb_case_path *where, json_t *value, void *context)
{
    xb_case_value *named = xb_vector_push(state->arena, context, sizeof *named);
    named->symbol = xb_case_symbol_of(state, where, where->key);
    return take_values(state, where, value, &named->values, &named->count);
}

static bool take_shorten(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_each(state, where, value, "an object, as {\"N\": 2}", take_named_value,
                             &state->result->shorten);
}

static bool take_initial(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_each(state, where, value, "an object, as {\"N_3\": 2}", take_named_value,
                             &state->result->initial);
}

static bool take_array(xb_case_reader *state, const xb_case_path *where, json_t *value, void *context)
{
    xb_case_extents *extents = xb_vector_push(state->arena, context, sizeof *extents);
    size_t rank = json_array_size(value);
    if (!json_is_array(value) || rank == 0 || rank > XB_RANK_LIMIT)
        return xb_case_must_be(state, where, "a list of bounds, one for each dimension, as [[1, 2]]");
    xb_bounds *bounds = xb_arena_array(state->arena, rank, sizeof *bounds);
    for (size_t i = 0; i < rank; i++)
        if (!xb_case_take_bounds(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i),
                                 &bounds[i]))
            return false;
    *extents = (xb_case_extents){xb_case_symbol_of(state, where, where->key), (int)rank, bounds};
    return true;
}

static bool take_extents(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_each(state, where, value, "an object, as {\"T_5\": [[1, 2]]}", take_array,
                             &state->result->extents);
}

/* A formula, or a value by itself. */
static bool take_formula(xb_case_reader *state, const xb_case_path *where, json_t *value,
                         const xb_marker_formula **formula)
{
    xb_number number = {0};
    if (!json_is_string(value)) {
        if (!xb_case_take_number(state, where, value, &number))
            return false;
        if (number.type == XB_TYPE_COMPLEX)
            return xb_case_must_be(state, where, "a formula, or a number that is not complex");
        *formula = xb_marker_constant(state->arena, &number);
        return true;
    }
    const char *problem = NULL;
    *formula = xb_marker_parse(state->arena, json_string_value(value), &problem);
    if (*formula)
        return true;
    return xb_case_refuse(state, where, "write a formula as in \"2*x + abs(y)\"",
                          xb_arena_format(state->arena, "is no formula: %s", problem));
}

static bool take_subscripts(xb_case_reader *state, const xb_case_path *where, json_t *value,
                            xb_marker_action *action)
{
    if (!json_is_array(value) || json_array_size(value) > XB_RANK_LIMIT)
        return xb_case_must_be(state, where, "a list of subscripts");
    action->count = json_array_size(value);
    const xb_marker_formula **places = xb_arena_array(state->arena, action->count + 1, sizeof *places);
    for (size_t i = 0; i < action->count; i++)
        if (!take_formula(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &places[i]))
            return false;
    action->places = places;
    return true;
}

static bool take_action_field(xb_case_reader *state, const xb_case_path *where, json_t *value, void *context)
{
    xb_marker_action *action = context;
    if (strcmp(where->key, "set") == 0)
        return xb_case_take_text(state, where, value, &action->target);
    if (strcmp(where->key, "to") == 0)
        return take_formula(state, where, value, &action->value);
    if (strcmp(where->key, "at") == 0)
        return take_subscripts(state, where, value, action);
    return xb_case_refuse(state, where, "there may be: set, at, to", "is not known");
}

static bool take_action(xb_case_reader *state, const xb_case_path *where, json_t *value,
                        xb_marker_action *action)
{
    static const char what[] = "an object, as {\"set\": \"I_5\", \"to\": \"I_5 + 1\"}";
    if (!json_object_get(value, "set") || !json_object_get(value, "to"))
        return xb_case_must_be(state, where, what);
    return xb_case_take_each(state, where, value, what, take_action_field, action);
}

static bool take_marker(xb_case_reader *state, const xb_case_path *where, json_t *value, void *context)
{
    const xb_case_symbol name = xb_case_symbol_of(state, where, where->key);
    if (!name.scope)
        return xb_case_refuse(state, where, "the document has the ids of the scope and of the marker",
                              "must be named SCOPE/STATEMENT, as 4/54");
    if (!xb_case_must_be_list(state, where, value))
        return false;
    size_t count = json_array_size(value);
    xb_marker_action *actions = xb_arena_array(state->arena, count + 1, sizeof *actions);
    for (size_t i = 0; i < count; i++)
        if (!take_action(state, &(xb_case_path){where, NULL, i}, json_array_get(value, i), &actions[i]))
            return false;
    xb_case_marker *marker = xb_vector_push(state->arena, context, sizeof *marker);
    *marker = (xb_case_marker){name.scope, name.id, name.field, actions, count};
    return true;
}

static bool take_markers(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_each(state, where, value, "an object, as {\"4/54\": [{\"set\": \"I_5\", \"to\": 1}]}",
                             take_marker, &state->result->markers);
}

static bool take_externals(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_texts(state, where, value, &state->result->externals);
}

static bool take_association(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    if (!xb_case_must_be_list(state, where, value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const xb_case_path own = {where, NULL, i};
        xb_list names = {0};
        if (!xb_case_take_texts(state, &own, json_array_get(value, i), &names))
            return false;
        xb_case_symbol *symbols = xb_arena_array(state->arena, names.count + 1, sizeof *symbols);
        for (size_t k = 0; k < names.count; k++)
            symbols[k] = xb_case_symbol_of(state, &(xb_case_path){&own, NULL, k}, names.items[k]);
        xb_case_group *group = xb_vector_push(state->arena, &state->result->association, sizeof *group);
        *group = (xb_case_group){symbols, names.count};
    }
    return true;
}

static bool take_derivatives_start(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    state->result->undefined_derivatives = strcmp(text, "undefined") == 0;
    return state->result->undefined_derivatives || strcmp(text, "zero") == 0 ||
           xb_case_must_be(state, where, "\"undefined\" or \"zero\"");
}

/* ---- tolerances and limits ---- */

static bool take_tolerance(xb_case_reader *state, const xb_case_path *where, json_t *value, double *tolerance)
{
    if (!json_is_number(value) || !(json_number_value(value) >= 0 && json_number_value(value) < 1))
        return xb_case_must_be(state, where, "a number from 0 to less than 1");
    *tolerance = json_number_value(value);
    return true;
}

static bool take_derivative_tolerance(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return take_tolerance(state, where, value, &state->result->derivative_tolerance);
}

static bool take_difference_tolerance(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return take_tolerance(state, where, value, &state->result->difference_tolerance);
}

static bool take_tolerances(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    static const xb_case_field fields[] = {
        {"derivatives", take_derivative_tolerance}, {"differences", take_difference_tolerance}, {NULL, NULL}};
    return xb_case_take_object(state, where, value, fields);
}

static bool take_steps(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_count(state, where, value, 1, &state->result->step_limit);
}

static bool take_memory(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_size(state, where, value, 1, &state->result->memory_limit);
}

static bool take_depth(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    return xb_case_take_size(state, where, value, 1, &state->result->depth_limit);
}

static bool take_limits(xb_case_reader *state, const xb_case_path *where, json_t *value)
{
    static const xb_case_field fields[] = {
        {"steps", take_steps}, {"memory", take_memory}, {"depth", take_depth}, {NULL, NULL}};
    return xb_case_take_object(state, where, value, fields);
}

/* ---- the whole ---- */

static const xb_case_field case_fields[] = {{"entry", take_entry},
                                            {"n", take_n},
                                            {"m", take_m},
                                            {"x0", take_x0},
                                            {"points", take_points},
                                            {"draws", take_draws},
                                            {"ranges", take_ranges},
                                            {"seed", take_seed},
                                            {"arguments", take_arguments},
                                            {"independents", take_independents},
                                            {"dependents", take_dependents},
                                            {"globals", take_globals},
                                            {"setup", take_setup},
                                            {"shorten", take_shorten},
                                            {"y0", take_y0},
                                            {"extents", take_extents},
                                            {"initial", take_initial},
                                            {"markers", take_markers},
                                            {"externals", take_externals},
                                            {"association", take_association},
                                            {"derivatives_start", take_derivatives_start},
                                            {"tolerances", take_tolerances},
                                            {"limits", take_limits},
                                            {"step_limit", take_steps},
                                            {"inputs", NULL},
                                            {"options", NULL},
                                            {"name", NULL},
                                            {"note", NULL},
                                            {"executable", NULL},
                                            {"reason", NULL},
                                            {"known_bad", NULL},
                                            {"stale", NULL},
                                            {"h", NULL},
                                            {"tolerance", NULL},
                                            {NULL, NULL}};

void xb_case_init(xb_case *description)
{
    *description =
        (xb_case){.seed = 1, .draws = 1, .derivative_tolerance = 1e-9, .difference_tolerance = 1e-6};
}

void xb_case_name_independents(xb_case *description, const xb_list *names)
{
    description->independents = (xb_case_names){.given = true, .names = *names};
    description->has_n = false;
}

void xb_case_name_dependents(xb_case *description, const xb_list *names)
{
    description->dependents = (xb_case_names){.given = true, .names = *names};
    description->has_m = false;
}

void xb_case_name_point(xb_case *description, const double *numbers, size_t count)
{
    description->x0 = numbers;
    description->x0_count = count;
    description->x0_typed = true;
}

void xb_case_name_entry(xb_case *description, const char *name)
{
    description->entry = name;
    description->entry_field = NULL;
}

/* Work under xb_protect(). */
typedef struct reading {
    xb_case_reader xb_case_reader;
    json_t *root; /* NULL: there is an error */
    const json_error_t *error;
    const char *name;
} reading;

static void read_root(void *argument)
{
    reading *work = argument;
    xb_case_reader *state = &work->xb_case_reader;
    state->result->file = xb_arena_copy_text(state->arena, work->name, strlen(work->name));
    if (work->root)
        xb_case_take_object(state, NULL, work->root, case_fields);
    else
        state->status = xb_error(state->diagnostics, XB_STATUS_INVALID,
                                 (xb_place){.file = work->name, .line = (size_t)work->error->line},
                                 "a case is a JSON object, as {\"entry\": \"head\", \"x0\": [0.5, 1.5]}",
                                 "no valid JSON: %s", work->error->text);
}

/* jansson does not tell lack of memory from wrong syntax: who has just run out of memory is likely to have
 * none now. */
static bool is_out_of_memory(const json_error_t *error)
{
    enum { PROBE = 4096 };
    void *probe = malloc(PROBE);
    bool none = !probe;
    free(probe);
    return none || json_error_code(error) == json_error_out_of_memory || (error->line < 0 && !error->text[0]);
}

/* Takes over what jansson has made. */
static xb_status finish(xb_arena *arena, xb_diagnostics *diagnostics, const char *name, json_t *root,
                        const json_error_t *error, const char *text, size_t length, xb_case *description)
{
    reading work = {{arena, diagnostics, description, XB_STATUS_OK, text, length}, root, error, name};
    xb_case_init(description);
    if (!root && is_out_of_memory(error))
        return XB_STATUS_FAILED;
    bool done = xb_protect(xb_arena_failure(arena), read_root, &work);
    json_decref(root);
    return done ? work.xb_case_reader.status : XB_STATUS_FAILED;
}

xb_status xb_case_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *text, size_t length,
                        const char *name, xb_case *description)
{
    json_error_t error = {.line = -1};
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    return finish(arena, diagnostics, name, root, &error, text, length, description);
}

/* Work under xb_protect(). */
typedef struct refusal {
    xb_diagnostics *diagnostics;
    const char *file;
    int problem;
    const xb_document *document;
} refusal;

static void refuse_packed(void *argument)
{
    const refusal *work = argument;
    xb_document_refuse_packed(work->diagnostics, work->file, work->document);
}

static void refuse_file(void *argument)
{
    const refusal *work = argument;
    xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = work->file},
             xb_document_hint(work->problem), "can't read: %s", strerror(work->problem));
}

xb_status xb_case_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file, xb_case *description)
{
    xb_document document = {0};
    xb_status status = XB_STATUS_FAILED;
    int problem = xb_document_read(&document, file);
    const char *name = strcmp(file, "-") == 0 ? "(standard input)" : file;
    xb_case_init(description);
    if (problem)
        xb_protect(xb_arena_failure(arena), refuse_file, &(refusal){diagnostics, name, problem, NULL});
    else if (document.text && xb_document_packer(document.text, document.length))
        status =
            xb_protect(xb_arena_failure(arena), refuse_packed, &(refusal){diagnostics, name, 0, &document})
                ? XB_STATUS_INVALID
                : XB_STATUS_FAILED;
    else
        status = xb_case_parse(arena, diagnostics, document.text ? document.text : "", document.length, name,
                               description);
    xb_document_free(&document);
    return status;
}
