/**
 * @file
 * Look-up in constant tables in order of names, by binary search.
 */
#ifndef XB_BASE_NAME_TABLE_H
#define XB_BASE_NAME_TABLE_H

#include <stddef.h>

/**
 * The row of a name, NULL if there is none.
 * @param rows count rows of size bytes, each beginning with its name (a const char *), in order of strcmp()
 */
const void *xb_name_table_find(const void *rows, size_t count, size_t size, const char *name);

#endif
