/*
 * Conversions are written as calls of the run-time library, since what is passed may be undefined where it is
 * only set.
 */
#include "algorithms/typechange/values.h"

#include "algorithms/support/insertion.h"
#include "algorithms/support/stems.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"

static void append_call(xb_program *program, xb_runtime_code code, const char *id, void *first, void *second,
                        xb_list *statements)
{
    xb_inlinable_call *call = xb_build_inlinable_call(program, code, id);
    xb_build_argument(program, &call->arguments, first);
    xb_build_argument(program, &call->arguments, second);
    xb_list_append(program->arena, statements, call);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Whether the call may be what allocates the array. */
static bool may_allocate(const xb_conversion *v)
{
    return v->formal && v->formal->symbol->declaration && v->formal->symbol->declaration->allocatable;
}

/* What is given to the temporary before the call. */
static void enter(xb_program *program, const xb_conversion *v, const xb_conversion_hooks *hooks, bool again,
                  xb_list *statements)
{
    if (!v->value)
        return;
    if (v->model)
        append_call(
            program, XB_RUNTIME_ALLOCATE_MATCHING, may_allocate(v) ? XB_ID_ALLOCATION_PERHAPS : "_allocation",
            xb_build_reference(program, v->temporary), xb_copy_reference(program, v->model), statements);
    if (hooks->enter)
        hooks->enter(hooks->context, v, again, statements);
    void *value = v->value->node.kind == XB_KIND_CONSTANT
                      ? (void *)xb_copy_vertex(program, v->value)
                      : (void *)xb_copy_reference(program, (const xb_reference *)v->value);
    append_call(program, XB_RUNTIME_CONVERT, v->formal ? "_conversion_prior" : "_external_conversion_prior",
                xb_build_reference(program, v->temporary), value, statements);
}

static void copy_back(xb_program *program, const xb_conversion *v, xb_list *statements)
{
    const xb_copy_back *copies = v->back.items;
    for (size_t i = 0; i < v->back.count; i++) {
        if (v->model)
            append_call(program, XB_RUNTIME_SHAPE_TEST, "_shape_test",
                        xb_copy_reference(program, copies[i].source),
                        xb_copy_reference(program, copies[i].target), statements);
        append_call(program, XB_RUNTIME_CONVERT, v->formal ? "_conversion_post" : "_external_conversion_post",
                    xb_copy_reference(program, copies[i].target),
                    xb_copy_reference(program, copies[i].source), statements);
    }
}

static bool is_converted(const xb_converted_call *call, uint32_t position)
{
    const xb_conversion *conversions = call->conversions.items;
    for (size_t i = 0; i < call->conversions.count; i++)
        if (conversions[i].argument->position == position)
            return true;
    return false;
}

/* What now stands for a function, with temporaries in the place of arguments. */
static xb_function_call *with_temporaries(xb_program *program, const xb_function_call *function,
                                          const xb_converted_call *call)
{
    xb_function_call bare = *function;
    bare.arguments = (xb_list){.count = 0};
    bare.vertex.node.slots = NULL;
    xb_function_call *copy = (xb_function_call *)xb_copy_vertex(program, &bare.vertex);
    copy->vertex.id = function->vertex.id;
    for (uint32_t i = 0; i < function->arguments.count; i++) {
        const xb_argument *argument = call->call->arguments.items[i];
        xb_list_append(program->arena, &copy->arguments,
                       is_converted(call, i + 1)
                           ? (void *)argument->reference
                           : (void *)xb_copy_vertex(program, function->arguments.items[i]));
    }
    return copy;
}

static xb_statement *assignment_with_temporaries(xb_program *program, const xb_converted_call *call)
{
    const xb_assignment *original = call->assignment;
    const xb_function_call *function = (const xb_function_call *)xb_expression_root(original->value);
    xb_assignment *copy = xb_build_assignment_as(
        program, xb_id_of(&original->statement), xb_copy_reference(program, original->target),
        xb_build_leaf(program, with_temporaries(program, function, call)));
    xb_build_stand_in(program, copy, original);
    return &copy->statement;
}

void xb_put_converted_call(xb_program *program, const xb_converted_call *converted,
                           const xb_conversion_hooks *hooks, xb_list *statements)
{
    const xb_conversion *conversions = converted->conversions.items;
    size_t count = converted->conversions.count;
    xb_provenance before = xb_provenance_enter(program, "typechange");
    xb_provenance_of(program,
                     converted->assignment ? &converted->assignment->statement : &converted->call->statement);
    xb_list_append_all(program->arena, statements, &converted->saves);
    for (size_t i = 0; i < count; i++)
        enter(program, &conversions[i], hooks, false, statements);
    xb_list_append(program->arena, statements,
                   converted->assignment ? assignment_with_temporaries(program, converted)
                                         : &converted->call->statement);
    for (size_t i = 0; i < count; i++)
        if (conversions[i].back_first)
            copy_back(program, &conversions[i], statements);
    for (size_t i = 0; i < count; i++) {
        if (!conversions[i].back_first)
            copy_back(program, &conversions[i], statements);
        if (hooks->leave)
            hooks->leave(hooks->context, &conversions[i], statements);
    }
    xb_provenance_restore(program, before);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

/* Statements to be put before the vertices of one routine. */
typedef struct insertion {
    xb_program *program;
    const xb_conversion_hooks *hooks;
    const xb_routine *routine; /* what now stands for it */
    xb_list *before;           /* by vertex */
} insertion;

static void enter_before(insertion *in, const xb_converted_call *call, uint32_t vertex, bool again)
{
    const xb_conversion *conversions = call->conversions.items;
    for (size_t i = 0; i < call->conversions.count; i++)
        enter(in->program, &conversions[i], in->hooks, again, &in->before[vertex]);
}

/* What is only evaluated in each round has no values on entry, but its temporaries begin as they do
 * otherwise. */
static void prepare_before(insertion *in, const xb_converted_call *call, uint32_t vertex)
{
    const xb_conversion *conversions = call->conversions.items;
    for (size_t i = 0; in->hooks->enter && i < call->conversions.count; i++)
        if (!conversions[i].model)
            in->hooks->enter(in->hooks->context, &conversions[i], false, &in->before[vertex]);
}

static void enter_before_ends(insertion *in, const xb_converted_call *call, uint32_t vertex)
{
    const xb_graph *graph = &in->routine->flow.graph;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        uint32_t end = xb_graph_source(graph, e);
        const xb_node *source = in->routine->flow.vertices.items[end];
        if (source->kind == XB_KIND_END_LOOP)
            enter_before(in, call, end, true);
    }
}

/* What is called within subscripts of other arguments has been derived before. */
static void derive_function(xb_program *program, xb_function_call *function, const xb_converted_call *call)
{
    xb_function_call *current = xb_current(function);
    xb_derive_one(program, &current->vertex.node, &with_temporaries(program, current, call)->vertex.node);
}

static void put_in_routine(xb_run *run, xb_routine *routine, const xb_vector *functions,
                           const xb_conversion_hooks *hooks)
{
    uint32_t count = routine->flow.graph.vertex_count;
    xb_list *before = xb_arena_array(xb_run_scratch(run), count, sizeof *before);
    insertion in = {xb_run_program(run), hooks, routine, before};
    const xb_converted_function *all = functions->items;
    for (size_t i = 0; i < functions->count; i++) {
        const xb_converted_function *f = &all[i];
        const xb_converted_call *call = xb_converted_call_of(run, f->function);
        if (f->on_entry)
            enter_before(&in, call, f->vertex, false);
        else
            prepare_before(&in, call, f->vertex);
        if (f->in_each_round)
            enter_before_ends(&in, call, f->vertex);
    }
    for (size_t i = functions->count; i-- > 0;) /* inner ones come after outer ones */
        derive_function(in.program, all[i].function, xb_converted_call_of(run, all[i].function));
    xb_insert_blocks(run, routine, before);
}

void xb_put_converted_functions(xb_run *run, const xb_conversion_hooks *hooks)
{
    const xb_list *routines = &xb_run_program(run)->routines;
    for (size_t i = 0; i < routines->count; i++) {
        const xb_vector *functions = xb_converted_functions_of(run, routines->items[i]);
        xb_arena_reset(xb_run_scratch(run));
        if (functions)
            put_in_routine(run, xb_current(routines->items[i]), functions, hooks);
    }
}
