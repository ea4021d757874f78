/**
 * @file
 * Paths in an acyclic network that have no node in common.
 */
#ifndef XB_ELIMINATION_PROOFS_DISJOINT_H
#define XB_ELIMINATION_PROOFS_DISJOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/** An arc of a network. */
typedef struct xb_disjoint_arc {
    uint32_t source; /**< node */
    uint32_t target; /**< node */
} xb_disjoint_arc;

/** A network, and working memory. */
typedef struct xb_disjoint xb_disjoint;

/** Creates a network in scratch memory, with room for so many nodes and arcs. Fill it before use. */
xb_disjoint *xb_disjoint_create(xb_arena *scratch, uint32_t nodes, uint32_t arcs);

/**
 * Makes it another network.
 * @param ends for each node, whether it is an end; from there paths don't go on. Not copied
 * @param arcs not copied
 */
void xb_disjoint_fill(xb_disjoint *network, uint32_t nodes, const bool *ends, const xb_disjoint_arc *arcs,
                      uint32_t count);

/**
 * The largest number of paths from a node to ends that have no node in common but this one (K. Menger, Zur
 * allgemeinen Kurventheorie, Fundamenta Mathematicae 10, 1927).
 * @param on along the arcs, or against them
 * @param first for each arc, whether a path may begin with it; NULL if all may
 */
uint32_t xb_disjoint_paths(xb_disjoint *network, uint32_t node, bool on, const bool *first);

/** Whether one of the paths that were just counted has this node next to the one where they begin. */
bool xb_disjoint_begins_with(const xb_disjoint *network, uint32_t begin, uint32_t node);

#endif
