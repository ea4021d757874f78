/*
 * Numbers and arrays. Complex numbers are pairs of reals, side by side.
 */
#include "evaluate/values/value.h"

xb_number xb_number_of_integer(int64_t value)
{
    return (xb_number){.type = XB_TYPE_INTEGER, .integer = value};
}

xb_number xb_number_of_real(double value)
{
    return (xb_number){.type = XB_TYPE_REAL, .real = value};
}

xb_number xb_number_of_complex(double complex value)
{
    return (xb_number){.type = XB_TYPE_COMPLEX, .real = creal(value), .imaginary = cimag(value)};
}

xb_number xb_number_of_bool(bool value)
{
    return (xb_number){.type = XB_TYPE_BOOL, .integer = value};
}

/* Letter and bytes; front ends count those of both parts of a complex number, or of one. */
xb_width xb_width_of(xb_type type, const xb_name *fe_type)
{
    static const struct {
        xb_type type;
        const char *name;
        xb_width width;
    } rows[] = {{XB_TYPE_INTEGER, "I1", XB_WIDTH_1},    {XB_TYPE_INTEGER, "I2", XB_WIDTH_2},
                {XB_TYPE_INTEGER, "I4", XB_WIDTH_4},    {XB_TYPE_INTEGER, "U1", XB_UNSIGNED_1},
                {XB_TYPE_INTEGER, "U2", XB_UNSIGNED_2}, {XB_TYPE_INTEGER, "U4", XB_UNSIGNED_4},
                {XB_TYPE_REAL, "F4", XB_WIDTH_4},       {XB_TYPE_DOUBLE, "F4", XB_WIDTH_4},
                {XB_TYPE_COMPLEX, "C4", XB_WIDTH_4},    {XB_TYPE_COMPLEX, "C8", XB_WIDTH_4}};
    for (size_t i = 0; fe_type && i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type && strcmp(rows[i].name, fe_type->text) == 0)
            return rows[i].width;
    return XB_WIDE;
}

void xb_array_fit(xb_array *array, xb_width width)
{
    const size_t reals = array->count * (array->type == XB_TYPE_COMPLEX ? 2 : 1);
    if (array->type != XB_TYPE_INTEGER && array->type != XB_TYPE_REAL && array->type != XB_TYPE_COMPLEX)
        return;
    array->width = width;
    for (size_t i = 0; width != XB_WIDE && array->integers && i < array->count; i++)
        array->integers[i] = xb_wrapped(array->integers[i], width);
    for (size_t i = 0; width == XB_WIDTH_4 && array->reals && i < reals; i++)
        array->reals[i] = xb_rounded(array->reals[i], width);
}

xb_array xb_array_create(xb_arena *arena, xb_type type, int rank, const xb_bounds *bounds, size_t directions)
{
    xb_array array = {.type = type, .rank = rank, .count = 1, .directions = directions};
    for (int d = 0; d < rank; d++) {
        array.bounds[d] = bounds[d];
        if (__builtin_mul_overflow(array.count, xb_bounds_extent(bounds[d]), &array.count))
            xb_fail(xb_arena_failure(arena));
    }
    size_t count = array.count, sides = type == XB_TYPE_COMPLEX ? 2 : 1;
    if (type == XB_TYPE_STRING) {
        array.texts = xb_arena_array(arena, count, sizeof *array.texts);
        return array;
    }
    if (type != XB_TYPE_REAL && type != XB_TYPE_COMPLEX) {
        array.integers = xb_arena_array(arena, count, sizeof *array.integers);
        return array;
    }
    array.reals = xb_arena_array(arena, count, sides * sizeof *array.reals);
    if (directions > SIZE_MAX / sizeof(double) / 2)
        xb_fail(xb_arena_failure(arena));
    if (directions > 0)
        array.tangents = xb_arena_array(arena, count, sides * directions * sizeof *array.tangents);
    return array;
}

xb_number xb_array_get(const xb_array *array, size_t i)
{
    xb_number number = {.type = array->type, .width = array->width};
    switch (array->type) {
    case XB_TYPE_REAL: number.real = array->reals[i]; break;
    case XB_TYPE_COMPLEX:
        number.real = array->reals[2 * i];
        number.imaginary = array->reals[2 * i + 1];
        break;
    case XB_TYPE_STRING: number.text = array->texts[i]; break;
    default: number.integer = array->integers[i]; break;
    }
    return number;
}

void xb_array_set(xb_array *array, size_t i, const xb_number *value)
{
    switch (array->type) {
    case XB_TYPE_REAL: array->reals[i] = value->real; break;
    case XB_TYPE_COMPLEX:
        array->reals[2 * i] = value->real;
        array->reals[2 * i + 1] = value->imaginary;
        break;
    case XB_TYPE_STRING: array->texts[i] = value->text; break;
    default: array->integers[i] = value->integer; break;
    }
}
