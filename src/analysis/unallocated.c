/*
 * Which arrays are allocated by assignments follows from these, backward through calls. In each routine,
 * callers first, a forward data-flow analysis finds those of them that may not be there: what is not there on
 * entry stays so until it is assigned as a whole, referred to in part, read, or passed to what certainly
 * assigns it, or declares bounds. What may be missing at a call may be so in the callee. A marker that may
 * stand for statements is taken to allocate what is needed after it; in a program that has such ones, arrays
 * from outside are taken to be there when it begins.
 */
#include "analysis/unallocated.h"

#include "analysis/calls.h"
#include "analysis/dataflow.h"
#include "analysis/footprints.h"
#include "analysis/accesses.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "ir/closure.h"
#include "ir/declaration.h"
#include "ir/node_map.h"
#include "traverse/traverse.h"

/* The result. */
typedef struct unallocated {
    const xb_footprints *footprints;
    xb_node_set formals; /* formal arguments that may be missing */
    xb_map passed;       /* by number of a call and position: arguments that may be missing there */
} unallocated;

/* A routine, and what may be missing when it begins. */
typedef struct entered {
    const xb_routine *routine;
    xb_node_numbers numbers; /* of symbols among these */
    xb_list missing;         /* xb_symbol: from outside, its own, formal arguments */
    bool open;               /* whether it is to be looked at, again */
} entered;

typedef struct search {
    xb_program *program;
    xb_arena *arena, *scratch;
    const xb_footprints *footprints;
    const xb_storage *storage;
    const xb_call_graph *calls;
    xb_closure assigned; /* as a whole */
    bool has_markers;    /* that may stand for statements */
    entered outside;     /* arrays from outside that are passed */
    entered *routines;   /* by vertex of the call graph */
    unallocated *result;
    xb_node_set untouched; /* references for which an array need not be there */
    /* of the routine under way: */
    entered *at;
    size_t
        count; /* of what may be missing when it begins; more may be found under way, and is left for later */
    uint64_t *now;   /* what may be missing */
    uint64_t **left; /* by vertex: what it leaves missing */
    bool notes;      /* whether calls are to be noted, not only what they leave */
} search;

static bool is_unsized(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !xb_symbol_is_sized(symbol);
}

/* Whether an array is passed as a whole, as it is, there or not. */
static bool is_passed_on(const xb_reference *actual, const xb_formal *formal)
{
    return formal && is_unsized(formal->symbol) && is_unsized(actual->symbol) &&
           actual->subscripts.count == 0;
}

/* ---- what is allocated by assignments ------------------------------------------------------------------ */

static xb_visit look_at_assignment(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_reference *target = ((const xb_assignment *)node)->target;
    (void)walk;
    if (is_unsized(target->symbol) && target->subscripts.count == 0)
        xb_closure_add(&s->assigned, target->symbol);
    return XB_VISIT_CONTINUE;
}

static void imply(void *context, const xb_reference *actual, const xb_formal *formal)
{
    search *s = context;
    if (is_passed_on(actual, formal))
        xb_closure_imply(&s->assigned, formal->symbol, actual->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, imply, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit look_at_marker(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    (void)walk;
    s->has_markers = s->has_markers || xb_marker_is_unknown((const xb_marker *)node);
    return XB_VISIT_CONTINUE;
}

static void find_assigned(search *s)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                                 [XB_KIND_FUNCTION_CALL] = look_at_call,
                                                 [XB_KIND_ASSIGNMENT] = look_at_assignment,
                                                 [XB_KIND_MARKER] = look_at_marker},
                                       .view = XB_VIEW_READ};
    xb_traverse(s->program, s->scratch, &s->program->node, &visitor, s);
    xb_closure_complete(&s->assigned);
}

/* ---- what is missing on entry -------------------------------------------------------------------------- */

static void let_be_missing(search *s, entered *e, const xb_symbol *symbol)
{
    if (xb_node_numbers_get(&e->numbers, &symbol->node) != XB_NO_NUMBER)
        return;
    xb_node_numbers_put(s->arena, &e->numbers, &symbol->node, e->missing.count);
    xb_list_append(s->arena, &e->missing, symbol);
    e->open = true;
}

/* Its own arrays are not there when a routine begins. */
static void enter_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    search *s = context;
    const xb_symbol *symbol = actual->symbol;
    if (!is_passed_on(actual, formal) || !xb_closure_has(&s->assigned, symbol))
        return;
    if (xb_is_from_outside(s->at->routine, symbol))
        let_be_missing(s, &s->outside, symbol);
    else if (!xb_storage_is_formal(s->storage, symbol))
        let_be_missing(s, s->at, symbol);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    uint32_t v = xb_calls_vertex(s->calls, xb_walk_routine(walk));
    if (v == XB_GRAPH_NONE)
        return XB_VISIT_CONTINUE;
    s->at = &s->routines[v];
    s->at->routine = xb_walk_routine(walk);
    xb_call_passes(xb_walk_program(walk), node, enter_passed, s);
    return XB_VISIT_CONTINUE;
}

static bool is_called(const search *s, uint32_t v)
{
    const xb_graph *graph = &s->calls->graph;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        if (xb_graph_source(graph, e) != v)
            return true;
    return false;
}

/* Nor are arrays from outside when the program does. */
static void enter_all(search *s)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = enter_call, [XB_KIND_FUNCTION_CALL] = enter_call},
        .view = XB_VIEW_READ};
    xb_traverse(s->program, s->scratch, &s->program->node, &visitor, s);
    for (uint32_t v = 0; v < s->calls->graph.vertex_count; v++)
        for (size_t i = 0; !s->has_markers && !is_called(s, v) && i < s->outside.missing.count; i++)
            let_be_missing(s, &s->routines[v], s->outside.missing.items[i]);
}

/* ---- what statements do -------------------------------------------------------------------------------- */

/* Number of an array that may be missing in the routine under way; XB_NO_NUMBER: it is none. */
static uint32_t number_of(const search *s, const xb_symbol *symbol)
{
    const uint32_t number = xb_node_numbers_get(&s->at->numbers, &symbol->node);
    return number < s->count ? number : XB_NO_NUMBER;
}

static bool is_missing(const search *s, const xb_symbol *symbol)
{
    const uint32_t number = number_of(s, symbol);
    return number != XB_NO_NUMBER && xb_bits_has(s->now, number);
}

static void let_be_there(search *s, const xb_symbol *symbol)
{
    const uint32_t number = number_of(s, symbol);
    if (number != XB_NO_NUMBER)
        xb_bits_remove(s->now, number);
}

static void leave_untouched(search *s, const xb_reference *reference)
{
    xb_node_set_add(s->arena, &s->untouched, &reference->vertex.node);
}

static xb_visit refer(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    (void)walk;
    if (!xb_node_set_has(&s->untouched, node))
        let_be_there(s, ((const xb_reference *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

/* What is asked for need not be there. */
static xb_visit enter_expression(xb_walk *walk, xb_node *node, void *context)
{
    const xb_expression *expression = (const xb_expression *)node;
    (void)walk;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        uint32_t operand = xb_vertex_intrinsic(xb_expression_vertex(expression, v)) == XB_INTRINSIC_ALLOCATED
                               ? xb_expression_operand(expression, v, 1)
                               : XB_GRAPH_NONE;
        if (operand != XB_GRAPH_NONE &&
            xb_expression_vertex(expression, operand)->node.kind == XB_KIND_VARIABLE_REFERENCE)
            leave_untouched(context, (const xb_reference *)xb_expression_vertex(expression, operand));
    }
    return XB_VISIT_CONTINUE;
}

/* The target is assigned last. */
static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    leave_untouched(context, ((const xb_assignment *)node)->target);
    return XB_VISIT_CONTINUE;
}

static xb_visit leave_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    let_be_there(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* A call under way. */
typedef struct calling {
    search *s;
    entered *callee;
    uint32_t site;
} calling;

static void pass(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const calling *c = context;
    search *s = c->s;
    if (!is_passed_on(actual, formal) || !is_missing(s, actual->symbol))
        return;
    leave_untouched(s, actual);
    if (!s->notes)
        return;
    xb_node_set_add(s->arena, &s->result->formals, &formal->symbol->node);
    let_be_missing(s, c->callee, formal->symbol);
    if (c->site > 0)
        xb_map_put(s->arena, &s->result->passed, c->site, formal->position, formal);
}

static void come_back(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const calling *c = context;
    if (is_passed_on(actual, formal) && xb_formal_use_of(c->s->footprints, formal).written)
        let_be_there(c->s, actual->symbol);
}

/* What is missing from outside is so in the callee, and may be there after it. */
static void pass_outside(search *s, entered *callee)
{
    const xb_footprint *footprint = xb_footprint_of(s->footprints, callee->routine);
    for (size_t i = 0; s->notes && i < s->count; i++)
        if (xb_bits_has(s->now, i) && xb_is_from_outside(callee->routine, s->at->missing.items[i]))
            let_be_missing(s, callee, s->at->missing.items[i]);
    for (size_t i = 0; footprint && i < footprint->written.count; i++)
        let_be_there(s, footprint->written.items[i]);
}

static xb_visit go_through_call(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *routine = xb_program_routine(xb_walk_program(walk), xb_called_symbol(node));
    uint32_t v = xb_calls_vertex(s->calls, routine);
    if (v == XB_GRAPH_NONE)
        return XB_VISIT_CONTINUE;
    calling c = {s, &s->routines[v],
                 node->kind == XB_KIND_SUBROUTINE_CALL ? ((const xb_call *)node)->site : 0};
    c.callee->routine = routine;
    xb_call_passes(xb_walk_program(walk), node, pass, &c);
    xb_call_passes(xb_walk_program(walk), node, come_back, &c);
    pass_outside(s, c.callee);
    return XB_VISIT_CONTINUE;
}

static xb_visit go_through_marker(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    (void)walk;
    for (size_t i = 0; xb_marker_is_unknown((const xb_marker *)node) && i < s->count; i++)
        let_be_there(s, s->at->missing.items[i]);
    return XB_VISIT_CONTINUE;
}

static void go_through(search *s, uint32_t v)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = refer,
                                                 [XB_KIND_EXPRESSION] = enter_expression,
                                                 [XB_KIND_ASSIGNMENT] = enter_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = go_through_call,
                                                 [XB_KIND_FUNCTION_CALL] = go_through_call,
                                                 [XB_KIND_MARKER] = go_through_marker},
                                       .leave = {[XB_KIND_ASSIGNMENT] = leave_assignment},
                                       .view = XB_VIEW_READ};
    xb_traverse(s->program, s->scratch, s->at->routine->flow.vertices.items[v], &visitor, s);
}

/* ---- data flow ----------------------------------------------------------------------------------------- */

/* By vertex: what is missing after it of all that is missing before it, at most. */
static uint64_t **find_left(search *s)
{
    const uint32_t vertices = s->at->routine->flow.graph.vertex_count;
    uint64_t **left = xb_arena_array(s->arena, vertices + 1, sizeof(uint64_t *));
    s->notes = false;
    for (uint32_t v = 0; v < vertices; v++) {
        left[v] = s->now = xb_bits_create(s->arena, s->count);
        for (size_t i = 0; i < s->count; i++)
            xb_bits_add(s->now, i);
        go_through(s, v);
    }
    return left;
}

static void pass_over(void *context, uint32_t vertex, uint64_t *set)
{
    const search *s = context;
    xb_bits_intersect(set, s->left[vertex], xb_bits_words(s->count));
}

/* What may be missing where: all of it where the routine begins. */
static xb_dataflow find_missing(search *s)
{
    const xb_flow_graph *flow = &s->at->routine->flow;
    bool *starts = xb_arena_array(s->arena, flow->graph.vertex_count + 1, sizeof *starts);
    uint64_t *all = xb_bits_create(s->arena, s->count);
    s->left = find_left(s);
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        starts[v] = ((const xb_node *)flow->vertices.items[v])->kind == XB_KIND_ENTRY;
    for (size_t i = 0; i < s->count; i++)
        xb_bits_add(all, i);
    xb_dataflow result = {.graph = &flow->graph,
                          .count = s->count,
                          .starts = starts,
                          .first = all,
                          .pass = pass_over,
                          .context = s};
    xb_dataflow_solve(s->arena, &result);
    return result;
}

static void look_into(search *s, entered *e)
{
    e->open = false;
    s->at = e;
    s->count = e->missing.count;
    const xb_dataflow missing = find_missing(s);
    s->notes = true;
    s->now = xb_bits_create(s->arena, s->count);
    for (uint32_t v = 0; v < e->routine->flow.graph.vertex_count; v++)
        if (xb_dataflow_before(&missing, v, s->now))
            go_through(s, v);
}

/* Callers come first, so that most routines are looked into once. */
static void look_into_all(search *s)
{
    const uint32_t count = s->calls->graph.vertex_count;
    uint32_t *order = xb_arena_array(s->arena, count + 1, sizeof *order);
    xb_graph_postorder(s->arena, &s->calls->graph, order);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;)
            if (s->routines[order[i]].open && s->routines[order[i]].routine) {
                look_into(s, &s->routines[order[i]]);
                changed = true;
            }
    }
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    search *s = xb_arena_alloc(arena, sizeof *s);
    *s = (search){.program = xb_analyses_program(analyses),
                  .arena = arena,
                  .footprints = xb_footprints_of(analyses),
                  .storage = xb_storage_of(analyses),
                  .calls = xb_calls_of(analyses),
                  .assigned = {.arena = arena, .scratch = arena},
                  .result = xb_arena_alloc(arena, sizeof(unallocated))};
    *s->result = (unallocated){.footprints = s->footprints};
    s->scratch = xb_analyses_scratch(analyses);
    s->routines = xb_arena_array(arena, s->calls->graph.vertex_count + 1, sizeof *s->routines);
    find_assigned(s);
    enter_all(s);
    look_into_all(s);
    return s->result;
}

static const unallocated *found(xb_analyses *analyses)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &analysis);
}

/* ---- results ------------------------------------------------------------------------------------------- */

bool xb_may_be_unallocated(xb_analyses *analyses, const xb_symbol *symbol)
{
    return is_unsized(symbol) && xb_node_set_has(&found(analyses)->formals, &symbol->node);
}

bool xb_may_pass_unallocated(xb_analyses *analyses, const xb_call *call, const xb_formal *formal)
{
    if (call->site == 0)
        return xb_may_be_unallocated(analyses, formal->symbol);
    return xb_map_get(&found(analyses)->passed, call->site, formal->position);
}

bool xb_may_stay_unallocated(xb_analyses *analyses, const xb_call *call, const xb_formal *formal)
{
    return xb_may_pass_unallocated(analyses, call, formal) &&
           !xb_formal_use_of(found(analyses)->footprints, formal).written;
}
