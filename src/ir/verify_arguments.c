/*
 * Actual and formal arguments: whether what is passed is what the callee expects.
 *
 * Formals are found by routine and position in a map that is filled once. Which formals a callee assigns is
 * implied, over the calls that pass formals on, by those that statements assign; that is found out once, if a
 * constant is passed anywhere, or an argument is a copy, and is linear in statements and arguments.
 */
#include "ir/verify_values.h"

/* ---- formals -------------------------------------------------------------------------------------- */

static void collect_formals(xb_verifier *v)
{
    const xb_list *routines = &v->program->routines;
    if (v->has_formals)
        return;
    v->has_formals = true;
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        for (size_t k = 0; k < routine->formals.count; k++) {
            const xb_formal *formal = routine->formals.items[k];
            xb_map_put(v->scratch, &v->formals, routine->node.index, formal->position, formal);
            if (formal->symbol && formal->intent == XB_INTENT_IN)
                xb_node_set_add(v->scratch, &v->inputs, &formal->symbol->node);
        }
    }
}

static const xb_formal *find_formal(xb_verifier *v, const xb_routine *callee, uint32_t position)
{
    collect_formals(v);
    const xb_formal *formal = xb_map_get(&v->formals, callee->node.index, position);
    return formal && formal->symbol ? formal : NULL;
}

/* ---- assigned formals ----------------------------------------------------------------------------- */

/* That a call passes what a reference refers to for the formal argument at a position. */
static void note_passing(xb_verifier *v, const xb_symbol *callee, uint32_t position,
                         const xb_reference *reference)
{
    const xb_routine *routine = callee ? xb_program_routine(v->program, callee) : NULL;
    const xb_formal *formal = routine ? find_formal(v, routine, position) : NULL;
    if (!formal || !reference || !reference->symbol)
        return;
    xb_closure_imply(&v->assigned, formal->symbol, reference->symbol);
}

static void note_reference(xb_verifier *v, const xb_reference *reference);

/* The function calls in an expression, which may be absent. */
static void note_expression(xb_verifier *v, const xb_expression *expression)
{
    for (uint32_t i = 0; expression && i < expression->graph.vertex_count; i++) {
        const xb_vertex *vertex = expression->vertices[i];
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            note_reference(v, (const xb_reference *)vertex);
        if (vertex->node.kind != XB_KIND_FUNCTION_CALL)
            continue;
        const xb_function_call *call = (const xb_function_call *)vertex;
        for (size_t k = 0; k < call->arguments.count; k++) {
            note_passing(v, call->symbol, (uint32_t)k + 1, call->arguments.items[k]);
            note_reference(v, call->arguments.items[k]);
        }
    }
}

/* The function calls in the subscripts of a reference; as deep as elements of a document are nested. */
static void note_reference(xb_verifier *v, const xb_reference *reference)
{
    for (size_t i = 0; reference && i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        note_expression(v, triplet->index);
        note_expression(v, triplet->bound);
        note_expression(v, triplet->stride);
    }
}

static void note_call(xb_verifier *v, const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        note_passing(v, call->symbol, argument->position, argument->reference);
        note_reference(v, argument->reference);
    }
}

static void note_assignment(xb_verifier *v, const xb_assignment *assignment)
{
    if (!assignment)
        return;
    if (assignment->target && assignment->target->symbol)
        xb_closure_add(&v->assigned, assignment->target->symbol);
    note_reference(v, assignment->target);
    note_expression(v, assignment->value);
}

/* What a text modifies. */
static void note_marker(xb_verifier *v, const xb_marker *marker)
{
    for (size_t i = 0; i < marker->writes.count; i++) {
        const xb_reference *reference = marker->writes.items[i];
        if (reference->symbol)
            xb_closure_add(&v->assigned, reference->symbol);
    }
}

static void note_statement(xb_verifier *v, const xb_statement *statement)
{
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_ASSIGNMENT: note_assignment(v, (const xb_assignment *)statement); break;
    case XB_STATEMENT_SUBROUTINE_CALL: note_call(v, (const xb_call *)statement); break;
    case XB_STATEMENT_MARKER: note_marker(v, (const xb_marker *)statement); break;
    case XB_STATEMENT_INLINABLE_CALL:
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR: break;
    }
}

static void note_routine(xb_verifier *v, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->symbol && formal->intent == XB_INTENT_OUT)
            xb_closure_add(&v->assigned, formal->symbol);
    }
    for (size_t i = 0; i < routine->flow.vertices.count; i++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[i];
        note_expression(v, vertex->condition);
        note_assignment(v, vertex->initialization);
        note_assignment(v, vertex->update);
        for (size_t k = 0; k < vertex->statements.count; k++)
            note_statement(v, vertex->statements.items[k]);
    }
}

bool xb_verify_is_assigned(xb_verifier *v, const xb_symbol *symbol)
{
    if (!v->has_assigned) {
        v->has_assigned = true;
        v->assigned = (xb_closure){.arena = v->scratch, .scratch = v->scratch};
        for (size_t i = 0; i < v->program->routines.count; i++)
            note_routine(v, v->program->routines.items[i]);
        xb_closure_complete(&v->assigned);
    }
    return xb_closure_has(&v->assigned, symbol);
}

/* ---- formals of intent in ------------------------------------------------------------------------- */

/* Whether something is a formal of intent in of which nothing has been reported yet. */
static bool is_input(xb_verifier *v, const xb_reference *reference)
{
    if (!reference || !reference->symbol || reference->deriv || v->view == XB_VIEW_DERIVED)
        return false;
    collect_formals(v);
    const xb_node *symbol = &reference->symbol->node;
    return xb_node_set_has(&v->inputs, symbol) && !xb_node_set_has(&v->told, symbol);
}

static void tell_of_input(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol, const char *what)
{
    xb_node_set_add(v->scratch, &v->told, &symbol->node);
    xb_verify_warning(
        v, at, "let its intent be inout, or change a copy of it",
        xb_arena_format(v->scratch, "%s is a formal argument of intent in, but %s", symbol->id->text, what));
}

void xb_verify_assignable(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference)
{
    if (xb_symbol_is_parameter(reference->symbol))
        xb_verify_error(v, at, "assign to a variable", "%s is assigned, which is a parameter",
                        reference->symbol->id->text);
    if (is_input(v, reference))
        tell_of_input(v, at, reference->symbol, "it is assigned");
}

/* ---- what is passed ------------------------------------------------------------------------------- */

static void verify_type(xb_verifier *v, const xb_verify_step *at, const xb_symbol *formal, xb_type to,
                        xb_type from)
{
    if (to == from || to == XB_TYPE_VOID || from == XB_TYPE_VOID)
        return;
    const char *message =
        xb_arena_format(v->scratch, "a value of type %s is passed for the formal argument %s of type %s",
                        xb_type_name(from), formal->id->text, xb_type_name(to));
    bool clash = xb_verify_types_clash(to, from), truth = xb_verify_types_differ_in_truth(to, from);
    bool is_text = from == XB_TYPE_STRING || from == XB_TYPE_CHAR;
    if (clash || (!truth && !is_text && xb_symbol_is_active(formal)))
        xb_verify_error(v, at, "pass a variable of the type of the formal argument", "%s", message);
    else if (!is_text)
        xb_verify_warning(v, at, "pass a variable of the type of the formal argument", message);
}

/* The product of the extents; false if one is not known. */
static bool total(const int64_t *extents, size_t count, int64_t *product)
{
    *product = 1;
    for (size_t d = 0; d < count; d++)
        if (extents[d] < 0 || __builtin_mul_overflow(*product, extents[d], product))
            return false;
    return true;
}

/* An array may be passed for a smaller one, and an element for what begins there. That an array is passed for
 * a scalar, which is its first element then, is a warning only: there are programs that do so. */
static void verify_shape(xb_verifier *v, const xb_verify_step *at, const xb_symbol *formal,
                         const xb_verify_value *actual, const xb_reference *reference)
{
    if (actual->rank < 0 || formal->rank < 0 || formal->type == XB_TYPE_OPAQUE)
        return;
    bool is_element = reference && reference->symbol->rank > 0;
    if ((formal->rank == 0) != (actual->rank == 0) && !(actual->rank == 0 && is_element)) {
        xb_verify_warning(
            v, at, "pass an array for an array, a scalar or an element for a scalar",
            xb_arena_format(v->scratch,
                            "a value of shape %s is passed for the formal argument %s of shape %s",
                            xb_shape_name(actual->rank), formal->id->text, xb_shape_name(formal->rank)));
        return;
    }
    if (formal->rank == 0 || !actual->model)
        return;
    int64_t extents[XB_RANK_LIMIT] = {0}, wanted[XB_RANK_LIMIT] = {0}, size, least;
    xb_reference whole = {.symbol = (xb_symbol *)formal};
    size_t rank = xb_verify_extents(actual->model, extents);
    size_t wanted_rank = xb_verify_extents(&whole, wanted);
    if (total(extents, rank, &size) && total(wanted, wanted_rank, &least) && size < least)
        xb_verify_error(v, at, "pass an array that is at least as large as the formal argument",
                        "%lld %s passed for the formal argument %s, which has %lld", (long long)size,
                        xb_plural((uint64_t)size, "element is", "elements are"), formal->id->text,
                        (long long)least);
}

void xb_verify_passed(xb_verifier *v, const xb_verify_step *at, const xb_routine *callee, uint32_t position,
                      const xb_reference *reference, const xb_constant *constant)
{
    const xb_formal *found = find_formal(v, callee, position);
    if (v->view == XB_VIEW_DERIVED || !found)
        return; /* generated code converts arguments */
    const xb_symbol *formal = found->symbol;
    xb_verify_value to = xb_verify_value_of_symbol(formal);
    xb_verify_value from =
        reference ? xb_verify_value_of_reference(reference) : xb_verify_value_of_constant(constant);
    verify_type(v, at, formal, to.type, from.type);
    verify_shape(v, at, formal, &from, reference);
    if (is_input(v, reference) && xb_verify_is_assigned(v, formal))
        tell_of_input(
            v, at, reference->symbol,
            xb_arena_format(v->scratch, "%s assigns it as %s", callee->symbol->id->text, formal->id->text));
    if (constant && xb_verify_is_assigned(v, formal))
        xb_verify_error(v, at, "pass a variable that the callee can change",
                        "the constant %s is passed for the formal argument %s, which is assigned",
                        constant->value->text, formal->id->text);
}
