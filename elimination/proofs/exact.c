/*
 * States stand in a table by their key. A state does not hold its graph, only the action that led to it and
 * the state before; the graph is computed again from the beginning when the state's turn comes. A state that
 * is reached again at less cost is a new one, since those that follow from the old one number their lines by
 * what was done before.
 *
 * Of the states with the lowest bound, the last one is taken first, so that an optimum is soon found once the
 * bound is high enough.
 */
#include "elimination/proofs/exact.h"

#include <string.h>

#include "elimination/proofs/bounds.h"
#include "elimination/proofs/exact_states.h"

#define NO_STATE UINT32_MAX

/* States after which the time is looked at. */
enum { TURN = 256 };

typedef struct state {
    xb_exact_key key;
    uint32_t before; /* the state before */
    uint32_t next;   /* in the stack of states with the same bound */
    uint32_t cost;   /* so far */
    xb_line_action action;
} state;

struct xb_exact_table {
    xb_vector states;
    size_t most;
    uint32_t *slots; /* of states by key; open addressing */
    size_t size;
    uint32_t *stacks; /* by bound, from the first one on */
    uint64_t first_bound;
    uint64_t limit;
    uint32_t at; /* the state at hand */
    uint64_t bound;
};

static state *state_at(const struct xb_exact_table *t, uint32_t which)
{
    return (state *)t->states.items + which;
}

static uint32_t *slot_of(const struct xb_exact_table *t, xb_exact_key k)
{
    size_t at = (size_t)((k.low ^ k.high * 3) * 0x9e3779b97f4a7c15u >> 20) & (t->size - 1);
    while (t->slots[at] != NO_STATE) {
        const xb_exact_key *other = &state_at(t, t->slots[at])->key;
        if (other->high == k.high && other->low == k.low)
            break;
        at = (at + 1) & (t->size - 1);
    }
    return &t->slots[at];
}

static void grow(xb_arena *scratch, struct xb_exact_table *t)
{
    uint32_t *old = t->slots;
    size_t old_size = t->size;
    t->size = old_size ? old_size * 2 : 1024;
    t->slots = xb_arena_array(scratch, t->size, sizeof *t->slots);
    memset(t->slots, 0xff, t->size * sizeof *t->slots);
    for (size_t i = 0; i < old_size; i++) {
        if (old[i] != NO_STATE)
            *slot_of(t, state_at(t, old[i])->key) = old[i];
    }
    if (old)
        xb_arena_give_back(scratch, old, old_size * sizeof *old);
}

bool xb_exact_is_new(const xb_exact_states *states, xb_exact_key key, uint64_t cost)
{
    const struct xb_exact_table *t = states->table;
    uint32_t known = t->size ? *slot_of(t, key) : NO_STATE;
    return known == NO_STATE || state_at(t, known)->cost > cost;
}

static void push(struct xb_exact_table *t, uint32_t which, uint64_t bound)
{
    uint32_t *stack = &t->stacks[bound - t->first_bound];
    state_at(t, which)->next = *stack;
    *stack = which;
}

void xb_exact_offer(xb_exact_states *states, xb_exact_key key, xb_line_action action, uint64_t cost,
                    uint64_t rest)
{
    struct xb_exact_table *t = states->table;
    uint64_t bound = cost + rest > t->bound ? cost + rest : t->bound;
    if (bound >= t->limit || !xb_exact_is_new(states, key, cost))
        return;
    if (t->states.count * 2 >= t->size)
        grow(states->scratch, t);
    uint32_t *slot = slot_of(t, key);
    state *fresh = xb_vector_push(states->scratch, &t->states, sizeof *fresh);
    *fresh = (state){key, t->at, NO_STATE, (uint32_t)cost, action};
    *slot = (uint32_t)(t->states.count - 1);
    push(t, *slot, bound);
}

bool xb_exact_postpone(xb_exact_states *states, uint64_t rest)
{
    struct xb_exact_table *t = states->table;
    uint64_t bound = states->cost + rest;
    if (bound <= t->bound)
        return false;
    if (bound < t->limit)
        push(t, t->at, bound);
    return true;
}

xb_line_sequence xb_exact_path(const xb_exact_states *states)
{
    const struct xb_exact_table *t = states->table;
    xb_line_sequence sequence = {0};
    for (uint32_t i = t->at; i != 0; i = state_at(t, i)->before)
        sequence.count++;
    sequence.actions = xb_arena_array(states->scratch, sequence.count, sizeof *sequence.actions);
    uint32_t place = sequence.count;
    for (uint32_t i = t->at; i != 0; i = state_at(t, i)->before)
        sequence.actions[--place] = state_at(t, i)->action;
    return sequence;
}

/* Whether there is time for more states. */
static bool may_go_on(const struct xb_exact_table *t, xb_search_budget *budget, xb_elimination_kind kind)
{
    double used = (double)t->states.count / (double)t->most;
    if (budget->share > 0) {
        double time = (xb_now() - budget->share_began) / budget->share;
        used = time > used ? time : used;
    }
    return used < 1 && xb_search_tell(budget, kind, used, t->limit);
}

/* Takes the states in the order of their bounds, until one is complete, or they or the time run out. */
static void run(xb_exact_states *states, const xb_exact_kind *kind, xb_search_budget *budget,
                xb_elimination_kind reported, xb_exact *result)
{
    struct xb_exact_table *t = states->table;
    size_t taken = 0;
    for (t->bound = t->first_bound; t->bound < t->limit; t->bound++) {
        uint32_t *stack = &t->stacks[t->bound - t->first_bound];
        result->lower = t->bound;
        while (*stack != NO_STATE) {
            t->at = *stack;
            *stack = state_at(t, t->at)->next;
            states->key = state_at(t, t->at)->key;
            states->cost = state_at(t, t->at)->cost;
            if (*slot_of(t, states->key) != t->at)
                continue; /* reached at less cost since */
            if (t->states.count >= t->most || (++taken % TURN == 0 && !may_go_on(t, budget, reported)))
                return;
            bool is_open = kind->expand(kind->context, states);
            if (states->full)
                return;
            if (!is_open) {
                result->found = true;
                result->sequence = xb_exact_path(states);
                return;
            }
        }
    }
    result->lower = t->limit;
}

void xb_exact_search(xb_arena *scratch, const xb_prepared_part *part, int awareness, xb_elimination_kind kind,
                     uint64_t limit, uint64_t bound, xb_search_budget *budget, xb_exact *result)
{
    size_t most = budget->search->states;
    xb_exact_kind how = {0};
    *result = (xb_exact){.lower = bound < limit ? bound : limit};
    if (bound >= limit || limit > UINT32_MAX || most == 0)
        return;
    bool fits = kind == XB_KIND_VERTICES
                    ? xb_exact_vertices(scratch, part, awareness, &how)
                    : xb_exact_lines(scratch, part, awareness, kind == XB_KIND_FACES, &how);
    if (!fits)
        return;
    struct xb_exact_table table = {
        .most = most < NO_STATE ? most : NO_STATE - 1, .first_bound = bound, .limit = limit, .bound = bound};
    table.stacks = xb_arena_array(scratch, limit - bound, sizeof *table.stacks);
    memset(table.stacks, 0xff, (limit - bound) * sizeof *table.stacks);
    xb_exact_states states = {.scratch = scratch, .table = &table, .watch = budget->watch};
    xb_exact_offer(&states, how.begin, (xb_line_action){0}, 0, bound);
    run(&states, &how, budget, kind, result);
    result->states = table.states.count;
}
