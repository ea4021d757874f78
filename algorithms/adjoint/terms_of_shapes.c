/*
 * reshape(x, shape, padding, order) fills y with the elements of x, and then with those of the padding again
 * and again, dimension order(1) of y the fastest. So y' is first brought into the order in which it was
 * filled, by a reshape with the inverse order. The beginning of that is for x, and the rest, in columns of
 * the length of the padding, for the padding.
 */
#include "algorithms/adjoint/term.h"
#include "ir/build.h"
#include "ir/version.h"

bool xb_transpose_transpose(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t y = xb_term_add_y(t, value);
    xb_term_add_value(t, value, xb_build_unary(t->a->program, value, XB_INTRINSIC_TRANSPOSE, y));
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

/* A vector of integers, from 1 on. */
static xb_symbol *create_integers(xb_adjoint_term *t, int64_t count)
{
    const xb_bounds bounds = {1, count};
    const xb_temporary_type type = {.type = XB_TYPE_INTEGER, .rank = 1, .bounds = &bounds};
    return xb_temporary_create(t->a->program, t->a->scope, "aux", type);
}

static xb_reference *element(const xb_adjoint_term *t, xb_symbol *vector, xb_expression *index)
{
    xb_reference *reference = xb_build_reference(t->a->program, vector);
    xb_list_append(t->a->program->arena, &reference->subscripts,
                   xb_build_triplet(t->a->program, index, NULL, NULL));
    return reference;
}

static xb_expression *number(const xb_adjoint_term *t, int64_t value)
{
    return xb_build_leaf(t->a->program, xb_build_integer(t->a->program, value));
}

static void set(xb_adjoint_term *t, xb_reference *target, xb_expression *value)
{
    xb_adjoint_append(t->a, xb_build_assignment(t->a->program, "_arrangement", target, value));
}

static uint32_t add_vector(const xb_adjoint_term *t, xb_expression *to, xb_symbol *vector)
{
    return xb_expression_add(t->a->program, to, xb_build_reference(t->a->program, vector));
}

/* ---- order -------------------------------------------------------------------------------------------- */

/* order(k), from the same bounds whatever those of the operand are. */
static xb_expression *order_of(xb_adjoint_term *t, xb_symbol *order, int k)
{
    return xb_build_leaf(t->a->program, element(t, order, number(t, k)));
}

/* An array with the elements of y' in the order in which they were filled in. */
static uint32_t add_filled(xb_adjoint_term *t, xb_expression *value)
{
    int rank = xb_reference_rank(t->y);
    uint32_t y = xb_term_add_y(t, value);
    if (!xb_term_operand(t, 4))
        return y;
    xb_symbol *order = create_integers(t, rank), *inverse = create_integers(t, rank);
    xb_symbol *shape = create_integers(t, rank);
    xb_expression *given = xb_build_expression(t->a->program);
    given->root = xb_term_add_operand(t, given, 4);
    set(t, xb_build_reference(t->a->program, order), given);
    for (int k = 1; k <= rank; k++) {
        xb_expression *extent = xb_build_expression(t->a->program);
        uint32_t dimension = xb_expression_add(t->a->program, extent, element(t, order, number(t, k)));
        extent->root = xb_term_add_extent(t, extent, t->y, dimension);
        set(t, element(t, inverse, order_of(t, order, k)), number(t, k));
        set(t, element(t, shape, number(t, k)), extent);
    }
    const uint32_t operands[] = {y, add_vector(t, value, shape), xb_term_add_padding(t, value),
                                 add_vector(t, value, inverse)};
    return xb_term_apply(t, value, XB_INTRINSIC_RESHAPE, 4, operands);
}

/* ---- x ------------------------------------------------------------------------------------------------ */

/* Whether y has certainly no fewer elements than x. */
static bool is_full(const xb_adjoint_term *t)
{
    xb_arena *arena = t->a->program->arena;
    const xb_shape x = xb_shape_of_reference(arena, t->x), y = xb_shape_of_reference(arena, t->y);
    int64_t of_x = xb_shape_count(&x), of_y = xb_shape_count(&y);
    return of_x > 0 && of_y >= of_x;
}

static void add_to_array(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    uint32_t filled = add_filled(t, value), shape = xb_term_add_shape(t, value, t->x);
    uint32_t padding = is_full(t) ? XB_GRAPH_NONE : xb_term_add_padding(t, value);
    const uint32_t operands[] = {filled, shape, padding};
    xb_term_add_value(t, value, xb_term_apply(t, value, XB_INTRINSIC_RESHAPE, 3, operands));
}

/* ---- padding ------------------------------------------------------------------------------------------ */

/* The size of y. */
static xb_symbol *length(xb_adjoint_term *t)
{
    xb_symbol *shape = create_integers(t, 1);
    xb_expression *size = xb_build_expression(t->a->program);
    size->root = xb_term_add_size(t, size, t->y);
    set(t, element(t, shape, number(t, 1)), size);
    return shape;
}

/* As many columns of the length of the padding as y has elements for, and one more: size(y)/max(size(x),1) +
 * 1 */
static xb_symbol *columns(xb_adjoint_term *t)
{
    xb_program *program = t->a->program;
    xb_symbol *shape = create_integers(t, 2);
    xb_expression *rows = xb_build_expression(program), *count = xb_build_expression(program);
    rows->root = xb_term_add_size(t, rows, t->x);
    uint32_t size = xb_term_add_size(t, count, t->y), each = xb_term_add_size(t, count, t->x);
    uint32_t least = xb_term_add_integer(t, count, 1), more = xb_term_add_integer(t, count, 1);
    each = xb_build_binary(program, count, XB_INTRINSIC_NC_MAX, each, least);
    uint32_t quotient = xb_build_binary(program, count, XB_INTRINSIC_DIV, size, each);
    count->root = xb_build_binary(program, count, XB_INTRINSIC_ADD, quotient, more);
    set(t, element(t, shape, number(t, 1)), rows);
    set(t, element(t, shape, number(t, 2)), count);
    return shape;
}

/* The elements of y' in order, beginning with those of the padding, then zeros. */
static uint32_t add_rest(xb_adjoint_term *t, xb_expression *value)
{
    uint32_t operands[] = {add_filled(t, value), add_vector(t, value, length(t))};
    uint32_t vector = xb_term_apply(t, value, XB_INTRINSIC_RESHAPE, 2, operands);
    uint32_t first = xb_term_add_operand(t, value, 1);
    uint32_t used = xb_build_unary(t->a->program, value, XB_INTRINSIC_SIZE, first);
    return xb_build_binary(t->a->program, value, XB_INTRINSIC_EOSHIFT, vector, used);
}

static void add_to_padding(xb_adjoint_term *t)
{
    xb_expression *value = xb_build_expression(t->a->program);
    const uint32_t of_matrix[] = {add_rest(t, value), add_vector(t, value, columns(t)),
                                  xb_term_add_padding(t, value)};
    uint32_t matrix = xb_term_apply(t, value, XB_INTRINSIC_RESHAPE, 3, of_matrix);
    uint32_t second = xb_term_add_integer(t, value, 2);
    uint32_t sums = xb_build_binary(t->a->program, value, XB_INTRINSIC_SUM, matrix, second);
    uint32_t shape = xb_term_add_shape(t, value, t->x);
    xb_term_add_value(t, value, xb_build_binary(t->a->program, value, XB_INTRINSIC_RESHAPE, sums, shape));
}

bool xb_transpose_reshape(xb_adjoint_term *t)
{
    if (t->position == 1)
        add_to_array(t);
    else
        add_to_padding(t);
    return true;
}
