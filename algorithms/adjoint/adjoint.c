/*
 * Temporaries with a derivative are allocated before the first transpose that refers to them.
 */
#include "algorithms/adjoint/adjoint.h"

#include "algorithms/adjoint/transpose.h"
#include "ir/build.h"
#include "ir/version.h"

static void allocate(xb_adjoint *a, const xb_tape_allocation *allocation)
{
    xb_tape_allocate(&a->taping->tape, allocation->symbol, &allocation->extents, a->statements);
    if (a->taping->settings->initialise && xb_symbol_is_active(allocation->symbol))
        xb_adjoint_zero(a, xb_build_reference(a->program, allocation->symbol));
}

/* The temporary gets the value again that it had in the taping sweep. */
static void recompute(xb_adjoint *a, const xb_assignment *assignment)
{
    xb_reference *target = xb_build_reference(a->program, assignment->target->symbol);
    xb_adjoint_append(a, xb_build_assignment(a->program, "_recompute", target,
                                             xb_recall_expression(a->taping, assignment->value)));
}

/* ---- complex numbers ---------------------------------------------------------------------------------- */

static const xb_symbol *complex_of(const xb_reference *reference)
{
    return reference && reference->symbol->type == XB_TYPE_COMPLEX ? reference->symbol : NULL;
}

static const xb_symbol *complex_in_entry(const xb_propagation *entry)
{
    const xb_symbol *found = complex_of(entry->source);
    for (size_t i = 0; i < entry->terms.count && !found; i++)
        found = complex_of(((const xb_term *)entry->terms.items + i)->source);
    bool is_zero = !entry->source && entry->terms.count == 0;
    return found || is_zero ? found : complex_of(entry->target);
}

/* A complex variable whose derivative an item propagates; NULL if there is none. */
static const xb_symbol *complex_in_item(const xb_statement *statement)
{
    const xb_symbol *found = NULL;
    if (statement->node.kind == XB_KIND_ASSIGNMENT)
        return complex_of(((const xb_assignment *)statement)->target);
    if (statement->node.kind != XB_KIND_DERIVATIVE_PROPAGATOR)
        return NULL;
    const xb_list *entries = &((const xb_propagator *)statement)->entries;
    for (size_t i = 0; i < entries->count && !found; i++)
        found = complex_in_entry(entries->items[i]);
    return found;
}

/* The transpose over the complex numbers has conjugate factors, which the run-time library does not know. */
static xb_status refuse_complex(const xb_adjoint *a, const xb_symbol *symbol)
{
    const xb_routine *version = a->taping->version;
    return xb_error(a->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(a->program, &version->version->original->node, NULL),
                    "split it into real and imaginary part, or declare it passive",
                    "the adjoint of complex variables, such as '%s' in %s, is not known", symbol->id->text,
                    version->symbol->id->text);
}

/* ---- items -------------------------------------------------------------------------------------------- */

static xb_status transpose(xb_adjoint *a, const xb_linear_item *item)
{
    const xb_symbol *complex = complex_in_item(item->statement);
    if (complex)
        return refuse_complex(a, complex);
    switch (item->statement->node.kind) {
    case XB_KIND_DERIVATIVE_PROPAGATOR:
        xb_transpose_propagator(a, (const xb_propagator *)item->statement);
        return XB_STATUS_OK;
    case XB_KIND_ASSIGNMENT: return xb_transpose_assignment(a, (const xb_assignment *)item->statement);
    default: xb_transpose_call(a, (const xb_call *)item->statement); return XB_STATUS_OK;
    }
}

xb_status xb_adjoint_of_block(const xb_taping *taping, uint32_t vertex, xb_list *statements)
{
    const xb_vector *items = &taping->blocks[vertex].items;
    const xb_tape *tape = &taping->tape;
    xb_adjoint a = {taping, taping->program, taping->version->scope, statements};
    xb_status worst = XB_STATUS_OK;
    for (size_t i = items->count; i-- > 0;) {
        const xb_linear_item *item = (const xb_linear_item *)items->items + i;
        xb_tape_pop(tape, &item->segment, statements);
        for (size_t k = 0; k < item->allocations.count; k++)
            allocate(&a, item->allocations.items[k]);
        for (size_t k = 0; k < item->recomputed.count; k++)
            recompute(&a, item->recomputed.items[k]);
        xb_status status = transpose(&a, item);
        if (!worst)
            worst = status;
    }
    return worst;
}
