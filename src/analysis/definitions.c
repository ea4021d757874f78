/*
 * Reaching definitions, over the steps of a routine.
 *
 * Definitions are numbered such that those of one storage class stand together, within these those of one
 * variable, and within these those of one location: what overwrites a variable or a location takes a range
 * out of a set. The first definition of each variable is what it had on entry. Definitions that may concern
 * any storage are the last range, and nothing takes them out.
 *
 * Within a step, a definition covers the later uses of its location, whatever its subscripts are, as long as
 * no variable in these changes: what was defined before it does not reach them.
 *
 * What reaches uses is asked of few routines, of which calls it matters; it is worked out when it is.
 */
#include "analysis/definitions.h"

#include <stdlib.h>

#include "analysis/calls.h"
#include "analysis/dataflow.h"
#include "analysis/locations.h"
#include "analysis/overlap.h"
#include "analysis/steps.h"
#include "analysis/summaries.h"
#include "traverse/traverse.h"

enum { MOST_WORDS = 1 << 22 /* of all sets */, MOST_ENDS = 64, MOST_LOOKED_AT = 1024 };

/* A read or a write. */
typedef struct event {
    xb_access access;
    const xb_node *node;
    xb_location *location; /* of a reference, else NULL */
    uint32_t class;        /* of storage */
    uint32_t number;       /* of a definition: its bit */
    uint32_t before;       /* of a definition: the one of its class before it, plus 1 */
    uint32_t step;         /* that it is in */
} event;

/* What reaches a use, or what a definition reaches. */
typedef struct ends {
    bool unknown, outside;
    bool again; /* of a definition: it may reach a use when its step is executed another time */
    xb_list list;
} ends;

struct xb_definitions {
    bool known;
    bool has_uses;
    xb_analyses *analyses;
    const xb_routine *routine;
    xb_arena *arena;
    xb_node_map uses;    /* ends by reference that is read */
    xb_node_map targets; /* the same of one that is assigned */
};

typedef struct solver {
    xb_definitions *result;
    xb_analyses *analyses;
    xb_arena *scratch;
    const xb_footprints *footprints;
    const xb_storage *storage;
    const xb_routine *routine;
    xb_location_table *table;
    xb_steps steps;
    xb_vector events;    /* event, of step after step */
    uint32_t *first;     /* by step, and one more: its first event */
    bool *repeated;      /* by step: control may come back to it */
    const xb_node *node; /* under way */
    uint32_t step;       /* likewise */
    event **definitions; /* by number */
    uint32_t count;      /* number of them */
    xb_map ranges;       /* (class, 0), (variable, 1), (location, 2) to a range */
    xb_dataflow flow;    /* of definitions */
    uint64_t *now;
    ends *reached;       /* by number of a definition */
    ends passing;        /* of a use that is not kept */
    xb_map exposed;      /* storage classes of which a use gets what was there on entry */
    uint64_t *used;      /* definitions that reach a use of anything */
    uint64_t *elsewhere; /* those that reach one of anything that routines without body may know */
} solver;

typedef struct range {
    uint32_t from, to; /* exclusive */
    uint32_t last;     /* of a class: the last definition so far, an event, plus 1 */
    bool unknown;      /* there is a use that too many of them may reach */
} range;

enum { OF_CLASS, OF_VARIABLE, OF_LOCATION };

/* ---- events -------------------------------------------------------------------------------------------- */

static void note(void *context, const xb_access *access)
{
    solver *s = context;
    event *e = xb_vector_push(s->scratch, &s->events, sizeof *e);
    *e = (event){.access = *access, .node = s->node, .class = XB_STORAGE_ANYWHERE, .step = s->step};
    if (access->symbol)
        e->class = xb_storage_class(s->storage, access->symbol);
    if (access->extent == XB_EXTENT_REFERENCE)
        e->location = xb_location_of(s->table, access->reference);
}

static void find_events(solver *s)
{
    const uint32_t count = s->steps.graph.vertex_count;
    s->first = xb_arena_array(s->scratch, (size_t)count + 1, sizeof *s->first);
    for (uint32_t step = 0; step < count; step++) {
        s->first[step] = s->events.count;
        s->step = step;
        for (uint32_t i = s->steps.first[step]; i < s->steps.first[step + 1]; i++) {
            s->node = s->steps.parts[i].node;
            xb_steps_accesses(s->footprints, &s->steps, &s->steps.parts[i], note, s);
        }
    }
    s->first[count] = s->events.count;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static uint64_t variable_of(const event *e)
{
    return e->access.symbol ? e->access.symbol->node.index : UINT64_MAX;
}

static uint64_t location_of(const event *e)
{
    return e->location ? e->location->number + UINT64_C(1) : 0;
}

static int compare(const void *x, const void *y)
{
    const event *a = *(event *const *)x, *b = *(event *const *)y;
    int order = compare_numbers(a->class, b->class);
    if (!order)
        order = compare_numbers(variable_of(a), variable_of(b));
    if (!order)
        order = compare_numbers(location_of(a), location_of(b));
    return order ? order : compare_numbers(a->number, b->number);
}

static void extend(solver *s, uint64_t key, uint64_t sort, uint32_t number)
{
    range *r = xb_map_get(&s->ranges, key, sort);
    if (!r) {
        r = xb_arena_alloc(s->scratch, sizeof *r);
        r->from = number;
        xb_map_put(s->scratch, &s->ranges, key, sort, r);
    }
    r->to = number + 1;
}

/* Each variable that occurs has been defined before the routine is entered. */
static void add_entries(solver *s, xb_list *all)
{
    xb_node_set seen = {0};
    for (uint32_t i = 0; i < s->events.count; i++) {
        const event *e = (const event *)s->events.items + i;
        const xb_symbol *symbol = e->access.symbol;
        if (!symbol || !xb_node_set_add(s->scratch, &seen, &symbol->node))
            continue;
        event *entry = xb_arena_alloc(s->scratch, sizeof *entry);
        *entry = (event){.access = {.extent = XB_EXTENT_VARIABLE, .symbol = symbol, .written = true},
                         .class = e->class};
        xb_list_append(s->scratch, all, entry);
    }
}

static void number_definitions(solver *s)
{
    xb_list all = {.count = 0};
    add_entries(s, &all);
    for (uint32_t i = 0; i < s->events.count; i++) {
        event *e = (event *)s->events.items + i;
        e->number = all.count;
        if (e->access.written)
            xb_list_append(s->scratch, &all, e);
    }
    if (all.count > 1)
        qsort(all.items, all.count, sizeof(void *), compare);
    s->definitions = (event **)all.items;
    s->count = all.count;
    for (uint32_t i = 0; i < s->count; i++) {
        event *e = s->definitions[i];
        e->number = i;
        extend(s, e->class, OF_CLASS, i);
        if (e->access.symbol)
            extend(s, variable_of(e), OF_VARIABLE, i);
        if (e->location)
            extend(s, location_of(e) << 32 | variable_of(e), OF_LOCATION, i);
    }
}

/* ---- data flow ----------------------------------------------------------------------------------------- */

/* The bits of a word from that of a number on. */
static uint64_t bits_from(uint32_t number)
{
    return UINT64_MAX << (number % XB_BITS_PER_WORD);
}

static void take_out(solver *s, const range *r)
{
    if (!r)
        return;
    const size_t words = xb_bits_words(s->count);
    uint32_t first = r->from / XB_BITS_PER_WORD, last = r->to / XB_BITS_PER_WORD;
    uint64_t below = s->now[first] & ~bits_from(r->from);
    uint64_t above = last < words ? s->now[last] & bits_from(r->to) : 0;
    for (uint32_t i = first; i <= last && i < words; i++)
        s->now[i] = 0;
    s->now[first] |= below;
    if (last < words)
        s->now[last] |= above;
}

/* Whether a location is one element always. */
static bool is_one_element(const event *e)
{
    return e->location && e->location->element && e->class != XB_STORAGE_ANYWHERE;
}

static void define(solver *s, const event *e)
{
    if (xb_access_is_whole(&e->access) && e->class != XB_STORAGE_ANYWHERE)
        take_out(s, xb_map_get(&s->ranges, variable_of(e), OF_VARIABLE));
    else if (e->access.certain && is_one_element(e))
        take_out(s, xb_map_get(&s->ranges, location_of(e) << 32 | variable_of(e), OF_LOCATION));
    xb_bits_add(s->now, e->number);
}

static void pass(void *context, uint32_t step, uint64_t *set)
{
    solver *s = context;
    s->now = set;
    for (uint32_t i = s->first[step]; i < s->first[step + 1]; i++) {
        const event *e = (const event *)s->events.items + i;
        if (e->access.written)
            define(s, e);
    }
}

/* @return false if the sets would be too large */
static bool solve(solver *s)
{
    const uint32_t count = s->steps.graph.vertex_count;
    bool *starts = xb_arena_array(s->scratch, count, sizeof *starts);
    if (xb_bits_words(s->count) * count > MOST_WORDS)
        return false;
    uint64_t *first = xb_bits_create(s->scratch, s->count);
    for (uint32_t i = 0; i < s->count; i++)
        if (!s->definitions[i]->node)
            xb_bits_add(first, i);
    starts[s->steps.entry] = true;
    s->flow = (xb_dataflow){.graph = &s->steps.graph,
                            .count = s->count,
                            .starts = starts,
                            .first = first,
                            .pass = pass,
                            .context = s};
    xb_dataflow_solve(s->scratch, &s->flow);
    return true;
}

/* ---- ends ---------------------------------------------------------------------------------------------- */

static void add_end(const solver *s, ends *to, const xb_node *node)
{
    const xb_list *list = &to->list;
    if (to->unknown || (list->count > 0 && list->items[list->count - 1] == node))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == node)
            return;
    if (list->count == MOST_ENDS)
        to->unknown = true;
    else
        xb_list_append(s->result->arena, &to->list, node);
}

/* Where to note what reaches a use. */
static ends *ends_of_use(solver *s, const xb_reference *use)
{
    xb_definitions *result = s->result;
    if (!use || !result->has_uses) {
        s->passing = (ends){.list = {.items = s->passing.list.items, .capacity = s->passing.list.capacity}};
        return &s->passing;
    }
    return xb_node_map_make(result->arena, &result->uses, &use->vertex.node, sizeof(ends));
}

/* Of definitions and uses of one storage class. */
static bool concerns(const solver *s, const event *definition, const event *use)
{
    return !definition->location || !use->location ||
           xb_overlap_of(s->analyses, definition->location->reference, use->location->reference, false) !=
               XB_OVERLAP_NEVER;
}

/* Whether a variable may have what it had on entry; else, whatever was in its storage then is gone, by any
 * name. It is the first definition of a variable. */
static bool has_entry_value(const solver *s, const event *use)
{
    const range *own = xb_map_get(&s->ranges, variable_of(use), OF_VARIABLE);
    return xb_bits_has(s->now, own->from);
}

/* @param again whether the step of the definition may be executed another time meanwhile */
static void join_one(solver *s, const event *use, ends *from, uint32_t number, bool again)
{
    const event *definition = s->definitions[number];
    if (!concerns(s, definition, use))
        return;
    from->outside = from->outside || (!definition->node && has_entry_value(s, use));
    if (definition->node) {
        add_end(s, from, definition->node);
        add_end(s, &s->reached[number], use->node);
        s->reached[number].again = s->reached[number].again || again;
    }
}

/* Joins a use with those of the definitions from a number on, which are all in one word, that reach it. */
static void join_word(solver *s, const event *use, ends *from, uint32_t number, uint32_t count)
{
    uint64_t word = s->now[number / XB_BITS_PER_WORD] & bits_from(number);
    if (number % XB_BITS_PER_WORD + count < XB_BITS_PER_WORD)
        word &= ~bits_from(number + count);
    for (; word; word &= word - 1)
        join_one(s, use, from, number / XB_BITS_PER_WORD * XB_BITS_PER_WORD + xb_bits_lowest(word),
                 s->repeated[use->step]);
}

/* Joins a use with the definitions of a range that reach it. A word without any is looked at at once. */
static void join(solver *s, const event *use, ends *from, range *r)
{
    uint32_t looked_at = 0;
    for (uint32_t i = r ? r->from : 0, count; r && !r->unknown && i < r->to; i += count) {
        count = XB_BITS_PER_WORD - i % XB_BITS_PER_WORD;
        if (s->now[i / XB_BITS_PER_WORD]) {
            uint32_t most = MOST_LOOKED_AT + 1 - looked_at;
            count = count < r->to - i ? count : r->to - i;
            count = count < most ? count : most;
            join_word(s, use, from, i, count);
            looked_at += count;
        } else {
            looked_at++;
        }
        r->unknown = looked_at > MOST_LOOKED_AT;
    }
    from->unknown = from->unknown || (r && r->unknown);
}

/* ---- covers -------------------------------------------------------------------------------------------- */

static const event *event_at(const solver *s, uint32_t number)
{
    return (const event *)s->events.items + number;
}

/* The last definition of a class so far, plus 1. */
static uint32_t last_of(const solver *s, uint32_t class)
{
    const range *r = xb_map_get(&s->ranges, class, OF_CLASS);
    return r ? r->last : 0;
}

static void remember(solver *s, event *e)
{
    const uint32_t number = (uint32_t)(e - (event *)s->events.items);
    range *r = xb_map_get(&s->ranges, e->class, OF_CLASS);
    e->before = r->last;
    r->last = number + 1;
    if (e->access.certain && e->location)
        e->location->last_write = number + 1;
}

/* What a definition assigned was told by subscripts before anything of its statement was assigned. */
typedef struct covering {
    const solver *solver;
    uint32_t since; /* the definition */
} covering;

static bool is_unchanged(const covering *c, uint32_t class)
{
    const uint32_t last = last_of(c->solver, class);
    return last == 0 ||
           (last <= c->since && event_at(c->solver, last - 1)->node != event_at(c->solver, c->since)->node);
}

static xb_visit see_subscript(xb_walk *walk, xb_node *node, void *context)
{
    const covering *c = context;
    const uint32_t class = xb_storage_class(c->solver->storage, ((const xb_reference *)node)->symbol);
    (void)walk;
    return class != XB_STORAGE_ANYWHERE && is_unchanged(c, class) && is_unchanged(c, XB_STORAGE_ANYWHERE)
               ? XB_VISIT_CONTINUE
               : XB_VISIT_STOP;
}

static bool has_same_subscripts(const covering *c, const xb_reference *reference)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_subscript},
                                       .view = XB_VIEW_DERIVED};
    xb_program *program = xb_analyses_program(c->solver->analyses);
    bool same = true;
    for (size_t i = 0; same && i < reference->subscripts.count; i++)
        same = xb_traverse(program, c->solver->scratch, reference->subscripts.items[i], &visitor,
                           (void *)c) != XB_VISIT_STOP;
    return same;
}

/* The last definition in a step, plus 1, of all that a use denotes; 0: none is known. */
static uint32_t cover_of(const solver *s, const event *e)
{
    const uint32_t cover = e->location ? e->location->last_write : 0;
    const covering c = {s, cover - 1};
    return cover > s->first[e->step] && event_at(s, cover - 1)->class == e->class &&
                   has_same_subscripts(&c, e->access.reference)
               ? cover
               : 0;
}

/* Joins a use with the definitions of a class from one of them on, all in one step. @return false if there
 * are too many */
static bool join_since(solver *s, const event *use, ends *from, uint32_t class, uint32_t since)
{
    uint32_t looked_at = 0;
    for (uint32_t i = last_of(s, class); i >= since && looked_at <= MOST_LOOKED_AT; looked_at++) {
        join_one(s, use, from, event_at(s, i - 1)->number, false);
        i = event_at(s, i - 1)->before;
    }
    return looked_at <= MOST_LOOKED_AT;
}

static bool join_covered(solver *s, const event *use, ends *from, uint32_t cover)
{
    return cover > 0 && join_since(s, use, from, use->class, cover) &&
           join_since(s, use, from, XB_STORAGE_ANYWHERE, cover);
}

/* ---- uses ---------------------------------------------------------------------------------------------- */

static void use(solver *s, const event *e)
{
    ends *from = ends_of_use(s, e->access.reference);
    if (e->access.extent == XB_EXTENT_OUTSIDE) {
        xb_bits_unite(s->elsewhere, s->now, xb_bits_words(s->count));
        return;
    }
    if (e->class == XB_STORAGE_ANYWHERE) {
        from->unknown = true;
        xb_bits_unite(s->used, s->now, xb_bits_words(s->count));
        return;
    }
    if (join_covered(s, e, from, cover_of(s, e)))
        return;
    join(s, e, from, xb_map_get(&s->ranges, e->class, OF_CLASS));
    join(s, e, from, xb_map_get(&s->ranges, XB_STORAGE_ANYWHERE, OF_CLASS));
    if (from->outside || from->unknown)
        xb_map_put(s->scratch, &s->exposed, e->class, 0, e);
}

static void go_through(solver *s, uint32_t step)
{
    if (!xb_dataflow_before(&s->flow, step, s->now))
        return;
    for (uint32_t i = s->first[step]; i < s->first[step + 1]; i++) {
        event *e = (event *)s->events.items + i;
        if (e->access.read)
            use(s, e);
        if (e->access.written) {
            define(s, e);
            remember(s, e);
        }
    }
}

/* Whether the value that a variable has when the routine returns may be used: after it, or when it is called
 * again. */
static bool outlives(const solver *s, const event *e)
{
    const xb_symbol *symbol = e->access.symbol;
    return !symbol || e->class == XB_STORAGE_ANYWHERE || xb_storage_is_formal(s->storage, symbol) ||
           xb_footprints_share(s->footprints, symbol) || xb_is_from_outside(s->routine, symbol) ||
           xb_map_get(&s->exposed, e->class, 0);
}

static void leave_routine(solver *s)
{
    const xb_graph *graph = &s->steps.graph;
    for (uint32_t step = 0; step < graph->vertex_count; step++) {
        const uint64_t *left = xb_graph_out_degree(graph, step) == 0 ? s->flow.after[step] : NULL;
        for (uint32_t i = 0; left && i < s->count; i++)
            if (xb_bits_has(left, i) && outlives(s, s->definitions[i]))
                s->reached[i].outside = true;
    }
}

/* A reference that is assigned in several places is unknown. */
static void keep_target(solver *s, const event *e, ends *reached)
{
    xb_definitions *result = s->result;
    const range *class = xb_map_get(&s->ranges, e->class, OF_CLASS);
    const xb_node *target = &e->access.reference->vertex.node;
    bool taken = xb_node_map_get(&result->targets, target) != NULL;
    const bool unknown =
        reached->unknown || taken || class->unknown || xb_bits_has(s->used, e->number) ||
        (xb_bits_has(s->elsewhere, e->number) && xb_footprints_share(s->footprints, e->access.symbol));
    reached->again = reached->again || (unknown && s->repeated[e->step]);
    reached->unknown = unknown;
    xb_node_map_put(result->arena, &result->targets, target, reached);
}

static void keep_targets(solver *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->definitions[i]->node && s->definitions[i]->access.reference)
            keep_target(s, s->definitions[i], &s->reached[i]);
}

/* In postorder, edges lead back to what comes first, but for those that close a cycle: each cycle is within
 * the stretches from their sources to their targets. */
static void find_repeated(solver *s)
{
    const xb_graph *graph = &s->steps.graph;
    const uint32_t count = graph->vertex_count;
    uint32_t *order = xb_arena_array(s->scratch, count, sizeof *order),
             *place = xb_arena_array(s->scratch, count, sizeof *place),
             *end = xb_arena_array(s->scratch, count, sizeof *end), reached = 0;
    s->repeated = xb_arena_array(s->scratch, count, sizeof *s->repeated);
    xb_graph_postorder(s->scratch, graph, order);
    for (uint32_t i = 0; i < count; i++)
        place[order[i]] = i;
    for (uint32_t e = 0; e < graph->edge_count; e++) {
        const uint32_t from = place[xb_graph_source(graph, e)], to = place[xb_graph_target(graph, e)];
        if (to >= from && to >= end[from])
            end[from] = to + 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        reached = end[i] > reached ? end[i] : reached;
        s->repeated[order[i]] = reached > i;
    }
}

static void run(solver *s)
{
    find_events(s);
    number_definitions(s);
    s->result->known = solve(s);
    if (!s->result->known)
        return;
    find_repeated(s);
    s->now = xb_bits_create(s->scratch, s->count);
    s->used = xb_bits_create(s->scratch, s->count);
    s->elsewhere = xb_bits_create(s->scratch, s->count);
    s->reached = xb_arena_array(s->result->arena, s->count, sizeof *s->reached);
    for (uint32_t step = 0; step < s->steps.graph.vertex_count; step++)
        go_through(s, step);
    leave_routine(s);
    keep_targets(s);
}

/* A recursive call may change what a routine keeps from call to call. A routine that is derived may have a
 * name of its own, which calls of the program as it was read do not know; its scope is that of the original.
 */
static bool is_recursive(const solver *s)
{
    const xb_call_graph *calls = xb_calls_of(s->analyses);
    uint32_t v = xb_calls_vertex(calls, s->routine->scope->routine);
    if (v == XB_GRAPH_NONE)
        return true;
    bool *reaching = xb_arena_array(s->scratch, calls->graph.vertex_count, sizeof *reaching), found = false;
    xb_graph_reaching(s->scratch, &calls->graph, v, reaching);
    for (uint32_t e = xb_graph_first_out(&calls->graph, v); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&calls->graph, e))
        found = found || reaching[xb_graph_target(&calls->graph, e)];
    return found;
}

/* ---- what is kept -------------------------------------------------------------------------------------- */

/* Definitions by routine, as they are asked for. */
typedef struct kept {
    xb_arena *arena;
    xb_node_map by_routine;
} kept;

static void *prepare(xb_analyses *analyses, xb_arena *arena)
{
    kept *k = xb_arena_alloc(arena, sizeof *k);
    (void)analyses;
    k->arena = arena;
    return k;
}

static void work_out(xb_definitions *result)
{
    xb_analyses *analyses = result->analyses;
    solver s = {.result = result,
                .analyses = analyses,
                .scratch = xb_analyses_scratch(analyses),
                .footprints = xb_footprints_of(analyses),
                .storage = xb_storage_of(analyses),
                .routine = result->routine};
    xb_arena_mark mark = xb_arena_mark_now(s.scratch);
    s.steps = xb_steps_of(s.scratch, result->routine, XB_VIEW_DERIVED, NULL);
    if (s.steps.entry != XB_GRAPH_NONE && !is_recursive(&s)) {
        s.table = xb_location_table_create(s.scratch, analyses);
        run(&s);
    }
    xb_arena_release(s.scratch, mark);
}

xb_definitions *xb_definitions_of(xb_analyses *analyses, const xb_routine *routine)
{
    static const xb_analysis analysis = {XB_VIEW_DERIVED, prepare};
    kept *k = xb_analyses_get(analyses, &analysis);
    xb_definitions *found = xb_node_map_get(&k->by_routine, &routine->node);
    if (found)
        return found;
    found = xb_arena_alloc(k->arena, sizeof *found);
    *found = (xb_definitions){.analyses = analyses, .routine = routine, .arena = k->arena};
    xb_node_map_put(k->arena, &k->by_routine, &routine->node, found);
    work_out(found);
    return found;
}

static xb_value_ends answer(const xb_definitions *definitions, const xb_node_map *map,
                            const xb_reference *reference)
{
    const ends *found = xb_node_map_get(map, &reference->vertex.node);
    if (!definitions->known || !found)
        return (xb_value_ends){.known = false, .again = true};
    if (found->unknown)
        return (xb_value_ends){.known = false, .again = found->again};
    return (xb_value_ends){
        .known = true, .again = found->again, .outside = found->outside, .ends = found->list};
}

xb_value_ends xb_definitions_reaching(xb_definitions *definitions, const xb_reference *use)
{
    if (!definitions->has_uses) {
        definitions->has_uses = true;
        definitions->targets = (xb_node_map){.values = {.count = 0}};
        work_out(definitions);
    }
    return answer(definitions, &definitions->uses, use);
}

xb_value_ends xb_uses_reached(const xb_definitions *definitions, const xb_reference *target)
{
    return answer(definitions, &definitions->targets, target);
}
