/*
 * Views of cells. Most are contiguous; a list of places is only made where elements are scattered.
 *
 * Loading copies, so that an assignment may store to what it has read. Elements of equal types are copied as
 * blocks, all others one by one as numbers.
 */
#include <string.h>

#include "evaluate/state.h"
#include "ir/declaration.h"

bool xb_variable_same_storage(const xb_variable *a, const xb_variable *b)
{
    if (!a->cells || a->cells != b->cells || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (xb_variable_place(a, i) != xb_variable_place(b, i))
            return false;
    return true;
}

xb_variable xb_variable_elements(const xb_variable *variable, size_t first, size_t count, bool scalar)
{
    xb_variable part = *variable;
    part.rank = scalar ? 0 : 1;
    part.bounds[0] = (xb_bounds){1, (int64_t)count};
    part.count = count;
    part.whole = scalar ? variable : NULL;
    part.position = first;
    part.first = variable->first + first;
    part.places = variable->places ? variable->places + first : NULL;
    if (scalar && part.places) {
        part.first = part.places[0];
        part.places = NULL;
    }
    return part;
}

/* ---- names ---------------------------------------------------------------------------------------- */

static size_t element_at(const xb_variable *variable, size_t place)
{
    size_t i = 0;
    if (!variable->places)
        return place - variable->first;
    while (i + 1 < variable->count && variable->places[i] != place)
        i++;
    return i;
}

const char *xb_variable_element_name(const xb_variable *variable, size_t place)
{
    xb_arena *arena = variable->evaluator->globals;
    const xb_variable *whole = variable->whole;
    if (!whole || whole->symbol != variable->symbol || whole->cells != variable->cells)
        whole = variable;
    const char *text = xb_variable_name(variable);
    size_t element = element_at(whole, place);
    for (int d = 0; d < whole->rank; d++) {
        const xb_bounds *bounds = &whole->bounds[d];
        size_t extent = (size_t)xb_bounds_extent(*bounds);
        text = xb_arena_format(arena, "%s%s%lld", text, d == 0 ? "(" : ",",
                               (long long)(bounds->lower + (int64_t)(element % extent)));
        element /= extent;
    }
    return whole->rank > 0 ? xb_arena_format(arena, "%s)", text) : text;
}

/* ---- formal arguments ----------------------------------------------------------------------------- */

static const char *extents_text(const xb_variable *variable)
{
    xb_arena *arena = variable->evaluator->globals;
    const char *text = "";
    for (int d = 0; d < variable->rank; d++) {
        text = xb_arena_format(arena, "%s%s%llu", text, d ? "," : "",
                               (unsigned long long)xb_bounds_extent(variable->bounds[d]));
    }
    return variable->rank ? xb_arena_format(arena, "an array of shape (%s)", text) : "a scalar";
}

_Noreturn static void cannot_bind(const xb_symbol *formal, const xb_variable *actual)
{
    xb_evaluator_fail(actual->evaluator, XB_STATUS_INVALID, NULL,
                      "the formal argument %s of rank %d cannot be %s, which is %s", formal->id->text,
                      formal->rank, xb_variable_name(actual),
                      actual->cells ? extents_text(actual) : "not allocated");
}

static bool is_declared(const xb_symbol *symbol)
{
    return symbol->rank > 0 && symbol->bounds_count == (size_t)symbol->rank;
}

/* The elements that a formal array can have: of an element of an array all that follow it, too. */
static xb_variable sequence(const xb_variable *actual)
{
    const xb_variable *whole = actual->whole;
    if (actual->rank > 0 || !whole || whole->cells != actual->cells || actual->position >= whole->count)
        return xb_variable_elements(actual, 0, actual->count, false);
    return xb_variable_elements(whole, actual->position, whole->count - actual->position, false);
}

static void bind_declared(xb_variable *variable, const xb_symbol *formal, const xb_variable *actual)
{
    xb_variable elements = sequence(actual);
    xb_bounds bounds[XB_RANK_LIMIT];
    for (int d = 0; d < formal->rank; d++)
        bounds[d] = *xb_symbol_bounds(formal, (size_t)d);
    size_t count = xb_bounds_count(actual->evaluator, formal->rank, bounds);
    if (count > elements.count && actual->rank == 0 && actual->whole)
        xb_evaluator_fail(actual->evaluator, XB_STATUS_INVALID, NULL,
                          "the formal argument %s has %zu %s, but the array has only %zu from %s on",
                          formal->id->text, count, xb_plural(count, "element", "elements"), elements.count,
                          xb_variable_element_name(actual, actual->first));
    if (count > elements.count)
        cannot_bind(formal, actual);
    *variable = elements;
    variable->rank = formal->rank;
    variable->count = count;
    memcpy(variable->bounds, bounds, sizeof bounds);
}

static void bind_shape(xb_variable *variable, const xb_symbol *formal, const xb_variable *actual)
{
    if (formal->rank == actual->rank) {
        *variable = *actual;
        for (int d = 0; d < actual->rank; d++)
            variable->bounds[d] = (xb_bounds){1, (int64_t)xb_bounds_extent(actual->bounds[d])};
        return;
    }
    if (formal->rank != 1)
        cannot_bind(formal, actual);
    *variable = sequence(actual);
}

/* Whether a formal array takes elements in their order, in a shape that is found later. */
static bool takes_sequence(const xb_symbol *formal)
{
    const xb_dimension *first = xb_symbol_dimension(formal, 0);
    const xb_dimension *last = xb_symbol_dimension(formal, (size_t)formal->rank - 1);
    return first && last && (last->extent == XB_EXTENT_EXPLICIT || last->extent == XB_EXTENT_ASSUMED_SIZE);
}

void xb_variable_shape(xb_variable *formal, const xb_bounds *bounds)
{
    const xb_symbol *symbol = formal->symbol;
    size_t count = xb_bounds_count(formal->evaluator, symbol->rank, bounds);
    if (count > formal->count)
        xb_evaluator_fail(formal->evaluator, XB_STATUS_INVALID, NULL,
                          "the formal argument %s has %zu %s, but what is passed has %zu", symbol->id->text,
                          count, xb_plural(count, "element", "elements"), formal->count);
    formal->rank = symbol->rank;
    formal->count = count;
    memcpy(formal->bounds, bounds, (size_t)symbol->rank * sizeof *bounds);
}

/* The list of places of a section is in scratch memory. */
static void keep_places(xb_arena *arena, xb_variable *variable)
{
    if (!variable->places)
        return;
    size_t *places = xb_arena_array(arena, variable->count, sizeof *places);
    memcpy(places, variable->places, variable->count * sizeof *places);
    variable->places = places;
}

/* The first element of an array that may be in scratch memory. */
static xb_variable first_element(xb_arena *arena, const xb_variable *array)
{
    xb_variable *whole = xb_arena_alloc(arena, sizeof *whole);
    *whole = *array;
    keep_places(arena, whole);
    return xb_variable_elements(whole, 0, 1, true);
}

void xb_variable_bind(xb_arena *arena, xb_variable *variable, const xb_symbol *formal,
                      const xb_variable *actual)
{
    if (!actual->cells)
        cannot_bind(formal, actual);
    xb_type type = xb_storage_type(formal->type);
    if (type != actual->cells->type && type != XB_TYPE_OPAQUE && actual->cells->type != XB_TYPE_OPAQUE)
        xb_evaluator_fail(actual->evaluator, XB_STATUS_INVALID, NULL,
                          "%s of type %s cannot be %s, which is of type %s", formal->id->text,
                          xb_type_name(type), xb_variable_name(actual), xb_type_name(actual->cells->type));
    if (formal->rank <= 0) {
        if (actual->count == 0)
            cannot_bind(formal, actual);
        *variable = actual->rank == 0 ? *actual : first_element(arena, actual);
    } else if (is_declared(formal)) {
        bind_declared(variable, formal, actual);
    } else if (takes_sequence(formal)) {
        *variable = sequence(actual);
    } else {
        bind_shape(variable, formal, actual);
    }
    bool active = xb_symbol_is_active(formal);
    bool begins = active && actual->passive && actual->evaluator->options.activity == XB_EXACT_BY_FORMALS;
    variable->symbol = formal;
    variable->passive = !active || (actual->passive && !begins);
    keep_places(arena, variable);
    if (begins)
        xb_variable_store(variable, &(xb_array){0}, XB_PART_DERIVATIVE);
}

/* ---- loading -------------------------------------------------------------------------------------- */

void xb_variable_unset(const xb_variable *variable, size_t place)
{
    xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL, "%s is read but was never set",
                      xb_variable_element_name(variable, place));
}

static void require_values(const xb_variable *variable)
{
    const bool *defined = variable->cells->defined;
    if (!variable->places) {
        const bool *gap = variable->count > 0 ? memchr(defined + variable->first, 0, variable->count) : NULL;
        if (gap)
            xb_variable_unset(variable, (size_t)(gap - defined));
        return;
    }
    for (size_t i = 0; i < variable->count; i++)
        if (!defined[variable->places[i]])
            xb_variable_unset(variable, variable->places[i]);
}

/* Copies count items of size bytes, chosen by the variable. */
static void gather(void *to, const void *from, const xb_variable *variable, size_t size)
{
    if (!variable->places) {
        if (variable->count > 0)
            memcpy(to, (const char *)from + variable->first * size, variable->count * size);
        return;
    }
    for (size_t i = 0; i < variable->count; i++)
        memcpy((char *)to + i * size, (const char *)from + variable->places[i] * size, size);
}

static void scatter(void *to, const void *from, const xb_variable *variable, size_t size)
{
    if (!variable->places) {
        if (variable->count > 0)
            memcpy((char *)to + variable->first * size, from, variable->count * size);
        return;
    }
    for (size_t i = 0; i < variable->count; i++)
        memcpy((char *)to + variable->places[i] * size, (const char *)from + i * size, size);
}

/* Derivatives of all elements in scratch memory; NULL if all are 0. */
static double *load_tangents(const xb_variable *variable, bool lenient)
{
    xb_evaluator *evaluator = variable->evaluator;
    const xb_cells *cells = variable->cells;
    size_t directions = evaluator->options.directions;
    if (!lenient)
        for (size_t i = 0; i < variable->count; i++)
            if (!xb_variable_tangent(variable, xb_variable_place(variable, i)))
                break;
    if (!cells->tangents)
        return NULL;
    size_t size = cells->sides * directions * sizeof(double);
    double *tangents = xb_evaluator_scratch(evaluator, variable->count, size);
    gather(tangents, cells->tangents, variable, size);
    return tangents;
}

static void load_values(const xb_variable *variable, xb_array *array)
{
    const xb_cells *cells = variable->cells;
    xb_evaluator *evaluator = variable->evaluator;
    switch (cells->type) {
    case XB_TYPE_REAL:
    case XB_TYPE_COMPLEX:
        array->reals = xb_evaluator_scratch(evaluator, array->count, cells->sides * sizeof(double));
        gather(array->reals, cells->reals, variable, cells->sides * sizeof(double));
        break;
    case XB_TYPE_STRING:
        array->texts = xb_evaluator_scratch(evaluator, array->count, sizeof(xb_string));
        gather(array->texts, cells->texts, variable, sizeof(xb_string));
        break;
    case XB_TYPE_OPAQUE:
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL, "%s is of a type that has no value here",
                          xb_variable_name(variable));
    default:
        array->integers = xb_evaluator_scratch(evaluator, array->count, sizeof(int64_t));
        gather(array->integers, cells->integers, variable, sizeof(int64_t));
        break;
    }
}

bool xb_variable_carries(const xb_variable *variable)
{
    const xb_evaluate_options *options = &variable->evaluator->options;
    return options->exact && (options->activity == XB_EXACT_EVERYWHERE || !variable->passive);
}

xb_array xb_variable_load(const xb_variable *variable, xb_part part, bool lenient)
{
    xb_variable_require(variable);
    const xb_evaluate_options *options = &variable->evaluator->options;
    xb_array array = {.type = variable->cells->type, .rank = variable->rank, .count = variable->count};
    array.width = part == XB_PART_VALUE ? variable->cells->width : XB_WIDE;
    memcpy(array.bounds, variable->bounds, sizeof array.bounds);
    array.directions = options->directions;
    if (part == XB_PART_DERIVATIVE) {
        array.tangents = load_tangents(variable, lenient);
        return array;
    }
    if (!lenient)
        require_values(variable);
    load_values(variable, &array);
    if (variable->cells->tangents && xb_variable_carries(variable))
        array.tangents = load_tangents(variable, true);
    return array;
}

/* ---- storing -------------------------------------------------------------------------------------- */

static bool conforms(const xb_variable *variable, const xb_array *array)
{
    if (variable->rank != array->rank || variable->count != array->count)
        return false;
    for (int d = 0; d < array->rank; d++)
        if (xb_bounds_extent(variable->bounds[d]) != xb_bounds_extent(array->bounds[d]))
            return variable->count == 0;
    return true;
}

static void require_writable(const xb_variable *variable, const xb_array *array)
{
    xb_variable_require(variable);
    if (variable->constant)
        xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL,
                          "%s is written, but the caller passes a constant", xb_variable_name(variable));
    if (array->rank == 0 || conforms(variable, array))
        return;
    xb_variable shape = {.evaluator = variable->evaluator, .rank = array->rank};
    memcpy(shape.bounds, array->bounds, sizeof shape.bounds);
    xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL, "%s is stored to %s, which is %s",
                      extents_text(&shape), xb_variable_name(variable), extents_text(variable));
}

/* The derivatives of one element: those of the array's element, its type converted. */
static void store_tangent(xb_evaluator *evaluator, xb_cells *cells, size_t place, const xb_array *array,
                          size_t element)
{
    size_t directions = evaluator->options.directions;
    size_t sides = array->type == XB_TYPE_COMPLEX ? 2 : array->type == XB_TYPE_REAL ? 1 : 0;
    const double *from = array->tangents ? array->tangents + element * sides * directions : NULL;
    double *to = xb_cells_tangent(evaluator, cells, place);
    size_t shared = from ? (sides < cells->sides ? sides : cells->sides) * directions : 0;
    if (shared)
        memcpy(to, from, shared * sizeof *to);
    memset(to + shared, 0, (cells->sides * directions - shared) * sizeof *to);
}

static void store_tangents(const xb_variable *variable, const xb_array *array)
{
    xb_cells *cells = variable->cells;
    if (cells->sides == 0 || (!array->tangents && !cells->tangents && cells->starts_at_zero))
        return;
    for (size_t i = 0; i < variable->count; i++)
        store_tangent(variable->evaluator, cells, xb_variable_place(variable, i), array, array->rank ? i : 0);
}

static void store_blocks(const xb_variable *variable, const xb_array *array)
{
    xb_cells *cells = variable->cells;
    if (cells->sides)
        scatter(cells->reals, array->reals, variable, cells->sides * sizeof(double));
    else
        scatter(cells->integers, array->integers, variable, sizeof(int64_t));
    if (!variable->places) {
        if (variable->count > 0)
            memset(cells->defined + variable->first, true, variable->count);
        return;
    }
    for (size_t i = 0; i < variable->count; i++)
        cells->defined[variable->places[i]] = true;
}

static void store_elements(const xb_variable *variable, const xb_array *array)
{
    for (size_t i = 0; i < variable->count; i++) {
        xb_number number = xb_array_get(array, array->rank ? i : 0);
        if (number.type == XB_TYPE_STRING)
            number.text = xb_variable_fitted(variable, xb_variable_place(variable, i), number.text);
        xb_cells_set(variable->evaluator, variable->cells, xb_variable_place(variable, i), &number);
    }
}

void xb_variable_store(const xb_variable *variable, const xb_array *array, xb_part part)
{
    require_writable(variable, array);
    if (part == XB_PART_DERIVATIVE) {
        store_tangents(variable, array);
        return;
    }
    xb_type type = variable->cells->type;
    bool same = type == array->type && variable->cells->width == array->width;
    if (array->rank > 0 && same && type != XB_TYPE_STRING && type != XB_TYPE_OPAQUE)
        store_blocks(variable, array);
    else
        store_elements(variable, array);
    if (!variable->evaluator->options.exact)
        return;
    xb_array stored = *array;
    if (!xb_variable_carries(variable))
        stored.tangents = NULL;
    store_tangents(variable, &stored);
}
