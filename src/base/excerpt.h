/**
 * @file
 * The line of a document that a diagnostic is about, and where in that line to look.
 */
#ifndef XB_BASE_EXCERPT_H
#define XB_BASE_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostics.h"
#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most columns that an excerpt takes. */
enum { XB_EXCERPT_WIDTH = 100 };

/** A line and what is marked of it. */
typedef struct xb_excerpt {
    const char *line; /**< length bytes of UTF-8, without the end of the line; other bytes show as U+FFFD */
    size_t length;    /**< number of bytes */
    size_t number;    /**< of the line, from 1 */
    size_t mark;      /**< first marked byte, from 0 */
    size_t marked;    /**< number of marked bytes; 0: it is not known what to look at */
} xb_excerpt;

/**
 * Finds what to mark: what is at the column, if that is known. Else a word that the message quotes and that
 * is in the line once; or the beginning of the tag of the element that the path ends with, if only one can be
 * meant. Parsers of XML keep lines, but not columns, and what is not clear is not marked. Linear in the line.
 */
void xb_excerpt_find(xb_excerpt *excerpt, const xb_diagnostic *diagnostic);

/** The column of the mark, in characters from 1; 0 if nothing is marked. */
size_t xb_excerpt_column(const xb_excerpt *excerpt);

/**
 * Puts two lines, the second one with a caret; only the first one if nothing is marked. Indentation is left
 * out, and of a long line only what is near the mark is shown. What a terminal might obey (control
 * characters, changes of the direction of writing) shows as U+FFFD.
 * @param coloured whether the mark is coloured
 */
void xb_excerpt_put(xb_output *output, const xb_excerpt *excerpt, bool coloured);

#ifdef __cplusplus
}
#endif

#endif
