/*
 * Copies of statements, control flow and routines. What is shallow is meant to be derived from its original,
 * and shares what is in it; what is deep stands on its own.
 */
#include "ir/copy_internal.h"

/* ---- shallow -------------------------------------------------------------------------------------- */

/* A list of its own with the same pointers. */
static xb_list copy_list(xb_program *program, const xb_list *list)
{
    xb_list copy = {0};
    xb_list_append_all(program->arena, &copy, list);
    return copy;
}

xb_flow_vertex *xb_copy_flow_vertex(xb_program *program, const xb_flow_vertex *vertex)
{
    xb_flow_vertex *copy = xb_copy_node(program, vertex, sizeof *copy);
    copy->statements = copy_list(program, &vertex->statements);
    return copy;
}

/* The same vertices and edges, without what they are. */
static xb_graph copy_graph(xb_program *program, const xb_graph *graph)
{
    xb_graph copy = {0};
    xb_graph_reserve(program->arena, &copy, graph->vertex_count, graph->edge_count);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        xb_graph_add_vertex(program->arena, &copy);
    for (uint32_t e = 0; e < graph->edge_count; e++)
        xb_graph_add_edge(program->arena, &copy, xb_graph_source(graph, e), xb_graph_target(graph, e));
    return copy;
}

xb_routine *xb_copy_routine(xb_program *program, const xb_routine *routine)
{
    xb_routine *copy = xb_copy_node(program, routine, sizeof *copy);
    copy->formals = copy_list(program, &routine->formals);
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++)
        copy->side_effects[i] = copy_list(program, &routine->side_effects[i]);
    copy->flow = (xb_flow_graph){copy_graph(program, &routine->flow.graph),
                                 copy_list(program, &routine->flow.vertices),
                                 copy_list(program, &routine->flow.edges)};
    copy->replacements = copy_list(program, &routine->replacements);
    return copy;
}

/* ---- statements ----------------------------------------------------------------------------------- */

static xb_reference *copy_reference(const xb_copier *copier, const xb_reference *reference)
{
    return reference ? (xb_reference *)xb_copier_vertex(copier, &reference->vertex) : NULL;
}

static xb_expression *copy_expression(const xb_copier *copier, const xb_expression *expression)
{
    return expression ? xb_copier_expression(copier, expression) : NULL;
}

static xb_list copy_arguments(const xb_copier *copier, const xb_list *arguments)
{
    xb_list copies = {0};
    for (size_t i = 0; i < arguments->count; i++) {
        xb_argument *copy = xb_copy_node(copier->program, arguments->items[i], sizeof *copy);
        copy->reference = copy_reference(copier, copy->reference);
        if (copy->constant)
            copy->constant = (xb_constant *)xb_copier_vertex(copier, &copy->constant->vertex);
        xb_list_append(copier->program->arena, &copies, copy);
    }
    return copies;
}

static xb_call *copy_call(const xb_copier *copier, const xb_call *call)
{
    xb_call *copy = xb_copy_node(copier->program, call, sizeof *copy);
    if (copier->symbol)
        copy->symbol = copier->symbol(copier->context, call->symbol);
    copy->arguments = copy_arguments(copier, &call->arguments);
    return copy;
}

xb_call *xb_copy_call(xb_program *program, const xb_call *call)
{
    return copy_call(&(xb_copier){.program = program}, call);
}

static xb_assignment *copy_assignment(const xb_copier *copier, const xb_assignment *assignment)
{
    if (!assignment)
        return NULL;
    xb_assignment *copy = xb_copy_node(copier->program, assignment, sizeof *copy);
    copy->target = copy_reference(copier, assignment->target);
    copy->value = copy_expression(copier, assignment->value);
    return copy;
}

static xb_inlinable_call *copy_inlinable_call(const xb_copier *copier, const xb_inlinable_call *call)
{
    xb_inlinable_call *copy = xb_copy_node(copier->program, call, sizeof *copy);
    copy->arguments = copy_arguments(copier, &call->arguments);
    return copy;
}

static xb_propagation *copy_propagation(const xb_copier *copier, const xb_propagation *entry)
{
    xb_propagation *copy = xb_copy_node(copier->program, entry, sizeof *copy);
    copy->target = copy_reference(copier, entry->target);
    copy->source = copy_reference(copier, entry->source);
    copy->terms = (xb_vector){0};
    const xb_term *terms = entry->terms.items;
    for (size_t i = 0; i < entry->terms.count; i++) {
        xb_term *term = xb_vector_push(copier->program->arena, &copy->terms, sizeof *term);
        term->factor = copy_expression(copier, terms[i].factor);
        term->source = copy_reference(copier, terms[i].source);
    }
    return copy;
}

static xb_propagator *copy_propagator(const xb_copier *copier, const xb_propagator *propagator)
{
    xb_propagator *copy = xb_copy_node(copier->program, propagator, sizeof *copy);
    copy->entries = (xb_list){0};
    for (size_t i = 0; i < propagator->entries.count; i++)
        xb_list_append(copier->program->arena, &copy->entries,
                       copy_propagation(copier, propagator->entries.items[i]));
    return copy;
}

static xb_list copy_references(const xb_copier *copier, const xb_list *references)
{
    xb_list copy = {0};
    for (size_t i = 0; i < references->count; i++)
        xb_list_append(copier->program->arena, &copy, xb_copier_vertex(copier, references->items[i]));
    return copy;
}

static xb_marker *copy_marker(const xb_copier *copier, const xb_marker *marker)
{
    xb_marker *copy = xb_copy_node(copier->program, marker, sizeof *copy);
    copy->reads = copy_references(copier, &marker->reads);
    copy->writes = copy_references(copier, &marker->writes);
    return copy;
}

static void *copy_statement(const xb_copier *copier, const void *statement)
{
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_ASSIGNMENT: return copy_assignment(copier, statement);
    case XB_STATEMENT_SUBROUTINE_CALL: return copy_call(copier, statement);
    case XB_STATEMENT_INLINABLE_CALL: return copy_inlinable_call(copier, statement);
    case XB_STATEMENT_MARKER: return copy_marker(copier, statement);
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR: return copy_propagator(copier, statement);
    }
    xb_unexpected_kind(copier->program, statement);
}

xb_statement *xb_copy_statement(xb_program *program, const xb_statement *statement)
{
    return copy_statement(&(xb_copier){.program = program}, statement);
}

/* ---- taking ---------------------------------------------------------------------------------------- */

/* Whether a node was made, and nothing stands for it. */
static bool is_made(const xb_copier *copier, const xb_node *node)
{
    return node->index >= copier->program->first_made && !node->slots;
}

static bool is_made_reference(const xb_copier *copier, const xb_reference *reference)
{
    return !reference || (is_made(copier, &reference->vertex.node) && reference->subscripts.count == 0 &&
                          !reference->parts && !reference->vertex.id);
}

static bool is_made_vertex(const xb_copier *copier, const xb_vertex *vertex)
{
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE: return is_made_reference(copier, (const xb_reference *)vertex);
    case XB_VERTEX_FUNCTION_CALL: return false; /* versions call versions */
    case XB_VERTEX_CONSTANT:
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION:
    case XB_VERTEX_ARGUMENT_REFERENCE: return is_made(copier, &vertex->node) && !vertex->id;
    }
    xb_unexpected_kind(copier->program, &vertex->node);
}

static bool is_made_expression(const xb_copier *copier, const xb_expression *expression)
{
    bool made = !expression || is_made(copier, &expression->node);
    for (uint32_t v = 0; expression && made && v < expression->graph.vertex_count; v++)
        made = is_made_vertex(copier, xb_expression_vertex(expression, v));
    return made;
}

static bool is_made_propagation(const xb_copier *copier, const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    bool made = is_made(copier, &entry->node) && is_made_reference(copier, entry->target) &&
                is_made_reference(copier, entry->source);
    for (size_t i = 0; made && i < entry->terms.count; i++)
        made = is_made_expression(copier, terms[i].factor) && is_made_reference(copier, terms[i].source);
    return made;
}

static bool can_be_taken(const xb_copier *copier, const xb_node *statement)
{
    if (!copier->takes || copier->program->first_made == 0 || !is_made(copier, statement))
        return false;
    if (statement->kind == XB_KIND_ASSIGNMENT) {
        const xb_assignment *assignment = (const xb_assignment *)statement;
        return is_made_reference(copier, assignment->target) && is_made_expression(copier, assignment->value);
    }
    const xb_list *entries = &((const xb_propagator *)statement)->entries;
    bool made = statement->kind == XB_KIND_DERIVATIVE_PROPAGATOR;
    for (size_t i = 0; made && i < entries->count; i++)
        made = is_made_propagation(copier, entries->items[i]);
    return made;
}

static void *copy_or_take(const xb_copier *copier, void *statement)
{
    return can_be_taken(copier, statement) ? statement : copy_statement(copier, statement);
}

/* ---- control flow --------------------------------------------------------------------------------- */

static xb_flow_vertex *copy_vertex(const xb_copier *copier, const xb_flow_vertex *vertex,
                                   const xb_scope *from, xb_scope *to)
{
    xb_arena *arena = copier->program->arena;
    const xb_list *statements = xb_view_list(arena, XB_VIEW_DERIVED, &vertex->statements);
    xb_flow_vertex *copy = xb_copy_node(copier->program, vertex, sizeof *copy);
    if (xb_scope_is_within(copy->scope, from))
        copy->scope = to;
    copy->statements = (xb_list){0};
    for (size_t i = 0; i < statements->count; i++)
        if (!copier->keeps || copier->keeps(copier->choice, statements->items[i]))
            xb_list_append(arena, &copy->statements, copy_or_take(copier, statements->items[i]));
    copy->condition = copy_expression(copier, vertex->condition);
    copy->initialization = copy_assignment(copier, xb_current(vertex->initialization));
    copy->update = copy_assignment(copier, xb_current(vertex->update));
    return copy;
}

xb_flow_graph xb_copier_flow(const xb_copier *copier, const xb_flow_graph *flow, const xb_scope *from,
                             xb_scope *to)
{
    xb_arena *arena = copier->program->arena;
    xb_flow_graph copy = {.graph = copy_graph(copier->program, &flow->graph)};
    for (size_t v = 0; v < flow->vertices.count; v++)
        xb_list_append(arena, &copy.vertices,
                       copy_vertex(copier, xb_current(flow->vertices.items[v]), from, to));
    for (size_t e = 0; e < flow->edges.count; e++)
        xb_list_append(arena, &copy.edges,
                       xb_copy_node(copier->program, flow->edges.items[e], sizeof(xb_flow_edge)));
    return copy;
}

static void copy_side_effects(const xb_copier *copier, const xb_routine *from, xb_routine *to)
{
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++) {
        to->side_effects[i] = (xb_list){0};
        for (size_t k = 0; k < from->side_effects[i].count; k++)
            xb_list_append(copier->program->arena, &to->side_effects[i],
                           copy_reference(copier, from->side_effects[i].items[k]));
    }
}

xb_routine *xb_copy_whole_routine(xb_program *program, const xb_routine *routine,
                                  xb_symbol_replacement *symbol, void *context)
{
    const xb_copier copier = {.program = program, .symbol = symbol, .context = context};
    xb_routine *copy = xb_copy_routine(program, routine);
    copy->flow = xb_copier_flow(&copier, &routine->flow, routine->scope, routine->scope);
    copy_side_effects(&copier, routine, copy);
    return copy;
}

void xb_copier_interface(const xb_copier *copier, const xb_routine *from, xb_routine *to)
{
    xb_arena *arena = copier->program->arena;
    to->formals = (xb_list){0};
    for (size_t i = 0; i < from->formals.count; i++) {
        xb_formal *formal = xb_copy_node(copier->program, xb_current(from->formals.items[i]), sizeof *formal);
        formal->symbol = copier->symbol(copier->context, formal->symbol);
        xb_list_append(arena, &to->formals, formal);
    }
    copy_side_effects(copier, from, to);
}
