/*
 * One walk over the program as it was read. A map has the pairs of routines that are joined already.
 */
#include "analysis/calls.h"

#include <stdlib.h>
#include <string.h>

#include "ir/runtime_call.h"
#include "ir/subroutine_names.h"
#include "ir/tags.h"
#include "traverse/traverse.h"

typedef struct collector {
    xb_arena *arena;
    xb_call_graph calls;
    xb_map joined; /* (caller, callee) to anything */
} collector;

uint32_t xb_calls_vertex(const xb_call_graph *calls, const xb_routine *routine)
{
    return routine ? xb_node_numbers_get(&calls->numbers, &routine->node) : XB_GRAPH_NONE;
}

static void note(xb_walk *walk, collector *c, const xb_symbol *called)
{
    uint32_t caller = xb_calls_vertex(&c->calls, xb_walk_routine(walk));
    uint32_t callee = xb_calls_vertex(&c->calls, xb_program_routine(xb_walk_program(walk), called));
    if (caller == XB_GRAPH_NONE || callee == XB_GRAPH_NONE || xb_map_get(&c->joined, caller, callee))
        return;
    xb_graph_add_edge(c->arena, &c->calls.graph, caller, callee);
    xb_map_put(c->arena, &c->joined, caller, callee, c);
}

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    note(walk, context, ((const xb_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit note_function(xb_walk *walk, xb_node *node, void *context)
{
    note(walk, context, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit skip(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    (void)context;
    return XB_VISIT_SKIP;
}

xb_call_graph xb_calls(xb_program *program, xb_arena *arena, xb_arena *scratch)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = note_call,
                                                 [XB_KIND_FUNCTION_CALL] = note_function,
                                                 [XB_KIND_SCOPE] = skip},
                                       .view = XB_VIEW_READ};
    collector c = {.arena = arena};
    for (uint32_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_graph_add_vertex(arena, &c.calls.graph);
        xb_node_numbers_put(arena, &c.calls.numbers, &routine->node, i);
    }
    xb_traverse(program, scratch, &program->node, &visitor, &c);
    return c.calls;
}

static void *find_calls(xb_analyses *analyses, xb_arena *arena)
{
    xb_call_graph *calls = xb_arena_alloc(arena, sizeof *calls);
    *calls = xb_calls(xb_analyses_program(analyses), arena, xb_analyses_scratch(analyses));
    return calls;
}

const xb_call_graph *xb_calls_of(xb_analyses *analyses)
{
    static const xb_analysis calls = {XB_VIEW_READ, find_calls};
    return xb_analyses_get(analyses, &calls);
}

/* ---- recursion ---------------------------------------------------------------------------------------- */

/* Several routines in one strongly connected component, or an edge from a routine to itself. igraph is needed
 * only where calls go round: libraries that it brings end the program if there is no memory for them. */
static void *find_recursive(xb_analyses *analyses, xb_arena *arena)
{
    const xb_graph *graph = &xb_calls_of(analyses)->graph;
    xb_arena *scratch = xb_analyses_scratch(analyses);
    bool *recursive = xb_arena_array(arena, graph->vertex_count, sizeof *recursive);
    uint32_t *order = xb_arena_array(scratch, graph->vertex_count, sizeof *order);
    if (xb_graph_topological_order(scratch, graph, order, NULL))
        return recursive;
    uint32_t *component = xb_arena_array(scratch, graph->vertex_count, sizeof *component), count;
    if (xb_graph_analysis_strong(xb_analyses_igraph(analyses), xb_analyses_program(analyses)->diagnostics,
                                 scratch, graph, component, &count))
        return NULL;
    uint32_t *members = xb_arena_array(scratch, count, sizeof *members);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        members[component[v]]++;
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        recursive[v] = members[component[v]] > 1;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        if (xb_graph_source(graph, e) == xb_graph_target(graph, e))
            recursive[xb_graph_source(graph, e)] = true;
    return recursive;
}

const bool *xb_calls_recursive(xb_analyses *analyses)
{
    static const xb_analysis recursion = {XB_VIEW_READ, find_recursive};
    return xb_analyses_get(analyses, &recursion);
}

/* ---- numbers of calls --------------------------------------------------------------------------------- */

xb_call_origin xb_call_origin_of(const xb_program *program, xb_arena *arena, const xb_call *call)
{
    xb_tag tag;
    if (!xb_tags_find(program, &call->statement.node, XB_TAG_ORIGIN, &tag) || !tag.value)
        return (xb_call_origin){0};
    char *caller = xb_arena_format(arena, "%.*s", (int)tag.value_length, tag.value);
    char *number = strrchr(caller, '#');
    if (!number)
        return (xb_call_origin){0};
    *number = '\0';
    return (xb_call_origin){caller, strtoull(number + 1, NULL, 10)};
}

void xb_call_keep_origin(xb_program *program, const xb_call *call, const xb_symbol *caller, uint64_t ordinal)
{
    xb_tag tag;
    if (!xb_tags_find(program, &call->statement.node, XB_TAG_ORIGIN, &tag))
        xb_tags_add(
            program, &call->statement.node, XB_TAG_ORIGIN,
            xb_arena_format(program->arena, "%s#%llu", caller->id->text, (unsigned long long)ordinal));
}

typedef struct numbering {
    xb_arena *scratch;
    uint64_t *ordinals;
    xb_map counts; /* by node indices of a routine and of a subroutine's symbol: uint64_t, calls so far */
} numbering;

static xb_visit number_call(xb_walk *walk, xb_node *node, void *context)
{
    numbering *n = context;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *caller = xb_walk_routine(walk);
    uint64_t *count = xb_map_get(&n->counts, caller->node.index, call->symbol->node.index);
    if (!count) {
        count = xb_arena_alloc(n->scratch, sizeof *count);
        xb_map_put(n->scratch, &n->counts, caller->node.index, call->symbol->node.index, count);
    }
    const xb_call_origin origin = xb_call_origin_of(xb_walk_program(walk), n->scratch, call);
    bool was_here = origin.caller && strcmp(origin.caller, caller->symbol->id->text) == 0;
    ++*count;
    n->ordinals[call->site] = was_here ? origin.ordinal : *count;
    return XB_VISIT_CONTINUE;
}

const uint64_t *xb_call_ordinals(xb_program *program, xb_arena *arena, xb_arena *scratch)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = number_call, [XB_KIND_SCOPE] = skip}, .view = XB_VIEW_READ};
    numbering n = {.scratch = scratch};
    n.ordinals = xb_arena_array(arena, (size_t)program->call_sites + 1, sizeof *n.ordinals);
    xb_traverse(program, scratch, &program->node, &visitor, &n);
    return n.ordinals;
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

/* The routine that a symbol names if it has a body, else NULL. */
static const xb_routine *procedure_of(const xb_program *program, const xb_symbol *symbol)
{
    const xb_routine *routine = xb_program_routine(program, symbol);
    return routine && xb_routine_is_procedure(routine) ? routine : NULL;
}

void xb_call_passes(const xb_program *program, const xb_node *call, xb_passed *passed, void *context)
{
    if (call->kind == XB_KIND_FUNCTION_CALL) {
        const xb_function_call *function = (const xb_function_call *)call;
        const xb_routine *callee = procedure_of(program, function->symbol);
        for (size_t i = 0; i < function->arguments.count; i++)
            passed(context, function->arguments.items[i],
                   callee ? xb_routine_formal(callee, (uint32_t)i + 1) : NULL);
        return;
    }
    const xb_call *subroutine = (const xb_call *)call;
    const xb_routine *callee = procedure_of(program, subroutine->symbol);
    for (size_t i = 0; i < subroutine->arguments.count; i++) {
        const xb_argument *argument = subroutine->arguments.items[i];
        if (argument->reference)
            passed(context, argument->reference,
                   callee ? xb_routine_formal(callee, argument->position) : NULL);
    }
}

static bool sets(xb_runtime_access access)
{
    return access == XB_ACCESS_WRITTEN || access == XB_ACCESS_ALLOCATED ||
           access == XB_ACCESS_DERIVATIVE_WRITTEN || access == XB_ACCESS_DERIVATIVE_UPDATED;
}

void xb_inlinable_call_sets(xb_arena *scratch, const xb_inlinable_call *call, xb_passed *passed,
                            void *context)
{
    xb_runtime_call named;
    size_t count = call->arguments.count;
    bool known =
        xb_runtime_call_read(scratch, call->name->text, &named) && xb_runtime_takes(named.code, count);
    for (size_t i = 0; i < count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference &&
            (!known || sets(xb_runtime_access_of(&named, count, argument->position - 1))))
            passed(context, argument->reference, NULL);
    }
}

/* ---- explicit Jacobians -------------------------------------------------------------------------------- */

/* An entry of the catalogue, and how well subroutines agree with its name at best. */
typedef struct named_jacobian {
    const xb_noninlinable *item;
    xb_agreement best;
} named_jacobian;

typedef struct jacobian_search {
    const xb_program *program;
    xb_arena *arena;
    xb_vector found; /* named_jacobian */
} jacobian_search;

static void note_jacobian(void *context, const xb_noninlinable *item)
{
    jacobian_search *search = context;
    if (!item->jacobian)
        return;
    named_jacobian *named = xb_vector_push(search->arena, &search->found, sizeof *named);
    *named = (named_jacobian){item, xb_subroutine_agreement(search->program, item->name)};
}

static void *find_jacobians(xb_analyses *analyses, xb_arena *arena)
{
    jacobian_search search = {.program = xb_analyses_program(analyses), .arena = arena};
    xb_catalogue_each_noninlinable(xb_analyses_catalogue(analyses), note_jacobian, &search);
    xb_vector *found = xb_arena_alloc(arena, sizeof *found);
    *found = search.found;
    return found;
}

const xb_noninlinable *xb_jacobian_of_call(xb_analyses *analyses, const xb_call *call)
{
    static const xb_analysis jacobians = {XB_VIEW_READ, find_jacobians};
    const xb_vector *all = xb_analyses_get(analyses, &jacobians);
    const named_jacobian *named = all->items, *found = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (xb_subroutine_is_meant(call->symbol, named[i].item->name, named[i].best) &&
            (!found || named[i].best < found->best))
            found = &named[i];
    return found ? found->item : NULL;
}
