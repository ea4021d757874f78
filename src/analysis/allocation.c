/*
 * A routine asks for a variable by the intrinsic, or by passing it to a routine that asks for its formal
 * argument. What is asked for from outside is asked for by callers, too: one search backward from all that
 * ask, which goes through each routine once. Likewise for what is allocated.
 */
#include "analysis/allocation.h"

#include "analysis/calls.h"
#include "ir/closure.h"
#include "ir/declaration.h"
#include "ir/runtime_call.h"
#include "traverse/traverse.h"

/* A routine that has a variable whose allocation may be asked for: if the formal argument's is, unless NULL.
 */
typedef struct mention {
    const xb_routine *routine;
    const xb_symbol *symbol, *formal;
} mention;

typedef struct answers {
    const xb_call_graph *calls;
    const xb_symbol **outside; /* by vertex of a routine: what it, or what it calls, asks for from outside */
    const xb_symbol **formals; /* likewise, of its own formal arguments; NULL: nothing */
} answers;

/* ---- looking ------------------------------------------------------------------------------------------- */

typedef struct looking {
    xb_arena *scratch;
    xb_closure asked;          /* symbols */
    xb_vector mentions;        /* mention */
    const xb_routine *routine; /* the one under way */
} looking;

static void note(looking *l, const xb_symbol *symbol, const xb_symbol *formal)
{
    *(mention *)xb_vector_push(l->scratch, &l->mentions, sizeof(mention)) =
        (mention){l->routine, symbol, formal};
}

static xb_visit look_at_expression(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_expression *expression = (const xb_expression *)node;
    l->routine = xb_walk_routine(walk);
    for (uint32_t v = 0; l->routine && v < expression->graph.vertex_count; v++) {
        const xb_intrinsic_code code = xb_vertex_intrinsic(xb_expression_vertex(expression, v));
        const uint32_t operand = code == XB_INTRINSIC_ALLOCATED || code == XB_INTRINSIC_ASSOCIATED
                                     ? xb_expression_operand(expression, v, 1)
                                     : XB_GRAPH_NONE;
        const xb_vertex *of = operand == XB_GRAPH_NONE ? NULL : xb_expression_vertex(expression, operand);
        if (!of || of->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        xb_closure_add(&l->asked, ((const xb_reference *)of)->symbol);
        note(l, ((const xb_reference *)of)->symbol, NULL);
    }
    return XB_VISIT_CONTINUE;
}

xb_symbol *xb_allocated_by(const xb_statement *statement)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)statement;
    if (statement->node.kind != XB_KIND_INLINABLE_CALL ||
        (!xb_runtime_is(call->name->text, XB_RUNTIME_ALLOCATE_MATCHING) &&
         !xb_runtime_is(call->name->text, XB_RUNTIME_ALLOCATE_SHAPE)))
        return NULL;
    return ((const xb_argument *)call->arguments.items[0])->reference->symbol;
}

static xb_visit look_at_allocation(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    const xb_symbol *symbol = xb_allocated_by((const xb_statement *)node);
    l->routine = xb_walk_routine(walk);
    if (!l->routine || !symbol || !xb_symbol_is_active(symbol))
        return XB_VISIT_CONTINUE;
    xb_closure_add(&l->asked, symbol);
    note(l, symbol, NULL);
    return XB_VISIT_CONTINUE;
}

static void look_at_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    looking *l = context;
    if (!formal || xb_symbol_is_sized(formal->symbol))
        return;
    xb_closure_imply(&l->asked, formal->symbol, actual->symbol);
    note(l, actual->symbol, formal->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    looking *l = context;
    l->routine = xb_walk_routine(walk);
    if (l->routine)
        xb_call_passes(xb_walk_program(walk), node, look_at_argument, l);
    return XB_VISIT_CONTINUE;
}

/* ---- who asks ------------------------------------------------------------------------------------------ */

/* Vertices of routines that ask for something from outside, whose callers are still to be told. */
typedef struct spreading {
    const answers *found;
    uint32_t *open, count;
} spreading;

static void tell(spreading *s, uint32_t vertex, const xb_symbol *symbol)
{
    if (s->found->outside[vertex])
        return;
    s->found->outside[vertex] = symbol;
    s->open[s->count++] = vertex;
}

static void tell_callers(spreading *s)
{
    const xb_graph *graph = &s->found->calls->graph;
    while (s->count > 0) {
        const uint32_t callee = s->open[--s->count];
        for (uint32_t e = xb_graph_first_in(graph, callee); e != XB_GRAPH_NONE;
             e = xb_graph_next_in(graph, e))
            tell(s, xb_graph_source(graph, e), s->found->outside[callee]);
    }
}

static void spread(const answers *found, looking *l)
{
    spreading s = {found, xb_arena_array(l->scratch, found->calls->graph.vertex_count + 1, sizeof *s.open),
                   0};
    const mention *all = l->mentions.items;
    for (size_t i = 0; i < l->mentions.count; i++) {
        const uint32_t vertex = xb_calls_vertex(found->calls, all[i].routine);
        if (vertex == XB_GRAPH_NONE || (all[i].formal && !xb_closure_has(&l->asked, all[i].formal)))
            continue;
        if (xb_is_from_outside(all[i].routine, all[i].symbol))
            tell(&s, vertex, all[i].symbol);
        else if (xb_formals_find(&all[i].routine->formals, all[i].symbol))
            found->formals[vertex] = all[i].symbol;
    }
    tell_callers(&s);
}

static void *find(xb_analyses *analyses, xb_arena *arena, const xb_visitor *visitor)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    const xb_call_graph *calls = xb_calls_of(analyses);
    looking l = {.scratch = scratch, .asked = {.arena = scratch, .scratch = scratch}};
    answers *found = xb_arena_alloc(arena, sizeof *found);
    *found = (answers){calls, xb_arena_array(arena, calls->graph.vertex_count + 1, sizeof *found->outside),
                       xb_arena_array(arena, calls->graph.vertex_count + 1, sizeof *found->formals)};
    xb_traverse(program, scratch, &program->node, visitor, &l);
    xb_closure_complete(&l.asked);
    spread(found, &l);
    return found;
}

static void *find_inquiries(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call,
                                                 [XB_KIND_EXPRESSION] = look_at_expression},
                                       .view = XB_VIEW_READ};
    return find(analyses, arena, &visitor);
}

static void *find_allocations(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call,
                                                 [XB_KIND_INLINABLE_CALL] = look_at_allocation},
                                       .view = XB_VIEW_READ};
    return find(analyses, arena, &visitor);
}

static const xb_symbol *first_of(const answers *found, const xb_routine *routine)
{
    const uint32_t vertex = xb_calls_vertex(found->calls, routine);
    if (vertex == XB_GRAPH_NONE)
        return NULL;
    return found->outside[vertex] ? found->outside[vertex] : found->formals[vertex];
}

const xb_symbol *xb_inquiry_of(xb_analyses *analyses, const xb_routine *routine)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find_inquiries};
    return first_of(xb_analyses_get(analyses, &analysis), routine);
}

const xb_symbol *xb_allocation_of(xb_analyses *analyses, const xb_routine *routine)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find_allocations};
    return first_of(xb_analyses_get(analyses, &analysis), routine);
}
