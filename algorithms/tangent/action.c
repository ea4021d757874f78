/*
 * y = f(x) is followed by y' = g(x'), where g is the catalogue's intrinsic for derivatives, applied to the
 * derivative of each active operand and to the value of each other one. An operand whose elements end up in
 * the result as they are, such as the padding of a reshape, must not be one of the others.
 *
 * By the product rule, y' is a sum of such terms, one for each active operand, and comes before y = f(x),
 * which may overwrite an operand's value.
 */
#include "algorithms/tangent/action.h"

#include "ir/build.h"

typedef struct action {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    xb_list *statements;
} action;

static void append(action *g, void *statement)
{
    xb_list_append(g->program->arena, g->statements, statement);
}

/* Whoever can't go on from it has to say where it is. */
static void append_derivative(action *g, const xb_assignment *original, xb_assignment *derivative)
{
    derivative->statement.node.line = original->statement.node.line;
    derivative->line_number = original->line_number;
    append(g, derivative);
}

static bool is_active_reference(const xb_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
}

static bool is_zero(const xb_vertex *vertex)
{
    double value;
    return vertex->node.kind == XB_KIND_CONSTANT && xb_constant_value((const xb_constant *)vertex, &value) &&
           value == 0.0;
}

/* Whether a value would end up in the derivative. */
static bool has_passive_padding(const xb_expression *expression)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_root(expression));
    uint32_t padding =
        xb_expression_operand(expression, expression->root, xb_intrinsic_facts_of(code)->padding);
    if (padding == XB_GRAPH_NONE)
        return false;
    const xb_vertex *vertex = xb_expression_vertex(expression, padding);
    return !is_active_reference(vertex) && !is_zero(vertex);
}

static xb_status linear_action(action *g, xb_assignment *assignment, const char *name)
{
    if (has_passive_padding(assignment->value))
        return xb_error(g->program->diagnostics, XB_STATUS_UNSUPPORTED,
                        xb_place_of(g->run, g->place, &assignment->statement),
                        "declare the padding active, or assign the padded elements on their own",
                        "'%s' pads active values with passive ones, whose derivative would not be zero",
                        ((const xb_intrinsic *)xb_expression_root(assignment->value))->name->text);
    append(g, assignment);
    xb_expression *derivative = xb_copy_expression(g->program, assignment->value);
    ((xb_intrinsic *)xb_expression_root(derivative))->name = xb_program_name(g->program, name);
    for (uint32_t v = 0; v < derivative->graph.vertex_count; v++)
        if (is_active_reference(xb_expression_vertex(derivative, v)))
            ((xb_reference *)xb_expression_vertex(derivative, v))->deriv = true;
    xb_reference *target = xb_build_derivative(g->program, assignment->target);
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s", assignment->statement.id->text);
    append_derivative(g, assignment, xb_build_assignment(g->program, id, target, derivative));
    return XB_STATUS_OK;
}

/* The intrinsic, with the derivative of one operand in its place. @return the root */
static uint32_t add_product(action *g, const xb_expression *value, uint32_t position, const char *name,
                            xb_expression *sum)
{
    uint32_t root = xb_expression_add(g->program, sum, xb_build_intrinsic(g->program, name));
    for (uint32_t k = 1; k <= xb_expression_operand_count(value, value->root); k++) {
        const xb_vertex *operand = xb_expression_vertex(value, xb_expression_operand(value, value->root, k));
        xb_vertex *copy = xb_copy_vertex(g->program, operand);
        if (k == position)
            ((xb_reference *)copy)->deriv = true;
        xb_expression_connect(g->program, sum, xb_expression_add(g->program, sum, copy), root, k);
    }
    return root;
}

static xb_status product_rule(action *g, xb_assignment *assignment, const char *name)
{
    const xb_expression *value = assignment->value;
    xb_expression *sum = xb_build_expression(g->program);
    uint32_t root = XB_GRAPH_NONE;
    for (uint32_t k = 1; k <= xb_expression_operand_count(value, value->root); k++) {
        if (!is_active_reference(xb_expression_vertex(value, xb_expression_operand(value, value->root, k))))
            continue;
        uint32_t term = add_product(g, value, k, name, sum);
        if (root == XB_GRAPH_NONE) {
            root = term;
            continue;
        }
        root = xb_build_binary(g->program, sum, XB_INTRINSIC_ADD, root, term);
    }
    sum->root = root;
    xb_reference *target = xb_build_derivative(g->program, assignment->target);
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s", assignment->statement.id->text);
    append_derivative(g, assignment, xb_build_assignment(g->program, id, target, sum));
    append(g, assignment);
    return XB_STATUS_OK;
}

xb_status xb_propagate_by_action(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                 const xb_noninlinable *intrinsic, xb_list *statements)
{
    action g = {run, xb_run_program(run), place, statements};
    return intrinsic->product_rule ? product_rule(&g, assignment, intrinsic->derivative_action)
                                   : linear_action(&g, assignment, intrinsic->derivative_action);
}
