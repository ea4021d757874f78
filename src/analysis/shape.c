/*
 * Shapes go up from the leaves: elementwise operations take the highest rank of their operands and the widest
 * of their types (integer, real, complex), inquiries give integers. Extents of a section are known only if
 * first, last and stride are; absent ones are those of the declaration.
 */
#include "analysis/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/results.h"
#include "ir/build.h"

int64_t xb_shape_count(const xb_shape *shape)
{
    bool known = shape->rank <= 0 || shape->bounds;
    return known ? xb_bounds_elements(shape->bounds, shape->rank > 0 ? (size_t)shape->rank : 0) : 0;
}

xb_shape xb_shape_copy(xb_arena *arena, xb_shape shape)
{
    if (!shape.bounds)
        return shape;
    xb_bounds *bounds = xb_arena_array(arena, (size_t)shape.rank, sizeof *bounds);
    for (int d = 0; d < shape.rank; d++)
        bounds[d] = shape.bounds[d];
    shape.bounds = bounds;
    return shape;
}

xb_shape xb_shape_scalar(void)
{
    return (xb_shape){.type = XB_TYPE_REAL};
}

/* The value of an optional part of a triplet: the default if it is absent. False if it is there but not
 * constant. */
static bool part_value(const xb_expression *part, int64_t absent, int64_t *value)
{
    *value = absent;
    return !part || xb_expression_integer(part, value);
}

static bool section_extent(const xb_triplet *triplet, const xb_bounds *declared, int64_t *extent)
{
    int64_t first, last, stride;
    if (!declared && (!triplet->index || !triplet->bound))
        return false;
    if (triplet->index && !triplet->bound && !triplet->stride)
        return false; /* a vector subscript */
    if (!part_value(triplet->index, declared ? declared->lower : 0, &first) ||
        !part_value(triplet->bound, declared ? declared->upper : 0, &last) ||
        !part_value(triplet->stride, 1, &stride) || stride == 0)
        return false;
    if (__builtin_sub_overflow(last, first, &last) || __builtin_add_overflow(last, stride, &last) ||
        (last == INT64_MIN && stride == -1))
        return false;
    *extent = last / stride > 0 ? last / stride : 0;
    return true;
}

static const xb_bounds *section_bounds(xb_arena *arena, const xb_reference *reference, int rank)
{
    xb_bounds *bounds = xb_arena_array(arena, (size_t)rank, sizeof *bounds);
    size_t kept = (size_t)rank;
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        int64_t extent;
        if (!xb_triplet_is_range(triplet))
            continue;
        if (kept == 0 || !section_extent(triplet, xb_symbol_bounds(reference->symbol, i), &extent))
            return NULL;
        bounds[--kept] = (xb_bounds){1, extent};
    }
    return kept == 0 ? bounds : NULL;
}

xb_shape xb_shape_of_reference(xb_arena *arena, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    xb_shape shape = {.type = symbol->type == XB_TYPE_OPAQUE ? XB_TYPE_REAL : symbol->type,
                      .fe_type = symbol->type == XB_TYPE_OPAQUE ? NULL : symbol->fe_type,
                      .rank = xb_reference_rank(reference)};
    if (shape.rank <= 0) {
        shape.rank = 0;
        return shape;
    }
    shape.model = reference;
    if (reference->subscripts.count > 0)
        shape.bounds = section_bounds(arena, reference, shape.rank);
    else if (symbol->bounds_count == (size_t)shape.rank)
        shape.bounds = symbol->bounds;
    return shape;
}

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

xb_symbol *xb_shape_temporary(xb_program *program, xb_scope *scope, const char *stem, xb_shape shape,
                              bool active, xb_statement **allocation)
{
    xb_temporary_type type = {shape.type, shape.fe_type, shape.rank, shape.bounds, active};
    xb_symbol *symbol = xb_temporary_create(program, scope, stem, type);
    *allocation = NULL;
    if (shape.rank > 0 && !shape.bounds && shape.model) {
        xb_inlinable_call *call =
            xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocation");
        xb_build_argument(program, &call->arguments, xb_build_reference(program, symbol));
        xb_build_argument(program, &call->arguments, xb_copy_reference(program, shape.model));
        *allocation = &call->statement;
    }
    return symbol;
}
