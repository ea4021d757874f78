/*
 * Statements: what they consist of is there and of the right kind. Callees are found through the program's
 * map of bodies, so that a call costs as much as it has arguments.
 */
#include "ir/verify_values.h"

void xb_verify_assignment(xb_verifier *v, const xb_verify_step *up, const xb_assignment *assignment,
                          xb_kind kind)
{
    xb_verify_step step = xb_verify_step_to_statement(up, &assignment->statement);
    size_t errors = v->error_count;
    if (assignment->statement.node.kind != kind) {
        xb_verify_error(v, &step, NULL, "%s stands in the place of %s", step.name, xb_kind_name(kind));
        return;
    }
    xb_verify_reference(v, &step, assignment->target, "AssignmentLHS");
    xb_verify_value value = xb_verify_expression(v, &step, assignment->value, "AssignmentRHS");
    if (v->error_count == errors) {
        const xb_reference *target = xb_verify_single(v, &step, assignment->target);
        xb_verify_assigned(v, &step, target, &value);
        xb_verify_assignable(v, &step, target);
    }
    if (assignment->do_chain && !xb_chain_find(&v->program->do_chains, assignment->do_chain))
        xb_verify_error(v, &step, "keys are those of the DOSetMap; 0 says that nothing is known",
                        "there is no do chain with key %llu",
                        (unsigned long long)xb_program_key_of(v->program, assignment->do_chain));
}

/* ---- calls ---- */

static void verify_argument(xb_verifier *v, const xb_verify_step *at, const xb_argument *argument)
{
    if (!argument->reference == !argument->constant)
        xb_verify_error(v, at, "an argument is one VariableReference or one Constant",
                        argument->reference ? "the argument is a reference and a constant at once"
                                            : "the argument is neither a reference nor a constant");
    if (argument->reference)
        xb_verify_reference(v, at, argument->reference, "VariableReference");
    if (argument->constant) {
        xb_verify_step step = xb_verify_step_to(at, argument->constant, argument->constant->vertex.id);
        xb_verify_constant(v, &step, argument->constant);
    }
}

static const char *first_on(xb_verifier *v, const xb_node *first)
{
    return first->line > 0 ? xb_arena_format(v->scratch, "; the first one is on line %u", first->line) : "";
}

/* Arguments at positions of their own, which are at most a number; callee may be NULL. */
static void verify_arguments(xb_verifier *v, const xb_verify_step *at, const xb_list *list, uint64_t most,
                             const xb_routine *callee)
{
    const xb_list *arguments = xb_verify_list(v, list);
    xb_map seen = {0};
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        xb_verify_step step = xb_verify_step_to(at, argument, NULL);
        if (argument->node.kind != XB_KIND_ARGUMENT) {
            xb_verify_error(v, &step, NULL, "%s stands among the arguments", step.name);
            continue;
        }
        size_t errors = v->error_count;
        if (argument->position < 1 || argument->position > most)
            xb_verify_error(v, &step, "positions are 1 to the number of formal arguments",
                            "an argument has position %u, but there %s %llu formal %s", argument->position,
                            xb_plural(most, "is", "are"), (unsigned long long)most,
                            xb_plural(most, "argument", "arguments"));
        else if (xb_map_get(&seen, argument->position, 0))
            xb_verify_error(v, &step, "give each argument a position of its own",
                            "two arguments have position %u%s", argument->position,
                            first_on(v, xb_map_get(&seen, argument->position, 0)));
        xb_map_put(v->scratch, &seen, argument->position, 0, argument);
        verify_argument(v, &step, argument);
        if (callee && v->error_count == errors)
            xb_verify_passed(v, &step, callee, argument->position,
                             xb_verify_single(v, &step, argument->reference), argument->constant);
    }
}

/* The routine that a call leads to, NULL if the program has no body for it. */
static const xb_routine *callee_of(const xb_verifier *v, const xb_call *call)
{
    xb_routine *routine = xb_program_routine(v->program, call->symbol);
    const xb_routine *newest = routine ? xb_view_newest(v->view, routine) : NULL;
    const xb_list *several = newest && v->view == XB_VIEW_DERIVED ? xb_derived(&newest->node) : NULL;
    for (size_t i = 0; several && i < several->count; i++) {
        const xb_routine *one = several->items[i];
        if (one->symbol == call->symbol)
            return one;
    }
    return newest;
}

static void verify_call(xb_verifier *v, const xb_verify_step *at, const xb_call *call)
{
    if (!call->symbol)
        xb_verify_error(v, at, NULL, "the call has no symbol");
    else if (call->symbol->kind != XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, at, "call symbols of kind subroutine", "%s is not a subroutine",
                        call->symbol->id->text);
    else
        xb_verify_visible(v, at, call->symbol);
    const xb_routine *callee = call->symbol ? callee_of(v, call) : NULL;
    if (callee && callee->formals.count != call->formal_count)
        xb_verify_error(v, at, "formalArgCount is the number of formal arguments, optional ones included",
                        "%s has %u formal %s, but formalArgCount is %llu", call->symbol->id->text,
                        callee->formals.count, xb_plural(callee->formals.count, "argument", "arguments"),
                        (unsigned long long)call->formal_count);
    verify_arguments(v, at, &call->arguments, call->formal_count, callee);
}

static void verify_inlinable_call(xb_verifier *v, const xb_verify_step *at, const xb_inlinable_call *call)
{
    if (!call->name || call->name->length == 0)
        xb_verify_error(v, at, "write subroutine_name=\"...\"", "the call has no subroutine name");
    verify_arguments(v, at, &call->arguments, call->arguments.count, NULL);
}

/* ---- propagators ---- */

static void verify_derivative(xb_verifier *v, const xb_verify_step *at, xb_reference *reference,
                              const char *name)
{
    xb_verify_reference(v, at, reference, name);
    if (!reference || !reference->symbol || reference->deriv || xb_symbol_is_active(reference->symbol))
        return;
    xb_verify_step step = {.up = at, .name = name, .line = reference->vertex.node.line};
    xb_verify_error(v, &step, "only active symbols of type real, complex or opaque have one",
                    "%s has no derivative component", reference->symbol->id->text);
}

static void verify_terms(xb_verifier *v, const xb_verify_step *at, const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    if (entry->terms.count == 0)
        xb_verify_error(v, at, "a Sax or Saxpy has one AX for each term", "%s has no AX", at->name);
    for (size_t i = 0; i < entry->terms.count; i++) {
        xb_verify_step step = {.up = at, .name = "AX"};
        xb_verify_expression(v, &step, terms[i].factor, "A");
        verify_derivative(v, &step, terms[i].source, "X");
    }
}

/* Each entry has a target; a source, terms, or neither follow from the kind. */
static void verify_entry(xb_verifier *v, const xb_verify_step *up, const xb_propagation *entry)
{
    xb_verify_step step = xb_verify_step_to(up, entry, NULL);
    xb_kind kind = entry->node.kind;
    if (!xb_kind_is_propagation(kind)) {
        xb_verify_error(v, &step, NULL, "%s stands in a derivative propagator", step.name);
        return;
    }
    bool has_terms = kind == XB_KIND_SAX || kind == XB_KIND_SAXPY;
    bool has_source = !has_terms && kind != XB_KIND_ZERO_DERIV;
    verify_derivative(v, &step, entry->target, has_terms ? "Y" : "Tgt");
    if (has_terms)
        verify_terms(v, &step, entry);
    else if (entry->terms.count > 0)
        xb_verify_error(v, &step, NULL, "%s can't have an AX", step.name);
    if (has_source)
        verify_derivative(v, &step, entry->source, "Src");
    else if (entry->source)
        xb_verify_error(v, &step, NULL, "%s can't have a Src", step.name);
}

static void verify_propagator(xb_verifier *v, const xb_verify_step *at, const xb_propagator *propagator)
{
    const xb_list *entries = xb_verify_list(v, &propagator->entries);
    for (size_t i = 0; i < entries->count; i++)
        verify_entry(v, at, entries->items[i]);
}

/* What it reads and writes can be seen. */
static void verify_marker(xb_verifier *v, const xb_verify_step *at, const xb_marker *marker)
{
    for (size_t i = 0; i < marker->reads.count; i++)
        xb_verify_reference(v, at, marker->reads.items[i], "SideEffectReference");
    for (size_t i = 0; i < marker->writes.count; i++) {
        xb_verify_reference(v, at, marker->writes.items[i], "SideEffectReference");
        if (((const xb_reference *)marker->writes.items[i])->symbol)
            xb_verify_assignable(v, at, marker->writes.items[i]);
    }
}

/* ---- statements ---- */

static void verify_statement(xb_verifier *v, const xb_verify_step *up, xb_statement *statement)
{
    xb_verify_step step = xb_verify_step_to_statement(up, statement);
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_ASSIGNMENT:
        xb_verify_assignment(v, up, (const xb_assignment *)statement, XB_KIND_ASSIGNMENT);
        return;
    case XB_STATEMENT_SUBROUTINE_CALL: verify_call(v, &step, (const xb_call *)statement); return;
    case XB_STATEMENT_INLINABLE_CALL:
        verify_inlinable_call(v, &step, (const xb_inlinable_call *)statement);
        return;
    case XB_STATEMENT_MARKER: verify_marker(v, &step, (const xb_marker *)statement); return;
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR:
        verify_propagator(v, &step, (const xb_propagator *)statement);
        return;
    }
    xb_verify_error(v, &step, NULL, "%s can't be a statement of a basic block", step.name);
}

void xb_verify_statements(xb_verifier *v, const xb_verify_step *up, const xb_list *statements)
{
    for (size_t i = 0; i < statements->count; i++)
        verify_statement(v, up, statements->items[i]);
}
