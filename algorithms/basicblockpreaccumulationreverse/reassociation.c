/*
 * Of each routine, as it was read, the first marker that may stand for a statement is told of. What several
 * routines see is told of once.
 */
#include "algorithms/basicblockpreaccumulationreverse/reassociation.h"

#include "algorithms/support/markers.h"

static void warn(xb_program *program, const xb_marker *marker, const xb_symbol *symbol)
{
    const bool is_pointer = symbol->pointer || symbol->kind == XB_SYMBOL_POINTER;
    if (is_pointer && !symbol->overlay && xb_symbol_is_active(symbol))
        xb_warning(
            program->diagnostics, xb_program_place(program, &marker->statement.node, NULL),
            "use a pointer of its own for each target",
            "'%s' is a pointer: if what stands here associates it with another target, the adjoint sweep "
            "goes on with the last one",
            symbol->id->text);
}

void xb_warn_of_reassociation(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    xb_node_set told = {0};
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        const xb_marker *marker = xb_first_marker(run, routine);
        for (const xb_scope *scope = marker ? routine->scope : NULL;
             scope && xb_node_set_add(program->arena, &told, &scope->node); scope = scope->parent)
            for (size_t k = 0; k < scope->symbols.count; k++)
                warn(program, marker, scope->symbols.items[k]);
    }
}
