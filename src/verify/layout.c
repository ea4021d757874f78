/*
 * The arguments of the case, or those made up, are first laid out one after the other; then each number of x
 * and y has to be somewhere. An independent or dependent argument has storage of its own, with the bounds of
 * the formal argument where these are known and fit, else as a vector.
 */
#include "verify/layout.h"

#include <string.h>

#include "algorithm/named_variables.h"
#include "evaluate/storage.h"
#include "ir/declaration.h"
#include "verify/layout_internal.h"

/* ---- formal arguments ---- */

/* The value that the case has for a scalar integer argument. */
static bool value_in_case(void *context, const xb_reference *reference, int64_t *value)
{
    const xb_layout_builder *state = context;
    const xb_case *description = state->description;
    if (xb_layout_makes_integer(state, reference->symbol) && reference->subscripts.count == 0) {
        *value = description->integers;
        return true;
    }
    for (size_t i = 0; description->has_arguments && i < description->argument_count; i++) {
        const xb_formal *formal = xb_routine_formal(state->layout->entry, (uint32_t)i + 1);
        const xb_case_argument *argument = &description->arguments[i];
        if (!formal || formal->symbol != reference->symbol || argument->count != 1 || !argument->values ||
            argument->values->type != XB_TYPE_INTEGER || reference->subscripts.count > 0)
            continue;
        *value = argument->values->integer;
        return true;
    }
    return false;
}

/* Extents that actual arguments have are those that integers have, if these are made up. */
static bool made_bounds(const xb_layout_builder *state, const xb_dimension *dimension, xb_bounds *bounds)
{
    const bool is_open = dimension->extent == XB_EXTENT_ASSUMED || dimension->extent == XB_EXTENT_DEFERRED;
    if (!is_open || state->description->integers == 0 || dimension->lower)
        return false;
    const int64_t lower = dimension->extent == XB_EXTENT_ASSUMED ? dimension->known.lower : 1;
    *bounds = (xb_bounds){lower, lower + state->description->integers - 1};
    return true;
}

/* The bounds of a symbol by expressions of arguments. @return whether they are known */
static bool declared_bounds(const xb_layout_builder *state, const xb_symbol *symbol, xb_bounds *bounds)
{
    const xb_dimension *dimension = xb_symbol_dimension(symbol, 0);
    for (size_t d = 0; dimension; dimension = xb_symbol_dimension(symbol, ++d))
        if (!xb_dimension_bounds(dimension, value_in_case, (void *)state, &bounds[d]) &&
            !made_bounds(state, dimension, &bounds[d]))
            return false;
    return xb_symbol_dimension(symbol, 0);
}

/* The bounds of a symbol, declared or of the case. @return whether they are known */
static bool known_bounds(const xb_layout_builder *state, const xb_symbol *symbol, xb_bounds *bounds)
{
    for (int d = 0; d < symbol->rank; d++) {
        const xb_bounds *declared = xb_symbol_bounds(symbol, (size_t)d);
        if (declared)
            bounds[d] = *declared;
        else if (d > 0 || symbol->bounds_count > 0)
            return false;
        else
            break;
    }
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return true;
    const xb_case_extents *extents = state->description->extents.items;
    for (size_t i = 0; i < state->description->extents.count; i++) {
        const xb_case_symbol *named = &extents[i].symbol;
        if (strcmp(named->id, symbol->id->text) != 0 || extents[i].rank != symbol->rank ||
            (named->scope && strcmp(named->scope, xb_scope_text(symbol->scope)) != 0))
            continue;
        memcpy(bounds, extents[i].bounds, (size_t)symbol->rank * sizeof *bounds);
        return true;
    }
    return declared_bounds(state, symbol, bounds);
}

/* The number of elements; SIZE_MAX if it is larger than that. */
static size_t count_of(int rank, const xb_bounds *bounds)
{
    size_t count = 1;
    bool empty = false, huge = false;
    for (int d = 0; d < rank; d++) {
        uint64_t length = xb_bounds_extent(bounds[d]);
        empty = empty || bounds[d].upper < bounds[d].lower;
        huge = huge || length == 0 || length > SIZE_MAX / (count > 0 ? count : 1);
        count = empty || huge ? 0 : count * (size_t)length;
    }
    return huge && !empty ? SIZE_MAX : count;
}

bool xb_layout_is_sized(const xb_layout_builder *state, const xb_symbol *symbol)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    return known_bounds(state, symbol, bounds);
}

size_t xb_layout_numbers(const xb_layout_builder *state, const xb_symbol *symbol)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    if (!known_bounds(state, symbol, bounds))
        return 0;
    size_t count = count_of(symbol->rank, bounds);
    return symbol->type == XB_TYPE_COMPLEX && count <= SIZE_MAX / 2 ? 2 * count : count;
}

static xb_status check_size(const xb_layout_builder *state, xb_place place, const char *what, size_t count)
{
    if (count <= XB_LAYOUT_LIMIT)
        return XB_STATUS_OK;
    return xb_error(state->diagnostics, XB_STATUS_FAILED, place,
                    "give smaller bounds or numbers in a case file", "%s has %zu numbers, more than %zu",
                    what, count, XB_LAYOUT_LIMIT);
}

/* ---- how many numbers ---- */

static const char *argument_field(const xb_layout_builder *state, size_t i)
{
    return state->description->has_arguments ? xb_arena_format(state->arena, "arguments[%zu]", i + 1) : NULL;
}

static xb_place argument_place(const xb_layout_builder *state, size_t i)
{
    const xb_formal *formal = xb_routine_formal(state->layout->entry, (uint32_t)i + 1);
    if (state->description->has_arguments)
        return xb_case_place(state->description, argument_field(state, i));
    return formal ? xb_program_place(state->program, &formal->node, NULL)
                  : (xb_place){.file = state->program->file};
}

/* Of arguments. */
static xb_status count_numbers(xb_layout_builder *state, const xb_case_argument *arguments, size_t count,
                               bool of_x, size_t *numbers)
{
    const xb_case *description = state->description;
    bool globals = (of_x ? state->global_x : state->global_y).count > 0;
    *numbers = 0;
    if (!globals && (of_x ? description->has_n || description->x0 : description->has_m)) {
        *numbers = of_x ? (description->has_n ? description->n : description->x0_count) : description->m;
        return XB_STATUS_OK;
    }
    for (size_t i = 0; i < count; i++) {
        const xb_case_span *span = of_x ? &arguments[i].x : &arguments[i].y;
        const xb_formal *formal = xb_routine_formal(state->layout->entry, (uint32_t)i + 1);
        size_t last = span->last;
        if (span->given && span->all && formal) {
            last = xb_layout_numbers(state, formal->symbol);
            if (last == 0 && !xb_layout_is_sized(state, formal->symbol))
                return xb_error(state->diagnostics, XB_STATUS_INVALID, argument_place(state, i),
                                xb_arena_format(state->arena, "give %s in a case file", of_x ? "n" : "m"),
                                "the extents of %s are not declared", formal->symbol->id->text);
        }
        *numbers = last > *numbers ? last : *numbers;
    }
    return XB_STATUS_OK;
}

/* ---- storage ---- */

/* Chooses bounds for a number of elements: those of the symbol if these are known and fit. */
static xb_status shape_storage(xb_layout_builder *state, xb_layout_storage *storage, size_t elements,
                               bool scalar, xb_place place)
{
    const xb_symbol *symbol = storage->symbol;
    bool known = known_bounds(state, symbol, storage->bounds);
    storage->count = elements;
    storage->rank = symbol->rank > 0 ? symbol->rank : 0;
    if (scalar) {
        storage->rank = 0;
        return XB_STATUS_OK;
    }
    if (known && count_of(storage->rank, storage->bounds) == elements)
        return XB_STATUS_OK;
    if (!known && storage->rank > 1)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        xb_arena_format(state->arena, "give them under extents, as \"%s\": [[1, 2], [1, 3]]",
                                        symbol->id->text),
                        "the extents of %s are not known", symbol->id->text);
    storage->rank = 1;
    storage->bounds[0] = (xb_bounds){1, (int64_t)elements};
    return XB_STATUS_OK;
}

static bool convert(xb_type type, xb_number *value)
{
    xb_number from = *value;
    if (type == from.type)
        return true;
    if (from.type != XB_TYPE_INTEGER && from.type != XB_TYPE_REAL)
        return false;
    double real = from.type == XB_TYPE_INTEGER ? (double)from.integer : from.real;
    if (type == XB_TYPE_REAL)
        *value = xb_number_of_real(real);
    else if (type == XB_TYPE_COMPLEX)
        *value = xb_number_of_complex(xb_complex(real, 0));
    else
        return false;
    return true;
}

static xb_status set_values(xb_layout_builder *state, const xb_case_argument *argument, xb_place place,
                            xb_layout_storage *storage)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    const xb_symbol *symbol = storage->symbol;
    size_t count = argument->count;
    if (!argument->list && symbol->rank > 0 && known_bounds(state, symbol, bounds))
        count = count_of(symbol->rank, bounds); /* all elements the same */
    xb_status status = check_size(state, place, symbol->id->text, count);
    if (status)
        return status;
    if (argument->list && symbol->bounds_count > 0 && known_bounds(state, symbol, bounds) &&
        count_of(symbol->rank, bounds) > count)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        "write as many values as it has elements, or one without brackets for all",
                        "%s has %zu %s, but gets %zu", symbol->id->text, count_of(symbol->rank, bounds),
                        xb_plural(count_of(symbol->rank, bounds), "element", "elements"), count);
    xb_number *values = xb_arena_array(state->arena, count + 1, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = argument->values[argument->list ? i : 0];
        if (!convert(storage->type, &values[i]))
            return xb_error(
                state->diagnostics, XB_STATUS_INVALID, place,
                "write numbers for numbers, true or false for logical values, and texts in quotes",
                "the value of %s must be of type %s", symbol->id->text, xb_type_name(symbol->type));
    }
    storage->values = values;
    return shape_storage(state, storage, count, !argument->list && symbol->rank <= 0, place);
}

/* Storage without value has the formal's own bounds. */
static xb_status leave_undefined(xb_layout_builder *state, xb_place place, xb_layout_storage *storage)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    const xb_symbol *symbol = storage->symbol;
    if (!known_bounds(state, symbol, bounds))
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        "give them in a case file, under extents", "the extents of %s are not known",
                        symbol->id->text);
    return shape_storage(state, storage, count_of(symbol->rank, bounds), symbol->rank <= 0, place);
}

/* Says where the numbers of a span are. */
static xb_status place_numbers(xb_layout_builder *state, const xb_case_span *span, bool of_x, xb_place place,
                               const xb_layout_storage *storage)
{
    size_t total = of_x ? state->layout->n : state->layout->m;
    size_t first = span->all ? 1 : span->first, last = span->all ? total : span->last;
    size_t width = storage->type == XB_TYPE_COMPLEX ? 2 : 1;
    xb_layout_number *numbers = of_x ? state->x : state->y;
    const char **owners = of_x ? state->x_owners : state->y_owners;
    const char *id = storage->symbol->id->text, *which = of_x ? "x" : "y";
    if (last > total)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        of_x ? "n says how many numbers x has" : "m says how many numbers y has",
                        "%s(%zu) is named, but there %s %zu %s %s", which, last,
                        xb_plural(total, "is", "are"), total, xb_plural(total, "number", "numbers"), which);
    for (size_t i = first; i <= last; i++) {
        if (owners[i - 1])
            return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                            "each number belongs to one argument or global variable",
                            "%s(%zu) is both in %s and in %s", which, i, owners[i - 1], id);
        owners[i - 1] = id;
        numbers[i - 1] = (xb_layout_number){state->storages.count - 1, (i - first) / width,
                                            width == 2 && (i - first) % 2 == 1};
    }
    return XB_STATUS_OK;
}

static size_t length_of(const xb_case_span *span, size_t total)
{
    return span->all ? total : span->last - span->first + 1;
}

static xb_status place_argument(xb_layout_builder *state, const xb_case_argument *argument, xb_place place,
                                xb_layout_storage *storage)
{
    const xb_symbol *symbol = storage->symbol;
    const xb_case_span *span = argument->x.given ? &argument->x : &argument->y;
    size_t total = argument->x.given ? state->layout->n : state->layout->m;
    size_t count = length_of(span, total), width = storage->type == XB_TYPE_COMPLEX ? 2 : 1;
    if (!xb_layout_is_numeric(symbol))
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place, "give it a value, as in \"value\": 1",
                        "%s is of type %s: it can't be x or y", symbol->id->text, xb_type_name(symbol->type));
    if (argument->x.given && argument->y.given && length_of(&argument->y, state->layout->m) != count)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        "the same elements are x before and y after the call: give as many of both",
                        "%s has %zu %s of x and %zu of y", symbol->id->text, count,
                        xb_plural(count, "number", "numbers"), length_of(&argument->y, state->layout->m));
    if (count % width != 0)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        "the real part comes first, then the imaginary part",
                        "%s is complex: each element takes two numbers", symbol->id->text);
    const bool typed = argument->x.given && argument->x.all && state->description->x0_typed;
    if (xb_layout_numbers(state, symbol) > count)
        return xb_error(state->diagnostics, XB_STATUS_INVALID,
                        typed ? xb_program_place(state->program, &symbol->node, NULL) : place,
                        typed ? "give as many after --x as it has elements, two for a complex one"
                              : "name as many numbers of x or y as it has elements, two for a complex one",
                        "%s needs %zu %s, but gets %zu", symbol->id->text, xb_layout_numbers(state, symbol),
                        xb_plural(xb_layout_numbers(state, symbol), "number", "numbers"), count);
    storage->independent = argument->x.given;
    storage->dependent = argument->y.given;
    bool scalar = count == width && (span->scalar || symbol->rank <= 0);
    xb_status status = shape_storage(state, storage, count / width, scalar, place);
    if (!status && argument->x.given)
        status = place_numbers(state, &argument->x, true, place, storage);
    if (!status && argument->y.given)
        status = place_numbers(state, &argument->y, false, place, storage);
    return status;
}

static xb_status add_argument(xb_layout_builder *state, const xb_case_argument *argument, size_t i)
{
    const xb_formal *formal = xb_routine_formal(state->layout->entry, (uint32_t)i + 1);
    const xb_place place = argument_place(state, i);
    xb_layout_storage *storage = xb_vector_push(state->arena, &state->storages, sizeof *storage);
    if (!formal && state->description->has_arguments)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place,
                        "arguments are those of the entry, in their order: leave out what is too much",
                        "%s has no argument %zu", state->layout->entry->symbol->id->text, i + 1);
    storage->absent = argument->absent || !formal;
    storage->symbol = formal ? formal->symbol : NULL;
    if (storage->absent)
        return XB_STATUS_OK;
    storage->type = xb_storage_type(formal->symbol->type);
    storage->constant = argument->constant;
    if (argument->x.given || argument->y.given)
        return place_argument(state, argument, place, storage);
    return argument->values ? set_values(state, argument, place, storage)
                            : leave_undefined(state, place, storage);
}

/* ---- global variables ---- */

const xb_symbol *xb_layout_global(const xb_layout_builder *state, const char *name, bool of_x)
{
    const xb_list globals = xb_layout_globals(state->arena, state->program);
    if ((of_x ? state->description->independents : state->description->dependents).given)
        return xb_named_variable(state->program, state->layout->entry, name);
    for (size_t i = 0; i < globals.count; i++)
        if (xb_layout_is_named(state->arena, globals.items[i], name))
            return globals.items[i];
    return NULL;
}

/* Where a global variable is said to be x, or y. */
static xb_place global_place(const xb_layout_builder *state, bool of_x)
{
    const xb_case_names *named = of_x ? &state->description->independents : &state->description->dependents;
    if (!named->given)
        return xb_case_place(state->description, of_x ? "globals.x" : "globals.y");
    if (named->field)
        return xb_case_place(state->description, named->field);
    return xb_program_place(state->program, &state->layout->entry->node, NULL);
}

static xb_status add_global(xb_layout_builder *state, const char *name, bool of_x, size_t *next)
{
    const xb_place place = global_place(state, of_x);
    bool named = (of_x ? state->description->independents : state->description->dependents).given;
    const xb_symbol *symbol = xb_layout_global(state, name, of_x);
    if (!symbol || !xb_layout_is_numeric(symbol) || xb_layout_numbers(state, symbol) == 0)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, place, xb_layout_suggest(state, name, named),
                        "there is no %sglobal variable %s of type real and known extents",
                        named ? "argument and no " : "", name);
    size_t count = xb_layout_numbers(state, symbol);
    xb_layout_storage *storage = xb_vector_push(state->arena, &state->storages, sizeof *storage);
    *storage = (xb_layout_storage){.symbol = symbol,
                                   .global = true,
                                   .type = xb_storage_type(symbol->type),
                                   .independent = of_x,
                                   .dependent = !of_x};
    const xb_case_span span = {.given = true, .first = *next + 1, .last = *next + count};
    *next += count;
    xb_status status = leave_undefined(state, place, storage);
    return status ? status : place_numbers(state, &span, of_x, place, storage);
}

/* Adds the numbers that global variables have. */
static xb_status count_globals(xb_layout_builder *state, const xb_list *names, bool of_x, size_t *count)
{
    for (size_t i = 0; i < names->count; i++) {
        const xb_symbol *symbol = xb_layout_global(state, names->items[i], of_x);
        *count += symbol ? xb_layout_numbers(state, symbol) : 0;
    }
    bool said = of_x ? state->description->has_n : state->description->has_m;
    size_t wanted = of_x ? state->description->n : state->description->m;
    if (!said || names->count == 0 || wanted == *count)
        return XB_STATUS_OK;
    return xb_error(
        state->diagnostics, XB_STATUS_INVALID, xb_case_place(state->description, of_x ? "n" : "m"),
        "leave it out: it follows from the variables", "the global variables have %zu %s, not %zu", *count,
        xb_plural(*count, "number", "numbers"), wanted);
}

/* ---- everything ---- */

static void make_room(xb_layout_builder *state)
{
    size_t n = state->layout->n, m = state->layout->m;
    state->x = xb_arena_array(state->arena, n + 1, sizeof *state->x);
    state->y = xb_arena_array(state->arena, m + 1, sizeof *state->y);
    state->x_owners = xb_arena_array(state->arena, n + 1, sizeof *state->x_owners);
    state->y_owners = xb_arena_array(state->arena, m + 1, sizeof *state->y_owners);
}

static xb_status lay_out_arguments(xb_layout_builder *state, const xb_case_argument *arguments, size_t count)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < count; i++)
        status = add_argument(state, &arguments[i], i);
    state->layout->argument_count = state->storages.count;
    return status;
}

/* Their numbers follow those of arguments. */
static xb_status lay_out_globals(xb_layout_builder *state, size_t x, size_t y)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < state->global_x.count; i++)
        status = add_global(state, state->global_x.items[i], true, &x);
    for (size_t i = 0; !status && i < state->global_y.count; i++)
        status = add_global(state, state->global_y.items[i], false, &y);
    return status;
}

static xb_status must_be_owned(const xb_layout_builder *state, bool of_x)
{
    size_t count = of_x ? state->layout->n : state->layout->m;
    const char **owners = of_x ? state->x_owners : state->y_owners;
    for (size_t i = 0; i < count; i++)
        if (!owners[i])
            return xb_error(state->diagnostics, XB_STATUS_INVALID,
                            xb_case_place(state->description, of_x ? "n" : "m"),
                            of_x ? "make n smaller, or name it as x of an argument"
                                 : "make m smaller, or name it as y of an argument",
                            "%s(%zu) is in no argument of %s", of_x ? "x" : "y", i + 1,
                            state->layout->entry->symbol->id->text);
    return XB_STATUS_OK;
}

static const char *independents(const xb_layout_builder *state, size_t n)
{
    return xb_arena_format(state->arena, "%s %zu independent %s", xb_plural(n, "is", "are"), n,
                           xb_plural(n, "one", "ones"));
}

static xb_status choose_point(xb_layout_builder *state)
{
    const xb_case *description = state->description;
    size_t n = state->layout->n;
    if (description->x0 && description->x0_count != n)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, xb_case_place(description, "x0"),
                        "write one number for each element that is x", "x0 has %zu %s, but there %s",
                        description->x0_count, xb_plural(description->x0_count, "number", "numbers"),
                        independents(state, n));
    if (description->range_count > 1 && description->range_count != n)
        return xb_error(state->diagnostics, XB_STATUS_INVALID, xb_case_place(description, "ranges"),
                        "write one range for all, or one for each",
                        "there are %zu ranges, but %zu independent %s", description->range_count, n,
                        xb_plural(n, "number", "numbers"));
    const size_t *counts = description->point_counts.items;
    for (size_t i = 0; i < description->points.count; i++)
        if (counts[i] != n)
            return xb_error(state->diagnostics, XB_STATUS_INVALID,
                            xb_case_place(description, xb_arena_format(state->arena, "points[%zu]", i + 1)),
                            "write one number for each element that is x",
                            "the point has %zu %s, but there %s", counts[i],
                            xb_plural(counts[i], "number", "numbers"), independents(state, n));
    double *point = xb_arena_array(state->arena, n + 1, sizeof *point);
    for (size_t i = 0; i < n; i++)
        point[i] = description->x0 ? description->x0[i] : 0.5 * (double)(i + 1);
    state->layout->x0 = point;
    return XB_STATUS_OK;
}

static xb_status lay_out(xb_layout_builder *state)
{
    const xb_case_argument *arguments = NULL;
    size_t count = 0, *n = &state->layout->n, *m = &state->layout->m;
    xb_status status = xb_layout_describe(state, &arguments, &count);
    if (!status)
        status = count_numbers(state, arguments, count, true, n);
    if (!status)
        status = count_numbers(state, arguments, count, false, m);
    const size_t argument_x = *n, argument_y = *m;
    if (!status)
        status = count_globals(state, &state->global_x, true, n);
    if (!status)
        status = count_globals(state, &state->global_y, false, m);
    const xb_place place = {.file = state->program->file, .line = state->layout->entry->node.line};
    if (!status)
        status = check_size(state, place, "x", state->layout->n);
    if (!status)
        status = check_size(state, place, "y", state->layout->m);
    if (status)
        return status;
    make_room(state);
    status = lay_out_arguments(state, arguments, count);
    if (!status)
        status = lay_out_globals(state, argument_x, argument_y);
    if (!status)
        status = must_be_owned(state, true);
    if (!status)
        status = must_be_owned(state, false);
    return status ? status : choose_point(state);
}

xb_status xb_layout_create(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                           const xb_case *description, xb_layout *layout)
{
    xb_layout_builder state = {.arena = arena,
                               .diagnostics = diagnostics,
                               .program = program,
                               .description = description,
                               .layout = layout};
    *layout = (xb_layout){0};
    xb_status status = xb_layout_entry(arena, diagnostics, program, description, &layout->entry);
    if (!status)
        status = lay_out(&state);
    layout->storages = state.storages.items;
    layout->storage_count = state.storages.count;
    layout->x = state.x;
    layout->y = state.y;
    return status;
}
