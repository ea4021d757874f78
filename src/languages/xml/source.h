/**
 * @file
 * Where a document comes from: a file, standard input, or memory.
 *
 * Nothing in here jumps (failure.h): these are resources to acquire outside of xb_protect().
 */
#ifndef XB_LANGUAGES_XML_SOURCE_H
#define XB_LANGUAGES_XML_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include <libxml/xmlerror.h>
#include <libxml/xmlversion.h>

#include "languages/xml/scan.h"

/** A document that is being read. All zero before xb_source_open_file() or xb_source_open_memory(). */
typedef struct xb_source {
    int descriptor;    /**< private */
    bool owned;        /**< private: whether the descriptor is closed with the source */
    const char *bytes; /**< private: what is left of a document in memory */
    size_t left;       /**< private: number of these bytes */
    xb_scan scan;      /**< what was found in the bytes so far */
    int error_number;  /**< errno of a failing open() or read(), 0 if none failed */
} xb_source;

/**
 * Opens a file.
 * @param file its name; "-" is standard input
 * @return whether it could be opened; else error_number is set. The source must be closed in any case.
 */
bool xb_source_open_file(xb_source *source, const char *file);

/** Opens a document in memory, which must stay there. */
void xb_source_open_memory(xb_source *source, const char *bytes, size_t count);

/** Gives libxml2 up to size bytes: an xmlInputReadCallback whose context is an xb_source. Fails where the
 * scan stops. */
int xb_source_read(void *source, char *buffer, int size);

/** What libxml2 tells handlers: the type lost its const in older versions and has it in newer ones. */
#if LIBXML_VERSION >= 21200
typedef const xmlError xb_source_complaint;
#else
typedef xmlError xb_source_complaint;
#endif

/** The thread's handlers of what libxml2 has to say. */
typedef struct xb_source_handlers {
    xmlStructuredErrorFunc structured;
    xmlGenericErrorFunc generic;
    void *structured_context, *generic_context;
} xb_source_handlers;

/**
 * Lets a handler of ours hear what libxml2 would tell the thread's handlers, or print: it does so for some
 * complaints, about encodings foremost, that its parsers' own handlers don't get.
 * @return the handlers so far, for xb_source_unlisten()
 */
xb_source_handlers xb_source_listen(xmlStructuredErrorFunc handler, void *context);

/** Puts the handlers back. */
void xb_source_unlisten(xb_source_handlers handlers);

/** Releases what the source holds. */
void xb_source_close(xb_source *source);

#endif
