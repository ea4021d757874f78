/*
 * A call is active if some pattern of its caller has something of it active. All others of routines that are
 * active elsewhere get a version, of which the variables turn out to be passive when activity is computed of
 * the program with these. Versions call versions.
 */
#include "algorithm/passive_versions.h"

#include "analysis/calls.h"
#include "analysis/contained.h"
#include "analysis/exposure.h"
#include "analysis/summaries.h"
#include "ir/declaration.h"
#include "ir/tags.h"
#include "ir/taken_names.h"
#include "ir/version.h"
#include "traverse/traverse.h"

static const char version_name[] = "passive";

/* Whether a routine can have a version. */
typedef enum fitness { NOT_KNOWN, FIT, UNFIT } fitness;

typedef struct search {
    const xb_program_activity *activity;
    xb_analyses *analyses;
    xb_program *program;
    xb_arena *scratch;
    const xb_node_set *kept;
    xb_passive_versions *result;
    xb_list calls;    /* xb_node: those of which nothing is active, but elsewhere of what they call */
    fitness *fitness; /* by vertex of the call graph */
    bool *versions;   /* likewise: whether there is one */
} search;

/* ---- which routines ------------------------------------------------------------------------------------ */

static bool lies_within(const xb_scope *scope)
{
    while (scope && !(scope->routine && xb_routine_is_procedure(scope->routine)))
        scope = scope->parent;
    return scope != NULL;
}

/* Whether a variable of a routine may be read before it is assigned, or is declared so that it lasts. */
static bool may_keep_values(const search *s, const xb_routine *routine)
{
    const xb_region region = xb_region_of(routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return true;
    for (size_t i = 0; i < routine->scope->symbols.count; i++)
        if (xb_symbol_is_static(routine->scope->symbols.items[i]))
            return true;
    const xb_exposure exposure = xb_exposure_of(xb_footprints_of(s->analyses), s->scratch, &region);
    bool keeps = exposure.anything;
    for (size_t i = 0; i < exposure.exposed.count && !keeps; i++) {
        const xb_symbol *symbol = exposure.exposed.items[i];
        keeps = symbol->scope == routine->scope && !xb_storage_is_formal(s->activity->flows->storage, symbol);
    }
    return keeps;
}

static bool find_fit(const search *s, uint32_t r)
{
    const xb_routine *routine = s->activity->flows->routines[r].routine;
    return xb_activity_has_routine(s->activity, r) && routine->replacements.count == 0 &&
           !xb_node_set_has(s->kept, &routine->node) && !lies_within(routine->symbol->scope) &&
           xb_contained_in(s->analyses, routine->scope)->count == 0 && !may_keep_values(s, routine);
}

/* Whether a routine can have a version; it is looked into when that is first asked. */
static bool is_fit(search *s, uint32_t r)
{
    if (s->fitness[r] == NOT_KNOWN)
        s->fitness[r] = find_fit(s, r) ? FIT : UNFIT;
    return s->fitness[r] == FIT;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *callee = xb_program_routine(s->program, xb_called_symbol(node)),
                     *caller = xb_walk_routine(walk);
    const uint32_t r = callee ? xb_calls_vertex(s->activity->flows->calls, callee) : XB_GRAPH_NONE;
    if (r == XB_GRAPH_NONE || xb_activity_has_call(s->activity, node) ||
        xb_node_set_has(s->kept, &caller->node) || !is_fit(s, r))
        return XB_VISIT_CONTINUE;
    s->versions[r] = true;
    xb_list_append(s->scratch, &s->calls, node);
    return XB_VISIT_CONTINUE;
}

/* Versions call versions. */
static void find_called(search *s)
{
    const xb_graph *graph = &s->activity->flows->calls->graph;
    xb_graph_spread(s->scratch, graph, s->versions, true);
    for (uint32_t r = 0; r < graph->vertex_count; r++)
        s->versions[r] = s->versions[r] && is_fit(s, r);
}

/* ---- versions ------------------------------------------------------------------------------------------ */

static xb_symbol *new_subroutine(xb_program *program, const xb_symbol *symbol)
{
    const char *stem = symbol->id->text, *name = xb_arena_format(program->arena, "%s_%s", stem, version_name);
    for (unsigned i = 2; !xb_name_is_free(program, name); i++)
        name = xb_arena_format(program->arena, "%s_%s%u", stem, version_name, i);
    xb_symbol *version = xb_symbol_like(program, symbol->scope, xb_program_name(program, name), symbol);
    version->routine = NULL;
    return version;
}

static void make(search *s)
{
    const xb_flows *flows = s->activity->flows;
    const uint32_t count = flows->calls->graph.vertex_count;
    xb_routine **versions = xb_arena_array(s->scratch, count, sizeof *versions);
    for (uint32_t r = 0; r < count; r++) {
        xb_routine *routine = (xb_routine *)flows->routines[r].routine;
        if (s->versions[r])
            versions[r] = xb_version_declare(s->program, routine, version_name,
                                             new_subroutine(s->program, routine->symbol));
    }
    for (uint32_t r = 0; r < count; r++) {
        if (!versions[r])
            continue;
        xb_list both = {.count = 0};
        xb_list_append(s->scratch, &both, (void *)flows->routines[r].routine);
        xb_list_append(s->scratch, &both, versions[r]);
        xb_version_complete(s->program, versions[r]);
        xb_tags_add(s->program, &versions[r]->node, XB_TAG_PASSIVE,
                    flows->routines[r].routine->symbol->id->text);
        xb_derive(s->program, (xb_node *)&flows->routines[r].routine->node, &both);
    }
    xb_versions_join(s->program);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Calls that schedules name. */
typedef struct naming {
    const search *search;
    const uint64_t *ordinals; /* by xb_call.site */
} naming;

/* When some calls of a routine lead to its version, all of them count otherwise. */
static xb_visit name_call(xb_walk *walk, xb_node *node, void *context)
{
    const naming *n = context;
    const search *s = n->search;
    const xb_call *call = (const xb_call *)node;
    const uint32_t r =
        xb_calls_vertex(s->activity->flows->calls, xb_program_routine(s->program, call->symbol));
    xb_tag tag;
    if (r == XB_GRAPH_NONE || !s->versions[r] || xb_tags_find(s->program, node, XB_TAG_ORIGIN, &tag))
        return XB_VISIT_CONTINUE;
    xb_call_keep_origin(s->program, call, xb_walk_routine(walk)->symbol, n->ordinals[call->site]);
    xb_list_append(s->program->arena, &s->result->named, node);
    return XB_VISIT_CONTINUE;
}

static void name_calls(search *s)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = name_call},
                                       .view = XB_VIEW_READ};
    naming n = {s, xb_call_ordinals(s->program, s->scratch, s->scratch)};
    xb_traverse(s->program, s->scratch, &s->program->node, &visitor, &n);
}

static void lead_to(xb_node *call, xb_symbol *symbol)
{
    if (call->kind == XB_KIND_SUBROUTINE_CALL)
        ((xb_call *)call)->symbol = symbol;
    else
        ((xb_function_call *)call)->symbol = symbol;
}

static void lead_calls(search *s)
{
    for (size_t i = 0; i < s->calls.count; i++) {
        xb_node *call = s->calls.items[i];
        const xb_symbol *symbol = xb_called_symbol(call);
        const xb_routine *version =
            xb_version_find(s->program, xb_program_routine(s->program, symbol), version_name);
        xb_list_append(s->program->arena, &s->result->calls, call);
        xb_list_append(s->program->arena, &s->result->symbols, (void *)symbol);
        lead_to(call, version->symbol);
    }
}

bool xb_passive_versions_make(const xb_program_activity *activity, xb_arena *scratch, const xb_node_set *kept,
                              xb_passive_versions *versions)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_call},
        .view = XB_VIEW_READ};
    xb_analyses *analyses = activity->flows->analyses;
    search s = {.activity = activity,
                .analyses = analyses,
                .program = xb_analyses_program(analyses),
                .scratch = scratch,
                .kept = kept,
                .result = versions};
    *versions = (xb_passive_versions){.program = s.program};
    s.fitness = xb_arena_array(scratch, activity->flows->calls->graph.vertex_count, sizeof *s.fitness);
    s.versions = xb_arena_array(scratch, activity->flows->calls->graph.vertex_count, sizeof *s.versions);
    xb_traverse(s.program, scratch, &s.program->node, &visitor, &s);
    if (s.calls.count == 0)
        return false;
    find_called(&s);
    make(&s);
    name_calls(&s);
    lead_calls(&s);
    return true;
}

void xb_passive_versions_leave(const xb_passive_versions *versions)
{
    for (size_t i = 0; i < versions->calls.count; i++)
        lead_to(versions->calls.items[i], versions->symbols.items[i]);
    for (size_t i = 0; i < versions->named.count; i++)
        xb_tags_remove(versions->program, versions->named.items[i], XB_TAG_ORIGIN);
}
