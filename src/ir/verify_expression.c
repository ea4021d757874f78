/*
 * Expressions. Each property of an expression is one loop over its vertices or edges. Edges of
 * front ends nearly always lead all forward or all backward in document order; only if they don't is the
 * graph searched for a cycle.
 */
#include <string.h>

#include "ir/verify_values.h"

static const xb_node *vertex_node(const xb_expression *expression, uint32_t v)
{
    return &xb_expression_vertex(expression, v)->node;
}

static xb_verify_step step_to_vertex(const xb_verify_step *up, const xb_expression *expression, uint32_t v)
{
    xb_verify_step step =
        xb_verify_step_to(up, vertex_node(expression, v), xb_expression_vertex(expression, v)->id);
    step.number = v + 1;
    return step;
}

static xb_verify_step step_to_edge(const xb_verify_step *up, const xb_expression *expression, uint32_t e)
{
    const xb_expression_edge *edge = xb_expression_edge_at(expression, e);
    return (xb_verify_step){.up = up,
                            .name = "ExpressionEdge",
                            .id = edge->id,
                            .number = e + 1,
                            .line = xb_expression_edge_line(expression, e)};
}

static void verify_ids(xb_verifier *v, const xb_verify_step *at, const xb_expression *expression)
{
    xb_verify_begin_marks(v);
    for (uint32_t i = 0; i < expression->graph.vertex_count; i++) {
        const xb_name *id = xb_expression_vertex(expression, i)->id;
        xb_verify_step step = step_to_vertex(at, expression, i);
        if (id && !xb_verify_mark_name(v, id, step.line))
            xb_verify_error(v, &step, "give each vertex of an expression an id of its own",
                            "vertex id %s is used twice in the expression%s", id->text,
                            xb_verify_first(v, id));
    }
    xb_verify_begin_marks(v);
    for (uint32_t e = 0; e < expression->graph.edge_count; e++) {
        const xb_name *id = xb_expression_edge_at(expression, e)->id;
        xb_verify_step step = step_to_edge(at, expression, e);
        if (id && !xb_verify_mark_name(v, id, step.line))
            xb_verify_error(v, &step, "give each edge of an expression an id of its own",
                            "edge id %s is used twice in the expression%s", id->text, xb_verify_first(v, id));
    }
}

static bool is_acyclic(xb_verifier *v, const xb_graph *graph, uint32_t *on_cycle)
{
    bool forward = true, backward = true;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        uint32_t source = xb_graph_source(graph, e), target = xb_graph_target(graph, e);
        forward = forward && source < target;
        backward = backward && source > target;
    }
    if (forward || backward)
        return true;
    uint32_t *order = xb_arena_array(v->scratch, graph->vertex_count, sizeof *order);
    return xb_graph_topological_order(v->scratch, graph, order, on_cycle);
}

static void report_second_root(xb_verifier *v, const xb_verify_step *at, const xb_expression *expression,
                               uint32_t first, uint32_t second)
{
    xb_verify_step step = step_to_vertex(at, expression, second);
    xb_verify_step other = step_to_vertex(at, expression, first);
    uint32_t line = vertex_node(expression, first)->line;
    const char *where = line > 0 ? xb_arena_format(v->scratch, " on line %u", line) : "";
    xb_verify_error(
        v, &step, "every vertex but one, the value of the expression, is an operand: add its ExpressionEdge",
        "this vertex is no operand of anything, and neither is %s %s%s", other.name,
        xb_verify_label(v->scratch, &other), where);
}

/* Reports a cycle, or else that there is not one maximal vertex. */
static void verify_shape(xb_verifier *v, const xb_verify_step *at, const xb_expression *expression)
{
    const xb_graph *graph = &expression->graph;
    uint32_t on_cycle = 0;
    if (!is_acyclic(v, graph, &on_cycle)) {
        xb_verify_step step = step_to_vertex(at, expression, on_cycle);
        xb_verify_error(v, &step, "edges lead from operands to the operator that uses them",
                        "the expression has a cycle through this vertex");
        return;
    }
    uint32_t first = XB_GRAPH_NONE;
    bool is_single = false;
    for (uint32_t i = 0; i < graph->vertex_count; i++) {
        if (xb_graph_out_degree(graph, i) > 0)
            continue;
        is_single = first == XB_GRAPH_NONE;
        if (is_single)
            first = i;
        else
            report_second_root(v, at, expression, first, i);
    }
    if (is_single && first != expression->root)
        xb_verify_error(v, at, NULL, "the root of the expression is not its maximal vertex");
}

/* Operand positions of n operands are 1 to n. */
static void verify_positions(xb_verifier *v, const xb_verify_step *up, const xb_expression *expression,
                             uint32_t vertex)
{
    const xb_graph *graph = &expression->graph;
    size_t count = xb_graph_in_degree(graph, vertex);
    if (count == 0)
        return;
    xb_verify_begin_marks(v);
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        uint32_t position = xb_expression_position(expression, e);
        xb_verify_step step = step_to_edge(up, expression, e);
        if (position < 1 || position > count)
            xb_verify_error(v, &step, "number the operands from 1, without gaps",
                            "an operand has position %u, but there %s %zu %s", position,
                            xb_plural(count, "is", "are"), count, xb_plural(count, "operand", "operands"));
        else if (!xb_verify_mark_position(v, position))
            xb_verify_error(v, &step, "number the operands from 1, without gaps",
                            "two operands have position %u", position);
    }
}

/* ---- vertices ---- */

/* Says which boolean operations there are. */
static const char *boolean_operations(xb_arena *arena)
{
    const char *text = "";
    for (size_t i = 1; i < XB_INTRINSIC_COUNT; i++) {
        const xb_intrinsic_facts *facts = xb_intrinsic_facts_of((xb_intrinsic_code)i);
        if (facts->is_operation)
            text = xb_arena_format(arena, "%s%s%s", text, *text ? ", " : "", facts->name);
    }
    return text;
}

static void verify_boolean(xb_verifier *v, const xb_verify_step *at, const xb_intrinsic *operation,
                           size_t operands)
{
    const char *name = operation->name ? operation->name->text : "";
    const xb_intrinsic_facts *facts =
        xb_intrinsic_facts_of(operation->name ? xb_intrinsic_named(operation->name) : XB_INTRINSIC_NONE);
    if (!facts->is_operation)
        xb_verify_error(v, at, boolean_operations(v->scratch), "there is no boolean operation %s", name);
    else if (operands != facts->least)
        xb_verify_error(v, at, "add an ExpressionEdge for each operand that it needs, and no other",
                        "boolean operation %s has %zu %s instead of %u", name, operands,
                        xb_plural(operands, "operand", "operands"), facts->least);
}

static void verify_intrinsic(xb_verifier *v, const xb_verify_step *at, const xb_intrinsic *intrinsic)
{
    if (!intrinsic->name || intrinsic->name->length == 0)
        xb_verify_error(v, at, "name an intrinsic of the catalogues", "the intrinsic has no name");
}

static void no_operands(xb_verifier *v, const xb_verify_step *at, size_t operands, const char *hint)
{
    if (operands > 0)
        xb_verify_error(v, at, hint, "%s can't have operands", at->name);
}

static bool is_truth(const char *text)
{
    static const char *const words[] = {"true", "false", "1",      "0",       ".true.", ".false.",
                                        "TRUE", "FALSE", ".TRUE.", ".FALSE.", "T",      "F"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

/* Digits, whatever their number. */
static bool is_integer(const xb_constant *constant)
{
    const char *p = constant->value->text;
    p += strspn(p, " \t\r\n");
    p += *p == '+' || *p == '-';
    size_t digits = strspn(p, "0123456789");
    p += digits;
    return digits > 0 && p[strspn(p, " \t\r\n")] == '\0';
}

/* Whether the front end's spelling of a type is that of an integer without sign. */
static bool is_unsigned(const xb_name *fe_type)
{
    return fe_type && fe_type->text[0] == 'U';
}

/* Bits of an integer, as the front end spells the type; 64 where it doesn't say. */
static int integer_bits(const xb_name *fe_type)
{
    static const struct {
        const char *name;
        int bits;
    } types[] = {{"I1", 8}, {"I2", 16}, {"I4", 32}, {"U1", 8}, {"U2", 16}, {"U4", 32}};
    for (size_t i = 0; fe_type && i < sizeof types / sizeof *types; i++)
        if (strcmp(fe_type->text, types[i].name) == 0)
            return types[i].bits;
    return 64;
}

/* The least number counts as in range with either sign: it is written as the negative of its size. */
static void verify_range(xb_verifier *v, const xb_verify_step *at, const xb_constant *constant)
{
    int bits = integer_bits(constant->fe_type);
    bool has_sign = !is_unsigned(constant->fe_type);
    int64_t value, most = INT64_C(1) << (bits < 64 ? bits - 1 : 62);
    int64_t least = has_sign ? -most : 0, greatest = has_sign ? most : most - 1 + most;
    if (xb_constant_integer(constant, &value) && (bits == 64 || (value <= greatest && value >= least)))
        return;
    xb_verify_error(v, at, bits < 64 ? "give a feType that holds the number, as I8" : "write it as a real",
                    "the integer constant %s is out of the range of %d bits", constant->value->text, bits);
}

void xb_verify_constant(xb_verifier *v, const xb_verify_step *at, const xb_constant *constant)
{
    bool is_number = constant->type == XB_TYPE_INTEGER || constant->type == XB_TYPE_REAL ||
                     constant->type == XB_TYPE_DOUBLE;
    double value;
    if (!constant->value)
        xb_verify_error(v, at, "give the constant a value", "the constant has no value");
    else if (constant->type == XB_TYPE_INTEGER && !is_integer(constant))
        xb_verify_error(v, at, "write integers as 12 or -3; decimal fractions are of type real",
                        "%s is not a constant of type integer", constant->value->text);
    else if (constant->type == XB_TYPE_INTEGER)
        verify_range(v, at, constant);
    else if (constant->type == XB_TYPE_BOOL && !is_truth(constant->value->text))
        xb_verify_error(v, at, "write logical constants as true or false",
                        "%s is not a constant of type bool", constant->value->text);
    else if (is_number && !xb_constant_value(constant, &value))
        xb_verify_error(
            v, at, "write numbers as 12, -1.5, 2.5e-3 or 2.5d-3, up to 1.7e308 (3.4e38 with feType F4)",
            "%s is not a constant of type %s", constant->value->text, xb_type_name(constant->type));
}

static void verify_function_call(xb_verifier *v, const xb_verify_step *at, const xb_function_call *call)
{
    size_t errors = v->error_count;
    if (!call->symbol)
        xb_verify_error(v, at, NULL, "the call has no symbol");
    else if (call->symbol->kind != XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, at, "call symbols of kind subroutine", "%s is not a function",
                        call->symbol->id->text);
    else
        xb_verify_visible(v, at, call->symbol);
    for (size_t i = 0; i < call->arguments.count; i++)
        xb_verify_reference(v, at, call->arguments.items[i], "VariableReference");
    const xb_routine *callee = call->symbol ? xb_program_routine(v->program, call->symbol) : NULL;
    if (!callee || v->error_count > errors)
        return;
    if (call->arguments.count > callee->formals.count)
        xb_verify_error(v, at, "pass what the function has formal arguments for",
                        "%s has %u formal %s, but is called with %u", call->symbol->id->text,
                        callee->formals.count, xb_plural(callee->formals.count, "argument", "arguments"),
                        call->arguments.count);
    for (size_t i = 0; i < call->arguments.count; i++)
        xb_verify_passed(v, at, callee, (uint32_t)i + 1, xb_verify_single(v, at, call->arguments.items[i]),
                         NULL);
}

static void verify_vertex(xb_verifier *v, const xb_verify_step *up, const xb_expression *expression,
                          uint32_t vertex)
{
    xb_vertex *node = xb_verify_single(v, up, xb_expression_vertex(expression, vertex));
    static const char hint[] = "operands belong to intrinsics and boolean operations";
    size_t operands = xb_expression_operand_count(expression, vertex);
    xb_verify_step step = xb_verify_step_to(up, node, node->id);
    step.number = vertex + 1;
    verify_positions(v, up, expression, vertex);
    switch (xb_vertex_kind_of(node)) {
    case XB_VERTEX_VARIABLE_REFERENCE:
        no_operands(v, &step, operands, hint);
        xb_verify_reference_at(v, &step, (const xb_reference *)node);
        return;
    case XB_VERTEX_CONSTANT:
        no_operands(v, &step, operands, hint);
        xb_verify_constant(v, &step, (const xb_constant *)node);
        return;
    case XB_VERTEX_INTRINSIC: verify_intrinsic(v, &step, (const xb_intrinsic *)node); return;
    case XB_VERTEX_BOOLEAN_OPERATION: verify_boolean(v, &step, (const xb_intrinsic *)node, operands); return;
    case XB_VERTEX_FUNCTION_CALL:
        no_operands(v, &step, operands, "write Argument children");
        verify_function_call(v, &step, (const xb_function_call *)node);
        return;
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    xb_verify_error(v, &step, "vertices are references, constants, intrinsics, boolean and function calls",
                    "%s can't be a vertex of a program's expression", step.name);
}

xb_verify_value xb_verify_expression(xb_verifier *v, const xb_verify_step *up, xb_expression *expression,
                                     const char *name)
{
    xb_verify_value unknown = {.type = XB_TYPE_VOID, .rank = XB_RANK_VOID};
    size_t errors = v->error_count;
    expression = xb_verify_single(v, up, expression);
    if (!expression) {
        xb_verify_error(v, up, "write what the element stands for", "%s is missing", name);
        return unknown;
    }
    xb_verify_step step = {.up = up, .name = name, .line = expression->node.line};
    const xb_graph *graph = &expression->graph;
    if (graph->vertex_count == 0) {
        xb_verify_error(v, &step, "an expression has at least one vertex", "the expression is empty");
        return unknown;
    }
    verify_ids(v, &step, expression);
    verify_shape(v, &step, expression);
    for (uint32_t i = 0; i < graph->vertex_count; i++)
        verify_vertex(v, &step, expression, i);
    return v->error_count == errors ? xb_verify_values(v, &step, expression) : unknown;
}
