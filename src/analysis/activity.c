/*
 * One walk collects which variable's value may become part of which other one's; both sets are closed over
 * that, one forward, the other one backward. Where many variables are connected with each other, as by a
 * routine without body or by storage, they are by way of a node of their own.
 */
#include "analysis/activity.h"

#include "analysis/calls.h"
#include "analysis/effects.h"
#include "analysis/accesses.h"
#include "analysis/storage.h"
#include "traverse/traverse.h"

typedef struct flows {
    xb_analyses *analyses;
    xb_program *program;
    const xb_footprints *effects;
    const xb_storage *storage;
    xb_arena *arena, *scratch;
    xb_program_activity *activity;
    uint32_t hubs;       /* that have been made */
    bool is_open;        /* something may do anything with what is outside */
    xb_symbol *outside;  /* what routines without body may know */
    xb_symbol *anywhere; /* what pointers may refer to */
    xb_map by_class;     /* storage classes to their hubs */
} flows;

/* ---- edges --------------------------------------------------------------------------------------------- */

/* A node that is no variable, with a number that no node of the program has. */
static xb_symbol *new_hub(flows *f)
{
    xb_symbol *hub = xb_arena_alloc(f->arena, sizeof *hub);
    *hub = (xb_symbol){
        .node.index = f->program->node_count + f->hubs++, .kind = XB_SYMBOL_VARIABLE, .type = XB_TYPE_REAL};
    return hub;
}

static bool carries(const xb_symbol *symbol)
{
    const xb_type_class class = xb_type_class_of(symbol->type);
    return symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (class == XB_TYPE_CLASS_FLOATING || class == XB_TYPE_CLASS_ANY);
}

/* The value of one may become part of that of the other one. */
static void flow(flows *f, const xb_symbol *from, const xb_symbol *to)
{
    if (from == to || !carries(from) || !carries(to))
        return;
    xb_closure_imply(&f->activity->varied, from, to);
    xb_closure_imply(&f->activity->useful, to, from);
}

static void join(flows *f, const xb_symbol *a, const xb_symbol *b)
{
    flow(f, a, b);
    flow(f, b, a);
}

/* ---- expressions --------------------------------------------------------------------------------------- */

/* Whether derivatives go through a vertex to its operands. */
static bool is_differentiable(const xb_vertex *vertex)
{
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    return code == XB_INTRINSIC_NONE ||
           (!facts->inquiry && facts->result != XB_RESULT_INTEGER && facts->result != XB_RESULT_BOOL);
}

/* What a function returns, as a variable; NULL if its routine is not known. */
static const xb_symbol *result_of(const flows *f, const xb_function_call *call)
{
    const xb_routine *callee = xb_program_routine(f->program, call->symbol);
    const size_t count = callee && xb_routine_is_procedure(callee) ? callee->formals.count : 0;
    return count == call->arguments.count + 1
               ? ((const xb_formal *)xb_routine_formal(callee, (uint32_t)count))->symbol
               : NULL;
}

/* What is not known may do anything with what is outside. */
static xb_symbol *outside_of(flows *f)
{
    f->is_open = true;
    return f->outside;
}

/* All that a routine has may be connected with all that is outside. */
static void join_scope(flows *f, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++)
        join(f, scope->symbols.items[i], outside_of(f));
}

static void flow_of_function(flows *f, const xb_function_call *call, const xb_symbol *to)
{
    const xb_symbol *result = result_of(f, call);
    const xb_routine *callee = xb_program_routine(f->program, call->symbol);
    if (result) {
        flow(f, result, to);
        return;
    }
    for (size_t i = 0; i < call->arguments.count; i++)
        flow(f, ((const xb_reference *)call->arguments.items[i])->symbol, to);
    if (callee)
        join_scope(f, callee->scope);
    flow(f, outside_of(f), to);
}

/* The value of an expression becomes part of that of a variable. */
static void flow_of_expression(flows *f, const xb_expression *expression, const xb_symbol *to)
{
    const uint32_t count = expression->graph.vertex_count;
    xb_arena_mark mark = xb_arena_mark_now(f->scratch);
    bool *reached = xb_arena_array(f->scratch, count, sizeof *reached);
    const uint32_t *order = xb_expression_order(f->scratch, expression);
    xb_list sources = {.count = 0}, calls = {.count = 0};
    reached[expression->root] = true;
    for (uint32_t k = count; k-- > 0;) {
        const xb_vertex *vertex = xb_expression_vertex(expression, order[k]);
        if (!reached[order[k]])
            continue;
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            xb_list_append(f->scratch, &sources, ((const xb_reference *)vertex)->symbol);
        else if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            xb_list_append(f->scratch, &calls, (void *)vertex);
        else if (is_differentiable(vertex))
            for (uint32_t e = xb_graph_first_in(&expression->graph, order[k]); e != XB_GRAPH_NONE;
                 e = xb_graph_next_in(&expression->graph, e))
                reached[xb_graph_source(&expression->graph, e)] = true;
    }
    for (size_t i = 0; i < sources.count; i++)
        flow(f, sources.items[i], to);
    for (size_t i = 0; i < calls.count; i++)
        flow_of_function(f, calls.items[i], to);
    xb_arena_release(f->scratch, mark);
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_assignment *assignment = (const xb_assignment *)node;
    (void)walk;
    if (carries(assignment->target->symbol))
        flow_of_expression(context, assignment->value, assignment->target->symbol);
    return XB_VISIT_CONTINUE;
}

/* A call under way. */
typedef struct passing {
    flows *f;
    xb_symbol *hub; /* of a routine without body */
} passing;

static void see_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const passing *p = context;
    if (!formal) {
        join(p->f, actual->symbol, p->hub);
        return;
    }
    flow(p->f, actual->symbol, formal->symbol);
    if (xb_effects_modifies(p->f->effects, formal))
        flow(p->f, formal->symbol, actual->symbol);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    flows *f = context;
    const xb_symbol *callee = xb_called_symbol(node);
    const xb_routine *routine = xb_program_routine(f->program, callee);
    passing p = {f, NULL};
    if (!routine || !xb_routine_is_procedure(routine)) {
        p.hub = new_hub(f);
        if (node->kind != XB_KIND_SUBROUTINE_CALL || !xb_jacobian_of_call(f->analyses, (const xb_call *)node))
            join(f, p.hub, outside_of(f));
    }
    xb_call_passes(xb_walk_program(walk), node, see_passed, &p);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    flows *f = context;
    const xb_list *arguments = &((const xb_inlinable_call *)node)->arguments;
    xb_symbol *hub = new_hub(f);
    (void)walk;
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        if (argument->reference)
            join(f, argument->reference->symbol, hub);
    }
    return XB_VISIT_CONTINUE;
}

static xb_visit see_propagator(xb_walk *walk, xb_node *node, void *context)
{
    flows *f = context;
    const xb_list *entries = &((const xb_propagator *)node)->entries;
    (void)walk;
    for (size_t i = 0; i < entries->count; i++) {
        const xb_propagation *entry = entries->items[i];
        const xb_term *terms = entry->terms.items;
        if (entry->source)
            flow(f, entry->source->symbol, entry->target->symbol);
        for (size_t k = 0; k < entry->terms.count; k++)
            flow(f, terms[k].source->symbol, entry->target->symbol);
    }
    return XB_VISIT_CONTINUE;
}

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    flows *f = context;
    const xb_marker *marker = (const xb_marker *)node;
    if (!marker->is_known && !xb_marker_is_harmless(marker))
        join_scope(f, xb_walk_routine(walk)->scope);
    for (size_t i = 0; marker->is_known && i < marker->writes.count; i++)
        for (size_t k = 0; k < marker->reads.count; k++)
            flow(f, ((const xb_reference *)marker->reads.items[k])->symbol,
                 ((const xb_reference *)marker->writes.items[i])->symbol);
    return XB_VISIT_CONTINUE;
}

/* ---- storage ------------------------------------------------------------------------------------------- */

static void join_class(flows *f, const xb_symbol *symbol)
{
    const uint32_t class = xb_storage_class(f->storage, symbol);
    xb_symbol *hub = class == XB_STORAGE_ANYWHERE ? f->anywhere : xb_map_get(&f->by_class, class, 0);
    if (!hub) {
        hub = new_hub(f);
        xb_map_put(f->arena, &f->by_class, class, 0, hub);
    }
    join(f, symbol, hub);
}

static void join_storage(flows *f)
{
    bool pointers = false;
    for (size_t i = 0; i < f->program->scopes.count; i++) {
        const xb_scope *scope = f->program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (!carries(symbol))
                continue;
            pointers = pointers || xb_storage_class(f->storage, symbol) == XB_STORAGE_ANYWHERE;
            join_class(f, symbol);
            if (f->is_open && xb_footprints_share(f->effects, symbol))
                join(f, symbol, f->outside);
        }
    }
    for (size_t i = 0; pointers && i < f->program->scopes.count; i++) {
        const xb_scope *scope = f->program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            join(f, scope->symbols.items[k], f->anywhere);
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

xb_program_activity xb_activity_of(xb_analyses *analyses, xb_arena *arena, const xb_list *independents,
                                   const xb_list *dependents)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = see_assignment,
                                                 [XB_KIND_INITIALIZATION] = see_assignment,
                                                 [XB_KIND_UPDATE] = see_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = see_call,
                                                 [XB_KIND_FUNCTION_CALL] = see_call,
                                                 [XB_KIND_INLINABLE_CALL] = see_inlinable_call,
                                                 [XB_KIND_DERIVATIVE_PROPAGATOR] = see_propagator,
                                                 [XB_KIND_MARKER] = see_marker},
                                       .view = XB_VIEW_READ};
    xb_program_activity activity = {.varied = {.arena = arena, .scratch = arena},
                                    .useful = {.arena = arena, .scratch = arena}};
    flows f = {.analyses = analyses,
               .program = xb_analyses_program(analyses),
               .effects = xb_effects_of(analyses),
               .storage = xb_storage_of(analyses),
               .arena = arena,
               .scratch = xb_analyses_scratch(analyses),
               .activity = &activity};
    f.outside = new_hub(&f);
    f.anywhere = new_hub(&f);
    xb_traverse(f.program, f.scratch, &f.program->node, &visitor, &f);
    join_storage(&f);
    for (size_t i = 0; i < independents->count; i++)
        xb_closure_add(&activity.varied, independents->items[i]);
    for (size_t i = 0; i < dependents->count; i++)
        xb_closure_add(&activity.useful, dependents->items[i]);
    xb_closure_complete(&activity.varied);
    xb_closure_complete(&activity.useful);
    return activity;
}

bool xb_activity_has(const xb_program_activity *activity, const xb_symbol *symbol)
{
    return xb_closure_has(&activity->varied, symbol) && xb_closure_has(&activity->useful, symbol);
}
