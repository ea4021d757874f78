/*
 * All references of all routines are collected by routine and variable, and by routine and group of alias
 * sets. The routines that one reaches are looked through one by one. That alias sets are apart says nothing
 * here: front ends may give out addresses anew in each routine.
 */
#include "analysis/uses.h"

#include "analysis/calls.h"
#include "analysis/overlap.h"
#include "traverse/traverse.h"

enum { MOST_STEPS = 10000000 /* of all searches */ };

struct xb_uses {
    xb_analyses *analyses;
    xb_arena *arena;
    const xb_footprints *effects;
    const xb_call_graph *calls;
    xb_map by_variable;          /* (vertex of a routine, node index of a variable) to a vector of uses */
    xb_map by_group;             /* likewise, of a routine and group of alias sets */
    xb_list *modified;           /* by vertex of a routine: xb_use */
    size_t steps, renamed_steps; /* of searches, and of those for other names */
};

/* ---- collecting ---------------------------------------------------------------------------------------- */

static void enter(const xb_uses *u, xb_map *map, uint32_t routine, uint32_t key, const xb_use *use)
{
    xb_vector *list = xb_map_get(map, routine, key);
    if (!list) {
        list = xb_arena_alloc(u->arena, sizeof *list);
        xb_map_put(u->arena, map, routine, key, list);
    }
    *(xb_use *)xb_vector_push(u->arena, list, sizeof *use) = *use;
}

static void note_use(xb_uses *u, const xb_routine *routine, const xb_reference *reference, bool modified)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || !xb_is_from_outside(routine, symbol))
        return;
    const uint32_t number = xb_calls_vertex(u->calls, routine),
                   group = xb_alias_group(&xb_analyses_program(u->analyses)->aliases, reference->alias);
    const xb_use use = {reference, modified};
    enter(u, &u->by_variable, number, symbol->node.index, &use);
    if (group != XB_ALIAS_GROUP_NONE)
        enter(u, &u->by_group, number, group, &use);
    if (!modified)
        return;
    xb_use *copy = xb_arena_alloc(u->arena, sizeof *copy);
    *copy = use;
    xb_list_append(u->arena, &u->modified[number], copy);
}

/* References in statements; lists of side effects are no statements. */
static xb_visit enter_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_routine *routine = xb_walk_routine(walk);
    if (routine && xb_walk_ancestor(walk, 1) != &routine->node)
        note_use(context, routine, (const xb_reference *)node, false);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    note_use(context, xb_walk_routine(walk), ((const xb_assignment *)node)->target, true);
    return XB_VISIT_CONTINUE;
}

typedef struct passing {
    xb_uses *uses;
    const xb_routine *caller;
} passing;

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const passing *p = context;
    if (formal && xb_effects_modifies(p->uses->effects, formal))
        note_use(p->uses, p->caller, actual, true);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    passing p = {context, xb_walk_routine(walk)};
    xb_call_passes(xb_walk_program(walk), node, note_passed, &p);
    return XB_VISIT_CONTINUE;
}

static void note_set(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const passing *p = context;
    (void)formal;
    note_use(p->uses, p->caller, actual, true);
}

static xb_visit enter_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_uses *uses = context;
    passing p = {uses, xb_walk_routine(walk)};
    xb_inlinable_call_sets(xb_analyses_scratch(uses->analyses), (const xb_inlinable_call *)node, note_set,
                           &p);
    return XB_VISIT_CONTINUE;
}

static void *collect(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = enter_reference,
                                                 [XB_KIND_ASSIGNMENT] = enter_assignment,
                                                 [XB_KIND_INITIALIZATION] = enter_assignment,
                                                 [XB_KIND_UPDATE] = enter_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                                 [XB_KIND_FUNCTION_CALL] = enter_call,
                                                 [XB_KIND_INLINABLE_CALL] = enter_inlinable_call},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(analyses);
    xb_uses *uses = xb_arena_alloc(arena, sizeof *uses);
    uses->analyses = analyses;
    uses->arena = arena;
    uses->effects = xb_effects_of(analyses);
    uses->calls = xb_calls_of(analyses);
    uses->modified = xb_arena_array(arena, program->routines.count, sizeof *uses->modified);
    xb_traverse(program, xb_analyses_scratch(analyses), &program->node, &visitor, uses);
    return uses;
}

xb_uses *xb_uses_of(xb_analyses *analyses)
{
    static const xb_analysis uses = {XB_VIEW_READ, collect};
    return xb_analyses_get(analyses, &uses);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

/* The routines that are reached, in the order in which they are found. */
typedef struct search {
    xb_arena *arena;
    xb_map seen;
    xb_vector open; /* uint32_t */
    size_t done;
} search;

static void add_routine(search *s, uint32_t routine)
{
    if (xb_map_get(&s->seen, routine, 0))
        return;
    xb_map_put(s->arena, &s->seen, routine, 0, s);
    *(uint32_t *)xb_vector_push(s->arena, &s->open, sizeof routine) = routine;
}

/* The next routine; XB_GRAPH_NONE if there is none, or the limit is reached. */
static uint32_t next_routine(const xb_uses *u, search *s, size_t *steps)
{
    if (s->done == s->open.count || *steps >= MOST_STEPS)
        return XB_GRAPH_NONE;
    ++*steps;
    uint32_t routine = ((const uint32_t *)s->open.items)[s->done++];
    const xb_graph *graph = &u->calls->graph;
    for (uint32_t e = xb_graph_first_out(graph, routine); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        add_routine(s, xb_graph_target(graph, e));
    return routine;
}

/* What is looked for. */
typedef struct question {
    const xb_reference *reference;
    bool any;       /* not only what may modify it */
    bool uncertain; /* what may be an element of it counts */
    bool renamed;   /* not uses of the variable itself, but of others in the same place */
} question;

static bool answers(const xb_uses *u, const question *q, const xb_use *use)
{
    if (!q->any && !use->modified)
        return false;
    if (q->renamed)
        return use->reference->symbol != q->reference->symbol &&
               xb_overlap_is_known(xb_analyses_program(u->analyses), use->reference, q->reference) &&
               xb_overlap_of(u->analyses, use->reference, q->reference, false) == XB_OVERLAP_MUST;
    return xb_overlap_of(u->analyses, use->reference, q->reference, false) >=
           (q->uncertain ? XB_OVERLAP_MAY : XB_OVERLAP_MUST);
}

static const xb_use *find_in(xb_uses *u, uint32_t routine, const question *q, size_t *steps)
{
    const xb_alias_map *aliases = &xb_analyses_program(u->analyses)->aliases;
    const xb_vector *list =
        q->renamed ? xb_map_get(&u->by_group, routine, xb_alias_group(aliases, q->reference->alias))
                   : xb_map_get(&u->by_variable, routine, q->reference->symbol->node.index);
    const xb_use *all = list ? list->items : NULL;
    for (size_t i = 0; list && i < list->count && *steps < MOST_STEPS; i++, ++*steps)
        if (answers(u, q, &all[i]))
            return &all[i];
    return NULL;
}

static const xb_use *find(xb_uses *uses, const xb_routine *routine, const question *q)
{
    search s = {.arena = xb_analyses_scratch(uses->analyses)};
    const xb_use *found = NULL;
    size_t *steps = q->renamed ? &uses->renamed_steps : &uses->steps;
    if (!xb_is_from_outside(routine, q->reference->symbol))
        return NULL;
    xb_arena_mark mark = xb_arena_mark_now(s.arena);
    add_routine(&s, xb_calls_vertex(uses->calls, routine));
    for (uint32_t r; !found && (r = next_routine(uses, &s, steps)) != XB_GRAPH_NONE;)
        found = find_in(uses, r, q, steps);
    xb_arena_release(s.arena, mark);
    return found;
}

static const xb_use *find_renamed(xb_uses *uses, const xb_routine *caller, const xb_routine *routine,
                                  const xb_reference *reference, bool any)
{
    const question q = {.reference = reference, .any = any, .renamed = true};
    return xb_is_from_outside(caller, reference->symbol) ? find(uses, routine, &q) : NULL;
}

const xb_use *xb_uses_find(xb_uses *uses, const xb_routine *caller, const xb_routine *routine,
                           const xb_reference *reference, bool any)
{
    const question q = {.reference = reference, .any = any};
    const xb_use *found = find(uses, routine, &q);
    return found ? found : find_renamed(uses, caller, routine, reference, any);
}

bool xb_uses_may_touch(xb_uses *uses, const xb_routine *caller, const xb_routine *routine,
                       const xb_reference *reference)
{
    const question q = {.reference = reference, .any = true, .uncertain = true};
    return find(uses, routine, &q) || find_renamed(uses, caller, routine, reference, true) ||
           (uses->steps >= MOST_STEPS && xb_is_from_outside(routine, reference->symbol));
}

xb_list xb_uses_modified(xb_uses *uses, xb_arena *arena, const xb_routine *routine)
{
    search s = {.arena = arena};
    xb_list modified = {.count = 0};
    add_routine(&s, xb_calls_vertex(uses->calls, routine));
    for (uint32_t r; (r = next_routine(uses, &s, &uses->steps)) != XB_GRAPH_NONE;)
        for (size_t i = 0; i < uses->modified[r].count; i++) {
            const xb_use *use = uses->modified[r].items[i];
            if (xb_is_from_outside(routine, use->reference->symbol))
                xb_list_append(arena, &modified, use);
        }
    return modified;
}
