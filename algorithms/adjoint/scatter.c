/*
 * Updates of sections with vector subscripts, as x(k)' += y'. The subscript may contain a number several
 * times, and elementwise operations would update such an element only once. So y' is added to a temporary in
 * the shape of the section, and that to x', one element after the other.
 */
#include "algorithms/adjoint/transpose.h"
#include "ir/build.h"

/* An element of the temporary, and that of the section which it is added to, by the variables of loops. */
typedef struct element {
    xb_program *program;
    xb_reference *from, *to;
} element;

static void append_subscript(const element *e, xb_reference *reference, xb_triplet *triplet)
{
    xb_list_append(e->program->arena, &reference->subscripts, triplet);
}

static xb_triplet *subscript(const element *e, xb_expression *index)
{
    return xb_build_triplet(e->program, index, NULL, NULL);
}

static xb_triplet *all(const element *e)
{
    xb_expression *one = xb_build_leaf(e->program, xb_build_integer(e->program, 1));
    return xb_build_triplet(e->program, NULL, NULL, one);
}

/* What the adjoint sweep has popped a vector subscript to. */
static const xb_reference *vector_of(const xb_triplet *triplet)
{
    return (const xb_reference *)xb_expression_root(triplet->index);
}

static xb_expression *count_of(xb_program *program, const xb_reference *vector)
{
    const xb_bounds *bounds = xb_symbol_bounds(vector->symbol, 0);
    if (bounds)
        return xb_build_leaf(program, xb_build_integer(program, (int64_t)xb_bounds_extent(*bounds)));
    xb_expression *count = xb_build_expression(program);
    uint32_t operand = xb_expression_add(program, count, xb_copy_reference(program, vector));
    count->root = xb_build_unary(program, count, XB_INTRINSIC_SIZE, operand);
    return count;
}

/* The place of element number i of a vector. */
static xb_expression *place_in(const element *e, const xb_reference *vector, xb_symbol *i)
{
    const xb_bounds *bounds = xb_symbol_bounds(vector->symbol, 0);
    xb_expression *place = xb_build_expression(e->program);
    uint32_t number = xb_expression_add(e->program, place, xb_build_reference(e->program, i));
    if (!bounds || bounds->lower == 1)
        return place;
    uint32_t before = xb_expression_add(e->program, place, xb_build_integer(e->program, bounds->lower - 1));
    place->root = xb_build_binary(e->program, place, XB_INTRINSIC_ADD, number, before);
    return place;
}

/* Lets a loop run over a vector subscript. */
static void take_vector(const element *e, const xb_reference *vector, xb_symbol *i)
{
    xb_reference *number = xb_build_reference(e->program, vector->symbol);
    append_subscript(e, number, subscript(e, place_in(e, vector, i)));
    append_subscript(e, e->to, subscript(e, xb_build_leaf(e->program, number)));
    xb_expression *place = xb_build_leaf(e->program, xb_build_reference(e->program, i));
    append_subscript(e, e->from, subscript(e, place));
}

void xb_adjoint_scatter(xb_adjoint *a, xb_symbol *moved, const xb_reference *x)
{
    xb_program *program = a->program;
    const xb_reference *section = xb_copy_reference(program, x);
    const element e = {program, xb_build_reference(program, moved), xb_copy_reference(program, x)};
    const size_t depth = xb_body_depth(a->code);
    e.to->subscripts = (xb_list){.count = 0};
    for (size_t d = 0; d < section->subscripts.count; d++) {
        xb_triplet *triplet = section->subscripts.items[d];
        if (xb_triplet_is_vector(triplet)) {
            xb_symbol *i = xb_tape_integer(&a->taping->tape);
            xb_body_count(a->code, i, count_of(program, vector_of(triplet)));
            take_vector(&e, vector_of(triplet), i);
            continue;
        }
        append_subscript(&e, e.to, triplet);
        if (xb_triplet_is_range(triplet))
            append_subscript(&e, e.from, all(&e));
    }
    a->statements = xb_body_statements(a->code);
    xb_adjoint_increment(a, e.from, e.to);
    xb_body_end_to(a->code, depth);
    a->statements = xb_body_statements(a->code);
}
