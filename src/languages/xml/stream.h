/**
 * @file
 * The elements of a document, one event after another.
 *
 * Texts that are blank, comments and processing instructions are passed over. Nothing in here jumps
 * (failure.h): a stream is a resource to acquire outside of xb_protect().
 */
#ifndef XB_LANGUAGES_XML_STREAM_H
#define XB_LANGUAGES_XML_STREAM_H

#include <libxml/parser.h>

#include "languages/xml/source.h"

/** What a document has. */
typedef enum xb_stream_kind {
    XB_STREAM_ELEMENT, /**< a start tag */
    XB_STREAM_END,     /**< the end of an element, also of one that is a single tag */
    XB_STREAM_TEXT     /**< a text that is not blank */
} xb_stream_kind;

/** Limits of documents, beside those of libxml2. */
enum {
    XB_STREAM_DEPTH_LIMIT = 256,             /**< nesting of elements */
    XB_STREAM_TEXT_LIMIT = 10 * 1000 * 1000, /**< bytes of one text */
    XB_STREAM_QUOTE_LIMIT = 60               /**< bytes of a text that are kept */
};

/** An attribute. */
typedef struct xb_stream_attribute {
    const char *name;  /**< without prefix; equal names of a stream are equal pointers */
    const char *space; /**< URI of its namespace, NULL if it has none */
    size_t length;     /**< bytes of its value */
    size_t value;      /**< private: where that is in the buffer */
} xb_stream_attribute;

/** One event. */
typedef struct xb_stream_event {
    xb_stream_kind kind;
    size_t line;            /**< of the end of a start tag, of the first character of a text */
    const char *name;       /**< of an element, without prefix; equal names are equal pointers */
    const char *space;      /**< URI of its namespace, NULL if none; equal ones are equal pointers */
    size_t attribute_count; /**< of an element */
    size_t first;           /**< private: its first attribute, or where the text is in the buffer */
} xb_stream_event;

/** A growing array of elements of one size, beside all arenas. */
typedef struct xb_stream_array {
    void *items;
    size_t count, capacity;
} xb_stream_array;

/** A document as a stream of events. */
typedef struct xb_stream {
    xmlError complaint; /**< the first complaint of the parser, or about a limit */
    bool has_complaint; /**< whether there is one; no event follows */
    bool out_of_memory; /**< whether memory ran out; no event follows */

    xb_source *source;           /**< private, like all that follows */
    xb_source_handlers handlers; /**< the handlers of complaints before */
    xmlParserCtxt *parser;       /**< libxml2's */
    bool ended;                  /**< whether the parser has got all bytes */
    xb_stream_array events;      /**< xb_stream_event, of the bytes that were parsed last */
    xb_stream_array attributes;  /**< xb_stream_attribute, of these events */
    xb_stream_array bytes;       /**< values of attributes, and texts, each with a zero byte at its end */
    size_t next;                 /**< number of the next event */
    size_t depth;                /**< number of open elements */
    bool is_complete;            /**< whether the root element has ended */
    size_t text_length;          /**< bytes so far of the text that goes on */
    bool is_section;             /**< whether it is a CDATA section */
    size_t text_line;            /**< where it begins, if it is not blank */
    char quote[XB_STREAM_QUOTE_LIMIT + 1]; /**< how it begins */
} xb_stream;

/** Begins to read a source, which must stay until the end. All complaints of libxml2's in this thread are
 * the stream's from now on. */
void xb_stream_open(xb_stream *stream, xb_source *source);

/**
 * The next event.
 * @return the event, valid until the next call; NULL at the end of the document, and where it can't be read
 * on
 */
const xb_stream_event *xb_stream_next(xb_stream *stream);

/** Tells whether the document can't be read on, because of the source, of memory, or of a complaint. */
bool xb_stream_is_broken(const xb_stream *stream);

/** Tells whether a document that can't be read on just ends, before its elements do. */
bool xb_stream_is_cut(const xb_stream *stream);

/** The attributes of an element, in document order; NULL if it has none. */
const xb_stream_attribute *xb_stream_attributes(const xb_stream *stream, const xb_stream_event *event);

/** The value of an attribute, ended by a zero byte. */
const char *xb_stream_value(const xb_stream *stream, const xb_stream_attribute *attribute);

/** The first line of a text from its first character on, at most XB_STREAM_QUOTE_LIMIT bytes. */
const char *xb_stream_text(const xb_stream *stream, const xb_stream_event *event);

/** Releases what the stream holds, and gives complaints back to whom they went before. */
void xb_stream_close(xb_stream *stream);

#endif
