/*
 * One function for each way in which intrinsics change shapes. Operands beyond
 * the first, such as dimensions, are looked at only if they are constants.
 */
#include "analysis/results.h"

#include "ir/expression.h"

typedef struct operation {
    xb_arena *arena;
    const xb_expression *expression;
    uint32_t vertex;
    const xb_shape *shapes;
} operation;

static const xb_shape *operand_shape(const operation *o, uint32_t position)
{
    uint32_t operand = xb_expression_operand(o->expression, o->vertex, position);
    return operand == XB_GRAPH_NONE ? NULL : &o->shapes[operand];
}

static bool constant_operand(const operation *o, uint32_t position, int64_t *value)
{
    uint32_t operand = xb_expression_operand(o->expression, o->vertex, position);
    if (operand == XB_GRAPH_NONE)
        return false;
    const xb_vertex *vertex = xb_expression_vertex(o->expression, operand);
    return vertex->node.kind == XB_KIND_CONSTANT && xb_constant_integer((const xb_constant *)vertex, value);
}

static xb_bounds extent_of(xb_bounds bounds)
{
    return (xb_bounds){1, (int64_t)xb_bounds_extent(bounds)};
}

static void forget(xb_shape *shape, int rank)
{
    shape->rank = rank;
    shape->bounds = NULL;
    shape->model = NULL;
}

static void same(const operation *o, xb_shape *shape)
{
    (void)o;
    (void)shape;
}

/* Scalars go with arrays; masks have no part in the type. */
static void elemental(const operation *o, xb_shape *shape)
{
    const uint32_t count = (uint32_t)xb_expression_operand_count(o->expression, o->vertex);
    for (uint32_t position = 2; position <= count; position++) {
        const xb_shape *other = operand_shape(o, position);
        if (other && (other->type != XB_TYPE_BOOL || shape->type == XB_TYPE_BOOL))
            *shape = xb_shape_promote(*shape, *other);
    }
    shape->conflict = false;
}

static void transposed(const operation *o, xb_shape *shape)
{
    const xb_bounds *original = shape->bounds;
    forget(shape, 2);
    if (!original)
        return;
    xb_bounds *bounds = xb_arena_array(o->arena, 2, sizeof *bounds);
    bounds[0] = extent_of(original[1]);
    bounds[1] = extent_of(original[0]);
    shape->bounds = bounds;
}

/* Whether operand 2 of a reduction is a dimension, not a mask. */
static bool has_dimension(const operation *o)
{
    const xb_shape *second = operand_shape(o, 2);
    return second && second->type != XB_TYPE_BOOL;
}

static void multiplied(const operation *o, xb_shape *shape)
{
    const xb_shape *b = operand_shape(o, 2);
    const xb_bounds *rows = shape->rank == 2 && shape->bounds ? &shape->bounds[1] : NULL;
    int of_a = shape->rank;
    if (b)
        *shape = xb_shape_promote(*shape, *b);
    shape->conflict = false;
    const xb_bounds *columns = b && b->rank == 2 && b->bounds ? &b->bounds[0] : NULL;
    int rank = (of_a == 2) + (b && b->rank == 2);
    forget(shape, rank);
    if ((of_a == 2 && !rows) || (b && b->rank == 2 && !columns))
        return;
    xb_bounds *bounds = xb_arena_array(o->arena, 2, sizeof *bounds);
    int kept = 0;
    if (columns)
        bounds[kept++] = extent_of(*columns);
    if (rows)
        bounds[kept++] = extent_of(*rows);
    shape->bounds = rank ? bounds : NULL;
}

static void dotted(const operation *o, xb_shape *shape)
{
    const xb_shape *b = operand_shape(o, 2);
    if (b)
        *shape = xb_shape_promote(*shape, *b);
    shape->conflict = false;
    forget(shape, 0);
}

/* Bounds are listed last dimension first. */
static void reduced(const operation *o, xb_shape *shape)
{
    const xb_bounds *original = shape->bounds;
    int rank = shape->rank;
    int64_t dimension;
    if (!has_dimension(o) || rank <= 1) {
        forget(shape, 0);
        return;
    }
    forget(shape, rank - 1);
    if (!original || !constant_operand(o, 2, &dimension) || dimension < 1 || dimension > rank)
        return;
    xb_bounds *bounds = xb_arena_array(o->arena, (size_t)rank, sizeof *bounds);
    for (int i = 0, kept = 0; i < rank; i++)
        if (i != rank - dimension)
            bounds[kept++] = extent_of(original[i]);
    shape->bounds = bounds;
}

static void spread(const operation *o, xb_shape *shape)
{
    const xb_bounds *original = shape->bounds;
    int rank = shape->rank + 1;
    int64_t dimension, copies;
    forget(shape, rank);
    if ((rank > 1 && !original) || !constant_operand(o, 2, &dimension) || !constant_operand(o, 3, &copies) ||
        dimension < 1 || dimension > rank)
        return;
    xb_bounds *bounds = xb_arena_array(o->arena, (size_t)rank, sizeof *bounds);
    for (int i = 0, taken = 0; i < rank; i++)
        bounds[i] =
            i == rank - dimension ? (xb_bounds){1, copies > 0 ? copies : 0} : extent_of(original[taken++]);
    shape->bounds = bounds;
}

/* The rank is the number of elements of the second operand. */
static void reshaped(const operation *o, xb_shape *shape)
{
    const xb_shape *extents = operand_shape(o, 2);
    int64_t rank = extents && extents->rank == 1 && extents->bounds ? extent_of(extents->bounds[0]).upper : 0;
    forget(shape, rank >= 1 && rank <= XB_RANK_LIMIT ? (int)rank : shape->rank);
}

static void (*const rules[])(const operation *o, xb_shape *shape) = {
    [XB_FORM_ELEMENTAL] = elemental,
    [XB_FORM_SAME] = same,
    [XB_FORM_SCALAR] = dotted,
    [XB_FORM_REDUCTION] = reduced,
    [XB_FORM_SPREAD] = spread,
    [XB_FORM_RESHAPED] = reshaped,
    [XB_FORM_TRANSPOSED] = transposed,
    [XB_FORM_MULTIPLIED] = multiplied,
    [XB_FORM_OTHER] = NULL,
};

/* What is packed is a vector, as long as the third operand if there is one; what is unpacked has the shape of
 * the mask. Of names that only catalogues know, it is a scalar if rShape does not tell otherwise. */
static void decided_otherwise(const operation *o, const xb_noninlinable *item, xb_intrinsic_code code,
                              xb_shape *shape)
{
    const xb_shape *like = code == XB_INTRINSIC_PACK     ? operand_shape(o, 3)
                           : code == XB_INTRINSIC_UNPACK ? operand_shape(o, 2)
                                                         : NULL;
    if (item->location)
        reduced(o, shape);
    else
        forget(shape, like ? like->rank : code == XB_INTRINSIC_PACK ? 1 : 0);
    if (like) {
        shape->bounds = like->bounds;
        shape->model = like->model;
    }
}

xb_shape xb_result_of_noninlinable(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                   const xb_noninlinable *item, const xb_shape *shapes)
{
    operation o = {arena, expression, v, shapes};
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(expression, v);
    const xb_shape *first = operand_shape(&o, 1);
    xb_shape shape = first ? *first : xb_shape_scalar();
    shape.conflict = false;
    xb_intrinsic_code code = xb_intrinsic_named(intrinsic->name);
    xb_intrinsic_form form = xb_intrinsic_facts_of(code)->form;
    if (rules[form])
        rules[form](&o, &shape);
    else
        decided_otherwise(&o, item, code, &shape);
    if (shape.type == XB_TYPE_COMPLEX && xb_intrinsic_result_type(code, XB_TYPE_COMPLEX) == XB_TYPE_REAL) {
        shape.type = XB_TYPE_REAL;
        shape.fe_type = NULL;
    }
    if (item->return_type != XB_TYPE_VOID) {
        shape.fe_type = item->return_type == shape.type ? shape.fe_type : NULL;
        shape.type = item->return_type;
    }
    int said = intrinsic->result_rank > 0 ? intrinsic->result_rank : 0;
    if (intrinsic->has_result_shape && said != shape.rank)
        forget(&shape, said);
    return shape;
}

xb_shape xb_result_of_reduction(xb_arena *arena, const xb_expression *expression, uint32_t v,
                                const xb_shape *shapes)
{
    operation o = {arena, expression, v, shapes};
    xb_shape shape = *operand_shape(&o, 1);
    reduced(&o, &shape);
    return shape;
}

const xb_routine *xb_function_as_subroutine(const xb_program *program, const xb_function_call *call)
{
    const xb_routine *routine = xb_program_routine(program, call->symbol);
    if (!routine || !xb_routine_is_procedure(routine) || routine->formals.count <= call->arguments.count)
        return NULL;
    const xb_formal *last = xb_routine_formal(routine, (uint32_t)routine->formals.count);
    return last && last->intent == XB_INTENT_OUT ? routine : NULL;
}

xb_shape xb_result_of_function(const xb_symbol *symbol)
{
    bool known =
        symbol->type == XB_TYPE_INTEGER || symbol->type == XB_TYPE_COMPLEX || symbol->type == XB_TYPE_BOOL;
    return (xb_shape){.type = known ? symbol->type : XB_TYPE_REAL,
                      .fe_type = symbol->fe_type,
                      .rank = symbol->rank > 0 ? symbol->rank : 0,
                      .bounds = symbol->bounds_count > 0 ? symbol->bounds : NULL};
}
