/*
 * Recursive, with a guard: an expression that is too deep or too large for a label is cut short, so shared
 * vertices, which are written once for each use, can't blow it up either.
 */
#include "algorithm/notation.h"

enum { DEPTH_LIMIT = 12, SIZE_LIMIT = 120 };

/* Where a notation goes, and how much of it there may still be. */
typedef struct writer {
    xb_output *output;
    size_t depth;
    size_t left; /* vertices */
} writer;

static void put_expression(writer *to, const xb_expression *expression);

static const char *infix_sign(const xb_vertex *vertex)
{
    return xb_intrinsic_facts_of(xb_vertex_intrinsic(vertex))->sign;
}

static bool is_infix(const xb_expression *expression, uint32_t vertex)
{
    const xb_vertex *head = xb_expression_vertex(expression, vertex);
    return xb_expression_operand_count(expression, vertex) == 2 && infix_sign(head) != NULL;
}

/* ---- references ---- */

static void put_triplet(writer *to, const xb_triplet *triplet)
{
    if (triplet->index)
        put_expression(to, triplet->index);
    if (xb_triplet_is_range(triplet))
        xb_output_char(to->output, ':');
    if (triplet->bound)
        put_expression(to, triplet->bound);
    if (triplet->stride) {
        xb_output_char(to->output, ':');
        put_expression(to, triplet->stride);
    }
}

static void put_reference(writer *to, const xb_reference *reference)
{
    xb_output_put(to->output, reference->symbol->id->text);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        xb_output_char(to->output, i > 0 ? ',' : '(');
        put_triplet(to, reference->subscripts.items[i]);
    }
    if (reference->subscripts.count > 0)
        xb_output_char(to->output, ')');
    if (reference->deriv)
        xb_output_char(to->output, '\'');
}

/* ---- expressions ---- */

static void put_head(writer *to, const xb_vertex *vertex)
{
    switch (xb_vertex_kind_of(vertex)) {
    case XB_VERTEX_VARIABLE_REFERENCE: put_reference(to, (const xb_reference *)vertex); return;
    case XB_VERTEX_CONSTANT: xb_output_put(to->output, ((const xb_constant *)vertex)->value->text); return;
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION:
        xb_output_put(to->output, ((const xb_intrinsic *)vertex)->name->text);
        return;
    case XB_VERTEX_FUNCTION_CALL:
        xb_output_put(to->output, ((const xb_function_call *)vertex)->symbol->id->text);
        return;
    case XB_VERTEX_ARGUMENT_REFERENCE:
        xb_output_format(to->output, "#%u", ((const xb_argument_reference *)vertex)->position);
        return;
    }
    xb_output_put(to->output, "?");
}

static void put_function_arguments(writer *to, const xb_function_call *call)
{
    xb_output_char(to->output, '(');
    for (size_t i = 0; i < call->arguments.count; i++) {
        if (i > 0)
            xb_output_char(to->output, ',');
        put_reference(to, call->arguments.items[i]);
    }
    xb_output_char(to->output, ')');
}

static void put_vertex(writer *to, const xb_expression *expression, uint32_t vertex);

static void put_infix(writer *to, const xb_expression *expression, uint32_t vertex)
{
    const char *sign = infix_sign(xb_expression_vertex(expression, vertex));
    for (uint32_t position = 1; position <= 2; position++) {
        uint32_t operand = xb_expression_operand(expression, vertex, position);
        bool nested = operand != XB_GRAPH_NONE && is_infix(expression, operand);
        xb_output_put(to->output, position == 2 ? sign : "");
        xb_output_put(to->output, nested ? "(" : "");
        put_vertex(to, expression, operand);
        xb_output_put(to->output, nested ? ")" : "");
    }
}

static void put_operation(writer *to, const xb_expression *expression, uint32_t vertex)
{
    const xb_vertex *head = xb_expression_vertex(expression, vertex);
    size_t count = xb_expression_operand_count(expression, vertex);
    put_head(to, head);
    if (head->node.kind == XB_KIND_FUNCTION_CALL)
        put_function_arguments(to, (const xb_function_call *)head);
    if (count == 0)
        return;
    xb_output_char(to->output, '(');
    for (uint32_t position = 1; position <= count; position++) {
        if (position > 1)
            xb_output_char(to->output, ',');
        put_vertex(to, expression, xb_expression_operand(expression, vertex, position));
    }
    xb_output_char(to->output, ')');
}

static void put_vertex(writer *to, const xb_expression *expression, uint32_t vertex)
{
    if (vertex == XB_GRAPH_NONE || to->depth == DEPTH_LIMIT || to->left == 0) {
        xb_output_put(to->output, "...");
        return;
    }
    to->depth++;
    to->left--;
    if (is_infix(expression, vertex))
        put_infix(to, expression, vertex);
    else
        put_operation(to, expression, vertex);
    to->depth--;
}

static void put_expression(writer *to, const xb_expression *expression)
{
    put_vertex(to, expression, expression->root);
}

static writer start(xb_output *output)
{
    return (writer){output, 0, SIZE_LIMIT};
}

void xb_notation_reference(xb_output *output, const xb_reference *reference)
{
    writer to = start(output);
    put_reference(&to, reference);
}

void xb_notation_expression(xb_output *output, const xb_expression *expression)
{
    writer to = start(output);
    put_expression(&to, expression);
}

void xb_notation_vertex(xb_output *output, const xb_vertex *vertex)
{
    writer to = start(output);
    put_head(&to, vertex);
}

/* ---- statements ---- */

static void put_assignment(writer *to, const xb_node *node)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    put_reference(to, assignment->target);
    xb_output_put(to->output, " = ");
    put_expression(to, assignment->value);
}

static void put_arguments(writer *to, const xb_list *arguments)
{
    xb_output_char(to->output, '(');
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        if (i > 0)
            xb_output_put(to->output, ", ");
        if (argument->reference)
            put_reference(to, argument->reference);
        else if (argument->constant)
            xb_output_put(to->output, argument->constant->value->text);
    }
    xb_output_char(to->output, ')');
}

static void put_call(writer *to, const xb_node *node)
{
    const xb_call *call = (const xb_call *)node;
    xb_output_format(to->output, "call %s", call->symbol->id->text);
    put_arguments(to, &call->arguments);
}

static void put_inlinable_call(writer *to, const xb_node *node)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)node;
    xb_output_format(to->output, "inline %s", call->name->text);
    put_arguments(to, &call->arguments);
}

static void put_marker(writer *to, const xb_node *node)
{
    const xb_marker *marker = (const xb_marker *)node;
    xb_output_format(to->output, "! %s", marker->text ? marker->text->text : "");
}

static void put_terms(writer *to, const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    for (size_t i = 0; i < entry->terms.count; i++) {
        to->left = SIZE_LIMIT;
        xb_output_put(to->output, i > 0 ? " + " : "");
        put_expression(to, terms[i].factor);
        xb_output_char(to->output, '*');
        put_reference(to, terms[i].source);
    }
}

/* The target, the sign of assignment that the kind of an entry stands for, and what is assigned. */
static void put_entry(writer *to, const xb_propagation *entry)
{
    static const char *const signs[XB_KIND_COUNT] = {
        [XB_KIND_SET_DERIV] = " = ",   [XB_KIND_SET_NEG_DERIV] = " = -",
        [XB_KIND_INC_DERIV] = " += ",  [XB_KIND_DEC_DERIV] = " -= ",
        [XB_KIND_SAX] = " = ",         [XB_KIND_SAXPY] = " += ",
        [XB_KIND_ZERO_DERIV] = " = 0",
    };
    const char *sign = signs[entry->node.kind];
    put_reference(to, entry->target);
    xb_output_put(to->output, sign ? sign : " ? ");
    if (entry->source)
        put_reference(to, entry->source);
    put_terms(to, entry);
}

static void put_propagator(writer *to, const xb_node *node)
{
    const xb_propagator *propagator = (const xb_propagator *)node;
    for (size_t i = 0; i < propagator->entries.count; i++) {
        if (i > 0)
            xb_output_char(to->output, '\n');
        put_entry(to, propagator->entries.items[i]);
    }
}

void xb_notation_statement(xb_output *output, const xb_node *statement)
{
    static void (*const put[XB_KIND_COUNT])(writer * to, const xb_node *node) = {
        [XB_KIND_ASSIGNMENT] = put_assignment,
        [XB_KIND_INITIALIZATION] = put_assignment,
        [XB_KIND_UPDATE] = put_assignment,
        [XB_KIND_SUBROUTINE_CALL] = put_call,
        [XB_KIND_INLINABLE_CALL] = put_inlinable_call,
        [XB_KIND_MARKER] = put_marker,
        [XB_KIND_DERIVATIVE_PROPAGATOR] = put_propagator,
    };
    writer to = start(output);
    if (put[statement->kind])
        put[statement->kind](&to, statement);
    else
        xb_output_put(output, xb_kind_name(statement->kind));
}
