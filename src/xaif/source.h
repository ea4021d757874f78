/**
 * @file
 * Where a document comes from: a file, standard input, or memory; and the XML parser on it.
 *
 * Nothing in here jumps (failure.h): these are resources to acquire outside of xb_protect().
 */
#ifndef XB_XAIF_SOURCE_H
#define XB_XAIF_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include <libxml/xmlreader.h>

/** How many complaints of the XML parser are kept; later ones are mostly consequences. */
enum { XB_SOURCE_ERROR_LIMIT = 8 };

/** A document that is being read. All zero before xb_source_open_file() or xb_source_open_memory(). */
typedef struct xb_source {
    xmlTextReader *xml;                     /**< the XML parser */
    int descriptor;                         /**< private */
    bool owned;                             /**< private: whether the descriptor is closed with the source */
    const char *bytes;                      /**< private: what is left of a document in memory */
    size_t left;                            /**< private: number of these bytes */
    int error_number;                       /**< errno of a failing open() or read(), 0 if none failed */
    size_t error_count;                     /**< number of elements of errors */
    xmlError errors[XB_SOURCE_ERROR_LIMIT]; /**< what the XML parser complained about, oldest first */
} xb_source;

/**
 * Opens a file.
 * @param file its name; "-" is standard input
 * @return whether it could be opened; else error_number is set, to ENOMEM if memory ran out. The source must
 * be closed in any case.
 */
bool xb_source_open_file(xb_source *source, const char *file);

/** Opens a document in memory, which must stay there. @return false if memory ran out */
bool xb_source_open_memory(xb_source *source, const char *bytes, size_t count);

/** Releases everything. */
void xb_source_close(xb_source *source);

#endif
