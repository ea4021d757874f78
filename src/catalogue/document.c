/*
 * The document is read through libxml2's xmlTextReader from a descriptor of our own, so that the system's
 * reason for a failure is known. Nothing in here allocates from an arena, hence no jump for lack of memory
 * can pass through libxml2. An attribute callback may jump: then the reader is between two nodes and can be
 * freed.
 */
#include "catalogue/document.h"

#include <errno.h>
#include <fcntl.h>
#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct xb_catalogue_document {
    xmlTextReaderPtr reader;
    int descriptor;
    int system_error;    /* errno of the failure, 0 if none */
    char *message;       /* first error of libxml2, malloc'ed */
    size_t line;         /* its line */
    bool out_of_memory;  /* libxml2 said so */
    bool finish_pending; /* an empty element began: its end comes next */
    int skip_above;      /* elements deeper than this are passed over, -1: none */
};

static int read_bytes(void *context, char *buffer, int length)
{
    xb_catalogue_document *document = context;
    if (document->descriptor < 0)
        return 0;
    for (;;) {
        ssize_t count = read(document->descriptor, buffer, (size_t)length);
        if (count >= 0)
            return (int)count;
        if (errno == EINTR)
            continue;
        document->system_error = errno;
        return -1;
    }
}

static void note_error(void *context, xmlErrorPtr error)
{
    xb_catalogue_document *document = context;
    if (error->level < XML_ERR_ERROR)
        return;
    if (error->code == XML_ERR_NO_MEMORY)
        document->out_of_memory = true;
    if (document->message || !error->message)
        return;
    size_t length = strcspn(error->message, "\n");
    document->message = strndup(error->message, length);
    document->line = error->line > 0 ? (size_t)error->line : 0;
}

xb_catalogue_document *xb_catalogue_document_open(const char *file)
{
    xb_catalogue_document *document = calloc(1, sizeof *document);
    if (!document)
        return NULL;
    document->skip_above = -1;
    document->descriptor = strcmp(file, "-") == 0 ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (document->descriptor < 0)
        document->system_error = errno;
    document->reader =
        xmlReaderForIO(read_bytes, NULL, document, file, NULL, XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (!document->reader) {
        xb_catalogue_document_close(document);
        return NULL;
    }
    xmlTextReaderSetStructuredErrorHandler(document->reader, (xmlStructuredErrorFunc)note_error, document);
    return document;
}

void xb_catalogue_document_close(xb_catalogue_document *document)
{
    if (!document)
        return;
    if (document->reader)
        xmlFreeTextReader(document->reader);
    if (document->descriptor > STDIN_FILENO)
        close(document->descriptor);
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
    while (document->system_error == 0) {
        int result = xmlTextReaderRead(document->reader);
        if (result != 1)
            return result == 0 && !document->message ? XB_CATALOGUE_END : XB_CATALOGUE_MALFORMED;
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
    if (document->system_error)
        return (xb_catalogue_problem){true, 0, strerror(document->system_error)};
    if (document->out_of_memory)
        return (xb_catalogue_problem){true, 0, "out of memory"};
    return (xb_catalogue_problem){false, document->line,
                                  document->message ? document->message : "malformed XML"};
}

size_t xb_catalogue_document_line(const xb_catalogue_document *document)
{
    xmlNodePtr node = xmlTextReaderCurrentNode(document->reader);
    long line = node ? xmlGetLineNo(node) : 0;
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
