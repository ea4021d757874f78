/*
 * Markers are looked for in routines as they were read. The first one of each that may stand for a statement
 * is told of with each pointer that can be seen in what has become of the routine. Of other pointers, arrays
 * without bounds are told of at their declarations: those with bounds are there. Sweeps of reverse mode have
 * variables of their own: they are told of as those that they stand for, once.
 */
#include "algorithms/associationbyname/pointers.h"

#include "algorithms/support/markers.h"
#include "analysis/storage.h"
#include "ir/version.h"

/* What is told. */
typedef struct telling {
    xb_run *run;
    xb_program *program;
    const xb_named_derivatives *derivatives;
    const xb_marker *marker; /* NULL: of what no marker may associate */
    xb_node_set scopes;      /* of which all has been told */
    xb_node_set pointers;    /* that have been told of */
} telling;

/* Whether a pointer is an array whose storage neither its declaration nor an argument is. */
static bool is_alone(const telling *t, const xb_symbol *symbol)
{
    return symbol->rank > 0 && symbol->bounds_count == 0 &&
           !xb_storage_is_formal(xb_storage_of(xb_run_analyses(t->run)), symbol);
}

static void warn(telling *t, const xb_symbol *pointer, const xb_symbol *derivative)
{
    const char *name = pointer->id->text;
    xb_node_set_add(t->program->arena, &t->pointers, &pointer->node);
    if (t->marker)
        xb_warning(t->program->diagnostics, xb_program_place(t->program, &t->marker->statement.node, NULL),
                   "associate it with the derivative of the target there, or leave out associationbyname",
                   "'%s' is a pointer: if what stands here associates it with a target, its derivative '%s' "
                   "does not follow",
                   name, derivative->id->text);
    else
        xb_warning(t->program->diagnostics, xb_program_place(t->program, &pointer->node, NULL),
                   "let what associates the pointer associate that with the derivative of the target, or "
                   "leave out associationbyname",
                   "'%s' is a pointer without bounds: nothing here associates its derivative '%s' with a "
                   "target, or allocates it",
                   name, derivative->id->text);
}

static void look_at(telling *t, const xb_routine *form, const xb_symbol *symbol)
{
    const xb_symbol *derivative = xb_named_derivative_find(t->derivatives, symbol);
    if (!derivative || (!symbol->pointer && symbol->kind != XB_SYMBOL_POINTER))
        return;
    const xb_symbol *pointer = form->version ? xb_version_origin(t->program, form, symbol) : symbol;
    if (t->marker || (is_alone(t, pointer) && !xb_node_set_has(&t->pointers, &pointer->node)))
        warn(t, pointer, derivative);
}

/* Looks at what can be seen in a form of a routine. */
static void look_into(telling *t, const xb_routine *form)
{
    for (const xb_scope *scope = form->scope;
         scope && xb_node_set_add(t->program->arena, &t->scopes, &scope->node); scope = scope->parent)
        for (size_t i = 0; i < scope->symbols.count; i++)
            look_at(t, form, scope->symbols.items[i]);
}

static void look_into_forms(telling *t, const xb_routine *routine)
{
    xb_list forms = {.count = 0};
    xb_view_append(t->program->arena, XB_VIEW_DERIVED, (xb_routine *)routine, &forms);
    for (size_t i = 0; i < forms.count; i++)
        look_into(t, forms.items[i]);
}

void xb_warn_of_pointers(xb_run *run, const xb_named_derivatives *derivatives)
{
    telling t = {.run = run, .program = xb_run_program(run), .derivatives = derivatives};
    const xb_list *routines = &t.program->routines;
    for (size_t i = 0; i < routines->count; i++) {
        t.marker = xb_first_marker(run, routines->items[i]);
        if (t.marker)
            look_into_forms(&t, routines->items[i]);
    }
    t.marker = NULL;
    t.scopes = (xb_node_set){0};
    for (size_t i = 0; i < routines->count; i++)
        look_into_forms(&t, routines->items[i]);
}
