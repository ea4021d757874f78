/**
 * @file
 * What a front end knows about the storage that references denote.
 *
 * An alias set is a set of ranges of virtual addresses. References carry the key of a set; key 0 says that
 * nothing is known. Ranges are kept sorted and merged, so that a query takes time linear in the number of
 * ranges of the two sets, which is nearly always one.
 */
#ifndef XB_IR_ALIAS_H
#define XB_IR_ALIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

struct xb_reference;

/** Virtual addresses from `from` to `to`, both inclusive. */
typedef struct xb_alias_range {
    uint64_t from, to;
    bool partial; /**< the reference covers some unknown part of the range */
} xb_alias_range;

/** One set. */
typedef struct xb_alias_set {
    uint32_t key;           /**< see xb_program_key() */
    uint32_t line;          /**< line of the document, 0 if unknown */
    xb_vector ranges;       /**< xb_alias_range as read */
    xb_alias_range *merged; /**< private: disjoint, ascending; set by xb_alias_map_finish() */
    size_t merged_count;    /**< private */
    uint32_t group;         /**< private: number of the group of sets that are linked by overlaps */
    uint32_t content;       /**< private: the same number for sets of the same ranges */
    bool overlay;           /**< generated, not read */
} xb_alias_set;

/** All sets of a program. */
typedef struct xb_alias_map {
    xb_list sets;         /**< xb_alias_set in document order */
    xb_map by_key;        /**< private: of sets whose key is not their place */
    uint32_t group_count; /**< number of groups; see xb_alias_group() */
} xb_alias_map;

/** Adds an empty set; NULL if the key is taken. */
xb_alias_set *xb_alias_map_add(xb_arena *arena, xb_alias_map *map, uint32_t key);

/** The set of a key, or NULL. */
const xb_alias_set *xb_alias_map_find(const xb_alias_map *map, uint32_t key);

/** Prepares the map for queries once all sets are complete. Takes time n log n. */
void xb_alias_map_finish(xb_arena *arena, xb_alias_map *map);

/** Whether two things have storage in common. */
typedef enum xb_overlap {
    XB_OVERLAP_NEVER, /**< certainly not */
    XB_OVERLAP_MAY,
    XB_OVERLAP_MUST /**< certainly; not that they are the same */
} xb_overlap;

/**
 * Whether two references denote common storage, by alias information alone: an engine temporary overlaps
 * nothing but itself; without information about either, and for equal keys, they may; they must if one set is
 * a single range, touched as a whole, and the other one is within it.
 */
xb_overlap xb_alias_overlap(const xb_alias_map *map, const struct xb_reference *a,
                            const struct xb_reference *b);

/** Whether an alias set tells where a reference is, and not only where it may be: it is one range, touched as
 * a whole. False without information. */
bool xb_alias_is_place(const xb_alias_map *map, const struct xb_reference *reference);

/** What some references may touch. */
typedef struct xb_alias_area {
    const xb_alias_range *ranges; /**< disjoint, ascending */
    size_t count;
} xb_alias_area;

/** What references may touch, without those that have no alias information. Takes time n log n. @param
 * references xb_reference */
xb_alias_area xb_alias_area_of(xb_arena *arena, const xb_alias_map *map, const xb_list *references);

/** Whether a reference may touch an area, by alias information alone; false without any. Takes logarithmic
 * time for each range of its set. */
bool xb_alias_area_touches(const xb_alias_area *area, const xb_alias_map *map,
                           const struct xb_reference *reference);

/** What xb_alias_group() and xb_alias_content() answer without information. */
#define XB_ALIAS_GROUP_NONE UINT32_MAX

/**
 * A number below map->group_count such that references in different groups never alias; XB_ALIAS_GROUP_NONE
 * without information (key 0 or unknown). Sets that are empty form groups of their own. A group is closed
 * over overlaps: it narrows a search, or stands for all that may be connected; whether two of its references
 * alias is a question for xb_alias_overlap().
 */
uint32_t xb_alias_group(const xb_alias_map *map, uint32_t key);

/** A number that two keys have in common if their sets have the same ranges; XB_ALIAS_GROUP_NONE without
 * information. */
uint32_t xb_alias_content(const xb_alias_map *map, uint32_t key);

#ifdef __cplusplus
}
#endif

#endif
