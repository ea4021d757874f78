/*
 * y = f(x) is followed by y' = g(x'), where g is the catalogue's intrinsic for derivatives, applied to the
 * derivative of each active operand and to the value of each other one. A passive operand whose elements end
 * up in the result as they are, such as the padding of a reshape, has a derivative that is zero.
 *
 * By the product rule, y' is a sum of such terms, one for each active operand, and comes before y = f(x),
 * which may overwrite an operand's value; after it, if y = f(x) may allocate y.
 */
#include "algorithms/tangent/action.h"

#include "algorithms/tangent/propagations.h"
#include "analysis/overlap.h"
#include "analysis/shape.h"
#include "analysis/storage.h"
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

/* It is none of the statements of the document: its id may be taken there, and is made unique. */
static void append_derivative(action *g, const xb_assignment *original, xb_assignment *derivative)
{
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

/* Whether the elements of an operand are in the result, beside those of another. */
static bool is_put_into_result(const xb_expression *value, uint32_t position)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(value, value->root));
    uint32_t padding = xb_intrinsic_facts_of(code)->padding;
    return padding > 0 && (position == 1 || position == padding);
}

/* A derivative that is zero, in the shape of an operand. */
static xb_reference *zero_derivative(action *g, const xb_assignment *assignment, const xb_vertex *operand)
{
    xb_shape shape = {.rank = 0};
    xb_statement *allocation;
    if (operand->node.kind == XB_KIND_VARIABLE_REFERENCE)
        shape = xb_shape_of_reference(g->program->arena, (const xb_reference *)operand);
    shape.type = assignment->target->symbol->type;
    shape.fe_type = assignment->target->symbol->fe_type;
    xb_symbol *symbol =
        xb_shape_temporary(g->program, g->place.routine->scope, "prp", shape, true, &allocation);
    xb_reference *zero = xb_build_reference(g->program, symbol);
    xb_list statements = xb_propagations_zero(g->run, zero);
    if (allocation)
        append(g, allocation);
    xb_list_append_all(g->program->arena, g->statements, &statements);
    return xb_build_derivative(g->program, zero);
}

/* What an operand becomes in the derivative. */
static void *operand_of_derivative(action *g, const xb_assignment *assignment, uint32_t position)
{
    const xb_expression *value = assignment->value;
    const xb_vertex *operand =
        xb_expression_vertex(value, xb_expression_operand(value, value->root, position));
    if (!is_active_reference(operand) && is_put_into_result(value, position) && !is_zero(operand))
        return zero_derivative(g, assignment, operand);
    xb_vertex *copy = xb_copy_vertex(g->program, operand);
    if (is_active_reference(operand))
        ((xb_reference *)copy)->deriv = true;
    return copy;
}

static void linear_action(action *g, xb_assignment *assignment, const char *name)
{
    const xb_expression *value = assignment->value;
    xb_expression *derivative = xb_build_expression(g->program);
    uint32_t root = xb_expression_add(g->program, derivative, xb_build_intrinsic(g->program, name));
    for (uint32_t k = 1; k <= xb_expression_operand_count(value, value->root); k++) {
        void *operand = operand_of_derivative(g, assignment, k);
        xb_expression_connect(g->program, derivative, xb_expression_add(g->program, derivative, operand),
                              root, k);
    }
    derivative->root = root;
    xb_reference *target = xb_build_derivative(g->program, assignment->target);
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s",
                                     xb_statement_text(g->program->arena, &assignment->statement));
    append(g, assignment);
    append_derivative(g, assignment, xb_build_assignment(g->program, id, target, derivative));
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

/* By alias sets, if there are any: what may be allocated shares no storage otherwise. */
static bool is_among_operands(const action *g, const xb_assignment *assignment)
{
    const xb_reference *target = assignment->target;
    for (uint32_t v = 0; v < assignment->value->graph.vertex_count; v++) {
        const xb_reference *operand = (const xb_reference *)xb_expression_vertex(assignment->value, v);
        if (operand->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        if (xb_overlap_is_known(g->program, target, operand) &&
            xb_overlap_of(xb_run_analyses(g->run), target, operand, true) != XB_OVERLAP_NEVER)
            return true;
    }
    return false;
}

/* Whether an assignment may allocate its target. One that overwrites an operand does not: that is there. */
static bool may_allocate(const action *g, const xb_assignment *assignment)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(g->run));
    return xb_storage_may_be_allocated(storage, assignment->target) && !is_among_operands(g, assignment);
}

static void product_rule(action *g, xb_assignment *assignment, const char *name)
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
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s",
                                     xb_statement_text(g->program->arena, &assignment->statement));
    bool is_first = may_allocate(g, assignment);
    if (is_first)
        append(g, assignment);
    append_derivative(g, assignment, xb_build_assignment(g->program, id, target, sum));
    if (!is_first)
        append(g, assignment);
}

void xb_propagate_by_action(xb_run *run, xb_block_place place, xb_assignment *assignment,
                            const xb_noninlinable *intrinsic, xb_list *statements)
{
    action g = {run, xb_run_program(run), place, statements};
    if (intrinsic->product_rule)
        product_rule(&g, assignment, intrinsic->derivative_action);
    else
        linear_action(&g, assignment, intrinsic->derivative_action);
}
