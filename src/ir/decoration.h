/**
 * @file
 * Names as front ends decorate them: the name in the source, underscores, a number, such as "foo_12" or
 * "foo__12" for "foo". Which of two underscores belongs to the name can't be seen.
 */
#ifndef XB_IR_DECORATION_H
#define XB_IR_DECORATION_H

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Length of an id without decoration: all of it if there is none. @param underscores how many of them belong
 * to the decoration at most, from 1 on */
size_t xb_plain_length(const char *id, size_t length, size_t underscores);

/** An id without decoration, with as many underscores as there are. */
const char *xb_plain_text(xb_arena *arena, const char *id);

/** How well an id agrees with a name that somebody typed, the best first. */
typedef enum xb_agreement {
    XB_AGREES_EXACTLY,
    XB_AGREES_BUT_FOR_CASE,
    XB_AGREES_UNDECORATED, /**< but for case, and underscores with or without a number after them */
    XB_AGREES_BEGINNING,   /**< but for case, and whatever follows */
    XB_AGREES_NOT
} xb_agreement;

/** How well an id agrees with a name. */
xb_agreement xb_name_agreement(const char *id, const char *name);

/** Whether an id is a name, decorated or not, whatever the case. */
bool xb_name_agrees(const char *id, const char *name);

#ifdef __cplusplus
}
#endif

#endif
