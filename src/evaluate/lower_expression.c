/*
 * The vertices of an expression become nodes in topological order. A reference whose only use is to be
 * operand 1 of an inquiry (size, present …) is not read.
 */
#include <string.h>

#include "evaluate/lower.h"
#include "evaluate/operations.h"
#include "evaluate/state.h"

/* ---- constants ------------------------------------------------------------------------------------ */

static bool read_real(const char *text, size_t length, xb_lowering *lowering, double *value)
{
    const xb_name *name = xb_names_intern(lowering->evaluator->strings, text, length);
    xb_constant part = {.type = XB_TYPE_REAL, .value = name};
    return xb_constant_value(&part, value);
}

/* (real,imaginary) */
static bool read_complex(xb_lowering *lowering, const char *text, xb_number *number)
{
    const char *open = strchr(text, '('), *comma = strchr(text, ','), *close = strrchr(text, ')');
    if (!open || !comma || !close || comma < open || close < comma)
        return read_real(text, strlen(text), lowering, &number->real);
    return read_real(open + 1, (size_t)(comma - open) - 1, lowering, &number->real) &&
           read_real(comma + 1, (size_t)(close - comma) - 1, lowering, &number->imaginary);
}

static bool read_truth(const char *text, xb_number *number)
{
    static const char *const yes[] = {"1", "true", ".true.", "TRUE", ".TRUE.", "T"};
    static const char *const no[] = {"0", "false", ".false.", "FALSE", ".FALSE.", "F"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        number->integer = strcmp(text, yes[i]) == 0;
        if (number->integer || strcmp(text, no[i]) == 0)
            return true;
    }
    return false;
}

const xb_register *xb_lower_constant(xb_lowering *lowering, const xb_constant *constant)
{
    xb_register *value = xb_arena_alloc(lowering->memory, sizeof *value);
    xb_number *number = &value->number;
    number->type = xb_storage_type(constant->type);
    const char *text = constant->value ? constant->value->text : "";
    bool done = true;
    switch (number->type) {
    case XB_TYPE_INTEGER: done = xb_constant_integer(constant, &number->integer); break;
    case XB_TYPE_REAL: done = xb_constant_value(constant, &number->real); break;
    case XB_TYPE_COMPLEX: done = read_complex(lowering, text, number); break;
    case XB_TYPE_BOOL: done = read_truth(text, number); break;
    case XB_TYPE_STRING: number->text = (xb_string){text, strlen(text)}; break;
    default: done = false; break;
    }
    xb_number_fit(number, xb_evaluator_width(lowering->evaluator, constant->type, constant->fe_type));
    return done ? value : NULL;
}

/* ---- references ----------------------------------------------------------------------------------- */

static void raise_to(size_t *registers, size_t least)
{
    if (*registers < least)
        *registers = least;
}

static const xb_code_expression *lower_index(xb_lowering *lowering, xb_code_routine *routine,
                                             const xb_expression *expression, xb_code_reference *reference,
                                             size_t *registers)
{
    const xb_code_expression *lowered = xb_lower_expression(lowering, routine, expression);
    if (!lowered)
        return NULL;
    raise_to(registers, lowered->registers);
    reference->calls = reference->calls || lowered->calls;
    return lowered;
}

const xb_code_reference *xb_lower_reference(xb_lowering *lowering, xb_code_routine *routine,
                                            const xb_reference *reference, size_t *registers)
{
    reference = xb_lower_single(lowering, reference);
    xb_code_reference *lowered = xb_arena_alloc(lowering->memory, sizeof *lowered);
    lowered->source = reference;
    lowered->slot = xb_lower_slot(lowering, routine, reference->symbol);
    lowered->is_part = xb_reference_parts_of(reference)->properties.count > 0;
    if (xb_storage_type(reference->symbol->type) == XB_TYPE_STRING && reference->symbol->rank <= 0)
        return lowered; /* a substring stands for the whole string */
    const xb_list *triplets = xb_lower_list(lowering, &reference->subscripts);
    xb_code_subscript *subscripts = xb_arena_array(lowering->memory, triplets->count, sizeof *subscripts);
    for (size_t i = 0; i < triplets->count; i++) {
        const xb_triplet *triplet = triplets->items[i];
        subscripts[i].is_range = triplet->bound || triplet->stride || !triplet->index;
        subscripts[i].index = lower_index(lowering, routine, triplet->index, lowered, registers);
        subscripts[i].bound = lower_index(lowering, routine, triplet->bound, lowered, registers);
        subscripts[i].stride = lower_index(lowering, routine, triplet->stride, lowered, registers);
    }
    lowered->subscript_count = (uint32_t)triplets->count;
    lowered->subscripts = subscripts;
    return lowered;
}

/* ---- intrinsics ----------------------------------------------------------------------------------- */

/* Whether the value of a vertex is wanted by the expression. */
static bool is_read(const xb_expression *expression, uint32_t vertex)
{
    const xb_graph *graph = &expression->graph;
    uint32_t edge = xb_graph_first_out(graph, vertex);
    if (edge == XB_GRAPH_NONE)
        return true;
    for (; edge != XB_GRAPH_NONE; edge = xb_graph_next_out(graph, edge)) {
        const xb_vertex *user = xb_expression_vertex(expression, xb_graph_target(graph, edge));
        if (xb_expression_position(expression, edge) != 1 ||
            !xb_intrinsic_facts_of(xb_vertex_intrinsic(user))->inquiry)
            return true;
    }
    return false;
}

/* Intrinsics that look at the variable, not at a value. */
static xb_operation *inquiry_of_variable(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_PRESENT     ? xb_run_present
           : code == XB_INTRINSIC_ALLOCATED ? xb_run_allocated
                                            : NULL;
}

void xb_lower_intrinsic(xb_code_node *node)
{
    xb_intrinsic_code code = xb_vertex_intrinsic(node->source);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    const xb_elemental *elemental = xb_elemental_find(code);
    const xb_transformational *transformational = xb_transformational_find(code);
    if (node->operand_count < facts->least || node->operand_count > facts->most)
        return;
    if (inquiry_of_variable(code)) {
        node->run = inquiry_of_variable(code);
    } else if (elemental) {
        xb_operation *quick = xb_operation_quick(code);
        node->elemental = elemental;
        node->run = quick ? quick : xb_run_elemental;
    } else if (transformational) {
        node->transformational = transformational;
        node->run = xb_run_transformational;
    }
    if ((elemental || transformational) && xb_intrinsic_is_traced(((const xb_intrinsic *)node->source)->name))
        node->run = xb_run_traced;
}

/* ---- expressions ---------------------------------------------------------------------------------- */

/* The registers of the operands, by position. */
static void lower_operands(xb_lowering *lowering, const xb_expression *expression, uint32_t vertex,
                           const uint32_t *numbers, xb_code_node *node)
{
    const xb_graph *graph = &expression->graph;
    uint32_t count = 0;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (xb_expression_position(expression, e) > count)
            count = xb_expression_position(expression, e);
    if (count == 0 || count > graph->edge_count)
        return;
    uint32_t *operands = xb_arena_array(lowering->memory, count, sizeof *operands);
    for (uint32_t i = 0; i < count; i++)
        operands[i] = XB_CODE_NONE;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        uint32_t position = xb_expression_position(expression, e);
        if (position > 0)
            operands[position - 1] = numbers[xb_graph_source(graph, e)];
    }
    node->operand_count = count;
    node->operands = operands;
}

static void lower_leaf(xb_lowering *lowering, xb_code_routine *routine, xb_code_node *node, bool read,
                       size_t *registers)
{
    if (node->source->node.kind == XB_KIND_CONSTANT) {
        node->constant = xb_lower_constant(lowering, (const xb_constant *)node->source);
        if (node->constant)
            node->run = xb_run_constant;
        return;
    }
    const xb_reference *reference = (const xb_reference *)node->source;
    node->reference = xb_lower_reference(lowering, routine, reference, registers);
    bool is_scalar = reference->symbol->rank <= 0 && node->reference->subscript_count == 0;
    if (!read)
        node->run = xb_run_view;
    else
        node->run =
            is_scalar && !reference->deriv && !node->reference->is_part ? xb_run_scalar : xb_run_reference;
}

/* The formal argument that is a function's result: the last one, with intent out, after those of the
 * arguments and of what the call leaves out. */
static const xb_symbol *result_of(const xb_code_routine *callee, size_t arguments)
{
    if (!callee || callee->formal_count <= arguments)
        return NULL;
    const xb_formal *last = xb_routine_formal(callee->source, (uint32_t)callee->formal_count);
    return last && last->intent == XB_INTENT_OUT ? last->symbol : NULL;
}

static void lower_function(xb_lowering *lowering, xb_code_routine *routine, xb_code_node *node,
                           size_t *registers)
{
    const xb_function_call *function = (const xb_function_call *)node->source;
    const xb_list *list = xb_lower_list(lowering, &function->arguments);
    xb_code_call *call = xb_arena_alloc(lowering->memory, sizeof *call);
    xb_code_argument *arguments = xb_arena_array(lowering->memory, list->count, sizeof *arguments);
    for (uint32_t i = 0; i < list->count; i++) {
        arguments[i].position = i;
        arguments[i].reference = xb_lower_reference(lowering, routine, list->items[i], registers);
    }
    call->callee = xb_node_map_get(&lowering->code->by_symbol, &function->symbol->node);
    call->result = result_of(call->callee, list->count);
    call->count = list->count;
    call->arguments = arguments;
    node->call = call;
    node->run = xb_run_function;
}

static bool calls_functions(const xb_code_node *node)
{
    switch (node->source->node.kind) {
    case XB_KIND_FUNCTION_CALL: return true;
    case XB_KIND_VARIABLE_REFERENCE: return node->reference->calls;
    default: return false;
    }
}

/* Appends the node of a vertex, after those that it needs beside its operands. */
static void lower_vertex(xb_lowering *lowering, xb_code_routine *routine, const xb_expression *expression,
                         uint32_t vertex, const uint32_t *numbers, xb_code_nodes *nodes, size_t *registers)
{
    xb_code_node node = {.run = xb_run_unknown};
    node.source = xb_lower_single(lowering, xb_expression_vertex(expression, vertex));
    switch (xb_vertex_kind_of(node.source)) {
    case XB_VERTEX_VARIABLE_REFERENCE:
    case XB_VERTEX_CONSTANT:
        lower_leaf(lowering, routine, &node, is_read(expression, vertex), registers);
        break;
    case XB_VERTEX_INTRINSIC:
    case XB_VERTEX_BOOLEAN_OPERATION:
        lower_operands(lowering, expression, vertex, numbers, &node);
        xb_lower_intrinsic(&node);
        xb_lower_formula(lowering, &node, nodes);
        break;
    case XB_VERTEX_FUNCTION_CALL: lower_function(lowering, routine, &node, registers); break;
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    nodes->items[nodes->count++] = node;
}

/* How many nodes an expression has at most. */
static size_t count_nodes(xb_lowering *lowering, const xb_expression *expression)
{
    size_t count = expression->graph.vertex_count;
    for (uint32_t i = 0; i < expression->graph.vertex_count; i++)
        count += xb_formula_room(lowering->evaluator,
                                 xb_lower_single(lowering, xb_expression_vertex(expression, i)));
    return count;
}

const xb_code_expression *xb_lower_expression(xb_lowering *lowering, xb_code_routine *routine,
                                              const xb_expression *expression)
{
    if (!expression)
        return NULL;
    expression = xb_lower_single(lowering, expression);
    xb_arena_mark mark = xb_arena_mark_now(lowering->evaluator->scratch);
    uint32_t count = expression->graph.vertex_count;
    uint32_t *order = xb_expression_order(lowering->evaluator->scratch, expression);
    if (!order || count == 0)
        xb_evaluator_fail(lowering->evaluator, XB_STATUS_INVALID, NULL,
                          order ? "an expression has no vertex" : "an expression has a cycle");
    uint32_t *numbers = xb_arena_array(lowering->evaluator->scratch, count, sizeof *numbers);
    xb_code_expression *lowered = xb_arena_alloc(lowering->memory, sizeof *lowered);
    xb_code_nodes nodes = {
        .items = xb_arena_array(lowering->memory, count_nodes(lowering, expression), sizeof(xb_code_node))};
    size_t nested = 0;
    for (uint32_t i = 0; i < count; i++) {
        lower_vertex(lowering, routine, expression, order[i], numbers, &nodes, &nested);
        numbers[order[i]] = nodes.count - 1;
        lowered->calls = lowered->calls || calls_functions(&nodes.items[nodes.count - 1]);
    }
    xb_arena_release(lowering->evaluator->scratch, mark);
    lowered->count = nodes.count;
    lowered->nodes = nodes.items;
    lowered->registers = nodes.count + nested;
    if (lowering->code->registers < lowered->registers)
        lowering->code->registers = lowered->registers;
    return lowered;
}
