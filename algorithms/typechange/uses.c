/*
 * All references of all routines are collected by routine and variable. The routines that one reaches are
 * looked through one by one. Alias sets say nothing here: front ends give out addresses anew in each routine.
 */
#include "algorithms/typechange/uses.h"

#include "algorithms/typechange/sections.h"
#include "traverse/calls.h"
#include "traverse/traverse.h"

enum { MOST_STEPS = 10000000 /* of all searches */ };

struct xb_uses {
    xb_program *program;
    xb_arena *scratch;
    const xb_effects *effects;
    bool known;
    xb_graph calls;
    xb_map numbers;     /* (node index of a routine) to its number in the call graph, plus 1 */
    xb_map by_variable; /* (number of a routine, node index of a variable) to a vector of uses */
    xb_list *modified;  /* by number of a routine: xb_use */
    size_t steps;
};

/* ---- collecting ---------------------------------------------------------------------------------------- */

static bool is_outside(const xb_routine *routine, const xb_symbol *symbol)
{
    for (const xb_scope *scope = symbol->scope; scope; scope = scope->parent)
        if (scope == routine->scope)
            return false;
    return true;
}

static uint32_t number_of(const xb_uses *u, const xb_routine *routine)
{
    return (uint32_t)(uintptr_t)xb_map_get(&u->numbers, routine->node.index, 0) - 1;
}

static void note_use(xb_uses *u, const xb_routine *routine, const xb_reference *reference, bool modified)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || !is_outside(routine, symbol))
        return;
    uint32_t number = number_of(u, routine);
    xb_vector *list = xb_map_get(&u->by_variable, number, symbol->node.index);
    if (!list) {
        list = xb_arena_alloc(u->scratch, sizeof *list);
        xb_map_put(u->scratch, &u->by_variable, number, symbol->node.index, list);
    }
    *(xb_use *)xb_vector_push(u->scratch, list, sizeof(xb_use)) = (xb_use){reference, modified};
    if (!modified)
        return;
    xb_use *use = xb_arena_alloc(u->scratch, sizeof *use);
    *use = (xb_use){reference, modified};
    xb_list_append(u->scratch, &u->modified[number], use);
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

static void collect(xb_uses *u)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = enter_reference,
                                                 [XB_KIND_ASSIGNMENT] = enter_assignment,
                                                 [XB_KIND_INITIALIZATION] = enter_assignment,
                                                 [XB_KIND_UPDATE] = enter_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                                 [XB_KIND_FUNCTION_CALL] = enter_call},
                                       .view = XB_VIEW_READ};
    const xb_list *routines = &u->program->routines;
    if (u->known)
        return;
    u->known = true;
    u->calls = xb_calls(u->program, u->scratch);
    u->modified = xb_arena_array(u->scratch, routines->count, sizeof *u->modified);
    for (size_t i = 0; i < routines->count; i++)
        xb_map_put(u->scratch, &u->numbers, ((xb_node *)routines->items[i])->index, 0,
                   (void *)(uintptr_t)(i + 1));
    xb_traverse(u->program, u->scratch, &u->program->node, &visitor, u);
}

xb_uses *xb_uses_create(xb_run *run, const xb_effects *effects)
{
    xb_uses *uses = xb_arena_alloc(xb_run_scratch(run), sizeof *uses);
    uses->program = xb_run_program(run);
    uses->scratch = xb_run_scratch(run);
    uses->effects = effects;
    return uses;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

/* The routines that are reached, in the order in which they are found. */
typedef struct search {
    xb_map seen;
    xb_vector open; /* uint32_t */
    size_t done;
} search;

static void add_routine(const xb_uses *u, search *s, uint32_t routine)
{
    if (xb_map_get(&s->seen, routine, 0))
        return;
    xb_map_put(u->scratch, &s->seen, routine, 0, u);
    *(uint32_t *)xb_vector_push(u->scratch, &s->open, sizeof routine) = routine;
}

/* The next routine; XB_GRAPH_NONE if there is none. */
static uint32_t next_routine(xb_uses *u, search *s)
{
    if (s->done == s->open.count || u->steps >= MOST_STEPS)
        return XB_GRAPH_NONE;
    u->steps++;
    uint32_t routine = ((const uint32_t *)s->open.items)[s->done++];
    for (uint32_t e = xb_graph_first_out(&u->calls, routine); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&u->calls, e))
        add_routine(u, s, xb_graph_target(&u->calls, e));
    return routine;
}

static const xb_use *find_in(xb_uses *u, uint32_t routine, const xb_reference *reference, bool any)
{
    const xb_vector *list = xb_map_get(&u->by_variable, routine, reference->symbol->node.index);
    const xb_use *all = list ? list->items : NULL;
    for (size_t i = 0; list && i < list->count && u->steps < MOST_STEPS; i++, u->steps++)
        if ((any || all[i].modified) && xb_sections_overlap(all[i].reference, reference, false))
            return &all[i];
    return NULL;
}

const xb_use *xb_uses_find(xb_uses *uses, const xb_routine *routine, const xb_reference *reference, bool any)
{
    search s = {.done = 0};
    const xb_use *found = NULL;
    if (!is_outside(routine, reference->symbol))
        return NULL;
    collect(uses);
    add_routine(uses, &s, number_of(uses, routine));
    for (uint32_t r; !found && (r = next_routine(uses, &s)) != XB_GRAPH_NONE;)
        found = find_in(uses, r, reference, any);
    return found;
}

xb_list xb_uses_modified(xb_uses *uses, const xb_routine *routine)
{
    search s = {.done = 0};
    xb_list modified = {.count = 0};
    collect(uses);
    add_routine(uses, &s, number_of(uses, routine));
    for (uint32_t r; (r = next_routine(uses, &s)) != XB_GRAPH_NONE;)
        for (size_t i = 0; i < uses->modified[r].count; i++) {
            const xb_use *use = uses->modified[r].items[i];
            if (is_outside(routine, use->reference->symbol))
                xb_list_append(uses->scratch, &modified, use);
        }
    return modified;
}
