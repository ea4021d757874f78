/*
 * Statements of basic blocks and assignments of loops.
 */
#include "languages/xaif/reader_internal.h"

static void add_statement(xb_reader *reader, xb_flow_vertex *block, xb_statement *statement)
{
    statement->id = reader->values[XB_ATTRIBUTE_STATEMENT_ID].name;
    xb_list_append(reader->program->arena, &block->statements, statement);
}

/* ---- assignments ---------------------------------------------------------------------------------- */

static xb_assignment *new_assignment(xb_reader *reader)
{
    xb_assignment *assignment = xb_read_node(reader, sizeof *assignment);
    assignment->statement.id = reader->values[XB_ATTRIBUTE_STATEMENT_ID].name;
    assignment->do_chain = xb_read_key(reader, XB_ATTRIBUTE_DO_CHAIN);
    return assignment;
}

void xb_handle_assignment(xb_reader *reader, void *owner)
{
    xb_flow_vertex *block = owner;
    xb_assignment *assignment = new_assignment(reader);
    assignment->line_number = (uint64_t)reader->values[XB_ATTRIBUTE_LINE_NUMBER].number;
    xb_list_append(reader->program->arena, &block->statements, assignment);
    xb_read_children(reader, assignment);
}

void xb_handle_loop_assignment(xb_reader *reader, void *owner)
{
    xb_flow_vertex *loop = owner;
    xb_assignment *assignment = new_assignment(reader);
    if (assignment->statement.node.kind == XB_KIND_INITIALIZATION)
        loop->initialization = assignment;
    else
        loop->update = assignment;
    xb_read_children(reader, assignment);
}

void xb_handle_left_side(xb_reader *reader, void *owner)
{
    xb_assignment *assignment = owner;
    bool live = reader->values[XB_ATTRIBUTE_LIVE].number;
    assignment->target = xb_read_reference(reader);
    assignment->target->live = live;
}

void xb_handle_right_side(xb_reader *reader, void *owner)
{
    xb_assignment *assignment = owner;
    assignment->value = xb_read_expression(reader);
}

/* ---- calls and markers ---------------------------------------------------------------------------- */

void xb_handle_call(xb_reader *reader, void *owner)
{
    const xb_value *values = reader->values;
    xb_call *call = xb_read_node(reader, sizeof *call);
    call->site = ++reader->program->call_sites;
    call->active = (xb_activity)values[XB_ATTRIBUTE_ACTIVE].number;
    call->line_number = (uint64_t)values[XB_ATTRIBUTE_LINE_NUMBER].number;
    call->formal_count = (uint64_t)values[XB_ATTRIBUTE_FORMAL_ARG_COUNT].number;
    bool is_counted = xb_read_has(reader, XB_ATTRIBUTE_FORMAL_ARG_COUNT);
    call->symbol = xb_read_symbol(reader);
    add_statement(reader, owner, &call->statement);
    xb_read_children(reader, &call->arguments);
    if (is_counted)
        return;
    call->formal_count =
        call->arguments.count; /* old front ends don't give it, nor have optional arguments */
    xb_read_warning(reader, "give the number of formal arguments of the callee, optional ones included",
                    "attribute formalArgCount is missing; %llu is assumed",
                    (unsigned long long)call->formal_count);
}

void xb_handle_inlinable_call(xb_reader *reader, void *owner)
{
    xb_inlinable_call *call = xb_read_node(reader, sizeof *call);
    call->name = reader->values[XB_ATTRIBUTE_SUBROUTINE_NAME].name;
    add_statement(reader, owner, &call->statement);
    xb_read_children(reader, &call->arguments);
}

void xb_handle_argument(xb_reader *reader, void *owner)
{
    xb_argument *argument = xb_read_node(reader, sizeof *argument);
    argument->position = (uint32_t)reader->values[XB_ATTRIBUTE_POSITION].number;
    xb_list_append(reader->program->arena, owner, argument);
    xb_read_children(reader, argument);
    if (!argument->reference == !argument->constant && !reader->stop)
        xb_read_error(reader, "pass expressions through a variable that is assigned before",
                      "an argument has exactly one VariableReference or Constant");
}

void xb_handle_marker(xb_reader *reader, void *owner)
{
    xb_marker *marker = xb_read_node(reader, sizeof *marker);
    marker->text = xb_read_annotation(reader);
    marker->source = xb_read_text(reader, XB_ATTRIBUTE_TEXT);
    marker->language = (xb_text_language)reader->values[XB_ATTRIBUTE_LANGUAGE].number;
    marker->line_number = (uint64_t)reader->values[XB_ATTRIBUTE_LINE_NUMBER].number;
    marker->is_constant = reader->values[XB_ATTRIBUTE_CONSTANT].number;
    if (!marker->source && xb_read_has(reader, XB_ATTRIBUTE_LANGUAGE))
        xb_read_error(reader, "say text, or leave it out",
                      "attribute text is missing, whose language is said");
    xb_node_annotate(&marker->statement.node, NULL);
    add_statement(reader, owner, &marker->statement);
    xb_read_children(reader, marker);
}

void xb_handle_marker_effects(xb_reader *reader, void *owner)
{
    xb_marker *marker = owner;
    bool is_written = reader->frames[reader->depth].element == XB_ELEMENT_MARKER_MOD;
    marker->is_known = true;
    xb_read_children(reader, is_written ? &marker->writes : &marker->reads);
}

/* ---- derivative propagation ----------------------------------------------------------------------- */

void xb_handle_propagator(xb_reader *reader, void *owner)
{
    xb_flow_vertex *block = owner;
    xb_propagator *propagator = xb_read_node(reader, sizeof *propagator);
    propagator->statement.id = xb_names_empty(reader->program->names);
    xb_list_append(reader->program->arena, &block->statements, propagator);
    xb_read_children(reader, propagator);
}

void xb_handle_propagation(xb_reader *reader, void *owner)
{
    xb_propagator *propagator = owner;
    xb_propagation *entry = xb_read_node(reader, sizeof *entry);
    xb_list_append(reader->program->arena, &propagator->entries, entry);
    xb_read_children(reader, entry);
    bool is_sum = entry->node.kind == XB_KIND_SAX || entry->node.kind == XB_KIND_SAXPY;
    if (is_sum && entry->terms.count == 0 && !reader->stop)
        xb_read_error(reader, "write an AX with A and X for each term", "element 'AX' is missing");
}

/* ZeroDeriv is an entry and the reference to its target in one. */
void xb_handle_zero_propagation(xb_reader *reader, void *owner)
{
    xb_propagator *propagator = owner;
    xb_propagation *entry =
        xb_node_create(reader->program, XB_KIND_ZERO_DERIV, sizeof *entry, xb_read_line(reader));
    xb_list_append(reader->program->arena, &propagator->entries, entry);
    entry->target = xb_read_reference(reader);
}

void xb_handle_propagation_target(xb_reader *reader, void *owner)
{
    xb_propagation *entry = owner;
    entry->target = xb_read_reference(reader);
}

void xb_handle_propagation_source(xb_reader *reader, void *owner)
{
    xb_propagation *entry = owner;
    entry->source = xb_read_reference(reader);
}

void xb_handle_term(xb_reader *reader, void *owner)
{
    xb_propagation *entry = owner;
    xb_read_children(reader, xb_vector_push(reader->program->arena, &entry->terms, sizeof(xb_term)));
}

void xb_handle_factor(xb_reader *reader, void *owner)
{
    xb_term *term = owner;
    term->factor = xb_read_expression(reader);
}

void xb_handle_term_source(xb_reader *reader, void *owner)
{
    xb_term *term = owner;
    term->source = xb_read_reference(reader);
}
