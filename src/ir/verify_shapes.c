/*
 * Shapes: how many elements references have, and what intrinsics give that are not elemental. A number of
 * elements is -1 where it is not known before the program runs, and nothing is said of it.
 */
#include "ir/verify_values.h"

/* ---- extents -------------------------------------------------------------------------------------- */

static bool constant_or(const xb_expression *expression, bool has_preset, int64_t preset, int64_t *value)
{
    if (expression)
        return xb_expression_integer(expression, value);
    *value = preset;
    return has_preset;
}

/* The number of elements from first to last, if it can be counted. */
static bool count_elements(int64_t first, int64_t last, int64_t stride, int64_t *count)
{
    int64_t span;
    if (stride == 0 || stride == INT64_MIN || __builtin_sub_overflow(last, first, &span) || span == INT64_MIN)
        return false;
    if (stride < 0) {
        span = -span;
        stride = -stride;
    }
    *count = span < 0 ? 0 : span / stride;
    return span < 0 || !__builtin_add_overflow(*count, 1, count);
}

bool xb_verify_triplet(const xb_triplet *triplet, const xb_bounds *bounds, int64_t *first, int64_t *count,
                       int64_t *stride)
{
    int64_t last;
    if (triplet->index && !triplet->bound && !triplet->stride)
        return false; /* a vector subscript */
    return constant_or(triplet->index, bounds, bounds ? bounds->lower : 0, first) &&
           constant_or(triplet->bound, bounds, bounds ? bounds->upper : 0, &last) &&
           constant_or(triplet->stride, true, 1, stride) && count_elements(*first, last, *stride, count);
}

static bool range_extent(const xb_triplet *triplet, const xb_bounds *bounds, int64_t *extent)
{
    int64_t first, stride;
    return xb_verify_triplet(triplet, bounds, &first, extent, &stride);
}

size_t xb_verify_extents(const xb_reference *reference, int64_t *extents)
{
    const xb_symbol *symbol = reference->symbol;
    size_t rank = symbol->rank > 0 ? (size_t)symbol->rank : 0, count = 0;
    for (size_t d = 0; d < rank; d++) {
        const xb_triplet *triplet = d < reference->subscripts.count ? reference->subscripts.items[d] : NULL;
        if (triplet && !xb_triplet_is_range(triplet))
            continue;
        const xb_bounds *bounds = xb_symbol_bounds(symbol, d);
        bool known = triplet  ? range_extent(triplet, bounds, &extents[count])
                     : bounds ? count_elements(bounds->lower, bounds->upper, 1, &extents[count])
                              : false;
        if (!known)
            extents[count] = -1;
        count++;
    }
    return count;
}

/* ---- shapes of values ----------------------------------------------------------------------------- */

bool xb_verify_has_extents(const xb_verify_value *value)
{
    return value->model || value->extents;
}

void xb_verify_take_shape(xb_verify_value *value, const xb_verify_value *from)
{
    value->rank = from->rank;
    value->model = from->model;
    value->extents = from->extents;
    value->intrinsic = from->intrinsic;
}

/* The numbers of elements of an array; false if nothing is known of them. */
static bool extents_of(const xb_verify_value *value, int64_t *extents)
{
    if (value->model)
        return xb_verify_extents(value->model, extents) == (size_t)value->rank;
    for (int d = 0; value->extents && d < value->rank; d++)
        extents[d] = value->extents[d];
    return value->extents;
}

static const char *name_of(const xb_verifier *v, const xb_verify_value *value)
{
    if (value->model)
        return value->model->symbol->id->text;
    return xb_arena_format(v->scratch, "the result of %s", value->intrinsic->text);
}

bool xb_verify_conform(xb_verifier *v, const xb_verify_step *at, const xb_verify_value *a,
                       const xb_verify_value *b)
{
    static const char hint[] = "arrays that are used element by element have the same shape";
    if (a->rank <= 0 || b->rank <= 0)
        return true;
    if (a->rank != b->rank) {
        xb_verify_error(v, at, hint, "a value of shape %s does not go with one of shape %s",
                        xb_shape_name(b->rank), xb_shape_name(a->rank));
        return false;
    }
    int64_t of_a[XB_RANK_LIMIT], of_b[XB_RANK_LIMIT];
    if (!extents_of(a, of_a) || !extents_of(b, of_b))
        return true;
    for (int d = 0; d < a->rank; d++) {
        if (of_a[d] < 0 || of_b[d] < 0 || of_a[d] == of_b[d])
            continue;
        xb_verify_error(
            v, at, hint, "%s has %lld %s in dimension %d, but %s, which is used with it, has %lld",
            name_of(v, b), (long long)of_b[d], xb_plural((uint64_t)of_b[d], "element", "elements"), d + 1,
            name_of(v, a), (long long)of_a[d]);
        return false;
    }
    return true;
}

/* ---- shapes of what intrinsics give --------------------------------------------------------------- */

/* One intrinsic. */
typedef struct operation {
    const xb_verify_evaluation *e;
    const xb_verify_step *at; /* its step */
    uint32_t vertex;
    xb_verify_value *result; /* its shape is to be found; not known at first */
} operation;

static const xb_verify_value *operand(const operation *o, uint32_t position)
{
    uint32_t vertex = xb_expression_operand(o->e->expression, o->vertex, position);
    return vertex == XB_GRAPH_NONE ? NULL : &o->e->values[vertex];
}

static bool constant_operand(const operation *o, uint32_t position, int64_t *value)
{
    uint32_t vertex = xb_expression_operand(o->e->expression, o->vertex, position);
    if (vertex == XB_GRAPH_NONE)
        return false;
    const xb_vertex *node = xb_expression_vertex(o->e->expression, vertex);
    return node->node.kind == XB_KIND_CONSTANT && xb_constant_integer((const xb_constant *)node, value);
}

static const xb_name *name_of_operation(const operation *o)
{
    return ((const xb_intrinsic *)xb_expression_vertex(o->e->expression, o->vertex))->name;
}

static void set_shape(const operation *o, int rank, const int64_t *extents)
{
    int64_t *kept = rank > 0 ? xb_arena_array(o->e->v->scratch, (size_t)rank, sizeof *kept) : NULL;
    for (int d = 0; d < rank; d++)
        kept[d] = extents[d];
    o->result->rank = rank;
    o->result->extents = kept;
    o->result->intrinsic = name_of_operation(o);
}

/* The extents of an operand; -1 for those that are not known. */
static void read_extents(const xb_verify_value *value, int64_t *extents)
{
    if (extents_of(value, extents))
        return;
    for (int d = 0; d < value->rank; d++)
        extents[d] = -1;
}

static void same(const operation *o, const xb_verify_value *a)
{
    xb_verify_take_shape(o->result, a);
}

static void scalar(const operation *o, const xb_verify_value *a)
{
    const xb_verify_value *b = operand(o, 2);
    bool product = xb_intrinsic_named(name_of_operation(o)) == XB_INTRINSIC_DOT_PRODUCT;
    if (product && b)
        xb_verify_conform(o->e->v, o->at, a, b);
    set_shape(o, 0, NULL);
}

static void transposed(const operation *o, const xb_verify_value *a)
{
    int64_t of_a[XB_RANK_LIMIT];
    if (a->rank != 2)
        return;
    read_extents(a, of_a);
    set_shape(o, 2, (const int64_t[]){of_a[1], of_a[0]});
}

static bool is_dimension(const xb_verify_value *value)
{
    return value->type == XB_TYPE_INTEGER && value->rank == 0;
}

/* Masks are logical. */
static void reduced(const operation *o, const xb_verify_value *a)
{
    const xb_verify_value *second = operand(o, 2), *third = operand(o, 3);
    bool masked = second && second->type == XB_TYPE_BOOL;
    const xb_verify_value *mask = masked ? second : third;
    int64_t extents[XB_RANK_LIMIT], dimension;
    if (a->rank < 0 || (second && !masked && !is_dimension(second)))
        return;
    if (mask && mask->type == XB_TYPE_BOOL)
        xb_verify_conform(o->e->v, o->at, a, mask);
    if (masked || !second || a->rank <= 1) {
        set_shape(o, 0, NULL);
        return;
    }
    read_extents(a, extents);
    bool known = constant_operand(o, 2, &dimension) && dimension >= 1 && dimension <= a->rank;
    for (int d = 0; d < a->rank - 1; d++)
        extents[d] = known ? extents[d + (d + 1 >= dimension)] : -1;
    set_shape(o, a->rank - 1, extents);
}

static void spread(const operation *o, const xb_verify_value *a)
{
    int64_t of_a[XB_RANK_LIMIT], extents[XB_RANK_LIMIT], dimension, copies;
    if (a->rank < 0 || a->rank >= XB_RANK_LIMIT)
        return;
    read_extents(a, of_a);
    bool known = constant_operand(o, 2, &dimension) && dimension >= 1 && dimension <= a->rank + 1;
    if (!constant_operand(o, 3, &copies) || copies < 0)
        copies = -1;
    for (int d = 0; d <= a->rank; d++)
        extents[d] = !known ? -1 : d + 1 == dimension ? copies : of_a[d - (d + 1 > dimension)];
    set_shape(o, a->rank + 1, extents);
}

static void multiplied(const operation *o, const xb_verify_value *a)
{
    const xb_verify_value *b = operand(o, 2);
    int64_t of_a[XB_RANK_LIMIT], of_b[XB_RANK_LIMIT], extents[2];
    if (!b || a->rank < 1 || b->rank < 1 || a->rank > 2 || b->rank > 2)
        return;
    read_extents(a, of_a);
    read_extents(b, of_b);
    int64_t inner = of_a[a->rank - 1];
    if (inner >= 0 && of_b[0] >= 0 && inner != of_b[0])
        xb_verify_error(o->e->v, o->at, "rows of the first operand are as long as columns of the second",
                        "%s multiplies rows of %lld %s with columns of %lld", name_of_operation(o)->text,
                        (long long)inner, xb_plural((uint64_t)inner, "element", "elements"),
                        (long long)of_b[0]);
    int rank = 0;
    if (a->rank == 2)
        extents[rank++] = of_a[0];
    if (b->rank == 2)
        extents[rank++] = of_b[1];
    set_shape(o, rank, extents);
}

/* The rank is the number of elements of the second operand. */
static void reshaped(const operation *o, const xb_verify_value *a)
{
    static const int64_t unknown[XB_RANK_LIMIT] = {-1, -1, -1, -1, -1, -1, -1};
    const xb_verify_value *shape = operand(o, 2);
    int64_t rank;
    (void)a;
    if (shape && shape->rank == 1 && extents_of(shape, &rank) && rank >= 1 && rank <= XB_RANK_LIMIT)
        set_shape(o, (int)rank, unknown);
}

void xb_verify_shape_of_intrinsic(const xb_verify_evaluation *evaluation, const xb_verify_step *at,
                                  uint32_t vertex, xb_verify_value *value)
{
    static void (*const rules[])(const operation *o, const xb_verify_value *a) = {
        [XB_FORM_SAME] = same,
        [XB_FORM_SCALAR] = scalar,
        [XB_FORM_REDUCTION] = reduced,
        [XB_FORM_TRANSPOSED] = transposed,
        [XB_FORM_MULTIPLIED] = multiplied,
        [XB_FORM_SPREAD] = spread,
        [XB_FORM_RESHAPED] = reshaped,
        [XB_FORM_OTHER] = NULL,
    };
    const operation o = {evaluation, at, vertex, value};
    xb_intrinsic_form form = xb_intrinsic_facts_of(xb_intrinsic_named(name_of_operation(&o)))->form;
    const xb_verify_value *first = operand(&o, 1);
    if (rules[form] && first)
        rules[form](&o, first);
}
