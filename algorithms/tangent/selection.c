/*
 * The position counts from 1 in each dimension, whatever the bounds of x are, and x may be a section. So the
 * derivative of x is copied to a temporary whose bounds begin with 1, which the position is a subscript of.
 *
 * An array without elements has none at the position, which is 0 then. So unless the extents are known, the
 * position p becomes the section max(p,1):p, of one element or of none, and the derivative the sum over it.
 */
#include "algorithms/tangent/selection.h"

#include "algorithms/tangent/propagations.h"
#include "analysis/shape.h"
#include "ir/build.h"

typedef struct selection {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    xb_list *statements;
} selection;

static void append(selection *s, void *statement)
{
    if (statement)
        xb_list_append(s->program->arena, s->statements, statement);
}

static xb_symbol *temporary(selection *s, const char *stem, xb_shape shape, bool active)
{
    xb_statement *allocation;
    xb_symbol *symbol =
        xb_shape_temporary(s->program, s->place.routine->scope, stem, shape, active, &allocation);
    append(s, allocation);
    return symbol;
}

/* The same extents, from 1. */
static xb_shape from_one(xb_arena *arena, xb_shape shape)
{
    if (!shape.bounds)
        return shape;
    xb_bounds *bounds = xb_arena_array(arena, (size_t)shape.rank, sizeof *bounds);
    for (int d = 0; d < shape.rank; d++)
        bounds[d] = (xb_bounds){1, (int64_t)xb_bounds_extent(shape.bounds[d])};
    shape.bounds = bounds;
    return shape;
}

static void add_subscript(selection *s, xb_reference *reference, void *vertex)
{
    xb_list_append(s->program->arena, &reference->subscripts,
                   xb_build_triplet(s->program, xb_build_leaf(s->program, vertex), NULL, NULL));
}

/* location = maxloc(x) */
static xb_symbol *locate(selection *s, const xb_noninlinable *intrinsic, const xb_reference *x, int rank)
{
    const xb_bounds bounds = {1, rank};
    const xb_shape shape = {.type = XB_TYPE_INTEGER, .rank = 1, .bounds = &bounds};
    xb_symbol *location = temporary(s, "aux", shape, false);
    xb_expression *value = xb_build_expression(s->program);
    uint32_t operand = xb_expression_add(s->program, value, xb_copy_reference(s->program, x));
    uint32_t vertex =
        xb_expression_add(s->program, value, xb_build_intrinsic(s->program, intrinsic->location));
    xb_expression_connect(s->program, value, operand, vertex, 1);
    append(s, xb_build_assignment(s->program, "_location", xb_build_reference(s->program, location), value));
    return location;
}

static void append_entries(selection *s, const xb_propagations *entries)
{
    xb_list code = xb_propagations_statements(entries);
    xb_list_append_all(s->program->arena, s->statements, &code);
}

static xb_reference *position(selection *s, xb_symbol *location, int dimension)
{
    xb_reference *index = xb_build_reference(s->program, location);
    add_subscript(s, index, xb_build_integer(s->program, dimension));
    return index;
}

/* max(p,1):p */
static void add_section(selection *s, xb_reference *reference, xb_symbol *location, int dimension)
{
    xb_program *program = s->program;
    xb_expression *first = xb_build_expression(program);
    uint32_t p = xb_expression_add(program, first, position(s, location, dimension));
    uint32_t one = xb_expression_add(program, first, xb_build_integer(program, 1));
    first->root = xb_build_binary(program, first, XB_INTRINSIC_NC_MAX, p, one);
    xb_expression *last = xb_build_leaf(program, position(s, location, dimension));
    xb_list_append(program->arena, &reference->subscripts, xb_build_triplet(program, first, last, NULL));
}

/* y' = sum_arr(section') */
static void sum_section(selection *s, const xb_reference *y, xb_reference *section)
{
    xb_reference *target = xb_copy_reference(s->program, y);
    xb_expression *value = xb_build_expression(s->program);
    target->deriv = section->deriv = true;
    uint32_t operand = xb_expression_add(s->program, value, section);
    value->root = xb_build_unary(s->program, value, XB_INTRINSIC_SUM, operand);
    append(s, xb_build_assignment(s->program, "_selected_derivative", target, value));
}

static void propagate(selection *s, const xb_reference *y, const xb_reference *x, xb_symbol *location,
                      int rank)
{
    xb_arena *arena = s->program->arena;
    xb_shape shape = from_one(arena, xb_shape_of_reference(arena, x));
    xb_symbol *copy = temporary(s, "prp", shape, true);
    xb_reference *selected = xb_build_reference(s->program, copy);
    bool may_be_empty = xb_shape_count(&shape) == 0;
    for (int d = 1; d <= rank; d++)
        if (may_be_empty)
            add_section(s, selected, location, d);
        else
            add_subscript(s, selected, position(s, location, d));
    xb_propagations *entries = xb_propagations_create(s->run);
    xb_propagations_copy(entries, xb_build_reference(s->program, copy), x);
    if (!may_be_empty)
        xb_propagations_copy(entries, y, selected);
    append_entries(s, entries);
    if (may_be_empty)
        sum_section(s, y, selected);
}

static bool has_no_elements(const xb_shape *shape)
{
    for (int d = 0; shape->bounds && d < shape->rank; d++)
        if (shape->bounds[d].upper < shape->bounds[d].lower)
            return true;
    return false;
}

xb_status xb_propagate_selection(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                 const xb_noninlinable *intrinsic, xb_list *statements)
{
    selection s = {run, xb_run_program(run), place, statements};
    const xb_expression *expression = assignment->value;
    const xb_reference *x = (const xb_reference *)xb_expression_vertex(
        expression, xb_expression_operand(expression, expression->root, 1));
    int rank = x->vertex.node.kind == XB_KIND_VARIABLE_REFERENCE ? xb_reference_rank(x) : 0;
    if (xb_expression_operand_count(expression, expression->root) > 1 || rank < 1)
        return xb_error(s.program->diagnostics, XB_STATUS_UNSUPPORTED,
                        xb_place_of(run, place, &assignment->statement),
                        "apply it to a whole array, or to a section", "'%s' has no derivative %s",
                        intrinsic->name, rank < 1 ? "for a scalar" : "with a dimension or a mask");
    const xb_shape shape = xb_shape_of_reference(s.program->arena, x);
    if (has_no_elements(&shape)) {
        xb_list zero = xb_propagations_zero(run, assignment->target);
        xb_list_append_all(s.program->arena, statements, &zero);
    } else
        propagate(&s, assignment->target, x, locate(&s, intrinsic, x, rank), rank);
    append(&s, assignment);
    return XB_STATUS_OK;
}
