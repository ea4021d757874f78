/*
 * A routine that does not change an argument which its declarations rest on has that, in the adjoint sweep,
 * from its caller, where it is a value that the call needs, like the subscripts of arguments. Other variables
 * that they rest on must not change at all.
 */
#include "algorithms/taping/declared.h"

#include "analysis/effects.h"
#include "analysis/storage.h"
#include "base/bits.h"
#include "ir/declaration.h"
#include "ir/version.h"
#include "traverse/traverse.h"

typedef struct checking {
    xb_program *program;
    xb_analyses *analyses;
    const xb_symbol *array; /* whose bounds are looked at */
    xb_status status;
} checking;

/* ---- refusals ------------------------------------------------------------------------------------------ */

static void refuse(checking *c, const xb_symbol *at, const char *hint, const char *text)
{
    c->status = xb_error(c->program->diagnostics, XB_STATUS_UNSUPPORTED,
                         xb_program_place(c->program, &at->node, NULL), hint, "%s", text);
}

static void check_bound(void *context, xb_expression *bound)
{
    checking *c = context;
    for (uint32_t v = 0; v < bound->graph.vertex_count; v++) {
        const xb_reference *used = (const xb_reference *)xb_expression_vertex(bound, v);
        if (used->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE || xb_symbol_is_parameter(used->symbol))
            continue;
        const char *name = used->symbol->id->text, *array = c->array->id->text;
        if (used->subscripts.count > 0)
            refuse(c, c->array, "let an argument of its own have the value",
                   xb_arena_format(c->program->arena, "bounds of %s rest on elements of %s", array, name));
        else if (used->symbol->rank <= 0 && xb_is_changed(c->analyses, used->symbol))
            refuse(c, c->array, "let another variable have the value that is changed",
                   xb_arena_format(c->program->arena,
                                   "bounds of %s rest on %s, which changes: the adjoint sweep can't tell "
                                   "what they were",
                                   array, name));
    }
}

static void check_formals(checking *c, const xb_routine *routine)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        c->array = ((const xb_formal *)routine->formals.items[i])->symbol;
        if (c->array->bounds_count == 0)
            xb_declaration_each(c->array->declaration, check_bound, c);
    }
}

static void check_static(checking *c, const xb_symbol *symbol)
{
    if (!symbol->overlay && xb_symbol_is_static(symbol) && xb_procedure_of(symbol) &&
        xb_is_changed(c->analyses, symbol))
        refuse(c, symbol, "let it be a variable of a module, or of a common block",
               xb_arena_format(c->program->arena,
                               "%s keeps its value from one call of %s to the next, which reverse mode does "
                               "not restore",
                               symbol->id->text, xb_procedure_of(symbol)->symbol->id->text));
}

/* Whether there is anything to check. */
static bool has_declarations(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            if (((const xb_symbol *)scope->symbols.items[k])->declaration)
                return true;
    }
    return false;
}

xb_status xb_declared_check(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    if (!has_declarations(program))
        return XB_STATUS_OK;
    checking c = {.program = program, .analyses = xb_run_analyses(run)};
    for (size_t i = 0; i < program->routines.count; i++)
        check_formals(&c, program->routines.items[i]);
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++)
            check_static(&c, scope->symbols.items[k]);
    }
    return c.status;
}

/* ---- what is known --------------------------------------------------------------------------------------
 */

static void know_operands(void *context, xb_expression *bound)
{
    xb_taping *t = context;
    for (uint32_t v = 0; v < bound->graph.vertex_count; v++) {
        const xb_reference *used = (const xb_reference *)xb_expression_vertex(bound, v);
        if (used->vertex.node.kind == XB_KIND_VARIABLE_REFERENCE && used->symbol->rank <= 0 &&
            xb_storage_is_formal(xb_storage_of(xb_run_analyses(t->run)), used->symbol))
            xb_home_tell(t->homes, used->symbol, xb_home_known(used->symbol));
    }
}

void xb_declared_know(xb_taping *t)
{
    const xb_routine *routine = t->version->version->original;
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_symbol *formal = ((const xb_formal *)routine->formals.items[i])->symbol;
        if (formal->bounds_count == 0)
            xb_declaration_each(formal->declaration, know_operands, t);
    }
}

/* ---- needs --------------------------------------------------------------------------------------------- */

/* A call. */
typedef struct needing {
    xb_block_taping *b;
    const xb_call *call;
    const xb_routine *callee;
} needing;

static void need_argument(const needing *n, const xb_formal *formal)
{
    for (size_t i = 0; i < n->call->arguments.count; i++) {
        const xb_argument *argument = n->call->arguments.items[i];
        if (argument->position == formal->position && argument->reference)
            xb_need_reference(n->b, XB_TAPE_INDEX, argument->reference);
    }
}

static void need_of_bound(void *context, xb_expression *bound)
{
    const needing *n = context;
    for (uint32_t v = 0; v < bound->graph.vertex_count; v++) {
        const xb_reference *used = (const xb_reference *)xb_expression_vertex(bound, v);
        if (used->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE || used->symbol->rank > 0)
            continue;
        const xb_formal *formal = xb_formals_find(&n->callee->formals, used->symbol);
        if (formal)
            need_argument(n, formal);
    }
}

/* Texts can't be taped, so that a rule gets those of its caller. */
static bool is_text_of_rule(const xb_routine *callee, const xb_formal *formal)
{
    return callee->rule && formal->symbol->type == XB_TYPE_STRING && formal->intent == XB_INTENT_IN;
}

void xb_need_declared(xb_block_taping *b, const xb_call *call)
{
    const needing n = {.b = b, .call = call, .callee = xb_callee(b->t->callees, call)};
    for (size_t i = 0; n.callee && i < n.callee->formals.count; i++) {
        const xb_formal *formal = n.callee->formals.items[i];
        if (formal->symbol->bounds_count == 0)
            xb_declaration_each(formal->symbol->declaration, need_of_bound, (void *)&n);
        if (is_text_of_rule(n.callee, formal))
            need_argument(&n, formal);
    }
}

/* A variable that bounds may rest on. */
typedef struct resting {
    const xb_symbol *symbol;
    bool found;
} resting;

static void look_for(void *context, xb_expression *bound)
{
    resting *r = context;
    for (uint32_t v = 0; v < bound->graph.vertex_count; v++) {
        const xb_reference *used = (const xb_reference *)xb_expression_vertex(bound, v);
        r->found |= used->vertex.node.kind == XB_KIND_VARIABLE_REFERENCE && used->symbol == r->symbol;
    }
}

bool xb_is_known_to_rule(const xb_routine *routine, const xb_formal *formal)
{
    resting r = {formal->symbol, is_text_of_rule(routine, formal)};
    if (formal->intent != XB_INTENT_IN)
        return false;
    for (size_t i = 0; i < routine->formals.count && !r.found; i++)
        xb_declaration_each(((const xb_formal *)routine->formals.items[i])->symbol->declaration, look_for,
                            &r);
    return r.found;
}
