/*
 * The statement that computes a condition is put into a block before the vertex, and another one before each
 * EndLoop that leads back to it. The head of a ForLoop that counts is evaluated once: variables take the
 * places of its first value, its step and its bound, and the rest of it stays. Another ForLoop becomes a
 * PreLoop, with its initialization before it and its update, then its condition, before each EndLoop.
 *
 * The routine that stands for the original is made of copies, without what the front end knows of definitions
 * and uses, and schedules name its calls as they were.
 */
#include "algorithms/conditionhoisting/conditionhoisting.h"

#include "algorithms/conditionhoisting/hoistable.h"
#include "algorithms/scopemerging/scopemerging.h"
#include "algorithms/support/insertion.h"
#include "algorithms/support/rewriting.h"
#include "algorithms/support/stems.h"
#include "analysis/calls.h"
#include "analysis/shape.h"
#include "ir/build.h"
#include "ir/provenance.h"

xb_status xb_conditionhoisting_choose(xb_run *run, void *settings, xb_algorithm_choice *choice)
{
    const xb_program *program = xb_run_program(run);
    xb_hosts hosts = {0};
    xb_hosts_add(&hosts, program->arena, &program->routines);
    (void)settings;
    for (size_t i = 0; !xb_run_gives(run, XB_PROPERTY_DECIDED) && i < program->routines.count; i++)
        if (xb_hoisted_find(run, &hosts, i))
            *choice = (xb_algorithm_choice){.algorithm = xb_algorithm_conditionhoisting.name};
    return xb_diagnostics_status(program->diagnostics);
}

typedef struct hoisting {
    xb_run *run;
    xb_program *program;
    const xb_routine *routine;
    xb_routine *derived;          /* of copies */
    const xb_flow_vertex *vertex; /* that something is hoisted from */
    xb_list *before;              /* by vertex: statements that are executed before it */
    unsigned count;               /* of statements */
} hoisting;

static void assign_to(hoisting *h, uint32_t v, xb_reference *target, const xb_expression *value)
{
    const char *id = xb_arena_format(h->program->arena, "%s%u_of_%s", xb_free_stem(h->run, "_condition_"),
                                     ++h->count, h->routine->symbol->id->text);
    xb_assignment *assignment =
        xb_build_assignment(h->program, id, target, xb_copy_expression(h->program, value));
    assignment->statement.node.line = h->vertex->node.line;
    assignment->line_number = xb_node_source_line(&h->vertex->node);
    xb_list_append(h->program->arena, &h->before[v], assignment);
}

static void assign_before(hoisting *h, uint32_t v, xb_symbol *variable, const xb_expression *value)
{
    assign_to(h, v, xb_build_reference(h->program, variable), value);
}

/* An assignment of the head is done before a vertex. */
static void repeat_before(hoisting *h, uint32_t v, const xb_assignment *assignment)
{
    assign_to(h, v, xb_copy_reference(h->program, assignment->target), assignment->value);
}

static xb_symbol *variable_for(const hoisting *h, const char *name, const xb_expression *expression)
{
    const xb_shape shape = xb_hoisted_shape(h->run, expression);
    const xb_temporary_type type = {.type = shape.type, .fe_type = shape.fe_type};
    return xb_temporary_create(h->program, h->routine->scope, name, type);
}

static xb_expression *reference_to(const hoisting *h, xb_symbol *variable)
{
    return xb_build_leaf(h->program, xb_build_reference(h->program, variable));
}

/* What a loop does when control comes back to it, before the EndLoops from which it does.
 * @param update NULL: nothing */
static void assign_before_ends(hoisting *h, uint32_t v, const xb_assignment *update, xb_symbol *variable,
                               const xb_expression *condition)
{
    const xb_flow_graph *flow = &h->routine->flow;
    for (uint32_t e = xb_graph_first_in(&flow->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&flow->graph, e)) {
        uint32_t end = xb_graph_source(&flow->graph, e);
        const xb_node *source = flow->vertices.items[end];
        if (source->kind != XB_KIND_END_LOOP)
            continue;
        if (update)
            repeat_before(h, end, update);
        assign_before(h, end, variable, condition);
    }
}

static void hoist_condition(hoisting *h, uint32_t v, xb_flow_vertex *copy)
{
    xb_symbol *variable = variable_for(h, "condition", copy->condition);
    if (copy->node.kind != XB_KIND_POST_LOOP)
        assign_before(h, v, variable, copy->condition);
    assign_before_ends(h, v, copy->update, variable, copy->condition);
    copy->condition = reference_to(h, variable);
}

/* A ForLoop becomes a PreLoop. */
static void hoist_head(hoisting *h, uint32_t v, xb_flow_vertex *copy)
{
    repeat_before(h, v, copy->initialization);
    hoist_condition(h, v, copy);
    copy->node.kind = XB_KIND_PRE_LOOP;
    copy->initialization = copy->update = NULL;
    copy->reversal = XB_REVERSAL_ANONYMOUS;
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
    xb_program *program = h->program;
    const xb_expression *value = xb_hoisted_part(program, part);
    replacement r = {program, part->vertex, variable_for(h, name, value)};
    assign_before(h, v, r.variable, value);
    xb_expression *rest = xb_build_expression(program);
    rest->root = xb_copy_subexpression(program, part->expression, part->expression->root, rest, replace, &r);
    return rest;
}

/* In the order in which they are evaluated, and all that one of them may change. */
static void hoist_count(hoisting *h, uint32_t v, xb_flow_vertex *copy)
{
    xb_loop_form form;
    if (!xb_loop_form_of(h->vertex, &form))
        return;
    if (!form.first.constant)
        hoist_start(h, v, copy);
    if (!form.step.constant)
        copy->update->value = hoist_part(h, v, "step", &form.step);
    if (!form.bound.constant)
        copy->condition = hoist_part(h, v, "bound", &form.bound);
}

static void hoist_from_vertex(hoisting *h, uint32_t v, xb_hoisted what)
{
    xb_flow_vertex *copy = h->derived->flow.vertices.items[v];
    h->vertex = h->routine->flow.vertices.items[v];
    xb_provenance_of_node(h->program, &h->vertex->node);
    switch (what) {
    case XB_HOISTED_NOTHING: break;
    case XB_HOISTED_CONDITION: hoist_condition(h, v, copy); break;
    case XB_HOISTED_START: hoist_start(h, v, copy); break;
    case XB_HOISTED_COUNT: hoist_count(h, v, copy); break;
    case XB_HOISTED_HEAD: hoist_head(h, v, copy); break;
    }
}

/* @param what by vertex */
static void hoist_in(xb_run *run, xb_routine *routine, const uint64_t *ordinals, const xb_hoisted *what)
{
    xb_program *program = xb_run_program(run);
    const uint32_t count = routine->flow.graph.vertex_count;
    hoisting h = {.run = run,
                  .program = program,
                  .routine = routine,
                  .derived = xb_copy_whole_routine(program, routine, NULL, NULL),
                  .before = xb_arena_array(program->arena, count, sizeof *h.before)};
    for (uint32_t v = 0; v < count; v++)
        hoist_from_vertex(&h, v, what[v]);
    xb_forget_chains(run, h.derived);
    xb_keep_origins(run, routine, ordinals, h.derived);
    xb_derive_one(program, &routine->node, &h.derived->node);
    xb_insert_blocks(run, h.derived, h.before);
}

static xb_status hoist(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    const size_t count = program->routines.count;
    const uint64_t *ordinals = xb_call_ordinals(program, program->arena, xb_run_scratch(run));
    const xb_hoisted **what = xb_arena_array(program->arena, count, sizeof *what);
    xb_hosts hosts = {0};
    xb_hosts_add(&hosts, program->arena, &program->routines);
    for (size_t i = 0; i < count; i++)
        what[i] = xb_hoisted_find(run, &hosts, i);
    for (size_t i = 0; i < count; i++)
        if (what[i])
            hoist_in(run, program->routines.items[i], ordinals, what[i]);
    return xb_diagnostics_status(program->diagnostics);
}

static const char *const gives[] = {XB_PROPERTY_DECIDED, XB_PROPERTY_REWRITTEN, NULL};

static const xb_action actions[] = {{"hoisting", NULL, hoist}, {.name = NULL}};

const xb_algorithm xb_algorithm_conditionhoisting = {
    .name = "conditionhoisting",
    .summary = "compute conditions in statements of their own where functions in them change derivatives",
    .gives = gives,
    .actions = actions,
    .choose = xb_scopemerging_choose,
};
