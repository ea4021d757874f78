/*
 * Calls of forward mode have the target first, but for sums, and say ranks in their names; those of reverse
 * mode have it last.
 */
#include "algorithms/support/propagation_calls.h"

#include "ir/build.h"
#include "ir/provenance.h"

typedef struct lowering {
    xb_run *run;
    xb_program *program;
    bool is_reverse;
    xb_list propagators; /* in the order of the text */
} lowering;

/* ---- entries ------------------------------------------------------------------------------------------- */

static void add_argument(const lowering *l, xb_inlinable_call *call, void *vertex)
{
    if (vertex)
        xb_build_argument(l->program, &call->arguments, vertex);
}

/* Reverse mode refers to variables, since its calls say that derivatives are meant. */
static void add_derivative(const lowering *l, xb_inlinable_call *call, xb_reference *reference)
{
    add_argument(l, call, l->is_reverse && reference ? xb_copy_reference(l->program, reference) : reference);
}

static void add_terms(const lowering *l, xb_inlinable_call *call, const xb_propagation *entry)
{
    const xb_term *terms = entry->terms.items;
    add_derivative(l, call, entry->source);
    for (size_t i = 0; i < entry->terms.count; i++) {
        add_argument(l, call, xb_expression_root(terms[i].factor));
        add_derivative(l, call, terms[i].source);
    }
}

static bool has_section(const xb_inlinable_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_reference *reference = ((const xb_argument *)call->arguments.items[i])->reference;
        if (reference && reference->subscripts.count > 0 && xb_reference_rank(reference) > 0)
            return true;
    }
    return false;
}

static xb_runtime_code forward_code(xb_kind kind)
{
    static const xb_runtime_code codes[] = {[XB_KIND_SET_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_SET_DERIV,
                                            [XB_KIND_SET_NEG_DERIV - XB_KIND_SET_DERIV] =
                                                XB_RUNTIME_SET_NEG_DERIV,
                                            [XB_KIND_INC_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_INC_DERIV,
                                            [XB_KIND_DEC_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_DEC_DERIV,
                                            [XB_KIND_SAX - XB_KIND_SET_DERIV] = XB_RUNTIME_SAX,
                                            [XB_KIND_SAXPY - XB_KIND_SET_DERIV] = XB_RUNTIME_SAXPY,
                                            [XB_KIND_ZERO_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_ZERO_DERIV};
    return codes[kind - XB_KIND_SET_DERIV];
}

/* The name of a call with sections has no ranks. */
static xb_statement *forward_call(const lowering *l, const xb_propagation *entry)
{
    xb_runtime_code code = forward_code(entry->node.kind);
    xb_inlinable_call *call = xb_build_inlinable_call(l->program, code, "asInlinableSubroutineCall");
    bool sum = entry->node.kind == XB_KIND_SAX || entry->node.kind == XB_KIND_SAXPY;
    add_derivative(l, call, sum ? NULL : entry->target);
    add_terms(l, call, entry);
    add_derivative(l, call, sum ? entry->target : NULL);
    if (!has_section(call))
        xb_build_rank_suffix(l->program, call, code);
    return &call->statement;
}

/* Transposes add to derivatives, or set them to zero. */
static xb_runtime_code reverse_code(xb_kind kind)
{
    static const xb_runtime_code codes[] = {
        [XB_KIND_INC_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_REVERSE_INC_DERIV,
        [XB_KIND_DEC_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_REVERSE_DEC_DERIV,
        [XB_KIND_SAXPY - XB_KIND_SET_DERIV] = XB_RUNTIME_REVERSE_SAXPY,
        [XB_KIND_ZERO_DERIV - XB_KIND_SET_DERIV] = XB_RUNTIME_REVERSE_ZERO_DERIV};
    return codes[kind - XB_KIND_SET_DERIV];
}

static xb_statement *reverse_call(const lowering *l, const xb_statement *propagator,
                                  const xb_propagation *entry)
{
    xb_inlinable_call *call =
        xb_build_inlinable_call(l->program, reverse_code(entry->node.kind), propagator->id->text);
    add_terms(l, call, entry);
    add_derivative(l, call, entry->target);
    return &call->statement;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static void derive(const lowering *l, xb_propagator *propagator)
{
    xb_list calls = {.count = 0};
    xb_provenance_as(l->program, &propagator->statement);
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        xb_list_append(l->program->arena, &calls,
                       l->is_reverse ? reverse_call(l, &propagator->statement, entry)
                                     : forward_call(l, entry));
    }
    xb_derive(l->program, &propagator->statement.node, &calls);
}

static xb_visit note_propagator(xb_walk *walk, xb_node *node, void *context)
{
    lowering *l = context;
    (void)walk;
    xb_list_append(l->program->arena, &l->propagators, node);
    return XB_VISIT_SKIP;
}

static xb_visit skip(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_SKIP;
}

void xb_propagation_calls_derive(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SCOPE] = skip,
                                                 [XB_KIND_ASSIGNMENT] = skip,
                                                 [XB_KIND_SUBROUTINE_CALL] = skip,
                                                 [XB_KIND_INLINABLE_CALL] = skip,
                                                 [XB_KIND_MARKER] = skip,
                                                 [XB_KIND_EXPRESSION] = skip,
                                                 [XB_KIND_DERIVATIVE_PROPAGATOR] = note_propagator},
                                       .view = XB_VIEW_DERIVED};
    xb_program *program = xb_run_program(run);
    lowering l = {.run = run, .program = program, .is_reverse = xb_run_gives(run, XB_PROPERTY_ADJOINT)};
    xb_provenance before = xb_provenance_enter(program, "propagation");
    xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, &l);
    for (size_t i = 0; i < l.propagators.count; i++)
        derive(&l, l.propagators.items[i]);
    xb_provenance_restore(program, before);
}
