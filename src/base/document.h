/**
 * @file
 * The text of a whole document in memory, for what needs it twice.
 */
#ifndef XB_BASE_DOCUMENT_H
#define XB_BASE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diagnostics.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A text. All zero is none. Not arena memory: must be freed. */
typedef struct xb_document {
    char *text;      /**< length bytes; NULL: none */
    size_t length;   /**< number of bytes */
    size_t capacity; /**< private */
} xb_document;

/**
 * Reads a file to its end. Nothing in here jumps (failure.h).
 * @param document all zero; must be freed in any case
 * @param file its name, "-" for standard input
 * @return 0, or a value of errno that says what went wrong: EFBIG for more than 1 GiB (a device may have no
 * end)
 */
int xb_document_read(xb_document *document, const char *file);

/**
 * Adds what one read() gives. Nothing in here jumps (failure.h).
 * @param descriptor an open file, pipe or socket
 * @return the number of bytes, 0 at the end; or the negative value of an errno: -EFBIG for more than 1 GiB
 * altogether
 */
int xb_document_add(xb_document *document, int descriptor);

/** What to do about a file that can't be read. @param number value of errno @return NULL if there is nothing
 * to say */
const char *xb_document_hint(int number);

/** The program that packed what begins with these bytes, NULL if none did. Four of them are enough. */
const char *xb_document_packer(const char *bytes, size_t count);

/** What to do about a packed file: a hint. */
extern const char xb_document_unpack[];

/** Reports a file that is packed. @return whether it is */
bool xb_document_refuse_packed(xb_diagnostics *diagnostics, const char *file, const xb_document *document);

/** Frees a text and makes it none. */
void xb_document_free(xb_document *document);

#ifdef __cplusplus
}
#endif

#endif
