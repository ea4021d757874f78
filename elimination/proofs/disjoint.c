/*
 * A maximal flow of one unit through each node, augmented along shortest paths. On each path that is there a
 * node knows the one before it. A search for one more path that comes to such a node has to go
 * back along the path that is there, at least by one node, from where it may leave it.
 */
#include "elimination/proofs/disjoint.h"

#include <string.h>

#define NONE UINT32_MAX

/* The arcs by the node that they lead away from. */
typedef struct side {
    uint32_t *start; /* for each node, its first arc in the list; one more at the end */
    uint32_t *heads;
    uint32_t *arcs; /* for each of these, the number of the arc */
} side;

struct xb_disjoint {
    uint32_t nodes;
    const bool *ends;
    const bool *first;
    side on;
    side back;
    uint32_t *before; /* for each node, the one before it on a path that is there */
    uint32_t *from;   /* for each place of the search, the one that it was reached from */
    uint32_t *queue;
    uint32_t queued;
};

static void create_side(xb_arena *scratch, side *s, uint32_t nodes, uint32_t arcs)
{
    s->start = xb_arena_array(scratch, (size_t)nodes + 2, sizeof *s->start);
    s->heads = xb_arena_array(scratch, arcs, sizeof *s->heads);
    s->arcs = xb_arena_array(scratch, arcs, sizeof *s->arcs);
}

xb_disjoint *xb_disjoint_create(xb_arena *scratch, uint32_t nodes, uint32_t arcs)
{
    xb_disjoint *network = xb_arena_alloc(scratch, sizeof *network);
    create_side(scratch, &network->on, nodes, arcs);
    create_side(scratch, &network->back, nodes, arcs);
    network->before = xb_arena_array(scratch, nodes, sizeof *network->before);
    network->from = xb_arena_array(scratch, 2 * (size_t)nodes, sizeof *network->from);
    network->queue = xb_arena_array(scratch, 2 * (size_t)nodes, sizeof *network->queue);
    return network;
}

static void fill_side(side *s, uint32_t nodes, const xb_disjoint_arc *arcs, uint32_t count, bool on)
{
    memset(s->start, 0, ((size_t)nodes + 2) * sizeof *s->start);
    for (uint32_t i = 0; i < count; i++)
        s->start[(on ? arcs[i].source : arcs[i].target) + 2]++;
    for (uint32_t v = 2; v < nodes + 2; v++)
        s->start[v] += s->start[v - 1];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = s->start[(on ? arcs[i].source : arcs[i].target) + 1]++;
        s->heads[place] = on ? arcs[i].target : arcs[i].source;
        s->arcs[place] = i;
    }
}

void xb_disjoint_fill(xb_disjoint *network, uint32_t nodes, const bool *ends, const xb_disjoint_arc *arcs,
                      uint32_t count)
{
    network->nodes = nodes;
    network->ends = ends;
    fill_side(&network->on, nodes, arcs, count, true);
    fill_side(&network->back, nodes, arcs, count, false);
}

/* Places of the search are twice the node, plus 1 where it is left. */
static void reach(xb_disjoint *n, uint32_t place, uint32_t from)
{
    if (n->from[place] != NONE)
        return;
    n->from[place] = from;
    n->queue[n->queued++] = place;
}

static void leave(xb_disjoint *n, const side *s, uint32_t node, uint32_t begin)
{
    for (uint32_t i = s->start[node]; i < s->start[node + 1]; i++) {
        uint32_t head = s->heads[i];
        if (n->before[head] != node && (node != begin || !n->first || n->first[s->arcs[i]]))
            reach(n, 2 * head, 2 * node + 1);
    }
    if (node != begin && n->before[node] != NONE)
        reach(n, 2 * node, 2 * node + 1);
}

/* Goes on through a node, or back along the path that it is on. */
static void pass(xb_disjoint *n, uint32_t node, uint32_t begin)
{
    uint32_t before = n->before[node];
    if (before == NONE)
        reach(n, 2 * node + 1, 2 * node);
    else if (before != begin)
        reach(n, 2 * before + 1, 2 * node);
}

/* Makes paths of those that are there and what was found. */
static void augment(xb_disjoint *n, uint32_t place, uint32_t begin)
{
    while (place != 2 * begin + 1) {
        uint32_t from = n->from[place];
        if (place % 2 == 0)
            n->before[place / 2] = from / 2 == place / 2 ? NONE : from / 2;
        place = from;
    }
}

static bool find_path(xb_disjoint *n, const side *s, uint32_t begin)
{
    memset(n->from, 0xff, 2 * (size_t)n->nodes * sizeof *n->from);
    n->queued = 0;
    reach(n, 2 * begin + 1, begin);
    for (uint32_t i = 0; i < n->queued; i++) {
        uint32_t place = n->queue[i], node = place / 2;
        if (place % 2 == 1) {
            leave(n, s, node, begin);
        } else if (n->ends[node] && n->before[node] == NONE) {
            augment(n, place, begin);
            return true;
        } else {
            pass(n, node, begin);
        }
    }
    return false;
}

uint32_t xb_disjoint_paths(xb_disjoint *network, uint32_t node, bool on, const bool *first)
{
    uint32_t count = 0;
    network->first = first;
    memset(network->before, 0xff, network->nodes * sizeof *network->before);
    while (find_path(network, on ? &network->on : &network->back, node))
        count++;
    return count;
}

bool xb_disjoint_begins_with(const xb_disjoint *network, uint32_t begin, uint32_t node)
{
    return network->before[node] == begin;
}
