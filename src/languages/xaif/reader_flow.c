/*
 * The call graph and control-flow graphs. Edges wait on the reader's stack until all vertices of their graph
 * are known.
 */
#include "languages/xaif/reader_internal.h"

#include "ir/taken_names.h"

/* ---- routines ------------------------------------------------------------------------------------- */

/* The node whose id has been marked with its place in a list. */
static const xb_node *first_of(const xb_reader *reader, const xb_list *list, const xb_name *id)
{
    return list->items[xb_read_find_mark(reader, id)];
}

static void join_flow(xb_reader *reader, xb_flow_graph *flow, uint32_t first)
{
    xb_arena *arena = reader->program->arena;
    const xb_reader_edge *edges = reader->edges.items;
    xb_read_begin_marks(reader);
    xb_graph_reserve(arena, &flow->graph, (uint32_t)flow->vertices.count,
                     (uint32_t)(reader->edges.count - first));
    for (size_t i = 0; i < flow->vertices.count; i++) {
        const xb_flow_vertex *vertex = flow->vertices.items[i];
        uint32_t number = xb_graph_add_vertex(arena, &flow->graph);
        if (!xb_read_mark_vertex(reader, vertex->id, number))
            xb_read_refuse_second(
                reader, xb_read_element_of(vertex->node.kind, XB_ELEMENT_ENTRY, XB_ELEMENT_GOTO), vertex->id,
                &vertex->node, vertex->id, first_of(reader, &flow->vertices, vertex->id));
    }
    for (size_t i = first; i < reader->edges.count; i++) {
        uint32_t source, target;
        if (!xb_read_edge_ends(reader, &edges[i], XB_ELEMENT_CONTROL_FLOW_EDGE, &source, &target))
            continue;
        xb_graph_add_edge(arena, &flow->graph, source, target);
        xb_list_append(arena, &flow->edges, edges[i].edge);
    }
    reader->edges.count = first;
}

/* Reads the children of a ControlFlowGraph or Replacement. */
static void read_flow(xb_reader *reader, xb_flow_graph *flow, void *owner)
{
    uint32_t first = reader->edges.count;
    reader->flow = flow;
    xb_read_children(reader, owner);
    reader->flow = NULL;
    join_flow(reader, flow, first);
}

void xb_handle_routine(xb_reader *reader, void *owner)
{
    (void)owner;
    const xb_value *values = reader->values;
    xb_routine *routine = xb_read_node(reader, sizeof *routine);
    bool is_list = routine->node.kind == XB_KIND_REPLACEMENT_LIST;
    routine->id = values[XB_ATTRIBUTE_VERTEX_ID].name;
    routine->symbol = xb_read_symbol(reader);
    routine->scope = xb_read_scope(reader, XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID);
    routine->active = is_list || values[XB_ATTRIBUTE_ACTIVE].number;
    routine->structured = is_list || values[XB_ATTRIBUTE_STRUCTURED].number;
    if (is_list)
        routine->template_name = values[XB_ATTRIBUTE_TEMPLATE_NAME].name;
    xb_list_append(reader->scratch, &reader->routines, routine);
    read_flow(reader, &routine->flow, routine);
    if (routine->symbol)
        xb_program_add_routine(reader->program, routine);
}

void xb_handle_replacement(xb_reader *reader, void *owner)
{
    xb_routine *routine = owner;
    xb_replacement *replacement = xb_read_node(reader, sizeof *replacement);
    replacement->placeholder = reader->values[XB_ATTRIBUTE_PLACEHOLDER].name;
    replacement->structured = reader->values[XB_ATTRIBUTE_STRUCTURED].number;
    xb_list_append(reader->program->arena, &routine->replacements, replacement);
    read_flow(reader, &replacement->flow, replacement);
}

void xb_handle_formals(xb_reader *reader, void *owner)
{
    xb_routine *routine = owner;
    routine->has_formals = true;
    xb_read_children(reader, &routine->formals);
}

void xb_handle_formal(xb_reader *reader, void *owner)
{
    xb_list *formals = owner;
    xb_formal *formal = xb_read_node(reader, sizeof *formal);
    formal->position = (uint32_t)reader->values[XB_ATTRIBUTE_POSITION].number;
    formal->intent = (xb_intent)reader->values[XB_ATTRIBUTE_INTENT].number;
    formal->deriv = reader->values[XB_ATTRIBUTE_DERIV].number;
    xb_read_symbol_to(reader, &formal->symbol);
    xb_list_append(reader->program->arena, formals, formal);
}

/* The lists stand in the same order in the vocabulary and in xb_side_effect. */
static size_t side_effect(xb_element element)
{
    return (size_t)(element - XB_ELEMENT_MOD_LOCAL);
}

void xb_handle_side_effects(xb_reader *reader, void *owner)
{
    xb_routine *routine = owner;
    routine->has_side_effects[side_effect(reader->frames[reader->depth].element)] = true;
    xb_read_children(reader, &routine->side_effects[side_effect(reader->frames[reader->depth].element)]);
}

void xb_handle_side_effect(xb_reader *reader, void *owner)
{
    xb_list_append(reader->program->arena, owner, xb_read_reference(reader));
}

/* ---- the call graph ------------------------------------------------------------------------------- */

void xb_handle_call_edge(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_call_graph_edge *edge = xb_read_node(reader, sizeof *edge);
    edge->id = reader->values[XB_ATTRIBUTE_EDGE_ID].name;
    xb_read_push_edge(reader)->edge = edge;
}

/* Finds the routines that the edges of the call graph join. */
static void join_routines(xb_reader *reader, uint32_t first)
{
    const xb_reader_edge *edges = reader->edges.items;
    xb_read_begin_marks(reader);
    for (size_t i = 0; i < reader->routines.count; i++) {
        const xb_routine *routine = reader->routines.items[i];
        if (!xb_read_mark_vertex(reader, routine->id, (uint32_t)i))
            xb_read_refuse_second(reader, XB_ELEMENT_CONTROL_FLOW_GRAPH,
                                  routine->symbol ? routine->symbol->id : NULL, &routine->node, routine->id,
                                  first_of(reader, &reader->routines, routine->id));
    }
    for (size_t i = first; i < reader->edges.count; i++) {
        xb_call_graph_edge *edge = edges[i].edge;
        uint32_t source, target;
        if (!xb_read_edge_ends(reader, &edges[i], XB_ELEMENT_CALL_GRAPH_EDGE, &source, &target))
            continue;
        edge->source = reader->routines.items[source];
        edge->target = reader->routines.items[target];
        xb_list_append(reader->program->arena, &reader->program->call_edges, edge);
    }
    reader->edges.count = first;
}

static void take_prefix(xb_reader *reader)
{
    const xb_name *prefix = reader->values[XB_ATTRIBUTE_PREFIX].name;
    if (!prefix)
        return; /* refused already */
    if (xb_name_may_begin(prefix->text))
        reader->program->prefix = prefix;
    else
        xb_read_error(reader, "names begin with a letter, and have letters, digits and _, as OpenAD_",
                      "no name can begin with the prefix '%s'", prefix->text);
}

void xb_handle_program(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_program *program = reader->program;
    uint32_t first = reader->edges.count;
    program->node.line = xb_read_line(reader);
    program->program_name = reader->values[XB_ATTRIBUTE_PROGRAM_NAME].name;
    if (xb_read_has(reader, XB_ATTRIBUTE_PREFIX))
        take_prefix(reader);
    program->storage_is_declared = reader->values[XB_ATTRIBUTE_STORAGE].number != 0;
    xb_read_children(reader, program);
    join_routines(reader, first);
}

void xb_handle_source(xb_reader *reader, void *owner)
{
    xb_program *program = owner;
    xb_source_file *made = xb_vector_push(program->arena, &program->sources, sizeof *made);
    *made = (xb_source_file){.path = reader->values[XB_ATTRIBUTE_FILE].name,
                             .is_fixed = reader->values[XB_ATTRIBUTE_FIXED].number,
                             .main = (uint64_t)reader->values[XB_ATTRIBUTE_MAIN].number,
                             .main_end = (uint64_t)reader->values[XB_ATTRIBUTE_MAIN_END].number};
    xb_read_children(reader, made);
}

void xb_handle_source_module(xb_reader *reader, void *owner)
{
    const xb_value *values = reader->values;
    xb_source_file *source = owner;
    xb_source_module *made = xb_vector_push(reader->program->arena, &source->modules, sizeof *made);
    *made = (xb_source_module){.name = values[XB_ATTRIBUTE_NAME].name,
                               .contains = (uint64_t)values[XB_ATTRIBUTE_CONTAINS].number,
                               .end = (uint64_t)values[XB_ATTRIBUTE_END].number,
                               .is_hidden = values[XB_ATTRIBUTE_HIDDEN].number};
    const xb_source_module *before = source->modules.count > 1 ? made - 1 : NULL;
    if (made->contains >= made->end ||
        (before && before->end >= (made->contains ? made->contains : made->end)))
        xb_read_error(reader, "give the lines of the modules in the order of the text",
                      "the module %s has its lines in the wrong order", made->name->text);
}

/* ---- vertices and edges of control flow ------------------------------------------------------------ */

void xb_handle_flow_vertex(xb_reader *reader, void *owner)
{
    (void)owner;
    const xb_value *values = reader->values;
    xb_flow_vertex *vertex = xb_read_node(reader, sizeof *vertex);
    vertex->id = values[XB_ATTRIBUTE_VERTEX_ID].name;
    if (xb_read_has(reader, XB_ATTRIBUTE_LINE_NUMBER))
        vertex->line_number = (uint64_t)values[XB_ATTRIBUTE_LINE_NUMBER].number;
    if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
        vertex->scope = xb_read_scope(reader, XB_ATTRIBUTE_SCOPE_ID);
    if (vertex->node.kind == XB_KIND_FOR_LOOP)
        vertex->reversal = (xb_reversal)values[XB_ATTRIBUTE_REVERSAL].number;
    xb_list_append(reader->program->arena, &reader->flow->vertices, vertex);
    xb_read_children(reader, vertex);
}

void xb_handle_condition(xb_reader *reader, void *owner)
{
    xb_flow_vertex *vertex = owner;
    vertex->condition = xb_read_expression(reader);
}

void xb_handle_flow_edge(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_flow_edge *edge = xb_read_node(reader, sizeof *edge);
    edge->id = reader->values[XB_ATTRIBUTE_EDGE_ID].name;
    edge->has_condition_value = reader->values[XB_ATTRIBUTE_HAS_CONDITION_VALUE].number;
    edge->condition_value = reader->values[XB_ATTRIBUTE_CONDITION_VALUE].number;
    xb_read_push_edge(reader)->edge = edge;
}
