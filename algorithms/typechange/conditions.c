/*
 * A condition has no derivative, and what is computed from it has none that matters: a value goes in and
 * nothing comes back. So the conversions of a call's arguments can be done in a block of their own:
 *
 * - the condition of an If or a Branch is evaluated after the block before it;
 * - those of loops are evaluated again in each round, so the block before the loop is repeated before each of
 *   its EndLoops; the condition of a PostLoop has only the latter;
 * - the initialization of a ForLoop is evaluated once.
 *
 * If the iterations of a ForLoop are counted, its update and condition are evaluated once, on entry,
 * otherwise in each round. Both are after the loop variable has changed: arguments that depend on it, or on
 * subscripts that may change, can't be converted elsewhere.
 */
#include "algorithms/typechange/conditions.h"

#include "algorithms/tangent/propagations.h"
#include "algorithms/support/insertion.h"
#include "algorithms/typechange/conversion.h"
#include "algorithms/typechange/sharing.h"
#include "ir/build.h"
#include "ir/expression.h"
#include "traverse/traverse.h"

/* When an expression of a vertex is evaluated. */
typedef enum evaluated { ON_ENTRY = 1, IN_EACH_ROUND = 2, ALWAYS = 3 } evaluated;

typedef struct finder {
    xb_run *run;
    xb_program *program;
    const xb_effects *effects;
    const xb_losses *losses;
    xb_block_place place;     /* the routine and the vertex */
    xb_list statements;       /* conversions for the expression under way */
    const xb_sharing *counts; /* what the head of a ForLoop changes; NULL: nothing */
    xb_status status;
} finder;

static const xb_formal *formal_of(const xb_routine *callee, size_t i)
{
    return xb_routine_formal(callee, (uint32_t)i + 1);
}

static bool needs_conversion(const xb_reference *actual, const xb_formal *formal)
{
    return formal && xb_symbol_is_active(actual->symbol) != xb_symbol_is_active(formal->symbol);
}

/* ---- what can't be converted --------------------------------------------------------------------------- */

static xb_visit stop_at_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_STOP;
}

static xb_visit stop_if_counting(xb_walk *walk, xb_node *node, void *context)
{
    const finder *f = context;
    return xb_sharing_any(xb_walk_program(walk), f->counts, (const xb_reference *)node, NULL)
               ? XB_VISIT_STOP
               : XB_VISIT_CONTINUE;
}

static const xb_visitor call_visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = stop_at_call},
                                        .view = XB_VIEW_READ};
static const xb_visitor counting_visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = stop_if_counting},
                                            .view = XB_VIEW_READ};

static bool finds(finder *f, const xb_reference *actual, const xb_visitor *visitor)
{
    return xb_traverse(f->program, xb_run_scratch(f->run), (xb_node *)&actual->vertex.node, visitor, f) ==
           XB_VISIT_STOP;
}

static bool has_variable_subscripts(const xb_reference *actual)
{
    int64_t value;
    for (size_t i = 0; i < actual->subscripts.count; i++) {
        const xb_triplet *triplet = actual->subscripts.items[i];
        if ((triplet->index && !xb_expression_integer(triplet->index, &value)) ||
            (triplet->bound && !xb_expression_integer(triplet->bound, &value)) ||
            (triplet->stride && !xb_expression_integer(triplet->stride, &value)))
            return true;
    }
    return false;
}

/* Why an argument can't be converted, or NULL. */
static const char *obstacle(finder *f, const xb_reference *actual, const xb_formal *formal)
{
    if (xb_effects_modifies(f->effects, formal))
        return "which the function may modify";
    if (finds(f, actual, &call_visitor))
        return "and functions are called in its subscripts";
    if (f->counts && (has_variable_subscripts(actual) || finds(f, actual, &counting_visitor)))
        return "and the head of the loop may change which value it has";
    return NULL;
}

static void check_argument(finder *f, xb_walk *walk, const xb_function_call *call, size_t i,
                           const xb_formal *formal)
{
    const xb_reference *actual = call->arguments.items[i];
    const char *why = obstacle(f, actual, formal);
    bool active = xb_symbol_is_active(actual->symbol);
    if (!why)
        return;
    xb_arena *scratch = xb_run_scratch(f->run);
    const xb_flow_vertex *vertex = f->place.block;
    const char *path = xb_arena_format(scratch, "CallGraph/ControlFlowGraph[%s]/%s[%s]/%s",
                                       f->place.routine->symbol->id->text, xb_kind_name(vertex->node.kind),
                                       vertex->id ? vertex->id->text : "", xb_walk_path(walk, scratch));
    xb_place place = xb_program_place(f->program, &call->vertex.node, path);
    place.source_line = xb_node_source_line(&vertex->node);
    f->status = xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED, place,
                         "assign the value of the function to a variable before",
                         "argument '%s' of the function '%s' is %s, but its formal argument '%s' is %s, %s",
                         actual->symbol->id->text, call->symbol->id->text, active ? "active" : "passive",
                         formal->symbol->id->text, active ? "passive" : "active", why);
}

/* ---- conversions --------------------------------------------------------------------------------------- */

/* Converts the arguments as if the function were called by a statement. */
static void convert_call(finder *f, xb_function_call *call, const xb_routine *callee)
{
    xb_call *statement =
        xb_node_create(f->program, XB_KIND_SUBROUTINE_CALL, sizeof *statement, call->vertex.node.line);
    statement->symbol = call->symbol;
    for (size_t i = 0; i < call->arguments.count; i++)
        xb_build_argument(f->program, &statement->arguments,
                          xb_copy_vertex(f->program, call->arguments.items[i]));
    xb_converted_call converted = xb_convert_call(f->run, f->place, statement, callee, f->effects, f->losses);
    f->status = f->status ? f->status : converted.status;
    xb_list_append_all(f->program->arena, &f->statements, &converted.before);
    xb_function_call bare = *call;
    bare.arguments = (xb_list){.count = 0};
    bare.vertex.node.slots = NULL;
    xb_function_call *derived = (xb_function_call *)xb_copy_vertex(f->program, &bare.vertex);
    derived->vertex.id = call->vertex.id;
    for (size_t i = 0; i < converted.call->arguments.count; i++)
        xb_list_append(f->program->arena, &derived->arguments,
                       ((const xb_argument *)converted.call->arguments.items[i])->reference);
    xb_derive_one(f->program, &call->vertex.node, &derived->vertex.node);
}

static xb_visit visit_call(xb_walk *walk, xb_node *node, void *context)
{
    finder *f = context;
    xb_function_call *call = (xb_function_call *)node;
    const xb_routine *callee = xb_program_routine(f->program, call->symbol);
    bool any = false;
    for (size_t i = 0; callee && xb_routine_is_procedure(callee) && i < call->arguments.count; i++) {
        const xb_formal *formal = formal_of(callee, i);
        if (!needs_conversion(call->arguments.items[i], formal))
            continue;
        any = true;
        check_argument(f, walk, call, i, formal);
    }
    if (any && !f->status)
        convert_call(f, call, callee);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = visit_call}, .view = XB_VIEW_READ};

/* ---- where to ------------------------------------------------------------------------------------------ */

static xb_inlinable_call *copy_conversion(xb_program *program, const xb_inlinable_call *call)
{
    xb_inlinable_call *copy = xb_build_inlinable_call(program, call->name->text, call->statement.id->text);
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        xb_build_argument(program, &copy->arguments,
                          xb_copy_vertex(program, argument->reference ? &argument->reference->vertex
                                                                      : &argument->constant->vertex));
    }
    return copy;
}

/* What makes a derivative zero. It stays zero, since no function modifies its argument; but a temporary that
 * is allocated again needs that again, too. */
static bool is_lasting_zero(const xb_node *statement)
{
    if (statement->kind != XB_KIND_DERIVATIVE_PROPAGATOR)
        return false;
    const xb_list *entries = &((const xb_propagator *)statement)->entries;
    for (size_t i = 0; i < entries->count; i++) {
        const xb_symbol *temporary = ((const xb_propagation *)entries->items[i])->target->symbol;
        if (temporary->rank > 0 && temporary->bounds_count == 0)
            return false;
    }
    return true;
}

static void repeat(const finder *f, const xb_node *statement, xb_list *to)
{
    if (statement->kind == XB_KIND_INLINABLE_CALL) {
        xb_list_append(f->program->arena, to,
                       copy_conversion(f->program, (const xb_inlinable_call *)statement));
        return;
    }
    const xb_list *entries = &((const xb_propagator *)statement)->entries;
    for (size_t i = 0; i < entries->count; i++) {
        xb_list zero = xb_propagations_zero(f->run, ((const xb_propagation *)entries->items[i])->target);
        xb_list_append_all(f->program->arena, to, &zero);
    }
}

static void put_before_ends(const finder *f, uint32_t vertex, xb_list *before)
{
    const xb_graph *graph = &f->place.routine->flow.graph;
    for (uint32_t e = xb_graph_first_in(graph, vertex); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
        uint32_t end = xb_graph_source(graph, e);
        const xb_flow_vertex *source = f->place.routine->flow.vertices.items[end];
        for (size_t i = 0; source->node.kind == XB_KIND_END_LOOP && i < f->statements.count; i++)
            if (!is_lasting_zero(f->statements.items[i]))
                repeat(f, f->statements.items[i], &before[end]);
    }
}

static void put(const finder *f, uint32_t vertex, evaluated when, xb_list *before)
{
    for (size_t i = 0; i < f->statements.count; i++)
        if ((when & ON_ENTRY) || is_lasting_zero(f->statements.items[i]))
            xb_list_append(f->program->arena, &before[vertex], f->statements.items[i]);
    if (when & IN_EACH_ROUND)
        put_before_ends(f, vertex, before);
}

static void convert_in(finder *f, void *root, uint32_t vertex, evaluated when, xb_list *before)
{
    if (!root)
        return;
    f->statements = (xb_list){.count = 0};
    xb_traverse(f->program, xb_run_scratch(f->run), root, &visitor, f);
    put(f, vertex, when, before);
}

static evaluated condition_evaluated(xb_kind kind)
{
    switch (kind) {
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP: return ALWAYS;
    case XB_KIND_POST_LOOP: return IN_EACH_ROUND;
    default: return ON_ENTRY;
    }
}

static void convert_vertex(finder *f, uint32_t number, xb_list *before)
{
    const xb_flow_vertex *vertex = f->place.block;
    xb_sharing counts = {0};
    convert_in(f, vertex->initialization, number, ON_ENTRY, before);
    for (int i = 0; i < 2; i++) {
        const xb_assignment *step = i == 0 ? vertex->initialization : vertex->update;
        if (step)
            xb_sharing_add(xb_run_scratch(f->run), f->program, &counts, step->target, step);
    }
    f->counts = vertex->node.kind == XB_KIND_FOR_LOOP ? &counts : NULL;
    convert_in(f, vertex->update, number, ALWAYS, before);
    convert_in(f, vertex->condition, number, condition_evaluated(vertex->node.kind), before);
    f->counts = NULL;
}

static void convert_routine(finder *f, xb_routine *routine)
{
    uint32_t count = routine->flow.graph.vertex_count;
    xb_list *before = xb_arena_array(xb_run_scratch(f->run), count, sizeof *before);
    bool any = false;
    for (uint32_t v = 0; v < count; v++) {
        f->place = (xb_block_place){routine, xb_current(routine->flow.vertices.items[v])};
        if (f->place.block->condition)
            convert_vertex(f, v, before);
    }
    for (uint32_t v = 0; v < count; v++)
        any = any || before[v].count > 0;
    if (any)
        xb_insert_blocks(f->run, routine, before);
}

xb_status xb_convert_conditions(xb_run *run, const xb_effects *effects, const xb_losses *losses)
{
    finder f = {.run = run, .program = xb_run_program(run), .effects = effects, .losses = losses};
    for (size_t r = 0; r < f.program->routines.count; r++) {
        xb_arena_reset(xb_run_scratch(run));
        convert_routine(&f, xb_current(f.program->routines.items[r]));
    }
    return f.status;
}
