/**
 * @file
 * A catalogue document as a stream of elements; internal to the catalogue reader.
 *
 * Hides libxml2: opens the document without network, DTD and entities, explains
 * what ends it early, and hands out elements with their attributes.
 */
#ifndef XB_LANGUAGES_XAIF_CATALOGUE_DOCUMENT_H
#define XB_LANGUAGES_XAIF_CATALOGUE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "languages/xml/complaint.h"

/** An open document. */
typedef struct xb_catalogue_document xb_catalogue_document;

/** What comes next in a document. */
typedef enum xb_catalogue_event {
    XB_CATALOGUE_START,    /**< an element begins */
    XB_CATALOGUE_FINISH,   /**< an element ends; follows the start of an empty element too */
    XB_CATALOGUE_TEXT,     /**< text other than white space */
    XB_CATALOGUE_ENTITY,   /**< a reference to an entity */
    XB_CATALOGUE_END,      /**< the document ended well */
    XB_CATALOGUE_MALFORMED /**< not well-formed, or not readable: see xb_catalogue_document_problem() */
} xb_catalogue_event;

/**
 * Opens a document.
 * @param file its name, "-" for standard input
 * @param text what is in it, which must stay there; NULL: the file is read
 * @return the document, owned by the caller, to be closed; NULL if memory ran out. A file that can't be
 * opened is a malformed document.
 */
xb_catalogue_document *xb_catalogue_document_open(const char *file, const char *text, size_t length);

/** Closes a document; NULL is allowed. */
void xb_catalogue_document_close(xb_catalogue_document *document);

/** Goes to the next event. */
xb_catalogue_event xb_catalogue_document_next(xb_catalogue_document *document);

/** What ended the document early, after XB_CATALOGUE_MALFORMED. */
xb_complaint xb_catalogue_document_problem(const xb_catalogue_document *document, xb_arena *arena);

/** Line of the current element, from 1. */
size_t xb_catalogue_document_line(const xb_catalogue_document *document);

/** Local name of the current element; valid until the next event. */
const char *xb_catalogue_document_element(const xb_catalogue_document *document);

/** Namespace of the current element, "" if none; valid until the next event. */
const char *xb_catalogue_document_namespace(const xb_catalogue_document *document);

/** Skips the content of the current element; its end is reported next. */
void xb_catalogue_document_skip(xb_catalogue_document *document);

/**
 * Calls a function for each attribute of the current element in no namespace, in document order.
 * @param attribute receives name and value, valid during the call
 */
void xb_catalogue_document_attributes(xb_catalogue_document *document,
                                      void (*attribute)(void *context, const char *name, const char *value),
                                      void *context);

#endif
