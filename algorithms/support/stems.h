/**
 * @file
 * What ids begin with that are made for statements whose line is that of one which was read: to what looks at
 * them, they are as good as read, and must not be taken. A program that was transformed before has such ids.
 */
#ifndef XB_ALGORITHMS_SUPPORT_STEMS_H
#define XB_ALGORITHMS_SUPPORT_STEMS_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The id of a statement that gives a temporary the shape of an array that may not be allocated, which is
 * passed to be allocated. */
#define XB_ID_ALLOCATION_PERHAPS "_allocation_perhaps"

/**
 * A stem, with a number before its last character if a name of the program that was read begins with it.
 * Takes time linear in the names when it is first asked for, which must be before names are made of it.
 * @param stem ends in an underscore; must last as long as the run
 */
const char *xb_free_stem(xb_run *run, const char *stem);

#ifdef __cplusplus
}
#endif

#endif
