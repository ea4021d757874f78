/*
 * Calls imply that what they pass is modified if the formal argument is, and the rest is a closure. Formals
 * are replaced by copies, since a replacement list may share those of the routine that it is made of. Last,
 * blocks are gone through for calls that pass constants where variables are due.
 */
#include "algorithms/motions/opening.h"

#include "ir/build.h"
#include "traverse/traverse.h"

/* What a walk over calls needs. */
typedef struct opening {
    const xb_node_map *by_symbol;
    xb_closure *modified;
} opening;

/* ---- intents ------------------------------------------------------------------------------------------- */

static const xb_formal *formal_at(const xb_routine *routine, uint32_t position)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->position == position)
            return formal;
    }
    return NULL;
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    const opening *o = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = xb_node_map_get(o->by_symbol, &call->symbol->node);
    (void)walk;
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_formal *formal = formal_at(callee, argument->position);
        if (formal && argument->reference)
            xb_closure_imply(o->modified, formal->symbol, argument->reference->symbol);
    }
    return XB_VISIT_CONTINUE;
}

xb_formal *xb_formal_opened(xb_program *program, const xb_formal *formal)
{
    xb_formal *open = xb_node_create(program, XB_KIND_FORMAL, sizeof *open, 0);
    xb_node node = open->node;
    *open = *formal;
    open->node = node;
    open->node.annotation = formal->node.annotation;
    open->intent = XB_INTENT_INOUT;
    return open;
}

static void open_formals(xb_program *program, const xb_routine *routine, const xb_closure *modified)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent == XB_INTENT_IN && xb_closure_has(modified, formal->symbol))
            routine->formals.items[i] = xb_formal_opened(program, formal);
    }
}

void xb_open_passed_on(xb_run *run, const xb_list *routines, const xb_node_map *by_symbol,
                       xb_closure *modified)
{
    static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call}};
    xb_program *program = xb_run_program(run);
    opening o = {by_symbol, modified};
    for (size_t i = 0; i < routines->count; i++)
        xb_traverse(program, xb_run_scratch(run), routines->items[i], &calls, &o);
    xb_closure_complete(modified);
    for (size_t i = 0; i < routines->count; i++)
        open_formals(program, routines->items[i], modified);
}

/* ---- constants ----------------------------------------------------------------------------------------- */

/* Routines whose calls may pass constants. */
typedef struct replacing {
    const xb_node_map *by_symbol;
    const xb_closure *modified;
    xb_program *program;
    xb_scope *scope;     /* of the calls at hand */
    xb_list *statements; /* receives those of the block at hand */
} replacing;

static xb_symbol *variable_like(const replacing *r, const xb_symbol *formal)
{
    return xb_temporary_create(r->program, r->scope, "arg",
                               (xb_temporary_type){.type = formal->type,
                                                   .length = xb_symbol_length(formal),
                                                   .fe_type = formal->fe_type,
                                                   .rank = formal->rank > 0 ? formal->rank : 0,
                                                   .bounds = formal->bounds_count ? formal->bounds : NULL});
}

/* Assigns a constant that is passed to a variable, which is passed instead. */
static void pass_variable(const replacing *r, xb_argument *argument, const xb_formal *formal)
{
    xb_symbol *variable = variable_like(r, formal->symbol);
    xb_list_append(r->program->arena, r->statements,
                   xb_build_assignment(r->program, "_argument", xb_build_reference(r->program, variable),
                                       xb_build_leaf(r->program, argument->constant)));
    argument->reference = xb_build_reference(r->program, variable);
    argument->constant = NULL;
}

static void look_at_constants(const replacing *r, const xb_call *call)
{
    const xb_routine *callee = xb_node_map_get(r->by_symbol, &call->symbol->node);
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        xb_argument *argument = call->arguments.items[i];
        const xb_formal *formal = argument->constant ? formal_at(callee, argument->position) : NULL;
        if (formal && xb_closure_has(r->modified, formal->symbol))
            pass_variable(r, argument, formal);
    }
}

static xb_visit look_at_block(xb_walk *walk, xb_node *node, void *context)
{
    replacing *r = context;
    xb_flow_vertex *block = (xb_flow_vertex *)node;
    const xb_list *before = xb_view_list(r->program->arena, XB_VIEW_DERIVED, &block->statements);
    xb_list after = {.count = 0};
    (void)walk;
    r->statements = &after;
    for (size_t i = 0; i < before->count; i++) {
        const xb_node *statement = before->items[i];
        if (statement->kind == XB_KIND_SUBROUTINE_CALL)
            look_at_constants(r, (const xb_call *)statement);
        xb_list_append(r->program->arena, &after, statement);
    }
    if (after.count > before->count)
        block->statements = after;
    return XB_VISIT_SKIP;
}

void xb_pass_variables(xb_run *run, const xb_list *routines, const xb_node_map *by_symbol,
                       const xb_closure *modified)
{
    static const xb_visitor blocks = {.enter = {[XB_KIND_BASIC_BLOCK] = look_at_block}};
    replacing r = {.by_symbol = by_symbol, .modified = modified, .program = xb_run_program(run)};
    for (size_t i = 0; i < routines->count; i++) {
        r.scope = ((xb_routine *)routines->items[i])->scope;
        xb_traverse(r.program, xb_run_scratch(run), routines->items[i], &blocks, &r);
    }
}
