/*
 * The value of a transpose goes to a temporary in the shape of x, whose derivative is zero before, and again
 * when it has been added to x'. So the value may have it among its operands where it needs zeros.
 */
#include "algorithms/adjoint/term.h"

#include "ir/build.h"
#include "ir/version.h"

const xb_vertex *xb_term_operand(const xb_adjoint_term *t, uint32_t position)
{
    uint32_t v = xb_expression_operand(t->value, t->vertex, position);
    return v == XB_GRAPH_NONE ? NULL : xb_expression_vertex(t->value, v);
}

int xb_term_rank(const xb_adjoint_term *t, uint32_t position)
{
    const xb_vertex *vertex = xb_term_operand(t, position);
    return vertex && vertex->node.kind == XB_KIND_VARIABLE_REFERENCE
               ? xb_reference_rank((const xb_reference *)vertex)
               : 0;
}

/* ---- operands ----------------------------------------------------------------------------------------- */

uint32_t xb_term_add_operand(const xb_adjoint_term *t, xb_expression *to, uint32_t position)
{
    const xb_vertex *vertex = xb_term_operand(t, position);
    const xb_reference *reference = (const xb_reference *)vertex;
    void *copy = vertex->node.kind != XB_KIND_VARIABLE_REFERENCE
                     ? (void *)xb_copy_vertex(t->a->program, vertex)
                 : reference->deriv ? (void *)xb_recall_reference(t->a->taping, reference)
                                    : (void *)xb_recall_operand(t->a->taping, reference);
    return xb_expression_add(t->a->program, to, copy);
}

uint32_t xb_term_add_y(const xb_adjoint_term *t, xb_expression *to)
{
    return xb_expression_add(t->a->program, to, xb_build_derivative(t->a->program, t->y));
}

static xb_symbol *added(xb_adjoint_term *t)
{
    if (!t->added)
        t->added = xb_adjoint_temporary_like(t->a, t->x);
    return t->added;
}

static uint32_t add_derivative(const xb_adjoint_term *t, xb_expression *to, xb_symbol *symbol)
{
    xb_reference *reference = xb_build_reference(t->a->program, symbol);
    reference->deriv = true;
    return xb_expression_add(t->a->program, to, reference);
}

uint32_t xb_term_add_zero(xb_adjoint_term *t, xb_expression *to)
{
    return add_derivative(t, to, added(t));
}

uint32_t xb_term_add_padding(xb_adjoint_term *t, xb_expression *to)
{
    const xb_bounds bounds = {1, 1};
    const xb_symbol *x = t->x->symbol;
    const xb_shape shape = {.type = x->type, .fe_type = x->fe_type, .rank = 1, .bounds = &bounds};
    return add_derivative(t, to, xb_adjoint_temporary(t->a, shape));
}

uint32_t xb_term_add_integer(const xb_adjoint_term *t, xb_expression *to, int64_t value)
{
    return xb_expression_add(t->a->program, to, xb_build_integer(t->a->program, value));
}

/* ---- shapes ------------------------------------------------------------------------------------------- */

static uint32_t add_shaped(const xb_adjoint_term *t, xb_expression *to, const xb_reference *variable)
{
    return xb_expression_add(t->a->program, to, xb_adjoint_shaped(t->a, variable));
}

uint32_t xb_term_add_shape(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array)
{
    return xb_build_unary(t->a->program, to, XB_INTRINSIC_SHAPE, add_shaped(t, to, array));
}

uint32_t xb_term_add_size(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array)
{
    return xb_build_unary(t->a->program, to, XB_INTRINSIC_SIZE, add_shaped(t, to, array));
}

uint32_t xb_term_add_extent(const xb_adjoint_term *t, xb_expression *to, const xb_reference *array,
                            uint32_t dimension)
{
    return xb_build_binary(t->a->program, to, XB_INTRINSIC_SIZE, add_shaped(t, to, array), dimension);
}

/* ---- values ------------------------------------------------------------------------------------------- */

uint32_t xb_term_apply(const xb_adjoint_term *t, xb_expression *to, xb_intrinsic_code code, uint32_t count,
                       const uint32_t *operands)
{
    xb_program *program = t->a->program;
    uint32_t root =
        xb_expression_add(program, to, xb_build_intrinsic(program, xb_intrinsic_facts_of(code)->name));
    for (uint32_t k = 0; k < count; k++)
        if (operands[k] != XB_GRAPH_NONE)
            xb_expression_connect(program, to, operands[k], root, k + 1);
    return root;
}

static bool is_complex(const xb_adjoint_term *t, const xb_expression *value, uint32_t root)
{
    const xb_shape *shapes =
        xb_shapes_of(xb_run_analyses(t->a->taping->run), t->a->program->arena, value, NULL, NULL);
    return shapes[root].type == XB_TYPE_COMPLEX;
}

void xb_term_add_value(xb_adjoint_term *t, xb_expression *value, uint32_t root)
{
    xb_program *program = t->a->program;
    xb_symbol *symbol = added(t);
    xb_reference *target = xb_build_reference(program, symbol);
    value->root = root;
    if (!xb_is_complex(t->x) && is_complex(t, value, root))
        value->root = xb_build_unary(program, value, XB_INTRINSIC_REAL, root);
    target->deriv = true;
    xb_adjoint_append(t->a, xb_build_assignment(program, "_transpose", target, value));
    xb_adjoint_increment(t->a, xb_build_reference(program, symbol), xb_copy_reference(program, t->x));
    xb_adjoint_zero(t->a, xb_build_reference(program, symbol));
}
