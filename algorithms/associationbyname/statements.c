/*
 * What a call of the run time does with each argument is in its table, see ir/runtime_call.h.
 */
#include "algorithms/associationbyname/statements.h"

#include <string.h>

#include "algorithms/associationbyname/allocations.h"
#include "algorithms/associationbyname/rule_calls.h"
#include "algorithms/associationbyname/sums.h"
#include "algorithms/taping/stand_ins.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"

typedef struct translation {
    xb_named_arguments *arguments;
    xb_program *program;
    xb_list *statements;
} translation;

static void append(translation *t, void *statement)
{
    xb_list_append(t->program->arena, t->statements, statement);
}

/* ---- propagators -------------------------------------------------------------------------------------- */

static bool is_increment(xb_kind kind)
{
    return kind == XB_KIND_INC_DERIV || kind == XB_KIND_DEC_DERIV || kind == XB_KIND_SAXPY;
}

static bool is_array(const xb_reference *reference)
{
    return reference && xb_reference_rank(reference) > 0;
}

static bool is_scalar(const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    bool found = is_array(entry->source);
    for (size_t i = 0; i < entry->terms.count; i++) {
        const xb_vertex *factor = xb_expression_root(terms[i].factor);
        found = found || is_array(terms[i].source) ||
                (factor->node.kind == XB_KIND_VARIABLE_REFERENCE && is_array((const xb_reference *)factor));
    }
    return !found;
}

static void allocate_derivative(translation *t, const xb_reference *target)
{
    xb_inlinable_call *call = xb_build_inlinable_call(t->program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocate");
    xb_reference *value = xb_copy_reference(t->program, target);
    value->deriv = false;
    xb_build_argument(t->program, &call->arguments, xb_build_derivative(t->program, value));
    xb_build_argument(t->program, &call->arguments, value);
    append(t, call);
}

/* Whether an assignment to all of a formal argument may allocate it, as its declaration says. */
static bool is_allocatable_formal(const xb_storage *storage, const xb_reference *target)
{
    const xb_declaration *facts = target->symbol->declaration;
    return target->subscripts.count == 0 && xb_reference_rank(target) > 0 && facts && facts->allocatable &&
           xb_storage_is_formal(storage, target->symbol);
}

/* Where the assignment may have allocated its target, the derivative is not allocated by a scalar. */
static void allocate_for(translation *t, const xb_reference *target)
{
    const xb_plain_conversions *conversions = &t->arguments->conversions;
    const xb_storage *storage = xb_storage_of(xb_run_analyses(conversions->run));
    if (!conversions->reverse &&
        (xb_storage_may_be_allocated(storage, target) || is_allocatable_formal(storage, target)))
        allocate_derivative(t, target);
}

static void translate_entry(translation *t, const xb_propagation *entry)
{
    xb_kind kind = entry->node.kind;
    if (!is_increment(kind) && is_scalar(entry))
        allocate_for(t, entry->target);
    xb_derivative_sum sum = xb_derivative_sum_begin(t->program, entry->target);
    const xb_term *terms = entry->terms.items;
    if (is_increment(kind))
        xb_derivative_sum_keep(&sum);
    if (entry->source)
        xb_derivative_sum_add(&sum, NULL, entry->source,
                              kind == XB_KIND_SET_NEG_DERIV || kind == XB_KIND_DEC_DERIV);
    for (size_t i = 0; i < entry->terms.count; i++)
        xb_derivative_sum_add(&sum, xb_expression_root(terms[i].factor), terms[i].source, false);
    append(t, xb_derivative_sum_end(&sum));
}

static void translate_propagator(translation *t, const xb_propagator *propagator)
{
    for (size_t i = 0; i < propagator->entries.count; i++)
        translate_entry(t, propagator->entries.items[i]);
}

/* ---- calls of the run time ---------------------------------------------------------------------------- */

static xb_reference *reference_at(const xb_inlinable_call *call, size_t i)
{
    return ((const xb_argument *)call->arguments.items[i])->reference;
}

static const xb_vertex *vertex_at(const xb_inlinable_call *call, size_t i)
{
    const xb_argument *argument = call->arguments.items[i];
    return argument->reference ? &argument->reference->vertex : &argument->constant->vertex;
}

/* The same call for what is no longer active. */
static void rename_call(translation *t, const xb_runtime_call *what, xb_runtime_code code,
                        xb_inlinable_call *call)
{
    const int rank = xb_reference_rank(reference_at(call, 0));
    xb_runtime_call plain = {.code = code, .ranks = what->ranks, .rank_count = what->rank_count};
    plain.type = what->type;
    plain.active = xb_runtime_stores(code) &&
                   xb_named_variable_is_active(t->arguments->derivatives, reference_at(call, 0)->symbol);
    if (plain.rank_count == 0) {
        plain.ranks = &rank;
        plain.rank_count = 1;
    }
    if (what->derivative)
        reference_at(call, 0)->deriv = true;
    call->name = xb_program_name(t->program, xb_runtime_call_name(t->program->arena, &plain));
    append(t, call);
}

/* Whether the value of a temporary that is set, or copied back, does not matter. */
static bool is_needless(const translation *t, const xb_inlinable_call *call)
{
    const xb_plain_conversions *conversions = &t->arguments->conversions;
    const xb_symbol *target = reference_at(call, 0)->symbol;
    const xb_reference *source = reference_at(call, 1);
    return xb_conversion_is_needless(conversions, target) ||
           (source && xb_conversion_is_needless(conversions, source->symbol));
}

/* Whether values are only kept for later: parts of an array may be undefined then. If the program is to be
 * differentiated again, it has an assignment, whose derivative is known. */
static bool keeps_values(const translation *t, const xb_inlinable_call *call)
{
    const xb_plain_conversions *conversions = &t->arguments->conversions;
    const xb_reference *source = reference_at(call, 1);
    return conversions->reverse && !xb_named_derivatives_are_active(t->arguments->derivatives) && source &&
           !xb_conversion_is_one(conversions, reference_at(call, 0)->symbol) &&
           !xb_conversion_is_one(conversions, source->symbol);
}

static void translate_conversion(translation *t, xb_inlinable_call *call)
{
    if (keeps_values(t, call)) {
        append(t, call);
        return;
    }
    if (is_needless(t, call) ||
        xb_conversion_is_unused(&t->arguments->conversions, reference_at(call, 0)->symbol))
        return;
    xb_expression *value = xb_build_leaf(t->program, xb_copy_vertex(t->program, vertex_at(call, 1)));
    append(t, xb_build_assignment(t->program, call->statement.id->text, reference_at(call, 0), value));
}

/* In reverse mode, derivatives of the program's own arrays are allocated where they are needed, see
 * allocations.c: here they may have values, where a routine is recorded after its caller. In an adjoint sweep
 * what concerns such an array is about its derivative alone. */
static void translate_allocation(translation *t, xb_inlinable_call *call)
{
    const xb_plain_conversions *conversions = &t->arguments->conversions;
    const xb_symbol *symbol = reference_at(call, 0)->symbol;
    const bool is_undone = conversions->sweep && !symbol->temporary;
    if (!is_undone && !xb_conversion_is_needless(conversions, symbol))
        append(t, call);
    if (strcmp(call->statement.id->text, XB_ID_ALLOCATION_OF_VALUE) == 0)
        return;
    if (!xb_derivative_can_be_named(symbol) || (conversions->reverse && !symbol->temporary && !is_undone))
        return;
    xb_inlinable_call *copy = xb_build_inlinable_call(t->program, XB_RUNTIME_NONE, call->statement.id->text);
    copy->name = call->name;
    for (size_t i = 0; i < call->arguments.count; i++)
        xb_build_argument(t->program, &copy->arguments, xb_copy_vertex(t->program, vertex_at(call, i)));
    reference_at(copy, 0)->deriv = true;
    append(t, copy);
}

static void translate_shape_test(translation *t, xb_inlinable_call *call)
{
    const xb_plain_conversions *conversions = &t->arguments->conversions;
    if (!xb_conversion_is_needless(conversions, reference_at(call, 0)->symbol) &&
        !xb_conversion_is_needless(conversions, reference_at(call, 1)->symbol))
        append(t, call);
}

/* w = max(v, |x'|), element by element. */
static void translate_largest(translation *t, const xb_inlinable_call *call)
{
    xb_expression *value = xb_build_expression(t->program);
    xb_reference *source = (xb_reference *)xb_copy_vertex(t->program, vertex_at(call, 2));
    source->deriv = true;
    uint32_t size =
        xb_build_unary(t->program, value, XB_INTRINSIC_ABS, xb_expression_add(t->program, value, source));
    uint32_t before = xb_expression_add(t->program, value, xb_copy_vertex(t->program, vertex_at(call, 1)));
    value->root = xb_build_binary(t->program, value, XB_INTRINSIC_NC_MAX, before, size);
    append(t, xb_build_assignment(t->program, call->statement.id->text, reference_at(call, 0), value));
}

static void refuse(translation *t, const xb_inlinable_call *call)
{
    const xb_program *program = t->program;
    t->arguments->status = xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &call->statement.node, NULL),
        "leave derivatives to the transformation", "the program calls '%s', of which no assignment is made",
        call->name->text);
}

static void translate_call(translation *t, xb_inlinable_call *call)
{
    xb_runtime_call what;
    bool known = xb_runtime_call_read(t->program->arena, call->name->text, &what) &&
                 xb_runtime_takes(what.code, call->arguments.count);
    switch (known ? what.code : XB_RUNTIME_NONE) {
    case XB_RUNTIME_COND_INC_ZERO_DERIV: refuse(t, call); return;
    case XB_RUNTIME_LARGEST_DERIV: translate_largest(t, call); return;
    case XB_RUNTIME_CONVERT: translate_conversion(t, call); return;
    case XB_RUNTIME_SHAPE_TEST: translate_shape_test(t, call); return;
    case XB_RUNTIME_ALLOCATE_MATCHING:
    case XB_RUNTIME_DEALLOCATE:
    case XB_RUNTIME_NULLIFY:
    case XB_RUNTIME_ALLOCATE_SHAPE: translate_allocation(t, call); return;
    case XB_RUNTIME_PUSH_ACTIVE: rename_call(t, &what, XB_RUNTIME_PUSH, call); return;
    case XB_RUNTIME_POP_ACTIVE: rename_call(t, &what, XB_RUNTIME_POP, call); return;
    case XB_RUNTIME_STORE:
    case XB_RUNTIME_RESTORE: rename_call(t, &what, what.code, call); return;
    default: append(t, call); return;
    }
}

static void translate_subroutine_call(translation *t, xb_call *call)
{
    if (xb_rule_call_is_repeated(t->arguments, call)) {
        xb_rule_calls_append(t->arguments, call, t->statements);
        return;
    }
    xb_named_arguments_pass(t->arguments, call, t->statements);
    append(t, call);
}

/* ---- all statements ----------------------------------------------------------------------------------- */

/* A derivative that is assigned as it is, such as a conjugate. */
static void translate_assignment(translation *t, xb_assignment *assignment)
{
    if (assignment->target->deriv && !xb_expression_is_array(assignment->value) &&
        !xb_reads_target(assignment))
        allocate_for(t, assignment->target);
    append(t, assignment);
}

static void translate(translation *t, xb_statement *statement)
{
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_ASSIGNMENT: translate_assignment(t, (xb_assignment *)statement); return;
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR: translate_propagator(t, (xb_propagator *)statement); return;
    case XB_STATEMENT_INLINABLE_CALL: translate_call(t, (xb_inlinable_call *)statement); return;
    case XB_STATEMENT_SUBROUTINE_CALL: translate_subroutine_call(t, (xb_call *)statement); return;
    case XB_STATEMENT_MARKER: append(t, statement); return;
    }
    xb_unexpected_kind(t->program, &statement->node);
}

void xb_plain_statements(xb_named_arguments *arguments, xb_statement *statement, xb_list *statements)
{
    translation t = {arguments, arguments->program, statements};
    xb_provenance before = xb_provenance_enter(t.program, "associationbyname");
    xb_provenance_as(t.program, statement);
    translate(&t, statement);
    xb_provenance_restore(t.program, before);
}
