/**
 * @file
 * A part as rows of bits: what vertex elimination of all but the largest graphs is computed on.
 *
 * What an order of vertex eliminations costs depends on sets only: when v is eliminated after the vertices of
 * S, its predecessors are the vertices outside S from which a path through S leads to v, and likewise its
 * successors. A row holds such a set, in up to three planes: all neighbours; those whose label is no unit;
 * those whose label is variable. The label of an edge is a unit if it stems from a single path of units,
 * constant if no path has a variable edge. (This is what folding makes of it unless constants cancel or
 * happen to give ±1; searches compare what they find by real counts in the end.)
 */
#ifndef XB_ELIMINATION_GRAPHS_DENSE_H
#define XB_ELIMINATION_GRAPHS_DENSE_H

#include "elimination/graphs/prepare.h"

/** Largest number of vertices of a part that is put into rows: they take the square of it in bits. */
enum { XB_DENSE_LIMIT = 8192 };

/** The graph. It doesn't change. */
typedef struct xb_dense {
    const xb_prepared_part *part; /**< where it comes from */
    uint32_t words;               /**< of 64 bits that hold one set of vertices */
    uint32_t planes;              /**< sets in a row: 1 to 3 */
    uint32_t stride;              /**< words in a row */
    uint64_t *in;                 /**< for each vertex the row of its predecessors */
    uint64_t *out;                /**< for each vertex the row of its successors */
    const uint64_t **in_rows;     /**< for each vertex, its row in `in` */
    const uint64_t **out_rows;    /**< for each vertex, its row in `out` */
    uint32_t *intermediates;      /**< the vertices that are eliminated, ascending */
    uint32_t intermediate_count;  /**< their number */
    uint64_t *intermediate_set;   /**< the same as a set */
} xb_dense;

/**
 * Makes rows of a part.
 * @param awareness which products are free: 0 none, 1 those with a unit, 2 also those of constants
 * @return the rows, in scratch memory; NULL if the part has more than XB_DENSE_LIMIT vertices
 */
xb_dense *xb_dense_create(xb_arena *scratch, const xb_prepared_part *part, int awareness);

/** The row of a vertex. */
static inline uint64_t *xb_dense_row(const xb_dense *dense, uint64_t *rows, uint32_t vertex)
{
    return rows + (size_t)vertex * dense->stride;
}

/** How many bits of a word are set. (Without an instruction for it, a compiler calls a function, which takes
 * longer.) */
static inline uint32_t xb_dense_bits(uint64_t word)
{
#if defined __POPCNT__ || defined __aarch64__
    return (uint32_t)__builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
#endif
}

/** Whether a vertex is in a set. */
static inline bool xb_dense_has(const uint64_t *set, uint32_t vertex)
{
    return set[vertex / 64] >> vertex % 64 & 1;
}

/** Puts a vertex into a set. */
static inline void xb_dense_put(uint64_t *set, uint32_t vertex)
{
    set[vertex / 64] |= (uint64_t)1 << vertex % 64;
}

/** Takes a vertex out of a set. */
static inline void xb_dense_take(uint64_t *set, uint32_t vertex)
{
    set[vertex / 64] &= ~((uint64_t)1 << vertex % 64);
}

#endif
