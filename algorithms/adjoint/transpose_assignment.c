/*
 * The right-hand side is an intrinsic that is linear in the derivative x' in it, or a sum of such. Each term
 * T(x') of y' = ... is transposed by another intrinsic, whose value goes to a temporary that is added to x'.
 */
#include "algorithms/adjoint/transpose.h"

#include "analysis/shape.h"
#include "ir/build.h"
#include "ir/version.h"

/* A term: the intrinsic at a vertex, with a derivative among its operands. */
typedef struct term {
    xb_adjoint *a;
    const xb_expression *value;
    uint32_t vertex;
    const xb_reference *y; /* recalled */
    xb_reference *x;       /* recalled; the derivative */
    uint32_t position;     /* of x among the operands */
} term;

static const xb_vertex *operand(const term *t, uint32_t position)
{
    uint32_t v = xb_expression_operand(t->value, t->vertex, position);
    return v == XB_GRAPH_NONE ? NULL : xb_expression_vertex(t->value, v);
}

static bool is_derivative(const xb_vertex *vertex)
{
    return vertex && vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && ((const xb_reference *)vertex)->deriv;
}

/* Adds to an expression what an operand was. @return its number */
static uint32_t add_operand(const term *t, xb_expression *to, uint32_t position)
{
    const xb_vertex *vertex = operand(t, position);
    xb_expression *leaf = xb_build_leaf(t->a->program, xb_copy_vertex(t->a->program, vertex));
    void *copy = vertex->node.kind == XB_KIND_VARIABLE_REFERENCE
                     ? xb_recall_operand(t->a->taping, (const xb_reference *)vertex)
                     : (void *)xb_expression_root(leaf);
    return xb_expression_add(t->a->program, to, copy);
}

static uint32_t add_y(const term *t, xb_expression *to)
{
    return xb_expression_add(t->a->program, to, xb_build_derivative(t->a->program, t->y));
}

/* x' += the value of an expression. */
static void add_value(const term *t, xb_expression *value)
{
    xb_program *program = t->a->program;
    xb_symbol *moved = xb_adjoint_temporary(t->a, t->x);
    xb_reference *target = xb_build_reference(program, moved);
    target->deriv = true;
    xb_adjoint_append(t->a, xb_build_assignment(program, "_transpose", target, value));
    xb_adjoint_increment(t->a, xb_build_reference(program, moved), xb_copy_reference(program, t->x));
    xb_adjoint_zero(t->a, xb_build_reference(program, moved));
}

/* An intrinsic whose first operand is y', and whose others are as in the original. */
static xb_expression *same_of_y(const term *t, xb_intrinsic_code code, uint32_t operands)
{
    xb_program *program = t->a->program;
    xb_expression *value = xb_build_expression(program);
    uint32_t y = add_y(t, value);
    uint32_t root =
        xb_expression_add(program, value, xb_build_intrinsic(program, xb_intrinsic_facts_of(code)->name));
    xb_expression_connect(program, value, y, root, 1);
    for (uint32_t k = 2; k <= operands; k++)
        xb_expression_connect(program, value, add_operand(t, value, k), root, k);
    value->root = root;
    return value;
}

/* ---- rules -------------------------------------------------------------------------------------------- */

static bool transpose_sum(const term *t)
{
    if (operand(t, 2))
        return false;
    xb_adjoint_increment(t->a, xb_copy_reference(t->a->program, t->y),
                         xb_copy_reference(t->a->program, t->x));
    return true;
}

static bool transpose_transpose(const term *t)
{
    add_value(t, same_of_y(t, XB_INTRINSIC_TRANSPOSE, 1));
    return true;
}

/* Elements come in the same order whatever the shape is. */
static bool transpose_reshape(const term *t)
{
    if (operand(t, 3))
        return false;
    xb_program *program = t->a->program;
    xb_expression *value = same_of_y(t, XB_INTRINSIC_RESHAPE, 1);
    uint32_t x = xb_expression_add(program, value, xb_copy_reference(program, t->x));
    uint32_t root = value->root;
    uint32_t shape = xb_build_unary(program, value, XB_INTRINSIC_SHAPE, x);
    xb_expression_connect(program, value, shape, root, 2);
    value->root = root;
    add_value(t, value);
    return true;
}

static bool transpose_spread(const term *t)
{
    add_value(t, same_of_y(t, XB_INTRINSIC_SUM, xb_reference_rank(t->x) == 0 ? 1 : 2));
    return true;
}

static bool transpose_shift(const term *t)
{
    xb_program *program = t->a->program;
    bool has_dimension = operand(t, 3);
    xb_expression *value = same_of_y(t, XB_INTRINSIC_CSHIFT, 1);
    uint32_t root = value->root;
    uint32_t back = xb_build_unary(program, value, XB_INTRINSIC_MINUS, add_operand(t, value, 2));
    xb_expression_connect(program, value, back, root, 2);
    if (has_dimension)
        xb_expression_connect(program, value, add_operand(t, value, 3), root, 3);
    value->root = root;
    add_value(t, value);
    return true;
}

/* y' = dot_product(x', b): x' += b y'. */
static bool transpose_dot_product(const term *t)
{
    xb_expression *other = xb_build_expression(t->a->program);
    uint32_t v = add_operand(t, other, 3 - t->position);
    xb_adjoint_saxpy(t->a, xb_expression_vertex(other, v), xb_copy_reference(t->a->program, t->y),
                     xb_copy_reference(t->a->program, t->x));
    return true;
}

static int rank_of(const xb_vertex *vertex)
{
    return vertex && vertex->node.kind == XB_KIND_VARIABLE_REFERENCE
               ? xb_reference_rank((const xb_reference *)vertex)
               : 0;
}

/* The transpose of a matrix, and a vector as it is. @return its number */
static uint32_t transposed(const term *t, xb_expression *value, uint32_t matrix, int rank)
{
    return rank == 2 ? xb_build_unary(t->a->program, value, XB_INTRINSIC_TRANSPOSE, matrix) : matrix;
}

/* The outer product of two vectors: column i is u v(i). */
static uint32_t outer_product(const term *t, xb_expression *value, uint32_t u, uint32_t v)
{
    xb_program *program = t->a->program;
    const uint32_t vectors[] = {u, v};
    uint32_t parts[2];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t other = xb_expression_add(
            program, value, xb_copy_vertex(program, xb_expression_vertex(value, vectors[1 - k])));
        uint32_t extent = xb_build_unary(program, value, XB_INTRINSIC_SIZE, other);
        uint32_t dimension = xb_expression_add(program, value, xb_build_integer(program, k == 0 ? 2 : 1));
        parts[k] = xb_expression_add(
            program, value, xb_build_intrinsic(program, xb_intrinsic_facts_of(XB_INTRINSIC_SPREAD)->name));
        xb_expression_connect(program, value, vectors[k], parts[k], 1);
        xb_expression_connect(program, value, dimension, parts[k], 2);
        xb_expression_connect(program, value, extent, parts[k], 3);
    }
    return xb_build_binary(program, value, XB_INTRINSIC_MUL, parts[0], parts[1]);
}

/* y' = matmul(x', b): x' += matmul(y', transpose(b)); y' = matmul(a, x'): x' += matmul(transpose(a), y').
 * With vectors, products of two vectors are outer ones. */
static bool transpose_matmul(const term *t)
{
    xb_program *program = t->a->program;
    xb_expression *value = xb_build_expression(program);
    bool x_is_first = t->position == 1;
    int other_rank = rank_of(operand(t, 3 - t->position));
    uint32_t y = add_y(t, value), other = add_operand(t, value, 3 - t->position);
    if (other_rank == 1) { /* x is a matrix, y a vector */
        value->root = x_is_first ? outer_product(t, value, y, other) : outer_product(t, value, other, y);
    } else {
        uint32_t matrix = transposed(t, value, other, other_rank);
        uint32_t root = xb_expression_add(
            program, value, xb_build_intrinsic(program, xb_intrinsic_facts_of(XB_INTRINSIC_MATMUL)->name));
        xb_expression_connect(program, value, y, root, x_is_first ? 1 : 2);
        xb_expression_connect(program, value, matrix, root, x_is_first ? 2 : 1);
        value->root = root;
    }
    add_value(t, value);
    return true;
}

static const struct rule {
    xb_intrinsic_code code;
    bool (*transpose)(const term *t);
} rules[] = {
    {XB_INTRINSIC_SUM, transpose_sum},         {XB_INTRINSIC_TRANSPOSE, transpose_transpose},
    {XB_INTRINSIC_RESHAPE, transpose_reshape}, {XB_INTRINSIC_SPREAD, transpose_spread},
    {XB_INTRINSIC_CSHIFT, transpose_shift},    {XB_INTRINSIC_DOT_PRODUCT, transpose_dot_product},
    {XB_INTRINSIC_MATMUL, transpose_matmul},
};

static bool transpose_term(const term *t)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(t->value, t->vertex));
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].code == code)
            return rules[i].transpose(t);
    return false;
}

/* The intrinsics with a derivative among their operands. */
static bool transpose_terms(xb_adjoint *a, const xb_assignment *assignment, const xb_reference *y)
{
    const xb_expression *value = assignment->value;
    for (uint32_t v = value->graph.vertex_count; v-- > 0;) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (!is_derivative(vertex))
            continue;
        uint32_t edge = xb_graph_first_out(&value->graph, v);
        if (edge == XB_GRAPH_NONE)
            return false;
        xb_reference *x = xb_recall_reference(a->taping, (const xb_reference *)vertex);
        unsigned position = xb_expression_edge_at(value, edge)->position;
        term t = {a, value, xb_graph_target(&value->graph, edge), y, x, position};
        if (!transpose_term(&t))
            return false;
    }
    return true;
}

/* Whether the value is a scalar, which is spread over the target if that is an array. */
static bool is_scalar(const xb_adjoint *a, const xb_expression *value)
{
    const xb_shape *shapes =
        xb_shapes_of(xb_run_analyses(a->taping->run), a->program->arena, value, NULL, NULL);
    return shapes[value->root].rank == 0;
}

/* What y' is moved to: in the shape of the value, so that the derivatives of what it was spread over are
 * added up. */
static xb_symbol *create_moved(xb_adjoint *a, const xb_reference *y, const xb_expression *value)
{
    if (xb_reference_rank(y) == 0 || !is_scalar(a, value))
        return xb_adjoint_temporary(a, y);
    const xb_temporary_type type = {.type = y->symbol->type, .fe_type = y->symbol->fe_type, .active = true};
    return xb_temporary_create(a->program, a->scope, "prp", type);
}

xb_status xb_transpose_assignment(xb_adjoint *a, const xb_assignment *assignment)
{
    const xb_reference *y = xb_recall_reference(a->taping, assignment->target);
    xb_symbol *moved = create_moved(a, y, assignment->value);
    xb_program *program = a->program;
    const xb_reference *copy = xb_build_reference(program, moved);
    /* y may be part of x */
    xb_adjoint_increment(a, xb_copy_reference(program, y), xb_copy_reference(program, copy));
    xb_adjoint_zero(a, xb_copy_reference(program, y));
    if (!transpose_terms(a, assignment, copy))
        return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                        xb_program_place(program, &a->taping->version->version->original->node, NULL),
                        "write it out as a loop, or give it to a routine of its own",
                        "the adjoint of an assignment with '%s' in %s is not known",
                        ((const xb_intrinsic *)xb_expression_root(assignment->value))->name->text,
                        a->taping->version->symbol->id->text);
    xb_adjoint_zero(a, xb_copy_reference(program, copy));
    return XB_STATUS_OK;
}
