/**
 * @file
 * Locations: which references denote the same storage, and which may overlap.
 *
 * Within a stretch of straight-line code in which no variable that occurs in a subscript changes, two
 * references of the same structure denote the same storage; they are one location. Locations are numbered,
 * and sets of them answer "which members may overlap this one?" without looking at members that can't.
 */
#ifndef XB_ANALYSIS_LOCATIONS_H
#define XB_ANALYSIS_LOCATIONS_H

#include "analysis/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A location. */
typedef struct xb_location {
    uint32_t number;                        /**< dense number in its table */
    const xb_reference *reference;          /**< the first reference to it */
    uint32_t group;                         /**< alias group, see xb_alias_group() */
    uint32_t storage;                       /**< storage class, see xb_storage_class() */
    bool element;                           /**< a single element with constant subscripts */
    uint32_t by_symbol, by_class, by_group; /**< private: numbers of its buckets in sets */
    uint32_t last_write; /**< for the owner: position of the last write plus 1, 0 if none */
    void *value;         /**< for the owner: what the location holds */
} xb_location;

/** A table that numbers locations. */
typedef struct xb_location_table xb_location_table;

/** Creates a table in an arena. */
xb_location_table *xb_location_table_create(xb_arena *arena, xb_analyses *analyses);

/** The location of a reference: one and the same for references of the same structure, and of the same alias
 * sets where the structure alone does not say which storage it is. */
xb_location *xb_location_of(xb_location_table *table, const xb_reference *reference);

/** A number that expressions of the same structure have in common, so that they have the same value as long
 * as no variable in them changes; others have another one, and so have locations. No two that call functions
 * have the same one. */
uint32_t xb_location_expression(xb_location_table *table, const xb_expression *expression);

/** A set of locations of one table, whose memory may be proportional to that table. All zero is empty. */
typedef struct xb_location_set {
    xb_list members;     /**< xb_location in the order of insertion */
    xb_vector is_member; /**< private: bool by number of a location */
    xb_vector buckets;   /**< private */
} xb_location_set;

/** Most overlapping locations that are listed one by one. */
enum { XB_OVERLAP_LIMIT = 16 };

/** The members of a set that may overlap a location. */
typedef struct xb_overlapping {
    bool many; /**< there may be more: the list is not complete */
    size_t count;
    xb_location *found[XB_OVERLAP_LIMIT];
} xb_overlapping;

/** Adds a location; nothing happens if it is a member already. */
void xb_location_set_add(xb_arena *arena, xb_location_set *set, xb_location *location);

/** The members that may overlap a location (itself included, if it is a member). Bounded time. */
xb_overlapping xb_location_set_overlapping(xb_analyses *analyses, const xb_location_set *set,
                                           xb_location *location);

#ifdef __cplusplus
}
#endif

#endif
