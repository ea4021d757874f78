/*
 * What holds at a step are sets of origins by value. They are leaves of a tree that is never changed but
 * copied along the way to a leaf: steps share what is the same for both, and where paths meet only what
 * differs is looked at. A leaf that is missing stands for a value that is what it was at the beginning. Sets
 * aren't changed either, so that values with the same origins mostly have one set.
 */
#include "analysis/origins.h"

#include <string.h>

#include "base/bits.h"

enum {
    FAN_BITS = 4,
    FAN = 1 << FAN_BITS,
    MOST_WORDS = 1 << 23 /* of all sets of a routine */,
    LEAST_RUN = 8
};

/* Of the tree: at level 0 of sets, above of trees. */
typedef struct tree {
    const void *items[FAN];
} tree;

/* A routine under way. */
typedef struct search {
    xb_arena *arena;
    const xb_routine_flows *flows;
    size_t words;
    uint32_t top;             /* level of trees */
    const uint64_t *none;     /* the empty set */
    const uint64_t **initial; /* by value: what it is at the beginning, once it was wanted */
    uint32_t *bound;          /* by value: how many bindings of the call under way have it */
} search;

/* ---- sets ---------------------------------------------------------------------------------------------- */

static uint64_t *new_set(const search *s)
{
    return xb_bits_create(s->arena, s->flows->interface);
}

/* Adds what a value of the interface is at the beginning: what shares its storage, too. */
static void add_itself(const xb_routine_flows *flows, uint32_t value, uint64_t *set)
{
    const uint64_t *sharing = flows->sharing[value];
    const size_t words = xb_bits_words(flows->interface);
    if (value < flows->interface)
        xb_bits_add(set, value);
    for (size_t i = 0; sharing && i < words; i++)
        set[i] |= sharing[i];
    if (sharing && flows->interface % XB_BITS_PER_WORD)
        set[words - 1] &= (UINT64_C(1) << (flows->interface % XB_BITS_PER_WORD)) - 1;
}

static const uint64_t *initial_of(const search *s, uint32_t value)
{
    if (!s->initial[value]) {
        uint64_t *set = new_set(s);
        add_itself(s->flows, value, set);
        s->initial[value] = set;
    }
    return s->initial[value];
}

static bool is_within(const uint64_t *set, const uint64_t *other, size_t words)
{
    uint64_t more = 0;
    for (size_t i = 0; i < words; i++)
        more |= set[i] & ~other[i];
    return more == 0;
}

/* @return the one that has all of the other, if there is one; the first if both do. NULL: as at the beginning
 */
static const uint64_t *unite(const search *s, uint32_t value, const uint64_t *a, const uint64_t *b)
{
    if (a == b)
        return a;
    const uint64_t *all = a ? a : initial_of(s, value), *more = b ? b : initial_of(s, value);
    if (is_within(more, all, s->words))
        return a;
    if (is_within(all, more, s->words))
        return b;
    uint64_t *set = new_set(s);
    memcpy(set, all, s->words * sizeof *set);
    xb_bits_unite(set, more, s->words);
    return set;
}

/* ---- trees --------------------------------------------------------------------------------------------- */

static const uint64_t *get(const search *s, const tree *at, uint32_t value)
{
    for (uint32_t level = s->top; level > 0 && at; level--)
        at = at->items[value >> (level * FAN_BITS) & (FAN - 1)];
    return at ? at->items[value & (FAN - 1)] : NULL;
}

/* @return the tree with another set for a value */
static const tree *put(const search *s, const tree *at, uint32_t value, const uint64_t *set)
{
    const void *root = at, **slot = &root;
    if (get(s, at, value) == set)
        return at;
    for (uint32_t level = s->top + 1; level-- > 0;) {
        tree *copy = xb_arena_alloc(s->arena, sizeof *copy);
        if (*slot)
            *copy = *(const tree *)*slot;
        *slot = copy;
        slot = &copy->items[value >> (level * FAN_BITS) & (FAN - 1)];
    }
    *slot = set;
    return root;
}

/* @return what holds after either path; the first tree if the other has no more */
static const tree *meet(const search *s, const tree *a, const tree *b, uint32_t level, uint32_t first)
{
    tree *met = NULL;
    if (a == b)
        return a;
    for (uint32_t i = 0; i < FAN; i++) {
        const uint32_t value = first + (i << (level * FAN_BITS));
        const void *p = a ? a->items[i] : NULL, *q = b ? b->items[i] : NULL;
        const void *both = level ? (const void *)meet(s, p, q, level - 1, value) : unite(s, value, p, q);
        if (both == p)
            continue;
        if (!met) {
            met = xb_arena_alloc(s->arena, sizeof *met);
            if (a)
                *met = *a;
        }
        met->items[i] = both;
    }
    return met ? met : a;
}

/* ---- collecting origins -------------------------------------------------------------------------------- */

/* A union under way: one set, or a new one. */
typedef struct collection {
    const uint64_t *only, *last;
    uint64_t *many;
} collection;

static void collect(const search *s, collection *c, const tree *at, uint32_t value)
{
    const uint64_t *set = get(s, at, value);
    if (set && (set == c->last || set == s->none))
        return;
    if (!c->only) {
        c->only = c->last = set ? set : initial_of(s, value);
        return;
    }
    if (!c->many) {
        c->many = new_set(s);
        memcpy(c->many, c->only, s->words * sizeof *c->many);
    }
    if (set)
        xb_bits_unite(c->many, set, s->words);
    else
        add_itself(s->flows, value, c->many);
    c->last = set;
}

static const uint64_t *collected(const search *s, const collection *c)
{
    return c->many ? c->many : c->only ? c->only : s->none;
}

/* Adds origins to a value, and to all that may share its storage. */
static const tree *give(const search *s, const tree *at, uint32_t value, const uint64_t *from)
{
    const uint64_t *sharing = s->flows->sharing[value];
    at = put(s, at, value, unite(s, value, get(s, at, value), from));
    for (size_t i = 0; sharing && i < xb_bits_words(s->flows->values.count); i++)
        for (uint64_t word = sharing[i]; word; word &= word - 1) {
            const uint32_t other = (uint32_t)(i * XB_BITS_PER_WORD) + xb_bits_lowest(word);
            at = put(s, at, other, unite(s, other, get(s, at, other), from));
        }
    return at;
}

/* Nothing is left of a value, nor of what lies within it. */
static const tree *leave_nothing(const search *s, const tree *at, uint32_t value)
{
    const uint64_t *covered = s->flows->covered[value];
    at = put(s, at, value, s->none);
    for (size_t i = 0; covered && i < xb_bits_words(s->flows->values.count); i++)
        for (uint64_t word = covered[i]; word; word &= word - 1)
            at = put(s, at, (uint32_t)(i * XB_BITS_PER_WORD) + xb_bits_lowest(word), s->none);
    return at;
}

/* ---- flows --------------------------------------------------------------------------------------------- */

static const tree *pass_assignment(const search *s, const xb_flow *flow, const tree *at)
{
    const xb_flow_target *targets = xb_flow_targets(s->flows, flow);
    collection c = {.only = NULL};
    for (uint32_t i = 0; i < flow->sources; i++)
        collect(s, &c, at, xb_flow_sources(s->flows, flow)[i]);
    for (uint32_t i = 0; i < flow->targets; i++)
        if (targets[i].whole)
            at = leave_nothing(s, at, targets[i].value);
    for (uint32_t i = 0; i < flow->targets; i++)
        at = give(s, at, targets[i].value, collected(s, &c));
    return at;
}

/* Values of a callee's interface, one after the other, that stand for values of the caller's interface, one
 * after the other, which are what they were at the beginning. */
typedef struct run {
    uint32_t inner, value, count;
} run;

/* A call under way. */
typedef struct calling {
    const search *s;
    const xb_flow *flow;
    const xb_routine_flows *callee;
    const xb_flow_binding *bindings;
    uint32_t *first,
        *next;         /* by value of the callee's interface, and by binding: bindings from 1; 0: no more */
    xb_vector runs;    /* run */
    uint64_t *singles; /* values of the callee's interface that are in no run */
    const uint64_t *last, *translated; /* the callee's set that was gone over last, and what it is here */
} calling;

/* Whether a call leaves a value just what it was. */
static bool is_kept(const calling *c, const xb_flow_binding *b)
{
    return !b->modified ||
           (!c->callee->origins[b->inner] && !c->callee->sharing[b->inner] &&
            !c->s->flows->sharing[b->value] && c->s->bound[b->value] == 1 && !c->next[c->first[b->inner]]);
}

/* @return the value of the caller's interface that alone an inner one is, as it was at the beginning; or
 * XB_FLOW_NONE */
static uint32_t plain_value(const calling *c, const tree *at, uint32_t inner)
{
    const uint32_t first = c->first[inner];
    const uint32_t value = first && !c->next[first] ? c->bindings[first - 1].value : XB_FLOW_NONE;
    const bool plain =
        value < c->s->flows->interface && !c->s->flows->sharing[value] && !get(c->s, at, value);
    return plain ? value : XB_FLOW_NONE;
}

static void find_runs(calling *c, const tree *at)
{
    const uint32_t count = c->callee->interface;
    c->singles = xb_bits_create(c->s->arena, count);
    for (uint32_t inner = 0; inner < count;) {
        run found = {inner, plain_value(c, at, inner), 1};
        while (found.value != XB_FLOW_NONE && inner + found.count < count &&
               plain_value(c, at, inner + found.count) == found.value + found.count)
            found.count++;
        if (found.count >= LEAST_RUN)
            *(run *)xb_vector_push(c->s->arena, &c->runs, sizeof found) = found;
        else
            for (uint32_t i = 0; i < found.count; i++)
                xb_bits_add(c->singles, inner + i);
        inner += found.count;
    }
}

/* The members of a set from some number on, up to a word of them. */
static uint64_t members_from(const uint64_t *set, uint32_t first, uint32_t count)
{
    const uint32_t place = first / XB_BITS_PER_WORD, shift = first % XB_BITS_PER_WORD;
    uint64_t word = set[place] >> shift;
    if (shift > 0 && shift + count > XB_BITS_PER_WORD)
        word |= set[place + 1] << (XB_BITS_PER_WORD - shift);
    return count < XB_BITS_PER_WORD ? word & ((UINT64_C(1) << count) - 1) : word;
}

/* Adds the members of a set of the callee that are in a run. */
static void collect_run(collection *all, const uint64_t *set, const run *r)
{
    for (uint32_t i = 0, step; i < r->count; i += step) {
        const uint32_t value = r->value + i, room = XB_BITS_PER_WORD - value % XB_BITS_PER_WORD;
        step = r->count - i < room ? r->count - i : room;
        all->many[value / XB_BITS_PER_WORD] |= members_from(set, r->inner + i, step)
                                               << value % XB_BITS_PER_WORD;
    }
}

static void collect_passed(const calling *c, collection *all, const tree *at, uint32_t inner)
{
    for (uint32_t i = c->first[inner]; i; i = c->next[i])
        collect(c->s, all, at, c->bindings[i - 1].value);
}

/* What a value of the callee's interface is made of, in terms of the caller. */
static const uint64_t *translate(calling *c, const tree *at, uint32_t inner)
{
    const xb_routine_flows *callee = c->callee;
    const uint64_t *set = callee->origins[inner];
    collection all = {.only = NULL};
    if (set && set == c->last)
        return c->translated;
    c->last = set;
    if (!set) {
        uint64_t *own = xb_bits_create(c->s->arena, callee->interface);
        add_itself(callee, inner, own);
        set = own;
    }
    if (c->runs.count > 0)
        all.only = all.many = new_set(c->s);
    for (uint32_t i = 0; i < c->runs.count; i++)
        collect_run(&all, set, (const run *)c->runs.items + i);
    for (size_t i = 0; i < xb_bits_words(callee->interface); i++)
        for (uint64_t word = set[i] & c->singles[i]; word; word &= word - 1)
            collect_passed(c, &all, at, (uint32_t)(i * XB_BITS_PER_WORD) + xb_bits_lowest(word));
    return c->translated = collected(c->s, &all);
}

static void list_bindings(calling *c)
{
    const xb_flow *flow = c->flow;
    c->first = xb_arena_array(c->s->arena, c->callee->interface, sizeof *c->first);
    c->next = xb_arena_array(c->s->arena, (size_t)flow->bindings + 1, sizeof *c->next);
    for (uint32_t i = flow->bindings; i > 0; i--) {
        const xb_flow_binding *b = &c->bindings[i - 1];
        c->next[i] = c->first[b->inner];
        c->first[b->inner] = i;
        c->s->bound[b->value]++;
    }
}

static const tree *pass_call(const search *s, const xb_flow *flow, const tree *at)
{
    calling c = {.s = s, .flow = flow, .callee = flow->callee, .bindings = xb_flow_bindings(s->flows, flow)};
    list_bindings(&c);
    find_runs(&c, at);
    const uint64_t **from = xb_arena_array(s->arena, flow->bindings, sizeof *from);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (!is_kept(&c, &c.bindings[i]))
            from[i] = translate(&c, at, c.bindings[i].inner);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (from[i] && c.bindings[i].whole)
            at = leave_nothing(s, at, c.bindings[i].value);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (from[i])
            at = give(s, at, c.bindings[i].value, from[i]);
    for (uint32_t i = 0; i < flow->bindings; i++)
        s->bound[c.bindings[i].value] = 0;
    return at;
}

/* ---- control flow -------------------------------------------------------------------------------------- */

/* What holds at a step. */
typedef struct state {
    bool reached;
    const tree *tree;
} state;

static void join(const search *s, state *to, state more)
{
    if (!more.reached)
        return;
    to->tree = to->reached ? meet(s, to->tree, more.tree, s->top, 0) : more.tree;
    to->reached = true;
}

static state pass_step(const search *s, const state *after, uint32_t step)
{
    const xb_graph *graph = &s->flows->steps.graph;
    const uint32_t entry = s->flows->steps.entry;
    state now = {entry == XB_GRAPH_NONE || step == entry, NULL};
    for (uint32_t e = xb_graph_first_in(graph, step); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        join(s, &now, after[xb_graph_source(graph, e)]);
    for (uint32_t k = s->flows->first[step]; now.reached && k < s->flows->first[step + 1]; k++) {
        const xb_flow *flow = (const xb_flow *)s->flows->flows.items + k;
        now.tree = (flow->callee ? pass_call : pass_assignment)(s, flow, now.tree);
    }
    return now;
}

/* @return what holds at the end, on any path */
static state pass_all(const search *s)
{
    const xb_graph *graph = &s->flows->steps.graph;
    uint32_t *order = xb_arena_array(s->arena, graph->vertex_count, sizeof *order);
    state *after = xb_arena_array(s->arena, graph->vertex_count, sizeof *after), end = {false, NULL};
    xb_graph_postorder(s->arena, graph, order);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = graph->vertex_count; i-- > 0;) {
            state *known = &after[order[i]];
            const state before = *known;
            join(s, known, pass_step(s, after, order[i]));
            changed = changed || known->reached != before.reached || known->tree != before.tree;
        }
    }
    for (uint32_t step = 0; step < graph->vertex_count; step++)
        if (xb_graph_out_degree(graph, step) == 0)
            join(s, &end, after[step]);
    return end;
}

/* ---- whole routines ------------------------------------------------------------------------------------ */

static bool is_too_large(const xb_routine_flows *flows)
{
    return xb_bits_words(flows->interface) * (flows->targets.count + (size_t)flows->bindings.count) >
           MOST_WORDS;
}

void xb_origins_begin(xb_arena *arena, xb_routine_flows *flows)
{
    uint64_t *all = xb_bits_create(arena, flows->interface);
    flows->origins = xb_arena_array(arena, flows->interface, sizeof *flows->origins);
    for (uint32_t v = 0; v < flows->interface; v++) {
        if (is_too_large(flows))
            xb_bits_add(all, v);
        flows->origins[v] = all;
    }
}

/* Keeps what holds at the end. @return whether that is more than was known */
static bool keep(const search *s, xb_arena *arena, xb_routine_flows *flows, state end)
{
    const uint64_t *last = NULL;
    uint64_t *copy = NULL;
    bool changed = false;
    for (uint32_t v = 0; v < flows->interface; v++) {
        const uint64_t *set = end.reached ? get(s, end.tree, v) : s->none, *known = flows->origins[v];
        if (set == s->initial[v])
            set = NULL;
        if (unite(s, v, known, set) == known)
            continue;
        changed = true;
        if (set && set != last) {
            last = set;
            copy = xb_bits_create(arena, flows->interface);
            memcpy(copy, set, s->words * sizeof *copy);
        }
        flows->origins[v] = set ? copy : NULL;
    }
    return changed;
}

bool xb_origins_find(xb_arena *arena, xb_arena *scratch, xb_routine_flows *flows)
{
    search s = {.arena = scratch, .flows = flows, .words = xb_bits_words(flows->interface)};
    if (is_too_large(flows))
        return false;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    while (flows->values.count >> s.top * FAN_BITS >= FAN)
        s.top++;
    s.none = new_set(&s);
    s.initial = xb_arena_array(scratch, flows->values.count, sizeof *s.initial);
    s.bound = xb_arena_array(scratch, flows->values.count, sizeof *s.bound);
    const bool changed = keep(&s, arena, flows, pass_all(&s));
    xb_arena_release(scratch, mark);
    return changed;
}

/* ---- answers ------------------------------------------------------------------------------------------- */

/* Whether a value, or what may share its storage, is in a set of the interface. */
static bool meets_itself(const xb_routine_flows *flows, uint32_t value, const uint64_t *set)
{
    const uint64_t *sharing = flows->sharing[value];
    bool meets = xb_bits_has(set, value);
    for (size_t i = 0; sharing && !meets && i < xb_bits_words(flows->interface); i++)
        meets = (set[i] & sharing[i]) != 0;
    return meets;
}

bool xb_origins_has(const xb_routine_flows *flows, uint32_t value, uint32_t origin)
{
    if (flows->origins[value])
        return xb_bits_has(flows->origins[value], origin);
    return value == origin || (flows->sharing[value] && xb_bits_has(flows->sharing[value], origin));
}

bool xb_origins_meet(const xb_routine_flows *flows, uint32_t value, const uint64_t *set)
{
    bool meet = false;
    if (!flows->origins[value])
        return meets_itself(flows, value, set);
    for (size_t i = 0; !meet && i < xb_bits_words(flows->interface); i++)
        meet = (flows->origins[value][i] & set[i]) != 0;
    return meet;
}

void xb_origins_add_all(const xb_routine_flows *flows, const uint64_t *values, uint64_t *set)
{
    const uint64_t *last = NULL;
    for (uint32_t v = 0; v < flows->interface; v++) {
        if (!xb_bits_has(values, v))
            continue;
        if (!flows->origins[v])
            add_itself(flows, v, set);
        else if (flows->origins[v] != last)
            xb_bits_unite(set, last = flows->origins[v], xb_bits_words(flows->interface));
    }
}
