/*
 * A change takes a vertex from its place and inserts it at another one. Half of the changes go anywhere, half
 * of them a short way, which costs less to compute and is accepted more often.
 *
 * Looking ahead needs no random numbers: place by place, every later vertex is tried there, with the rest of
 * the order as it is, and the best one stays.
 */
#include "algorithms/elimination/order_walk.h"

#include <string.h>

/* Temperatures that did best on the benchmark graphs and on random ones. */
static const double hot = 4, cold = 0.15;

enum { LONGEST_SHORT_WAY = 5 }; /* as an exponent of 2 */

typedef struct walker {
    xb_order *order;
    uint32_t *saved;
} walker;

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

static int64_t propose(void *place, xb_random *random, int64_t limit)
{
    xb_order *order = ((walker *)place)->order;
    (void)limit;
    uint32_t from = xb_random_below(random, order->count);
    bool far = xb_random_below(random, 2) == 0;
    uint32_t to = far ? any_place(random, order->count, from) : near_place(random, order->count, from);
    return xb_order_try(order, from, to);
}

static void accept(void *place)
{
    xb_order_accept(((walker *)place)->order);
}

static uint64_t cost(const void *place)
{
    return ((const walker *)place)->order->cost;
}

static void save(void *place)
{
    walker *w = place;
    memcpy(w->saved, w->order->vertices, w->order->count * sizeof *w->saved);
}

static void go(void *place, const void *other)
{
    walker *w = place;
    xb_order_set(w->order, other ? ((const walker *)other)->order->vertices : w->saved);
}

static walker *new_walker(xb_arena *scratch, const xb_dense *dense, const uint32_t *vertices)
{
    walker *w = xb_arena_alloc(scratch, sizeof *w);
    w->order = xb_order_create(scratch, dense);
    w->saved = xb_arena_array(scratch, dense->intermediate_count, sizeof *w->saved);
    xb_order_set(w->order, vertices);
    save(w);
    return w;
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
            bool late = budget->share > 0 && xb_search_now() - budget->share_began >= budget->share;
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
    static const xb_walk walk = {propose, accept, cost, save, go, hot, cold};
    const xb_elimination_search *search = budget->search;
    bool ahead = search->method == XB_SEARCH_LOOK_AHEAD;
    uint32_t count = ahead || search->chains == 0 ? 1 : search->chains, best = 0;
    void **walkers = xb_arena_array(scratch, count, sizeof *walkers);
    for (uint32_t i = 0; i < count; i++)
        walkers[i] = new_walker(scratch, dense, vertices);
    if (ahead) {
        look_ahead(((walker *)walkers[0])->order, budget);
        save(walkers[0]);
    } else if (dense->intermediate_count > 1) {
        best = xb_search_walk(scratch, budget, XB_KIND_VERTICES, &walk, walkers, count);
    }
    walker *w = walkers[best];
    go(w, NULL);
    memcpy(vertices, w->saved, dense->intermediate_count * sizeof *vertices);
    return w->order->cost;
}
