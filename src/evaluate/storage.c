/*
 * The cells of a variable are one piece of memory: the structure, then values, then flags. Derivatives come
 * in a piece of their own when the first one is set: most variables of most programs have none.
 *
 * Cells of static size belong to the frame or to the evaluator. Cells that are allocated at run time have
 * memory of their own and count the variables that hold them, because a formal argument may still be a view
 * of cells that its actual argument has exchanged.
 */
#include "evaluate/storage.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/state.h"
#include "ir/declaration.h"

const char *xb_variable_name(const xb_variable *variable)
{
    return variable->symbol ? variable->symbol->id->text : "the argument";
}

void xb_variable_require(const xb_variable *variable)
{
    if (variable->cells)
        return;
    const xb_symbol *symbol = variable->symbol;
    bool known = !symbol || symbol->temp || symbol->overlay;
    xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID,
                      known ? NULL : "say what its bounds are if it is allocated outside of the program",
                      "%s is used before it is allocated", xb_variable_name(variable));
}

size_t xb_bounds_count(xb_evaluator *evaluator, int rank, const xb_bounds *bounds)
{
    size_t count = 1;
    for (int d = 0; d < rank; d++) {
        if (bounds[d].upper < bounds[d].lower)
            return 0;
        uint64_t extent = (uint64_t)bounds[d].upper - (uint64_t)bounds[d].lower;
        if (extent >= SIZE_MAX / 64 || __builtin_mul_overflow(count, (size_t)extent + 1, &count))
            xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "an array is too large");
    }
    return count;
}

/* ---- cells ---------------------------------------------------------------------------------------- */

static size_t value_size(xb_type type)
{
    switch (type) {
    case XB_TYPE_STRING: return sizeof(xb_string);
    case XB_TYPE_COMPLEX: return 2 * sizeof(double);
    case XB_TYPE_OPAQUE: return 0;
    default: return sizeof(int64_t);
    }
}

size_t xb_cells_size(xb_evaluator *evaluator, xb_type type, size_t count)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, value_size(type) + sizeof(bool), &bytes) || bytes > PTRDIFF_MAX / 2)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "an array is too large");
    return sizeof(xb_cells) + bytes;
}

xb_cells *xb_cells_init(void *memory, xb_type type, size_t count, bool starts_at_zero)
{
    xb_cells *cells = memory;
    void *values = cells + 1;
    cells->type = type;
    cells->count = count;
    cells->starts_at_zero = starts_at_zero;
    cells->defined = (bool *)values + count * value_size(type);
    switch (type) {
    case XB_TYPE_REAL:
        cells->sides = 1;
        cells->reals = values;
        break;
    case XB_TYPE_COMPLEX:
        cells->sides = 2;
        cells->reals = values;
        break;
    case XB_TYPE_STRING: cells->texts = values; break;
    case XB_TYPE_OPAQUE: break;
    default: cells->integers = values; break;
    }
    return cells;
}

/* A text of a length. */
static xb_string fitted(xb_evaluator *evaluator, xb_string text, size_t length)
{
    if (text.length == length)
        return text;
    char *bytes = xb_evaluator_scratch(evaluator, length + 1, 1);
    memset(bytes, ' ', length);
    memcpy(bytes, text.bytes, text.length < length ? text.length : length);
    return xb_evaluator_string(evaluator, (xb_string){bytes, length});
}

xb_string xb_variable_fitted(const xb_variable *variable, size_t place, xb_string text)
{
    const xb_cells *cells = variable->cells;
    const xb_declaration *facts = variable->symbol ? variable->symbol->declaration : NULL;
    const bool is_passed = facts && facts->length && strcmp(facts->length->text, "*") == 0;
    if (!is_passed || cells->has_length || !cells->defined[place])
        return xb_evaluator_string(variable->evaluator, text);
    return xb_evaluator_string(variable->evaluator,
                               fitted(variable->evaluator, text, cells->texts[place].length));
}

void xb_cells_take_length(xb_evaluator *evaluator, xb_cells *cells, const xb_symbol *symbol)
{
    const xb_name *length = cells->type == XB_TYPE_STRING ? xb_symbol_length(symbol) : NULL;
    if (!length)
        return;
    cells->has_length = true;
    cells->length = (size_t)strtoull(length->text, NULL, 10);
    const xb_string blank = fitted(evaluator, (xb_string){"", 0}, cells->length);
    for (size_t i = 0; i < cells->count; i++) {
        cells->texts[i] = blank;
        cells->defined[i] = true;
    }
}

void xb_cells_drop_tangents(xb_evaluator *evaluator, xb_cells *cells)
{
    xb_evaluator_free(evaluator, cells->tangents);
    cells->tangents = NULL;
    cells->has_tangent = NULL;
}

static void make_tangents(xb_evaluator *evaluator, xb_cells *cells)
{
    size_t directions = evaluator->options.directions, numbers = cells->count * cells->sides, bytes;
    if (__builtin_mul_overflow(numbers, directions * sizeof(double), &bytes) ||
        __builtin_add_overflow(bytes, cells->count, &bytes))
        bytes = SIZE_MAX;
    double *tangents = xb_evaluator_keep(evaluator, bytes);
    cells->tangents = tangents;
    cells->has_tangent = (bool *)(void *)(tangents + numbers * directions);
    if (cells->starts_at_zero)
        memset(cells->has_tangent, true, cells->count);
}

double *xb_cells_tangent(xb_evaluator *evaluator, xb_cells *cells, size_t place)
{
    if (!cells->tangents)
        make_tangents(evaluator, cells);
    cells->has_tangent[place] = true;
    return cells->tangents + place * cells->sides * evaluator->options.directions;
}

const double *xb_variable_tangent(const xb_variable *variable, size_t place)
{
    const xb_cells *cells = variable->cells;
    if (cells->tangents ? cells->has_tangent[place] : cells->starts_at_zero || cells->sides == 0)
        return cells->tangents
                   ? cells->tangents + place * cells->sides * variable->evaluator->options.directions
                   : NULL;
    xb_evaluator_fail(variable->evaluator, XB_STATUS_INVALID, NULL,
                      "the derivative of %s is read but was never set",
                      xb_variable_element_name(variable, place));
}

xb_number xb_cells_get(const xb_cells *cells, size_t place)
{
    xb_number number = {.type = cells->type, .width = cells->width};
    switch (cells->type) {
    case XB_TYPE_REAL: number.real = cells->reals[place]; break;
    case XB_TYPE_COMPLEX:
        number.real = cells->reals[2 * place];
        number.imaginary = cells->reals[2 * place + 1];
        break;
    case XB_TYPE_STRING: number.text = cells->texts[place]; break;
    case XB_TYPE_OPAQUE: break;
    default: number.integer = cells->integers[place]; break;
    }
    return number;
}

_Noreturn static void wrong_type(xb_evaluator *evaluator, xb_type from, xb_type to)
{
    xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                      "a value of type %s is stored to a variable of type %s", xb_type_name(from),
                      xb_type_name(to));
}

static bool is_number(xb_type type)
{
    return type == XB_TYPE_INTEGER || type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX || type == XB_TYPE_BOOL;
}

/* Integers wrap around, as in compiled code; what real numbers out of range become, nothing says. */
static int64_t to_integer(xb_evaluator *evaluator, const xb_number *value, xb_width width)
{
    if (value->type == XB_TYPE_INTEGER || value->type == XB_TYPE_BOOL)
        return xb_wrapped(value->integer, width);
    if (!xb_fits_integer(value->real, width))
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "%g does not fit an integer variable of %d bytes", value->real,
                          width == XB_WIDE ? 8 : xb_width_bytes(width));
    return (int64_t)value->real;
}

static double to_real(const xb_number *value, xb_width width)
{
    bool is_real = value->type == XB_TYPE_REAL || value->type == XB_TYPE_COMPLEX;
    return xb_rounded(is_real ? value->real : (double)value->integer, width);
}

void xb_cells_set(xb_evaluator *evaluator, xb_cells *cells, size_t place, const xb_number *value)
{
    bool fits = is_number(value->type) ? is_number(cells->type) : value->type == cells->type;
    bool truth = value->type == XB_TYPE_BOOL, wants_truth = cells->type == XB_TYPE_BOOL;
    if (!fits || (truth && cells->sides) || (wants_truth && value->type != XB_TYPE_INTEGER && !truth))
        wrong_type(evaluator, value->type, cells->type);
    switch (cells->type) {
    case XB_TYPE_REAL: cells->reals[place] = to_real(value, cells->width); break;
    case XB_TYPE_COMPLEX:
        cells->reals[2 * place] = to_real(value, cells->width);
        cells->reals[2 * place + 1] =
            value->type == XB_TYPE_COMPLEX ? xb_rounded(value->imaginary, cells->width) : 0;
        break;
    case XB_TYPE_STRING:
        cells->texts[place] = cells->has_length ? fitted(evaluator, value->text, cells->length) : value->text;
        break;
    case XB_TYPE_BOOL: cells->integers[place] = value->integer != 0; break;
    case XB_TYPE_OPAQUE: break;
    default: cells->integers[place] = to_integer(evaluator, value, cells->width); break;
    }
    cells->defined[place] = true;
}

/* ---- allocation ----------------------------------------------------------------------------------- */

void xb_variable_hold(xb_variable *variable)
{
    if (variable->cells && variable->cells->holders > 0)
        variable->cells->holders++;
}

void xb_variable_drop(xb_variable *variable)
{
    xb_cells *cells = variable->cells;
    variable->cells = NULL;
    if (!cells || cells->holders == 0 || --cells->holders > 0)
        return;
    xb_cells_drop_tangents(variable->evaluator, cells);
    xb_evaluator_free(variable->evaluator, cells);
}

/* Makes everything what it was at first. */
static void forget(const xb_evaluator *evaluator, xb_cells *cells)
{
    memset(cells->defined, cells->has_length, cells->count);
    if (!cells->tangents)
        return;
    memset(cells->tangents, 0, cells->count * cells->sides * evaluator->options.directions * sizeof(double));
    memset(cells->has_tangent, cells->starts_at_zero, cells->count);
}

void xb_variable_allocate(xb_variable *variable, int rank, const xb_bounds *bounds)
{
    xb_evaluator *evaluator = variable->evaluator;
    const xb_symbol *symbol = variable->symbol;
    xb_cells *former = variable->cells; /* there are some if there is no symbol */
    xb_type type = symbol ? xb_storage_type(symbol->type) : former->type;
    xb_width width = symbol ? xb_evaluator_width(evaluator, type, symbol->fe_type) : former->width;
    size_t count = xb_bounds_count(evaluator, rank, bounds);
    bool is_there = !symbol || former;
    if (is_there && former->holders == 0 && former->count == count) {
        forget(evaluator, former);
        return;
    }
    void *memory = xb_evaluator_keep(evaluator, xb_cells_size(evaluator, type, count));
    xb_variable_drop(variable);
    variable->cells = xb_cells_init(memory, type, count, !evaluator->options.undefined_derivatives);
    variable->cells->width = width;
    if (symbol)
        xb_cells_take_length(evaluator, variable->cells, symbol);
    variable->cells->holders = 1;
    variable->rank = rank;
    variable->count = count;
    variable->first = 0;
    variable->places = NULL;
    variable->whole = NULL;
    memcpy(variable->bounds, bounds, (size_t)rank * sizeof *bounds);
}

xb_type xb_storage_type(xb_type type)
{
    switch (type) {
    case XB_TYPE_DOUBLE: return XB_TYPE_REAL;
    case XB_TYPE_CHAR: return XB_TYPE_STRING;
    case XB_TYPE_VOID: return XB_TYPE_OPAQUE;
    default: return type;
    }
}
