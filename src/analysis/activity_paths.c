/*
 * Values of all routines are places. Forward, from the independent variables, and backward, from the
 * dependent ones, each place that is reached keeps the link by which it was first. Links go along flows that
 * were noted, past calls as a whole by what depends on what over the callee, and into calls, but never out of
 * them, so that paths don't leave a routine by another call than that by which they came.
 */
#include "analysis/activity_paths.h"

#include <string.h>

#include "base/diagnostics.h"

enum { MOST_SHOWN = 8 };

/* Why a place is reached. */
typedef enum sort {
    NOT_REACHED,
    BEGINS, /* it is an independent, or a dependent variable */
    FLOWS,  /* by a statement or a call */
    PASSED, /* into a call, or, backward, from its end */
    SHARES  /* storage */
} sort;

typedef struct link {
    sort sort;
    uint32_t routine, value; /* the place before it; after it, backward */
    const xb_node *node;     /* what does it */
} link;

typedef struct search {
    const xb_program_activity *activity;
    const xb_noted_flows *noted; /* flows that count */
    bool backward;
    link **links; /* by vertex of the call graph and value */
    bool changed;
} search;

static const xb_routine_flows *flows_of(const search *s, uint32_t r)
{
    return &s->activity->flows->routines[r];
}

static const xb_symbol *symbol_at(const search *s, uint32_t r, uint32_t value)
{
    return flows_of(s, r)->values.items[value];
}

/* ---- reaching ------------------------------------------------------------------------------------------ */

static bool is_reached(const search *s, uint32_t r, uint32_t value)
{
    return s->links[r][value].sort != NOT_REACHED;
}

static void share(search *s, uint32_t r, uint32_t value)
{
    const uint64_t *sharing = flows_of(s, r)->sharing[value];
    for (uint32_t v = 0; sharing && v < flows_of(s, r)->values.count; v++)
        if (xb_bits_has(sharing, v) && !is_reached(s, r, v))
            s->links[r][v] = (link){SHARES, r, value, NULL};
}

static void reach(search *s, uint32_t r, uint32_t value, link by)
{
    if (is_reached(s, r, value))
        return;
    s->links[r][value] = by;
    s->changed = true;
    share(s, r, value);
}

/* From one place of a routine to another one, or backward. */
static void go(search *s, uint32_t r, uint32_t from, uint32_t to, const xb_node *node)
{
    if (is_reached(s, r, s->backward ? to : from))
        reach(s, r, s->backward ? from : to, (link){FLOWS, r, s->backward ? to : from, node});
}

static void go_by_statement(search *s, uint32_t r, const xb_flow *flow)
{
    const xb_routine_flows *flows = flows_of(s, r);
    const uint32_t *sources = (const uint32_t *)flows->sources.items + flow->first_source;
    const xb_flow_target *targets = (const xb_flow_target *)flows->targets.items + flow->first_target;
    for (uint32_t i = 0; i < flow->targets; i++)
        for (uint32_t k = 0; xb_bits_has(s->noted[r].targets, flow->first_target + i) && k < flow->sources;
             k++)
            go(s, r, sources[k], targets[i].value, flow->node);
}

static void go_past_call(search *s, uint32_t r, const xb_flow *flow)
{
    const xb_flow_binding *all =
        (const xb_flow_binding *)flows_of(s, r)->bindings.items + flow->first_binding;
    for (uint32_t i = 0; i < flow->bindings; i++)
        for (uint32_t k = 0; xb_bits_has(s->noted[r].after, flow->first_binding + i) && k < flow->bindings;
             k++)
            if (all[i].modified && all[i].value != all[k].value &&
                xb_bits_has(flow->callee->depending[all[k].inner], all[i].inner))
                go(s, r, all[k].value, all[i].value, flow->node);
}

static void go_into_call(search *s, uint32_t r, const xb_flow *flow)
{
    const xb_flow_binding *all =
        (const xb_flow_binding *)flows_of(s, r)->bindings.items + flow->first_binding;
    const uint32_t callee = (uint32_t)(flow->callee - s->activity->flows->routines);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const uint32_t place = flow->first_binding + i;
        const bool counts = s->backward ? all[i].modified && xb_bits_has(s->noted[r].after, place)
                                        : xb_bits_has(s->activity->varied[r].before, place);
        if (counts && is_reached(s, r, all[i].value))
            reach(s, callee, all[i].inner, (link){PASSED, r, all[i].value, flow->node});
    }
}

static void go_through(search *s, uint32_t r)
{
    const xb_routine_flows *flows = flows_of(s, r);
    for (uint32_t i = 0; i < flows->flows.count; i++) {
        const xb_flow *flow =
            (const xb_flow *)flows->flows.items + (s->backward ? flows->flows.count - 1 - i : i);
        go_by_statement(s, r, flow);
        if (!flow->callee)
            continue;
        go_past_call(s, r, flow);
        go_into_call(s, r, flow);
    }
}

/* @param noted the flows that count */
static search search_from(const xb_program_activity *activity, const xb_noted_flows *noted, bool backward,
                          const xb_list *symbols)
{
    const uint32_t count = activity->flows->calls->graph.vertex_count,
                   entry = (uint32_t)(activity->entry - activity->flows->routines);
    search s = {.activity = activity, .noted = noted, .backward = backward};
    s.links = xb_arena_array(activity->arena, count, sizeof *s.links);
    for (uint32_t r = 0; r < count; r++)
        s.links[r] = xb_arena_array(activity->arena, flows_of(&s, r)->values.count, sizeof **s.links);
    for (size_t i = 0; i < symbols->count; i++) {
        const uint32_t value = xb_flows_value(activity->entry, symbols->items[i]);
        if (value != XB_FLOW_NONE)
            reach(&s, entry, value, (link){.sort = BEGINS});
    }
    for (s.changed = true; s.changed;) {
        s.changed = false;
        for (uint32_t i = count; i-- > 0;)
            go_through(&s, activity->flows->order[i]);
    }
    return s;
}

/* ---- saying -------------------------------------------------------------------------------------------- */

static const char *name_at(const search *s, uint32_t r, uint32_t value)
{
    const xb_symbol *symbol = symbol_at(s, r, value);
    if (symbol)
        return xb_arena_format(s->activity->arena, "'%s'", symbol->id->text);
    return value == 0 ? "what is outside" : "what the function returns";
}

static void say(const search *s, const xb_node *node, const char *text)
{
    const xb_program *program = xb_analyses_program(s->activity->flows->analyses);
    xb_note(program->diagnostics, node ? xb_program_place(program, node, NULL) : (xb_place){0}, "%s", text);
}

/* Says why a place is reached. @param r, value the place */
static void say_link(const search *s, uint32_t r, uint32_t value)
{
    xb_arena *arena = s->activity->arena;
    const link *l = &s->links[r][value];
    const char *name = name_at(s, r, value),
               *other = l->sort == BEGINS ? "" : name_at(s, l->routine, l->value),
               *callee = flows_of(s, r)->routine->symbol->id->text;
    switch (l->sort) {
    case BEGINS:
        say(s, &symbol_at(s, r, value)->node,
            xb_arena_format(arena, "%s is %s", name, s->backward ? "dependent" : "independent"));
        break;
    case FLOWS:
        say(s, l->node,
            xb_arena_format(arena, "%s depends on %s", s->backward ? other : name,
                            s->backward ? name : other));
        break;
    case PASSED:
        say(s, l->node,
            s->backward ? xb_arena_format(arena, "%s of %s becomes %s", name, callee, other)
                        : xb_arena_format(arena, "%s is passed for %s of %s", other, name, callee));
        break;
    default: say(s, NULL, xb_arena_format(arena, "%s may share storage with %s", name, other));
    }
}

/* Says a path, in the direction of the program. */
static void say_path(const search *s, uint32_t r, uint32_t value)
{
    xb_vector path = {0}; /* link: places */
    for (link at = {FLOWS, r, value, NULL}; at.sort != BEGINS; at = s->links[at.routine][at.value])
        *(link *)xb_vector_push(s->activity->arena, &path, sizeof at) = at;
    for (uint32_t i = 0; i < path.count; i++) {
        const link *place = (const link *)path.items + (s->backward ? i : path.count - 1 - i);
        say_link(s, place->routine, place->value);
    }
}

/* A place of a variable that a search has reached. @return false if there is none */
static bool find_place(const search *s, const xb_symbol *symbol, uint32_t *routine, uint32_t *value)
{
    for (uint32_t r = 0; r < s->activity->flows->calls->graph.vertex_count; r++) {
        *routine = r;
        *value = xb_flows_value(flows_of(s, r), symbol);
        if (*value != XB_FLOW_NONE && is_reached(s, r, *value))
            return true;
    }
    return false;
}

/* Says what a variable gets, or what it gives something to. */
static void say_ends(const search *s, const xb_symbol *symbol)
{
    size_t said = 0;
    for (uint32_t r = 0; r < s->activity->flows->calls->graph.vertex_count; r++) {
        const xb_routine_flows *flows = flows_of(s, r);
        const uint32_t value = xb_flows_value(flows, symbol);
        for (uint32_t i = 0; value != XB_FLOW_NONE && i < flows->flows.count && said < MOST_SHOWN; i++) {
            const xb_flow *flow = (const xb_flow *)flows->flows.items + i;
            bool gives = false, gets = false;
            for (uint32_t k = 0; k < flow->sources; k++)
                gives = gives || ((const uint32_t *)flows->sources.items)[flow->first_source + k] == value;
            for (uint32_t k = 0; k < flow->targets; k++)
                gets = gets ||
                       ((const xb_flow_target *)flows->targets.items)[flow->first_target + k].value == value;
            for (uint32_t k = 0; k < flow->bindings; k++) {
                const xb_flow_binding *b =
                    (const xb_flow_binding *)flows->bindings.items + flow->first_binding + k;
                gives = gives || b->value == value;
                gets = gets || (b->value == value && b->modified);
            }
            if (!(s->backward ? gives : gets))
                continue;
            said++;
            say(s, flow->node, s->backward ? "it is used here" : "it gets a value here");
        }
    }
}

static void remark(const xb_program_activity *activity, const xb_symbol *symbol, const char *what)
{
    const xb_program *program = xb_analyses_program(activity->flows->analyses);
    xb_remark(program->diagnostics, xb_program_place(program, &symbol->node, NULL), "'%s' %s",
              symbol->id->text, what);
}

void xb_activity_explain(const xb_program_activity *activity, const xb_symbol *symbol)
{
    const bool active = xb_activity_has(activity, symbol);
    const xb_noted_flows *noted = active ? activity->active : activity->varied;
    const search forward = search_from(activity, noted, false, activity->question.independents),
                 backward = search_from(activity, noted, true, activity->question.dependents);
    uint32_t r, value;
    const bool varies = find_place(&forward, symbol, &r, &value);
    remark(activity, symbol,
           active ? "is active"
           : varies
               ? "is passive: it depends on an independent variable, but no dependent one depends on that"
               : "is passive: it depends on no independent variable");
    if (varies)
        say_path(&forward, r, value);
    if (active && find_place(&backward, symbol, &r, &value))
        say_path(&backward, r, value);
    else if (!active)
        say_ends(varies ? &backward : &forward, symbol);
}
