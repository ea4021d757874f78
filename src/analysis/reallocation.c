/*
 * Statements that allocate or deallocate are found by one walk. Formal arguments lead to what calls pass for
 * them. What a routine does so to variables from outside, its callers do where they call it: that spreads
 * backward along the calls, each variable through each call once.
 */
#include "analysis/reallocation.h"

#include "analysis/allocation.h"
#include "analysis/calls.h"
#include "base/bits.h"
#include "ir/closure.h"
#include "ir/runtime_call.h"
#include "traverse/traverse.h"

/* A call, or a statement that allocates or deallocates. */
typedef struct site {
    const xb_routine *caller;
    xb_flow_point place;
} site;

/* Where a variable is allocated or deallocated in a routine. */
typedef struct events {
    xb_vector places; /* xb_flow_point */
    uint64_t
        *before; /* by vertex: whether a path of at least one edge leads from it to one; NULL: not known */
} events;

/* A variable from outside whose events the callers of a routine have, too. */
typedef struct spreading {
    const xb_routine *routine;
    const xb_symbol *symbol;
} spreading;

typedef struct reallocations {
    xb_arena *arena, *scratch;
    xb_map events;    /* by node indices of routine and variable */
    xb_closure freed; /* variables that are deallocated */
    /* of the search: */
    xb_program *program;
    xb_closure affected;
    xb_node_map sites; /* by routine: vector of the sites of its calls */
    xb_vector open;    /* spreading */
    site under_way;
} reallocations;

/* ---- statements ---------------------------------------------------------------------------------------- */

static void note_event(reallocations *r, const site *s, const xb_symbol *symbol)
{
    events *found = xb_map_get(&r->events, s->caller->node.index, symbol->node.index);
    if (!found) {
        found = xb_arena_alloc(r->arena, sizeof *found);
        *found = (events){.before = NULL};
        xb_map_put(r->arena, &r->events, s->caller->node.index, symbol->node.index, found);
        if (xb_is_from_outside(s->caller, symbol))
            *(spreading *)xb_vector_push(r->scratch, &r->open, sizeof(spreading)) =
                (spreading){s->caller, symbol};
    }
    *(xb_flow_point *)xb_vector_push(r->arena, &found->places, sizeof(xb_flow_point)) = s->place;
}

xb_symbol *xb_deallocated_by(const xb_statement *statement)
{
    const xb_inlinable_call *call = (const xb_inlinable_call *)statement;
    if (statement->node.kind != XB_KIND_INLINABLE_CALL ||
        !xb_runtime_is(call->name->text, XB_RUNTIME_DEALLOCATE) || call->arguments.count == 0)
        return NULL;
    const xb_reference *reference = ((const xb_argument *)call->arguments.items[0])->reference;
    return reference ? reference->symbol : NULL;
}

static xb_visit look_at_statement(xb_walk *walk, xb_node *node, void *context)
{
    reallocations *r = context;
    const xb_statement *statement = (const xb_statement *)node;
    const xb_symbol *allocated = xb_allocated_by(statement),
                    *symbol = allocated ? allocated : xb_deallocated_by(statement);
    (void)walk;
    if (symbol && !allocated)
        xb_closure_add(&r->freed, symbol);
    if (symbol) {
        xb_closure_add(&r->affected, symbol);
        note_event(r, &r->under_way, symbol);
    }
    return XB_VISIT_CONTINUE;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void imply(void *context, const xb_reference *actual, const xb_formal *formal)
{
    reallocations *r = context;
    if (!formal)
        return;
    xb_closure_imply(&r->affected, formal->symbol, actual->symbol);
    xb_closure_imply(&r->freed, formal->symbol, actual->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    reallocations *r = context;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), xb_called_symbol(node));
    xb_call_passes(xb_walk_program(walk), node, imply, r);
    if (callee) {
        xb_vector *sites = xb_node_map_make(r->scratch, &r->sites, &callee->node, sizeof *sites);
        *(site *)xb_vector_push(r->scratch, sites, sizeof(site)) = r->under_way;
    }
    return XB_VISIT_CONTINUE;
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    reallocations *r = context;
    if (formal && xb_closure_has(&r->affected, formal->symbol))
        note_event(r, &r->under_way, actual->symbol);
}

static xb_visit look_at_arguments(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    return XB_VISIT_CONTINUE;
}

static void spread(reallocations *r)
{
    while (r->open.count > 0) {
        const spreading next = ((const spreading *)r->open.items)[--r->open.count];
        const xb_vector *sites = xb_node_map_get(&r->sites, &next.routine->node);
        for (size_t i = 0; sites && i < sites->count; i++)
            note_event(r, (const site *)sites->items + i, next.symbol);
    }
}

/* ---- the analysis -------------------------------------------------------------------------------------- */

static void look_at(reallocations *r, void *node, size_t statement, const xb_visitor *visitor)
{
    r->under_way.place.statement = statement;
    if (node)
        xb_traverse(r->program, r->scratch, node, visitor, r);
}

/* Functions in the head of a loop or in a condition count as if they were called before all of it. */
static void look_at_all(reallocations *r, const xb_visitor *visitor)
{
    for (size_t i = 0; i < r->program->routines.count; i++) {
        const xb_routine *routine = r->program->routines.items[i];
        r->under_way.caller = routine;
        for (uint32_t v = 0; v < routine->flow.vertices.count; v++) {
            const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
            r->under_way.place.vertex = v;
            look_at(r, vertex->initialization, XB_PART_INITIALIZATION, visitor);
            look_at(r, vertex->update, XB_PART_INITIALIZATION, visitor);
            look_at(r, vertex->condition, XB_PART_INITIALIZATION, visitor);
            for (size_t k = 0; k < vertex->statements.count; k++)
                look_at(r, vertex->statements.items[k], k, visitor);
        }
    }
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor
        statements = {.enter = {[XB_KIND_INLINABLE_CALL] = look_at_statement,
                                [XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                [XB_KIND_FUNCTION_CALL] = look_at_call},
                      .view = XB_VIEW_READ},
        calls = {
            .enter =
                {[XB_KIND_SUBROUTINE_CALL] = look_at_arguments, [XB_KIND_FUNCTION_CALL] = look_at_arguments},
            .view = XB_VIEW_READ};
    xb_arena *scratch = xb_analyses_scratch(analyses);
    reallocations *r = xb_arena_alloc(arena, sizeof *r);
    *r = (reallocations){.arena = arena,
                         .scratch = scratch,
                         .program = xb_analyses_program(analyses),
                         .affected = {.arena = scratch, .scratch = scratch},
                         .freed = {.arena = arena, .scratch = scratch}};
    look_at_all(r, &statements);
    xb_closure_complete(&r->affected);
    xb_closure_complete(&r->freed);
    if (r->events.count > 0)
        look_at_all(r, &calls);
    spread(r);
    return r;
}

static void find_before(reallocations *r, events *found, const xb_graph *graph)
{
    xb_vector open = {.count = 0};
    const xb_flow_point *places = found->places.items;
    found->before = xb_bits_create(r->arena, graph->vertex_count);
    for (size_t i = 0; i < found->places.count; i++)
        *(uint32_t *)xb_vector_push(r->arena, &open, sizeof(uint32_t)) = places[i].vertex;
    while (open.count > 0) {
        const uint32_t v = ((const uint32_t *)open.items)[--open.count];
        for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e)) {
            const uint32_t source = xb_graph_source(graph, e);
            if (xb_bits_has(found->before, source))
                continue;
            xb_bits_add(found->before, source);
            *(uint32_t *)xb_vector_push(r->arena, &open, sizeof(uint32_t)) = source;
        }
    }
}

static reallocations *reallocations_of(xb_analyses *analyses)
{
    static const xb_analysis analysis = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &analysis);
}

bool xb_is_deallocated(xb_analyses *analyses, const xb_symbol *symbol)
{
    return xb_closure_has(&reallocations_of(analyses)->freed, symbol);
}

bool xb_is_reallocated_after(xb_analyses *analyses, const xb_routine *routine, xb_flow_point place,
                             const xb_symbol *symbol)
{
    reallocations *r = reallocations_of(analyses);
    events *found = xb_map_get(&r->events, routine->node.index, symbol->node.index);
    if (!found)
        return false;
    if (!found->before)
        find_before(r, found, &routine->flow.graph);
    bool after = xb_bits_has(found->before, place.vertex);
    const xb_flow_point *places = found->places.items;
    for (size_t i = 0; !after && i < found->places.count; i++)
        after = places[i].vertex == place.vertex && places[i].statement >= place.statement;
    return after;
}
