/*
 * Reductions of arrays as loops: sums, products, extrema and their places, counts, truth, norms and scalar
 * products. What is reduced along a dimension becomes an array of its own.
 */
#include "languages/code/loops.h"

/* A reduction under way. */
typedef struct reduction {
    xb_loops *loops;
    xb_arena *arena;
    xb_intrinsic_code code;
    const xb_source_expression *array, *mask;
    int dimension; /* from 0; -1: all */
    xb_type type;  /* of the result */
    unsigned bytes;
} reduction;

static const xb_source_expression *constant(xb_arena *arena, xb_type type, unsigned bytes, const char *text)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_CONSTANT, type, bytes, 0);
    made->text = text;
    return made;
}

/* The largest number of a type, or the least one. */
static const xb_source_expression *limit(const reduction *r, bool largest)
{
    xb_source_expression *huge = xb_source_new(r->arena, XB_SOURCE_OPERATION, r->type, r->bytes, 0);
    huge->intrinsic = XB_INTRINSIC_HUGE;
    huge->text = "huge";
    xb_source_take_operands(r->arena, huge, 1);
    xb_source_set_operand(huge, 0, constant(r->arena, r->type, r->bytes, "0"));
    if (largest)
        return huge;
    const xb_source_expression *least = xb_source_unary(r->arena, XB_INTRINSIC_MINUS, huge);
    return r->type == XB_TYPE_INTEGER
               ? xb_source_binary(r->arena, XB_INTRINSIC_SUB, least, xb_source_integer(r->arena, 1))
               : least;
}

static const xb_source_expression *first_value(const reduction *r)
{
    switch (r->code) {
    case XB_INTRINSIC_NC_MAXVAL: return limit(r, false);
    case XB_INTRINSIC_NC_MINVAL: return limit(r, true);
    case XB_INTRINSIC_PRODUCT: return constant(r->arena, r->type, r->bytes, "1");
    case XB_INTRINSIC_ALL: return constant(r->arena, XB_TYPE_BOOL, 0, "true");
    case XB_INTRINSIC_ANY: return constant(r->arena, XB_TYPE_BOOL, 0, "false");
    default:
        return r->type == XB_TYPE_BOOL ? constant(r->arena, XB_TYPE_BOOL, 0, "false")
                                       : constant(r->arena, r->type, r->bytes, "0");
    }
}

static void add_if(xb_loops *loops, const xb_source_expression *condition)
{
    xb_maker_add(loops->maker, XB_SOURCE_IF)->value = condition;
}

static xb_intrinsic_code combining(xb_intrinsic_code code)
{
    switch (code) {
    case XB_INTRINSIC_PRODUCT: return XB_INTRINSIC_MUL;
    case XB_INTRINSIC_NC_MAXVAL: return XB_INTRINSIC_NC_MAX;
    case XB_INTRINSIC_NC_MINVAL: return XB_INTRINSIC_NC_MIN;
    case XB_INTRINSIC_ALL: return XB_INTRINSIC_AND;
    case XB_INTRINSIC_ANY: return XB_INTRINSIC_OR;
    case XB_INTRINSIC_NORM2: return XB_INTRINSIC_HYPOT;
    default: return XB_INTRINSIC_ADD;
    }
}

/* Takes an element into account. */
static void accumulate(const reduction *r, const xb_source_expression *result,
                       const xb_source_expression *const *index)
{
    const xb_source_expression *element = xb_source_element(r->arena, r->array, index);
    bool counts = r->code == XB_INTRINSIC_COUNT_TRUE;
    if (r->mask)
        add_if(r->loops, xb_source_element(r->arena, r->mask, index));
    if (counts)
        add_if(r->loops, element);
    xb_loops_set(r->loops, result,
                 xb_source_binary(r->arena, combining(r->code), result,
                                  counts ? xb_source_integer(r->arena, 1) : element));
    if (counts || r->mask)
        xb_maker_add(r->loops->maker, XB_SOURCE_END_IF);
}

static const xb_source_expression *reduce_all(const reduction *r, const xb_source_expression *into)
{
    const xb_source_expression *result =
        into ? into : xb_loops_scalar(r->loops, "reduced", r->type, r->bytes);
    xb_loops_set(r->loops, result, first_value(r));
    xb_nest nest = xb_loops_over(r->loops, r->array);
    accumulate(r, result, nest.index);
    xb_loops_close(r->loops, &nest);
    return result;
}

/* Opens loops over all dimensions but one. @param index receives all, but for that one */
static xb_nest open_others(const reduction *r, const xb_source_expression **index)
{
    const xb_source_expression *extents[XB_LOOPS_MOST];
    int rank = 0;
    for (int d = 0; d < r->array->rank; d++)
        if (d != r->dimension)
            extents[rank++] = xb_source_extent(r->arena, r->array, d);
    xb_nest nest = xb_loops_open(r->loops, extents, (size_t)rank);
    for (int d = 0, next = 0; d < r->array->rank; d++)
        if (d != r->dimension)
            index[d] = nest.index[next++];
    return nest;
}

static const xb_source_expression *array_of_others(const reduction *r)
{
    const xb_source_expression *extents[XB_LOOPS_MOST];
    size_t rank = 0;
    for (int d = 0; d < r->array->rank; d++)
        if (d != r->dimension)
            extents[rank++] = xb_source_room(r->arena, r->array, d);
    return xb_loops_result(r->loops, r->type, r->bytes, extents, rank);
}

static const xb_source_expression *reduce_dimension(const reduction *r)
{
    const xb_source_expression *index[XB_LOOPS_MOST];
    const xb_source_expression *result = array_of_others(r);
    const xb_source_expression *extent = xb_source_extent(r->arena, r->array, r->dimension);
    xb_nest others = open_others(r, index);
    const xb_source_expression *element = xb_source_element(r->arena, result, others.index);
    xb_loops_set(r->loops, element, first_value(r));
    xb_nest along = xb_loops_open(r->loops, &extent, 1);
    index[r->dimension] = along.index[0];
    accumulate(r, element, index);
    xb_loops_close(r->loops, &along);
    xb_loops_close(r->loops, &others);
    return result;
}

/* ---- places of extrema ----------------------------------------------------------------------------------
 */

static const xb_source_expression *one_more(xb_arena *arena, const xb_source_expression *index)
{
    return xb_source_plus(arena, index, xb_source_integer(arena, 1));
}

/* If an element is the first one, or beats the best so far, it is the best. @param place where results go,
 * the first of which is 0 as long as there is none */
static void try_element(const reduction *r, const xb_source_expression *best,
                        const xb_source_expression *const *place, const xb_source_expression *const *number,
                        size_t count, const xb_source_expression *const *index)
{
    xb_arena *arena = r->arena;
    const xb_source_expression *element = xb_source_element(arena, r->array, index);
    bool most = r->code == XB_INTRINSIC_MAXLOC;
    if (r->mask)
        add_if(r->loops, xb_source_element(arena, r->mask, index));
    const xb_source_expression *none =
        xb_source_relation(arena, XB_INTRINSIC_EQUAL, place[0], xb_source_integer(arena, 0));
    const xb_source_expression *beats =
        xb_source_relation(arena, most ? XB_INTRINSIC_GREATER_THAN : XB_INTRINSIC_LESS_THAN, element, best);
    add_if(r->loops, xb_source_binary(arena, XB_INTRINSIC_OR, none, beats));
    xb_loops_set(r->loops, best, element);
    for (size_t d = 0; d < count; d++)
        xb_loops_set(r->loops, place[d], one_more(arena, number[d]));
    xb_maker_add(r->loops->maker, XB_SOURCE_END_IF);
    if (r->mask)
        xb_maker_add(r->loops->maker, XB_SOURCE_END_IF);
}

static const xb_source_expression *begin_best(const reduction *r)
{
    return xb_loops_scalar(r->loops, "best", r->array->type, r->array->bytes);
}

static void set_best(const reduction *r, const xb_source_expression *best)
{
    xb_loops_set(r->loops, best, constant(r->arena, best->type, best->bytes, "0"));
}

static const xb_source_expression *locate_all(const reduction *r)
{
    const xb_source_expression *place[XB_LOOPS_MOST];
    size_t rank = (size_t)r->array->rank;
    const xb_source_expression *count = xb_source_integer(r->arena, (int64_t)rank);
    const xb_source_expression *result = xb_loops_result(r->loops, XB_TYPE_INTEGER, r->bytes, &count, 1);
    const xb_source_expression *best = begin_best(r);
    set_best(r, best);
    for (size_t d = 0; d < rank; d++) {
        const xb_source_expression *number = xb_source_integer(r->arena, (int64_t)d);
        place[d] = xb_source_element(r->arena, result, &number);
        xb_loops_set(r->loops, place[d], xb_source_integer(r->arena, 0));
    }
    xb_nest nest = xb_loops_over(r->loops, r->array);
    try_element(r, best, place, nest.index, rank, nest.index);
    xb_loops_close(r->loops, &nest);
    return result;
}

/* Along a dimension; of a vector it is a scalar. */
static const xb_source_expression *locate_dimension(const reduction *r)
{
    const xb_source_expression *index[XB_LOOPS_MOST];
    const xb_source_expression *extent = xb_source_extent(r->arena, r->array, r->dimension);
    bool is_vector = r->array->rank == 1;
    const xb_source_expression *result =
        is_vector ? xb_loops_scalar(r->loops, "place", XB_TYPE_INTEGER, r->bytes) : array_of_others(r);
    const xb_source_expression *best = begin_best(r);
    xb_nest others = open_others(r, index);
    const xb_source_expression *place = xb_source_element(r->arena, result, others.index);
    set_best(r, best);
    xb_loops_set(r->loops, place, xb_source_integer(r->arena, 0));
    xb_nest along = xb_loops_open(r->loops, &extent, 1);
    index[r->dimension] = along.index[0];
    try_element(r, best, &place, along.index, 1, index);
    xb_loops_close(r->loops, &along);
    xb_loops_close(r->loops, &others);
    return result;
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static const xb_source_expression *scalar_product(xb_loops *loops, const xb_source_expression *operation,
                                                  const xb_source_expression *into)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *a = operation->operands[0], *b = operation->operands[1];
    bool logical = operation->type == XB_TYPE_BOOL;
    reduction r = {
        .loops = loops, .arena = arena, .type = operation->type, .bytes = operation->bytes, .dimension = -1};
    r.code = logical ? XB_INTRINSIC_ANY : XB_INTRINSIC_SUM;
    if (a->type == XB_TYPE_COMPLEX)
        a = xb_source_unary(arena, XB_INTRINSIC_CONJ, a);
    r.array = xb_source_binary(arena, logical ? XB_INTRINSIC_AND : XB_INTRINSIC_MUL, a, b);
    return reduce_all(&r, into);
}

/* Reads what follows the array: a dimension, a mask, both in this order, or a mask after nothing. */
static bool read_operands(reduction *r, const xb_source_expression *operation)
{
    int64_t dimension;
    size_t last =
        r->code == XB_INTRINSIC_COUNT_TRUE || r->code == XB_INTRINSIC_ANY || r->code == XB_INTRINSIC_ALL ? 2
                                                                                                         : 3;
    for (size_t i = 1; i < operation->count && i < last; i++) {
        const xb_source_expression *operand = operation->operands[i];
        if (!operand)
            continue;
        if (operand->type == XB_TYPE_BOOL)
            r->mask = operand;
        else if (!xb_source_is_integer(operand, &dimension) || dimension < 1 || dimension > r->array->rank)
            return false;
        else
            r->dimension = (int)dimension - 1;
    }
    return true;
}

const xb_source_expression *xb_loops_reduce(xb_loops *loops, const xb_source_expression *operation,
                                            const xb_source_expression *into)
{
    if (operation->intrinsic == XB_INTRINSIC_DOT_PRODUCT)
        return scalar_product(loops, operation, into);
    reduction r = {.loops = loops,
                   .arena = loops->maker->arena,
                   .code = operation->intrinsic,
                   .array = operation->operands[0],
                   .dimension = -1,
                   .type = operation->type,
                   .bytes = operation->bytes};
    if (!read_operands(&r, operation)) {
        return xb_loops_refuse(loops, operation, "along a dimension that is no constant of its array");
    }
    if (r.mask && r.mask->rank == 0)
        r.mask = xb_loops_copy(loops, r.mask);
    if (xb_intrinsic_facts_of(r.code)->form == XB_FORM_LOCATION)
        return r.dimension < 0 ? locate_all(&r) : locate_dimension(&r);
    return r.dimension < 0 || r.array->rank == 1 ? reduce_all(&r, into) : reduce_dimension(&r);
}
