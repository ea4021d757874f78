/*
 * Routines and control-flow graphs.
 *
 * Vertices are replaced one by one, so that edges join what is written in the place of their ends.
 */
#include "languages/xaif/writer_internal.h"

/* ---- vertices ------------------------------------------------------------------------------------- */

static void note_statement(xb_writer *writer, const void *node)
{
    const xb_statement *statement = node;
    if (statement->node.kind != XB_KIND_INLINABLE_CALL &&
        statement->node.kind != XB_KIND_DERIVATIVE_PROPAGATOR)
        xb_write_note_id(writer, statement);
}

/* The ids of all statements below a vertex. */
static void note_vertex(xb_writer *writer, const xb_flow_vertex *vertex)
{
    xb_write_list(writer, &vertex->statements, note_statement);
    if (vertex->initialization)
        note_statement(writer, xb_write_single(writer, vertex->initialization));
    if (vertex->update)
        note_statement(writer, xb_write_single(writer, vertex->update));
}

static void write_loop_assignment(xb_writer *writer, const xb_assignment *assignment)
{
    if (assignment)
        xb_write_assignment(writer, xb_write_single(writer, assignment));
}

static bool has_content(const xb_flow_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_BASIC_BLOCK || vertex->condition || vertex->initialization ||
           vertex->update;
}

static void write_vertex(xb_writer *writer, const xb_flow_vertex *vertex)
{
    const char *element = xb_kind_name(vertex->node.kind);
    writer->statement = &vertex->node;
    xb_write_begin(writer, element);
    xb_write_node_id(writer, "vertex_id", &vertex->node, vertex->id);
    xb_write_annotation(writer, &vertex->node);
    if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
        xb_write_scope_id(writer, "scope_id", vertex->scope);
    xb_write_nonzero(writer, "lineNumber", vertex->line_number);
    if (vertex->reversal == XB_REVERSAL_EXPLICIT)
        xb_write_text(writer, "reversal", "explicit");
    xb_write_tags(writer, &vertex->node);
    if (!has_content(vertex)) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    xb_write_list(writer, &vertex->statements, xb_write_statement);
    write_loop_assignment(writer, vertex->initialization);
    xb_write_expression(writer, "Condition", vertex->condition);
    write_loop_assignment(writer, vertex->update);
    xb_write_close(writer, element);
}

/* ---- control-flow graphs -------------------------------------------------------------------------- */

static const xb_name *edge_id(const void *collection, size_t i)
{
    return ((const xb_flow_edge *)((const xb_list *)collection)->items[i])->id;
}

static const xb_name *vertex_id(const void *collection, size_t i)
{
    return ((const xb_flow_vertex *)((const xb_list *)collection)->items[i])->id;
}

/* What is written in the places of the vertices, by number. */
static const xb_list *vertices_of(xb_writer *writer, const xb_flow_graph *flow)
{
    xb_list *vertices = xb_arena_alloc(writer->scratch, sizeof *vertices);
    for (size_t v = 0; v < flow->vertices.count; v++)
        xb_list_append(writer->scratch, vertices, xb_write_single(writer, flow->vertices.items[v]));
    return vertices;
}

static void write_end(xb_writer *writer, const char *attribute, const xb_flow_vertex *vertex)
{
    xb_write_node_id(writer, attribute, &vertex->node, vertex->id);
}

static void write_edge(xb_writer *writer, const xb_flow_graph *flow, const xb_list *vertices, uint32_t number)
{
    const xb_flow_edge *edge = flow->edges.items[number];
    xb_write_begin(writer, "ControlFlowEdge");
    xb_write_node_id(writer, "edge_id", &edge->node, edge->id);
    write_end(writer, "source", vertices->items[xb_graph_source(&flow->graph, number)]);
    write_end(writer, "target", vertices->items[xb_graph_target(&flow->graph, number)]);
    xb_write_annotation(writer, &edge->node);
    if (edge->has_condition_value) {
        xb_write_boolean(writer, "has_condition_value", true);
        xb_write_integer(writer, "condition_value", edge->condition_value);
    }
    xb_write_empty(writer);
}

static void write_flow(xb_writer *writer, const xb_flow_graph *flow, bool is_strict)
{
    const xb_list *vertices = vertices_of(writer, flow);
    xb_write_number_nodes(writer, vertices, vertex_id);
    xb_write_number_nodes(writer, &flow->edges, edge_id);
    xb_write_begin_ids(writer, is_strict);
    for (size_t v = 0; v < vertices->count; v++)
        note_vertex(writer, vertices->items[v]);
    for (size_t v = 0; v < vertices->count; v++)
        write_vertex(writer, vertices->items[v]);
    for (uint32_t e = 0; e < flow->graph.edge_count; e++)
        write_edge(writer, flow, vertices, e);
}

/* ---- routines ------------------------------------------------------------------------------------- */

void xb_write_formal(xb_writer *writer, const void *node)
{
    static const char *const intents[] = {"inout", "in", "out"};
    const xb_formal *formal = node;
    xb_write_begin(writer, "ArgumentSymbolReference");
    xb_write_number(writer, "position", formal->position);
    xb_write_symbol_id(writer, formal->symbol);
    xb_write_annotation(writer, &formal->node);
    xb_write_text(writer, "intent", intents[formal->intent]);
    if (formal->deriv)
        xb_write_boolean(writer, "deriv", true);
    xb_write_empty(writer);
}

static void write_side_effect(xb_writer *writer, const void *reference)
{
    xb_write_reference(writer, "SideEffectReference", reference);
}

static void write_optional_list(xb_writer *writer, const char *element, bool is_there, const xb_list *list,
                                xb_write_function *write)
{
    if (!is_there)
        return;
    xb_write_begin(writer, element);
    if (list->count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    xb_write_list(writer, list, write);
    xb_write_close(writer, element);
}

static void write_side_effects(xb_writer *writer, const xb_routine *routine)
{
    static const char *const elements[XB_SIDE_EFFECT_COUNT] = {
        [XB_SIDE_EFFECT_MOD_LOCAL] = "ModLocal",   [XB_SIDE_EFFECT_MOD] = "Mod",
        [XB_SIDE_EFFECT_READ_LOCAL] = "ReadLocal", [XB_SIDE_EFFECT_READ] = "Read",
        [XB_SIDE_EFFECT_ON_ENTRY] = "OnEntry",
    };
    for (size_t i = 0; i < XB_SIDE_EFFECT_COUNT; i++)
        write_optional_list(writer, elements[i], routine->has_side_effects[i], &routine->side_effects[i],
                            write_side_effect);
}

static void write_replacement(xb_writer *writer, const void *node)
{
    const xb_replacement *replacement = node;
    xb_write_begin(writer, "Replacement");
    xb_write_name(writer, "placeholder", replacement->placeholder);
    if (!replacement->structured)
        xb_write_boolean(writer, "structured", false);
    if (replacement->flow.vertices.count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    write_flow(writer, &replacement->flow, false);
    xb_write_close(writer, "Replacement");
}

void xb_write_routine(xb_writer *writer, const void *node)
{
    const xb_routine *routine = node;
    const char *element = xb_kind_name(routine->node.kind);
    bool is_list = routine->node.kind == XB_KIND_REPLACEMENT_LIST;
    writer->statement = node;
    xb_write_begin(writer, element);
    xb_write_node_id(writer, "vertex_id", &routine->node, routine->id);
    xb_write_symbol_id(writer, routine->symbol);
    xb_write_scope_id(writer, "controlflowgraph_scope_id", routine->scope);
    xb_write_annotation(writer, &routine->node);
    if (is_list)
        xb_write_name(writer, "template_name", routine->template_name);
    else
        xb_write_boolean(writer, "active", routine->active);
    if (!is_list && !routine->structured)
        xb_write_boolean(writer, "structured", false);
    xb_write_tags(writer, node);
    xb_write_open(writer);
    write_optional_list(writer, "ArgumentList", routine->has_formals, &routine->formals, xb_write_formal);
    if (is_list) {
        xb_write_list(writer, &routine->replacements, write_replacement);
    } else {
        write_side_effects(writer, routine);
        write_flow(writer, &routine->flow, true);
    }
    xb_write_close(writer, element);
}
