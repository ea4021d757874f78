/*
 * The document is read through libxml2's xmlTextReader, which is given its bytes by a source of ours
 * (languages/xml/source.h). Nothing in here allocates from an arena, hence no jump for lack of memory can
 * pass through libxml2. An attribute callback may jump: then the reader is between two nodes and can be
 * freed.
 */
#include "languages/xaif/catalogue_document.h"

#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

#include "languages/xml/source.h"

struct xb_catalogue_document {
    xmlTextReaderPtr reader;
    xb_source source;
    xmlError complaint;  /* the first one of libxml2 */
    bool has_complaint;  /* whether there is one */
    bool out_of_memory;  /* libxml2 said so */
    bool is_malformed;   /* the reader may go on after an error, but its events no longer match */
    bool finish_pending; /* an empty element began: its end comes next */
    int skip_above;      /* elements deeper than this are passed over, -1: none */
};

static void keep_complaint(void *context, xb_source_complaint *error)
{
    xb_catalogue_document *document = context;
    if (error->level < XML_ERR_ERROR)
        return;
    if (error->code == XML_ERR_NO_MEMORY)
        document->out_of_memory = true;
    if (!document->has_complaint)
        document->has_complaint = xmlCopyError(error, &document->complaint) == 0;
}

xb_catalogue_document *xb_catalogue_document_open(const char *file, const char *text, size_t length)
{
    xb_catalogue_document *document = calloc(1, sizeof *document);
    if (!document)
        return NULL;
    document->skip_above = -1;
    if (text)
        xb_source_open_memory(&document->source, text, length);
    else if (!xb_source_open_file(&document->source, file))
        return document;
    document->reader = xmlReaderForIO(xb_source_read, NULL, &document->source, NULL, NULL,
                                      XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (!document->reader) {
        xb_catalogue_document_close(document);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(document->reader, keep_complaint, document);
    return document;
}

void xb_catalogue_document_close(xb_catalogue_document *document)
{
    if (!document)
        return;
    if (document->reader)
        xmlFreeTextReader(document->reader);
    xb_source_close(&document->source);
    xmlResetError(&document->complaint);
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
    case XML_READER_TYPE_ENTITY_REFERENCE: return XB_CATALOGUE_ENTITY;
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
        if (result == 0 && !document->has_complaint)
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

xb_complaint xb_catalogue_document_problem(const xb_catalogue_document *document, xb_arena *arena)
{
    if (document->out_of_memory && !document->source.scan.stop)
        return (xb_complaint){.status = XB_STATUS_FAILED, .message = "out of memory"};
    return xb_complaint_explain(arena, &document->source,
                                document->has_complaint ? &document->complaint : NULL, false,
                                "a catalogue is one element InlinableIntrinsicDefinitions or "
                                "NonInlinableIntrinsicDefinitions");
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
