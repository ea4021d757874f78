/**
 * @file
 * Use-definition and definition-use chains of a front end.
 *
 * A chain is a set of statement ids. The empty id stands for "outside of the analysed scope". Key 0 says that
 * nothing is known. Members are kept sorted by name index, so that membership takes logarithmic time.
 */
#ifndef XB_IR_CHAINS_H
#define XB_IR_CHAINS_H

#include "base/map.h"
#include "base/names.h"
#include "base/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One set of statement ids. */
typedef struct xb_chain {
    uint32_t key;           /**< see xb_program_key() */
    uint32_t line;          /**< line of the document, 0 if unknown */
    xb_list ids;            /**< xb_name as read */
    const xb_name **sorted; /**< private: without duplicates, by name index; set by xb_chain_map_finish() */
    size_t sorted_count;    /**< number of distinct ids */
} xb_chain;

/** All chains of a map. */
typedef struct xb_chain_map {
    xb_list chains; /**< xb_chain in document order */
    xb_map by_key;  /**< private: of chains whose key is not their place */
} xb_chain_map;

/** Adds an empty chain; NULL if the key is taken. */
xb_chain *xb_chain_map_add(xb_arena *arena, xb_chain_map *map, uint32_t key);

/** The chain of a key; NULL for key 0 (no information) and for unknown keys. */
const xb_chain *xb_chain_find(const xb_chain_map *map, uint32_t key);

/** The same, unless it has no members: then the analyses of the engine say whether nothing is used, or
 * defined.
 */
const xb_chain *xb_chain_telling(const xb_chain_map *map, uint32_t key);

/** Prepares the map for queries once all chains are complete. */
void xb_chain_map_finish(xb_arena *arena, xb_chain_map *map);

/** Whether a chain has this member. Logarithmic time. */
bool xb_chain_contains(const xb_chain *chain, const xb_name *id);

/**
 * The statements of interest of a query and their places: straight-line code in execution order. Built
 * incrementally: entries are appended in order; look-up takes constant time.
 */
typedef struct xb_statement_order {
    xb_arena *arena; /**< where the table grows */
    xb_map places;   /**< private: (name index, 0) to place + 1 */
    size_t count;    /**< number of statements */
} xb_statement_order;

/** Appends a statement; an id that occurs already keeps its first place, the empty id only takes up a place.
 */
void xb_statement_order_append(xb_statement_order *order, const xb_name *id);

/** The place of a statement, SIZE_MAX if it is not in the order. */
size_t xb_statement_order_place(const xb_statement_order *order, const xb_name *id);

/**
 * Whether all that uses a definition is statements of interest that come after it; so it is if nothing does.
 * A use before the definition, or at its own place, is reached around a loop.
 * @param place place of the defining statement
 */
bool xb_uses_come_after(const xb_chain *chain, const xb_statement_order *order, size_t place);

#ifdef __cplusplus
}
#endif

#endif
