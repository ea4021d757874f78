/*
 * A routine asks for a variable by the intrinsic, or by passing it to a routine that asks for its formal
 * argument. What is asked for from outside is asked for by callers, too.
 */
#include "analysis/inquiries.h"

#include "analysis/calls.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

/* A routine that has a variable whose allocation may be asked for: if the formal argument's is, unless NULL.
 */
typedef struct mention {
    const xb_routine *routine;
    const xb_symbol *symbol, *formal;
} mention;

typedef struct inquiries {
    const xb_call_graph *calls;
    xb_closure asked;   /* symbols */
    xb_vector mentions; /* mention: those that are asked for */
} inquiries;

/* ---- looking ------------------------------------------------------------------------------------------- */

typedef struct looking {
    inquiries *found;
    xb_arena *arena;
    const xb_routine *routine; /* the one under way */
} looking;

static void note(const looking *l, const xb_symbol *symbol, const xb_symbol *formal)
{
    *(mention *)xb_vector_push(l->arena, &l->found->mentions, sizeof(mention)) =
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
        xb_closure_add(&l->found->asked, ((const xb_reference *)of)->symbol);
        note(l, ((const xb_reference *)of)->symbol, NULL);
    }
    return XB_VISIT_CONTINUE;
}

static void look_at_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const looking *l = context;
    if (!formal || formal->symbol->rank <= 0 || formal->symbol->bounds_count > 0)
        return;
    xb_closure_imply(&l->found->asked, formal->symbol, actual->symbol);
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

static void keep_asked(inquiries *found)
{
    mention *all = found->mentions.items;
    uint32_t count = 0;
    for (size_t i = 0; i < found->mentions.count; i++)
        if (!all[i].formal || xb_closure_has(&found->asked, all[i].formal))
            all[count++] = all[i];
    found->mentions.count = count;
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call,
                                                 [XB_KIND_EXPRESSION] = look_at_expression},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    xb_arena *scratch = xb_analyses_scratch(analyses);
    inquiries *found = xb_arena_alloc(arena, sizeof *found);
    *found = (inquiries){.calls = xb_calls_of(analyses), .asked = {.arena = arena, .scratch = scratch}};
    looking l = {.found = found, .arena = arena};
    xb_traverse(program, scratch, &program->node, &visitor, &l);
    xb_closure_complete(&found->asked);
    keep_asked(found);
    return found;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

static bool is_formal_of(const xb_routine *routine, const xb_symbol *symbol)
{
    for (size_t i = 0; i < routine->formals.count; i++)
        if (((const xb_formal *)routine->formals.items[i])->symbol == symbol)
            return true;
    return false;
}

const xb_symbol *xb_inquiry_of(xb_analyses *analyses, const xb_routine *routine)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find};
    const inquiries *found = xb_analyses_get(analyses, &analysis);
    const mention *all = found->mentions.items;
    const uint32_t vertex = xb_calls_vertex(found->calls, routine);
    if (found->mentions.count == 0 || vertex == XB_GRAPH_NONE)
        return NULL;
    xb_arena *scratch = xb_analyses_scratch(analyses);
    bool *reached = xb_arena_array(scratch, found->calls->graph.vertex_count, sizeof *reached);
    xb_graph_reachable(scratch, &found->calls->graph, vertex, reached);
    for (size_t i = 0; i < found->mentions.count; i++) {
        const uint32_t asker = xb_calls_vertex(found->calls, all[i].routine);
        const bool is_outside = xb_is_from_outside(all[i].routine, all[i].symbol);
        if (all[i].routine == routine ? is_outside || is_formal_of(routine, all[i].symbol)
                                      : asker != XB_GRAPH_NONE && reached[asker] && is_outside)
            return all[i].symbol;
    }
    return NULL;
}
