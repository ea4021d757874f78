/**
 * @file
 * Search over the sequences of edge and face eliminations.
 */
#ifndef XB_ELIMINATION_SEARCH_SEQUENCE_WALK_H
#define XB_ELIMINATION_SEARCH_SEQUENCE_WALK_H

#include "elimination/graphs/line_graph.h"
#include "elimination/search/search.h"

/**
 * Searches for a sequence that costs less.
 * @param kind XB_KIND_EDGES or XB_KIND_FACES
 * @param sequence complete; receives the best one that was found, in scratch memory, or stays as it is
 * @return its cost; UINT64_MAX, with the sequence as it was, if the part is too large, or if there is no room
 * for the lines that the sequence makes
 */
uint64_t xb_sequence_search(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                            xb_search_budget *budget, xb_elimination_kind kind, xb_line_sequence *sequence);

#endif
