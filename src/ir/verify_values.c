/*
 * What is known of values: type and shape; and whether they fit where they stand.
 *
 * Only what the document shows counts. The type of what an intrinsic gives is known if the document says it,
 * or if the intrinsic is elemental, of numbers; of those that are not known, which catalogues may define in
 * any way, nothing is assumed. Numbers of all types may be mixed, as in Fortran and C; a logical and an
 * integer may stand for each other, with a warning, as in C.
 */
#include "ir/verify_values.h"

/* ---- values --------------------------------------------------------------------------------------- */

static const xb_verify_value unknown = {.type = XB_TYPE_VOID, .rank = XB_RANK_VOID};

/* Nothing is known of structured data, and constants of type double are reals. */
static xb_type known_type(xb_type type)
{
    if (type == XB_TYPE_DOUBLE)
        return XB_TYPE_REAL;
    return type == XB_TYPE_OPAQUE ? XB_TYPE_VOID : type;
}

static bool is_text(xb_type type)
{
    return type == XB_TYPE_CHAR || type == XB_TYPE_STRING;
}

/* Integers, reals, complex numbers: 1, 2, 3; else 0. */
static int width(xb_type type)
{
    switch (type) {
    case XB_TYPE_INTEGER: return 1;
    case XB_TYPE_REAL: return 2;
    case XB_TYPE_COMPLEX: return 3;
    default: return 0;
    }
}

xb_verify_value xb_verify_value_of_reference(const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->type == XB_TYPE_OPAQUE)
        return unknown;
    xb_verify_value value = {.type = symbol->type, .rank = XB_RANK_VOID};
    if (symbol->rank < 0 || (is_text(symbol->type) && reference->subscripts.count > (size_t)symbol->rank))
        return value;
    value.rank = xb_reference_rank(reference);
    value.model = value.rank > 0 ? reference : NULL;
    return value;
}

xb_verify_value xb_verify_value_of_constant(const xb_constant *constant)
{
    return (xb_verify_value){.type = known_type(constant->type), .rank = 0};
}

xb_verify_value xb_verify_value_of_symbol(const xb_symbol *symbol)
{
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->type == XB_TYPE_OPAQUE)
        return unknown;
    return (xb_verify_value){.type = symbol->type, .rank = symbol->rank};
}

/* ---- expressions ---------------------------------------------------------------------------------- */

typedef xb_verify_evaluation evaluation;

static xb_verify_step step_of(const evaluation *e, uint32_t vertex)
{
    const xb_vertex *node = xb_expression_vertex(e->expression, vertex);
    return xb_verify_step_to(e->at, node, node->id);
}

/* What operands of an elementwise operation have in common: the widest type, VOID if one is no number or not
 * known; the shape of the arrays among them. */
static xb_verify_value merge_operands(const evaluation *e, uint32_t vertex)
{
    const xb_graph *graph = &e->expression->graph;
    xb_verify_value merged = {.type = XB_TYPE_INTEGER};
    bool is_known = true, has_rank = true;
    for (uint32_t edge = xb_graph_first_in(graph, vertex); edge != XB_GRAPH_NONE;
         edge = xb_graph_next_in(graph, edge)) {
        const xb_verify_value *operand = &e->values[xb_graph_source(graph, edge)];
        is_known = is_known && width(operand->type) > 0;
        has_rank = has_rank && operand->rank >= 0;
        if (width(operand->type) > width(merged.type))
            merged.type = operand->type;
        xb_verify_step step = step_of(e, vertex);
        if (!xb_verify_conform(e->v, &step, &merged, operand))
            has_rank = false;
        else if (operand->rank > merged.rank ||
                 (operand->rank == merged.rank && !xb_verify_has_extents(&merged)))
            xb_verify_take_shape(&merged, operand);
    }
    if (!is_known)
        merged.type = XB_TYPE_VOID;
    if (!has_rank)
        xb_verify_take_shape(&merged, &unknown);
    return merged;
}

static xb_verify_value intrinsic_value(const evaluation *e, uint32_t vertex)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(e->expression, vertex);
    xb_intrinsic_code code = xb_intrinsic_named(intrinsic->name);
    xb_verify_value value = unknown;
    if (xb_intrinsic_facts_of(code)->form == XB_FORM_ELEMENTAL) {
        value = merge_operands(e, vertex);
        if (value.type != XB_TYPE_VOID)
            value.type = xb_intrinsic_result_type(code, value.type);
    } else {
        xb_verify_step step = step_of(e, vertex);
        xb_verify_shape_of_intrinsic(e, &step, vertex, &value);
    }
    if (intrinsic->has_result_type && width(value.type) == 0)
        value.type = known_type(intrinsic->result_type);
    return value;
}

/* ---- boolean operations --------------------------------------------------------------------------- */

static bool is_logical_operation(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_AND || code == XB_INTRINSIC_OR || code == XB_INTRINSIC_NOT ||
           code == XB_INTRINSIC_XOR;
}

static bool is_equality(xb_intrinsic_code code)
{
    return code == XB_INTRINSIC_EQUAL || code == XB_INTRINSIC_NOT_EQUAL;
}

static void verify_logical_operand(const evaluation *e, uint32_t vertex, const char *name, xb_type type)
{
    xb_verify_step step = step_of(e, vertex);
    if (width(type) > 1 || is_text(type))
        xb_verify_error(e->v, &step, "compare the operand with something, as in x > 0",
                        "an operand of boolean operation %s is of type %s instead of bool", name,
                        xb_type_name(type));
}

/* Both operands of a comparison, of known types. */
static void verify_compared(const evaluation *e, uint32_t vertex, xb_intrinsic_code code, xb_type a,
                            xb_type b)
{
    const char *name = xb_intrinsic_facts_of(code)->name;
    xb_verify_step step = step_of(e, vertex);
    xb_type odd = a == XB_TYPE_COMPLEX || a == XB_TYPE_BOOL ? a : b;
    if (xb_verify_types_clash(a, b))
        xb_verify_error(e->v, &step, "compare values of the same type",
                        "%s compares a value of type %s with one of type %s", name, xb_type_name(a),
                        xb_type_name(b));
    else if (!is_equality(code) && (odd == XB_TYPE_COMPLEX || (a == XB_TYPE_BOOL && b == XB_TYPE_BOOL)))
        xb_verify_error(e->v, &step, "such values can be equal or not_equal only",
                        "%s compares values of type %s, which have no order", name, xb_type_name(odd));
}

static xb_verify_value boolean_value(const evaluation *e, uint32_t vertex)
{
    const xb_graph *graph = &e->expression->graph;
    const xb_intrinsic *operation = (const xb_intrinsic *)xb_expression_vertex(e->expression, vertex);
    xb_intrinsic_code code = xb_intrinsic_named(operation->name);
    xb_type types[2] = {XB_TYPE_VOID, XB_TYPE_VOID};
    for (uint32_t edge = xb_graph_first_in(graph, vertex); edge != XB_GRAPH_NONE;
         edge = xb_graph_next_in(graph, edge)) {
        uint32_t position = xb_expression_position(e->expression, edge);
        xb_type type = e->values[xb_graph_source(graph, edge)].type;
        if (is_logical_operation(code))
            verify_logical_operand(e, vertex, operation->name->text, type);
        else if (position <= 2)
            types[position - 1] = type;
    }
    if (types[0] != XB_TYPE_VOID && types[1] != XB_TYPE_VOID)
        verify_compared(e, vertex, code, types[0], types[1]);
    xb_verify_value value = merge_operands(e, vertex);
    value.type = XB_TYPE_BOOL;
    return value;
}

static xb_verify_value vertex_value(const evaluation *e, uint32_t vertex)
{
    const xb_vertex *node = xb_verify_single(e->v, e->at, xb_expression_vertex(e->expression, vertex));
    switch (xb_vertex_kind_of(node)) {
    case XB_VERTEX_VARIABLE_REFERENCE: return xb_verify_value_of_reference((const xb_reference *)node);
    case XB_VERTEX_CONSTANT: return xb_verify_value_of_constant((const xb_constant *)node);
    case XB_VERTEX_INTRINSIC: return intrinsic_value(e, vertex);
    case XB_VERTEX_BOOLEAN_OPERATION: return boolean_value(e, vertex);
    case XB_VERTEX_FUNCTION_CALL:
        return (xb_verify_value){.type = known_type(((const xb_function_call *)node)->symbol->type),
                                 .rank = XB_RANK_VOID};
    case XB_VERTEX_ARGUMENT_REFERENCE: break;
    }
    return unknown;
}

xb_verify_value xb_verify_values(xb_verifier *v, const xb_verify_step *at, const xb_expression *expression)
{
    uint32_t count = expression->graph.vertex_count;
    if (expression->root == XB_GRAPH_NONE)
        return unknown;
    evaluation e = {v, at, expression, xb_arena_array(v->scratch, count, sizeof *e.values)};
    if (count == 1)
        return vertex_value(&e, 0);
    const uint32_t *order = xb_expression_order(v->scratch, expression);
    if (!order)
        return unknown;
    for (uint32_t i = 0; i < count; i++)
        e.values[order[i]] = vertex_value(&e, order[i]);
    return e.values[expression->root];
}

/* ---- where values stand --------------------------------------------------------------------------- */

bool xb_verify_types_clash(xb_type a, xb_type b)
{
    if (a == XB_TYPE_VOID || b == XB_TYPE_VOID || a == b || (width(a) > 0 && width(b) > 0) ||
        (is_text(a) && is_text(b)))
        return false;
    return !((a == XB_TYPE_BOOL && b == XB_TYPE_INTEGER) || (a == XB_TYPE_INTEGER && b == XB_TYPE_BOOL));
}

bool xb_verify_types_differ_in_truth(xb_type a, xb_type b)
{
    return (a == XB_TYPE_BOOL && b == XB_TYPE_INTEGER) || (a == XB_TYPE_INTEGER && b == XB_TYPE_BOOL);
}

static void verify_assigned_shape(xb_verifier *v, const xb_verify_step *at, const xb_reference *target,
                                  const xb_verify_value *to, const xb_verify_value *value)
{
    if (to->rank < 0 || value->rank <= 0)
        return;
    if (to->rank == 0)
        xb_verify_error(v, at, "assign to an array, or assign one element",
                        "a value of shape %s is assigned to %s, which is a scalar here",
                        xb_shape_name(value->rank), target->symbol->id->text);
    else
        xb_verify_conform(v, at, to, value);
}

void xb_verify_assigned(xb_verifier *v, const xb_verify_step *at, const xb_reference *target,
                        const xb_verify_value *value)
{
    xb_verify_value to = xb_verify_value_of_reference(target);
    if (xb_verify_types_clash(to.type, value->type))
        xb_verify_error(v, at, "the two sides of an assignment are both numbers, both logical, or both text",
                        "a value of type %s is assigned to %s of type %s", xb_type_name(value->type),
                        target->symbol->id->text, xb_type_name(to.type));
    else if (xb_verify_types_differ_in_truth(to.type, value->type))
        xb_verify_warning(v, at, "false is taken as 0, true as 1",
                          xb_arena_format(v->scratch, "a value of type %s is assigned to %s of type %s",
                                          xb_type_name(value->type), target->symbol->id->text,
                                          xb_type_name(to.type)));
    verify_assigned_shape(v, at, target, &to, value);
}

void xb_verify_condition_value(xb_verifier *v, const xb_verify_step *at, const xb_verify_value *value)
{
    if (width(value->type) > 1 || is_text(value->type))
        xb_verify_error(v, at, "compare the value with something, as in x > 0",
                        "the condition is of type %s instead of bool or integer", xb_type_name(value->type));
    else if (value->rank > 0)
        xb_verify_error(v, at, "reduce the array to one value", "the condition is of shape %s",
                        xb_shape_name(value->rank));
}

void xb_verify_subscript_value(xb_verifier *v, const xb_verify_step *at, const char *name,
                               const xb_verify_value *value)
{
    if (value->type != XB_TYPE_VOID && value->type != XB_TYPE_INTEGER)
        xb_verify_error(v, at, "convert it, as int_scal does with reals",
                        "the %s of a subscript is of type %s instead of integer", name,
                        xb_type_name(value->type));
    else if (value->rank > 1)
        xb_verify_error(v, at, "a subscript is a scalar or, as an Index alone, a vector",
                        "the %s of a subscript is of shape %s", name, xb_shape_name(value->rank));
}
