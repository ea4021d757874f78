/*
 * Derivatives of arrays that are left from another call of the program. Reverse mode leaves the derivative of
 * an array from outside in the shape that the array had before the call. When the program is called again the
 * array may get another one. Where all adjoint sweeps of a call begin, in the combined motion, or in the
 * adjoint sweep of what nobody calls, an array has the shape that it is left in: a derivative of another
 * shape is from before, and gets that shape, and zeros. So do those of all arrays that the routine or what it
 * calls refers to. What the module of an array keeps to itself is looked at by a subroutine of that module,
 * which is added.
 *
 * The call graph of the program as it was read tells what is below a routine, and its references which arrays
 * these are; of those without a derivative so far, nothing refers to one.
 */
#include "algorithms/associationbyname/allocations.h"
#include "algorithms/motions/motions.h"
#include "algorithms/support/insertion.h"
#include "algorithms/support/names.h"
#include "analysis/accesses.h"
#include "analysis/calls.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/tags.h"
#include "ir/version.h"
#include "traverse/traverse.h"

static const char version_name[] = "leftovers", suffix[] = "_left";

typedef struct leftovers {
    xb_run *run;
    xb_program *program;
    xb_named_derivatives *derivatives;
    const xb_call_graph *calls;
} leftovers;

/* ---- arrays -------------------------------------------------------------------------------------------- */

typedef struct collecting {
    const leftovers *l;
    const xb_routine *routine; /* for which they are collected */
    xb_node_set known;
    xb_list arrays;
} collecting;

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    collecting *c = context;
    const leftovers *l = c->l;
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    (void)walk;
    if (xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(l->run)), symbol) &&
        xb_derivative_can_be_named(symbol) && xb_named_derivative_find(l->derivatives, symbol) &&
        xb_is_from_outside(c->routine, symbol) && xb_scope_is_within(c->routine->scope, symbol->scope) &&
        xb_node_set_add(l->program->arena, &c->known, &symbol->node))
        xb_list_append(l->program->arena, &c->arrays, symbol);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor references = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference},
                                      .view = XB_VIEW_READ};

/* The arrays from outside that a routine, as it was read, or what it calls refers to. */
static xb_list arrays_below(const leftovers *l, const xb_routine *routine)
{
    collecting c = {.l = l, .routine = routine};
    xb_arena *scratch = xb_run_scratch(l->run);
    bool *reached = xb_arena_array(scratch, l->calls->graph.vertex_count + 1, sizeof *reached);
    xb_graph_reachable(scratch, &l->calls->graph, xb_calls_vertex(l->calls, routine), reached);
    for (uint32_t v = 0; v < l->calls->graph.vertex_count; v++)
        if (reached[v])
            xb_traverse(l->program, scratch, l->program->routines.items[v], &references, &c);
    return c.arrays;
}

/* The formal arguments of a form of a routine that are allocatable and have derivatives. */
static xb_list allocatable_formals(const leftovers *l, const xb_routine *original, const xb_routine *form)
{
    xb_list found = {.count = 0};
    for (size_t i = 0; i < original->formals.count; i++) {
        xb_symbol *symbol = ((const xb_formal *)original->formals.items[i])->symbol;
        const xb_declaration *facts = symbol->declaration;
        if (!facts || !facts->allocatable || facts->optional || facts->path || symbol->rank == 0 ||
            !xb_derivative_can_be_named(symbol))
            continue;
        symbol = form->version ? xb_version_symbol(l->program, form, symbol) : symbol;
        if (xb_named_derivative_find(l->derivatives, symbol))
            xb_list_append(l->program->arena, &found, symbol);
    }
    return found;
}

/* ---- what modules keep to themselves ------------------------------------------------------------------- */

static const xb_name *module_of(const xb_symbol *symbol)
{
    return symbol->declaration ? symbol->declaration->module : NULL;
}

static bool is_hidden(const xb_routine *from, const xb_symbol *array)
{
    return array->declaration && array->declaration->hidden && module_of(array) &&
           module_of(array) != module_of(from->symbol);
}

/* A procedure of the module that is not within another one; NULL: there is none. */
static xb_routine *routine_of(const leftovers *l, const xb_name *module)
{
    for (size_t i = 0; i < l->program->routines.count; i++) {
        xb_routine *routine = l->program->routines.items[i];
        const xb_declaration *facts = routine->symbol->declaration;
        if (facts && facts->unit == XB_UNIT_MODULE && facts->module == module)
            return routine;
    }
    return NULL;
}

/* All arrays that a module keeps to itself and that its procedures refer to. */
static xb_list hidden_arrays(const leftovers *l, const xb_name *module, const xb_routine *routine)
{
    collecting c = {.l = l, .routine = routine};
    xb_list hidden = {.count = 0};
    xb_traverse(l->program, xb_run_scratch(l->run), &l->program->node, &references, &c);
    for (size_t i = 0; i < c.arrays.count; i++) {
        const xb_symbol *array = c.arrays.items[i];
        if (array->declaration->hidden && module_of(array) == module)
            xb_list_append(l->program->arena, &hidden, array);
    }
    return hidden;
}

/* It stands after what stands for a procedure of the module. */
static void put_in_place(const leftovers *l, const xb_routine *original, xb_routine *helper)
{
    xb_list forms = {.count = 0}, both = {.count = 0};
    xb_view_append(l->program->arena, XB_VIEW_DERIVED, original, &forms);
    xb_routine *last = forms.items[forms.count - 1];
    xb_list_append(l->program->arena, &both, last);
    xb_list_append(l->program->arena, &both, helper);
    xb_derive(l->program, &last->node, &both);
}

/* The subroutine that does it for what a module keeps to itself; NULL: it can't have one. */
static xb_routine *helper_of(leftovers *l, const xb_name *module)
{
    xb_routine *original = routine_of(l, module);
    xb_routine *helper = original ? xb_version_find(l->program, original, version_name) : NULL;
    if (helper || !original)
        return helper;
    const xb_list arrays = hidden_arrays(l, module, original);
    helper = xb_version_declare(l->program, original, version_name,
                                xb_suffixed_subroutine(l->program, original->symbol, suffix));
    xb_body code = xb_body_begin_made(l->program, helper->scope);
    xb_reshape_derivatives(&code, l->derivatives, &arrays);
    helper->flow = xb_body_finish(&code, xb_run_scratch(l->run));
    xb_tags_add(l->program, &helper->node, XB_TAG_ROUTINE, original->symbol->id->text);
    helper->active = false;
    helper->structured = true;
    put_in_place(l, original, helper);
    return helper;
}

/* ---- where adjoint sweeps begin ------------------------------------------------------------------------ */

/* A beginning. */
typedef struct beginning {
    leftovers *l;
    const xb_flow_vertex *vertex; /* it is after its Entry, or before its statements */
    xb_list seen, formals;        /* arrays */
    xb_list helpers;              /* routines */
} beginning;

static void begin(xb_body *code, void *context, const xb_flow_vertex *vertex)
{
    const beginning *b = context;
    xb_program *program = b->l->program;
    if (vertex == b->vertex) {
        xb_reshape_derivatives(code, b->l->derivatives, &b->seen);
        xb_allocate_derivatives(code, b->l->derivatives, &b->formals);
        for (size_t i = 0; i < b->helpers.count; i++)
            xb_body_add(code, &xb_build_call(program, "_leftovers",
                                             ((const xb_routine *)b->helpers.items[i])->symbol, 0)
                                   ->statement);
    }
    for (size_t i = 0; i < vertex->statements.count; i++)
        xb_body_add(code, vertex->statements.items[i]);
}

/* @param form of the routine, as read, whose flow it is */
static void begin_with(leftovers *l, const xb_routine *original, xb_routine *form, xb_flow_graph *flow,
                       const xb_flow_vertex *vertex)
{
    xb_arena *arena = l->program->arena;
    const xb_list arrays = arrays_below(l, original);
    beginning b = {.l = l, .vertex = vertex, .formals = allocatable_formals(l, original, form)};
    for (size_t i = 0; i < arrays.count; i++) {
        const xb_symbol *array = arrays.items[i];
        xb_routine *helper = is_hidden(original, array) ? helper_of(l, module_of(array)) : NULL;
        if (!helper)
            xb_list_append(arena, &b.seen, array);
        else if (!xb_list_has(&b.helpers, helper))
            xb_list_append(arena, &b.helpers, helper);
    }
    if (b.seen.count + b.formals.count + b.helpers.count == 0)
        return;
    *flow = xb_flow_cut(l->run, form->scope, flow, begin, &b);
    for (size_t i = 0; i < b.helpers.count; i++)
        xb_build_call_edge(l->program, form, b.helpers.items[i]);
}

static const xb_flow_vertex *entry_of(const xb_flow_graph *flow)
{
    for (size_t v = 0; v < flow->vertices.count; v++)
        if (xb_flow_kind_at(flow, (uint32_t)v) == XB_KIND_ENTRY)
            return flow->vertices.items[v];
    return NULL;
}

/* Whether nothing calls a routine, so that all sweeps of it are those of a call of the program. */
static bool is_outermost(const leftovers *l, const xb_routine *original)
{
    const uint32_t vertex = xb_calls_vertex(l->calls, original);
    return vertex != XB_GRAPH_NONE && xb_graph_in_degree(&l->calls->graph, vertex) == 0;
}

/* The vertex of a combined motion with which the adjoint sweep begins. */
static const xb_flow_vertex *turn_of(const leftovers *l, const xb_routine *combined)
{
    for (size_t v = 0; v < combined->flow.vertices.count; v++)
        if (xb_motion_vertex_returns(l->run, combined->flow.vertices.items[v]))
            return combined->flow.vertices.items[v];
    return NULL;
}

static bool calls(const xb_flow_vertex *vertex, const xb_symbol *routine)
{
    for (size_t i = 0; i < vertex->statements.count; i++) {
        const xb_node *statement = vertex->statements.items[i];
        if (statement->kind == XB_KIND_SUBROUTINE_CALL && ((const xb_call *)statement)->symbol == routine)
            return true;
    }
    return false;
}

static void begin_lists(leftovers *l, const xb_routine *original, xb_routine *form)
{
    for (size_t i = 0; i < form->replacements.count; i++) {
        xb_replacement *replacement = form->replacements.items[i];
        if (xb_replacement_is_adjoint(replacement))
            begin_with(l, original, form, &replacement->flow, entry_of(&replacement->flow));
    }
}

/* A combined motion may leave it to the adjoint sweep that it calls. */
static void begin_all(leftovers *l, const xb_routine *original)
{
    const bool is_first = is_outermost(l, original);
    const xb_routine *returning = NULL;
    xb_list forms = {.count = 0};
    xb_view_append(l->program->arena, XB_VIEW_DERIVED, original, &forms);
    for (size_t i = 0; i < forms.count; i++) {
        xb_routine *form = forms.items[i];
        if (is_first && xb_motion_returns(form)) {
            returning = form;
            begin_with(l, original, form, &form->flow, entry_of(&form->flow));
        }
        if (is_first)
            begin_lists(l, original, form);
    }
    for (size_t i = 0; i < forms.count; i++) {
        xb_routine *form = forms.items[i];
        const xb_flow_vertex *turn = xb_motion_is_combined(form) ? turn_of(l, form) : NULL;
        if (turn && !(returning && calls(turn, returning->symbol)))
            begin_with(l, original, form, &form->flow, turn);
    }
}

void xb_left_derivatives_replace(xb_run *run, xb_named_derivatives *derivatives)
{
    xb_program *program = xb_run_program(run);
    leftovers l = {.run = run,
                   .program = program,
                   .derivatives = derivatives,
                   .calls = xb_calls_of(xb_run_analyses(run))};
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_arena_reset(xb_run_scratch(run));
        if (xb_routine_is_procedure(routine) && !routine->kept && !routine->rule &&
            xb_calls_vertex(l.calls, routine) != XB_GRAPH_NONE)
            begin_all(&l, routine);
    }
}
