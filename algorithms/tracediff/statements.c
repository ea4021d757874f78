/*
 * Calls are recorded before versions are made, while it is known what the arguments were before they were
 * converted; intrinsics in the versions, whose expressions are their own.
 */
#include "algorithms/tracediff/statements.h"

#include <string.h>

#include "algorithms/tracediff/events.h"
#include "algorithms/typechange/values.h"
#include "ir/build.h"

/* ---- calls ------------------------------------------------------------------------------------------- */

static void record_call(const xb_event_writer *writer, const xb_call *call)
{
    xb_event_call(writer, call->symbol->id->text, call->line_number);
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference)
            xb_event_accesses(writer, argument->reference);
    }
}

static void put_statement(xb_run *run, xb_statement *statement, xb_list *statements)
{
    static const xb_conversion_hooks no_hooks = {.enter = NULL};
    const xb_converted_call *converted = xb_converted_call_of(run, statement);
    if (converted)
        xb_put_converted_call(xb_run_program(run), converted, &no_hooks, statements);
    else
        xb_list_append(xb_run_program(run)->arena, statements, statement);
}

static bool has_calls(xb_run *run, const xb_flow_vertex *block)
{
    for (size_t i = 0; i < block->statements.count; i++) {
        const xb_statement *statement = block->statements.items[i];
        if (statement->node.kind == XB_KIND_SUBROUTINE_CALL || xb_converted_call_of(run, statement))
            return true;
    }
    return false;
}

static void trace_calls_of(xb_run *run, const xb_callees *callees, xb_block_place place)
{
    xb_program *program = xb_run_program(run);
    xb_list statements = {.count = 0};
    xb_event_writer writer = {
        .run = run, .program = program, .scope = place.routine->scope, .statements = &statements};
    for (size_t i = 0; i < place.block->statements.count; i++) {
        xb_statement *statement = place.block->statements.items[i];
        if (statement->node.kind != XB_KIND_SUBROUTINE_CALL) {
            put_statement(run, statement, &statements);
            continue;
        }
        xb_call *call = (xb_call *)statement;
        bool recorded = xb_callee(callees, call) != NULL;
        writer.place = xb_place_of(run, place, statement);
        if (recorded)
            record_call(&writer, call);
        put_statement(run, statement, &statements);
        if (recorded)
            xb_event(&writer, XB_RUNTIME_TRACE_END_CALL);
    }
    xb_block_replace_statements(run, place.block, statements);
}

xb_status xb_trace_calls(xb_run *run, const xb_callees *callees)
{
    xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = xb_current(program->routines.items[i]);
        for (size_t v = 0; v < routine->flow.vertices.count; v++) {
            xb_flow_vertex *block = xb_current(routine->flow.vertices.items[v]);
            xb_arena_reset(xb_run_scratch(run));
            if (block->node.kind == XB_KIND_BASIC_BLOCK && has_calls(run, block))
                trace_calls_of(run, callees, (xb_block_place){routine, block});
        }
    }
    return XB_STATUS_OK;
}

/* ---- intrinsics -------------------------------------------------------------------------------------- */

/* The names of those that were renamed in a statement, separated by commas. */
typedef struct renaming {
    xb_program *program;
    const char *names; /* NULL: none */
} renaming;

/* Operations are shared by expressions, so one of another name takes the place. */
static void rename_intrinsic(renaming *r, xb_vertex **place)
{
    const char *name = ((const xb_intrinsic *)*place)->name->text, *traced = xb_intrinsic_traced_name(name);
    if (!traced)
        return;
    xb_intrinsic *renamed = (xb_intrinsic *)xb_copy_vertex(r->program, *place);
    renamed->name = xb_program_name(r->program, traced);
    *place = &renamed->vertex;
    name = traced + strlen(XB_INTRINSIC_TRACED);
    r->names = r->names ? xb_arena_format(r->program->arena, "%s,%s", r->names, name) : name;
}

static xb_visit rename_intrinsics(xb_walk *walk, xb_node *node, void *context)
{
    const xb_expression *expression = (const xb_expression *)node;
    (void)walk;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        if (xb_expression_vertex(expression, v)->node.kind == XB_KIND_INTRINSIC)
            rename_intrinsic(context, &expression->vertices[v]);
    return XB_VISIT_CONTINUE;
}

static const char *rename_in(xb_run *run, xb_statement *statement)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_EXPRESSION] = rename_intrinsics}};
    renaming r = {xb_run_program(run), NULL};
    if (statement->node.kind == XB_KIND_ASSIGNMENT && !xb_is_event(r.program, statement))
        xb_traverse(r.program, xb_run_scratch(run), &statement->node, &visitor, &r);
    return r.names;
}

static void trace_intrinsics_of(xb_run *run, xb_flow_vertex *block, bool record)
{
    xb_program *program = xb_run_program(run);
    xb_list statements = {.count = 0};
    const xb_event_writer writer = {.run = run, .program = program, .statements = &statements};
    for (size_t i = 0; i < block->statements.count; i++) {
        xb_statement *statement = block->statements.items[i];
        const char *names = rename_in(run, statement);
        if (names && record)
            xb_event_call(&writer, names, ((const xb_assignment *)statement)->line_number);
        xb_list_append(program->arena, &statements, statement);
        if (names && record)
            xb_event(&writer, XB_RUNTIME_TRACE_END_CALL);
    }
    block->statements = statements;
}

void xb_trace_intrinsics(xb_run *run, xb_routine *version, bool record)
{
    for (size_t v = 0; v < version->flow.vertices.count; v++)
        trace_intrinsics_of(run, version->flow.vertices.items[v], record);
}

void xb_drop_events(xb_program *program, xb_routine *version)
{
    for (size_t v = 0; v < version->flow.vertices.count; v++) {
        xb_flow_vertex *block = version->flow.vertices.items[v];
        xb_list kept = {.count = 0};
        for (size_t i = 0; i < block->statements.count; i++)
            if (!xb_is_event(program, block->statements.items[i]))
                xb_list_append(program->arena, &kept, block->statements.items[i]);
        block->statements = kept;
    }
}
