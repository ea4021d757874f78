/*
 * For tests of elimination: small graphs with values for their labels, and checks of everything that must
 * hold of any elimination of them.
 */
#ifndef ELIMINATION_FIXTURE_H
#define ELIMINATION_FIXTURE_H

#include "elimination/elimination.h"

enum { MOST_VERTICES = 24, MOST_EDGES = 2 * MOST_VERTICES * MOST_VERTICES };

/* Of the test that runs. */
extern xb_arena *arena;
extern xb_arena *scratch;

void set_up(void);
void tear_down(void);

/* Fails the test unless what is said holds. */
void require(bool holds, const char *what);

/* A graph with the values that its variable labels have when the code is executed. */
typedef struct example {
    xb_lcg graph;
    xb_lcg_edge edges[MOST_EDGES];
    double values[MOST_EDGES];
    bool dependent[MOST_VERTICES];
    uint32_t order[MOST_VERTICES]; /* the vertices in topological order */
    uint32_t statement[MOST_VERTICES];
} example;

/* A graph without edges, its vertices in the order of their numbers. */
example *new_example(uint32_t vertex_count);
void add_variable(example *x, uint32_t source, uint32_t target, double value);
void add_constant(example *x, uint32_t source, uint32_t target, double value);

/* A graph of pairs of source and target, all variable. */
example *variable_example(uint32_t vertex_count, const unsigned char (*edges)[2], size_t edge_count);

#define VARIABLE_EXAMPLE(vertex_count, ...)                                 \
    variable_example(vertex_count, (const unsigned char[][2]){__VA_ARGS__}, \
                     sizeof((const unsigned char[][2]){__VA_ARGS__}) / 2)

/* Eliminates, and checks what must hold of the result: the Jacobian, the counts, that each step is needed,
 * the shape. */
const xb_elimination *eliminate(const example *x, xb_elimination_options options);

/* Checks the Jacobian to 1e-10, the counts and that each step is needed. */
void check_result(const example *x, const xb_elimination *result, int awareness);

/* Eliminates and checks with labels of many digits, whose sums and products are rounded: to 1e-10. */
const xb_elimination *eliminate_rounded(const example *x, xb_elimination_options options);

/* Does so with all objectives, orders and awarenesses, and checks that none is worse than it is promised to
 * be.
 */
void check_all_options(const example *x);

/* The next number of a sequence. */
uint64_t next_random(uint64_t *state);

/* An acyclic graph of at most so many vertices, with every mixture of shapes: sparse and dense, few and many
 * independents, dependents, constants. */
example *random_example(uint64_t seed, uint32_t most);

/* The same graph, but some edges have up to 40 beside them, and some vertices without edges in may be
 * constants. */
example *random_multigraph(uint64_t seed, uint32_t most);

/* A graph with one edge for all that are parallel; receives the additions that takes for each edge. What adds
 * up to 0 is left out. */
example *merged_example(const example *x, size_t *additions);

/* The same graph as the first one, but labels that are no units are random numbers of many digits, between -1
 * and 1. */
example *random_labelled_example(uint64_t seed, uint32_t most);

#endif
