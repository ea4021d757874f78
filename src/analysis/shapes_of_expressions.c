/*
 * Shapes go up from the leaves: elementwise operations take the highest rank of their operands and the widest
 * of their types (integer, real, complex), inquiries give integers. There is one function for each way in
 * which other intrinsics change shapes; operands beyond the first, such as dimensions, are looked at only if
 * they are constants.
 */
#include "analysis/shape.h"

#include <stdio.h>
#include <stdlib.h>

#include "ir/build.h"

static int width(xb_type type)
{
    switch (type) {
    case XB_TYPE_INTEGER: return 1;
    case XB_TYPE_REAL:
    case XB_TYPE_DOUBLE: return 2;
    case XB_TYPE_COMPLEX: return 3;
    default: return 0;
    }
}

/* The bytes of integers that are made of something else if no kind is given, and of those whose type says
 * nothing. */
enum { DEFAULT_INTEGER = 4 };

/* Front-end types are spelled as a letter and a number of bytes (F4, F8, I4). Other spellings: the first one
 * counts. */
static unsigned long bytes_of(const xb_name *fe_type)
{
    return fe_type->length > 1 ? strtoul(fe_type->text + 1, NULL, 10) : 0;
}

/* Of integers those without sign (U4) come after those with sign that have as many bytes. */
static unsigned long order_of(const xb_name *fe_type)
{
    return 2 * bytes_of(fe_type) + (fe_type->text[0] == 'U');
}

/* A number without type takes that of the other one, unless it is an integer, which is not made shorter. */
static const xb_name *wider_fe_type(xb_type type, const xb_name *a, const xb_name *b)
{
    if (!a || !b) {
        const xb_name *known = a ? a : b;
        const unsigned long bytes = known ? bytes_of(known) : 0;
        return type == XB_TYPE_INTEGER && bytes > 0 && bytes < DEFAULT_INTEGER ? NULL : known;
    }
    if (type == XB_TYPE_INTEGER)
        return order_of(b) > order_of(a) ? b : a;
    return a->text[0] == b->text[0] && bytes_of(b) > bytes_of(a) ? b : a;
}

xb_shape xb_shape_promote(xb_shape a, xb_shape b)
{
    xb_shape shape = a;
    if (width(b.type) > width(a.type)) {
        shape.type = b.type;
        shape.fe_type = b.fe_type;
    } else if (width(b.type) == width(a.type))
        shape.fe_type = wider_fe_type(shape.type, a.fe_type, b.fe_type);
    shape.conflict = a.conflict || b.conflict || (a.rank > 0 && b.rank > 0 && a.rank != b.rank);
    if (b.rank > a.rank || (b.rank == a.rank && !a.bounds && (b.bounds || !a.model))) {
        shape.rank = b.rank;
        shape.bounds = b.bounds;
        shape.model = b.model;
    }
    return shape;
}

/* ---- non-inlinable intrinsics and functions ---- */

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
    bool known = symbol->type == XB_TYPE_INTEGER || symbol->type == XB_TYPE_COMPLEX ||
                 symbol->type == XB_TYPE_BOOL || symbol->type == XB_TYPE_STRING;
    return (xb_shape){.type = known ? symbol->type : XB_TYPE_REAL,
                      .fe_type = symbol->fe_type,
                      .rank = symbol->rank > 0 ? symbol->rank : 0,
                      .length = xb_symbol_length(symbol),
                      .bounds = symbol->bounds_count > 0 ? symbol->bounds : NULL};
}

/* ---- inlinable intrinsics ---- */

static const char double_precision[] = "F8";

static xb_shape shape_of_constant(xb_program *program, const xb_constant *constant)
{
    if (constant->type != XB_TYPE_DOUBLE)
        return (xb_shape){.type = constant->type, .fe_type = constant->fe_type};
    const xb_name *fe_type =
        constant->fe_type ? constant->fe_type : xb_program_name(program, double_precision);
    return (xb_shape){.type = XB_TYPE_REAL, .fe_type = fe_type};
}

/* ---- front-end types of results, by the rules of src/evaluate/intrinsics/widths.c ---- */

static const xb_name *type_of_bytes(xb_program *program, xb_type type, int64_t bytes)
{
    enum { LARGEST = 16, LENGTH = 8 };
    char text[LENGTH];
    const char letter = type == XB_TYPE_INTEGER ? 'I' : type == XB_TYPE_COMPLEX ? 'C' : 'F';
    if (bytes < 1 || bytes > LARGEST)
        return NULL;
    snprintf(text, sizeof text, "%c%d", letter, (int)bytes * (type == XB_TYPE_COMPLEX ? 2 : 1));
    return xb_program_name(program, text);
}

/* Shifts and the like have the type of what is shifted, other integers the default one. */
static const xb_name *type_of_integer(xb_program *program, xb_intrinsic_code code, const xb_shape *first,
                                      const xb_shape *operands)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    if (code == XB_INTRINSIC_IAND || code == XB_INTRINSIC_IEOR || code == XB_INTRINSIC_IOR)
        return operands->fe_type;
    if (facts->form == XB_FORM_ELEMENTAL && facts->kind == 0 && first && first->type == XB_TYPE_INTEGER)
        return first->fe_type;
    bool is_long = code == XB_INTRINSIC_LRINT || code == XB_INTRINSIC_LROUND;
    return type_of_bytes(program, XB_TYPE_INTEGER, is_long ? sizeof(int64_t) : DEFAULT_INTEGER);
}

/* Of parts of complex numbers, and of complex numbers made of parts. */
static const xb_name *type_of_parts(xb_program *program, xb_type type, const xb_name *operands)
{
    if (!operands)
        return NULL;
    const int64_t bytes = (int64_t)bytes_of(operands);
    return type_of_bytes(program, type, type == XB_TYPE_COMPLEX ? bytes : bytes / 2);
}

static const xb_shape *shape_of_operand(const xb_expression *expression, uint32_t v, uint32_t position,
                                        const xb_shape *shapes)
{
    uint32_t operand = position > 0 ? xb_expression_operand(expression, v, position) : XB_GRAPH_NONE;
    return operand == XB_GRAPH_NONE ? NULL : &shapes[operand];
}

static const xb_name *type_of_kind(xb_program *program, const xb_expression *expression, uint32_t v,
                                   uint32_t position, xb_type type)
{
    const xb_vertex *kind = xb_expression_vertex(expression, xb_expression_operand(expression, v, position));
    int64_t bytes;
    bool known =
        kind->node.kind == XB_KIND_CONSTANT && xb_constant_integer((const xb_constant *)kind, &bytes);
    return known ? type_of_bytes(program, type, bytes) : NULL;
}

/* The shape of a result has the type already, and the front-end type of the operands. */
static const xb_name *type_of_result(xb_program *program, const xb_expression *expression, uint32_t v,
                                     const xb_shape *shapes, const xb_shape *shape, const xb_shape *operands)
{
    const xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(expression, v));
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_shape *kind = shape_of_operand(expression, v, facts->kind, shapes);
    if (kind && kind->type == XB_TYPE_INTEGER)
        return type_of_kind(program, expression, v, facts->kind, shape->type);
    if (facts->result == XB_RESULT_DOUBLE)
        return xb_program_name(program, double_precision);
    if (facts->result == XB_RESULT_INTEGER)
        return type_of_integer(program, code, shape_of_operand(expression, v, 1, shapes), operands);
    bool other_parts = (shape->type == XB_TYPE_REAL && operands->type == XB_TYPE_COMPLEX) ||
                       (shape->type == XB_TYPE_COMPLEX && operands->type == XB_TYPE_REAL);
    return other_parts ? type_of_parts(program, shape->type, operands->fe_type) : shape->fe_type;
}

static const xb_bounds *rank_bounds(xb_arena *arena, int rank)
{
    xb_bounds *bounds = xb_arena_alloc(arena, sizeof *bounds);
    *bounds = (xb_bounds){1, rank};
    return bounds;
}

/* Whether a dimension is among the operands, which is all that makes an array of what reductions give. */
static bool is_along_dimension(const xb_expression *expression, uint32_t v, const xb_shape *shapes, int rank)
{
    uint32_t first = xb_expression_operand(expression, v, 1);
    return xb_expression_operand_count(expression, v) > 1 && first != XB_GRAPH_NONE &&
           shapes[first].rank == rank + 1;
}

/* The catalogue does not say that there may be a dimension. */
static xb_shape with_rank(xb_arena *arena, xb_shape shape, const xb_expression *expression, uint32_t v,
                          const xb_shape *shapes, int operands)
{
    int rank = operands;
    if (!xb_intrinsic_rank(expression, v, &rank) || rank < 0 || rank >= operands || rank == shape.rank)
        return shape;
    xb_shape other = {.rank = rank};
    if (is_along_dimension(expression, v, shapes, rank))
        other = xb_result_of_reduction(arena, expression, v, shapes);
    other.type = shape.type;
    other.fe_type = shape.fe_type;
    return other.rank == rank ? other
                              : (xb_shape){.type = shape.type, .fe_type = shape.fe_type, .rank = rank};
}

static xb_shape shape_of_inlinable(const xb_analyses *analyses, xb_arena *arena,
                                   const xb_intrinsic *intrinsic, xb_shape operands)
{
    const xb_inlinable *item = xb_catalogue_inlinable(xb_analyses_catalogue(analyses), intrinsic->name);
    xb_shape shape = operands;
    if (intrinsic->vertex.node.kind == XB_KIND_BOOLEAN_OPERATION) {
        shape.type = XB_TYPE_BOOL;
        shape.fe_type = NULL;
        return shape;
    }
    xb_type type = item && item->return_type != XB_TYPE_REAL
                       ? item->return_type
                       : xb_intrinsic_result_type(xb_intrinsic_named(intrinsic->name), operands.type);
    shape.type = type;
    if (shape.type != operands.type)
        shape.fe_type = NULL;
    if (item && item->shape_change == XB_SHAPE_SCALAR)
        return (xb_shape){.type = shape.type, .fe_type = shape.fe_type};
    if (item && item->shape_change == XB_SHAPE_RANK)
        return (xb_shape){.type = XB_TYPE_INTEGER, .rank = 1, .bounds = rank_bounds(arena, operands.rank)};
    return shape;
}

static xb_shape shape_of_operands(const xb_expression *expression, uint32_t v, const xb_shape *shapes)
{
    xb_shape shape = {.type = XB_TYPE_VOID};
    for (uint32_t e = xb_graph_first_in(&expression->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&expression->graph, e))
        shape = xb_shape_promote(shape, shapes[xb_graph_source(&expression->graph, e)]);
    return shape;
}

static xb_shape shape_of_intrinsic(const xb_analyses *analyses, xb_arena *arena,
                                   const xb_expression *expression, uint32_t v, const xb_shape *shapes)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(expression, v);
    const xb_catalogue *catalogue = xb_analyses_catalogue(analyses);
    const xb_noninlinable *item = NULL;
    if (!xb_catalogue_inlinable(catalogue, intrinsic->name))
        item = xb_catalogue_noninlinable(catalogue, intrinsic->name);
    xb_shape operands = shape_of_operands(expression, v, shapes);
    xb_shape shape = item ? xb_result_of_noninlinable(arena, expression, v, item, shapes)
                          : shape_of_inlinable(analyses, arena, intrinsic, operands);
    shape.length = NULL; /* of texts that are computed it is not known */
    shape.fe_type = type_of_result(xb_analyses_program(analyses), expression, v, shapes, &shape, &operands);
    return item ? shape : with_rank(arena, shape, expression, v, shapes, operands.rank);
}

static xb_shape shape_of_call(const xb_analyses *analyses, const xb_function_call *call)
{
    const xb_routine *callee = xb_function_as_subroutine(xb_analyses_program(analyses), call);
    return xb_result_of_function(callee ? xb_routine_formal(callee, (uint32_t)callee->formals.count)->symbol
                                        : call->symbol);
}

xb_shape xb_shape_of_vertex(const xb_analyses *analyses, xb_arena *arena, const xb_expression *expression,
                            uint32_t v, const xb_shape *shapes)
{
    const xb_vertex *vertex = xb_expression_vertex(expression, v);
    switch (vertex->node.kind) {
    case XB_KIND_VARIABLE_REFERENCE: return xb_shape_of_reference(arena, (const xb_reference *)vertex);
    case XB_KIND_CONSTANT:
        return shape_of_constant(xb_analyses_program(analyses), (const xb_constant *)vertex);
    case XB_KIND_INTRINSIC: return shape_of_intrinsic(analyses, arena, expression, v, shapes);
    case XB_KIND_BOOLEAN_OPERATION:
        return shape_of_inlinable(analyses, arena, (const xb_intrinsic *)vertex,
                                  shape_of_operands(expression, v, shapes));
    case XB_KIND_FUNCTION_CALL: return shape_of_call(analyses, (const xb_function_call *)vertex);
    default: return xb_shape_scalar();
    }
}

xb_shape *xb_shapes_of(const xb_analyses *analyses, xb_arena *arena, const xb_expression *expression,
                       xb_shape (*argument)(void *context, unsigned position), void *context)
{
    const uint32_t *order = xb_expression_order(arena, expression);
    xb_shape *shapes = xb_arena_array(arena, expression->graph.vertex_count, sizeof *shapes);
    for (uint32_t k = 0; k < expression->graph.vertex_count; k++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, order[k]);
        shapes[order[k]] = vertex->node.kind == XB_KIND_ARGUMENT_REFERENCE
                               ? argument(context, ((const xb_argument_reference *)vertex)->position)
                               : xb_shape_of_vertex(analyses, arena, expression, order[k], shapes);
    }
    return shapes;
}
