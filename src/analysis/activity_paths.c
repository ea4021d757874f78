/*
 * A path is one that can be executed: it goes from definition to definition, each of which is used before it
 * is overwritten. A search from definitions walks over the steps of their routine to find what uses each one,
 * and so what is defined by it; calls are passed as a whole, by what depends on what over the callee. That a
 * variable is active shows a path within its routine, from what varies at the beginning of a pattern of calls
 * to what is useful at its end, and from there in the routine that the pattern comes from: to the call, and
 * on after the same call, up to the entry. How far a variable that is passive varies shows a search that goes
 * into calls, too, but never out of them. The work is limited: beyond that, no path is shown.
 */
#include "analysis/activity.h"

#include <string.h>

#include "analysis/origins.h"
#include "base/diagnostics.h"

enum { MOST_SHOWN = 8, MOST_WORK = 1 << 24 /* uses of definitions that are looked at, for a variable */ };

/* What is explained. */
typedef struct explanation {
    const xb_program_activity *activity;
    const xb_symbol *symbol;
    xb_arena *scratch;
    size_t work; /* done so far */
} explanation;

/* What a flow defines, or what a value is where the routine begins. */
typedef struct definition {
    const xb_routine_flows *flows;
    uint32_t flow;       /* XB_FLOW_NONE: where the routine begins */
    uint32_t value;      /* has it */
    uint32_t given;      /* the flow gives it to; the value may share its storage */
    uint32_t from;       /* definition that this one depends on; XB_FLOW_NONE: the search begins here */
    const xb_node *node; /* what does it */
    bool used;           /* by something, or by callers */
} definition;

typedef struct search {
    explanation *why;
    bool enters;           /* calls, too */
    const xb_flow *before; /* it ends before this flow; NULL: where the routine ends, */
    const uint64_t *goal;  /* with one of these values; NULL: it goes on */
    uint32_t found;        /* definition by which it ends; XB_FLOW_NONE: none yet */
    xb_vector definitions; /* definition: in the order in which they are reached */
    xb_map numbers;        /* of definitions, by flow and value: one more */
    xb_map seen;           /* bits by routine and value: flows and steps that were come to with it */
    uint64_t *here;        /* those of the definition that is followed */
    xb_vector waiting;     /* uint32_t: steps that it comes to */
    xb_list users;         /* xb_node: some of those that use definitions of the variable */
} search;

/* One remark of a path. */
typedef struct line {
    const xb_node *node;
    const char *text;
} line;

/* A path, from the middle to both ends. */
typedef struct path {
    xb_list before; /* xb_vector of line: what comes first is last */
    xb_vector after;
    uint32_t begin, end; /* values of the routine that it has come to */
} path;

/* ---- definitions --------------------------------------------------------------------------------------- */

static definition *definition_at(const search *s, uint32_t number)
{
    return (definition *)s->definitions.items + number;
}

static const xb_flow *flow_at(const xb_routine_flows *flows, uint32_t number)
{
    return (const xb_flow *)flows->flows.items + number;
}

static uint64_t key_of(const search *s, const xb_routine_flows *flows, uint32_t flow)
{
    return (uint64_t)(flows - s->why->activity->flows->routines) << 32 | flow;
}

static void reach(search *s, const definition *d)
{
    const uint64_t key = key_of(s, d->flows, d->flow);
    if (xb_map_get(&s->numbers, key, d->value))
        return;
    *(definition *)xb_vector_push(s->why->scratch, &s->definitions, sizeof *d) = *d;
    xb_map_put(s->why->scratch, &s->numbers, key, d->value, (void *)(uintptr_t)s->definitions.count);
}

/* Reaches a definition of a value, and of all that may share its storage. */
static void reach_all(search *s, definition d)
{
    const uint64_t *sharing = d.flows->sharing[d.given];
    d.value = d.given;
    reach(s, &d);
    s->why->work += sharing ? d.flows->values.count : 1;
    for (d.value = 0; sharing && d.value < d.flows->values.count; d.value++)
        if (xb_bits_has(sharing, d.value))
            reach(s, &d);
}

/* The number of a definition that was reached. */
static uint32_t number_of(const search *s, const definition *d)
{
    return (uint32_t)(uintptr_t)xb_map_get(&s->numbers, key_of(s, d->flows, d->flow), d->value) - 1;
}

/* ---- searching ----------------------------------------------------------------------------------------- */

static void note_use(search *s, uint32_t number, const xb_node *node)
{
    definition *d = definition_at(s, number);
    d->used = true;
    if (d->flows->values.items[d->value] == s->why->symbol && s->users.count < MOST_SHOWN &&
        !xb_list_has(&s->users, node))
        xb_list_append(s->why->scratch, &s->users, node);
}

static void use_in_statement(search *s, uint32_t number, uint32_t k)
{
    const definition d = *definition_at(s, number);
    const xb_flow *flow = flow_at(d.flows, k);
    bool used = false;
    for (uint32_t i = 0; i < flow->sources && !used; i++)
        used = xb_flow_sources(d.flows, flow)[i] == d.value;
    for (uint32_t i = 0; i < flow->targets && used; i++)
        reach_all(s, (definition){.flows = d.flows,
                                  .flow = k,
                                  .given = xb_flow_targets(d.flows, flow)[i].value,
                                  .from = number,
                                  .node = flow->node});
    if (used)
        note_use(s, number, flow->node);
}

/* @param inner value of the callee's interface that the definition is passed for */
static void pass_over_call(search *s, uint32_t number, uint32_t k, uint32_t inner)
{
    const definition d = *definition_at(s, number);
    const xb_flow *flow = flow_at(d.flows, k);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(d.flows, flow)[i];
        if (!b->modified || !xb_origins_has(flow->callee, b->inner, inner))
            continue;
        definition_at(s, number)->used = true;
        reach_all(s, (definition){
                         .flows = d.flows, .flow = k, .given = b->value, .from = number, .node = flow->node});
    }
    s->why->work += flow->bindings;
}

static void use_in_call(search *s, uint32_t number, uint32_t k)
{
    const definition d = *definition_at(s, number);
    const xb_flow *flow = flow_at(d.flows, k);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(d.flows, flow)[i];
        if (b->value != d.value)
            continue;
        pass_over_call(s, number, k, b->inner);
        if (s->enters)
            reach_all(s, (definition){.flows = flow->callee,
                                      .flow = XB_FLOW_NONE,
                                      .given = b->inner,
                                      .from = number,
                                      .node = flow->node});
    }
}

static bool is_overwritten(const xb_routine_flows *flows, const xb_flow *flow, uint32_t value)
{
    bool gone = false;
    for (uint32_t i = 0; i < flow->targets && !gone; i++)
        gone = xb_flow_targets(flows, flow)[i].whole && xb_flow_targets(flows, flow)[i].value == value;
    for (uint32_t i = 0; i < flow->bindings && !gone; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(flows, flow)[i];
        gone = b->modified && b->whole && b->value == value;
    }
    return gone;
}

static void arrive(search *s, uint32_t number)
{
    if (s->found == XB_FLOW_NONE && s->goal && xb_bits_has(s->goal, definition_at(s, number)->value))
        s->found = number;
}

/* Notes a flow or, after these, a step that a value comes to. @return whether it had not come there before */
static bool come_to(const search *s, uint32_t place)
{
    if (xb_bits_has(s->here, place))
        return false;
    xb_bits_add(s->here, place);
    return true;
}

static void add_step(search *s, const xb_routine_flows *flows, uint32_t step)
{
    if (come_to(s, flows->flows.count + step))
        *(uint32_t *)xb_vector_push(s->why->scratch, &s->waiting, sizeof step) = step;
}

/* Walks over a step from one of its flows on, and to those that follow, until a definition is overwritten, or
 * one of the same value came there before. */
static void walk_over(search *s, uint32_t number, uint32_t step, uint32_t from)
{
    const xb_routine_flows *flows = definition_at(s, number)->flows;
    const uint32_t value = definition_at(s, number)->value;
    const xb_graph *graph = &flows->steps.graph;
    s->why->work++;
    for (uint32_t k = from; k < flows->first[step + 1]; k++) {
        const xb_flow *flow = flow_at(flows, k);
        if (!come_to(s, k))
            return;
        s->why->work += 1 + flow->sources + flow->bindings;
        if (flow == s->before)
            arrive(s, number);
        (flow->callee ? use_in_call : use_in_statement)(s, number, k);
        if (is_overwritten(flows, flow, value))
            return;
    }
    for (uint32_t e = xb_graph_first_out(graph, step); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e))
        add_step(s, flows, xb_graph_target(graph, e));
    if (xb_graph_out_degree(graph, step) > 0)
        return;
    definition_at(s, number)->used = true;
    if (!s->before)
        arrive(s, number);
}

static uint32_t step_of(const xb_routine_flows *flows, uint32_t flow)
{
    uint32_t from = 0, to = flows->steps.graph.vertex_count;
    while (to - from > 1) {
        const uint32_t middle = from + (to - from) / 2;
        if (flows->first[middle] <= flow)
            from = middle;
        else
            to = middle;
    }
    return from;
}

static uint64_t *seen_with(search *s, const definition *d)
{
    const uint64_t routine = (uint64_t)(d->flows - s->why->activity->flows->routines);
    const size_t count = (size_t)d->flows->flows.count + d->flows->steps.graph.vertex_count;
    uint64_t *seen = xb_map_get(&s->seen, routine, d->value);
    if (seen)
        return seen;
    seen = xb_bits_create(s->why->scratch, count);
    xb_map_put(s->why->scratch, &s->seen, routine, d->value, seen);
    s->why->work += xb_bits_words(count);
    return seen;
}

/* Finds all that uses a definition, but for what was found to use one of the same value. */
static void follow(search *s, uint32_t number)
{
    const definition d = *definition_at(s, number);
    s->here = seen_with(s, &d);
    if (d.flow != XB_FLOW_NONE)
        walk_over(s, number, step_of(d.flows, d.flow), d.flow + 1);
    else if (d.flows->steps.entry != XB_GRAPH_NONE)
        add_step(s, d.flows, d.flows->steps.entry);
    while (s->waiting.count > 0) {
        const uint32_t step = ((const uint32_t *)s->waiting.items)[--s->waiting.count];
        walk_over(s, number, step, d.flows->first[step]);
    }
}

static bool is_too_much(const explanation *why)
{
    return why->work > MOST_WORK;
}

/* Follows definitions from those on that a search has, until it has found one or there are no more. */
static void run(search *s)
{
    for (uint32_t i = 0; i < s->definitions.count && s->found == XB_FLOW_NONE && !is_too_much(s->why); i++)
        follow(s, i);
}

static search new_search(explanation *why, const xb_flow *before, const uint64_t *goal)
{
    return (search){.why = why, .before = before, .goal = goal, .found = XB_FLOW_NONE};
}

/* Begins with what varies where a routine does, by a pattern of its calls. */
static void begin_pattern(search *s, const xb_routine_flows *flows, const xb_activity_pattern *pattern)
{
    for (uint32_t v = 0; v < flows->values.count; v++)
        if (xb_bits_has(pattern->varied, v))
            reach(s, &(definition){
                         .flows = flows, .flow = XB_FLOW_NONE, .value = v, .given = v, .from = XB_FLOW_NONE});
}

/* ---- paths --------------------------------------------------------------------------------------------- */

static const char *name_in(const explanation *why, const xb_routine_flows *flows, uint32_t value)
{
    const xb_symbol *symbol = flows->values.items[value];
    if (symbol)
        return xb_arena_format(why->scratch, "'%s'", symbol->id->text);
    return value == 0 ? "what is outside" : "what the function returns";
}

static void add_line(const explanation *why, xb_vector *lines, const xb_node *node, const char *text)
{
    *(line *)xb_vector_push(why->scratch, lines, sizeof(line)) = (line){node, text};
}

static void add_sharing(const explanation *why, xb_vector *lines, const xb_routine_flows *flows,
                        uint32_t value, uint32_t other)
{
    if (value != other)
        add_line(why, lines, NULL,
                 xb_arena_format(why->scratch, "%s may share storage with %s", name_in(why, flows, value),
                                 name_in(why, flows, other)));
}

/* Whether what is given to a value of a routine is had by another one. */
static bool has_storage_of(const xb_routine_flows *flows, uint32_t value, uint32_t given)
{
    return value == given || (flows->sharing[given] && xb_bits_has(flows->sharing[given], value));
}

/* The variable of a list that has a value of the entry, or may share its storage; NULL: none does. */
static const xb_symbol *find_named(const explanation *why, const xb_list *symbols, uint32_t value)
{
    const xb_routine_flows *entry = why->activity->entry;
    const xb_symbol *symbol = entry->values.items[value];
    if (symbol && xb_list_has(symbols, symbol))
        return symbol;
    for (size_t i = 0; i < symbols->count; i++) {
        const uint32_t v = xb_flows_value(entry, symbols->items[i]);
        if (v != XB_FLOW_NONE ? has_storage_of(entry, value, v)
                              : symbol && xb_flows_may_share(why->activity->flows, symbols->items[i], symbol))
            return symbols->items[i];
    }
    return NULL;
}

/* Adds that a value where the entry begins is independent, or may share storage with one that is. */
static void add_independent(const explanation *why, xb_vector *lines, uint32_t value)
{
    const xb_routine_flows *entry = why->activity->entry;
    const xb_symbol *symbol = find_named(why, why->activity->question.independents, value);
    if (!symbol)
        return;
    add_line(why, lines, &symbol->node,
             xb_arena_format(why->scratch, "'%s' is independent", symbol->id->text));
    if (symbol != entry->values.items[value])
        add_line(why, lines, NULL,
                 xb_arena_format(why->scratch, "%s may share storage with '%s'", name_in(why, entry, value),
                                 symbol->id->text));
}

/* Adds that a value at the end of the entry is dependent, or may share storage with one that is. */
static void add_dependent(const explanation *why, path *p)
{
    const xb_routine_flows *entry = why->activity->entry;
    const xb_symbol *symbol = find_named(why, why->activity->question.dependents, p->end);
    if (!symbol)
        return;
    if (symbol != entry->values.items[p->end])
        add_line(why, &p->after, NULL,
                 xb_arena_format(why->scratch, "'%s' may share storage with %s", symbol->id->text,
                                 name_in(why, entry, p->end)));
    add_line(why, &p->after, &symbol->node,
             xb_arena_format(why->scratch, "'%s' is dependent", symbol->id->text));
}

/* 'value' is passed for 'inner' of a routine. */
static void add_passing(const explanation *why, xb_vector *lines, const xb_node *call,
                        const xb_routine_flows *flows, uint32_t value, const xb_routine_flows *callee,
                        uint32_t inner)
{
    add_line(why, lines, call,
             xb_arena_format(why->scratch, "%s is passed for %s of %s", name_in(why, flows, value),
                             name_in(why, callee, inner), callee->routine->symbol->id->text));
}

/* Adds how a definition comes from the one before it. */
static void add_definition(const search *s, xb_vector *lines, const definition *d)
{
    const definition *from = d->from == XB_FLOW_NONE ? NULL : definition_at(s, d->from);
    if (from && d->flow == XB_FLOW_NONE)
        add_passing(s->why, lines, d->node, from->flows, from->value, d->flows, d->given);
    else if (from && (from->value != d->given || !flow_at(d->flows, d->flow)->callee))
        add_line(s->why, lines, d->node,
                 xb_arena_format(s->why->scratch, "%s depends on %s", name_in(s->why, d->flows, d->given),
                                 name_in(s->why, d->flows, from->value)));
    add_sharing(s->why, lines, d->flows, d->value, d->given);
}

/* The definition by which a search came to one. */
static const definition *root_of(const search *s, uint32_t number)
{
    const definition *d = definition_at(s, number);
    while (d->from != XB_FLOW_NONE)
        d = definition_at(s, d->from);
    return d;
}

/* Adds the path of a search to a definition. */
static void add_path(const search *s, xb_vector *lines, uint32_t number)
{
    xb_list chain = {.count = 0};
    for (uint32_t at = number; at != XB_FLOW_NONE; at = definition_at(s, at)->from)
        xb_list_append(s->why->scratch, &chain, definition_at(s, at));
    for (uint32_t i = chain.count; i-- > 0;)
        add_definition(s, lines, chain.items[i]);
}

/* Adds the path from where a routine begins to a definition; in the entry, from an independent variable. */
static void add_before(const search *s, path *p, const xb_activity_pattern *pattern, uint32_t number)
{
    xb_vector *lines = xb_arena_alloc(s->why->scratch, sizeof *lines);
    if (!pattern->caller)
        add_independent(s->why, lines, root_of(s, number)->given);
    add_path(s, lines, number);
    xb_list_append(s->why->scratch, &p->before, lines);
    p->begin = root_of(s, number)->value;
}

/* 'value' is passed for the value of the callee with which a path begins there. */
static void add_call(const explanation *why, xb_vector *lines, const xb_activity_pattern *pattern,
                     uint32_t value, uint32_t begin)
{
    const xb_routine_flows *callee = pattern->call->callee;
    for (uint32_t i = 0; i < pattern->call->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(pattern->calling, pattern->call)[i];
        if (b->value != value || !has_storage_of(callee, begin, b->inner))
            continue;
        add_passing(why, lines, pattern->call->node, pattern->calling, value, callee, b->inner);
        add_sharing(why, lines, callee, begin, b->inner);
        return;
    }
}

/* Continues a path back from where a routine begins, to where its caller does. @return false: there is none
 */
static bool go_back(explanation *why, path *p, const xb_activity_pattern *pattern)
{
    const xb_routine_flows *calling = pattern->calling;
    const uint32_t begin = p->begin;
    uint64_t *goal = xb_bits_create(why->scratch, calling->values.count);
    for (uint32_t i = 0; i < pattern->call->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(calling, pattern->call)[i];
        if (has_storage_of(pattern->call->callee, begin, b->inner))
            xb_bits_add(goal, b->value);
    }
    search s = new_search(why, pattern->call, goal);
    begin_pattern(&s, calling, pattern->caller);
    run(&s);
    if (s.found == XB_FLOW_NONE)
        return false;
    add_before(&s, p, pattern->caller, s.found);
    add_call(why, p->before.items[p->before.count - 1], pattern, definition_at(&s, s.found)->value, begin);
    return true;
}

/* Continues a path from the end of a routine to that of its caller, after the call. @return likewise */
static bool go_on(explanation *why, path *p, const xb_activity_pattern *pattern)
{
    const xb_routine_flows *calling = pattern->calling, *callee = pattern->call->callee;
    search s = new_search(why, NULL, pattern->caller->useful);
    for (uint32_t i = 0; i < pattern->call->bindings; i++) {
        const xb_flow_binding *b = &xb_flow_bindings(calling, pattern->call)[i];
        if (b->modified && b->inner == p->end)
            reach_all(&s, (definition){.flows = calling,
                                       .flow = (uint32_t)(pattern->call - flow_at(calling, 0)),
                                       .given = b->value,
                                       .from = XB_FLOW_NONE});
    }
    run(&s);
    if (s.found == XB_FLOW_NONE)
        return false;
    add_line(why, &p->after, pattern->call->node,
             xb_arena_format(why->scratch, "%s of %s becomes %s", name_in(why, callee, p->end),
                             callee->routine->symbol->id->text,
                             name_in(why, calling, root_of(&s, s.found)->given)));
    add_path(&s, &p->after, s.found);
    p->end = definition_at(&s, s.found)->value;
    return true;
}

/* Finds a path through the variable, by a pattern of calls of a routine. */
static bool find_within(explanation *why, path *p, const xb_routine_flows *flows,
                        const xb_activity_pattern *pattern)
{
    const uint32_t value = xb_flows_value(flows, why->symbol);
    search to = new_search(why, NULL, NULL), from = new_search(why, NULL, pattern->useful);
    begin_pattern(&to, flows, pattern);
    run(&to);
    for (uint32_t i = 0; i < to.definitions.count; i++) {
        definition d = *definition_at(&to, i);
        const bool is_candidate = d.value == value || d.given == value;
        d.given = d.value;
        d.from = XB_FLOW_NONE;
        if (is_candidate)
            reach(&from, &d);
    }
    run(&from);
    if (from.found == XB_FLOW_NONE)
        return false;
    add_before(&to, p, pattern, number_of(&to, root_of(&from, from.found)));
    add_path(&from, &p->after, from.found);
    p->end = definition_at(&from, from.found)->value;
    return true;
}

/* Finds a path from an independent variable through the variable to a dependent one. */
static bool find_by_pattern(explanation *why, path *p, const xb_routine_flows *flows,
                            const xb_activity_pattern *pattern)
{
    bool found = find_within(why, p, flows, pattern);
    for (; found && pattern->caller; pattern = pattern->caller)
        found = go_back(why, p, pattern) && go_on(why, p, pattern);
    if (found)
        add_dependent(why, p);
    return found;
}

/* Likewise, in routines that call others before those. */
static bool find_path(explanation *why, path *p)
{
    const xb_program_activity *activity = why->activity;
    for (uint32_t i = activity->flows->calls->graph.vertex_count; i-- > 0;) {
        const uint32_t r = activity->flows->order[i];
        const xb_routine_flows *flows = &activity->flows->routines[r];
        if (xb_flows_value(flows, why->symbol) == XB_FLOW_NONE)
            continue;
        for (size_t k = 0; k < activity->patterns[r].count; k++) {
            *p = (path){.begin = 0};
            if (find_by_pattern(why, p, flows, activity->patterns[r].items[k]))
                return true;
        }
    }
    return false;
}

/* ---- saying -------------------------------------------------------------------------------------------- */

static void say(const explanation *why, const xb_node *node, const char *text)
{
    const xb_program *program = xb_analyses_program(why->activity->flows->analyses);
    xb_note(program->diagnostics, node ? xb_program_place(program, node, NULL) : (xb_place){0}, "%s", text);
}

static void say_lines(const explanation *why, const xb_vector *lines)
{
    for (uint32_t i = 0; i < lines->count; i++)
        say(why, ((const line *)lines->items)[i].node, ((const line *)lines->items)[i].text);
}

static void say_path(const explanation *why, const path *p)
{
    for (uint32_t i = p->before.count; i-- > 0;)
        say_lines(why, p->before.items[i]);
    say_lines(why, &p->after);
}

static bool is_given_by(const xb_routine_flows *flows, const xb_flow *flow, uint32_t value)
{
    bool given = false;
    for (uint32_t i = 0; i < flow->targets && !given; i++)
        given = xb_flow_targets(flows, flow)[i].value == value;
    for (uint32_t i = 0; i < flow->bindings && !given; i++)
        given = xb_flow_bindings(flows, flow)[i].modified && xb_flow_bindings(flows, flow)[i].value == value;
    return given;
}

/* Says what gives the variable a value. */
static void say_givers(const explanation *why)
{
    const xb_flows *all = why->activity->flows;
    size_t said = 0;
    for (uint32_t r = 0; r < all->calls->graph.vertex_count; r++) {
        const xb_routine_flows *flows = &all->routines[r];
        const uint32_t value = xb_flows_value(flows, why->symbol);
        for (uint32_t i = 0; value != XB_FLOW_NONE && i < flows->flows.count && said < MOST_SHOWN; i++)
            if (is_given_by(flows, flow_at(flows, i), value)) {
                said++;
                say(why, flow_at(flows, i)->node, "it gets a value here");
            }
    }
}

static void remark(const explanation *why, const char *what)
{
    const xb_program *program = xb_analyses_program(why->activity->flows->analyses);
    xb_remark(program->diagnostics, xb_program_place(program, &why->symbol->node, NULL), "'%s' %s",
              why->symbol->id->text, what);
}

/* An active variable with storage of which that of the variable may be; NULL: there is none. */
static const xb_symbol *find_sharing(const explanation *why)
{
    const xb_flows *all = why->activity->flows;
    for (uint32_t r = 0; r < all->calls->graph.vertex_count; r++) {
        const xb_routine_flows *flows = &all->routines[r];
        const uint32_t value = xb_flows_value(flows, why->symbol);
        const uint64_t *sharing = value == XB_FLOW_NONE ? NULL : flows->sharing[value];
        for (uint32_t v = 0; sharing && v < flows->values.count; v++) {
            const xb_symbol *other = flows->values.items[v];
            if (v != value && xb_bits_has(sharing, v) && other && xb_activity_has(why->activity, other))
                return other;
        }
    }
    return NULL;
}

/* Says of a variable that is on no path itself by which other one it is active, or that it is named. */
static void explain_otherwise(explanation *why)
{
    const xb_activity_question *question = &why->activity->question;
    const xb_symbol *symbol = why->symbol, *other = find_sharing(why);
    path p;
    if (xb_list_has(question->independents, symbol))
        say(why, &symbol->node, xb_arena_format(why->scratch, "'%s' is independent", symbol->id->text));
    if (xb_list_has(question->dependents, symbol))
        say(why, &symbol->node, xb_arena_format(why->scratch, "'%s' is dependent", symbol->id->text));
    if (!other)
        return;
    say(why, NULL,
        xb_arena_format(why->scratch, "'%s' may share storage with '%s'", symbol->id->text, other->id->text));
    why->symbol = other;
    if (find_path(why, &p))
        say_path(why, &p);
}

static void explain_active(explanation *why)
{
    path p;
    remark(why, "is active");
    if (find_path(why, &p))
        say_path(why, &p);
    else if (!is_too_much(why))
        explain_otherwise(why);
}

/* The first definition of the variable in a search; one where a routine begins counts only if it is used. */
static uint32_t find_definition(const search *s)
{
    for (uint32_t i = 0; i < s->definitions.count; i++) {
        const definition *d = definition_at(s, i);
        if (d->flows->values.items[d->value] == s->why->symbol && (d->used || d->flow != XB_FLOW_NONE))
            return i;
    }
    return XB_FLOW_NONE;
}

static void say_how_it_varies(const search *s, uint32_t number)
{
    path p = {.begin = 0};
    add_independent(s->why, &p.after, root_of(s, number)->given);
    add_path(s, &p.after, number);
    say_path(s->why, &p);
    for (size_t i = 0; i < s->users.count; i++)
        say(s->why, s->users.items[i], "it is used here");
}

static void explain_passive(explanation *why)
{
    const size_t entry = (size_t)(why->activity->entry - why->activity->flows->routines);
    search s = new_search(why, NULL, NULL);
    s.enters = true;
    begin_pattern(&s, why->activity->entry, why->activity->patterns[entry].items[0]);
    run(&s);
    const uint32_t found = find_definition(&s);
    if (found != XB_FLOW_NONE) {
        remark(why,
               "is passive: it depends on an independent variable, but no dependent one depends on that");
        say_how_it_varies(&s, found);
    } else if (is_too_much(why))
        remark(why, "is passive");
    else {
        remark(why, "is passive: it depends on no independent variable");
        say_givers(why);
    }
}

void xb_activity_explain(const xb_program_activity *activity, const xb_symbol *symbol)
{
    xb_arena *scratch = xb_analyses_scratch(activity->flows->analyses);
    const xb_arena_mark mark = xb_arena_mark_now(scratch);
    explanation why = {activity, symbol, scratch, 0};
    (xb_activity_has(activity, symbol) ? explain_active : explain_passive)(&why);
    xb_arena_release(scratch, mark);
}
