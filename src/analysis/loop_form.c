/*
 * Forms are recognized by the vertices of the three expressions, and by their types: where a real number is
 * among them, it depends on the language whether it is converted, and when. A loop that is left by a jump has
 * fewer iterations than it says: numbers of iterations are those of the head alone.
 */
#include "analysis/loop_form.h"

static bool is_variable(const xb_vertex *vertex, const xb_symbol *symbol)
{
    const xb_reference *reference = (const xb_reference *)vertex;
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && reference->symbol == symbol &&
           xb_reference_is_whole(reference);
}

static bool refers_to(const xb_vertex *vertex, const xb_symbol *symbol)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           ((const xb_reference *)vertex)->symbol == symbol;
}

/* Whether a variable occurs once in an expression, as an operand of its root. */
static bool is_operand_only(const xb_expression *expression, const xb_symbol *symbol, uint32_t operand)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        count += refers_to(xb_expression_vertex(expression, v), symbol);
    return count == 1 && operand != XB_GRAPH_NONE &&
           refers_to(xb_expression_vertex(expression, operand), symbol) &&
           xb_graph_out_degree(&expression->graph, operand) == 1;
}

/* ---- types --------------------------------------------------------------------------------------------- */

/* How much of an expression is looked at: heads of loops are small. */
enum { DEPTH_LIMIT = 64, STEP_LIMIT = 1024 };

static bool is_whole_type(xb_type type)
{
    return type != XB_TYPE_REAL && type != XB_TYPE_DOUBLE && type != XB_TYPE_COMPLEX;
}

static bool is_whole_at(const xb_expression *expression, uint32_t vertex, unsigned depth, unsigned *steps);

static bool has_whole_operands(const xb_expression *expression, uint32_t vertex, unsigned depth,
                               unsigned *steps)
{
    const xb_graph *graph = &expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (!is_whole_at(expression, xb_graph_source(graph, e), depth + 1, steps))
            return false;
    return true;
}

static bool is_whole_result(const xb_expression *expression, uint32_t vertex, unsigned depth, unsigned *steps)
{
    const xb_intrinsic *intrinsic = (const xb_intrinsic *)xb_expression_vertex(expression, vertex);
    if (intrinsic->has_result_type)
        return is_whole_type(intrinsic->result_type);
    switch (xb_intrinsic_facts_of(xb_vertex_intrinsic(&intrinsic->vertex))->result) {
    case XB_RESULT_FLOATING:
    case XB_RESULT_REAL:
    case XB_RESULT_DOUBLE:
    case XB_RESULT_COMPLEX: return false;
    case XB_RESULT_UNKNOWN:
    case XB_RESULT_NUMERIC:
    case XB_RESULT_MAGNITUDE:
    case XB_RESULT_ANY:
    case XB_RESULT_MOULD: return has_whole_operands(expression, vertex, depth, steps);
    default: return true;
    }
}

/* Whether what leads to a vertex is an integer, as far as types tell. */
static bool is_whole_at(const xb_expression *expression, uint32_t vertex, unsigned depth, unsigned *steps)
{
    const xb_vertex *v = xb_expression_vertex(expression, vertex);
    if (depth > DEPTH_LIMIT || (*steps)++ > STEP_LIMIT)
        return false;
    switch (v->node.kind) {
    case XB_KIND_CONSTANT: return is_whole_type(((const xb_constant *)v)->type);
    case XB_KIND_VARIABLE_REFERENCE: return is_whole_type(((const xb_reference *)v)->symbol->type);
    case XB_KIND_FUNCTION_CALL: return is_whole_type(((const xb_function_call *)v)->symbol->type);
    case XB_KIND_INTRINSIC: return is_whole_result(expression, vertex, depth, steps);
    default: return true;
    }
}

static bool is_whole(const xb_loop_part *part)
{
    unsigned steps = 0;
    return is_whole_at(part->expression, part->vertex, 0, &steps);
}

/* ---- parts --------------------------------------------------------------------------------------------- */

static xb_loop_part part_of(const xb_expression *expression, uint32_t vertex)
{
    xb_loop_part part = {.expression = expression, .vertex = vertex};
    part.constant = xb_expression_integer_at(expression, vertex, &part.value);
    return part;
}

/* The operands of a root with two of them. */
static bool take_apart(const xb_expression *expression, uint32_t operands[2])
{
    if (xb_expression_operand_count(expression, expression->root) != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        operands[i] = xb_expression_operand(expression, expression->root, i + 1);
    return operands[0] != XB_GRAPH_NONE && operands[1] != XB_GRAPH_NONE;
}

/* Takes apart v + step, step + v or v - step. @return v, XB_GRAPH_NONE if it has another form */
static uint32_t find_increased(const xb_expression *value, const xb_symbol *symbol, xb_increment *increment)
{
    uint32_t operands[2];
    xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_root(value));
    if ((code != XB_INTRINSIC_ADD && code != XB_INTRINSIC_SUB) || !take_apart(value, operands))
        return XB_GRAPH_NONE;
    bool second = code == XB_INTRINSIC_ADD && is_operand_only(value, symbol, operands[1]);
    if (!second && !is_operand_only(value, symbol, operands[0]))
        return XB_GRAPH_NONE;
    *increment = (xb_increment){part_of(value, operands[second ? 0 : 1]), code == XB_INTRINSIC_SUB};
    return operands[second ? 1 : 0];
}

bool xb_increment_of(const xb_expression *value, const xb_symbol *symbol, xb_increment *increment)
{
    uint32_t increased = find_increased(value, symbol, increment);
    return increased != XB_GRAPH_NONE && is_variable(xb_expression_vertex(value, increased), symbol) &&
           is_whole(&increment->step);
}

static bool bounds_a_loop(xb_intrinsic_code relation)
{
    switch (relation) {
    case XB_INTRINSIC_LESS_THAN:
    case XB_INTRINSIC_LESS_OR_EQUAL:
    case XB_INTRINSIC_GREATER_THAN:
    case XB_INTRINSIC_GREATER_OR_EQUAL:
    case XB_INTRINSIC_NOT_EQUAL: return true;
    default: return false;
    }
}

bool xb_loop_head_of(const xb_expression *condition, const xb_assignment *update, xb_loop_head *head)
{
    uint32_t operands[2];
    *head = (xb_loop_head){.relation = xb_vertex_intrinsic(xb_expression_root(condition))};
    uint32_t increased = find_increased(update->value, update->target->symbol, &head->increment);
    if (increased == XB_GRAPH_NONE || !bounds_a_loop(head->relation) || !take_apart(condition, operands))
        return false;
    const xb_vertex *compared = xb_expression_vertex(condition, operands[0]);
    if (compared->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return false;
    head->compared = (const xb_reference *)compared;
    head->increased = (const xb_reference *)xb_expression_vertex(update->value, increased);
    head->bound = part_of(condition, operands[1]);
    return true;
}

static bool find_step(const xb_expression *value, xb_loop_form *form)
{
    xb_increment increment;
    if (!xb_increment_of(value, form->variable->symbol, &increment))
        return false;
    form->subtracted = increment.subtracted;
    form->step = increment.step;
    if (form->subtracted && form->step.constant)
        form->step.value = -form->step.value;
    return true;
}

/* The relation as it is if its operands change places. */
static xb_intrinsic_code turned(xb_intrinsic_code relation)
{
    switch (relation) {
    case XB_INTRINSIC_LESS_THAN: return XB_INTRINSIC_GREATER_THAN;
    case XB_INTRINSIC_LESS_OR_EQUAL: return XB_INTRINSIC_GREATER_OR_EQUAL;
    case XB_INTRINSIC_GREATER_THAN: return XB_INTRINSIC_LESS_THAN;
    case XB_INTRINSIC_GREATER_OR_EQUAL: return XB_INTRINSIC_LESS_OR_EQUAL;
    default: return relation;
    }
}

static bool take_relation(xb_intrinsic_code relation, xb_loop_form *form)
{
    form->inclusive = relation == XB_INTRINSIC_LESS_OR_EQUAL || relation == XB_INTRINSIC_GREATER_OR_EQUAL ||
                      relation == XB_INTRINSIC_NOT_EQUAL;
    form->counted = relation == XB_INTRINSIC_NOT_EQUAL;
    switch (relation) {
    case XB_INTRINSIC_LESS_THAN:
    case XB_INTRINSIC_LESS_OR_EQUAL: form->direction = XB_LOOP_UP; return true;
    case XB_INTRINSIC_GREATER_THAN:
    case XB_INTRINSIC_GREATER_OR_EQUAL: form->direction = XB_LOOP_DOWN; return true;
    case XB_INTRINSIC_NOT_EQUAL: form->direction = XB_LOOP_UNDECIDED; return true;
    default: return false;
    }
}

static bool find_bound(const xb_expression *condition, xb_loop_form *form)
{
    uint32_t operands[2];
    const xb_symbol *symbol = form->variable->symbol;
    if (xb_expression_root(condition)->node.kind != XB_KIND_BOOLEAN_OPERATION ||
        !take_apart(condition, operands))
        return false;
    bool second = is_operand_only(condition, symbol, operands[1]);
    if (!is_operand_only(condition, symbol, operands[second ? 1 : 0]) ||
        !is_variable(xb_expression_vertex(condition, operands[second ? 1 : 0]), symbol))
        return false;
    xb_intrinsic_code relation = xb_vertex_intrinsic(xb_expression_root(condition));
    form->settled = !second;
    form->bound = part_of(condition, operands[second ? 0 : 1]);
    return take_relation(second ? turned(relation) : relation, form) && (form->settled || !form->counted);
}

static void count_trips(xb_loop_form *form)
{
    int64_t bound = form->bound.value, first = form->first.value, step = form->step.value;
    if (!form->first.constant || !form->bound.constant || !form->step.constant || step == 0)
        return;
    if (form->counted)
        form->direction = step > 0 ? XB_LOOP_UP : XB_LOOP_DOWN;
    bool up = form->direction == XB_LOOP_UP;
    if (up != (step > 0))
        return; /* it runs away from its bound, or not at all */
    form->trips_known = true;
    if (!form->inclusive && bound == (up ? INT64_MIN : INT64_MAX))
        return;
    if (!form->inclusive)
        bound += up ? -1 : 1;
    uint64_t distance = up ? (uint64_t)bound - (uint64_t)first : (uint64_t)first - (uint64_t)bound;
    if (up ? bound >= first : bound <= first)
        form->trips = distance / (up ? (uint64_t)step : -(uint64_t)step) + 1;
}

bool xb_loop_form_of(const xb_flow_vertex *vertex, xb_loop_form *form)
{
    *form = (xb_loop_form){.loop = vertex};
    if (vertex->node.kind != XB_KIND_FOR_LOOP || !vertex->initialization || !vertex->condition ||
        !vertex->update)
        return false;
    const xb_reference *variable = vertex->initialization->target;
    const xb_symbol *symbol = variable->symbol;
    form->variable = variable;
    if (symbol->kind != XB_SYMBOL_VARIABLE || symbol->pointer || symbol->type != XB_TYPE_INTEGER ||
        symbol->rank != 0 || !is_variable(&variable->vertex, symbol) ||
        !is_variable(&vertex->update->target->vertex, symbol) || !find_step(vertex->update->value, form) ||
        !find_bound(vertex->condition, form))
        return false;
    form->first = part_of(vertex->initialization->value, vertex->initialization->value->root);
    if (!is_whole(&form->first) || !is_whole(&form->bound))
        return false;
    count_trips(form);
    return true;
}

/* ---- stability ----------------------------------------------------------------------------------------- */

xb_loop_stability xb_loop_stability_of(xb_changes *changes, const xb_loop_form *form,
                                       const xb_flow_part *loop)
{
    xb_flow_part body = *loop;
    body.except = form->loop->update->target;
    const xb_loop_part *first = &form->first, *bound = &form->bound, *step = &form->step;
    return (xb_loop_stability){
        .variable = !xb_changes_within(changes, &body, form->variable),
        .first = !xb_changes_value_within(changes, loop, first->expression, first->vertex),
        .bound = !xb_changes_value_within(changes, loop, bound->expression, bound->vertex),
        .step = !xb_changes_value_within(changes, loop, step->expression, step->vertex),
    };
}

bool xb_loop_inside(xb_arena *scratch, const xb_flow_graph *flow, uint32_t head, bool *inside)
{
    const xb_graph *graph = &flow->graph;
    uint32_t *open = xb_arena_array(scratch, graph->vertex_count, sizeof *open), count = 0;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        inside[v] = false;
    inside[head] = true;
    for (uint32_t e = xb_graph_first_in(graph, head); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        uint32_t source = xb_graph_source(graph, e);
        if (((const xb_flow_vertex *)flow->vertices.items[source])->node.kind != XB_KIND_END_LOOP ||
            inside[source])
            continue;
        inside[source] = true;
        open[count++] = source;
    }
    bool found = count > 0;
    while (count > 0) {
        uint32_t v = open[--count];
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
            uint32_t source = xb_graph_source(graph, e);
            if (!inside[source])
                open[count++] = source;
            inside[source] = true;
        }
    }
    return found;
}
