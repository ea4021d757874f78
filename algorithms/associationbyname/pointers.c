/*
 * Markers are looked for in routines as they were read. The first one of each that may stand for a statement
 * is told of with each pointer that can be seen in what has become of the routine: sweeps of reverse mode
 * have variables of their own, which tell the same, so that it is kept once.
 */
#include "algorithms/associationbyname/pointers.h"

#include "algorithms/support/markers.h"

static void warn(xb_program *program, const xb_named_derivatives *derivatives, const xb_marker *marker,
                 const xb_symbol *symbol)
{
    const xb_symbol *derivative = xb_named_derivative_find(derivatives, symbol);
    bool is_pointer = symbol->pointer || symbol->kind == XB_SYMBOL_POINTER;
    if (is_pointer && derivative)
        xb_warning(program->diagnostics, xb_program_place(program, &marker->statement.node, NULL),
                   "associate it with the derivative of the target there, or leave out associationbyname",
                   "'%s' is a pointer: if what stands here associates it with a target, its derivative '%s' "
                   "does not follow",
                   symbol->id->text, derivative->id->text);
}

/* Warns of what can be seen in a form of a routine. @param told scopes of which all has been told */
static void warn_in(xb_run *run, const xb_named_derivatives *derivatives, const xb_marker *marker,
                    const xb_routine *form, xb_map *told)
{
    for (const xb_scope *scope = form->scope; scope && !xb_map_get(told, scope->node.index, 0);
         scope = scope->parent) {
        for (size_t i = 0; i < scope->symbols.count; i++)
            warn(xb_run_program(run), derivatives, marker, scope->symbols.items[i]);
        xb_map_put(xb_run_program(run)->arena, told, scope->node.index, 0, scope);
    }
}

void xb_warn_of_pointers(xb_run *run, const xb_named_derivatives *derivatives)
{
    xb_program *program = xb_run_program(run);
    xb_map told = {0};
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        const xb_marker *marker = xb_first_marker(run, routine);
        xb_list forms = {.count = 0};
        if (marker)
            xb_view_append(program->arena, XB_VIEW_DERIVED, routine, &forms);
        for (size_t k = 0; k < forms.count; k++)
            warn_in(run, derivatives, marker, forms.items[k], &told);
    }
}
