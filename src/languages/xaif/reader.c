/*
 * Entry points, and what the handlers have in common.
 *
 * Vertex ids are looked up through one table by name index, whose entries carry the number of the graph that
 * they belong to: starting a graph costs nothing, and looking up takes constant time whatever the graph's
 * size.
 */
#include "languages/xaif/reader_internal.h"

#include "base/document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FLOW_VERTEX xb_handle_flow_vertex

xb_reader_handler *const xb_read_handlers[XB_ELEMENT_COUNT] = {
    [XB_ELEMENT_CALL_GRAPH] = xb_handle_program,
    [XB_ELEMENT_SOURCE] = xb_handle_source,
    [XB_ELEMENT_SOURCE_MODULE] = xb_handle_source_module,
    [XB_ELEMENT_SCOPE_HIERARCHY] = xb_handle_scope_hierarchy,
    [XB_ELEMENT_SCOPE] = xb_handle_scope,
    [XB_ELEMENT_SYMBOL] = xb_handle_symbol,
    [XB_ELEMENT_DIMENSION_BOUNDS] = xb_handle_bounds,
    [XB_ELEMENT_LOWER_BOUND] = xb_handle_bound,
    [XB_ELEMENT_UPPER_BOUND] = xb_handle_bound,
    [XB_ELEMENT_INITIAL_VALUE] = xb_handle_initial_value,
    [XB_ELEMENT_INTERFACE] = xb_handle_interface,
    [XB_ELEMENT_SCOPE_EDGE] = xb_handle_scope_edge,
    [XB_ELEMENT_ALIAS_SET] = xb_handle_alias_set,
    [XB_ELEMENT_ALIAS_RANGE] = xb_handle_alias_range,
    [XB_ELEMENT_DUUD_SET_MAP] = xb_handle_duud_map,
    [XB_ELEMENT_DO_SET_MAP] = xb_handle_do_map,
    [XB_ELEMENT_STMT_ID_SET] = xb_handle_chain,
    [XB_ELEMENT_STATEMENT_ID] = xb_handle_statement_id,
    [XB_ELEMENT_CONTROL_FLOW_GRAPH] = xb_handle_routine,
    [XB_ELEMENT_REPLACEMENT_LIST] = xb_handle_routine,
    [XB_ELEMENT_REPLACEMENT] = xb_handle_replacement,
    [XB_ELEMENT_CALL_GRAPH_EDGE] = xb_handle_call_edge,
    [XB_ELEMENT_ARGUMENT_LIST] = xb_handle_formals,
    [XB_ELEMENT_ARGUMENT_SYMBOL_REFERENCE] = xb_handle_formal,
    [XB_ELEMENT_MOD_LOCAL] = xb_handle_side_effects,
    [XB_ELEMENT_MOD] = xb_handle_side_effects,
    [XB_ELEMENT_READ_LOCAL] = xb_handle_side_effects,
    [XB_ELEMENT_READ] = xb_handle_side_effects,
    [XB_ELEMENT_ON_ENTRY] = xb_handle_side_effects,
    [XB_ELEMENT_SIDE_EFFECT_REFERENCE] = xb_handle_side_effect,
    [XB_ELEMENT_ENTRY] = FLOW_VERTEX,
    [XB_ELEMENT_EXIT] = FLOW_VERTEX,
    [XB_ELEMENT_BASIC_BLOCK] = FLOW_VERTEX,
    [XB_ELEMENT_IF] = FLOW_VERTEX,
    [XB_ELEMENT_BRANCH] = FLOW_VERTEX,
    [XB_ELEMENT_END_BRANCH] = FLOW_VERTEX,
    [XB_ELEMENT_FOR_LOOP] = FLOW_VERTEX,
    [XB_ELEMENT_PRE_LOOP] = FLOW_VERTEX,
    [XB_ELEMENT_POST_LOOP] = FLOW_VERTEX,
    [XB_ELEMENT_END_LOOP] = FLOW_VERTEX,
    [XB_ELEMENT_LABEL] = FLOW_VERTEX,
    [XB_ELEMENT_GOTO] = FLOW_VERTEX,
    [XB_ELEMENT_CONTROL_FLOW_EDGE] = xb_handle_flow_edge,
    [XB_ELEMENT_INITIALIZATION] = xb_handle_loop_assignment,
    [XB_ELEMENT_UPDATE] = xb_handle_loop_assignment,
    [XB_ELEMENT_CONDITION] = xb_handle_condition,
    [XB_ELEMENT_ASSIGNMENT] = xb_handle_assignment,
    [XB_ELEMENT_ASSIGNMENT_LHS] = xb_handle_left_side,
    [XB_ELEMENT_ASSIGNMENT_RHS] = xb_handle_right_side,
    [XB_ELEMENT_SUBROUTINE_CALL] = xb_handle_call,
    [XB_ELEMENT_INLINABLE_SUBROUTINE_CALL] = xb_handle_inlinable_call,
    [XB_ELEMENT_ARGUMENT] = xb_handle_argument,
    [XB_ELEMENT_MARKER] = xb_handle_marker,
    [XB_ELEMENT_MARKER_MOD] = xb_handle_marker_effects,
    [XB_ELEMENT_MARKER_READ] = xb_handle_marker_effects,
    [XB_ELEMENT_DERIVATIVE_PROPAGATOR] = xb_handle_propagator,
    [XB_ELEMENT_SET_DERIV] = xb_handle_propagation,
    [XB_ELEMENT_SET_NEG_DERIV] = xb_handle_propagation,
    [XB_ELEMENT_INC_DERIV] = xb_handle_propagation,
    [XB_ELEMENT_DEC_DERIV] = xb_handle_propagation,
    [XB_ELEMENT_SAX] = xb_handle_propagation,
    [XB_ELEMENT_SAXPY] = xb_handle_propagation,
    [XB_ELEMENT_ZERO_DERIV] = xb_handle_zero_propagation,
    [XB_ELEMENT_TGT] = xb_handle_propagation_target,
    [XB_ELEMENT_SRC] = xb_handle_propagation_source,
    [XB_ELEMENT_AX] = xb_handle_term,
    [XB_ELEMENT_A] = xb_handle_factor,
    [XB_ELEMENT_X] = xb_handle_term_source,
    [XB_ELEMENT_Y] = xb_handle_propagation_target,
    [XB_ELEMENT_VARIABLE_REFERENCE] = xb_handle_variable,
    [XB_ELEMENT_CONSTANT] = xb_handle_constant,
    [XB_ELEMENT_INTRINSIC] = xb_handle_intrinsic,
    [XB_ELEMENT_BOOLEAN_OPERATION] = xb_handle_boolean,
    [XB_ELEMENT_FUNCTION_CALL] = xb_handle_function,
    [XB_ELEMENT_FUNCTION_ARGUMENT] = xb_handle_function_argument,
    [XB_ELEMENT_EXPRESSION_EDGE] = xb_handle_expression_edge,
    [XB_ELEMENT_SYMBOL_REFERENCE] = xb_handle_symbol_reference,
    [XB_ELEMENT_SYMBOL_REFERENCE_PROPERTY] = xb_handle_property,
    [XB_ELEMENT_ARRAY_ELEMENT_REFERENCE] = xb_handle_element_reference,
    [XB_ELEMENT_VARIABLE_REFERENCE_EDGE] = xb_handle_reference_edge,
    [XB_ELEMENT_INDEX_TRIPLET] = xb_handle_triplet,
    [XB_ELEMENT_INDEX] = xb_handle_subscript,
    [XB_ELEMENT_BOUND] = xb_handle_subscript,
    [XB_ELEMENT_STRIDE] = xb_handle_subscript,
};

/* ---- attributes and nodes ------------------------------------------------------------------------- */

const xb_name *xb_read_text(const xb_reader *reader, xb_attribute attribute)
{
    if (!xb_read_has(reader, attribute) || reader->values[attribute].name->length == 0)
        return NULL;
    return reader->values[attribute].name;
}

const xb_name *xb_read_annotation(const xb_reader *reader)
{
    return xb_read_text(reader, XB_ATTRIBUTE_ANNOTATION);
}

void xb_read_tags(xb_reader *reader, const xb_node *node)
{
    const xb_name *tags = xb_read_text(reader, XB_ATTRIBUTE_TAGS);
    const char *rest = tags ? tags->text : "";
    for (xb_tag tag; xb_tag_next(&rest, &tag);)
        ;
    if (*rest)
        xb_read_error(reader,
                      "tags are names, or name=value without blanks, as in tags=\"reduction unroll=4\"",
                      "attribute tags has '%.*s', which is no tag", (int)strcspn(rest, " \t\r\n"), rest);
    else if (tags)
        xb_tags_set(reader->program, node, tags);
}

uint32_t xb_read_key(const xb_reader *reader, xb_attribute attribute)
{
    return xb_program_key(reader->program, (uint64_t)reader->values[attribute].number);
}

uint32_t xb_read_line(const xb_reader *reader)
{
    return reader->line < UINT32_MAX ? (uint32_t)reader->line : UINT32_MAX;
}

xb_element xb_read_element_of(xb_kind kind, xb_element first, xb_element last)
{
    while (first < last && xb_element_rule_get(first)->kind != kind)
        first++;
    return first;
}

void *xb_read_node(xb_reader *reader, size_t size)
{
    xb_kind kind = reader->frames[reader->depth].rule->kind;
    xb_node *node = xb_node_create(reader->program, kind, size, xb_read_line(reader));
    xb_node_annotate(node, xb_read_annotation(reader));
    if (xb_kind_has_tags(kind))
        xb_read_tags(reader, node);
    return node;
}

/* ---- scopes and symbols --------------------------------------------------------------------------- */

/* Most names that are compared with an unknown one. */
enum { MOST_CANDIDATES = 1000 };

/* Whether this name, or a symbol of this scope, is missed for the first time. Says it once. */
static bool is_first_time(xb_reader *reader, const xb_name *scope, const xb_name *id)
{
    uint64_t key = scope ? scope->index + UINT64_C(1) : 0;
    if (xb_map_get(&reader->missing, key, id->index))
        return false;
    xb_map_put(reader->scratch, &reader->missing, key, id->index, id);
    return true;
}

void xb_read_note_incomplete(xb_reader *reader, const xb_scope *scope)
{
    is_first_time(reader, scope->id, xb_names_empty(reader->program->names));
}

static bool is_incomplete(const xb_reader *reader, const xb_scope *scope)
{
    return xb_map_get(&reader->missing, scope->id->index + UINT64_C(1),
                      xb_names_empty(reader->program->names)->index);
}

static const char *scope_hint(xb_reader *reader, const xb_name *id)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return NULL;
    const xb_list *scopes = &reader->program->scopes;
    size_t count = scopes->count < MOST_CANDIDATES ? scopes->count : MOST_CANDIDATES;
    const char **names = xb_arena_array(reader->scratch, count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = ((const xb_scope *)scopes->items[i])->id->text;
    return xb_read_hint(reader, id->text, names, count, "scopes are named by the vertex_id of a Scope");
}

xb_scope *xb_read_scope(xb_reader *reader, xb_attribute attribute)
{
    const xb_name *id = reader->values[attribute].name;
    if (reader->latest_scope && reader->latest_scope->id == id)
        return reader->latest_scope;
    xb_scope *scope = xb_scope_find(reader->program, id);
    if (scope)
        reader->latest_scope = scope;
    else if (xb_read_has(reader, attribute) && is_first_time(reader, NULL, id))
        xb_read_error(reader, scope_hint(reader, id), "%s '%s' is not a scope of the ScopeHierarchy",
                      xb_attribute_name(attribute), id->text);
    return scope;
}

/* Another scope that has a symbol, NULL if there is none among the first ones. */
static const xb_scope *other_scope(const xb_reader *reader, const xb_name *id)
{
    const xb_list *scopes = &reader->program->scopes;
    for (size_t i = 0; i < scopes->count && i < MOST_CANDIDATES; i++)
        if (xb_symbol_find(scopes->items[i], id))
            return scopes->items[i];
    return NULL;
}

static const char *symbol_hint(xb_reader *reader, const xb_scope *scope, const xb_name *id)
{
    if (xb_diagnostics_full(reader->diagnostics))
        return NULL;
    const xb_scope *other = other_scope(reader, id);
    if (other)
        return xb_arena_format(reader->scratch, "scope '%s' has one: enclosing scopes are not searched",
                               other->id->text);
    size_t count = scope->symbols.count < MOST_CANDIDATES ? scope->symbols.count : MOST_CANDIDATES;
    const char **names = xb_arena_array(reader->scratch, count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = ((const xb_symbol *)scope->symbols.items[i])->id->text;
    return xb_read_hint(reader, id->text, names, count, "declare it as a Symbol of this scope");
}

xb_symbol *xb_read_symbol(xb_reader *reader)
{
    const xb_name *id = reader->values[XB_ATTRIBUTE_SYMBOL_ID].name;
    if (!xb_read_has(reader, XB_ATTRIBUTE_SYMBOL_ID) || !xb_read_has(reader, XB_ATTRIBUTE_SCOPE_ID))
        return NULL; /* has been reported */
    xb_scope *scope = xb_read_scope(reader, XB_ATTRIBUTE_SCOPE_ID);
    if (!scope)
        return NULL;
    xb_symbol *symbol = xb_symbol_find(scope, id);
    if (!symbol && !is_incomplete(reader, scope) && is_first_time(reader, scope->id, id))
        xb_read_error(reader, symbol_hint(reader, scope, id), "scope '%s' has no symbol '%s'",
                      scope->id->text, id->text);
    return symbol;
}

/* ---- ids of vertices, and edges ------------------------------------------------------------------- */

void xb_read_begin_marks(xb_reader *reader)
{
    reader->generation++;
}

bool xb_read_mark_vertex(xb_reader *reader, const xb_name *id, uint32_t number)
{
    while (reader->marks.count <= id->index)
        xb_vector_push(reader->scratch, &reader->marks, sizeof(xb_reader_mark));
    xb_reader_mark *mark = (xb_reader_mark *)reader->marks.items + id->index;
    if (mark->generation == reader->generation)
        return false;
    *mark = (xb_reader_mark){.generation = reader->generation, .number = number};
    return true;
}

uint32_t xb_read_find_mark(const xb_reader *reader, const xb_name *id)
{
    const xb_reader_mark *marks = reader->marks.items;
    bool found = id->index < reader->marks.count && marks[id->index].generation == reader->generation;
    return found ? marks[id->index].number : XB_GRAPH_NONE;
}

void xb_read_refuse_second(xb_reader *reader, xb_element element, const xb_name *label, const xb_node *node,
                           const xb_name *id, const xb_node *first)
{
    xb_read_child_error(reader, element, label, node->line, "vertex_id must be unique within its graph",
                        "second vertex with the id '%s'; %s", id->text, xb_read_first(reader, first->line));
    reader->frames[reader->depth].has_skipped = true;
}

xb_reader_edge *xb_read_push_edge(xb_reader *reader)
{
    xb_reader_edge *edge = xb_vector_push(reader->scratch, &reader->edges, sizeof *edge);
    *edge = (xb_reader_edge){
        .source = reader->values[XB_ATTRIBUTE_SOURCE].name,
        .target = reader->values[XB_ATTRIBUTE_TARGET].name,
        .id = reader->values[XB_ATTRIBUTE_EDGE_ID].name,
        .annotation = xb_read_annotation(reader),
        .line = reader->line,
        .is_incomplete =
            !xb_read_has(reader, XB_ATTRIBUTE_SOURCE) || !xb_read_has(reader, XB_ATTRIBUTE_TARGET),
    };
    return edge;
}

bool xb_read_edge_ends(xb_reader *reader, const xb_reader_edge *edge, xb_element element, uint32_t *source,
                       uint32_t *target)
{
    *source = xb_read_find_mark(reader, edge->source);
    *target = xb_read_find_mark(reader, edge->target);
    bool source_missing = *source == XB_GRAPH_NONE;
    if (!source_missing && *target != XB_GRAPH_NONE)
        return true;
    if (edge->is_incomplete || reader->frames[reader->depth].has_skipped)
        return false;
    xb_read_child_error(reader, element, edge->id, edge->line,
                        "source and target are vertex_ids of the graph that holds the edge",
                        "%s '%s' is not a vertex of this graph", source_missing ? "source" : "target",
                        source_missing ? edge->source->text : edge->target->text);
    return false;
}

/* ---- entry points --------------------------------------------------------------------------------- */

static void read_document(void *argument)
{
    xb_reader *reader = argument;
    reader->errors_before = xb_diagnostics_errors(reader->diagnostics);
    reader->program = xb_program_create(reader->failure, reader->diagnostics, reader->file);
    if (!reader->program)
        xb_fail(reader->failure);
    reader->local_ids = xb_names_create(reader->scratch);
    xb_read_document(reader);
    xb_program *program = reader->program;
    xb_alias_map_finish(program->arena, &program->aliases);
    xb_chain_map_finish(program->arena, &program->chains);
    xb_chain_map_finish(program->arena, &program->do_chains);
}

static void report_file(void *argument)
{
    xb_reader *reader = argument;
    xb_place place = {.file = reader->file};
    xb_error(reader->diagnostics, XB_STATUS_FAILED, place, xb_document_hint(reader->source.error_number),
             "can't read: %s", strerror(reader->source.error_number));
}

static void report_memory(void *argument)
{
    xb_reader *reader = argument;
    reader->source.error_number = ENOMEM;
    report_file(argument);
}

/* Reads from an open source. */
static xb_status read_source(xb_reader *reader, xb_program **program)
{
    xb_stream_open(&reader->stream, &reader->source);
    bool done = xb_protect(reader->failure, read_document, reader) && !reader->stream.out_of_memory;
    xb_stream_close(&reader->stream);
    if (!done)
        xb_protect(reader->failure, report_memory, reader);
    size_t errors = xb_diagnostics_errors(reader->diagnostics);
    if (done && errors == reader->errors_before) {
        *program = reader->program;
        return XB_STATUS_OK;
    }
    xb_program_destroy(reader->program);
    return done && reader->source.error_number == 0 ? XB_STATUS_INVALID : XB_STATUS_FAILED;
}

/* Reads from a file, or from memory if text is not NULL. */
static xb_status read_any(xb_failure *failure, xb_diagnostics *diagnostics, const char *file,
                          const char *text, size_t length, const xb_read_options *options,
                          xb_program **program)
{
    *program = NULL;
    xb_reader *reader = calloc(1, sizeof *reader);
    xb_arena *scratch = xb_arena_create(failure);
    xb_status status = XB_STATUS_FAILED;
    if (reader && scratch) {
        reader->failure = failure;
        reader->diagnostics = diagnostics;
        reader->file = options && options->name ? options->name : file;
        reader->catalogue = options ? options->catalogue : NULL;
        reader->scratch = scratch;
        if (text)
            xb_source_open_memory(&reader->source, text, length);
        if (text || xb_source_open_file(&reader->source, file))
            status = read_source(reader, program);
        else
            xb_protect(failure, report_file, reader);
        xb_source_close(&reader->source);
    }
    xb_arena_destroy(scratch);
    free(reader);
    return status;
}

xb_status xb_read_file(xb_failure *failure, xb_diagnostics *diagnostics, const char *file,
                       const xb_read_options *options, xb_program **program)
{
    return read_any(failure, diagnostics, file, NULL, 0, options, program);
}

xb_status xb_read_memory(xb_failure *failure, xb_diagnostics *diagnostics, const char *text, size_t length,
                         const xb_read_options *options, xb_program **program)
{
    return read_any(failure, diagnostics, "memory", text, length, options, program);
}
