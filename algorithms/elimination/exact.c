/*
 * States stand in a table by their key. For vertices the key is the set of eliminated ones, which is exact.
 * For edges and faces it is a sum over all faces of 128 bits that depend on the values of their two lines
 * (line_graph.h); that two different graphs of a search have the same key is as good as impossible.
 *
 * A state does not hold its graph, only the action that led to it and the state before; the graph is computed
 * again from the beginning when the state's turn comes. A state that is reached again at less cost is a new
 * one, since those that follow from the old one number their lines by what was done before.
 */
#include "algorithms/elimination/exact.h"

#include <string.h>

#include "algorithms/elimination/order.h"

#define NO_STATE UINT32_MAX

enum { MOST_VERTICES = 128 }; /* intermediates, for the sets of vertices */

typedef struct key {
    uint64_t high;
    uint64_t low;
} key;

typedef struct state {
    key key;
    uint32_t before; /* the state before */
    uint32_t next;   /* in the stack of states with the same bound */
    uint64_t cost;   /* so far */
    uint64_t bound;  /* of the whole */
    xb_line_action action;
} state;

typedef struct solver {
    xb_arena *scratch;
    const xb_prepared_part *part;
    xb_elimination_kind kind;
    int awareness;
    uint64_t limit;
    const uint64_t *at_vertex;
    xb_vector states;
    size_t most_states;
    uint32_t *table; /* of states by key; open addressing */
    size_t table_size;
    uint32_t *stacks; /* by bound, from the first one on */
    uint64_t first_bound;
    uint64_t *done;   /* cost at each vertex, of the state at hand */
    uint64_t at_cost; /* of the state at hand */
    uint32_t at;      /* the state at hand */
    uint64_t at_bound;
    /* of vertices */
    const xb_dense *dense;
    uint64_t *eliminated;
    uint64_t *rows; /* an in-row and an out-row for each intermediate, as they are */
    /* of edges and faces */
    xb_line_graph *graph;
    xb_line_graph *begin;
    xb_line_graph *trial;
} solver;

static state *state_at(const solver *s, uint32_t which)
{
    return (state *)s->states.items + which;
}

/* ---- states ---- */

static bool same_key(key a, key b)
{
    return a.high == b.high && a.low == b.low;
}

static uint32_t *slot_of(const solver *s, key k)
{
    size_t at = (size_t)((k.low ^ k.high * 3) * 0x9e3779b97f4a7c15u >> 20) & (s->table_size - 1);
    while (s->table[at] != NO_STATE && !same_key(state_at(s, s->table[at])->key, k))
        at = (at + 1) & (s->table_size - 1);
    return &s->table[at];
}

static void grow_table(solver *s)
{
    const uint32_t *old = s->table;
    size_t old_size = s->table_size;
    s->table_size = old_size ? old_size * 2 : 1024;
    s->table = xb_arena_array(s->scratch, s->table_size, sizeof *s->table);
    memset(s->table, 0xff, s->table_size * sizeof *s->table);
    for (size_t i = 0; i < old_size; i++) {
        if (old[i] != NO_STATE)
            *slot_of(s, state_at(s, old[i])->key) = old[i];
    }
}

/* Puts a state that follows from the one at hand on the stack of its bound, unless it can't be better than
 * what is known or was reached at no more cost. */
static void offer(solver *s, key k, xb_line_action action, uint64_t cost, uint64_t rest)
{
    uint64_t bound = cost + rest > s->at_bound ? cost + rest : s->at_bound;
    if (bound >= s->limit)
        return;
    if (s->states.count * 2 >= s->table_size)
        grow_table(s);
    uint32_t *slot = slot_of(s, k);
    if (*slot != NO_STATE && state_at(s, *slot)->cost <= cost)
        return;
    uint32_t *stack = &s->stacks[bound - s->first_bound];
    state *fresh = xb_vector_push(s->scratch, &s->states, sizeof *fresh);
    *fresh = (state){k, s->at, *stack, cost, bound, action};
    *slot = *stack = (uint32_t)(s->states.count - 1);
}

/* What is still needed after so much was spent at each vertex, one of them having got more. */
static uint64_t rest_after(const solver *s, uint32_t vertex, uint64_t more)
{
    uint64_t rest = 0;
    for (uint32_t v = 0; v < s->part->vertex_count; v++) {
        uint64_t done = s->done[v] + (v == vertex ? more : 0);
        rest += done < s->at_vertex[v] ? s->at_vertex[v] - done : 0;
    }
    return rest;
}

/* The actions that lead to the state at hand, in order. */
static xb_line_sequence actions_to(const solver *s, uint32_t which)
{
    xb_line_sequence sequence = {0};
    for (uint32_t i = which; i != 0; i = state_at(s, i)->before)
        sequence.count++;
    sequence.actions = xb_arena_array(s->scratch, sequence.count, sizeof *sequence.actions);
    uint32_t place = sequence.count;
    for (uint32_t i = which; i != 0; i = state_at(s, i)->before)
        sequence.actions[--place] = state_at(s, i)->action;
    return sequence;
}

/* ---- vertices ---- */

static void put_eliminated(key *k, uint32_t which)
{
    if (which < 64)
        k->low |= (uint64_t)1 << which;
    else
        k->high |= (uint64_t)1 << (which - 64);
}

static bool is_eliminated(key k, uint32_t which)
{
    return (which < 64 ? k.low >> which : k.high >> (which - 64)) & 1;
}

static uint64_t *row_in(const solver *s, uint32_t which)
{
    return s->rows + 2 * (size_t)which * s->dense->stride;
}

static uint64_t *row_out(const solver *s, uint32_t which)
{
    return row_in(s, which) + s->dense->stride;
}

/* Whether a row has terminal vertices only: then it stays as it is. */
static bool is_terminal(const solver *s, const uint64_t *row, uint32_t *size)
{
    *size = 0;
    for (uint32_t i = 0; i < s->dense->words; i++) {
        *size += (uint32_t)__builtin_popcountll(row[i]);
        for (uint64_t rest = row[i]; rest; rest &= rest - 1) {
            uint32_t vertex = i * 64 + (uint32_t)__builtin_ctzll(rest);
            if (s->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE)
                return false;
        }
    }
    return true;
}

/* Whether an optimal order may go on with this vertex. */
static bool is_next(const solver *s, uint32_t which, uint64_t cost)
{
    uint32_t in = 0, out = 0;
    bool in_ends = is_terminal(s, row_in(s, which), &in), out_ends = is_terminal(s, row_out(s, which), &out);
    if (in_ends && out_ends)
        return true;
    return s->dense->planes == 1 && cost <= s->at_vertex[s->dense->intermediates[which]] &&
           ((in_ends && in == 1) || (out_ends && out == 1));
}

static bool has_earlier_twin(const solver *s, key k, uint32_t which)
{
    for (uint32_t i = 0; i < which; i++) {
        if (!is_eliminated(k, i) &&
            memcmp(row_in(s, i), row_in(s, which), 2 * s->dense->stride * sizeof *s->rows) == 0)
            return true;
    }
    return false;
}

static void offer_vertex(solver *s, key k, uint32_t which, uint64_t cost)
{
    uint32_t vertex = s->dense->intermediates[which];
    put_eliminated(&k, which);
    s->done[vertex] = s->at_vertex[vertex]; /* whatever it cost, nothing is left */
    offer(s, k, (xb_line_action){XB_LINE_VERTEX, 0, vertex, 0}, s->at_cost + cost, rest_after(s, vertex, 0));
    s->done[vertex] = 0;
}

static bool expand_vertices(solver *s)
{
    const xb_dense *dense = s->dense;
    uint64_t costs[MOST_VERTICES];
    key k = state_at(s, s->at)->key;
    bool any = false;
    memset(s->eliminated, 0, dense->words * sizeof *s->eliminated);
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        s->done[dense->intermediates[i]] = is_eliminated(k, i) ? UINT64_MAX : 0;
        if (is_eliminated(k, i))
            xb_dense_put(s->eliminated, dense->intermediates[i]);
    }
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        if (is_eliminated(k, i))
            continue;
        any = true;
        costs[i] =
            xb_order_cost_after(dense, s->eliminated, dense->intermediates[i], row_in(s, i), row_out(s, i));
        if (is_next(s, i, costs[i])) {
            offer_vertex(s, k, i, costs[i]);
            return true;
        }
    }
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        if (!is_eliminated(k, i) && !has_earlier_twin(s, k, i))
            offer_vertex(s, k, i, costs[i]);
    }
    return any;
}

/* ---- edges and faces ---- */

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static key key_of(const xb_line_graph *graph)
{
    key k = {0, 0};
    for (uint32_t i = 0; (i = xb_line_next(graph, graph->used, i)) != XB_LINE_NONE; i++) {
        const uint64_t *after = xb_line_row(graph, graph->after, i);
        if (graph->lines[i].source == XB_LINE_NONE)
            continue;
        for (uint32_t j = 0; (j = xb_line_next(graph, after, j)) != XB_LINE_NONE; j++) {
            uint64_t pair =
                mixed(graph->lines[i].value) * 3 + mixed(graph->lines[j].value + 0x5851f42d4c957f2d);
            k.low += mixed(pair);
            k.high += mixed(pair ^ 0x9e3779b97f4a7c15u);
        }
    }
    return k;
}

/* Makes s->graph the graph of the state at hand, and s->done what was done at each vertex. */
static void follow(solver *s)
{
    xb_arena_mark mark = xb_arena_mark_now(s->scratch);
    xb_line_sequence path = actions_to(s, s->at);
    xb_line_graph_copy(s->graph, s->begin);
    memset(s->done, 0, s->part->vertex_count * sizeof *s->done);
    for (uint32_t i = 0; i < path.count; i++) {
        uint64_t before = s->graph->cost;
        xb_line_apply(s->graph, path.actions[i]);
        s->done[path.actions[i].b] += s->graph->cost - before;
    }
    xb_arena_release(s->scratch, mark);
}

static void offer_action(solver *s, xb_line_action action)
{
    xb_line_graph_copy(s->trial, s->graph);
    xb_line_apply(s->trial, action);
    uint64_t cost = s->trial->cost - s->graph->cost;
    offer(s, key_of(s->trial), action, s->trial->cost, rest_after(s, action.b, cost));
}

/* What is known of a vertex with respect to the others. */
typedef enum separation { JOINED, ISOLATED, PLAIN } separation;

static bool has_twin_line(const xb_line_graph *graph, uint32_t line)
{
    const xb_line *at = &graph->lines[line];
    const uint64_t *in = xb_line_row(graph, graph->into, at->target);
    const uint64_t *out = xb_line_row(graph, graph->out_of, at->source);
    for (uint32_t i = 0; i < graph->words; i++) {
        uint64_t rest = in[i] & out[i];
        if (i == line / 64)
            rest &= ~((uint64_t)1 << line % 64);
        if (rest)
            return true;
    }
    return false;
}

/* Whether all lines into and out of a vertex come from independents and lead to dependents; if so, whether
 * they all have ends of their own, so that the order of its faces makes no difference. */
static separation separation_of(const xb_line_graph *graph, uint32_t vertex)
{
    const uint64_t *in = xb_line_row(graph, graph->into, vertex);
    const uint64_t *out = xb_line_row(graph, graph->out_of, vertex);
    separation found = PLAIN;
    for (uint32_t l = 0; (l = xb_line_next(graph, in, l)) != XB_LINE_NONE; l++) {
        if (xb_line_is_middle(graph, graph->lines[l].source))
            return JOINED;
        found = has_twin_line(graph, l) ? ISOLATED : found;
    }
    for (uint32_t l = 0; (l = xb_line_next(graph, out, l)) != XB_LINE_NONE; l++) {
        if (xb_line_is_middle(graph, graph->lines[l].target))
            return JOINED;
        found = has_twin_line(graph, l) ? ISOLATED : found;
    }
    return found;
}

static void offer_faces(solver *s, uint32_t line, uint32_t vertex)
{
    const uint64_t *after = xb_line_row(s->graph, s->graph->after, line);
    for (uint32_t j = 0; (j = xb_line_next(s->graph, after, j)) != XB_LINE_NONE; j++)
        offer_action(s, (xb_line_action){XB_LINE_PAIR, line, vertex, j});
}

static void offer_all_at(solver *s, uint32_t vertex)
{
    const xb_line_graph *graph = s->graph;
    const uint64_t *in = xb_line_row(graph, graph->into, vertex);
    const uint64_t *out = xb_line_row(graph, graph->out_of, vertex);
    for (uint32_t l = 0; (l = xb_line_next(graph, in, l)) != XB_LINE_NONE; l++) {
        if (s->kind == XB_KIND_FACES)
            offer_faces(s, l, vertex);
        else
            offer_action(s, (xb_line_action){XB_LINE_FRONT, graph->lines[l].source, vertex, 0});
    }
    for (uint32_t l = 0; s->kind == XB_KIND_EDGES && (l = xb_line_next(graph, out, l)) != XB_LINE_NONE; l++)
        offer_action(s, (xb_line_action){XB_LINE_BACK, 0, vertex, graph->lines[l].target});
}

static bool expand_lines(solver *s)
{
    bool any = false;
    follow(s);
    for (uint32_t v = 0; v < s->part->vertex_count; v++) {
        if (!xb_line_is_middle(s->graph, v) ||
            xb_line_next(s->graph, xb_line_row(s->graph, s->graph->into, v), 0) == XB_LINE_NONE)
            continue;
        any = true;
        separation how = separation_of(s->graph, v);
        if (how == PLAIN)
            offer_action(s, (xb_line_action){XB_LINE_VERTEX, 0, v, 0});
        else if (how == ISOLATED)
            offer_all_at(s, v);
        if (how != JOINED)
            return true;
    }
    for (uint32_t v = 0; any && v < s->part->vertex_count; v++) {
        if (xb_line_is_middle(s->graph, v))
            offer_all_at(s, v);
    }
    return any;
}

/* ---- all of it ---- */

static bool prepare_graphs(solver *s)
{
    if (s->kind == XB_KIND_VERTICES) {
        s->dense = xb_dense_create(s->scratch, s->part, s->awareness);
        if (!s->dense || s->dense->intermediate_count > (uint32_t)MOST_VERTICES)
            return false;
        s->eliminated = xb_arena_array(s->scratch, s->dense->words, sizeof *s->eliminated);
        s->rows = xb_arena_array(s->scratch, 2 * (size_t)s->dense->intermediate_count * s->dense->stride,
                                 sizeof *s->rows);
        return true;
    }
    s->begin = xb_line_graph_create(s->scratch, s->part, s->awareness, false);
    if (!s->begin)
        return false;
    s->graph = xb_line_graph_create(s->scratch, s->part, s->awareness, false);
    s->trial = xb_line_graph_create(s->scratch, s->part, s->awareness, false);
    return true;
}

/* Takes the states in the order of their bounds. Returns whether the search came to an end. */
static bool run(solver *s, xb_exact *result)
{
    for (uint64_t bound = s->first_bound; bound < s->limit; bound++) {
        uint32_t *stack = &s->stacks[bound - s->first_bound];
        result->lower = bound;
        while (*stack != NO_STATE) {
            const state *at = state_at(s, *stack);
            s->at = *stack;
            s->at_cost = at->cost;
            s->at_bound = bound;
            *stack = at->next;
            if (*slot_of(s, at->key) != s->at)
                continue; /* reached at less cost since */
            if (s->states.count >= s->most_states)
                return false;
            if (!(s->kind == XB_KIND_VERTICES ? expand_vertices(s) : expand_lines(s))) {
                result->found = true;
                result->sequence = actions_to(s, s->at);
                return true;
            }
        }
    }
    result->lower = s->limit;
    return true;
}

xb_exact xb_exact_search(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                         xb_elimination_kind kind, uint64_t limit, const uint64_t *at_vertex, size_t states)
{
    solver s = {.scratch = scratch,
                .part = part,
                .kind = kind,
                .awareness = awareness,
                .limit = limit,
                .at_vertex = at_vertex,
                .most_states = states < NO_STATE ? states : NO_STATE - 1};
    xb_exact result = {0};
    s.done = xb_arena_array(scratch, part->vertex_count, sizeof *s.done);
    uint64_t bound = rest_after(&s, 0, 0);
    result.lower = bound < limit ? bound : limit;
    if (bound >= limit || states == 0 || !prepare_graphs(&s))
        return result;
    s.first_bound = bound;
    s.stacks = xb_arena_array(scratch, limit - bound, sizeof *s.stacks);
    memset(s.stacks, 0xff, (limit - bound) * sizeof *s.stacks);
    s.at_bound = bound;
    s.at = 0;
    offer(&s, kind == XB_KIND_VERTICES ? (key){0, 0} : key_of(s.begin), (xb_line_action){0}, 0, bound);
    run(&s, &result);
    result.states = s.states.count;
    return result;
}
