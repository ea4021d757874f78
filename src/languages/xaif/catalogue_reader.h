/**
 * @file
 * The reader of catalogue documents; internal to the library and to the tool that builds the catalogues in.
 */
#ifndef XB_LANGUAGES_XAIF_CATALOGUE_READER_H
#define XB_LANGUAGES_XAIF_CATALOGUE_READER_H

#include "catalogue/catalogue.h"

/** Intrinsics that are known beside those of the document: formulas may use the inlinable ones. */
typedef struct xb_catalogue_known {
    const xb_inlinable *(*find)(const void *context, const char *name); /**< returns NULL if unknown */
    const void *context;
} xb_catalogue_known;

/**
 * Reads a catalogue document, inlinable or non-inlinable. Needs an active xb_protect() of the arena's failure
 * point.
 * @param file name of the document, "-" for standard input
 * @param text what is in it, length bytes; NULL: the file is read
 * @param known intrinsics known already, NULL if none
 * @param items receives what was read, in the arena; meaningful only if XB_STATUS_OK is returned
 * @return XB_STATUS_OK, or the class of the first error that was reported
 */
xb_status xb_catalogue_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *file, const char *text,
                             size_t length, const xb_catalogue_known *known, xb_catalogue_items *items);

#endif
