/*
 * Graphs for the tests of graphs, and the slow, obvious way to find paths in them.
 */
#ifndef TESTS_UNIT_GRAPHS_H
#define TESTS_UNIT_GRAPHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "graph/graph.h"

enum {
    GRAPHS_END = -1, /* ends a list of edges */
    GRAPHS_MOST = 12 /* vertices of random graphs */
};

/* A graph with n vertices, and edges given as pairs of vertices; the list may be NULL. */
xb_graph graphs_make(xb_arena *arena, uint32_t n, const int *ends);

/* A number below another one; xorshift64 of Marsaglia: Xorshift RNGs, 2003. The state must not be 0. */
uint32_t graphs_draw(uint64_t *state, uint32_t below);

/*
 * A graph with 1 to GRAPHS_MOST vertices. Parallel edges occur, and loops and cycles unless it is to be
 * acyclic: then every edge leads up in a shuffled order.
 */
xb_graph graphs_random(xb_arena *arena, uint64_t *state, bool acyclic);

/* The path through n vertices, in document order or against it. */
xb_graph graphs_chain(xb_arena *arena, uint32_t n, bool backward);

/* Whether there is a path, also an empty one, that avoids a vertex (or UINT32_MAX); by repeated passes over
 * the edges. */
bool graphs_is_path(const xb_graph *graph, uint32_t from, uint32_t to, uint32_t avoided);

#endif
