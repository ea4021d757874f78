/**
 * @file
 * Output that collects text in memory (output.h).
 *
 * For text of moderate size: joining needs as much memory again as the text has. Large documents go to files.
 */
#ifndef XB_BASE_TEXT_H
#define XB_BASE_TEXT_H

#include <stddef.h>

#include "base/arena.h"
#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A text under construction. */
typedef struct xb_text xb_text;

/** Creates an empty text in an arena. */
xb_text *xb_text_create(xb_arena *arena);

/** The output that appends to the text; lives as long as the arena. */
xb_output *xb_text_output(xb_text *text);

/**
 * All that was put so far, in one piece. Fails (failure.h) if memory ran out since the text was created.
 * @param length set to the number of bytes; may be NULL
 * @return the text, terminated by a zero byte, in the arena; later output doesn't change it
 */
const char *xb_text_join(xb_text *text, size_t *length);

/** The same, but without a copy if it is short: what is put later may change it. */
const char *xb_text_peek(xb_text *text, size_t *length);

/** Makes a text an empty one again: then the arena may be released to a mark that is newer than the text. */
void xb_text_clear(xb_text *text);

#ifdef __cplusplus
}
#endif

#endif
