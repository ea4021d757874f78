/*
 * Shapes and elements of array expressions. An element of an elementwise operation is the operation of
 * elements; transposing and spreading choose other subscripts. Expressions nest as deeply as the source does,
 * up to a limit that preparing them checks.
 */
#include "languages/code/loops.h"

#include <string.h>

/* ---- arithmetic ---------------------------------------------------------------------------------------- */

xb_source_expression *xb_source_rebuilt(xb_arena *arena, const xb_source_expression *expression,
                                        const xb_source_expression *const *operands)
{
    xb_source_expression *made =
        xb_source_new(arena, expression->kind, expression->type, expression->bytes, expression->rank);
    made->intrinsic = expression->intrinsic;
    made->text = expression->text;
    made->variable = expression->variable;
    made->callee = expression->callee;
    xb_source_take_operands(arena, made, expression->count);
    for (size_t i = 0; i < expression->count; i++)
        xb_source_set_operand(made, i, operands[i]);
    return made;
}

static xb_type wider_type(xb_type a, xb_type b)
{
    return a > b ? a : b;
}

const xb_source_expression *xb_source_binary(xb_arena *arena, xb_intrinsic_code code,
                                             const xb_source_expression *a, const xb_source_expression *b)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, wider_type(a->type, b->type), 0,
                                               a->rank > b->rank ? a->rank : b->rank);
    made->intrinsic = code;
    made->text = xb_intrinsic_facts_of(code)->name;
    xb_source_take_operands(arena, made, 2);
    xb_source_set_operand(made, 0, a);
    xb_source_set_operand(made, 1, b);
    xb_source_settle_kind(made);
    return made;
}

const xb_source_expression *xb_source_unary(xb_arena *arena, xb_intrinsic_code code,
                                            const xb_source_expression *a)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, a->type, a->bytes, a->rank);
    made->intrinsic = code;
    made->text = xb_intrinsic_facts_of(code)->name;
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, a);
    return made;
}

static bool is_integer(const xb_source_expression *expression, int64_t value)
{
    int64_t found;
    return xb_source_is_integer(expression, &found) && found == value;
}

bool xb_source_counts(const xb_source_expression *e)
{
    unsigned bytes = xb_source_kind_of(e->type, e->bytes);
    return e->type == XB_TYPE_INTEGER && (bytes == 4 || bytes == 8);
}

/* An integer as a term and a constant: sums that wrap around otherwise than subscripts do are terms.
 * @return the term; NULL if there is none */
static const xb_source_expression *term_of(const xb_source_expression *e, int64_t *constant)
{
    int64_t value;
    *constant = 0;
    if (xb_source_is_integer(e, constant))
        return NULL;
    bool adds = e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_ADD;
    bool subtracts = e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_SUB && e->count == 2;
    if ((adds || subtracts) && xb_source_counts(e) && xb_source_is_integer(e->operands[1], &value)) {
        *constant = adds ? value : -value;
        return e->operands[0];
    }
    return e;
}

static const xb_source_expression *converted(xb_arena *arena, const xb_source_expression *value,
                                             unsigned bytes)
{
    xb_source_expression *made =
        xb_source_new(arena, XB_SOURCE_OPERATION, XB_TYPE_INTEGER, bytes, value->rank);
    made->intrinsic = XB_INTRINSIC_INT;
    made->text = "int";
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, value);
    return made;
}

const xb_source_expression *xb_source_signed(xb_arena *arena, const xb_source_expression *value)
{
    bool wraps = value->kind != XB_SOURCE_CONSTANT && value->bytes == XB_SOURCE_UNSIGNED + 4;
    return wraps ? converted(arena, value, 8) : value;
}

/* An operation that is computed as those of subscripts are, which integers of other kinds are converted for.
 */
static const xb_source_expression *counted(xb_arena *arena, xb_intrinsic_code code,
                                           const xb_source_expression *a, const xb_source_expression *b)
{
    a = xb_source_signed(arena, a);
    b = xb_source_signed(arena, b);
    const xb_source_expression *made = xb_source_binary(arena, code, a, b);
    return xb_source_counts(made) ? made : xb_source_binary(arena, code, converted(arena, a, 4), b);
}

static const xb_source_expression *with_constant(xb_arena *arena, const xb_source_expression *term,
                                                 int64_t constant)
{
    if (!term || constant == 0)
        return term ? term : xb_source_integer(arena, constant);
    return counted(arena, constant > 0 ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB, term,
                   xb_source_integer(arena, constant > 0 ? constant : -constant));
}

const xb_source_expression *xb_source_plus(xb_arena *arena, const xb_source_expression *a,
                                           const xb_source_expression *b)
{
    int64_t x, y;
    const xb_source_expression *s = term_of(a, &x), *t = term_of(b, &y);
    const xb_source_expression *sum = s && t ? counted(arena, XB_INTRINSIC_ADD, s, t) : s ? s : t;
    return with_constant(arena, sum, x + y);
}

const xb_source_expression *xb_source_minus(xb_arena *arena, const xb_source_expression *a,
                                            const xb_source_expression *b)
{
    int64_t x, y;
    const xb_source_expression *s = term_of(a, &x), *t = term_of(b, &y);
    if (s && t && xb_source_is_equal(s, t))
        return xb_source_integer(arena, x - y);
    if (!t)
        return with_constant(arena, s, x - y);
    if (!s)
        return counted(arena, XB_INTRINSIC_SUB, xb_source_integer(arena, x - y), t);
    return with_constant(arena, counted(arena, XB_INTRINSIC_SUB, s, t), x - y);
}

const xb_source_expression *xb_source_times(xb_arena *arena, const xb_source_expression *a,
                                            const xb_source_expression *b)
{
    int64_t x, y;
    if (xb_source_is_integer(a, &x) && xb_source_is_integer(b, &y))
        return xb_source_integer(arena, x * y);
    if (is_integer(a, 1) || is_integer(b, 0))
        return b;
    return is_integer(b, 1) || is_integer(a, 0) ? a : counted(arena, XB_INTRINSIC_MUL, a, b);
}

const xb_source_expression *xb_source_widened(xb_arena *arena, const xb_source_expression *value)
{
    int64_t known;
    if (xb_source_is_integer(value, &known) || xb_source_kind_of(XB_TYPE_INTEGER, value->bytes) == 8)
        return value;
    return converted(arena, value, 8);
}

bool xb_source_is_equal(const xb_source_expression *a, const xb_source_expression *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->type != b->type || a->count != b->count ||
        a->variable != b->variable || a->callee != b->callee || a->intrinsic != b->intrinsic ||
        xb_source_kind_of(a->type, a->bytes) != xb_source_kind_of(b->type, b->bytes))
        return false;
    if (a->kind == XB_SOURCE_CONSTANT && strcmp(a->text, b->text) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!xb_source_is_equal(a->operands[i], b->operands[i]))
            return false;
    return a->kind != XB_SOURCE_FUNCTION;
}

bool xb_source_overlap(const xb_source_variable *a, const xb_source_variable *b)
{
    if (a == b || !a->shared || !b->shared)
        return false;
    const xb_declaration *x = a->symbol ? a->symbol->declaration : NULL,
                         *y = b->symbol ? b->symbol->declaration : NULL;
    if (!x || !y || x->block_kind == XB_BLOCK_NONE || y->block_kind == XB_BLOCK_NONE)
        return true;
    return x->block == y->block && x->offset < y->offset + xb_symbol_storage(b->symbol) &&
           y->offset < x->offset + xb_symbol_storage(a->symbol);
}

bool xb_source_mentions(const xb_source_expression *expression, const xb_source_variable *variable)
{
    if (!expression)
        return false;
    if (expression->variable == variable ||
        (expression->kind == XB_SOURCE_VARIABLE && xb_source_overlap(expression->variable, variable)))
        return true;
    for (size_t i = 0; i < expression->count; i++)
        if (xb_source_mentions(expression->operands[i], variable))
            return true;
    return false;
}

/* ---- parts of variables -------------------------------------------------------------------------------- */

const xb_bounds *xb_source_bounds(const xb_source_variable *variable, int dimension)
{
    return variable->bounds ? &variable->bounds[variable->rank - 1 - dimension] : NULL;
}

bool xb_source_is_flat(const xb_source_variable *variable)
{
    if (variable->rank == 0 || variable->bounds || !variable->dimensions)
        return variable->rank > 0 && variable->bounds;
    xb_bound_kind last = variable->dimensions[0].extent;
    return last == XB_EXTENT_EXPLICIT || last == XB_EXTENT_ASSUMED_SIZE;
}

/* What is said of a dimension whose bounds are expressions; NULL: there is nothing. */
static const xb_source_dimension *dimension_at(const xb_source_variable *variable, int dimension)
{
    return variable->dimensions && !variable->bounds ? &variable->dimensions[variable->rank - 1 - dimension]
                                                     : NULL;
}

const xb_source_expression *xb_source_lower(xb_arena *arena, const xb_source_variable *variable,
                                            int dimension)
{
    const xb_bounds *bounds = xb_source_bounds(variable, dimension);
    const xb_source_dimension *said = dimension_at(variable, dimension);
    return said && said->lower ? said->lower : xb_source_integer(arena, bounds ? bounds->lower : 1);
}

/* The extent as the descriptor of an array says it. */
static const xb_source_expression *size_of(xb_arena *arena, xb_source_variable *variable, int dimension)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, XB_TYPE_INTEGER, 8, 0);
    made->intrinsic = XB_INTRINSIC_SIZE;
    made->text = "size";
    xb_source_take_operands(arena, made, 2);
    xb_source_set_operand(made, 0, xb_source_whole(arena, variable));
    xb_source_set_operand(made, 1, xb_source_integer(arena, dimension + 1));
    return made;
}

const xb_source_expression *xb_source_upper(xb_arena *arena, xb_source_variable *variable, int dimension)
{
    const xb_bounds *bounds = xb_source_bounds(variable, dimension);
    const xb_source_dimension *said = dimension_at(variable, dimension);
    if (bounds)
        return xb_source_integer(arena, bounds->upper);
    if (said && said->upper)
        return said->upper;
    const xb_source_expression *size = size_of(arena, variable, dimension);
    const xb_source_expression *below =
        xb_source_minus(arena, xb_source_lower(arena, variable, dimension), xb_source_integer(arena, 1));
    return xb_source_plus(arena, size, below);
}

bool xb_source_is_element(const xb_source_expression *subscript)
{
    return subscript->kind != XB_SOURCE_RANGE && subscript->rank == 0;
}

static bool is_colon(const xb_source_expression *subscript)
{
    return subscript->kind == XB_SOURCE_RANGE && !subscript->operands[0] && !subscript->operands[1] &&
           !subscript->operands[2];
}

bool xb_source_is_whole(const xb_source_expression *expression)
{
    for (size_t i = 0; i < expression->count; i++)
        if (!is_colon(expression->operands[i]))
            return false;
    return expression->kind == XB_SOURCE_VARIABLE && expression->variable->rank > 0;
}

/* Whether the elements of a variable lie one after the other: those of an argument of assumed shape need not.
 */
static bool is_dense(const xb_source_variable *variable)
{
    return xb_source_is_flat(variable) || (variable->allocatable && variable->position == 0);
}

bool xb_source_is_contiguous(const xb_source_expression *expression)
{
    if (expression->kind != XB_SOURCE_VARIABLE || !is_dense(expression->variable))
        return false;
    bool begun = false; /* an element, or less than a dimension, was chosen */
    for (size_t i = 0; i < expression->count; i++) {
        const xb_source_expression *subscript = expression->operands[i];
        if (xb_source_is_element(subscript)) {
            begun = true;
            continue;
        }
        if (begun || subscript->kind != XB_SOURCE_RANGE ||
            (subscript->operands[2] && !is_integer(subscript->operands[2], 1)))
            return false;
        begun = !is_colon(subscript);
    }
    return true;
}

/* The subscript of a dimension of a part of a variable. */
static size_t subscript_of(const xb_source_expression *expression, int dimension)
{
    size_t at = 0;
    for (;; at++)
        if (!xb_source_is_element(expression->operands[at]) && dimension-- == 0)
            return at;
}

static bool range_of(const xb_source_expression *subscript, const xb_bounds *bounds, int64_t *low,
                     int64_t *high)
{
    if (xb_source_is_integer(subscript, low)) {
        *high = *low;
        return true;
    }
    const xb_source_expression *const *parts = subscript->operands;
    if (subscript->kind != XB_SOURCE_RANGE || (parts[2] && !is_integer(parts[2], 1)))
        return false;
    *low = bounds ? bounds->lower : 1;
    *high = bounds ? bounds->upper : INT64_MAX;
    return (!parts[0] || xb_source_is_integer(parts[0], low)) &&
           (!parts[1] || xb_source_is_integer(parts[1], high));
}

bool xb_source_differs(const xb_source_expression *a, const xb_source_expression *b)
{
    int64_t x, y, x_high, y_high;
    if (range_of(a, NULL, &x, &x_high) && range_of(b, NULL, &y, &y_high))
        return x_high < y || y_high < x;
    if (!xb_source_is_element(a) || !xb_source_is_element(b))
        return false;
    const xb_source_expression *s = term_of(a, &x), *t = term_of(b, &y);
    return s && t && x != y && xb_source_is_equal(s, t);
}

/* ---- extents ------------------------------------------------------------------------------------------- */

static const xb_source_expression *extent_of_dimension(xb_arena *arena, xb_source_variable *variable,
                                                       int dimension)
{
    const xb_bounds *bounds = xb_source_bounds(variable, dimension);
    const xb_source_dimension *said = dimension_at(variable, dimension);
    if (said && said->upper)
        return xb_source_plus(arena, xb_source_minus(arena, said->upper, said->lower),
                              xb_source_integer(arena, 1));
    if (!bounds)
        return size_of(arena, variable, dimension);
    int64_t extent = bounds->upper - bounds->lower + 1;
    return xb_source_integer(arena, extent > 0 ? extent : 0);
}

static const xb_source_expression *lower_of_range(xb_arena *arena, xb_source_variable *variable,
                                                  int dimension, const xb_source_expression *range)
{
    int64_t stride;
    if (range->operands[0])
        return range->operands[0];
    if (range->operands[2] && xb_source_is_integer(range->operands[2], &stride) && stride < 0)
        return xb_source_upper(arena, variable, dimension);
    return xb_source_lower(arena, variable, dimension);
}

static const xb_source_expression *upper_of_range(xb_arena *arena, xb_source_variable *variable,
                                                  int dimension, const xb_source_expression *range)
{
    int64_t stride;
    if (range->operands[1])
        return range->operands[1];
    if (range->operands[2] && xb_source_is_integer(range->operands[2], &stride) && stride < 0)
        return xb_source_lower(arena, variable, dimension);
    return xb_source_upper(arena, variable, dimension);
}

/* (upper - lower + stride)/stride */
static const xb_source_expression *extent_of_range(xb_arena *arena, xb_source_variable *variable,
                                                   int dimension, const xb_source_expression *range)
{
    int64_t span, step;
    const xb_source_expression *stride =
        range->operands[2] ? range->operands[2] : xb_source_integer(arena, 1);
    const xb_source_expression *length =
        xb_source_minus(arena, upper_of_range(arena, variable, dimension, range),
                        lower_of_range(arena, variable, dimension, range));
    length = xb_source_plus(arena, length, stride);
    if (is_integer(stride, 1))
        return length;
    if (xb_source_is_integer(length, &span) && xb_source_is_integer(stride, &step) && step != 0)
        return xb_source_integer(arena, span / step);
    return xb_source_binary(arena, XB_INTRINSIC_DIV, length, stride);
}

static const xb_source_expression *extent_of_part(xb_arena *arena, const xb_source_expression *part,
                                                  int dimension)
{
    if (part->count == 0)
        return extent_of_dimension(arena, part->variable, dimension);
    size_t at = subscript_of(part, dimension);
    const xb_source_expression *subscript = part->operands[at];
    if (is_colon(subscript))
        return extent_of_dimension(arena, part->variable, (int)at);
    if (subscript->kind == XB_SOURCE_RANGE)
        return extent_of_range(arena, part->variable, (int)at, subscript);
    return xb_source_extent(arena, subscript, 0);
}

/* Of all operands of a rank, the one with known extents, if there is one. */
static const xb_source_expression *extent_of_operands(xb_arena *arena, const xb_source_expression *operation,
                                                      int dimension)
{
    const xb_source_expression *found = NULL;
    int64_t value;
    for (size_t i = 0; i < operation->count; i++) {
        const xb_source_expression *operand = operation->operands[i];
        if (operand->rank != operation->rank)
            continue;
        const xb_source_expression *extent = xb_source_extent(arena, operand, dimension);
        if (xb_source_is_integer(extent, &value))
            return extent;
        found = found ? found : extent;
    }
    return found ? found : xb_source_integer(arena, 0); /* that was refused */
}

static int dimension_of(const xb_source_expression *spread)
{
    int64_t dimension = 1;
    xb_source_is_integer(spread->operands[1], &dimension);
    return (int)dimension - 1;
}

const xb_source_expression *xb_source_extent(xb_arena *arena, const xb_source_expression *expression,
                                             int dimension)
{
    if (expression->kind == XB_SOURCE_VARIABLE)
        return extent_of_part(arena, expression, dimension);
    if (expression->intrinsic == XB_INTRINSIC_TRANSPOSE)
        return xb_source_extent(arena, expression->operands[0], 1 - dimension);
    if (expression->intrinsic == XB_INTRINSIC_SPREAD) {
        int along = dimension_of(expression);
        return dimension == along ? expression->operands[2]
                                  : xb_source_extent(arena, expression->operands[0],
                                                     dimension < along ? dimension : dimension - 1);
    }
    return extent_of_operands(arena, expression, dimension);
}

const xb_source_expression *xb_source_room(xb_arena *arena, const xb_source_expression *expression,
                                           int dimension)
{
    int64_t value;
    const xb_source_expression *extent = xb_source_extent(arena, expression, dimension);
    if (xb_source_is_integer(extent, &value))
        return value < 0 ? xb_source_integer(arena, 0) : extent;
    if (extent->kind == XB_SOURCE_OPERATION && extent->intrinsic == XB_INTRINSIC_SIZE)
        return extent;
    return xb_source_binary(arena, XB_INTRINSIC_NC_MAX, extent, xb_source_integer(arena, 0));
}

/* ---- elements ------------------------------------------------------------------------------------------ */

static const xb_source_expression *element_of_part(xb_arena *arena, const xb_source_expression *part,
                                                   const xb_source_expression *const *index)
{
    xb_source_variable *variable = part->variable;
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_VARIABLE, part->type, part->bytes, 0);
    size_t next = 0;
    made->variable = variable;
    xb_source_take_operands(arena, made, (size_t)variable->rank);
    for (size_t k = 0; k < made->count; k++) {
        const xb_source_expression *subscript = part->count ? part->operands[k] : NULL;
        if (!subscript || is_colon(subscript)) {
            subscript = xb_source_plus(arena, index[next++], xb_source_lower(arena, variable, (int)k));
        } else if (subscript->kind == XB_SOURCE_RANGE) {
            const xb_source_expression *off = index[next++];
            if (subscript->operands[2])
                off = xb_source_times(arena, off, subscript->operands[2]);
            subscript = xb_source_plus(arena, off, lower_of_range(arena, variable, (int)k, subscript));
        } else if (subscript->rank > 0) {
            subscript = xb_source_element(arena, subscript, &index[next++]);
        }
        xb_source_set_operand(made, k, subscript);
    }
    return made;
}

static const xb_source_expression *element_of_spread(xb_arena *arena, const xb_source_expression *spread,
                                                     const xb_source_expression *const *index)
{
    const xb_source_expression *kept[XB_LOOPS_MOST];
    int along = dimension_of(spread);
    for (int d = 0, next = 0; d < spread->rank; d++)
        if (d != along)
            kept[next++] = index[d];
    return spread->operands[0]->rank > 0 ? xb_source_element(arena, spread->operands[0], kept)
                                         : spread->operands[0];
}

const xb_source_expression *xb_source_element(xb_arena *arena, const xb_source_expression *expression,
                                              const xb_source_expression *const *index)
{
    if (expression->rank == 0)
        return expression;
    if (expression->kind == XB_SOURCE_VARIABLE)
        return element_of_part(arena, expression, index);
    if (expression->intrinsic == XB_INTRINSIC_TRANSPOSE)
        return xb_source_element(arena, expression->operands[0],
                                 (const xb_source_expression *[]){index[1], index[0]});
    if (expression->intrinsic == XB_INTRINSIC_SPREAD)
        return element_of_spread(arena, expression, index);
    xb_source_expression *made = xb_source_rebuilt(arena, expression, expression->operands);
    made->rank = 0;
    made->size = 1;
    for (size_t i = 0; i < made->count; i++)
        xb_source_set_operand(made, i, xb_source_element(arena, expression->operands[i], index));
    return made;
}

const xb_source_expression *xb_source_first(xb_arena *arena, const xb_source_expression *expression)
{
    const xb_source_expression *zeros[XB_LOOPS_MOST];
    for (size_t i = 0; i < XB_LOOPS_MOST; i++)
        zeros[i] = xb_source_integer(arena, 0);
    return xb_source_element(arena, expression, zeros);
}
