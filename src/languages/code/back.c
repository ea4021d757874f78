/*
 * The translation from the statement form to the IR: symbols of all units and variables first, which
 * declarations and statements refer to; then the expressions of declarations, which storage follows from;
 * then the bodies of units.
 */
#include "languages/code/back.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "analysis/constructs.h"
#include "ir/tags.h"

void xb_back_refuse(xb_back *back, xb_status status, const char *hint, const char *format, ...)
{
    const char *file = back->unit && back->unit->file ? back->unit->file : back->program->file;
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(back->program->arena, format, arguments);
    va_end(arguments);
    back->status = xb_error(back->program->diagnostics, status, (xb_place){.file = file, .line = back->line},
                            hint, "%s", text);
}

const xb_name *xb_back_number(xb_back *back, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return xb_program_name(back->program, text);
}

const char *xb_back_statement_id(xb_back *back)
{
    return xb_back_number(back, ++back->statements)->text;
}

/* ---- routines -------------------------------------------------------------------------------------------
 */

void xb_back_formals(xb_back *back, const xb_source_unit *unit, xb_list *formals)
{
    for (uint32_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *variable = unit->formals.items[i];
        bool is_result = unit->is_function && i + 1 == unit->formals.count;
        xb_formal *formal = xb_node_create(back->program, XB_KIND_FORMAL, sizeof *formal, variable->line);
        formal->position = i + 1;
        formal->symbol = xb_back_symbol(back, variable);
        formal->intent = is_result ? XB_INTENT_OUT : variable->intent;
        xb_list_append(back->program->arena, formals, formal);
    }
}

static void add_routine(xb_back *back, const xb_source_unit *unit)
{
    xb_program *program = back->program;
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, unit->line);
    routine->id = xb_back_number(back, program->routines.count + 1);
    routine->symbol = xb_back_subroutine(back, unit);
    routine->scope = xb_back_scope_of(back, unit);
    routine->active = true;
    routine->has_formals = unit->formals.count > 0;
    xb_back_formals(back, unit, &routine->formals);
    xb_program_add_routine(program, routine);
    if (unit->independents)
        xb_tags_add(program, &routine->symbol->node, XB_TAG_WANTED_INDEPENDENTS, unit->independents);
    if (unit->dependents)
        xb_tags_add(program, &routine->symbol->node, XB_TAG_WANTED_DEPENDENTS, unit->dependents);
}

void xb_back_note_call(xb_back *back, const xb_source_unit *callee)
{
    xb_program *program = back->program;
    const xb_symbol *symbol = xb_back_subroutine(back, callee);
    if (callee->is_external || xb_map_get(&back->called, back->routine->node.index, symbol->node.index))
        return;
    xb_map_put(program->arena, &back->called, back->routine->node.index, symbol->node.index, symbol);
    xb_build_call_edge(program, back->routine, (xb_routine *)symbol->routine);
    xb_call_graph_edge *edge = program->call_edges.items[program->call_edges.count - 1];
    edge->overlay = false;
    edge->id = xb_back_number(back, program->call_edges.count);
}

static void number_flow(xb_back *back, xb_flow_graph *flow)
{
    for (uint32_t v = 0; v < flow->vertices.count; v++)
        ((xb_flow_vertex *)flow->vertices.items[v])->id = xb_back_number(back, v + 1);
    for (uint32_t e = 0; e < flow->edges.count; e++)
        ((xb_flow_edge *)flow->edges.items[e])->id = xb_back_number(back, e + 1);
}

static void fill_routine(xb_back *back, const xb_source_unit *unit, xb_routine *routine)
{
    xb_arena_mark mark = xb_arena_mark_now(back->scratch);
    back->unit = unit;
    back->routine = routine;
    back->scope = routine->scope;
    back->statements = 0;
    back->steps = (xb_vector){0};
    back->body = xb_body_begin(back->program, routine->scope);
    xb_back_statements(back);
    if (back->status)
        return;
    routine->flow = xb_body_finish(&back->body, back->scratch);
    number_flow(back, &routine->flow);
    routine->structured = xb_constructs_of(back->scratch, &routine->flow);
    xb_arena_release(back->scratch, mark);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static void translate(xb_back *back)
{
    const xb_source *source = back->source;
    xb_program *program = back->program;
    xb_back_make_symbols(back);
    for (size_t i = 0; i < source->units.count; i++)
        add_routine(back, source->units.items[i]);
    if (!back->status)
        xb_back_declare(back);
    if (!back->status)
        xb_declarations_settle(program);
    if (!back->status)
        xb_back_share(back);
    for (size_t i = 0; i < source->units.count && !back->status; i++)
        fill_routine(back, source->units.items[i], program->routines.items[i]);
    xb_alias_map_finish(program->arena, &program->aliases);
    xb_chain_map_finish(program->arena, &program->chains);
    xb_chain_map_finish(program->arena, &program->do_chains);
}

typedef struct task {
    xb_back back;
    xb_failure *failure;
    xb_diagnostics *diagnostics;
} task;

static void run(void *argument)
{
    task *t = argument;
    const xb_source *source = t->back.source;
    t->back.program = xb_program_create(t->failure, t->diagnostics, source->file);
    if (!t->back.program)
        xb_fail(t->failure);
    const xb_name *name = source->program ? source->program->program_name : NULL;
    xb_program *program = t->back.program;
    program->program_name = xb_program_name(program, name ? name->text : source->name ? source->name : "");
    program->prefix = xb_program_name(program, "OpenAD_");
    program->storage_is_declared = true;
    translate(&t->back);
}

xb_status xb_source_to_program(const xb_source *source, xb_failure *failure, xb_diagnostics *diagnostics,
                               xb_program **program)
{
    task t = {.back = {.source = source}, .failure = failure, .diagnostics = diagnostics};
    t.back.scratch = xb_arena_create(failure);
    bool done = t.back.scratch && xb_protect(failure, run, &t);
    xb_arena_destroy(t.back.scratch);
    *program = done && !t.back.status ? t.back.program : NULL;
    if (!*program)
        xb_program_destroy(t.back.program);
    return done ? t.back.status : XB_STATUS_FAILED;
}
