/*
 * The expressions of a vertex are looked through for function calls, at any depth, that have to leave them;
 * one is enough. What is hoisted is evaluated where control comes to the vertex: from an EndLoop in the next
 * round, from elsewhere at the beginning. If jumps lead into a loop around its head, that tells nothing of
 * ForLoops and PostLoops, which then stay as they are.
 */
#include "algorithms/conditionhoisting/hoistable.h"

#include "analysis/calls.h"
#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/regions.h"
#include "analysis/overlap.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "traverse/traverse.h"

typedef struct search {
    xb_run *run;
    xb_program *program;
    const xb_hosts *hosts;
    const xb_routine *routine;
    size_t number;   /* of the routine */
    bool is_tangent; /* derivatives are propagated wherever values are, within expressions, too */
    bool is_head;    /* what is looked at is the condition or the update of a ForLoop, whose variable changes
                        before */
} search;

static xb_visit stop(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_STOP;
}

static bool has_call(search *s, const xb_reference *argument)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = stop}, .view = XB_VIEW_READ};
    return xb_traverse(s->program, xb_run_scratch(s->run), (xb_node *)&argument->vertex.node, &visitor,
                       NULL) == XB_VISIT_STOP;
}

/* Whether an argument is converted, which needs statements around the call. */
static bool has_conversion(search *s, const xb_reference *argument, const xb_formal *formal)
{
    if (!formal || xb_symbol_is_active(argument->symbol) == xb_symbol_is_active(formal->symbol))
        return false;
    return xb_effects_modifies(xb_effects_of(xb_run_analyses(s->run)), formal) || has_call(s, argument) ||
           (s->is_head && xb_has_variable_subscript(argument));
}

/* A function within a host uses variables of the version that calls it, so that each version has its own. */
static bool must_leave(search *s, const xb_function_call *call)
{
    const xb_routine *callee = xb_program_routine(s->program, call->symbol);
    if (!callee || !xb_routine_is_procedure(callee))
        return false;
    for (size_t i = 0; i < call->arguments.count; i++)
        if (has_conversion(s, call->arguments.items[i], xb_routine_formal(callee, (uint32_t)i + 1)))
            return true;
    return !s->is_tangent && (xb_host_of(s->hosts, callee) ||
                              xb_function_changes_active(xb_footprints_of(xb_run_analyses(s->run)), callee,
                                                         call->arguments.count));
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    return must_leave(context, (const xb_function_call *)node) ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

xb_shape xb_hoisted_shape(xb_run *run, const xb_expression *expression)
{
    return xb_shapes_of(xb_run_analyses(run), xb_run_program(run)->arena, expression, NULL,
                        NULL)[expression->root];
}

/* Whether a variable can hold the value of an expression. */
static bool is_storable(search *s, const xb_expression *expression)
{
    const xb_shape shape = xb_hoisted_shape(s->run, expression);
    return shape.rank <= 0 && !shape.conflict &&
           (shape.type == XB_TYPE_BOOL || shape.type == XB_TYPE_INTEGER);
}

static bool has_call_that_must_leave(search *s, xb_expression *expression)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = see_call}, .view = XB_VIEW_READ};
    return expression &&
           xb_traverse(s->program, xb_run_scratch(s->run), &expression->node, &visitor, s) == XB_VISIT_STOP;
}

static bool has_to_be_hoisted(search *s, xb_expression *expression)
{
    return has_call_that_must_leave(s, expression) && is_storable(s, expression);
}

/* ---- ends ---------------------------------------------------------------------------------------------- */

typedef struct ends {
    bool any;      /* control comes back to the loop from some EndLoop */
    bool by_jumps; /* and may come there without having passed the loop's vertex */
} ends;

static ends ends_of(search *s, uint32_t loop)
{
    const xb_flow_graph *flow = &s->routine->flow;
    ends found = {false, false};
    const xb_regions *regions = NULL;
    for (uint32_t e = xb_graph_first_in(&flow->graph, loop); e != XB_GRAPH_NONE;
         e = xb_graph_next_in(&flow->graph, e)) {
        const xb_node *source = flow->vertices.items[xb_graph_source(&flow->graph, e)];
        if (source->kind != XB_KIND_END_LOOP)
            continue;
        regions = regions ? regions : xb_regions_of(xb_run_analyses(s->run), s->number);
        found.any = true;
        found.by_jumps = found.by_jumps || !regions || !xb_regions_leads_back(regions, e);
    }
    return found;
}

/* ---- loops --------------------------------------------------------------------------------------------- */

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

xb_expression *xb_hoisted_part(xb_program *program, const xb_loop_part *part)
{
    xb_expression *copy = xb_build_expression(program);
    copy->root = xb_copy_subexpression(program, part->expression, part->vertex, copy, NULL, NULL);
    return copy;
}

/* Whether a part of the head can be computed before the loop variable is set, as Fortran computes it. */
static bool is_apart(search *s, const xb_loop_form *form, const xb_loop_part *part)
{
    const xb_expression *value = xb_hoisted_part(s->program, part);
    const xb_symbol *variable = form->variable->symbol;
    naming n = {variable, xb_is_from_outside(s->routine, variable), false};
    xb_accesses_each(xb_footprints_of(xb_run_analyses(s->run)), XB_VIEW_READ, &value->node, see_access, &n);
    return is_storable(s, value) && !n.found;
}

/* The reference on the left-hand side of a condition, NULL if there is something else. */
static const xb_reference *left_of(const xb_expression *condition)
{
    uint32_t left = xb_expression_operand(condition, condition->root, 1);
    const xb_vertex *vertex = left == XB_GRAPH_NONE ? NULL : xb_expression_vertex(condition, left);
    return vertex && vertex->node.kind == XB_KIND_VARIABLE_REFERENCE ? (const xb_reference *)vertex : NULL;
}

/* Whether the iterations of a ForLoop may be counted at its entry, whose bound and step are evaluated only
 * there: what its update increases may be what its condition has on the left, whatever the two call it. */
static bool may_count(search *s, const xb_flow_vertex *loop)
{
    const xb_reference *variable = loop->update->target, *left = left_of(loop->condition);
    xb_increment increment;
    bool increases =
        variable->subscripts.count > 0 || xb_increment_of(loop->update->value, variable->symbol, &increment);
    if (!left || !increases || variable->symbol->type != XB_TYPE_INTEGER)
        return false;
    xb_sharing counted = {.analyses = xb_run_analyses(s->run)};
    xb_sharing_add(xb_run_scratch(s->run), &counted, variable, loop);
    return xb_sharing_overlaps(&counted, left, NULL);
}

/* A loop whose condition has the variable on the left is one of Fortran's. */
static bool counts(search *s, const xb_flow_vertex *loop)
{
    xb_loop_form form;
    return xb_loop_form_of(loop, &form) && form.settled && is_storable(s, form.first.expression) &&
           is_apart(s, &form, &form.step) && is_apart(s, &form, &form.bound);
}

static xb_hoisted of_for_loop(search *s, uint32_t v, const xb_flow_vertex *loop)
{
    if (!loop->initialization || !loop->condition || !loop->update)
        return XB_HOISTED_NOTHING;
    s->is_head = true;
    bool is_needed =
        has_call_that_must_leave(s, loop->condition) || has_call_that_must_leave(s, loop->update->value);
    s->is_head = false;
    bool is_start = has_to_be_hoisted(s, loop->initialization->value);
    if ((!is_needed && !is_start) || ends_of(s, v).by_jumps)
        return XB_HOISTED_NOTHING;
    if (is_needed && counts(s, loop))
        return XB_HOISTED_COUNT;
    if (is_needed && !may_count(s, loop) && is_storable(s, loop->condition))
        return XB_HOISTED_HEAD;
    return is_start ? XB_HOISTED_START : XB_HOISTED_NOTHING;
}

/* ---- vertices ------------------------------------------------------------------------------------------ */

static xb_hoisted of_post_loop(search *s, uint32_t v, const xb_flow_vertex *loop)
{
    if (!has_to_be_hoisted(s, loop->condition))
        return XB_HOISTED_NOTHING;
    ends found = ends_of(s, v);
    return found.any && !found.by_jumps ? XB_HOISTED_CONDITION : XB_HOISTED_NOTHING;
}

static xb_hoisted of_vertex(search *s, uint32_t v)
{
    const xb_flow_vertex *vertex = s->routine->flow.vertices.items[v];
    switch (vertex->node.kind) {
    case XB_KIND_FOR_LOOP: return of_for_loop(s, v, vertex);
    case XB_KIND_POST_LOOP: return of_post_loop(s, v, vertex);
    default: return has_to_be_hoisted(s, vertex->condition) ? XB_HOISTED_CONDITION : XB_HOISTED_NOTHING;
    }
}

const xb_hoisted *xb_hoisted_find(xb_run *run, const xb_hosts *hosts, size_t routine)
{
    bool apart = xb_run_gives(run, XB_PROPERTY_ADJOINT) || xb_run_gives(run, XB_PROPERTY_NAMED);
    xb_program *program = xb_run_program(run);
    search s = {.run = run,
                .program = program,
                .hosts = hosts,
                .routine = program->routines.items[routine],
                .number = routine,
                .is_tangent = xb_run_gives(run, XB_PROPERTY_TANGENT) && !apart};
    const uint32_t count = s.routine->flow.graph.vertex_count;
    xb_hoisted *all = NULL;
    for (uint32_t v = 0; v < count; v++) {
        xb_hoisted hoisted = of_vertex(&s, v);
        if (hoisted == XB_HOISTED_NOTHING)
            continue;
        all = all ? all : xb_arena_array(program->arena, count, sizeof *all);
        all[v] = hoisted;
    }
    return all;
}
