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
    xb_closure passed;  /* formal arguments for which some call passes a variable */
    xb_closure omitted; /* formal arguments for which some call passes nothing */
};

/* ---- calls ----------------------------------------------------------------------------------------------
 */

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    xb_checkpoints *c = context;
    (void)actual;
    if (formal)
        xb_closure_add(&c->passed, formal->symbol);
}

static void note_omitted(xb_checkpoints *c, const xb_call *call)
{
    const xb_routine *callee = xb_program_routine(c->program, call->symbol);
    if (!callee || call->arguments.count >= callee->formals.count)
        return;
    bool *passed = xb_arena_array(xb_run_scratch(c->run), callee->formals.count + 1, sizeof *passed);
    for (size_t i = 0; i < call->arguments.count; i++) {
        uint32_t position = ((const xb_argument *)call->arguments.items[i])->position;
        if (position <= callee->formals.count)
            passed[position] = true;
    }
    for (uint32_t p = 1; p <= callee->formals.count; p++) {
        const xb_formal *formal = xb_routine_formal(callee, p);
        if (formal && !passed[p])
            xb_closure_add(&c->omitted, formal->symbol);
    }
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    if (node->kind == XB_KIND_SUBROUTINE_CALL)
        note_omitted(context, (const xb_call *)node);
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
    c->omitted = c->passed;
    xb_traverse(program, xb_run_scratch(run), &program->node, &calls, c);
    xb_closure_complete(&c->passed);
    xb_closure_complete(&c->omitted);
    return c;
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

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

/* ---- code -----------------------------------------------------------------------------------------------
 */

static xb_statement *code_for(const xb_checkpoints *c, xb_symbol *symbol, xb_runtime_code code,
                              bool derivative)
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

/* The variables of a checkpoint, in the order in which they are stored. */
static xb_list variables_of(const xb_checkpoints *c, const xb_routine *routine, xb_checkpoint checkpoint)
{
    xb_list variables = {.count = 0};
    if (checkpoint == XB_CHECKPOINT_NONE)
        return variables;
    if (checkpoint <= XB_CHECKPOINT_RESTORE_ARGUMENTS)
        list_variables(c, routine, XB_SIDE_EFFECT_READ, false, &variables);
    else
        list_variables(c, routine, XB_SIDE_EFFECT_MOD, checkpoint >= XB_CHECKPOINT_STORE_DERIVATIVES,
                       &variables);
    if (checkpoint == XB_CHECKPOINT_STORE_STEP || checkpoint == XB_CHECKPOINT_RESTORE_STEP)
        list_variables(c, routine, XB_SIDE_EFFECT_READ_LOCAL, false, &variables);
    return variables;
}

/* ---- control flow ---------------------------------------------------------------------------------------
 */

/* A checkpoint under construction. */
typedef struct path {
    xb_program *program;
    xb_scope *scope;
    xb_flow_graph flow;
    uint32_t last; /* the block that is filled */
} path;

static uint32_t add_vertex(path *p, xb_kind kind, const char *note)
{
    xb_flow_vertex *vertex = xb_node_create(p->program, kind, sizeof *vertex, 0);
    vertex->node.annotation = xb_program_name(p->program, note)->index;
    xb_list_append(p->program->arena, &p->flow.vertices, vertex);
    return xb_graph_add_vertex(p->program->arena, &p->flow.graph);
}

static uint32_t add_block(path *p)
{
    uint32_t block = xb_build_block(p->program, &p->flow, p->scope, (xb_list){.count = 0});
    ((xb_node *)p->flow.vertices.items[block])->annotation =
        xb_program_name(p->program, "cp_basicblock")->index;
    return block;
}

static void fill(path *p, uint32_t block, const xb_statement *statement)
{
    xb_list_append(p->program->arena, &((xb_flow_vertex *)p->flow.vertices.items[block])->statements,
                   statement);
}

/* A branch that executes a statement if an argument is present; what follows goes to a new block. */
static void fill_if_present(path *p, xb_symbol *symbol, const xb_statement *statement)
{
    xb_program *program = p->program;
    xb_expression *condition = xb_build_expression(program);
    uint32_t argument = xb_expression_add(program, condition, xb_build_reference(program, symbol));
    condition->root = xb_build_unary(program, condition, XB_INTRINSIC_PRESENT, argument);
    uint32_t branch = add_vertex(p, XB_KIND_BRANCH, "cp_branch");
    ((xb_flow_vertex *)p->flow.vertices.items[branch])->condition = condition;
    uint32_t block = add_block(p), end = add_vertex(p, XB_KIND_END_BRANCH, "cp_branch"), next = add_block(p);
    fill(p, block, statement);
    xb_build_flow_edge(program, &p->flow, p->last, branch);
    xb_build_flow_edge(program, &p->flow, branch, block);
    xb_flow_edge *edge = p->flow.edges.items[p->flow.edges.count - 1];
    edge->has_condition_value = true;
    edge->condition_value = 1;
    xb_build_flow_edge(program, &p->flow, branch, end);
    xb_build_flow_edge(program, &p->flow, block, end);
    xb_build_flow_edge(program, &p->flow, end, next);
    p->last = next;
}

xb_flow_graph xb_checkpoint_flow(const xb_checkpoints *c, const xb_routine *routine, xb_scope *scope,
                                 xb_checkpoint checkpoint)
{
    path p = {.program = c->program, .scope = scope};
    bool stores = checkpoint % 2 == 0, derivative = checkpoint >= XB_CHECKPOINT_STORE_DERIVATIVES;
    const xb_list variables = variables_of(c, routine, checkpoint);
    uint32_t entry = add_vertex(&p, XB_KIND_ENTRY, "cp_entry"),
             exit = add_vertex(&p, XB_KIND_EXIT, "cp_exit");
    p.last = add_block(&p);
    xb_build_flow_edge(p.program, &p.flow, entry, p.last);
    for (size_t i = 0; i < variables.count; i++) {
        xb_symbol *symbol = variables.items[stores ? i : variables.count - 1 - i];
        const xb_statement *statement =
            code_for(c, symbol, stores ? XB_RUNTIME_STORE : XB_RUNTIME_RESTORE, derivative);
        if (xb_closure_has(&c->omitted, symbol))
            fill_if_present(&p, symbol, statement);
        else
            fill(&p, p.last, statement);
    }
    xb_build_flow_edge(p.program, &p.flow, p.last, exit);
    return p.flow;
}
