/*
 * Calls imply that what they pass is modified if the formal argument is, and the rest is a closure. Formals
 * are replaced by copies, since a replacement list may share those of the routine that it is made of.
 */
#include "algorithms/motions/opening.h"

#include "ir/program.h"
#include "traverse/traverse.h"

/* What a walk over calls needs. */
typedef struct opening {
    const xb_map *by_symbol;
    xb_closure *modified;
} opening;

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
    const xb_routine *callee = xb_map_get(o->by_symbol, call->symbol->node.index, 0);
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

void xb_open_passed_on(xb_run *run, const xb_list *routines, const xb_map *by_symbol, xb_closure *modified)
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
