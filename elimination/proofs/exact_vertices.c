/*
 * The key is the set of eliminated vertices. What is left of the graph then does not depend on their order
 * (dense.h).
 */
#include <string.h>

#include "elimination/graphs/order.h"
#include "elimination/proofs/disjoint.h"
#include "elimination/proofs/exact_states.h"

enum { MOST_VERTICES = 128 }; /* intermediates, for the sets of vertices */

typedef struct explorer {
    const xb_dense *dense;
    uint64_t *eliminated;
    uint64_t *rows;  /* an in-row and an out-row for each intermediate, as they are */
    uint64_t *costs; /* for each intermediate */
    uint64_t *bounds;
    bool *ends;
    xb_disjoint *network;
    xb_disjoint_arc *arcs;
    bool *first;
    xb_exact_states *states;
} explorer;

static void put_eliminated(xb_exact_key *k, uint32_t which)
{
    if (which < 64)
        k->low |= (uint64_t)1 << which;
    else
        k->high |= (uint64_t)1 << (which - 64);
}

static bool is_eliminated(xb_exact_key k, uint32_t which)
{
    return (which < 64 ? k.low >> which : k.high >> (which - 64)) & 1;
}

static uint64_t *row_in(const explorer *e, uint32_t which)
{
    return e->rows + 2 * (size_t)which * e->dense->stride;
}

static uint64_t *row_out(const explorer *e, uint32_t which)
{
    return row_in(e, which) + e->dense->stride;
}

/* ---- bounds ---- */

static bool is_middle(const explorer *e, uint32_t vertex)
{
    return e->dense->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE;
}

/* The arcs between a vertex and those of a row: from it to all of them, or from independents to it. */
static uint32_t add_arcs(const explorer *e, uint32_t count, uint32_t vertex, const uint64_t *row, bool on)
{
    const uint64_t *counting = row + (size_t)(e->dense->planes - 1) * e->dense->words;
    for (uint32_t i = 0; i < e->dense->words; i++) {
        for (uint64_t rest = row[i]; rest; rest &= rest - 1) {
            uint32_t other = i * 64 + (uint32_t)__builtin_ctzll(rest);
            if (!on && is_middle(e, other))
                continue;
            e->first[count] = xb_dense_has(counting, other);
            e->arcs[count++] = on ? (xb_disjoint_arc){vertex, other} : (xb_disjoint_arc){other, vertex};
        }
    }
    return count;
}

/* What is needed at each vertex that is left, as things are. */
static uint64_t find_bounds(explorer *e, xb_exact_key k)
{
    uint32_t count = 0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->dense->intermediate_count; i++) {
        if (is_eliminated(k, i))
            continue;
        count = add_arcs(e, count, e->dense->intermediates[i], row_out(e, i), true);
        count = add_arcs(e, count, e->dense->intermediates[i], row_in(e, i), false);
    }
    xb_disjoint_fill(e->network, e->dense->part->vertex_count, e->ends, e->arcs, count);
    for (uint32_t i = 0; i < e->dense->intermediate_count; i++) {
        if (is_eliminated(k, i))
            continue;
        uint32_t vertex = e->dense->intermediates[i];
        xb_watch_tick(e->states->watch, count);
        e->bounds[i] = (uint64_t)xb_disjoint_paths(e->network, vertex, false, e->first) *
                       xb_disjoint_paths(e->network, vertex, true, e->first);
        sum += e->bounds[i];
    }
    return sum;
}

/* ---- what comes next ---- */

/* Whether a row has terminal vertices only: then it stays as it is. */
static bool is_terminal(const explorer *e, const uint64_t *row, uint32_t *size)
{
    *size = 0;
    for (uint32_t i = 0; i < e->dense->words; i++) {
        *size += (uint32_t)__builtin_popcountll(row[i]);
        for (uint64_t rest = row[i]; rest; rest &= rest - 1) {
            if (is_middle(e, i * 64 + (uint32_t)__builtin_ctzll(rest)))
                return false;
        }
    }
    return true;
}

/* Whether an optimal order may go on with this vertex. */
static bool is_next(const explorer *e, uint32_t which)
{
    uint32_t in = 0, out = 0;
    bool in_ends = is_terminal(e, row_in(e, which), &in), out_ends = is_terminal(e, row_out(e, which), &out);
    if (in_ends && out_ends)
        return true;
    return e->dense->planes == 1 && e->costs[which] <= e->bounds[which] &&
           ((in_ends && in == 1) || (out_ends && out == 1));
}

static bool has_earlier_twin(const explorer *e, xb_exact_key k, uint32_t which)
{
    for (uint32_t i = 0; i < which; i++) {
        if (!is_eliminated(k, i) &&
            memcmp(row_in(e, i), row_in(e, which), 2 * e->dense->stride * sizeof *e->rows) == 0)
            return true;
    }
    return false;
}

static void offer(const explorer *e, uint32_t which, uint64_t sum)
{
    xb_exact_key k = e->states->key;
    put_eliminated(&k, which);
    xb_exact_offer(e->states, k, (xb_line_action){XB_LINE_VERTEX, 0, e->dense->intermediates[which], 0},
                   e->states->cost + e->costs[which], sum - e->bounds[which]);
}

static void find_rows(explorer *e, xb_exact_key k)
{
    const xb_dense *dense = e->dense;
    memset(e->eliminated, 0, dense->words * sizeof *e->eliminated);
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        if (is_eliminated(k, i))
            xb_dense_put(e->eliminated, dense->intermediates[i]);
    }
    for (uint32_t i = 0; i < dense->intermediate_count; i++) {
        if (!is_eliminated(k, i))
            e->costs[i] = xb_order_cost_after(dense, e->eliminated, dense->intermediates[i], row_in(e, i),
                                              row_out(e, i));
    }
}

static bool expand(void *context, xb_exact_states *states)
{
    explorer *e = context;
    xb_exact_key k = states->key;
    bool any = false;
    e->states = states;
    find_rows(e, k);
    uint64_t sum = find_bounds(e, k);
    if (xb_exact_postpone(states, sum))
        return true;
    for (uint32_t i = 0; i < e->dense->intermediate_count; i++) {
        if (!is_eliminated(k, i) && is_next(e, i)) {
            offer(e, i, sum);
            return true;
        }
    }
    for (uint32_t i = 0; i < e->dense->intermediate_count; i++) {
        if (is_eliminated(k, i))
            continue;
        any = true;
        if (!has_earlier_twin(e, k, i))
            offer(e, i, sum);
    }
    return any;
}

bool xb_exact_vertices(xb_arena *scratch, const xb_prepared_part *part, int awareness, xb_exact_kind *kind)
{
    explorer *e = xb_arena_alloc(scratch, sizeof *e);
    e->dense = xb_dense_create(scratch, part, awareness);
    if (!e->dense || e->dense->intermediate_count > (uint32_t)MOST_VERTICES)
        return false;
    uint32_t count = e->dense->intermediate_count, arcs = count * part->vertex_count;
    e->eliminated = xb_arena_array(scratch, e->dense->words, sizeof *e->eliminated);
    e->rows = xb_arena_array(scratch, 2 * (size_t)count * e->dense->stride, sizeof *e->rows);
    e->costs = xb_arena_array(scratch, count, sizeof *e->costs);
    e->bounds = xb_arena_array(scratch, count, sizeof *e->bounds);
    e->network = xb_disjoint_create(scratch, part->vertex_count, arcs);
    e->arcs = xb_arena_array(scratch, arcs, sizeof *e->arcs);
    e->first = xb_arena_array(scratch, arcs, sizeof *e->first);
    e->ends = xb_arena_array(scratch, part->vertex_count, sizeof *e->ends);
    for (uint32_t v = 0; v < part->vertex_count; v++)
        e->ends[v] = part->vertices[v].role != XB_ROLE_INTERMEDIATE;
    *kind = (xb_exact_kind){e, {0, 0}, expand};
    return true;
}
