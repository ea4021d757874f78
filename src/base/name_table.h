/**
 * @file
 * Look-up in constant tables in order of names, by binary search.
 */
#ifndef XB_BASE_NAME_TABLE_H
#define XB_BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/**
 * How many rows are before a name.
 * @param rows count rows of size bytes, each beginning with its name (a const char *), in order of strcmp()
 * @param after whether a row of this name counts, too
 */
size_t xb_name_table_place(const void *rows, size_t count, size_t size, const char *name, bool after);

/** The row of a name, NULL if there is none. Arguments as for xb_name_table_place(). */
const void *xb_name_table_find(const void *rows, size_t count, size_t size, const char *name);

#endif
