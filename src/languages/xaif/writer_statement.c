/*
 * Statements, one function a kind.
 */
#include "languages/xaif/writer_internal.h"

/* ---- assignments and calls ------------------------------------------------------------------------ */

void xb_write_assignment(xb_writer *writer, const void *node)
{
    const xb_assignment *assignment = node;
    const char *element = xb_kind_name(assignment->statement.node.kind);
    xb_write_begin(writer, element);
    xb_write_statement_id(writer, &assignment->statement);
    xb_write_nonzero(writer, "do_chain", xb_program_key_of(writer->program, assignment->do_chain));
    if (assignment->statement.node.kind == XB_KIND_ASSIGNMENT)
        xb_write_nonzero(writer, "lineNumber", assignment->line_number);
    xb_write_tags(writer, node);
    xb_write_open(writer);
    xb_write_target(writer, assignment->target);
    xb_write_expression(writer, "AssignmentRHS", assignment->value);
    xb_write_close(writer, element);
}

static void write_argument(xb_writer *writer, const void *node)
{
    const xb_argument *argument = node;
    xb_write_begin(writer, "Argument");
    xb_write_number(writer, "position", argument->position);
    xb_write_annotation(writer, &argument->node);
    xb_write_open(writer);
    xb_write_argument_value(writer, argument);
    xb_write_close(writer, "Argument");
}

static void write_arguments(xb_writer *writer, const xb_list *arguments, const char *element)
{
    if (arguments->count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    xb_write_list(writer, arguments, write_argument);
    xb_write_close(writer, element);
}

static void write_call(xb_writer *writer, const void *node)
{
    const xb_call *call = node;
    xb_write_begin(writer, "SubroutineCall");
    xb_write_statement_id(writer, &call->statement);
    xb_write_symbol_id(writer, call->symbol);
    xb_write_activity(writer, call->active);
    xb_write_nonzero(writer, "lineNumber", call->line_number);
    xb_write_number(writer, "formalArgCount", call->formal_count);
    xb_write_tags(writer, node);
    write_arguments(writer, &call->arguments, "SubroutineCall");
}

static void write_inlinable_call(xb_writer *writer, const void *node)
{
    const xb_inlinable_call *call = node;
    xb_write_begin(writer, "InlinableSubroutineCall");
    xb_write_name(writer, "subroutine_name", call->name);
    xb_write_name(writer, "statement_id", call->statement.id); /* need not be unique */
    xb_write_tags(writer, node);
    write_arguments(writer, &call->arguments, "InlinableSubroutineCall");
}

static void write_effects(xb_writer *writer, const char *element, const xb_list *references)
{
    xb_write_begin(writer, element);
    if (references->count == 0) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer))
        for (size_t i = 0; i < references->count; i++)
            xb_write_reference(writer, "SideEffectReference", references->items[i]);
    xb_write_close(writer, element);
}

static void write_marker(xb_writer *writer, const void *node)
{
    const xb_marker *marker = node;
    xb_write_begin(writer, "Marker");
    xb_write_statement_id(writer, &marker->statement);
    if (marker->text && marker->text->length > 0)
        xb_write_name(writer, "annotation", marker->text);
    xb_write_optional(writer, "text", marker->source);
    if (marker->language != XB_TEXT_FORTRAN)
        xb_write_text(writer, "language", "c");
    xb_write_nonzero(writer, "lineNumber", marker->line_number);
    if (marker->is_constant)
        xb_write_boolean(writer, "constant", true);
    xb_write_tags(writer, node);
    if (!marker->is_known) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer)) {
        write_effects(writer, "Mod", &marker->writes);
        write_effects(writer, "Read", &marker->reads);
    }
    xb_write_close(writer, "Marker");
}

/* ---- derivative propagation ----------------------------------------------------------------------- */

static void write_terms(xb_writer *writer, const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    for (size_t i = 0; i < entry->terms.count; i++) {
        xb_write_begin(writer, "AX");
        xb_write_open(writer);
        xb_write_expression(writer, "A", terms[i].factor);
        xb_write_reference(writer, "X", terms[i].source);
        xb_write_close(writer, "AX");
    }
}

static void write_propagation(xb_writer *writer, const void *node)
{
    const xb_propagation *entry = node;
    const char *element = xb_kind_name(entry->node.kind);
    if (entry->node.kind == XB_KIND_ZERO_DERIV) {
        xb_write_reference(writer, element, entry->target);
        return;
    }
    xb_write_begin(writer, element);
    xb_write_open(writer);
    if (entry->source) {
        xb_write_reference(writer, "Tgt", entry->target);
        xb_write_reference(writer, "Src", entry->source);
    } else {
        write_terms(writer, entry);
        xb_write_reference(writer, "Y", entry->target);
    }
    xb_write_close(writer, element);
}

static void write_propagator(xb_writer *writer, const void *node)
{
    const xb_propagator *propagator = node;
    xb_write_begin(writer, "DerivativePropagator");
    xb_write_tags(writer, node);
    xb_write_open(writer);
    xb_write_list(writer, &propagator->entries, write_propagation);
    xb_write_close(writer, "DerivativePropagator");
}

/* ---- statements ----------------------------------------------------------------------------------- */

void xb_write_statement(xb_writer *writer, const void *node)
{
    static xb_write_function *const functions[XB_KIND_COUNT] = {
        [XB_KIND_ASSIGNMENT] = xb_write_assignment,         [XB_KIND_SUBROUTINE_CALL] = write_call,
        [XB_KIND_INLINABLE_CALL] = write_inlinable_call,    [XB_KIND_MARKER] = write_marker,
        [XB_KIND_DERIVATIVE_PROPAGATOR] = write_propagator,
    };
    xb_write_function *write = functions[((const xb_node *)node)->kind];
    writer->statement = node;
    if (write)
        write(writer, node);
    else
        xb_write_refuse(writer, "a node that is no statement is derived where a statement is wanted");
}
