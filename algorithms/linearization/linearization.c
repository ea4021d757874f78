/*
 * The expressions of the catalogue are copied vertex by vertex. An argument reference whose operand is a
 * constant of the program becomes that constant; a literal of the catalogue that is divided, or divides,
 * becomes real, so that no partial derivative is an integer division by accident. Without such constants, all
 * operators of the same kind have the same expression: it is made once and shared, since nothing changes it.
 */
#include "algorithms/linearization/linearization.h"

#include <string.h>

#include "algorithms/linearization/materialize.h"
#include "ir/build.h"

xb_linearized *xb_linearized_of(xb_run *run, const xb_assignment *assignment)
{
    return xb_slot_get(&assignment->statement.node, xb_run_slot(run, XB_LINEARIZATION_ASSIGNMENT));
}

void xb_derivative_set_constant(xb_derivative *derivative, double value)
{
    derivative->value = value;
    derivative->kind = value == 0.0    ? XB_PARTIAL_PASSIVE
                       : value == 1.0  ? XB_PARTIAL_ONE
                       : value == -1.0 ? XB_PARTIAL_MINUS_ONE
                                       : XB_PARTIAL_LINEAR;
}

static bool is_division(const xb_partial_vertex *vertex)
{
    return vertex->kind == XB_KIND_INTRINSIC &&
           strcmp(vertex->text, xb_intrinsic_facts_of(XB_INTRINSIC_DIV)->name) == 0;
}

static bool feeds_division(const xb_partial *partial, unsigned vertex)
{
    for (size_t i = 0; i < partial->vertex_count; i++)
        for (unsigned k = 0; is_division(&partial->vertices[i]) && k < partial->vertices[i].operand_count;
             k++)
            if (partial->vertices[i].operands[k] == vertex)
                return true;
    return false;
}

static void *literal(xb_program *program, const xb_partial_vertex *vertex, bool divided)
{
    xb_constant *constant = xb_build_integer(program, 0);
    constant->type = vertex->type;
    constant->fe_type = vertex->fe_type ? xb_program_name(program, vertex->fe_type) : NULL;
    constant->value = xb_program_name(program, vertex->text);
    double value;
    if (divided && vertex->type == XB_TYPE_INTEGER && xb_constant_value(constant, &value))
        return xb_build_real(program, value);
    return constant;
}

static void *argument(xb_program *program, unsigned position, const xb_expression *expression,
                      uint32_t operator)
{
    uint32_t operand = position ? xb_expression_operand(expression, operator, position) : XB_GRAPH_NONE;
    if (operand != XB_GRAPH_NONE && xb_expression_vertex(expression, operand)->node.kind == XB_KIND_CONSTANT)
        return xb_copy_vertex(program, xb_expression_vertex(expression, operand));
    return xb_build_argument_reference(program, position);
}

static void *instantiate_vertex(xb_program *program, const xb_partial *partial, unsigned i,
                                const xb_expression *expression, uint32_t operator)
{
    const xb_partial_vertex *vertex = &partial->vertices[i];
    switch (vertex->kind) {
    case XB_KIND_CONSTANT: return literal(program, vertex, feeds_division(partial, i));
    case XB_KIND_ARGUMENT_REFERENCE: return argument(program, vertex->argument, expression, operator);
    default: {
        xb_intrinsic *intrinsic = xb_build_intrinsic(program, vertex->text);
        intrinsic->vertex.node.kind = vertex->kind;
        return intrinsic;
    }
    }
}

xb_expression *xb_partial_expression(xb_program *program, const xb_partial *partial,
                                     const xb_expression *expression, uint32_t operator)
{
    xb_expression *result = xb_build_expression(program);
    size_t edge_count = 0;
    for (unsigned i = 0; i < partial->vertex_count; i++)
        edge_count += partial->vertices[i].operand_count;
    xb_expression_reserve(program, result, (uint32_t)partial->vertex_count, (uint32_t)edge_count);
    for (unsigned i = 0; i < partial->vertex_count; i++)
        xb_expression_add(program, result, instantiate_vertex(program, partial, i, expression, operator));
    for (unsigned i = 0; i < partial->vertex_count; i++)
        for (unsigned k = 0; k < partial->vertices[i].operand_count; k++)
            xb_expression_connect(program, result, partial->vertices[i].operands[k], i, k + 1);
    result->root = (uint32_t)partial->vertex_count - 1;
    return result;
}

static bool has_constant_operands(const xb_expression *expression, uint32_t operator)
{
    const xb_graph *graph = &expression->graph;
    uint32_t e = xb_graph_first_in(graph, operator);
    while (e != XB_GRAPH_NONE &&
           xb_expression_vertex(expression, xb_graph_source(graph, e))->node.kind != XB_KIND_CONSTANT)
        e = xb_graph_next_in(graph, e);
    return e != XB_GRAPH_NONE;
}

/* The partial derivative of an operator as an expression, by name of the intrinsic and partial. */
static xb_expression *expression_of(xb_run *run, const xb_partial *partial, const xb_expression *expression,
                                    uint32_t operator)
{
    xb_program *program = xb_run_program(run);
    if (has_constant_operands(expression, operator))
        return xb_partial_expression(program, partial, expression, operator);
    xb_map *shared = xb_run_state(run, "linearization.shared", sizeof *shared);
    const xb_name *name = ((const xb_intrinsic *)xb_expression_vertex(expression, operator))->name;
    const uintptr_t key = (uintptr_t)partial; /* it is only looked up */
    xb_expression *found = xb_map_get(shared, name->index, key);
    if (!found) {
        found = xb_partial_expression(program, partial, expression, operator);
        xb_map_put(program->arena, shared, name->index, key, found);
    }
    return found;
}

static void differentiate_edge(xb_run *run, const xb_assignment *assignment, const xb_partial *partial,
                               xb_derivative *derivative)
{
    const xb_expression *expression = assignment->value;
    if (partial->kind == XB_PARTIAL_ONE || partial->kind == XB_PARTIAL_MINUS_ONE) {
        xb_derivative_set_constant(derivative, partial->kind == XB_PARTIAL_ONE ? 1.0 : -1.0);
        return;
    }
    derivative->kind = XB_PARTIAL_NONLINEAR;
    derivative->expression =
        expression_of(run, partial, expression, xb_graph_target(&expression->graph, derivative->edge));
    const xb_vertex *root = xb_expression_root(derivative->expression);
    double value;
    if (root->node.kind == XB_KIND_CONSTANT && xb_constant_value((const xb_constant *)root, &value))
        xb_derivative_set_constant(derivative, value);
}

static void warn_non_smooth(xb_run *run, xb_block_place place, const xb_assignment *assignment,
                            uint32_t vertex)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(assignment->value, vertex);
    const xb_inlinable *item = xb_catalogue_inlinable(xb_run_catalogue(run), intrinsic->name);
    if (item && item->non_smooth)
        xb_warning(xb_run_program(run)->diagnostics, xb_place_of(run, place, &assignment->statement), NULL,
                   "'%s' is not differentiable everywhere; where it is not, a one-sided derivative is taken",
                   intrinsic->name->text);
}

static xb_status linearize_assignment(xb_run *run, xb_block_place place, xb_assignment *assignment)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const xb_flat_assignment *flat = xb_flat_assignment_of(run, assignment);
    if (!flat->activity.active)
        return XB_STATUS_OK;
    const xb_graph *graph = &assignment->value->graph;
    xb_linearized *linearized =
        xb_run_extension(run, &assignment->statement.node, xb_run_slot(run, XB_LINEARIZATION_ASSIGNMENT));
    for (uint32_t e = 0; e < graph->edge_count; e++)
        linearized->count += flat->activity.edge[e];
    linearized->derivatives = xb_arena_array(arena, linearized->count, sizeof *linearized->derivatives);
    xb_derivative *next = linearized->derivatives;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        if (!flat->activity.edge[e])
            continue;
        next->edge = e;
        differentiate_edge(run, assignment, flat->activity.partial[e], next);
        warn_non_smooth(run, place, assignment, xb_graph_target(graph, e));
        next++;
    }
    return XB_STATUS_OK;
}

xb_status xb_assignments_each(xb_run *run, xb_block_place place,
                              xb_status (*call)(xb_run *run, xb_block_place place, xb_assignment *assignment))
{
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    for (size_t i = 0; flat && i < flat->items.count; i++) {
        const xb_flat_item *item = (const xb_flat_item *)flat->items.items + i;
        for (size_t k = 0; item->kind == XB_FLAT_SEQUENCE && k < item->sequence->assignments.count; k++) {
            xb_status status = call(run, place, item->sequence->assignments.items[k]);
            if (status != XB_STATUS_OK)
                return status;
        }
    }
    return XB_STATUS_OK;
}

static xb_status linearize_block(xb_run *run, xb_block_place place)
{
    return xb_assignments_each(run, place, linearize_assignment);
}

static xb_status linearize(xb_run *run)
{
    return xb_blocks_each(run, linearize_block);
}

/* ---- presentation ------------------------------------------------------------------------------------ */

static void present_element(xb_run *run, xb_block_place place, xb_statement *element, xb_list *statements)
{
    xb_arena *arena = xb_run_program(run)->arena;
    if (element->node.kind != XB_KIND_ASSIGNMENT || !xb_linearized_of(run, (xb_assignment *)element)) {
        xb_list_append(arena, statements, element);
        return;
    }
    const xb_materialized *materialized = xb_materialize(run, place, (xb_assignment *)element, false);
    if (!materialized)
        return;
    xb_list_append_all(arena, statements, &materialized->before);
    xb_list_append(arena, statements, materialized->assignment);
}

static xb_status present_block(xb_run *run, xb_block_place place)
{
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    xb_list statements = {.count = 0};
    if (!flat)
        return XB_STATUS_OK; /* it was made by others after that */
    for (size_t i = 0; i < flat->items.count; i++) {
        const xb_flat_item *item = (const xb_flat_item *)flat->items.items + i;
        if (item->kind != XB_FLAT_SEQUENCE)
            xb_list_append(xb_run_program(run)->arena, &statements, item->statement);
        for (size_t k = 0; item->kind == XB_FLAT_SEQUENCE && k < item->sequence->elements.count; k++)
            present_element(run, place, item->sequence->elements.items[k], &statements);
    }
    xb_block_replace_statements(run, place.block, statements);
    return xb_diagnostics_status(xb_run_program(run)->diagnostics);
}

xb_status xb_linearization_present(xb_run *run)
{
    return xb_blocks_each(run, present_block);
}

static const char *const needs[] = {XB_PROPERTY_FLATTENED, NULL};
static const char *const gives[] = {XB_PROPERTY_LINEARIZED, NULL};

static const xb_factory factories[] = {
    {XB_KIND_ASSIGNMENT, XB_LINEARIZATION_ASSIGNMENT, sizeof(xb_linearized), NULL}, {.slot = NULL}};

static const xb_action actions[] = {{"partial derivatives", NULL, linearize}, {.name = NULL}};

const xb_algorithm xb_algorithm_linearization = {
    .name = "linearization",
    .summary = "attach local partial derivatives to the operations of active assignments",
    .factories = factories,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .present = xb_linearization_present,
};
