/*
 * Products of matrices, and what puts elements elsewhere, as loops that fill an array of its own; and
 * questions about shapes.
 */
#include "languages/code/loops.h"

static const xb_source_expression *integer(const xb_loops *loops, int64_t value)
{
    return xb_source_integer(loops->maker->arena, value);
}

static const xb_source_expression *refuse(xb_loops *loops, const xb_source_expression *operation,
                                          const char *what)
{
    return xb_loops_refuse(loops, operation, what);
}

/* What is needed several times, or element by element, is a variable. */
static const xb_source_expression *held(xb_loops *loops, const xb_source_expression *value)
{
    return value->kind == XB_SOURCE_VARIABLE || value->kind == XB_SOURCE_CONSTANT
               ? value
               : xb_loops_copy(loops, value);
}

/* ---- products -------------------------------------------------------------------------------------------
 */

static void clear(xb_loops *loops, const xb_source_expression *element, bool logical)
{
    xb_source_expression *zero =
        xb_source_new(loops->maker->arena, XB_SOURCE_CONSTANT, element->type, element->bytes, 0);
    zero->text = logical ? "false" : "0";
    xb_loops_set(loops, element, zero);
}

static void add_product(xb_loops *loops, const xb_source_expression *sum, const xb_source_expression *a,
                        const xb_source_expression *b)
{
    xb_arena *arena = loops->maker->arena;
    bool logical = sum->type == XB_TYPE_BOOL;
    const xb_source_expression *product =
        xb_source_binary(arena, logical ? XB_INTRINSIC_AND : XB_INTRINSIC_MUL, a, b);
    xb_loops_set(loops, sum,
                 xb_source_binary(arena, logical ? XB_INTRINSIC_OR : XB_INTRINSIC_ADD, sum, product));
}

/* For each column of the result, each column of the first matrix is added, as often as the second one says.
 */
static const xb_source_expression *multiply(xb_loops *loops, const xb_source_expression *operation)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *a = held(loops, operation->operands[0]),
                               *b = held(loops, operation->operands[1]);
    const xb_source_expression *extents[2];
    size_t rank = 0;
    bool has_rows = a->rank == 2, has_columns = b->rank == 2;
    if (has_rows)
        extents[rank++] = xb_source_room(arena, a, 0);
    if (has_columns)
        extents[rank++] = xb_source_room(arena, b, 1);
    const xb_source_expression *result =
        xb_loops_result(loops, operation->type, operation->bytes, extents, rank);
    const xb_source_expression *between = xb_source_extent(arena, b, 0);
    xb_nest columns = xb_loops_open(loops, extents + has_rows, has_columns);
    const xb_source_expression *place[2] = {NULL}, *column = columns.index[0];
    place[has_rows] = column;
    xb_nest cleared = xb_loops_open(loops, extents, has_rows);
    if (has_rows)
        place[0] = cleared.index[0];
    clear(loops, xb_source_element(arena, result, place), operation->type == XB_TYPE_BOOL);
    xb_loops_close(loops, &cleared);
    xb_nest along = xb_loops_open(loops, &between, 1);
    xb_nest rows = xb_loops_open(loops, extents, has_rows);
    if (has_rows)
        place[0] = rows.index[0];
    const xb_source_expression *left[] = {has_rows ? rows.index[0] : along.index[0], along.index[0]};
    const xb_source_expression *right[] = {along.index[0], column};
    add_product(loops, xb_source_element(arena, result, place), xb_source_element(arena, a, left),
                xb_source_element(arena, b, right));
    xb_loops_close(loops, &rows);
    xb_loops_close(loops, &along);
    xb_loops_close(loops, &columns);
    return result;
}

/* ---- shifts ---------------------------------------------------------------------------------------------
 */

/* An element of what may be a scalar, or have one dimension less. */
static const xb_source_expression *beside(xb_loops *loops, const xb_source_expression *value,
                                          const xb_nest *nest, int dimension)
{
    const xb_source_expression *index[XB_LOOPS_MOST];
    for (int d = 0, next = 0; d < (int)nest->count; d++)
        if (d != dimension)
            index[next++] = nest->index[d];
    return xb_source_element(loops->maker->arena, value, index);
}

static const xb_source_expression *zero_of(xb_loops *loops, const xb_source_expression *array)
{
    xb_source_expression *zero =
        xb_source_new(loops->maker->arena, XB_SOURCE_CONSTANT, array->type, array->bytes, 0);
    zero->text = array->type == XB_TYPE_BOOL ? "false" : array->type == XB_TYPE_CHAR ? " " : "0";
    return zero;
}

/* The array without a boundary, around which elements come back; with one, which they go beyond. */
static const xb_source_expression *shift(xb_loops *loops, const xb_source_expression *operation,
                                         const xb_source_expression *boundary,
                                         const xb_source_expression *along)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *array = held(loops, operation->operands[0]);
    const xb_source_expression *by = held(loops, operation->operands[1]);
    const xb_source_expression *extents[XB_LOOPS_MOST];
    int64_t dimension = 1;
    if (along && (!xb_source_is_integer(along, &dimension) || dimension < 1 || dimension > array->rank))
        return refuse(loops, operation, "along a dimension that is no constant of its array");
    int d = (int)dimension - 1;
    for (int e = 0; e < array->rank; e++)
        extents[e] = xb_source_room(arena, array, e);
    const xb_source_expression *result =
        xb_loops_result(loops, array->type, array->bytes, extents, (size_t)array->rank);
    xb_nest nest = xb_loops_open(loops, extents, (size_t)array->rank), from = nest;
    const xb_source_expression *target = xb_source_element(arena, result, nest.index);
    const xb_source_expression *place = xb_source_plus(arena, nest.index[d], beside(loops, by, &nest, d));
    if (!boundary) {
        from.index[d] = xb_source_binary(arena, XB_INTRINSIC_MODULO, place, extents[d]);
        xb_loops_set(loops, target, xb_source_element(arena, array, from.index));
    } else {
        from.index[d] = xb_loops_copy(loops, place);
        const xb_source_expression *within = xb_source_binary(
            arena, XB_INTRINSIC_AND,
            xb_source_relation(arena, XB_INTRINSIC_GREATER_OR_EQUAL, from.index[d], integer(loops, 0)),
            xb_source_relation(arena, XB_INTRINSIC_LESS_THAN, from.index[d], extents[d]));
        xb_maker_add(loops->maker, XB_SOURCE_IF)->value = within;
        xb_loops_set(loops, target, xb_source_element(arena, array, from.index));
        xb_maker_add(loops->maker, XB_SOURCE_ELSE);
        xb_loops_set(loops, target, beside(loops, boundary, &nest, d));
        xb_maker_add(loops->maker, XB_SOURCE_END_IF);
    }
    xb_loops_close(loops, &nest);
    return result;
}

/* ---- pack, unpack, reshape ------------------------------------------------------------------------------
 */

static const xb_source_expression *counter(xb_loops *loops)
{
    const xb_source_expression *made = xb_loops_scalar(loops, "next", XB_TYPE_INTEGER, 0);
    xb_loops_set(loops, made, integer(loops, 0));
    return made;
}

static void count_up(xb_loops *loops, const xb_source_expression *count)
{
    xb_loops_set(loops, count, xb_source_plus(loops->maker->arena, count, integer(loops, 1)));
}

static void begin_if(xb_loops *loops, const xb_source_expression *condition)
{
    xb_maker_add(loops->maker, XB_SOURCE_IF)->value = condition;
}

/* How many elements a mask chooses. */
static const xb_source_expression *chosen(xb_loops *loops, const xb_source_expression *array,
                                          const xb_source_expression *mask)
{
    const xb_source_expression *count = counter(loops);
    xb_nest nest = xb_loops_over(loops, array);
    begin_if(loops, xb_source_element(loops->maker->arena, mask, nest.index));
    count_up(loops, count);
    xb_maker_add(loops->maker, XB_SOURCE_END_IF);
    xb_loops_close(loops, &nest);
    return count;
}

static const xb_source_expression *pack(xb_loops *loops, const xb_source_expression *operation)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *array = held(loops, operation->operands[0]);
    const xb_source_expression *mask = held(loops, operation->operands[1]);
    const xb_source_expression *vector = operation->count > 2 ? operation->operands[2] : NULL;
    const xb_source_expression *extent =
        vector ? xb_source_room(arena, vector, 0) : chosen(loops, array, mask);
    const xb_source_expression *result = xb_loops_result(loops, array->type, array->bytes, &extent, 1);
    if (vector)
        xb_loops_assign(loops, result, vector);
    const xb_source_expression *next = counter(loops);
    xb_nest nest = xb_loops_over(loops, array);
    begin_if(loops, xb_source_element(arena, mask, nest.index));
    xb_loops_set(loops, xb_source_element(arena, result, &next), xb_source_element(arena, array, nest.index));
    count_up(loops, next);
    xb_maker_add(loops->maker, XB_SOURCE_END_IF);
    xb_loops_close(loops, &nest);
    return result;
}

static const xb_source_expression *unpack(xb_loops *loops, const xb_source_expression *operation)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *vector = held(loops, operation->operands[0]);
    const xb_source_expression *mask = held(loops, operation->operands[1]);
    const xb_source_expression *field = held(loops, operation->operands[2]);
    const xb_source_expression *extents[XB_LOOPS_MOST];
    for (int d = 0; d < mask->rank; d++)
        extents[d] = xb_source_room(arena, mask, d);
    const xb_source_expression *result =
        xb_loops_result(loops, operation->type, operation->bytes, extents, (size_t)mask->rank);
    const xb_source_expression *next = counter(loops);
    xb_nest nest = xb_loops_over(loops, mask);
    const xb_source_expression *target = xb_source_element(arena, result, nest.index);
    begin_if(loops, xb_source_element(arena, mask, nest.index));
    xb_loops_set(loops, target, xb_source_element(arena, vector, &next));
    count_up(loops, next);
    xb_maker_add(loops->maker, XB_SOURCE_ELSE);
    xb_loops_set(loops, target, xb_source_element(arena, field, nest.index));
    xb_maker_add(loops->maker, XB_SOURCE_END_IF);
    xb_loops_close(loops, &nest);
    return result;
}

/* Appends the elements of an array to a vector, as long as there is room. */
static void append(xb_loops *loops, const xb_source_expression *vector, const xb_source_expression *room,
                   const xb_source_expression *array, const xb_source_expression *next)
{
    xb_arena *arena = loops->maker->arena;
    xb_nest nest = xb_loops_over(loops, array);
    begin_if(loops, xb_source_relation(arena, XB_INTRINSIC_LESS_THAN, next, room));
    xb_loops_set(loops, xb_source_element(arena, vector, &next), xb_source_element(arena, array, nest.index));
    count_up(loops, next);
    xb_maker_add(loops->maker, XB_SOURCE_END_IF);
    xb_loops_close(loops, &nest);
}

/* Elements in the order of storage. */
static const xb_source_expression *reshape(xb_loops *loops, const xb_source_expression *operation)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *source = operation->operands[0], *shape = held(loops, operation->operands[1]);
    const xb_source_expression *extents[XB_LOOPS_MOST], *count = integer(loops, 1);
    const xb_source_expression *padding = operation->count > 2 ? operation->operands[2] : NULL;
    if (operation->count > 3)
        return refuse(loops, operation, "with another order");
    for (int d = 0; d < operation->rank; d++) {
        const xb_source_expression *number = integer(loops, d);
        extents[d] = xb_loops_copy(loops, xb_source_element(arena, shape, &number));
        count = xb_source_times(arena, count, extents[d]);
    }
    const xb_source_expression *vector = xb_loops_array(loops, source->type, source->bytes, &count, 1);
    const xb_source_expression *next = counter(loops);
    append(loops, vector, count, source, next);
    if (padding) {
        xb_maker_add(loops->maker, XB_SOURCE_WHILE)->value =
            xb_source_relation(arena, XB_INTRINSIC_LESS_THAN, next, count);
        append(loops, vector, count, padding, next);
        xb_maker_add(loops->maker, XB_SOURCE_END_DO);
    }
    const xb_source_expression *result =
        xb_loops_result(loops, source->type, source->bytes, extents, (size_t)operation->rank);
    xb_loops_set(loops, next, integer(loops, 0));
    xb_nest nest = xb_loops_over(loops, result);
    xb_loops_set(loops, xb_source_element(arena, result, nest.index),
                 xb_source_element(arena, vector, &next));
    count_up(loops, next);
    xb_loops_close(loops, &nest);
    return result;
}

static const xb_source_expression *spread(xb_loops *loops, const xb_source_expression *operation)
{
    int64_t dimension;
    const xb_source_expression *operands[3];
    if (!xb_source_is_integer(operation->operands[1], &dimension) || dimension < 1 ||
        dimension > operation->rank)
        return refuse(loops, operation, "along a dimension that is no constant of its result");
    operands[0] = held(loops, operation->operands[0]);
    operands[1] = operation->operands[1];
    operands[2] = held(loops, operation->operands[2]);
    return xb_source_rebuilt(loops->maker->arena, operation, operands);
}

const xb_source_expression *xb_loops_arrange(xb_loops *loops, const xb_source_expression *operation)
{
    size_t count = operation->count;
    switch (operation->intrinsic) {
    case XB_INTRINSIC_MATMUL: return multiply(loops, operation);
    case XB_INTRINSIC_RESHAPE: return reshape(loops, operation);
    case XB_INTRINSIC_CSHIFT: return shift(loops, operation, NULL, count > 2 ? operation->operands[2] : NULL);
    case XB_INTRINSIC_EOSHIFT: {
        bool given = count > 2 && operation->operands[2];
        return shift(loops, operation,
                     given ? held(loops, operation->operands[2]) : zero_of(loops, operation->operands[0]),
                     count > 3 ? operation->operands[3] : NULL);
    }
    case XB_INTRINSIC_PACK: return pack(loops, operation);
    case XB_INTRINSIC_UNPACK: return unpack(loops, operation);
    case XB_INTRINSIC_SPREAD: return spread(loops, operation);
    default: return refuse(loops, operation, "is not known of arrays");
    }
}

/* ---- questions ------------------------------------------------------------------------------------------
 */

/* The property of one dimension. */
static const xb_source_expression *property(xb_loops *loops, const xb_source_expression *inquiry,
                                            const xb_source_expression *asked, int dimension)
{
    xb_arena *arena = loops->maker->arena;
    int64_t known;
    const xb_source_expression *extent = xb_source_room(arena, asked, dimension);
    bool is_whole = asked->kind == XB_SOURCE_VARIABLE && asked->count == 0;
    bool is_empty = xb_source_is_integer(extent, &known) && known == 0;
    if (inquiry->intrinsic == XB_INTRINSIC_LBOUND)
        return is_whole && !is_empty ? xb_source_lower(arena, asked->variable, dimension) : integer(loops, 1);
    if (inquiry->intrinsic == XB_INTRINSIC_UBOUND && is_whole && !is_empty)
        return xb_source_upper(arena, asked->variable, dimension);
    return extent;
}

static const xb_source_expression *properties(xb_loops *loops, const xb_source_expression *inquiry,
                                              const xb_source_expression *asked)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *count = integer(loops, asked->rank);
    const xb_source_expression *result = xb_loops_result(loops, XB_TYPE_INTEGER, inquiry->bytes, &count, 1);
    for (int d = 0; d < asked->rank; d++) {
        const xb_source_expression *number = integer(loops, d);
        xb_loops_set(loops, xb_source_element(arena, result, &number), property(loops, inquiry, asked, d));
    }
    return result;
}

static const xb_source_expression *number_of_elements(xb_loops *loops, const xb_source_expression *asked)
{
    const xb_source_expression *count = integer(loops, 1);
    for (int d = 0; d < asked->rank; d++)
        count = xb_source_times(loops->maker->arena, count, xb_source_room(loops->maker->arena, asked, d));
    return count;
}

const xb_source_expression *xb_loops_inquire(xb_loops *loops, const xb_source_expression *inquiry)
{
    xb_intrinsic_code code = inquiry->intrinsic;
    int64_t dimension;
    bool about_bounds = code == XB_INTRINSIC_SIZE || code == XB_INTRINSIC_SHAPE ||
                        code == XB_INTRINSIC_LBOUND || code == XB_INTRINSIC_UBOUND;
    if (code == XB_INTRINSIC_RANK)
        return integer(loops, inquiry->operands[0]->rank);
    if (!about_bounds)
        return inquiry;
    const xb_source_expression *asked = inquiry->operands[0];
    if (asked->kind != XB_SOURCE_VARIABLE)
        asked = held(loops, xb_loops_prepare(loops, asked));
    if (code == XB_INTRINSIC_SHAPE)
        return properties(loops, inquiry, asked);
    if (inquiry->count < 2 || !inquiry->operands[1])
        return code == XB_INTRINSIC_SIZE ? number_of_elements(loops, asked)
                                         : properties(loops, inquiry, asked);
    if (!xb_source_is_integer(inquiry->operands[1], &dimension) || dimension < 1 || dimension > asked->rank)
        return refuse(loops, inquiry, "of a dimension that is no constant of its array");
    return property(loops, inquiry, asked, (int)dimension - 1);
}
