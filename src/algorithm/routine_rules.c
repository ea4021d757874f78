/*
 * First what rules name is marked, with all that it calls. Then the calls of the others are looked at: those
 * of routines with rules are checked, and led to what stands for the routine, which is made with the first of
 * them and has its line.
 */
#include "algorithm/routine_rules.h"

#include <string.h>

#include "ir/build.h"
#include "ir/decoration.h"
#include "ir/taken_names.h"
#include "traverse/traverse.h"

/* The work. */
typedef struct application {
    xb_program *program;
    xb_arena *scratch;
    xb_list rules;    /* xb_routine_rule */
    xb_map stand_ins; /* by node index of a subroutine symbol: what is called instead */
    xb_map joined;    /* by node indices of caller and callee: the edge of the call graph is there */
    xb_status status;
} application;

static void list_rule(void *context, const xb_routine_rule *rule)
{
    application *a = context;
    xb_list_append(a->scratch, &a->rules, rule);
}

static const xb_routine_rule *rule_of(const application *a, const xb_symbol *symbol)
{
    for (size_t i = 0; i < a->rules.count; i++) {
        const xb_routine_rule *rule = a->rules.items[i];
        if (xb_routine_rule_means(a->program, symbol, rule->name))
            return rule;
    }
    return NULL;
}

static void fail(application *a, xb_status status)
{
    if (!a->status)
        a->status = status;
}

/* "the rule of 'solve' (rules.xaif:12)" */
static const char *title_of(const application *a, const xb_routine_rule *rule)
{
    return xb_arena_format(a->scratch, "the rule of '%s' (%s:%zu)", rule->name, rule->file, rule->line);
}

/* ---- what is kept -------------------------------------------------------------------------------------- */

static xb_visit keep_callee(xb_walk *walk, xb_node *node, void *context)
{
    xb_list *open = context;
    const xb_symbol *symbol = node->kind == XB_KIND_SUBROUTINE_CALL
                                  ? ((const xb_call *)node)->symbol
                                  : ((const xb_function_call *)node)->symbol;
    xb_routine *callee = xb_program_routine(xb_walk_program(walk), symbol);
    if (!callee || callee->kept)
        return XB_VISIT_CONTINUE;
    callee->kept = true;
    xb_list_append(xb_walk_program(walk)->arena, open, callee);
    return XB_VISIT_CONTINUE;
}

static void keep(const application *a, xb_routine *routine)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = keep_callee, [XB_KIND_FUNCTION_CALL] = keep_callee},
        .view = XB_VIEW_READ};
    xb_list open = {.count = 0};
    if (!routine || routine->kept)
        return;
    routine->kept = true;
    xb_list_append(a->program->arena, &open, routine);
    while (open.count > 0)
        xb_traverse(a->program, a->scratch, open.items[--open.count], &visitor, &open);
}

static xb_visit see_use(xb_walk *walk, xb_node *node, void *context)
{
    const application *a = context;
    const xb_symbol *symbol = ((const xb_call *)node)->symbol;
    (void)walk;
    if (rule_of(a, symbol))
        keep(a, xb_program_routine(a->program, symbol));
    return XB_VISIT_CONTINUE;
}

/* A routine with a rule that nobody calls is differentiated like others. */
static void keep_all(application *a)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_use}, .view = XB_VIEW_READ};
    for (size_t i = 0; i < a->rules.count; i++) {
        const xb_routine_rule *rule = a->rules.items[i];
        keep(a, xb_routine_rule_body(a->program, rule->tangent));
        keep(a, xb_routine_rule_body(a->program, rule->adjoint));
        keep(a, xb_routine_rule_body(a->program, rule->recording));
    }
    xb_traverse(a->program, a->scratch, &a->program->node, &visitor, a);
}

/* ---- routines and rules -------------------------------------------------------------------------------- */

static void check_routine(application *a, const xb_routine *routine, const xb_routine_rule *rule, bool is_own)
{
    const char *what = routine ? xb_routine_rule_misfit(a->scratch, rule, routine, is_own) : NULL;
    if (what)
        fail(a, xb_error(a->program->diagnostics, XB_STATUS_INVALID,
                         xb_program_place(a->program, &routine->node, NULL),
                         "let the routine and the rule agree", "%s in %s", what, title_of(a, rule)));
}

static void check_parts(application *a, const xb_symbol *symbol, const xb_routine_rule *rule)
{
    check_routine(a, xb_program_routine(a->program, symbol), rule, false);
    check_routine(a, xb_routine_rule_body(a->program, rule->tangent), rule, true);
    check_routine(a, xb_routine_rule_body(a->program, rule->adjoint), rule, true);
    check_routine(a, xb_routine_rule_body(a->program, rule->recording), rule, true);
}

/* ---- what stands for a routine --------------------------------------------------------------------------
 */

static xb_symbol *new_subroutine(xb_program *program, xb_scope *scope)
{
    xb_symbol *symbol = xb_symbol_create(program, scope, xb_name_of_temporary(program, "rule"), true);
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    return symbol;
}

static xb_scope *new_scope(xb_program *program, xb_scope *parent)
{
    xb_scope *scope = xb_scope_create(program, NULL);
    scope->parent = parent;
    return scope;
}

static const xb_argument *argument_at(const xb_call *call, uint32_t position)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->position == position)
            return argument;
    }
    return NULL;
}

/* What the body says, or else the rule, or else the first call. */
static void describe_formal(xb_symbol *symbol, const xb_formal *model, const xb_rule_argument *argument,
                            const xb_argument *actual)
{
    symbol->type = XB_TYPE_REAL;
    if (argument->type != XB_TYPE_VOID)
        symbol->type = argument->type;
    symbol->rank = argument->rank != XB_RANK_VOID ? argument->rank
                   : actual->reference            ? xb_reference_rank(actual->reference)
                                                  : 0;
    if (actual->reference)
        symbol->fe_type = actual->reference->symbol->fe_type;
    if (!model)
        return;
    symbol->type = model->symbol->type;
    symbol->fe_type = model->symbol->fe_type;
    symbol->rank = model->symbol->rank;
    symbol->bounds_count = model->symbol->bounds_count;
    symbol->bounds = model->symbol->bounds;
}

static xb_symbol *add_formal(const application *a, xb_routine *routine, const xb_routine *body,
                             const xb_call *call, uint32_t position)
{
    xb_program *program = a->program;
    const xb_rule_argument *argument = &routine->rule->arguments[position - 1];
    xb_formal *formal = xb_node_create(program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = xb_symbol_create(program, routine->scope, xb_name_of_temporary(program, "arg"), true);
    formal->symbol->active = argument->activity != XB_RULE_PASSIVE;
    formal->position = position;
    formal->intent = argument->intent;
    describe_formal(formal->symbol, body ? xb_routine_formal(body, position) : NULL, argument,
                    argument_at(call, position));
    xb_list_append(program->arena, &routine->formals, formal);
    return formal->symbol;
}

/* A list of what is modified spares analyses the thought of what a routine without body may do. */
static void add_effects(const application *a, xb_routine *routine)
{
    routine->has_side_effects[XB_SIDE_EFFECT_MOD] = true;
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent != XB_INTENT_IN)
            xb_list_append(a->program->arena, &routine->side_effects[XB_SIDE_EFFECT_MOD],
                           xb_build_reference(a->program, formal->symbol));
    }
}

static uint32_t add_vertex(const application *a, xb_flow_graph *flow, xb_kind kind)
{
    xb_flow_vertex *vertex = xb_node_create(a->program, kind, sizeof *vertex, 0);
    xb_list_append(a->program->arena, &flow->vertices, vertex);
    return xb_graph_add_vertex(a->program->arena, &flow->graph);
}

static void add_body(const application *a, xb_routine *routine, const xb_call *call)
{
    xb_list statements = {.count = 0};
    xb_list_append(a->program->arena, &statements, call);
    uint32_t entry = add_vertex(a, &routine->flow, XB_KIND_ENTRY);
    uint32_t block = xb_build_block(a->program, &routine->flow, routine->scope, statements);
    xb_build_flow_edge(a->program, &routine->flow, entry, block);
    xb_build_flow_edge(a->program, &routine->flow, block, add_vertex(a, &routine->flow, XB_KIND_EXIT));
}

/* It counts as read, as all does that is made here. */
static void add_call_edge(const application *a, xb_routine *caller, xb_routine *callee)
{
    xb_list *edges = &a->program->call_edges;
    xb_build_call_edge(a->program, caller, callee);
    ((xb_call_graph_edge *)edges->items[edges->count - 1])->overlay = false;
}

static xb_routine *create_stand_in(const application *a, const xb_routine_rule *rule, const xb_call *call)
{
    xb_program *program = a->program;
    uint32_t line = call->statement.node.line;
    xb_routine *body = xb_program_routine(program, call->symbol);
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, line);
    xb_call *inner = xb_build_call(program, "_rule", call->symbol, line);
    routine->symbol = new_subroutine(program, call->symbol->scope);
    routine->scope = new_scope(program, call->symbol->scope);
    routine->active = routine->structured = routine->has_formals = true;
    routine->rule = rule;
    for (uint32_t i = 1; i <= rule->argument_count; i++)
        xb_build_argument_at(program, inner, i,
                             xb_build_reference(program, add_formal(a, routine, body, call, i)));
    add_body(a, routine, inner);
    if (body)
        add_call_edge(a, routine, body);
    else
        add_effects(a, routine);
    xb_program_add_routine(program, routine);
    return routine;
}

static xb_routine *stand_in_for(application *a, const xb_routine_rule *rule, const xb_call *call)
{
    xb_routine *known = xb_map_get(&a->stand_ins, call->symbol->node.index, 0);
    if (known)
        return known;
    check_parts(a, call->symbol, rule);
    if (a->status)
        return NULL;
    known = create_stand_in(a, rule, call);
    xb_map_put(a->scratch, &a->stand_ins, call->symbol->node.index, 0, known);
    return known;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void refuse_call(application *a, xb_walk *walk, const xb_node *node, const char *hint,
                        const char *what)
{
    fail(a, xb_error(a->program->diagnostics, XB_STATUS_UNSUPPORTED,
                     xb_walk_place(walk, node, xb_walk_path(walk, a->scratch)), hint, "%s", what));
}

static bool check_arity(application *a, xb_walk *walk, const xb_call *call, const xb_routine_rule *rule)
{
    bool agrees = call->arguments.count == rule->argument_count;
    for (uint32_t i = 1; agrees && i <= rule->argument_count; i++)
        agrees = argument_at(call, i);
    if (!agrees)
        refuse_call(a, walk, &call->statement.node, "write an Argument for each that is passed",
                    xb_arena_format(a->scratch, "'%s' is called with %zu %s, but %s has %zu",
                                    call->symbol->id->text, (size_t)call->arguments.count,
                                    xb_plural(call->arguments.count, "argument", "arguments"),
                                    title_of(a, rule), rule->argument_count));
    return agrees;
}

static void check_activity(application *a, xb_walk *walk, const xb_call *call, const xb_routine_rule *rule)
{
    for (uint32_t i = 1; i <= rule->argument_count; i++) {
        const xb_argument *argument = argument_at(call, i);
        bool active = argument->reference && xb_symbol_is_active(argument->reference->symbol);
        xb_rule_activity covered = rule->arguments[i - 1].activity;
        if (covered == XB_RULE_ANY || active == (covered == XB_RULE_ACTIVE))
            continue;
        refuse_call(a, walk, &call->statement.node,
                    active ? "write a rule that covers it, or declare what is passed passive"
                           : "say activity=\"any\" if a derivative that is zero will do",
                    xb_arena_format(a->scratch, "argument %u of '%s' is %s here, which %s does not cover",
                                    (unsigned)i, call->symbol->id->text, active ? "active" : "passive",
                                    title_of(a, rule)));
    }
}

static void join(application *a, xb_routine *caller, xb_routine *callee)
{
    if (xb_map_get(&a->joined, caller->node.index, callee->node.index))
        return;
    xb_map_put(a->scratch, &a->joined, caller->node.index, callee->node.index, callee);
    add_call_edge(a, caller, callee);
}

static void use_rule(application *a, xb_walk *walk, xb_call *call, const xb_routine_rule *rule)
{
    if (!check_arity(a, walk, call, rule))
        return;
    check_activity(a, walk, call, rule);
    xb_routine *stand_in = stand_in_for(a, rule, call);
    if (!stand_in)
        return;
    call->symbol = stand_in->symbol;
    join(a, xb_walk_routine(walk), stand_in);
}

/* What rules call would have to be two routines at once: one that is kept, and one that is not. */
static void refuse_kept(application *a, xb_walk *walk, const xb_node *node, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(a->program, symbol);
    if (callee && callee->kept)
        refuse_call(a, walk, node, "give the rule a copy of it, or write a rule for it, too",
                    xb_arena_format(a->scratch,
                                    "'%s' is called here, but is kept as it is for a rule of a catalogue",
                                    symbol->id->text));
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    application *a = context;
    xb_call *call = (xb_call *)node;
    const xb_routine *caller = xb_walk_routine(walk);
    if (!caller || caller->kept || caller->rule)
        return XB_VISIT_CONTINUE;
    const xb_routine_rule *rule = rule_of(a, call->symbol);
    if (rule)
        use_rule(a, walk, call, rule);
    else
        refuse_kept(a, walk, node, call->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    application *a = context;
    const xb_symbol *symbol = ((const xb_function_call *)node)->symbol;
    const xb_routine *caller = xb_walk_routine(walk);
    const xb_routine_rule *rule = rule_of(a, symbol);
    if (!caller || caller->kept)
        return XB_VISIT_CONTINUE;
    if (rule)
        refuse_call(a, walk, node, "call it as a subroutine",
                    xb_arena_format(a->scratch, "'%s' is called as a function, which %s does not cover",
                                    symbol->id->text, title_of(a, rule)));
    else
        refuse_kept(a, walk, node, symbol);
    return XB_VISIT_CONTINUE;
}

/* An edge to a routine that is now called by what stands for it only. */
static bool is_stale(const application *a, const xb_call_graph_edge *edge)
{
    const xb_routine *source = edge->source, *target = edge->target;
    return !source->kept && !source->rule && target->kept &&
           xb_map_get(&a->stand_ins, target->symbol->node.index, 0);
}

static void drop_stale_edges(const application *a)
{
    xb_list edges = {.count = 0};
    for (size_t i = 0; i < a->program->call_edges.count; i++)
        if (!is_stale(a, a->program->call_edges.items[i]))
            xb_list_append(a->program->arena, &edges, a->program->call_edges.items[i]);
    a->program->call_edges = edges;
}

xb_status xb_routine_rules_apply(xb_program *program, xb_arena *scratch, const xb_catalogue *catalogue)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_function},
        .view = XB_VIEW_READ};
    application a = {.program = program, .scratch = scratch};
    xb_catalogue_each_rule(catalogue, list_rule, &a);
    if (a.rules.count == 0)
        return XB_STATUS_OK;
    keep_all(&a);
    xb_traverse(program, scratch, &program->node, &visitor, &a);
    drop_stale_edges(&a);
    return a.status;
}
