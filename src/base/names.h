/**
 * @file
 * Interned names: equal names are equal pointers.
 */
#ifndef XB_BASE_NAMES_H
#define XB_BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The index of names outside of tables. (An enumerator would not fit an int.) */
#define XB_NAME_OUTSIDE UINT32_MAX

/** A name. Its index is dense from 0 within its table, so that side tables can be arrays. */
typedef struct xb_name {
    uint32_t index;  /**< number of the name in its table, from 0 in order of first appearance;
                        XB_NAME_OUTSIDE if it is in none */
    uint32_t hash;   /**< hash of the text */
    uint32_t length; /**< bytes of the text */
#ifdef __cplusplus
    char text[1]; /* there are no flexible members in C++ */
#else
    char text[]; /**< the text, terminated by a zero byte */
#endif
} xb_name;

/** A table of names. */
typedef struct xb_names xb_names;

/** Creates a table in an arena. Index 0 is the empty name. */
xb_names *xb_names_create(xb_arena *arena);

/** The name with this text (UTF-8, length bytes; may be NULL if there are none), added if it is new. */
const xb_name *xb_names_intern(xb_names *names, const char *text, size_t length);

/**
 * A name with this text that is outside of all tables, which takes less memory. It is not found, and it is
 * another name than one of a table with the same text: the caller has to know that there is none.
 */
const xb_name *xb_name_outside(xb_arena *arena, const char *text, size_t length);

/** xb_names_intern() of a text that ends with a zero byte. */
const xb_name *xb_names_get(xb_names *names, const char *text);

/** The name with this text if there is one, else NULL. */
const xb_name *xb_names_find(const xb_names *names, const char *text, size_t length);

/** The name with an index, which is below the number of names. */
const xb_name *xb_names_at(const xb_names *names, uint32_t index);

/** The empty name. */
const xb_name *xb_names_empty(const xb_names *names);

/** Number of names: all indices are below. */
size_t xb_names_count(const xb_names *names);

#ifdef __cplusplus
}
#endif

#endif
