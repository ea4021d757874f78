/*
 * A condition has no derivative, and what is computed from it has none that matters: a value goes in and
 * nothing comes back. So the conversions of a call's arguments can be done in a block of their own, wherever
 * the vertex is entered from:
 *
 * - the condition of an If or a Branch is evaluated on entry;
 * - those of loops are evaluated again in each round, when control comes back from an EndLoop; the condition
 * of a PostLoop only then;
 * - the initialization of a ForLoop is evaluated once.
 *
 * A function without body is taken to modify nothing that it is passed here, which is said.
 *
 * If the iterations of a ForLoop are counted, its update and condition are evaluated once, on entry,
 * otherwise in each round. Both are after the loop variable has changed: arguments that depend on it, or on
 * subscripts that may change, can't be converted elsewhere.
 */
#include "algorithms/typechange/conditions.h"

#include "algorithms/typechange/conversion.h"
#include "analysis/overlap.h"
#include "ir/build.h"
#include "ir/expression.h"
#include "traverse/traverse.h"

/* When an expression of a vertex is evaluated. */
typedef enum evaluated { ON_ENTRY = 1, IN_EACH_ROUND = 2, ALWAYS = 3 } evaluated;

typedef struct finder {
    xb_run *run;
    xb_program *program;
    const xb_footprints *effects;
    const xb_losses *losses;
    xb_vector *functions;     /* receives xb_converted_function */
    xb_block_place place;     /* the routine and the vertex */
    uint32_t vertex;          /* its number */
    evaluated when;           /* the expression under way is evaluated */
    const xb_sharing *counts; /* what the head of a ForLoop changes; NULL: nothing */
    xb_status status;
} finder;

/* Routines without body get passive arguments. @param callee NULL: it has none */
static bool needs_conversion(const xb_reference *actual, const xb_routine *callee, const xb_formal *formal)
{
    bool expected = formal && xb_symbol_is_active(formal->symbol);
    return (formal || !callee) && xb_symbol_is_active(actual->symbol) != expected;
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
    (void)walk;
    return xb_sharing_overlaps(f->counts, (const xb_reference *)node, NULL) ? XB_VISIT_STOP
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

/* Why an argument can't be converted, or NULL. */
static const char *obstacle(finder *f, const xb_reference *actual, const xb_formal *formal)
{
    if (formal && xb_effects_modifies(f->effects, formal))
        return "which the function may modify";
    if (finds(f, actual, &call_visitor))
        return "and functions are called in its subscripts";
    if (f->counts && (xb_has_variable_subscript(actual) || finds(f, actual, &counting_visitor)))
        return "and the head of the loop may change which value it has";
    return NULL;
}

/* The place of a call, by that of the vertex. */
static xb_place place_of(finder *f, xb_walk *walk, const xb_function_call *call)
{
    xb_arena *scratch = xb_run_scratch(f->run);
    const xb_flow_vertex *vertex = f->place.block;
    const char *path = xb_arena_format(scratch, "CallGraph/ControlFlowGraph[%s]/%s[%s]/%s",
                                       f->place.routine->symbol->id->text, xb_kind_name(vertex->node.kind),
                                       vertex->id ? vertex->id->text : "", xb_walk_path(walk, scratch));
    xb_place place = xb_program_place(f->program, &call->vertex.node, path);
    place.source_line = xb_node_source_line(&vertex->node);
    return place;
}

static const char *expectation(finder *f, const xb_formal *formal)
{
    if (!formal)
        return "it has no body";
    return xb_arena_format(xb_run_scratch(f->run), "its formal argument '%s' is %s", formal->symbol->id->text,
                           xb_symbol_is_active(formal->symbol) ? "active" : "passive");
}

static void check_argument(finder *f, xb_walk *walk, const xb_function_call *call, size_t i,
                           const xb_formal *formal)
{
    const xb_reference *actual = call->arguments.items[i];
    const char *why = obstacle(f, actual, formal);
    bool active = xb_symbol_is_active(actual->symbol);
    if (why)
        f->status =
            xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED, place_of(f, walk, call),
                     "assign the value of the function to a variable before",
                     "argument '%s' of the function '%s' is %s, but %s, %s", actual->symbol->id->text,
                     call->symbol->id->text, active ? "active" : "passive", expectation(f, formal), why);
}

/* ---- conversions --------------------------------------------------------------------------------------- */

/* Converts the arguments as if the function were called by a statement. */
static void convert_call(finder *f, xb_function_call *function, const xb_routine *callee)
{
    xb_call *call = xb_build_call_of_function(f->program, function);
    call->statement.id = NULL; /* its place is that of the vertex */
    xb_converted_function *found = xb_vector_push(f->program->arena, f->functions, sizeof *found);
    *found = (xb_converted_function){.function = function,
                                     .vertex = f->vertex,
                                     .on_entry = (f->when & ON_ENTRY) != 0,
                                     .in_each_round = (f->when & IN_EACH_ROUND) != 0};
    xb_converted_call *converted =
        xb_run_extension(f->run, &function->vertex.node, xb_run_slot(f->run, XB_TYPECHANGE_CALL));
    f->status = xb_convert_call(f->run, f->place, call, callee, f->effects, f->losses, converted);
}

static xb_visit visit_call(xb_walk *walk, xb_node *node, void *context)
{
    finder *f = context;
    xb_function_call *call = (xb_function_call *)node;
    const xb_routine *callee = xb_program_routine(f->program, call->symbol);
    bool any = false;
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_formal *formal = callee ? xb_routine_formal(callee, (uint32_t)i + 1) : NULL;
        if (!needs_conversion(call->arguments.items[i], callee, formal))
            continue;
        any = true;
        check_argument(f, walk, call, i, formal);
    }
    if (any && !f->status)
        convert_call(f, call, callee);
    return XB_VISIT_CONTINUE;
}

static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = visit_call}, .view = XB_VIEW_READ};

/* ---- where --------------------------------------------------------------------------------------------- */

static void convert_in(finder *f, void *root, evaluated when)
{
    f->when = when;
    if (root)
        xb_traverse(f->program, xb_run_scratch(f->run), root, &visitor, f);
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

static void convert_vertex(finder *f)
{
    const xb_flow_vertex *vertex = f->place.block;
    xb_sharing counts = {.analyses = xb_run_analyses(f->run)};
    convert_in(f, vertex->initialization, ON_ENTRY);
    for (int i = 0; i < 2; i++) {
        const xb_assignment *step = i == 0 ? vertex->initialization : vertex->update;
        if (step)
            xb_sharing_add(xb_run_scratch(f->run), &counts, step->target, step);
    }
    f->counts = vertex->node.kind == XB_KIND_FOR_LOOP ? &counts : NULL;
    convert_in(f, vertex->update, ALWAYS);
    convert_in(f, vertex->condition, condition_evaluated(vertex->node.kind));
    f->counts = NULL;
}

xb_status xb_convert_conditions(xb_run *run, xb_routine *routine, const xb_footprints *effects,
                                const xb_losses *losses, xb_vector *functions)
{
    finder f = {.run = run,
                .program = xb_run_program(run),
                .effects = effects,
                .losses = losses,
                .functions = functions};
    for (f.vertex = 0; f.vertex < routine->flow.graph.vertex_count; f.vertex++) {
        f.place = (xb_block_place){routine, xb_current(routine->flow.vertices.items[f.vertex])};
        if (f.place.block->condition)
            convert_vertex(&f);
    }
    return f.status;
}
