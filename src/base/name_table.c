/*
 * Binary search for the first row that is not below a name.
 */
#include "base/name_table.h"

#include <stdbool.h>
#include <string.h>

static const char *name_of(const void *rows, size_t size, size_t i)
{
    const char *name;
    memcpy(&name, (const char *)rows + i * size, sizeof name);
    return name;
}

/* How many rows are before a name. */
static size_t place_of(const void *rows, size_t count, size_t size, const char *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(name_of(rows, size, middle), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const void *xb_name_table_find(const void *rows, size_t count, size_t size, const char *name)
{
    size_t place = place_of(rows, count, size, name);
    bool found = place < count && strcmp(name_of(rows, size, place), name) == 0;
    return found ? (const char *)rows + place * size : NULL;
}
