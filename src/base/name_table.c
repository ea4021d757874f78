/*
 * Binary search for the first row that is not below a name.
 */
#include "base/name_table.h"

#include <string.h>

static const char *name_of(const void *rows, size_t size, size_t i)
{
    const char *name;
    memcpy(&name, (const char *)rows + i * size, sizeof name);
    return name;
}

size_t xb_name_table_place(const void *rows, size_t count, size_t size, const char *name, bool after)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name_of(rows, size, middle), name);
        if (order < 0 || (after && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const void *xb_name_table_find(const void *rows, size_t count, size_t size, const char *name)
{
    size_t place = xb_name_table_place(rows, count, size, name, false);
    bool found = place < count && strcmp(name_of(rows, size, place), name) == 0;
    return found ? (const char *)rows + place * size : NULL;
}
