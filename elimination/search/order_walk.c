/*
 * A change takes a vertex from its place and inserts it at another one. Most changes let two vertices change
 * sides that are neighbours when the first of them is eliminated: anything else that a change may pass costs
 * the same before and after. Of the other changes, half go anywhere, half a short way.
 *
 * Looking ahead needs no random numbers: place by place, every later vertex is tried there, with the rest of
 * the order as it is, and the best one stays.
 *
 * Where several vertices have the same predecessors, or the same successors, the elimination of one of them
 * makes edges that those of the others share: any of them alone costs more at another place, all of them
 * together may cost less. So half of the changes of short annealing take such a group along.
 */
#include "elimination/search/order_walk.h"

#include <math.h>
#include <string.h>

/* Temperatures that did best on the benchmark graphs and on random ones. */
static const double hot = 8, cold = 0.15;

/* Likewise, the last one of annealing that goes on from a good order and is short. */
static const double cool = 0.2;

/* Steps with the same temperature there. */
enum { STEPS_OF_HEAT = 64 };

enum { LONGEST_SHORT_WAY = 5 }; /* as an exponent of 2 */

/* So many sixteenths of the changes are of neighbours. */
enum { OF_NEIGHBOURS = 12 };

/* One of so many changes takes a group of vertices, where there are any; so many of them at most. */
enum { GROUP_SHARE = 2, GROUP_AT_MOST = 16 };

/* How much worse a group may make an order before all of it has moved, in what a vertex costs on average.
 * Less is too little for groups of three, more takes longer and finds no more. */
enum { BARRIER = 5 };

static uint32_t any_place(xb_random *random, uint32_t count, uint32_t from)
{
    uint32_t to = xb_random_below(random, count - 1);
    return to < from ? to : to + 1;
}

static uint32_t near_place(xb_random *random, uint32_t count, uint32_t from)
{
    uint32_t way = 1 + xb_random_below(random, 1u << xb_random_below(random, LONGEST_SHORT_WAY + 1));
    bool back = xb_random_below(random, 2) == 0;
    if (from == 0 || (!back && from + 1 < count))
        return way < count - 1 - from ? from + way : count - 1;
    return way < from ? from - way : 0;
}

/* The intermediates in one word of a row. */
static uint64_t word_of(const xb_order *order, const uint64_t *row, uint32_t word)
{
    return row[word] & order->dense->intermediate_set[word];
}

/* How many intermediates are in a row. */
static uint32_t size_of(const xb_order *order, const uint64_t *row)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < order->dense->words; i++)
        size += xb_dense_bits(word_of(order, row, i));
    return size;
}

/* The intermediate in a row that so many others precede. */
static uint32_t member(const xb_order *order, const uint64_t *row, uint32_t which)
{
    uint32_t word = 0;
    for (uint32_t here; (here = xb_dense_bits(word_of(order, row, word))) <= which; word++)
        which -= here;
    uint64_t rest = word_of(order, row, word);
    for (; which > 0; which--)
        rest &= rest - 1;
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* The place of an intermediate that is a neighbour of a vertex when that is eliminated, each with the same
 * probability; that of the vertex itself if there is none. */
static uint32_t place_of_neighbour(const xb_order *order, uint32_t vertex, xb_random *random)
{
    const uint64_t *in = xb_dense_row(order->dense, order->in, vertex);
    const uint64_t *out = xb_dense_row(order->dense, order->out, vertex);
    uint32_t before = size_of(order, in), all = before + size_of(order, out);
    if (all == 0)
        return order->places[vertex];
    uint32_t which = xb_random_below(random, all);
    return order->places[which < before ? member(order, in, which) : member(order, out, which - before)];
}

static int64_t propose(void *walker, xb_random *random, int64_t limit)
{
    xb_order *order = walker;
    (void)limit;
    uint32_t from = xb_random_below(random, order->count), to = from;
    uint32_t kind = xb_random_below(random, 32);
    if (kind < 2 * OF_NEIGHBOURS)
        to = place_of_neighbour(order, order->vertices[from], random);
    if (to != from) /* the neighbour is later: it goes before the vertex, or the vertex after it */
        return kind % 2 == 0 ? xb_order_try(order, from, to) : xb_order_try(order, to, from);
    to = kind % 2 == 0 ? any_place(random, order->count, from) : near_place(random, order->count, from);
    return xb_order_try(order, from, to);
}

static void accept(void *walker)
{
    xb_order_accept(walker);
}

static uint64_t cost(const void *walker)
{
    return ((const xb_order *)walker)->cost;
}

static void write(const void *walker, void *place)
{
    const xb_order *order = walker;
    memcpy(place, order->vertices, order->count * sizeof *order->vertices);
}

static void go(void *walker, const void *place)
{
    xb_order_set(walker, place);
}

static void *create(xb_arena *scratch, const void *context)
{
    return xb_order_create(scratch, context);
}

/* Puts the vertex there that makes the whole order cost least; returns whether that was another one. */
static bool settle(xb_order *order, uint32_t place)
{
    int64_t least = 0;
    uint32_t best = place;
    for (uint32_t from = place + 1; from < order->count; from++) {
        int64_t change = xb_order_try(order, from, place);
        if (change < least) {
            least = change;
            best = from;
        }
    }
    if (best == place)
        return false;
    xb_order_try(order, best, place);
    xb_order_accept(order);
    return true;
}

static void look_ahead(xb_order *order, xb_search_budget *budget)
{
    uint64_t steps = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = 0; place + 1 < order->count; place++) {
            bool late = budget->share > 0 && xb_now() - budget->share_began >= budget->share;
            if (late || (budget->limit > 0 && steps >= budget->limit))
                return;
            changed |= settle(order, place);
            steps += order->count - 1 - place;
            budget->steps += order->count - 1 - place;
            if (!xb_search_tell(budget, XB_KIND_VERTICES, (double)place / order->count, order->cost))
                return;
        }
    }
}

uint64_t xb_order_search(xb_arena *scratch, const xb_dense *dense, xb_search_budget *budget,
                         uint32_t *vertices)
{
    const xb_elimination_search *search = budget->search;
    size_t size = dense->intermediate_count * sizeof *vertices;
    xb_order *order = xb_order_create(scratch, dense);
    if (search->method == XB_SEARCH_LOOK_AHEAD) {
        xb_order_set(order, vertices);
        look_ahead(order, budget);
        write(order, vertices);
        xb_search_spread(search, vertices,
                         size); /* where time ended it, each process came as far as it did */
    } else {
        xb_walk walk = {create, propose, accept, cost, write, go, dense, size, xb_order_memory(dense),
                        hot,    cold};
        xb_search_walk(scratch, budget, XB_KIND_VERTICES, &walk, vertices);
    }
    xb_order_set(order, vertices);
    return order->cost;
}

/* ---- annealing that goes on from an order ---- */

/* The vertices with the same predecessors in the beginning, and those with the same successors. */
typedef struct groups {
    uint32_t *next[2]; /* of each vertex, in a ring; the vertex itself if it is alone */
    bool any;
    uint32_t froms[GROUP_AT_MOST], tos[GROUP_AT_MOST]; /* the moves of a change */
} groups;

/* Joins the vertices with the same rows. Returns whether there are any. */
static bool find_rings(xb_arena *scratch, const xb_dense *dense, const uint64_t *const *rows, uint32_t *next)
{
    uint32_t count = dense->intermediate_count, first_count = 0;
    uint32_t *firsts = xb_arena_array(scratch, count, sizeof *firsts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = dense->intermediates[i], f = 0;
        while (f < first_count && memcmp(rows[firsts[f]], rows[vertex], dense->words * sizeof(uint64_t)) != 0)
            f++;
        if (f == first_count)
            firsts[first_count++] = vertex;
        next[vertex] = firsts[f] == vertex ? vertex : next[firsts[f]];
        next[firsts[f]] = vertex;
    }
    return first_count < count;
}

static groups find_groups(xb_arena *scratch, const xb_dense *dense)
{
    groups g = {.any = false};
    for (int side = 0; side < 2; side++) {
        g.next[side] = xb_arena_array(scratch, dense->part->vertex_count, sizeof *g.next[side]);
        g.any |= find_rings(scratch, dense, side == 0 ? dense->in_rows : dense->out_rows, g.next[side]);
    }
    return g;
}

static void undo(xb_order *order, const groups *g, uint32_t moved)
{
    while (moved-- > 0) {
        xb_order_try(order, g->tos[moved], g->froms[moved]);
        xb_order_accept(order);
    }
}

/* Brings a vertex to a place, and the others of its group, in a ring, to just after it. Returns whether that
 * may stay. */
static bool move_group(xb_order *order, groups *g, const uint32_t *next, uint32_t vertex, uint32_t to,
                       int64_t limit)
{
    int64_t change = 0, barrier = (int64_t)(BARRIER * order->cost / order->count);
    uint32_t moved = 0, member = vertex;
    for (;;) {
        uint32_t from = order->places[member];
        change += xb_order_try(order, from, to);
        g->froms[moved] = from;
        g->tos[moved] = to;
        member = next[member];
        bool is_last = member == vertex || moved + 1 == (uint32_t)GROUP_AT_MOST;
        if (change > (is_last ? limit : limit + barrier))
            break;
        xb_order_accept(order);
        moved++;
        if (is_last)
            return true;
        uint32_t at = order->places[vertex];
        to = order->places[member] < at ? at : at + 1;
    }
    undo(order, g, moved);
    return false;
}

/* To a neighbour, or anywhere. */
static uint32_t place_to_go(const xb_order *order, uint32_t vertex, xb_random *random)
{
    uint32_t from = order->places[vertex], to = place_of_neighbour(order, vertex, random);
    return to == from || xb_random_below(random, 4) == 0 ? any_place(random, order->count, from) : to;
}

static bool change(xb_order *order, groups *g, xb_random *random, int64_t limit)
{
    if (g->any && xb_random_below(random, GROUP_SHARE) == 0) {
        uint32_t vertex = order->vertices[xb_random_below(random, order->count)];
        const uint32_t *next = g->next[xb_random_below(random, 2)];
        if (next[vertex] != vertex)
            return move_group(order, g, next, vertex, place_to_go(order, vertex, random), limit);
    }
    if (propose(order, random, limit) > limit)
        return false;
    accept(order);
    return true;
}

bool xb_order_anneal(xb_arena *scratch, const xb_dense *dense, xb_random *random, uint64_t steps, double heat,
                     uint64_t target, uint32_t *vertices)
{
    xb_order *order = xb_order_create(scratch, dense);
    groups g = find_groups(scratch, dense);
    xb_order_set(order, vertices);
    uint64_t before = order->cost, best = before;
    double factor = pow(cool / heat, (double)STEPS_OF_HEAT / (double)(steps + 1));
    for (uint64_t step = 0; step < steps && best > target; step++) {
        if (step % STEPS_OF_HEAT == STEPS_OF_HEAT - 1)
            heat *= factor;
        int64_t limit = (int64_t)(-heat * log(1 - xb_random_fraction(random)));
        if (change(order, &g, random, limit) && order->cost < best) {
            best = order->cost;
            write(order, vertices);
        }
    }
    return best < before;
}

bool xb_order_descend(xb_arena *scratch, const xb_dense *dense, uint64_t steps, uint32_t *vertices)
{
    xb_order *order = xb_order_create(scratch, dense);
    xb_random random;
    xb_random_start(&random, 1, 0);
    xb_order_set(order, vertices);
    uint64_t before = order->cost;
    for (; steps > 0; steps--) {
        if (propose(order, &random, 0) <= 0)
            accept(order);
    }
    write(order, vertices);
    return order->cost < before;
}
