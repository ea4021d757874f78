/*
 * The document is read through libxml2's xmlTextReader, which is given its bytes by a source of ours
 * (xaif/source.h). Nothing in here allocates from an arena, hence no jump for lack of memory can pass through
 * libxml2. An attribute callback may jump: then the reader is between two nodes and can be freed.
 */
#include "catalogue/document.h"

#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

#include "xaif/source.h"

struct xb_catalogue_document {
    xmlTextReaderPtr reader;
    xb_source source;
    bool has_bytes;      /* the source is not empty */
    char *message;       /* first error of libxml2, malloc'ed */
    size_t line;         /* its line */
    bool out_of_memory;  /* libxml2 said so */
    bool is_malformed;   /* the reader may go on after an error, but its events no longer match */
    bool finish_pending; /* an empty element began: its end comes next */
    int skip_above;      /* elements deeper than this are passed over, -1: none */
};

static int read_bytes(void *context, char *buffer, int length)
{
    xb_catalogue_document *document = context;
    int count = xb_source_read(&document->source, buffer, length);
    if (count > 0)
        document->has_bytes = true;
    return count;
}

/* The type of the argument lost its const in older versions of libxml2 and has it in newer ones. */
#if LIBXML_VERSION >= 21200
static void note_error(void *context, const xmlError *error)
#else
static void note_error(void *context, xmlError *error)
#endif
{
    xb_catalogue_document *document = context;
    if (error->level < XML_ERR_ERROR)
        return;
    if (error->code == XML_ERR_NO_MEMORY)
        document->out_of_memory = true;
    if (document->message || !error->message)
        return;
    document->message = strndup(error->message, strcspn(error->message, "\n"));
    document->line = error->line > 0 ? (size_t)error->line : 0;
}

xb_catalogue_document *xb_catalogue_document_open(const char *file)
{
    xb_catalogue_document *document = calloc(1, sizeof *document);
    if (!document)
        return NULL;
    document->skip_above = -1;
    if (!xb_source_open_file(&document->source, file))
        return document;
    document->reader =
        xmlReaderForIO(read_bytes, NULL, document, NULL, NULL, XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (!document->reader) {
        xb_catalogue_document_close(document);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(document->reader, note_error, document);
    return document;
}

void xb_catalogue_document_close(xb_catalogue_document *document)
{
    if (!document)
        return;
    if (document->reader)
        xmlFreeTextReader(document->reader);
    xb_source_close(&document->source);
    free(document->message);
    free(document);
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* The event of the current node, or XB_CATALOGUE_END for nodes that don't count. */
static xb_catalogue_event event_of(xb_catalogue_document *document)
{
    xmlTextReaderPtr reader = document->reader;
    switch (xmlTextReaderNodeType(reader)) {
    case XML_READER_TYPE_ELEMENT:
        document->finish_pending = xmlTextReaderIsEmptyElement(reader) == 1;
        return XB_CATALOGUE_START;
    case XML_READER_TYPE_END_ELEMENT: return XB_CATALOGUE_FINISH;
    case XML_READER_TYPE_DOCUMENT_TYPE:
    case XML_READER_TYPE_ENTITY_REFERENCE: return XB_CATALOGUE_DOCTYPE;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA: {
        const xmlChar *text = xmlTextReaderConstValue(reader);
        return text && is_blank((const char *)text) ? XB_CATALOGUE_END : XB_CATALOGUE_TEXT;
    }
    default: return XB_CATALOGUE_END;
    }
}

xb_catalogue_event xb_catalogue_document_next(xb_catalogue_document *document)
{
    if (document->finish_pending) {
        document->finish_pending = false;
        document->skip_above = -1;
        return XB_CATALOGUE_FINISH;
    }
    while (document->source.error_number == 0 && !document->is_malformed) {
        int result = xmlTextReaderRead(document->reader);
        if (result == 0 && !document->message)
            return XB_CATALOGUE_END;
        document->is_malformed = result != 1;
        if (document->is_malformed)
            break;
        if (document->skip_above >= 0 && xmlTextReaderDepth(document->reader) > document->skip_above)
            continue;
        xb_catalogue_event event = event_of(document);
        if (event == XB_CATALOGUE_END)
            continue;
        document->skip_above = -1;
        return event;
    }
    return XB_CATALOGUE_MALFORMED;
}

xb_catalogue_problem xb_catalogue_document_problem(const xb_catalogue_document *document)
{
    if (document->source.error_number != 0)
        return (xb_catalogue_problem){true, 0, strerror(document->source.error_number)};
    if (document->source.flood_line > 0)
        return (xb_catalogue_problem){false, document->source.flood_line,
                                      "an element has more attributes than are read"};
    if (document->out_of_memory)
        return (xb_catalogue_problem){true, 0, "out of memory"};
    if (!document->has_bytes)
        return (xb_catalogue_problem){false, 0, "the document is empty"};
    return (xb_catalogue_problem){false, document->line,
                                  document->message ? document->message : "malformed XML"};
}

/* libxml2 keeps the lines of elements and texts; of other nodes, that of the parser is the best guess. */
size_t xb_catalogue_document_line(const xb_catalogue_document *document)
{
    xmlNodePtr node = xmlTextReaderCurrentNode(document->reader);
    bool is_kept = node && (node->type == XML_ELEMENT_NODE || node->type == XML_TEXT_NODE);
    long line = is_kept ? xmlGetLineNo(node) : xmlTextReaderGetParserLineNumber(document->reader);
    return line > 0 ? (size_t)line : 0;
}

static const char *or_empty(const xmlChar *text)
{
    return text ? (const char *)text : "";
}

const char *xb_catalogue_document_element(const xb_catalogue_document *document)
{
    return or_empty(xmlTextReaderConstLocalName(document->reader));
}

const char *xb_catalogue_document_namespace(const xb_catalogue_document *document)
{
    return or_empty(xmlTextReaderConstNamespaceUri(document->reader));
}

void xb_catalogue_document_skip(xb_catalogue_document *document)
{
    document->skip_above = xmlTextReaderDepth(document->reader);
}

void xb_catalogue_document_attributes(xb_catalogue_document *document,
                                      void (*attribute)(void *context, const char *name, const char *value),
                                      void *context)
{
    xmlTextReaderPtr reader = document->reader;
    while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
        if (xmlTextReaderIsNamespaceDecl(reader) == 1 || xmlTextReaderConstNamespaceUri(reader))
            continue;
        attribute(context, or_empty(xmlTextReaderConstLocalName(reader)),
                  or_empty(xmlTextReaderConstValue(reader)));
    }
    xmlTextReaderMoveToElement(reader);
}
