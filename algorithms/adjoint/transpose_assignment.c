/*
 * The right-hand side is an intrinsic that is linear in the derivative x' in it, or a sum of such. Each term
 * T(x') of y' = ... is transposed by another intrinsic, whose value goes to a temporary that is added to x'.
 */
#include "algorithms/adjoint/term.h"
#include "analysis/shape.h"
#include "ir/build.h"
#include "ir/version.h"

static const struct rule {
    xb_intrinsic_code code;
    xb_transpose_rule *transpose;
} rules[] = {
    {XB_INTRINSIC_SUM, xb_transpose_sum},         {XB_INTRINSIC_SPREAD, xb_transpose_spread},
    {XB_INTRINSIC_CSHIFT, xb_transpose_cshift},   {XB_INTRINSIC_EOSHIFT, xb_transpose_eoshift},
    {XB_INTRINSIC_PACK, xb_transpose_pack},       {XB_INTRINSIC_UNPACK, xb_transpose_unpack},
    {XB_INTRINSIC_RESHAPE, xb_transpose_reshape}, {XB_INTRINSIC_TRANSPOSE, xb_transpose_transpose},
    {XB_INTRINSIC_MATMUL, xb_transpose_matmul},   {XB_INTRINSIC_DOT_PRODUCT, xb_transpose_dot_product},
    {XB_INTRINSIC_REAL, xb_transpose_real},       {XB_INTRINSIC_DBLE, xb_transpose_real},
    {XB_INTRINSIC_IMAG, xb_transpose_imaginary},  {XB_INTRINSIC_CONJ, xb_transpose_conjugate},
};

static bool transpose_term(xb_adjoint_term *t)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(t->value, t->vertex));
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].code == code)
            return rules[i].transpose(t);
    return false;
}

static bool is_derivative(const xb_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && ((const xb_reference *)vertex)->deriv;
}

/* Assignments that were generated have no line, their routine has one. */
static xb_status refuse(const xb_adjoint *a, const xb_assignment *assignment, uint32_t vertex)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(assignment->value, vertex);
    const xb_node *node = &assignment->statement.node;
    if (node->line == 0)
        node = &a->taping->version->version->original->node;
    return xb_error(a->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(a->program, node, NULL),
                    "write it out as a loop, or give it to a routine of its own",
                    "the adjoint of an assignment with '%s' in %s is not known", intrinsic->name->text,
                    a->taping->version->symbol->id->text);
}

/* The intrinsics with a derivative among their operands. */
static xb_status transpose_terms(xb_adjoint *a, const xb_assignment *assignment, const xb_reference *y)
{
    const xb_expression *value = assignment->value;
    for (uint32_t v = value->graph.vertex_count; v-- > 0;) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (!is_derivative(vertex))
            continue;
        uint32_t edge = xb_graph_first_out(&value->graph, v);
        xb_adjoint_term t = {.a = a,
                             .value = value,
                             .vertex = xb_graph_target(&value->graph, edge),
                             .y = y,
                             .x = xb_recall_reference(a->taping, (const xb_reference *)vertex),
                             .position = xb_expression_position(value, edge)};
        if (!transpose_term(&t))
            return refuse(a, assignment, t.vertex);
    }
    return XB_STATUS_OK;
}

static xb_shape shape_of(const xb_adjoint *a, const xb_expression *value)
{
    return xb_shapes_of(xb_run_analyses(a->taping->run), a->program->arena, value, NULL, NULL)[value->root];
}

/* What y' is moved to: of the type of the value, and a scalar if that is one, so that the derivatives of what
 * it was spread over are added up. */
static xb_symbol *create_moved(xb_adjoint *a, const xb_reference *y, const xb_expression *value)
{
    const xb_shape of_value = shape_of(a, value);
    xb_shape shape = xb_shape_of_reference(a->program->arena, y);
    if (of_value.rank == 0)
        shape = (xb_shape){.type = shape.type, .fe_type = shape.fe_type};
    if (of_value.type != XB_TYPE_COMPLEX && shape.type == XB_TYPE_COMPLEX) {
        shape.type = XB_TYPE_REAL;
        shape.fe_type = of_value.fe_type;
    }
    return xb_adjoint_temporary(a, shape);
}

xb_status xb_transpose_assignment(xb_adjoint *a, const xb_assignment *assignment)
{
    xb_program *program = a->program;
    const xb_reference *y = xb_recall_reference(a->taping, assignment->target);
    const xb_reference *moved = xb_build_reference(program, create_moved(a, y, assignment->value));
    /* y may be part of x */
    xb_adjoint_add_product(a, NULL, y, xb_copy_reference(program, moved));
    xb_adjoint_zero(a, xb_copy_reference(program, y));
    xb_status status = transpose_terms(a, assignment, moved);
    xb_adjoint_zero(a, xb_copy_reference(program, moved));
    return status;
}
