/*
 * Vertices of control-flow graphs and statements. Edges join the vertices that have the ids of what stands
 * at their ends now, as in a document.
 */
#include "analysis/loop_form.h"
#include "evaluate/execute.h"
#include "evaluate/lower.h"
#include "evaluate/state.h"

/* ---- statements ----------------------------------------------------------------------------------- */

static bool reads_derivatives(const xb_expression *expression)
{
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && ((const xb_reference *)vertex)->deriv)
            return true;
    }
    return false;
}

static void lower_assignment(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                             xb_code_statement *statement)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    size_t registers = 0;
    xb_code_assignment *lowered = &statement->assignment;
    lowered->target = xb_lower_reference(lowering, routine, assignment->target, &registers);
    lowered->value = xb_lower_expression(lowering, routine, assignment->value);
    if (lowered->target->calls && lowering->code->registers < lowered->value->count + registers)
        lowering->code->registers = lowered->value->count + registers;
    lowered->reads_derivatives = reads_derivatives(xb_lower_single(lowering, assignment->value));
    bool is_derivative = lowered->target->source->deriv;
    statement->run = is_derivative ? xb_execute_derivative_assignment : xb_execute_assignment;
}

static void lower_argument(xb_lowering *lowering, xb_code_routine *routine, const xb_argument *argument,
                           xb_code_argument *lowered)
{
    size_t registers = 0;
    lowered->position = argument->position - 1;
    if (!argument->reference) {
        lowered->constant = xb_lower_constant(lowering, xb_lower_single(lowering, argument->constant));
        return;
    }
    const xb_node *node = xb_lower_single(lowering, argument->reference);
    if (node->kind == XB_KIND_CONSTANT)
        lowered->constant = xb_lower_constant(lowering, (const xb_constant *)node);
    else
        lowered->reference = xb_lower_reference(lowering, routine, argument->reference, &registers);
}

static void lower_arguments(xb_lowering *lowering, xb_code_routine *routine, const xb_list *list,
                            xb_code_statement *statement)
{
    const xb_list *arguments = xb_lower_list(lowering, list);
    xb_code_argument *lowered = xb_arena_array(lowering->memory, arguments->count, sizeof *lowered);
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        if (argument->position == 0 || argument->position > arguments->count * 16 + 1000)
            xb_evaluator_fail(lowering->evaluator, XB_STATUS_UNSUPPORTED, NULL,
                              "an argument has the position %u", (unsigned)argument->position);
        lower_argument(lowering, routine, argument, &lowered[i]);
        if (statement->positions < argument->position)
            statement->positions = argument->position;
    }
    statement->count = arguments->count;
    statement->arguments = lowered;
}

static void lower_call(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                       xb_code_statement *statement)
{
    const xb_call *call = (const xb_call *)node;
    lower_arguments(lowering, routine, &call->arguments, statement);
    statement->callee = xb_node_map_get(&lowering->code->by_symbol, &call->symbol->node);
    statement->run = xb_execute_call;
}

static void lower_inlinable_call(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                                 xb_code_statement *statement)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)node;
    lower_arguments(lowering, routine, &call->arguments, statement);
    statement->inlinable = xb_inlinable_find(lowering->memory, call->name->text);
    statement->run = xb_execute_inlinable_call;
}

static void lower_marker(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                         xb_code_statement *statement)
{
    (void)lowering, (void)routine, (void)node;
    statement->run = xb_execute_marker;
}

static xb_code_term lower_term(xb_lowering *lowering, xb_code_routine *routine, const xb_expression *factor,
                               const xb_reference *source, double sign)
{
    size_t registers = 0;
    return (xb_code_term){xb_lower_expression(lowering, routine, factor), sign,
                          xb_lower_reference(lowering, routine, source, &registers)};
}

static void lower_entry(xb_lowering *lowering, xb_code_routine *routine, const xb_propagation *entry,
                        xb_code_propagation *lowered)
{
    size_t registers = 0;
    xb_kind kind = entry->node.kind;
    lowered->target = xb_lower_reference(lowering, routine, entry->target, &registers);
    lowered->increment = kind == XB_KIND_INC_DERIV || kind == XB_KIND_DEC_DERIV || kind == XB_KIND_SAXPY;
    lowered->count = entry->source ? 1 : entry->terms.count;
    xb_code_term *terms = xb_arena_array(lowering->memory, lowered->count, sizeof *terms);
    bool is_negative = kind == XB_KIND_SET_NEG_DERIV || kind == XB_KIND_DEC_DERIV;
    if (entry->source)
        terms[0] = lower_term(lowering, routine, NULL, entry->source, is_negative ? -1 : 1);
    for (size_t i = 0; i < entry->terms.count; i++) {
        const xb_term *term = (const xb_term *)entry->terms.items + i;
        terms[i] = lower_term(lowering, routine, term->factor, term->source, 1);
    }
    lowered->terms = terms;
}

static void lower_propagator(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                             xb_code_statement *statement)
{
    const xb_list *entries = xb_lower_list(lowering, &((const xb_propagator *)node)->entries);
    xb_code_propagation *lowered = xb_arena_array(lowering->memory, entries->count, sizeof *lowered);
    for (size_t i = 0; i < entries->count; i++)
        lower_entry(lowering, routine, entries->items[i], &lowered[i]);
    statement->count = entries->count;
    statement->entries = lowered;
    statement->run = xb_execute_propagator;
}

static void lower_statement(xb_lowering *lowering, xb_code_routine *routine, const xb_node *node,
                            xb_code_statement *statement)
{
    static void (*const lower[XB_KIND_COUNT])(xb_lowering *, xb_code_routine *, const xb_node *,
                                              xb_code_statement *) = {
        [XB_KIND_ASSIGNMENT] = lower_assignment,
        [XB_KIND_INITIALIZATION] = lower_assignment,
        [XB_KIND_UPDATE] = lower_assignment,
        [XB_KIND_SUBROUTINE_CALL] = lower_call,
        [XB_KIND_INLINABLE_CALL] = lower_inlinable_call,
        [XB_KIND_MARKER] = lower_marker,
        [XB_KIND_DERIVATIVE_PROPAGATOR] = lower_propagator,
    };
    statement->source = node;
    statement->number = lowering->code->statement_count++;
    if (!lower[node->kind])
        xb_evaluator_fail(lowering->evaluator, XB_STATUS_UNSUPPORTED, NULL, "a %s stands for a statement",
                          xb_kind_name(node->kind));
    lower[node->kind](lowering, routine, node, statement);
}

/* ---- loops ---------------------------------------------------------------------------------------- */

static const xb_code_node *operand_at(const xb_code_expression *expression, const xb_code_node *node,
                                      uint32_t place)
{
    return node->operands[place] == XB_CODE_NONE ? NULL : &expression->nodes[node->operands[place]];
}

/* The operand of a root that stands for a reference. */
static const xb_code_reference *operand_for(const xb_code_expression *expression,
                                            const xb_reference *reference)
{
    const xb_code_node *root = &expression->nodes[expression->count - 1];
    for (uint32_t i = 0; i < root->operand_count; i++) {
        const xb_code_node *operand = operand_at(expression, root, i);
        if (operand && operand->source == &reference->vertex)
            return operand->reference;
    }
    return NULL;
}

/* Recognizes conditions of the form v REL bound, for v to count; the loop's entry sees whether it does. */
static void find_bound(const xb_flow_vertex *source, const xb_assignment *update, xb_code_vertex *vertex)
{
    vertex->bound = XB_CODE_NONE;
    if (vertex->kind != XB_KIND_FOR_LOOP || !vertex->condition || !vertex->initialization || !vertex->update)
        return;
    xb_loop_head head;
    if (!xb_loop_head_of(source->condition, update, &head))
        return;
    vertex->increased = operand_for(vertex->update->assignment.value, head.increased);
    vertex->variable = operand_for(vertex->condition, head.compared);
    if (vertex->increased && vertex->variable)
        vertex->bound = vertex->condition->nodes[vertex->condition->count - 1].operands[1];
}

/* ---- vertices ------------------------------------------------------------------------------------- */

static const xb_code_statement *lower_loop_assignment(xb_lowering *lowering, xb_code_routine *routine,
                                                      const xb_assignment *assignment)
{
    if (!assignment)
        return NULL;
    xb_code_statement *statement = xb_arena_alloc(lowering->memory, sizeof *statement);
    lower_statement(lowering, routine, xb_lower_single(lowering, assignment), statement);
    return statement;
}

static void lower_vertex(xb_lowering *lowering, xb_code_routine *routine, const xb_flow_vertex *source,
                         xb_code_graph *graph, xb_code_vertex *vertex)
{
    vertex->source = source;
    vertex->kind = source->node.kind;
    const xb_list *statements = xb_lower_list(lowering, &source->statements);
    vertex->statement_count = statements->count;
    vertex->statements = xb_arena_array(lowering->memory, statements->count, sizeof *vertex->statements);
    for (size_t i = 0; i < statements->count; i++)
        lower_statement(lowering, routine, statements->items[i], &vertex->statements[i]);
    vertex->condition = xb_lower_expression(lowering, routine, source->condition);
    vertex->initialization = lower_loop_assignment(lowering, routine, source->initialization);
    vertex->update = lower_loop_assignment(lowering, routine, source->update);
    if (vertex->kind == XB_KIND_FOR_LOOP || vertex->kind == XB_KIND_POST_LOOP)
        vertex->loop = (uint32_t)graph->loop_count++;
    if (source->update)
        find_bound(source, xb_lower_single(lowering, source->update), vertex);
}

/* ---- edges ---------------------------------------------------------------------------------------- */

static xb_code_edge make_edge(const xb_flow_edge *edge, uint32_t target)
{
    return (xb_code_edge){edge->has_condition_value, edge->condition_value, target};
}

static void lower_edges(const xb_flow_graph *flow, xb_code_graph *graph, xb_arena *memory)
{
    const xb_graph *edges = &flow->graph;
    for (uint32_t v = 0; v < edges->vertex_count; v++) {
        xb_code_vertex *vertex = &graph->vertices[v];
        vertex->edges = xb_arena_array(memory, xb_graph_out_degree(edges, v), sizeof *vertex->edges);
        for (uint32_t e = xb_graph_first_out(edges, v); e != XB_GRAPH_NONE; e = xb_graph_next_out(edges, e))
            vertex->edges[vertex->edge_count++] = make_edge(flow->edges.items[e], xb_graph_target(edges, e));
    }
}

void xb_lower_graph(xb_lowering *lowering, xb_code_routine *routine, const xb_flow_graph *flow,
                    xb_code_graph *graph)
{
    size_t count = flow->vertices.count;
    graph->entry = XB_CODE_NONE;
    graph->vertex_count = count;
    graph->vertices = xb_arena_array(lowering->memory, count, sizeof *graph->vertices);
    lower_edges(flow, graph, lowering->memory);
    for (uint32_t v = 0; v < count; v++) {
        const xb_flow_vertex *vertex = xb_lower_single(lowering, flow->vertices.items[v]);
        if (vertex->node.kind == XB_KIND_ENTRY && graph->entry == XB_CODE_NONE)
            graph->entry = v;
        lower_vertex(lowering, routine, vertex, graph, &graph->vertices[v]);
    }
}
