/*
 * The root of an expression under construction is followed upwards as edges are added: it starts at the first
 * vertex and moves whenever that vertex gets its first user.
 */
#include "ir/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ir/provenance.h"

xb_expression *xb_build_expression(xb_program *program)
{
    return xb_node_create(program, XB_KIND_EXPRESSION, sizeof(xb_expression), 0);
}

static void make_room_for_vertices(xb_arena *arena, xb_expression *expression, uint32_t capacity)
{
    if (capacity <= expression->vertex_capacity)
        return;
    expression->vertices = xb_arena_enlarge(arena, expression->vertices, expression->vertex_capacity,
                                            capacity, sizeof *expression->vertices);
    expression->vertex_capacity = capacity;
}

/* What is said of edges has as much room as those of the graph, which has grown from an older capacity. */
static void follow_graph(xb_arena *arena, xb_expression *expression, uint32_t capacity)
{
    xb_edges_read *said = expression->edges;
    uint32_t room = expression->graph.edge_capacity;
    if (!said || capacity >= room)
        return;
    said->lines = xb_arena_enlarge(arena, said->lines, capacity, room, sizeof *said->lines);
    if (said->edges)
        said->edges = xb_arena_enlarge(arena, said->edges, capacity, room, sizeof *said->edges);
}

void xb_expression_reserve(xb_program *program, xb_expression *expression, uint32_t vertex_count,
                           uint32_t edge_count)
{
    uint32_t capacity = expression->graph.edge_capacity;
    xb_graph_reserve(program->arena, &expression->graph, vertex_count, edge_count);
    follow_graph(program->arena, expression, capacity);
    make_room_for_vertices(program->arena, expression, vertex_count);
}

uint32_t xb_expression_add(xb_program *program, xb_expression *expression, void *vertex)
{
    enum { OPERATOR_VERTICES = 3 }; /* what most expressions of more than one vertex have */
    uint32_t number = xb_graph_add_vertex(program->arena, &expression->graph);
    if (number == expression->vertex_capacity)
        make_room_for_vertices(program->arena, expression,
                               number == 0                  ? 1
                               : number < OPERATOR_VERTICES ? OPERATOR_VERTICES
                               : number < UINT32_MAX / 2    ? 2 * number
                                                            : UINT32_MAX);
    expression->vertices[number] = vertex;
    return number;
}

/* Moves the root to the end of the path of first uses. The bound ends the walk if the input has a cycle. */
static void raise_root(xb_expression *expression)
{
    const xb_graph *graph = &expression->graph;
    uint32_t root = expression->root;
    for (uint32_t i = 0; i < graph->vertex_count && xb_graph_out_degree(graph, root) > 0; i++)
        root = xb_graph_target(graph, xb_graph_first_out(graph, root));
    expression->root = root;
}

void xb_expression_connect(xb_program *program, xb_expression *expression, uint32_t operand, uint32_t vertex,
                           uint32_t position)
{
    uint32_t capacity = expression->graph.edge_capacity;
    uint32_t edge = xb_graph_add_edge(program->arena, &expression->graph, operand, vertex);
    if (edge == XB_GRAPH_NONE)
        return;
    follow_graph(program->arena, expression, capacity);
    xb_graph_set_number(&expression->graph, edge, position);
    if (operand == expression->root && xb_graph_out_degree(&expression->graph, operand) == 1)
        raise_root(expression);
}

static xb_edges_read *edges_read(xb_program *program, xb_expression *expression)
{
    if (!expression->edges) {
        expression->edges = xb_arena_alloc(program->arena, sizeof *expression->edges);
        expression->edges->lines =
            xb_arena_array(program->arena, expression->graph.edge_capacity, sizeof *expression->edges->lines);
    }
    return expression->edges;
}

void xb_expression_set_edge_line(xb_program *program, xb_expression *expression, uint32_t edge, uint32_t line)
{
    edges_read(program, expression)->lines[edge] = line;
}

void xb_expression_describe_edge(xb_program *program, xb_expression *expression, uint32_t edge,
                                 xb_expression_edge description)
{
    xb_edges_read *said = edges_read(program, expression);
    if (!said->edges)
        said->edges = xb_arena_array(program->arena, expression->graph.edge_capacity, sizeof *said->edges);
    said->edges[edge] = description;
}

xb_reference xb_reference_to(xb_symbol *symbol)
{
    return (xb_reference){.vertex.node.kind = XB_KIND_VARIABLE_REFERENCE, .symbol = symbol, .live = true};
}

xb_reference *xb_build_reference(xb_program *program, xb_symbol *symbol)
{
    xb_reference *reference = xb_node_create(program, XB_KIND_VARIABLE_REFERENCE, sizeof *reference, 0);
    reference->symbol = symbol;
    reference->live = true;
    return reference;
}

xb_intrinsic *xb_build_intrinsic(xb_program *program, const char *name)
{
    xb_intrinsic *intrinsic = xb_node_create(program, XB_KIND_INTRINSIC, sizeof *intrinsic, 0);
    intrinsic->name = xb_program_name(program, name);
    intrinsic->result_type = XB_TYPE_REAL;
    return intrinsic;
}

static xb_constant *build_constant(xb_program *program, xb_type type, const char *value)
{
    xb_constant *constant = xb_node_create(program, XB_KIND_CONSTANT, sizeof *constant, 0);
    constant->type = type;
    constant->value = xb_program_name(program, value);
    return constant;
}

xb_constant *xb_build_integer(xb_program *program, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    return build_constant(program, XB_TYPE_INTEGER, text);
}

xb_constant *xb_build_real(xb_program *program, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.16e", value);
    /* The point is the locale's; whatever it is, it follows the first digit. */
    char *exponent = strchr(text, 'e');
    if (exponent) {
        char *point = text + (text[0] == '-') + 1;
        *point = '.';
        char *fraction = exponent - 16;
        memmove(point + 1, fraction, strlen(fraction) + 1);
    }
    return build_constant(program, XB_TYPE_REAL, text);
}

xb_expression *xb_build_leaf(xb_program *program, void *vertex)
{
    xb_expression *expression = xb_build_expression(program);
    expression->node.line = ((const xb_node *)vertex)->line;
    xb_expression_add(program, expression, vertex);
    return expression;
}

uint32_t xb_build_operation(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                            const uint32_t *operands, uint32_t count)
{
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_kind kind = facts->is_operation ? XB_KIND_BOOLEAN_OPERATION : XB_KIND_INTRINSIC;
    const xb_name *name = xb_program_name(program, facts->name);
    uint32_t vertex = xb_expression_add(program, expression, xb_shared_operation(program, kind, name, NULL));
    for (uint32_t i = 0; i < count; i++)
        xb_expression_connect(program, expression, operands[i], vertex, i + 1);
    return vertex;
}

uint32_t xb_build_unary(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                        uint32_t operand)
{
    return xb_build_operation(program, expression, code, &operand, 1);
}

uint32_t xb_build_binary(xb_program *program, xb_expression *expression, xb_intrinsic_code code,
                         uint32_t first, uint32_t second)
{
    return xb_build_operation(program, expression, code, (uint32_t[]){first, second}, 2);
}

uint32_t xb_build_variable(xb_program *program, xb_expression *expression, xb_symbol *variable)
{
    return xb_expression_add(program, expression, xb_build_reference(program, variable));
}

uint32_t xb_build_number(xb_program *program, xb_expression *expression, int64_t number)
{
    return xb_expression_add(program, expression, xb_build_integer(program, number));
}

xb_expression *xb_build_value_of(xb_program *program, xb_symbol *variable)
{
    return xb_build_leaf(program, xb_build_reference(program, variable));
}

xb_expression *xb_build_of_two(xb_program *program, xb_intrinsic_code code, xb_symbol *first,
                               xb_symbol *second)
{
    xb_expression *value = xb_build_expression(program);
    uint32_t b = xb_build_variable(program, value, second), a = xb_build_variable(program, value, first);
    xb_build_binary(program, value, code, a, b);
    return value;
}

xb_expression *xb_build_inquiry(xb_program *program, xb_intrinsic_code code, xb_symbol *variable)
{
    xb_expression *value = xb_build_value_of(program, variable);
    value->root = xb_build_unary(program, value, code, value->root);
    return value;
}

xb_expression *xb_build_with_number(xb_program *program, xb_intrinsic_code code, xb_symbol *variable,
                                    int64_t number)
{
    xb_expression *value = xb_build_expression(program);
    uint32_t b = xb_build_number(program, value, number), a = xb_build_variable(program, value, variable);
    xb_build_binary(program, value, code, a, b);
    return value;
}

static uint32_t add_size(xb_program *program, xb_expression *to, xb_symbol *array, int dimension)
{
    uint32_t number = xb_build_number(program, to, dimension);
    return xb_build_binary(program, to, XB_INTRINSIC_SIZE, xb_build_variable(program, to, array), number);
}

xb_expression *xb_build_other_shape(xb_program *program, xb_symbol *first, xb_symbol *second)
{
    xb_expression *differ = xb_build_expression(program);
    for (int dimension = 1; dimension <= first->rank; dimension++) {
        uint32_t others = differ->root, size = add_size(program, differ, first, dimension);
        uint32_t here = xb_build_binary(program, differ, XB_INTRINSIC_NOT_EQUAL, size,
                                        add_size(program, differ, second, dimension));
        if (dimension > 1)
            xb_build_binary(program, differ, XB_INTRINSIC_OR, others, here);
    }
    return differ;
}

xb_argument_reference *xb_build_argument_reference(xb_program *program, unsigned position)
{
    xb_argument_reference *reference =
        xb_node_create(program, XB_KIND_ARGUMENT_REFERENCE, sizeof *reference, 0);
    reference->position = position;
    return reference;
}

xb_triplet *xb_build_triplet(xb_program *program, xb_expression *index, xb_expression *bound,
                             xb_expression *stride)
{
    xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 0);
    triplet->index = index;
    triplet->bound = bound;
    triplet->stride = stride;
    return triplet;
}

static void *build_statement(xb_program *program, xb_kind kind, size_t size, const char *statement_id)
{
    xb_statement *statement = xb_node_create(program, kind, size, 0);
    statement->id = xb_program_name(program, statement_id);
    xb_provenance_note(program, &statement->node);
    return statement;
}

xb_assignment *xb_build_assignment_as(xb_program *program, xb_made_id id, xb_reference *target,
                                      xb_expression *value)
{
    xb_assignment *assignment = xb_node_create(program, XB_KIND_ASSIGNMENT, sizeof *assignment, 0);
    xb_id_set(assignment, id);
    xb_provenance_note(program, &assignment->statement.node);
    assignment->target = target;
    assignment->value = value;
    return assignment;
}

xb_assignment *xb_build_assignment(xb_program *program, const char *statement_id, xb_reference *target,
                                   xb_expression *value)
{
    const xb_made_id id = {XB_ID_NAME, xb_program_name(program, statement_id), 0};
    return xb_build_assignment_as(program, id, target, value);
}

xb_statement *xb_build_setting(xb_program *program, const char *statement_id, xb_symbol *variable,
                               xb_expression *value)
{
    return &xb_build_assignment(program, statement_id, xb_build_reference(program, variable), value)
                ->statement;
}

void xb_build_stand_in(xb_program *program, xb_assignment *assignment, const xb_assignment *original)
{
    assignment->statement.node.line = original->statement.node.line;
    assignment->line_number = original->line_number;
    assignment->do_chain = original->do_chain;
    xb_provenance_stand_in(program, &assignment->statement, &original->statement);
}

uint32_t xb_build_block(xb_program *program, xb_flow_graph *flow, xb_scope *scope, xb_list statements)
{
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 0);
    block->scope = scope;
    block->statements = statements;
    xb_list_append(program->arena, &flow->vertices, block);
    return xb_graph_add_vertex(program->arena, &flow->graph);
}

uint32_t xb_build_flow_vertex(xb_program *program, xb_flow_graph *flow, xb_kind kind,
                              const xb_name *annotation)
{
    xb_flow_vertex *vertex = xb_node_create(program, kind, sizeof *vertex, 0);
    xb_node_annotate(&vertex->node, annotation);
    xb_list_append(program->arena, &flow->vertices, vertex);
    xb_provenance_note(program, &vertex->node);
    return xb_graph_add_vertex(program->arena, &flow->graph);
}

static xb_flow_edge *build_flow_edge(xb_program *program, xb_flow_graph *flow, uint32_t source,
                                     uint32_t target)
{
    xb_flow_edge *edge = xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof *edge, 0);
    xb_graph_add_edge(program->arena, &flow->graph, source, target);
    xb_list_append(program->arena, &flow->edges, edge);
    return edge;
}

void xb_build_flow_edge(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target)
{
    build_flow_edge(program, flow, source, target);
}

void xb_build_flow_edge_if(xb_program *program, xb_flow_graph *flow, uint32_t source, uint32_t target,
                           int64_t value)
{
    xb_flow_edge *edge = build_flow_edge(program, flow, source, target);
    edge->has_condition_value = true;
    edge->condition_value = value;
}

void xb_build_call_edge(xb_program *program, xb_routine *source, xb_routine *target)
{
    xb_call_graph_edge *edge = xb_node_create(program, XB_KIND_CALL_GRAPH_EDGE, sizeof *edge, 0);
    edge->overlay = true;
    edge->source = source;
    edge->target = target;
    xb_list_append(program->arena, &program->call_edges, edge);
}

xb_call *xb_build_call(xb_program *program, const char *statement_id, xb_symbol *subroutine, uint32_t line)
{
    xb_call *call = build_statement(program, XB_KIND_SUBROUTINE_CALL, sizeof *call, statement_id);
    call->statement.node.line = line;
    call->symbol = subroutine;
    return call;
}

xb_call *xb_build_call_of_function(xb_program *program, const xb_function_call *function)
{
    xb_call *call = xb_build_call(program, "_function", function->symbol, function->vertex.node.line);
    for (size_t i = 0; i < function->arguments.count; i++)
        xb_build_argument(program, &call->arguments, function->arguments.items[i]);
    return call;
}

void xb_build_argument_at(xb_program *program, xb_call *call, unsigned position, void *vertex)
{
    xb_build_argument(program, &call->arguments, vertex);
    ((xb_argument *)call->arguments.items[call->arguments.count - 1])->position = position;
    if (position > call->formal_count)
        call->formal_count = position;
}

xb_inlinable_call *xb_build_inlinable_call(xb_program *program, xb_runtime_code code,
                                           const char *statement_id)
{
    xb_inlinable_call *call = build_statement(program, XB_KIND_INLINABLE_CALL, sizeof *call, statement_id);
    call->name = xb_program_name(program, xb_runtime_facts_of(code)->name);
    return call;
}

xb_statement *xb_build_allocation(xb_program *program, xb_symbol *array, const xb_list *extents)
{
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_ALLOCATE_SHAPE, "_allocation");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, array));
    for (size_t d = 0; d < extents->count; d++)
        xb_build_argument(program, &call->arguments, xb_build_reference(program, extents->items[d]));
    return &call->statement;
}

void xb_build_rank_suffix(xb_program *program, xb_inlinable_call *call, xb_runtime_code code)
{
    size_t count = call->arguments.count;
    int *ranks = xb_arena_array(program->arena, count, sizeof *ranks);
    for (size_t i = 0; i < count; i++) {
        const xb_reference *reference = ((const xb_argument *)call->arguments.items[i])->reference;
        const int rank = reference ? xb_reference_rank(reference) : 0;
        ranks[i] = rank < 0 ? 0 : rank;
    }
    const xb_runtime_call named = {.code = code, .ranks = ranks, .rank_count = count};
    call->name = xb_program_name(program, xb_runtime_call_name(program->arena, &named));
}

void xb_build_argument(xb_program *program, xb_list *arguments, void *vertex)
{
    xb_argument *argument = xb_node_create(program, XB_KIND_ARGUMENT, sizeof *argument, 0);
    argument->position = (uint32_t)arguments->count + 1;
    if (((const xb_node *)vertex)->kind == XB_KIND_CONSTANT)
        argument->constant = vertex;
    else
        argument->reference = vertex;
    xb_list_append(program->arena, arguments, argument);
}

xb_reference *xb_build_derivative(xb_program *program, const xb_reference *reference)
{
    xb_reference *copy = xb_copy_reference(program, reference);
    copy->deriv = true;
    return copy;
}

xb_propagation *xb_build_propagation(xb_program *program, xb_kind kind, const xb_reference *target)
{
    xb_propagation *propagation = xb_node_create(program, kind, sizeof *propagation, 0);
    propagation->target = xb_build_derivative(program, target);
    return propagation;
}

void xb_build_term(xb_program *program, xb_propagation *propagation, void *factor, const xb_reference *source)
{
    xb_term *term = xb_vector_push(program->arena, &propagation->terms, sizeof *term);
    term->factor = xb_build_leaf(program, factor);
    term->source = xb_build_derivative(program, source);
}

xb_propagator *xb_build_propagator(xb_program *program, xb_list entries)
{
    xb_propagator *propagator = xb_node_create(program, XB_KIND_DERIVATIVE_PROPAGATOR, sizeof *propagator, 0);
    propagator->statement.id = xb_names_empty(program->names);
    propagator->entries = entries;
    xb_provenance_note(program, &propagator->statement.node);
    return propagator;
}

static xb_reference *as_derivative(xb_reference *reference)
{
    if (reference)
        reference->deriv = true;
    return reference;
}

xb_propagator *xb_build_single_propagator(xb_program *program, const char *statement_id, xb_kind kind,
                                          xb_reference *target, void *factor, xb_reference *source)
{
    xb_propagation *entry = xb_node_create(program, kind, sizeof *entry, 0);
    xb_propagator *propagator =
        build_statement(program, XB_KIND_DERIVATIVE_PROPAGATOR, sizeof *propagator, statement_id);
    entry->target = as_derivative(target);
    if (factor)
        *(xb_term *)xb_vector_push(program->arena, &entry->terms, sizeof(xb_term)) =
            (xb_term){.factor = xb_build_leaf(program, factor), .source = as_derivative(source)};
    else
        entry->source = as_derivative(source);
    xb_list_append(program->arena, &propagator->entries, entry);
    return propagator;
}

xb_marker *xb_build_marker(xb_program *program, const char *statement_id, const char *text)
{
    xb_marker *marker = build_statement(program, XB_KIND_MARKER, sizeof *marker, statement_id);
    marker->text = xb_program_name(program, text);
    return marker;
}
