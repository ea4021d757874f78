/*
 * Rearrangements: each element of the result is a copy, with its tangents, of an element of one of the
 * operands.
 */
#include "evaluate/intrinsics/transformational.h"

#include <string.h>

/* ---- transpose, spread ----------------------------------------------------- */

static const char *transpose_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                   double *kink)
{
    (void)kink;
    if (x->rank != 2)
        return xb_wrong_operand_shape();
    size_t rows = xb_array_extent(x, 0), columns = xb_array_extent(x, 1);
    *y = xb_array_result(arena, x->type, 2, (size_t[]){columns, rows}, x, count);
    for (size_t j = 0; j < y->count; j++)
        xb_array_copy(y, j, x, j % columns * rows + j / columns);
    return NULL;
}

/* (source, dimension, copies) */
static const char *spread_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    int dimension;
    int64_t copies;
    if (x->rank >= XB_RANK_LIMIT)
        return xb_wrong_operand_shape();
    const char *wrong = xb_array_dimension(arena, &x[1], x->rank + 1, &dimension);
    if (!wrong)
        wrong = xb_array_integer(&x[2], &copies);
    if (wrong)
        return wrong;
    size_t extents[XB_RANK_LIMIT] = {0}, below = 1, number = copies < 0 ? 0 : (size_t)copies;
    for (int d = 0; d <= x->rank; d++)
        extents[d] = d == dimension ? number : xb_array_extent(x, d < dimension ? d : d - 1);
    for (int d = 0; d < dimension; d++)
        below *= extents[d];
    *y = xb_array_result(arena, x->type, x->rank + 1, extents, x, 1);
    for (size_t j = 0; j < y->count; j++)
        xb_array_copy(y, j, x, j % below + j / below / number * below);
    return NULL;
}

/* ---- reshape --------------------------------------------------------------- */

/* Reads the order of dimensions, a permutation of 1 to rank, as places from 0. */
static const char *read_order(const xb_array *order, int rank, int *places)
{
    bool seen[XB_RANK_LIMIT] = {false};
    if (order->type != XB_TYPE_INTEGER)
        return xb_wrong_operand_type();
    if (order->rank != 1 || order->count != (size_t)rank)
        return xb_wrong_operand_shape();
    for (int d = 0; d < rank; d++) {
        int64_t place = order->integers[d];
        if (place < 1 || place > rank || seen[place - 1])
            return "an order of dimensions that is no permutation";
        seen[place - 1] = true;
        places[d] = (int)place - 1;
    }
    return NULL;
}

static const char *read_shape(const xb_array *shape, size_t *extents, int *rank)
{
    if (shape->type != XB_TYPE_INTEGER)
        return xb_wrong_operand_type();
    if (shape->rank != 1 || shape->count > XB_RANK_LIMIT)
        return xb_wrong_operand_shape();
    *rank = (int)shape->count;
    for (int d = 0; d < *rank; d++) {
        if (shape->integers[d] < 0)
            return "a negative extent";
        extents[d] = (size_t)shape->integers[d];
    }
    return NULL;
}

/* Advances subscripts, the one of places[0] first, and tells the element of an array of these extents. */
static size_t next_element(size_t *subscripts, const size_t *extents, int rank, const int *places)
{
    for (int d = 0; d < rank; d++) {
        if (++subscripts[places[d]] < extents[places[d]])
            break;
        subscripts[places[d]] = 0;
    }
    size_t element = 0;
    for (int d = rank; d-- > 0;)
        element = element * extents[d] + subscripts[d];
    return element;
}

/* (source, shape, padding, order) */
static const char *reshape_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    size_t extents[XB_RANK_LIMIT];
    int rank = 0, places[XB_RANK_LIMIT] = {0, 1, 2, 3, 4, 5, 6};
    const xb_array *padding = xb_has_operand(x, count, 2) ? &x[2] : NULL;
    const char *wrong = read_shape(&x[1], extents, &rank);
    if (!wrong && xb_has_operand(x, count, 3))
        wrong = read_order(&x[3], rank, places);
    if (wrong)
        return wrong;
    if (padding && padding->type != x->type)
        return xb_wrong_operand_type();
    *y = xb_array_result(arena, x->type, rank, extents, x, count);
    if (y->count > x->count && (!padding || padding->count == 0))
        return xb_arena_format(arena, "%zu elements for a shape of %zu", x->count, y->count);
    size_t subscripts[XB_RANK_LIMIT] = {0}, element = 0;
    for (size_t k = 0; k < y->count; k++) {
        if (k < x->count)
            xb_array_copy(y, element, x, k);
        else
            xb_array_copy(y, element, padding, (k - x->count) % padding->count);
        element = next_element(subscripts, extents, rank, places);
    }
    return NULL;
}

/* ---- shifts ---------------------------------------------------------------- */

/* One of several values, or a scalar for all. */
static size_t of_line(const xb_array *x, size_t line)
{
    return x->rank == 0 ? 0 : line;
}

/* Whether an operand is a scalar, or has one element for each line along a dimension of the array. */
static bool fits_lines(const xb_array *x, const xb_array *array, int dimension)
{
    if (x->rank == 0)
        return true;
    if (x->rank != array->rank - 1)
        return false;
    for (int d = 0; d < x->rank; d++)
        if (xb_array_extent(x, d) != xb_array_extent(array, d < dimension ? d : d + 1))
            return false;
    return true;
}

/* Sets element j of y to what is shifted in from beyond the ends: zero if there is no boundary. */
static void shift_in(xb_array *y, size_t j, const xb_array *boundary, size_t line)
{
    if (boundary)
        xb_array_copy(y, j, boundary, of_line(boundary, line));
    else if (y->type == XB_TYPE_STRING)
        y->texts[j] = (xb_string){" ", 1};
}

/* Shifts lines along a dimension; what leaves at one end comes back at the other, or is replaced. */
static const char *shift(xb_arena *arena, const xb_array *x, size_t count, bool circular,
                         const xb_array *boundary, const xb_array *along, xb_array *y)
{
    int dimension = 0;
    const xb_array *shifts = &x[1];
    const char *wrong = along ? xb_array_dimension(arena, along, x->rank, &dimension) : NULL;
    if (wrong)
        return wrong;
    if (shifts->type != XB_TYPE_INTEGER || (boundary && boundary->type != x->type))
        return xb_wrong_operand_type();
    if (x->rank == 0 || !fits_lines(shifts, x, dimension) ||
        (boundary && !fits_lines(boundary, x, dimension)))
        return xb_wrong_operand_shape();
    size_t extents[XB_RANK_LIMIT] = {0}, stride = 1;
    for (int d = 0; d < x->rank; d++)
        extents[d] = xb_array_extent(x, d);
    for (int d = 0; d < dimension; d++)
        stride *= extents[d];
    *y = xb_array_result(arena, x->type, x->rank, extents, x, count);
    int64_t extent = (int64_t)extents[dimension];
    for (size_t j = 0; j < y->count; j++) {
        size_t place = j / stride % (size_t)extent, first = j - place * stride;
        size_t line = j % stride + j / stride / (size_t)extent * stride;
        int64_t by = shifts->integers[of_line(shifts, line)];
        /* beyond the extent, all is replaced; so the sum can't overflow */
        int64_t from = (int64_t)place + (circular       ? by % extent
                                         : by > extent  ? extent
                                         : by < -extent ? -extent
                                                        : by);
        if (circular)
            from = (from % extent + extent) % extent;
        if (from >= 0 && from < extent)
            xb_array_copy(y, j, x, first + (size_t)from * stride);
        else
            shift_in(y, j, boundary, line);
    }
    return NULL;
}

/* (array, shift, dimension) */
static const char *cshift_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    return shift(arena, x, count, true, NULL, xb_has_operand(x, count, 2) ? &x[2] : NULL, y);
}

/* (array, shift, boundary, dimension) */
static const char *eoshift_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    const xb_array *boundary = xb_has_operand(x, count, 2) ? &x[2] : NULL;
    return shift(arena, x, count, false, boundary, xb_has_operand(x, count, 3) ? &x[3] : NULL, y);
}

/* ---- pack, unpack ---------------------------------------------------------- */

static bool is_selected(const xb_array *mask, size_t i)
{
    return mask->integers[mask->rank == 0 ? 0 : i] != 0;
}

/* (array, mask, vector) */
static const char *pack_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    const xb_array *mask = &x[1], *vector = xb_has_operand(x, count, 2) ? &x[2] : NULL;
    if (mask->type != XB_TYPE_BOOL || (vector && vector->type != x->type))
        return xb_wrong_operand_type();
    if ((mask->rank > 0 && !xb_array_conform(x, mask)) || (vector && vector->rank != 1))
        return xb_wrong_operand_shape();
    size_t selected = 0, j = 0;
    for (size_t i = 0; i < x->count; i++)
        selected += is_selected(mask, i);
    if (vector && vector->count < selected)
        return "a vector that is too short";
    *y = xb_array_result(arena, x->type, 1, (size_t[]){vector ? vector->count : selected}, x, count);
    for (size_t i = 0; i < x->count; i++)
        if (is_selected(mask, i))
            xb_array_copy(y, j++, x, i);
    for (; j < y->count; j++)
        xb_array_copy(y, j, vector, j);
    return NULL;
}

/* (vector, mask, field) */
static const char *unpack_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    const xb_array *mask = &x[1], *field = &x[2];
    if (mask->type != XB_TYPE_BOOL || field->type != x->type)
        return xb_wrong_operand_type();
    if (x->rank != 1 || (field->rank > 0 && !xb_array_conform(field, mask)))
        return xb_wrong_operand_shape();
    size_t extents[XB_RANK_LIMIT], next = 0;
    for (int d = 0; d < mask->rank; d++)
        extents[d] = xb_array_extent(mask, d);
    *y = xb_array_result(arena, x->type, mask->rank, extents, x, count);
    for (size_t j = 0; j < y->count; j++) {
        if (!mask->integers[j])
            xb_array_copy(y, j, field, field->rank == 0 ? 0 : j);
        else if (next < x->count)
            xb_array_copy(y, j, x, next++);
        else
            return "a vector that is too short";
    }
    return NULL;
}

/* ---- transfer -------------------------------------------------------------- */

/* Bytes of each real number or integer that an element consists of. */
static size_t bytes_of(const xb_array *x)
{
    return x->width == XB_WIDE ? 8 : x->type == XB_TYPE_INTEGER ? (size_t)xb_width_bytes(x->width) : 4;
}

static size_t parts_of(const xb_array *x)
{
    return x->type == XB_TYPE_COMPLEX ? 2 : 1;
}

/* Writes part i of the elements of an array as it is in memory. */
static void put_part(const xb_array *x, size_t i, unsigned char *to)
{
    const size_t bytes = bytes_of(x);
    if (x->reals && bytes == 4) {
        const float single = (float)x->reals[i];
        memcpy(to, &single, bytes);
    } else if (x->reals) {
        memcpy(to, &x->reals[i], bytes);
    }
    for (size_t b = 0; x->integers && b < bytes; b++)
        to[b] = (unsigned char)((uint64_t)x->integers[i] >> 8 * b);
}

static void take_part(xb_array *y, size_t i, const unsigned char *from)
{
    const size_t bytes = bytes_of(y);
    uint64_t pattern = 0;
    if (y->reals && bytes == 4) {
        float single;
        memcpy(&single, from, bytes);
        y->reals[i] = (double)single;
    } else if (y->reals) {
        memcpy(&y->reals[i], from, bytes);
    }
    for (size_t b = 0; y->integers && b < bytes; b++)
        pattern |= (uint64_t)from[b] << 8 * b;
    if (y->integers)
        y->integers[i] = (int64_t)pattern; /* made to fit the width afterwards */
}

/* Copies bits, the lowest byte first. Real numbers, and parts of complex ones, that stay what they are keep
 * all digits and their tangents; other bits have none. */
static void copy_bits(xb_arena *arena, const xb_array *x, xb_array *y)
{
    const size_t from = x->count * parts_of(x), to = y->count * parts_of(y);
    if (x->reals && y->reals && bytes_of(x) == bytes_of(y)) {
        memcpy(y->reals, x->reals, to * sizeof *y->reals);
        if (x->tangents && y->tangents)
            memcpy(y->tangents, x->tangents, to * y->directions * sizeof *y->tangents);
        return;
    }
    unsigned char *bits = xb_arena_array(arena, from * bytes_of(x), 1);
    for (size_t i = 0; i < from; i++)
        put_part(x, i, bits + i * bytes_of(x));
    for (size_t i = 0; i < to; i++)
        take_part(y, i, bits + i * bytes_of(y));
}

/* (source, mould, size) */
static const char *transfer_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    const xb_array *mould = &x[1];
    if (xb_array_sides(x) > 0 && mould->type == XB_TYPE_INTEGER)
        *kink = 0; /* what depends on the bits has no derivative anywhere */
    bool numbers = (x->type == XB_TYPE_INTEGER || xb_array_sides(x) > 0) &&
                   (mould->type == XB_TYPE_INTEGER || xb_array_sides(mould) > 0);
    if (!numbers)
        return xb_wrong_operand_type();
    size_t bytes = x->count * parts_of(x) * bytes_of(x);
    size_t each = parts_of(mould) * bytes_of(mould);
    size_t wanted = mould->rank == 0 ? 1 : (bytes + each - 1) / each;
    int rank = mould->rank == 0 ? 0 : 1;
    if (xb_has_operand(x, count, 2)) {
        int64_t size;
        const char *wrong = xb_array_integer(&x[2], &size);
        if (wrong)
            return wrong;
        if (size < 0)
            return "a negative size";
        wanted = (size_t)size;
        rank = 1;
    }
    if (wanted > bytes / each)
        return "bits that there are not";
    *y = xb_array_result(arena, mould->type, rank, &wanted, x, 1);
    y->width = mould->width;
    copy_bits(arena, x, y);
    return NULL;
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_CSHIFT, cshift_apply},       {XB_INTRINSIC_EOSHIFT, eoshift_apply},
    {XB_INTRINSIC_PACK, pack_apply},           {XB_INTRINSIC_RESHAPE, reshape_apply},
    {XB_INTRINSIC_SPREAD, spread_apply},       {XB_INTRINSIC_TRANSFER, transfer_apply},
    {XB_INTRINSIC_TRANSPOSE, transpose_apply}, {XB_INTRINSIC_UNPACK, unpack_apply},
};

const xb_transformational_family xb_transformational_arrangement = {rows, sizeof rows / sizeof rows[0]};
