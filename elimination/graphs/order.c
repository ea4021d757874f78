/*
 * Moving v across another vertex u changes what u costs only if they are neighbours at that moment; then only
 * one of the two rows of u changes, since the graph has no cycle. So a move walks along the vertices between,
 * carries the rows of v with it, and computes new rows for neighbours only:
 *
 * - v goes to an earlier place: where v was a neighbour of u, its own neighbours take its place.
 * - v goes to a later place: v stays a neighbour of u, and what came to u through v alone must go. That row
 * is computed anew from the edges of the graph: each eliminated predecessor is replaced by the predecessors
 * that it had when it was eliminated. Those are topologically before it, so that the last one is replaced
 * first and each only once; for successors the other way round.
 *
 * The number of words in a set is passed down as a constant for small graphs, so that the compiler unrolls
 * what is done to rows.
 */
#include "elimination/graphs/order.h"

#include <string.h>

/* What every operation needs to know of a row. */
typedef struct shape {
    uint32_t words;
    uint32_t planes;
} shape;

#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t size_of_set(const uint64_t *set, uint32_t words)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < words; i++)
        size += xb_dense_bits(set[i]);
    return size;
}

INLINE uint64_t size_of_difference(const uint64_t *set, const uint64_t *without, uint32_t words)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < words; i++)
        size += xb_dense_bits(set[i] & ~without[i]);
    return size;
}

/* Multiplications that eliminating a vertex with these rows takes. */
INLINE uint64_t cost_of(shape s, const uint64_t *in, const uint64_t *out)
{
    if (s.planes == 1)
        return size_of_set(in, s.words) * size_of_set(out, s.words);
    in += s.words;
    out += s.words;
    uint64_t products = size_of_set(in, s.words) * size_of_set(out, s.words);
    if (s.planes == 3)
        products -=
            size_of_difference(in, in + s.words, s.words) * size_of_difference(out, out + s.words, s.words);
    return products;
}

INLINE void copy_row(shape s, uint64_t *row, const uint64_t *from)
{
    for (uint32_t i = 0; i < s.words * s.planes; i++)
        row[i] = from[i];
}

/* In a row that has a vertex, replaces it by the vertex's own row on the same side. */
INLINE void replace(shape s, uint64_t *row, uint32_t vertex, const uint64_t *by)
{
    uint32_t words = s.words;
    xb_dense_take(row, vertex);
    if (s.planes > 1) {
        uint64_t *nonunit = row + words;
        const uint64_t *more = xb_dense_has(nonunit, vertex) ? by : by + words;
        xb_dense_take(nonunit, vertex);
        for (uint32_t i = 0; i < words; i++)
            nonunit[i] |= (row[i] & by[i]) | more[i];
    }
    if (s.planes > 2) {
        uint64_t *variable = row + 2 * (size_t)words;
        const uint64_t *more = xb_dense_has(variable, vertex) ? by : by + 2 * (size_t)words;
        xb_dense_take(variable, vertex);
        for (uint32_t i = 0; i < words; i++)
            variable[i] |= more[i];
    }
    for (uint32_t i = 0; i < words; i++)
        row[i] |= by[i];
}

/* Replaces eliminated predecessors, the last one first. */
INLINE void reach_back(shape s, uint64_t *row, const uint64_t *eliminated, const uint64_t *const *rows)
{
    for (uint32_t i = s.words; i-- > 0;) {
        for (uint64_t met; (met = row[i] & eliminated[i]) != 0;) {
            uint32_t vertex = i * 64 + 63 - (uint32_t)__builtin_clzll(met);
            replace(s, row, vertex, rows[vertex]);
        }
    }
}

/* Replaces eliminated successors, the first one first. */
INLINE void reach_on(shape s, uint64_t *row, const uint64_t *eliminated, const uint64_t *const *rows)
{
    for (uint32_t i = 0; i < s.words; i++) {
        for (uint64_t met; (met = row[i] & eliminated[i]) != 0;) {
            uint32_t vertex = i * 64 + (uint32_t)__builtin_ctzll(met);
            replace(s, row, vertex, rows[vertex]);
        }
    }
}

INLINE uint64_t *row_of(shape s, uint64_t *rows, uint32_t vertex)
{
    return rows + (size_t)vertex * s.words * s.planes;
}

/* Tries. */

INLINE void change_in(xb_order *o, shape s, uint32_t u, const uint64_t *row)
{
    o->now_in[u] = row;
    o->changed[o->changed_count++] = 2 * u;
    o->change += (int64_t)cost_of(s, row, o->now_out[u]) - (int64_t)o->costs[u];
}

INLINE void change_out(xb_order *o, shape s, uint32_t u, const uint64_t *row)
{
    o->now_out[u] = row;
    o->changed[o->changed_count++] = 2 * u + 1;
    o->change += (int64_t)cost_of(s, o->now_in[u], row) - (int64_t)o->costs[u];
}

/* What v leaves to u when it is eliminated before it, and what comes to v when u is eliminated: the rows that
 * v has at the moment are carried along. */
INLINE void pass_back(xb_order *o, shape s, uint32_t v, uint32_t u)
{
    if (xb_dense_has(o->carried_out, u)) {
        uint64_t *row = row_of(s, o->trial_in, u);
        copy_row(s, row, o->now_in[u]);
        replace(s, row, v, o->carried_in);
        change_in(o, s, u, row);
        replace(s, o->carried_out, u, o->now_out[u]);
    } else if (xb_dense_has(o->carried_in, u)) {
        uint64_t *row = row_of(s, o->trial_out, u);
        copy_row(s, row, o->now_out[u]);
        replace(s, row, v, o->carried_out);
        change_out(o, s, u, row);
        replace(s, o->carried_in, u, o->now_in[u]);
    }
}

INLINE void move_back(xb_order *o, shape s, uint32_t v, uint32_t from, uint32_t to)
{
    uint64_t *in = row_of(s, o->trial_in, v), *out = row_of(s, o->trial_out, v);
    const uint64_t *eliminated = o->before + (size_t)to * s.words;
    copy_row(s, in, row_of(s, o->dense->in, v));
    copy_row(s, out, row_of(s, o->dense->out, v));
    reach_back(s, in, eliminated, o->now_in);
    reach_on(s, out, eliminated, o->now_out);
    copy_row(s, o->carried_in, in);
    copy_row(s, o->carried_out, out);
    o->change += (int64_t)cost_of(s, in, out);
    for (uint32_t place = to; place < from; place++)
        pass_back(o, s, v, o->vertices[place]);
}

/* The vertices that are eliminated before a place when v isn't. */
INLINE const uint64_t *eliminated_but(xb_order *o, shape s, uint32_t v, uint32_t place)
{
    const uint64_t *before = o->before + (size_t)place * s.words;
    for (uint32_t i = 0; i < s.words; i++)
        o->eliminated[i] = before[i];
    xb_dense_take(o->eliminated, v);
    return o->eliminated;
}

INLINE void pass_on(xb_order *o, shape s, uint32_t v, uint32_t place)
{
    uint32_t u = o->vertices[place];
    if (xb_dense_has(o->carried_out, u)) {
        uint64_t *row = row_of(s, o->trial_in, u);
        copy_row(s, row, row_of(s, o->dense->in, u));
        reach_back(s, row, eliminated_but(o, s, v, place), o->now_in);
        replace(s, o->carried_out, u, o->now_out[u]);
        change_in(o, s, u, row);
    } else if (xb_dense_has(o->carried_in, u)) {
        uint64_t *row = row_of(s, o->trial_out, u);
        copy_row(s, row, row_of(s, o->dense->out, u));
        reach_on(s, row, eliminated_but(o, s, v, place), o->now_out);
        replace(s, o->carried_in, u, o->now_in[u]);
        change_out(o, s, u, row);
    }
}

INLINE void move_on(xb_order *o, shape s, uint32_t v, uint32_t from, uint32_t to)
{
    copy_row(s, o->carried_in, o->now_in[v]);
    copy_row(s, o->carried_out, o->now_out[v]);
    for (uint32_t place = from + 1; place <= to; place++)
        pass_on(o, s, v, place);
    copy_row(s, row_of(s, o->trial_in, v), o->carried_in);
    copy_row(s, row_of(s, o->trial_out, v), o->carried_out);
    o->change += (int64_t)cost_of(s, o->carried_in, o->carried_out);
}

static const uint64_t **pointer_to(xb_order *o, uint32_t changed)
{
    return changed % 2 == 0 ? &o->now_in[changed / 2] : &o->now_out[changed / 2];
}

/* Forgets the trial rows. */
static void restore(xb_order *o, shape s)
{
    for (uint32_t i = 0; i < o->changed_count; i++)
        *pointer_to(o, o->changed[i]) = row_of(s, o->changed[i] % 2 == 0 ? o->in : o->out, o->changed[i] / 2);
    o->changed_count = 0;
}

INLINE int64_t try(xb_order *o, shape s, uint32_t from, uint32_t to)
{
    uint32_t v = o->vertices[from];
    restore(o, s);
    o->vertex = v;
    o->place = to;
    o->change = -(int64_t)o->costs[v];
    if (to < from)
        move_back(o, s, v, from, to);
    else
        move_on(o, s, v, from, to);
    return o->change;
}

int64_t xb_order_try(xb_order *order, uint32_t from, uint32_t to)
{
    const xb_dense *dense = order->dense;
    switch (dense->planes << 8 | dense->words) {
    case 0x101: return try(order, (shape){1, 1}, from, to);
    case 0x102: return try(order, (shape){2, 1}, from, to);
    case 0x103: return try(order, (shape){3, 1}, from, to);
    case 0x104: return try(order, (shape){4, 1}, from, to);
    case 0x201: return try(order, (shape){1, 2}, from, to);
    case 0x202: return try(order, (shape){2, 2}, from, to);
    default: return try(order, (shape){dense->words, dense->planes}, from, to);
    }
}

/* Keeps the trial rows. */
INLINE void keep(xb_order *o, shape s)
{
    for (uint32_t i = 0; i < o->changed_count; i++) {
        uint32_t u = o->changed[i] / 2;
        uint64_t *row = row_of(s, o->changed[i] % 2 == 0 ? o->in : o->out, u);
        copy_row(s, row, *pointer_to(o, o->changed[i]));
        *pointer_to(o, o->changed[i]) = row;
        o->costs[u] = cost_of(s, o->now_in[u], o->now_out[u]);
    }
    o->changed_count = 0;
    copy_row(s, row_of(s, o->in, o->vertex), row_of(s, o->trial_in, o->vertex));
    copy_row(s, row_of(s, o->out, o->vertex), row_of(s, o->trial_out, o->vertex));
    o->costs[o->vertex] = cost_of(s, o->now_in[o->vertex], o->now_out[o->vertex]);
}

INLINE void put(xb_order *o, uint32_t vertex, uint32_t place)
{
    o->vertices[place] = vertex;
    o->places[vertex] = place;
}

INLINE void accept(xb_order *o, shape s)
{
    uint32_t v = o->vertex, to = o->place, place = o->places[v];
    keep(o, s);
    o->cost = (uint64_t)((int64_t)o->cost + o->change);
    for (; place < to; place++) {
        put(o, o->vertices[place + 1], place);
        uint64_t *before = o->before + (size_t)(place + 1) * s.words;
        xb_dense_take(before, v);
        xb_dense_put(before, o->vertices[place]);
    }
    for (; place > to; place--) {
        uint64_t *before = o->before + (size_t)place * s.words;
        put(o, o->vertices[place - 1], place);
        xb_dense_put(before, v);
        xb_dense_take(before, o->vertices[place]);
    }
    put(o, v, to);
}

void xb_order_accept(xb_order *order)
{
    const xb_dense *dense = order->dense;
    switch (dense->planes << 8 | dense->words) {
    case 0x101: accept(order, (shape){1, 1}); break;
    case 0x102: accept(order, (shape){2, 1}); break;
    case 0x103: accept(order, (shape){3, 1}); break;
    case 0x104: accept(order, (shape){4, 1}); break;
    default: accept(order, (shape){dense->words, dense->planes});
    }
}

/* Setting. */

xb_order *xb_order_create(xb_arena *scratch, const xb_dense *dense)
{
    xb_order *o = xb_arena_alloc(scratch, sizeof *o);
    size_t rows = (size_t)dense->part->vertex_count * dense->stride, vertices = dense->part->vertex_count;
    o->dense = dense;
    o->count = dense->intermediate_count;
    o->vertices = xb_arena_array(scratch, o->count, sizeof *o->vertices);
    o->places = xb_arena_array(scratch, vertices, sizeof *o->places);
    o->in = xb_arena_array(scratch, rows, sizeof *o->in);
    o->out = xb_arena_array(scratch, rows, sizeof *o->out);
    o->trial_in = xb_arena_array(scratch, rows, sizeof *o->trial_in);
    o->trial_out = xb_arena_array(scratch, rows, sizeof *o->trial_out);
    o->carried_in = xb_arena_array(scratch, dense->stride, sizeof *o->carried_in);
    o->carried_out = xb_arena_array(scratch, dense->stride, sizeof *o->carried_out);
    o->costs = xb_arena_array(scratch, vertices, sizeof *o->costs);
    o->before = xb_arena_array(scratch, (size_t)o->count * dense->words, sizeof *o->before);
    o->eliminated = xb_arena_array(scratch, dense->words, sizeof *o->eliminated);
    o->now_in = xb_arena_array(scratch, vertices, sizeof *o->now_in);
    o->now_out = xb_arena_array(scratch, vertices, sizeof *o->now_out);
    o->changed = xb_arena_array(scratch, vertices, sizeof *o->changed);
    return o;
}

size_t xb_order_memory(const xb_dense *dense)
{
    size_t rows = (size_t)dense->part->vertex_count * dense->stride;
    return (4 * rows + (size_t)dense->intermediate_count * dense->words) * sizeof(uint64_t);
}

static void set_place(xb_order *o, shape s, uint32_t vertex, uint32_t place)
{
    uint64_t *in = row_of(s, o->in, vertex), *out = row_of(s, o->out, vertex);
    put(o, vertex, place);
    memcpy(o->before + (size_t)place * s.words, o->eliminated, s.words * sizeof *o->before);
    copy_row(s, in, row_of(s, o->dense->in, vertex));
    copy_row(s, out, row_of(s, o->dense->out, vertex));
    reach_back(s, in, o->eliminated, o->now_in);
    reach_on(s, out, o->eliminated, o->now_out);
    o->costs[vertex] = cost_of(s, in, out);
    o->cost += o->costs[vertex];
    xb_dense_put(o->eliminated, vertex);
}

void xb_order_set(xb_order *order, const uint32_t *vertices)
{
    shape s = {order->dense->words, order->dense->planes};
    order->cost = 0;
    order->changed_count = 0;
    memset(order->eliminated, 0, s.words * sizeof *order->eliminated);
    for (uint32_t v = 0; v < order->dense->part->vertex_count; v++) {
        order->now_in[v] = row_of(s, order->in, v);
        order->now_out[v] = row_of(s, order->out, v);
    }
    for (uint32_t place = 0; place < order->count; place++)
        set_place(order, s, vertices[place], place);
}

uint64_t xb_order_cost_after(const xb_dense *dense, const uint64_t *eliminated, uint32_t vertex, uint64_t *in,
                             uint64_t *out)
{
    shape s = {dense->words, dense->planes};
    copy_row(s, in, dense->in_rows[vertex]);
    copy_row(s, out, dense->out_rows[vertex]);
    reach_back(s, in, eliminated, dense->in_rows);
    reach_on(s, out, eliminated, dense->out_rows);
    return cost_of(s, in, out);
}
