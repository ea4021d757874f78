/*
 * The lists of side effects say what is read and modified. A formal argument is stored only if some call
 * passes a variable for it; a routine that is not called at all is the one that is differentiated, and not
 * run again.
 */
#include "algorithms/checkpoints/checkpoints.h"

#include "analysis/calls.h"
#include "ir/build.h"
#include "ir/closure.h"

struct xb_checkpoints {
    xb_run *run;
    xb_program *program;
    xb_closure passed; /* formal arguments for which some call passes a variable */
};

/* ---- calls ---------------------------------------------------------------------------------------------- */

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    xb_checkpoints *c = context;
    (void)actual;
    if (formal)
        xb_closure_add(&c->passed, formal->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor calls = {
    .enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call, [XB_KIND_FUNCTION_CALL] = look_at_call},
    .view = XB_VIEW_READ};

const xb_checkpoints *xb_checkpoints_create(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    xb_checkpoints *c = xb_arena_alloc(program->arena, sizeof *c);
    c->run = run;
    c->program = program;
    c->passed = (xb_closure){.arena = program->arena, .scratch = xb_run_scratch(run)};
    xb_traverse(program, xb_run_scratch(run), &program->node, &calls, c);
    xb_closure_complete(&c->passed);
    return c;
}

/* ---- variables ------------------------------------------------------------------------------------------ */

static const xb_formal *formal_of(const xb_routine *routine, const xb_symbol *symbol)
{
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->symbol == symbol)
            return formal;
    }
    return NULL;
}

static bool can_be_stored(const xb_symbol *symbol)
{
    switch (symbol->type) {
    case XB_TYPE_REAL:
    case XB_TYPE_INTEGER:
    case XB_TYPE_BOOL:
    case XB_TYPE_STRING: return symbol->kind != XB_SYMBOL_SUBROUTINE;
    default: return false;
    }
}

/* Appends what of a list is to be stored, each variable once. */
static void list_variables(const xb_checkpoints *c, const xb_routine *routine, xb_side_effect effect,
                           bool active_only, xb_list *variables)
{
    const xb_list *effects = &routine->side_effects[effect];
    for (size_t i = 0; i < effects->count; i++) {
        xb_symbol *symbol = ((const xb_reference *)effects->items[i])->symbol;
        bool listed = !can_be_stored(symbol) || (active_only && !xb_symbol_is_active(symbol)) ||
                      (formal_of(routine, symbol) && !xb_closure_has(&c->passed, symbol));
        for (size_t k = 0; k < variables->count && !listed; k++)
            listed = variables->items[k] == symbol;
        if (!listed)
            xb_list_append(xb_run_scratch(c->run), variables, symbol);
    }
}

/* ---- code ----------------------------------------------------------------------------------------------- */

static xb_statement *code_for(const xb_checkpoints *c, xb_symbol *symbol, xb_runtime_code code, bool derivative)
{
    int rank = symbol->rank < 0 ? 0 : symbol->rank;
    const xb_runtime_call named = {.code = code,
                                   .ranks = &rank,
                                   .rank_count = 1,
                                   .type = symbol->type,
                                   .active = symbol->active,
                                   .derivative = derivative};
    const char *name = xb_runtime_call_name(c->program->arena, &named);
    xb_inlinable_call *call = xb_build_inlinable_call(c->program, code, name);
    call->name = xb_program_name(c->program, name);
    xb_build_argument(c->program, &call->arguments, xb_build_reference(c->program, symbol));
    return &call->statement;
}

static xb_list statements_of(const xb_checkpoints *c, const xb_routine *routine, xb_checkpoint checkpoint)
{
    xb_list variables = {.count = 0}, statements = {.count = 0};
    bool stores = checkpoint % 2 == 0, derivative = checkpoint >= XB_CHECKPOINT_STORE_DERIVATIVES;
    if (checkpoint == XB_CHECKPOINT_NONE)
        return statements;
    if (checkpoint <= XB_CHECKPOINT_RESTORE_ARGUMENTS)
        list_variables(c, routine, XB_SIDE_EFFECT_READ, false, &variables);
    else
        list_variables(c, routine, XB_SIDE_EFFECT_MOD, derivative, &variables);
    if (checkpoint == XB_CHECKPOINT_STORE_STEP || checkpoint == XB_CHECKPOINT_RESTORE_STEP)
        list_variables(c, routine, XB_SIDE_EFFECT_READ_LOCAL, false, &variables);
    for (size_t i = 0; i < variables.count; i++) {
        xb_symbol *symbol = variables.items[stores ? i : variables.count - 1 - i];
        xb_list_append(c->program->arena, &statements,
                       code_for(c, symbol, stores ? XB_RUNTIME_STORE : XB_RUNTIME_RESTORE, derivative));
    }
    return statements;
}

static uint32_t add_vertex(xb_program *program, xb_flow_graph *flow, xb_kind kind, const char *note)
{
    xb_flow_vertex *vertex = xb_node_create(program, kind, sizeof *vertex, 0);
    vertex->node.annotation = xb_program_name(program, note);
    xb_list_append(program->arena, &flow->vertices, vertex);
    return xb_graph_add_vertex(program->arena, &flow->graph);
}

xb_flow_graph xb_checkpoint_flow(const xb_checkpoints *c, const xb_routine *routine, xb_scope *scope,
                                 xb_checkpoint checkpoint)
{
    xb_program *program = c->program;
    xb_flow_graph flow = {.vertices = {.count = 0}};
    uint32_t entry = add_vertex(program, &flow, XB_KIND_ENTRY, "cp_entry");
    uint32_t exit = add_vertex(program, &flow, XB_KIND_EXIT, "cp_exit");
    uint32_t block = xb_build_block(program, &flow, scope, statements_of(c, routine, checkpoint));
    ((xb_node *)flow.vertices.items[block])->annotation = xb_program_name(program, "cp_basicblock");
    xb_build_flow_edge(program, &flow, entry, block);
    xb_build_flow_edge(program, &flow, block, exit);
    return flow;
}
