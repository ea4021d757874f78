/*
 * The expressions of a vertex are looked through for function calls, at any depth, that have to leave them;
 * one is enough for the whole expression to be computed in a statement, from where canonicalization takes all
 * of its calls, in order. The statement is put into a block before the vertex, and another one before each
 * EndLoop that leads back to it. The head of a counted ForLoop is evaluated once: variables take the places
 * of its first value, its step and its bound, and the rest of it stays.
 *
 * The routine that stands for the original is made of copies, without what the front end knows of definitions
 * and uses, and schedules name its calls as they were.
 */
#include "algorithms/conditionhoisting/conditionhoisting.h"

#include "algorithms/support/insertion.h"
#include "algorithms/support/rewriting.h"
#include "analysis/calls.h"
#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/loop_form.h"
#include "analysis/shape.h"
#include "ir/build.h"
#include "ir/provenance.h"
#include "traverse/traverse.h"

/* ---- what has to be hoisted ---------------------------------------------------------------------------- */

typedef struct search {
    xb_run *run;
    xb_program *program;
    bool is_tangent; /* derivatives are propagated wherever values are, within expressions, too */
    bool is_count;   /* what is looked at is the bound or the step of a loop, whose variable changes before */
} search;

static search search_in(xb_run *run)
{
    bool apart = xb_run_gives(run, XB_PROPERTY_ADJOINT) || xb_run_gives(run, XB_PROPERTY_NAMED);
    return (search){run, xb_run_program(run), xb_run_gives(run, XB_PROPERTY_TANGENT) && !apart, false};
}

static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_STOP;
}

static bool has_call(const search *s, const xb_reference *argument)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = stop}, .view = XB_VIEW_READ};
    return xb_traverse(s->program, xb_run_scratch(s->run), (xb_node *)&argument->vertex.node, &visitor,
                       NULL) == XB_VISIT_STOP;
}

/* Whether an argument is converted, which needs statements around the call. */
static bool has_conversion(const search *s, const xb_reference *argument, const xb_formal *formal)
{
    if (!formal || xb_symbol_is_active(argument->symbol) == xb_symbol_is_active(formal->symbol))
        return false;
    return xb_effects_modifies(xb_effects_of(xb_run_analyses(s->run)), formal) || has_call(s, argument) ||
           (s->is_count && xb_has_variable_subscript(argument));
}

static bool must_leave(const search *s, const xb_function_call *call)
{
    const xb_routine *callee = xb_program_routine(s->program, call->symbol);
    if (!callee || !xb_routine_is_procedure(callee))
        return false;
    for (size_t i = 0; i < call->arguments.count; i++)
        if (has_conversion(s, call->arguments.items[i], xb_routine_formal(callee, (uint32_t)i + 1)))
            return true;
    return !s->is_tangent && xb_function_changes_active(xb_footprints_of(xb_run_analyses(s->run)), callee,
                                                        call->arguments.count);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    return must_leave(context, (const xb_function_call *)node) ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

/* What the value of an expression looks like. */
static xb_shape shape_of(const search *s, const xb_expression *expression)
{
    return xb_shapes_of(xb_run_analyses(s->run), s->program->arena, expression, NULL, NULL)[expression->root];
}

/* Whether a variable can hold the value of an expression. */
static bool is_storable(const search *s, const xb_expression *expression)
{
    const xb_shape shape = shape_of(s, expression);
    return shape.rank <= 0 && !shape.conflict &&
           (shape.type == XB_TYPE_BOOL || shape.type == XB_TYPE_INTEGER);
}

static bool has_call_that_must_leave(search *s, xb_expression *expression)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = see_call}, .view = XB_VIEW_READ};
    return expression &&
           xb_traverse(s->program, xb_run_scratch(s->run), &expression->node, &visitor, s) == XB_VISIT_STOP;
}

static xb_expression *copy_part(xb_program *program, const xb_loop_part *part)
{
    xb_expression *copy = xb_build_expression(program);
    copy->root = xb_copy_subexpression(program, part->expression, part->vertex, copy, NULL, NULL);
    return copy;
}

static bool has_to_be_hoisted(search *s, xb_expression *expression)
{
    return has_call_that_must_leave(s, expression) && is_storable(s, expression);
}

/* Whether control comes back to a vertex from an EndLoop. */
static bool has_end(const xb_flow_graph *flow, uint32_t vertex)
{
    for (uint32_t e = xb_graph_first_in(&flow->graph, vertex); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&flow->graph, e)) {
        const xb_node *source = flow->vertices.items[xb_graph_source(&flow->graph, e)];
        if (source->kind == XB_KIND_END_LOOP)
            return true;
    }
    return false;
}

static bool is_condition_hoisted(search *s, const xb_flow_graph *flow, uint32_t v)
{
    const xb_flow_vertex *vertex = flow->vertices.items[v];
    switch (vertex->node.kind) {
    case XB_KIND_FOR_LOOP: return false;
    case XB_KIND_POST_LOOP: return has_end(flow, v) && has_to_be_hoisted(s, vertex->condition);
    default: return has_to_be_hoisted(s, vertex->condition);
    }
}

static bool is_start_hoisted(search *s, const xb_flow_vertex *vertex)
{
    return vertex->initialization && has_to_be_hoisted(s, vertex->initialization->value);
}

/* The search for a variable by its name. */
typedef struct naming {
    const xb_symbol *symbol;
    bool is_outside; /* others know the name */
    bool found;
} naming;

static void see_access(void *context, const xb_access *access)
{
    naming *n = context;
    n->found = n->found || (access->symbol ? access->symbol == n->symbol : n->is_outside);
}

/* Whether a part of the head can be computed before the loop variable is set, as Fortran computes it. */
static bool is_apart(const search *s, const xb_routine *routine, const xb_loop_form *form,
                     const xb_loop_part *part)
{
    const xb_expression *value = copy_part(s->program, part);
    const xb_symbol *variable = form->variable->symbol;
    naming n = {variable, xb_is_from_outside(routine, variable), false};
    xb_accesses_each(xb_footprints_of(xb_run_analyses(s->run)), XB_VIEW_READ, &value->node, see_access, &n);
    return is_storable(s, value) && !n.found;
}

/* Whether bound and step are hoisted: those of a loop that counts, which are evaluated once. A loop with the
 * bound on the left is none of Fortran's. @param form receives the form if so */
static bool is_count_hoisted(const search *s, const xb_routine *routine, const xb_flow_vertex *vertex,
                             xb_loop_form *form)
{
    search count = *s;
    count.is_count = true;
    if (vertex->node.kind != XB_KIND_FOR_LOOP || !vertex->update ||
        !(has_call_that_must_leave(&count, vertex->condition) ||
          has_call_that_must_leave(&count, vertex->update->value)) ||
        !xb_loop_form_of(vertex, form))
        return false;
    const xb_expression *condition = vertex->condition;
    return xb_expression_operand(condition, condition->root, 2) == form->bound.vertex &&
           is_storable(s, form->first.expression) && is_apart(s, routine, form, &form->step) &&
           is_apart(s, routine, form, &form->bound);
}

static bool is_any_hoisted(search *s, const xb_routine *routine)
{
    const xb_flow_graph *flow = &routine->flow;
    xb_loop_form form;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        if (is_condition_hoisted(s, flow, v) || is_start_hoisted(s, flow->vertices.items[v]) ||
            is_count_hoisted(s, routine, flow->vertices.items[v], &form))
            return true;
    return false;
}

xb_status xb_conditionhoisting_choose(xb_run *run, void *settings, xb_algorithm_choice *choice)
{
    search s = search_in(run);
    (void)settings;
    for (size_t i = 0; !xb_run_gives(run, XB_PROPERTY_DECIDED) && i < s.program->routines.count; i++)
        if (is_any_hoisted(&s, s.program->routines.items[i]))
            *choice = (xb_algorithm_choice){.algorithm = xb_algorithm_conditionhoisting.name};
    return XB_STATUS_OK;
}

/* ---- hoisting ------------------------------------------------------------------------------------------ */

typedef struct hoisting {
    search search;
    const xb_routine *routine;
    xb_routine *derived;          /* of copies */
    const xb_flow_vertex *vertex; /* that something is hoisted from */
    xb_list *before;              /* by vertex: statements that are executed before it */
    unsigned count;               /* of statements */
} hoisting;

static void assign_before(hoisting *h, uint32_t v, xb_symbol *variable, const xb_expression *value)
{
    xb_program *program = h->search.program;
    const char *id =
        xb_arena_format(program->arena, "_condition_%u_of_%s", ++h->count, h->routine->symbol->id->text);
    xb_assignment *assignment = xb_build_assignment(program, id, xb_build_reference(program, variable),
                                                    xb_copy_expression(program, value));
    assignment->statement.node.line = h->vertex->node.line;
    assignment->line_number = xb_node_source_line(&h->vertex->node);
    xb_list_append(program->arena, &h->before[v], assignment);
}

static void assign_before_ends(hoisting *h, uint32_t v, xb_symbol *variable, const xb_expression *value)
{
    const xb_flow_graph *flow = &h->routine->flow;
    for (uint32_t e = xb_graph_first_in(&flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&flow->graph, e)) {
        uint32_t end = xb_graph_source(&flow->graph, e);
        const xb_node *source = flow->vertices.items[end];
        if (source->kind == XB_KIND_END_LOOP)
            assign_before(h, end, variable, value);
    }
}

static xb_symbol *variable_for(const hoisting *h, const char *name, const xb_expression *expression)
{
    xb_program *program = h->search.program;
    const xb_shape shape = shape_of(&h->search, expression);
    const xb_temporary_type type = {shape.type, shape.fe_type, 0, NULL, false};
    return xb_temporary_create(program, h->routine->scope, name, type);
}

static xb_expression *reference_to(const hoisting *h, xb_symbol *variable)
{
    xb_program *program = h->search.program;
    return xb_build_leaf(program, xb_build_reference(program, variable));
}

static void hoist_condition(hoisting *h, uint32_t v, xb_flow_vertex *copy)
{
    xb_symbol *variable = variable_for(h, "condition", copy->condition);
    if (copy->node.kind != XB_KIND_POST_LOOP)
        assign_before(h, v, variable, copy->condition);
    assign_before_ends(h, v, variable, copy->condition);
    copy->condition = reference_to(h, variable);
}

static void hoist_start(hoisting *h, uint32_t v, xb_flow_vertex *copy)
{
    xb_symbol *variable = variable_for(h, "first", copy->initialization->value);
    assign_before(h, v, variable, copy->initialization->value);
    copy->initialization->value = reference_to(h, variable);
}

/* A part that is replaced. */
typedef struct replacement {
    xb_program *program;
    uint32_t vertex;
    xb_symbol *variable;
} replacement;

static void *replace(void *context, uint32_t vertex)
{
    const replacement *r = context;
    return vertex == r->vertex ? xb_build_reference(r->program, r->variable) : NULL;
}

/* @return what the part belongs to, with a variable in its place */
static xb_expression *hoist_part(hoisting *h, uint32_t v, const char *name, const xb_loop_part *part)
{
    xb_program *program = h->search.program;
    const xb_expression *value = copy_part(program, part);
    replacement r = {program, part->vertex, variable_for(h, name, value)};
    assign_before(h, v, r.variable, value);
    xb_expression *rest = xb_build_expression(program);
    rest->root = xb_copy_subexpression(program, part->expression, part->expression->root, rest, replace, &r);
    return rest;
}

/* In the order in which they are evaluated, and all that one of them may change. */
static void hoist_count(hoisting *h, uint32_t v, const xb_loop_form *form, xb_flow_vertex *copy)
{
    if (!form->first.constant)
        hoist_start(h, v, copy);
    if (!form->step.constant)
        copy->update->value = hoist_part(h, v, "step", &form->step);
    if (!form->bound.constant)
        copy->condition = hoist_part(h, v, "bound", &form->bound);
}

static void hoist_from_vertex(hoisting *h, uint32_t v)
{
    const xb_flow_vertex *vertex = h->vertex = h->routine->flow.vertices.items[v];
    xb_provenance_of_node(h->search.program, &vertex->node);
    xb_loop_form form;
    if (is_count_hoisted(&h->search, h->routine, vertex, &form))
        hoist_count(h, v, &form, h->derived->flow.vertices.items[v]);
    else if (is_start_hoisted(&h->search, vertex))
        hoist_start(h, v, h->derived->flow.vertices.items[v]);
    if (is_condition_hoisted(&h->search, &h->routine->flow, v))
        hoist_condition(h, v, h->derived->flow.vertices.items[v]);
}

static void hoist_in(search *s, xb_routine *routine, const uint64_t *ordinals)
{
    const uint32_t count = routine->flow.graph.vertex_count;
    hoisting h = {.search = *s,
                  .routine = routine,
                  .derived = xb_copy_whole_routine(s->program, routine),
                  .before = xb_arena_array(s->program->arena, count, sizeof *h.before)};
    for (uint32_t v = 0; v < count; v++)
        hoist_from_vertex(&h, v);
    xb_forget_chains(s->run, h.derived);
    xb_keep_origins(s->run, routine, ordinals, h.derived);
    xb_derive_one(s->program, &routine->node, &h.derived->node);
    xb_insert_blocks(s->run, h.derived, h.before);
}

static xb_status hoist(xb_run *run)
{
    search s = search_in(run);
    xb_arena *arena = s.program->arena;
    const uint64_t *ordinals = xb_call_ordinals(s.program, arena, xb_run_scratch(run));
    xb_list routines = {.count = 0};
    for (size_t i = 0; i < s.program->routines.count; i++)
        if (is_any_hoisted(&s, s.program->routines.items[i]))
            xb_list_append(arena, &routines, s.program->routines.items[i]);
    for (size_t i = 0; i < routines.count; i++)
        hoist_in(&s, routines.items[i], ordinals);
    return XB_STATUS_OK;
}

static const char *const gives[] = {XB_PROPERTY_DECIDED, XB_PROPERTY_REWRITTEN, NULL};

static const xb_action actions[] = {{"hoisting", NULL, hoist}, {.name = NULL}};

const xb_algorithm xb_algorithm_conditionhoisting = {
    .name = "conditionhoisting",
    .summary = "compute conditions in statements of their own where functions in them change derivatives",
    .gives = gives,
    .actions = actions,
};
