/*
 * Temporaries with a derivative are allocated before the first transpose that refers to them.
 */
#include "algorithms/adjoint/adjoint.h"

#include "algorithms/adjoint/transpose.h"
#include "algorithms/taping/stand_ins.h"
#include "analysis/allocation.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"
#include "ir/version.h"

static void allocate(xb_adjoint *a, const xb_tape_allocation *allocation)
{
    xb_tape_allocate(&a->taping->tape, allocation->symbol, &allocation->extents, a->statements);
    if (a->taping->settings->initialise && xb_symbol_is_active(allocation->symbol))
        xb_adjoint_zero(a, xb_build_reference(a->program, allocation->symbol));
}

/* A temporary gets the value that was computed in the taping sweep. */
static void recompute(xb_adjoint *a, const xb_recomputation *again)
{
    xb_reference *target = xb_build_reference(a->program, again->target);
    xb_adjoint_append(a, xb_build_assignment(a->program, "_recompute", target,
                                             xb_recall_expression(a->taping, again->assignment->value)));
}

/* ---- items -------------------------------------------------------------------------------------------- */

/* Before the call the array was another one, or none. */
static void allocate_former(xb_adjoint *a, const xb_linear_item *item)
{
    const xb_list former = xb_stand_in_allocate_former(a->taping, item->allocated, &item->segment);
    xb_list_append_all(a->program->arena, a->statements, &former);
}

static void deallocate(xb_adjoint *a, xb_symbol *array)
{
    xb_inlinable_call *call = xb_build_inlinable_call(a->program, XB_RUNTIME_DEALLOCATE, "_deallocation");
    xb_build_argument(a->program, &call->arguments, xb_build_reference(a->program, array));
    xb_adjoint_append(a, call);
}

/* A member of a structure stays: that may be copied to be passed, as a whole. */
static bool may_go(const xb_symbol *array)
{
    return !array->declaration || !array->declaration->path;
}

/* What was allocated goes; what went is there again, and nothing has used it later. */
static void undo_memory(xb_adjoint *a, const xb_linear_item *item)
{
    xb_list statements = {.count = 0};
    if (xb_allocated_by(item->statement)) {
        if (may_go(item->memory))
            deallocate(a, item->memory);
        return;
    }
    xb_tape_allocate(&a->taping->tape, item->memory, &item->segment.entries, &statements);
    xb_list_append_all(a->program->arena, a->statements, &statements);
    xb_adjoint_zero(a, xb_build_reference(a->program, item->memory));
}

static xb_status transpose(xb_adjoint *a, const xb_linear_item *item)
{
    switch (xb_statement_kind_of(item->statement)) {
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR:
        xb_transpose_propagator(a, (const xb_propagator *)item->statement);
        return XB_STATUS_OK;
    case XB_STATEMENT_ASSIGNMENT: return xb_transpose_assignment(a, (const xb_assignment *)item->statement);
    case XB_STATEMENT_INLINABLE_CALL:
        (item->memory ? undo_memory : allocate_former)(a, item);
        return XB_STATUS_OK;
    case XB_STATEMENT_SUBROUTINE_CALL:
        xb_transpose_call(a, (const xb_call *)item->statement);
        for (size_t i = 0; i < item->reshaped.count; i++) {
            const xb_reshaped *reshaped = item->reshaped.items[i];
            xb_stand_in_allocate_value(a->taping, reshaped->in, &reshaped->former, a->statements);
        }
        return XB_STATUS_OK;
    case XB_STATEMENT_MARKER: break;
    }
    xb_unexpected_kind(a->program, &item->statement->node);
}

/* Its items from the last to the first, each with the pops of its segment of the tape, and then its
 * transpose. */
static xb_status adjoint_of_block(const xb_taping *taping, uint32_t vertex, xb_body *code)
{
    const xb_vector *items = &taping->blocks[vertex].items;
    const xb_tape *tape = &taping->tape;
    *code = xb_body_begin_part(taping->program, taping->version->scope);
    xb_adjoint a = {taping, taping->program, taping->version->scope, code, xb_body_statements(code)};
    xb_provenance before = xb_provenance_enter(a.program, "adjoint");
    xb_status worst = XB_STATUS_OK;
    for (size_t i = items->count; i-- > 0;) {
        const xb_linear_item *item = (const xb_linear_item *)items->items + i;
        xb_provenance_of(a.program, item->statement);
        xb_tape_pop(tape, &item->segment, a.statements);
        for (size_t k = 0; k < item->allocations.count; k++)
            allocate(&a, item->allocations.items[k]);
        for (size_t k = 0; k < item->recomputed.count; k++)
            recompute(&a, item->recomputed.items[k]);
        xb_status status = transpose(&a, item);
        if (!worst)
            worst = status;
    }
    xb_provenance_restore(a.program, before);
    return worst;
}

xb_status xb_adjoint_of_blocks(const xb_taping *taping, xb_body **blocks)
{
    uint32_t count = taping->version->flow.graph.vertex_count;
    xb_status worst = XB_STATUS_OK;
    *blocks = xb_arena_array(xb_run_scratch(taping->run), count, sizeof **blocks);
    for (uint32_t v = 0; v < count; v++) {
        xb_status status = adjoint_of_block(taping, v, &(*blocks)[v]);
        if (!worst)
            worst = status;
    }
    return worst;
}
