/*
 * Heads: a routine with its dependents and independents, as users of Tapenade write them.
 */
#ifndef XB_DRIVER_HEAD_H
#define XB_DRIVER_HEAD_H

#include "base/arena.h"

/* What a head names; NULL: nothing. */
typedef struct head {
    const char *entry, *independents, *dependents;
} head;

/* Takes a head apart: NAME, NAME(DEPENDENTS), NAME(DEPENDENTS)/(INDEPENDENTS),
 * NAME(INDEPENDENTS)>(DEPENDENTS), or with \ instead of >. @return what is wrong with it, or NULL */
const char *parse_head(xb_arena *arena, const char *text, head *found);

#endif
