/*
 * libxml2's push parser gets the document piece by piece. Its callbacks put what they are told into a queue,
 * which is handed out before the next piece is parsed: no tree is built, and whoever reads can nest calls as
 * elements are nested.
 *
 * The callbacks run within libxml2, which a jump would leave in an undefined state. So the queue is not in an
 * arena; it grows to what one piece has, and stays.
 *
 * A text may come in several parts. What is kept of it becomes an event when something else comes.
 */
#include "languages/xml/stream.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 4, PIECE = 16 * 1024, FIRST_CAPACITY = 256 };

/* ---- complaints ----------------------------------------------------------------------------------- */

/* Keeps the first complaint; later ones are mostly its consequences. */
static void keep_complaint(void *context, xb_source_complaint *error)
{
    xb_stream *stream = context;
    if (error->code == XML_ERR_NO_MEMORY)
        stream->out_of_memory = true;
    if (error->level < XML_ERR_ERROR || stream->has_complaint || stream->out_of_memory)
        return;
    stream->has_complaint = xmlCopyError(error, &stream->complaint) == 0;
    stream->out_of_memory = !stream->has_complaint;
    if (error->code == XML_ERR_GT_REQUIRED && stream->events.count > 0)
        stream->events.count--; /* a tag that is cut off */
}

/* Complains about a limit in the words of libxml2, which checks it where it builds trees. */
static void complain(xb_stream *stream, const char *message)
{
    int line = xmlSAX2GetLineNumber(stream->parser);
    xmlError error = {
        .level = XML_ERR_FATAL, .code = XML_ERR_INTERNAL_ERROR, .line = line, .message = (char *)message};
    keep_complaint(stream, &error);
    xmlStopParser(stream->parser);
}

static bool is_stopped(const xb_stream *stream)
{
    return stream->has_complaint || stream->out_of_memory;
}

/* ---- the queue ------------------------------------------------------------------------------------ */

/* Room for more elements at the end of an array, not counted yet; NULL if there is no memory. */
static void *room(xb_stream *stream, xb_stream_array *array, size_t more, size_t size)
{
    size_t capacity = array->capacity ? array->capacity : FIRST_CAPACITY;
    while (capacity - array->count < more)
        capacity *= 2;
    if (capacity > array->capacity) {
        void *items = capacity > PTRDIFF_MAX / size ? NULL : realloc(array->items, capacity * size);
        if (!items) {
            stream->out_of_memory = true;
            xmlStopParser(stream->parser);
            return NULL;
        }
        array->items = items;
        array->capacity = capacity;
    }
    return (char *)array->items + array->count * size;
}

static xb_stream_event *add_event(xb_stream *stream, xb_stream_kind kind)
{
    xb_stream_event *event = room(stream, &stream->events, 1, sizeof *event);
    if (!event)
        return NULL;
    stream->events.count++;
    *event = (xb_stream_event){.kind = kind, .line = (size_t)xmlSAX2GetLineNumber(stream->parser)};
    return event;
}

/* Keeps bytes; the result is where they are in the buffer. */
static size_t keep_bytes(xb_stream *stream, const xmlChar *bytes, size_t length)
{
    size_t place = stream->bytes.count;
    char *copy = room(stream, &stream->bytes, length + 1, 1);
    if (!copy)
        return place;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    stream->bytes.count += length + 1;
    return place;
}

/* The newest event is no event if there was no memory for all of it. */
static void drop_if_incomplete(xb_stream *stream)
{
    if (stream->out_of_memory)
        stream->events.count--;
}

/* ---- texts ---------------------------------------------------------------------------------------- */

static bool is_blank(xmlChar c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Puts the text that is complete now into the queue, unless it is blank. */
static void end_text(xb_stream *stream)
{
    xb_stream_event *event = stream->quote[0] != '\0' ? add_event(stream, XB_STREAM_TEXT) : NULL;
    if (event) {
        event->line = stream->text_line;
        event->first = keep_bytes(stream, (const xmlChar *)stream->quote, strlen(stream->quote));
        drop_if_incomplete(stream);
    }
    stream->text_length = 0;
    stream->quote[0] = '\0';
}

static size_t count_newlines(const xmlChar *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

/* Keeps the beginning of a text from its first character that is not blank on. The parser has gone over a
 * text when it hands it out, but has not yet over a section. */
static void keep_quote(xb_stream *stream, const xmlChar *text, size_t length, size_t blanks)
{
    size_t line = (size_t)xmlSAX2GetLineNumber(stream->parser), kept = 0;
    stream->text_line = stream->is_section ? line + count_newlines(text, blanks)
                                           : line - count_newlines(text + blanks, length - blanks);
    text += blanks;
    length -= blanks;
    for (; kept < length && kept < XB_STREAM_QUOTE_LIMIT && text[kept] != '\r' && text[kept] != '\n'; kept++)
        stream->quote[kept] = (char)text[kept];
    stream->quote[kept] = '\0';
}

static void add_text(xb_stream *stream, bool is_section, const xmlChar *text, size_t length)
{
    if (is_stopped(stream))
        return;
    if (stream->is_section != is_section)
        end_text(stream);
    stream->is_section = is_section;
    stream->text_length += length;
    if (!is_section && stream->text_length > XB_STREAM_TEXT_LIMIT) {
        complain(stream, "huge text node");
        return;
    }
    size_t blanks = 0;
    while (blanks < length && is_blank(text[blanks]))
        blanks++;
    if (blanks < length && stream->quote[0] == '\0')
        keep_quote(stream, text, length, blanks);
}

static void on_text(void *context, const xmlChar *text, int length)
{
    add_text(context, false, text, (size_t)length);
}

static void on_section(void *context, const xmlChar *text, int length)
{
    add_text(context, true, text, (size_t)length);
}

static void on_comment(void *context, const xmlChar *text)
{
    (void)text;
    if (!is_stopped(context))
        end_text(context);
}

static void on_instruction(void *context, const xmlChar *target, const xmlChar *text)
{
    (void)target;
    on_comment(context, text);
}

/* ---- elements ------------------------------------------------------------------------------------- */

/* What libxml2 tells of an attribute: its name, prefix, URI, the beginning and the end of its value. */
enum { NAME, URI = 2, BEGIN, END, PARTS };

static void keep_attribute(xb_stream *stream, const xmlChar *const *parts)
{
    xb_stream_attribute *attribute = room(stream, &stream->attributes, 1, sizeof *attribute);
    if (!attribute)
        return;
    stream->attributes.count++;
    attribute->name = (const char *)parts[NAME];
    attribute->space = (const char *)parts[URI];
    attribute->length = (size_t)(parts[END] - parts[BEGIN]);
    attribute->value = keep_bytes(stream, parts[BEGIN], attribute->length);
}

static void on_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space,
                       int namespace_count, const xmlChar **namespaces, int attribute_count,
                       int default_count, const xmlChar **attributes)
{
    (void)prefix, (void)namespace_count, (void)namespaces, (void)default_count;
    xb_stream *stream = context;
    if (is_stopped(stream))
        return;
    end_text(stream);
    if (++stream->depth > XB_STREAM_DEPTH_LIMIT) {
        complain(stream, "Excessive depth in document");
        return;
    }
    xb_stream_event *event = add_event(stream, XB_STREAM_ELEMENT);
    if (!event)
        return;
    event->name = (const char *)name;
    event->space = (const char *)space;
    event->attribute_count = (size_t)attribute_count;
    event->first = stream->attributes.count;
    for (int i = 0; i < attribute_count && !stream->out_of_memory; i++)
        keep_attribute(stream, attributes + i * PARTS);
    drop_if_incomplete(stream);
}

static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space)
{
    (void)name, (void)prefix, (void)space;
    xb_stream *stream = context;
    if (is_stopped(stream))
        return;
    end_text(stream);
    stream->depth--;
    stream->is_complete = stream->depth == 0;
    add_event(stream, XB_STREAM_END);
}

/* ---- parsing -------------------------------------------------------------------------------------- */

/* Names, and namespaces too, are of the parser's dictionary. References to characters are replaced by these
 * (XML_PARSE_NOENT); there are no other entities, since document types are not read. */
void xb_stream_open(xb_stream *stream, xb_source *source)
{
    static const xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = on_element,
        .endElementNs = on_end,
        .characters = on_text,
        .ignorableWhitespace = on_text,
        .cdataBlock = on_section,
        .comment = on_comment,
        .processingInstruction = on_instruction,
        .serror = keep_complaint,
    };
    xmlSAXHandler copy = handler;
    char head[HEAD];
    *stream = (xb_stream){.source = source, .handlers = xb_source_listen(keep_complaint, stream)};
    int count = xb_source_read(source, head, sizeof head);
    stream->parser = xmlCreatePushParserCtxt(&copy, stream, head, count > 0 ? count : 0, NULL);
    if (stream->parser)
        xmlCtxtUseOptions(stream->parser, XML_PARSE_NONET | XML_PARSE_NOENT);
    else
        stream->out_of_memory = !stream->has_complaint;
}

/* Parses the next piece; at the end of the document, what is left. */
static void parse_piece(xb_stream *stream)
{
    char piece[PIECE];
    int count = xb_source_read(stream->source, piece, sizeof piece);
    stream->events.count = stream->attributes.count = stream->bytes.count = stream->next = 0;
    stream->ended = count <= 0;
    if (count >= 0)
        xmlParseChunk(stream->parser, piece, count, stream->ended);
}

const xb_stream_event *xb_stream_next(xb_stream *stream)
{
    while (stream->next == stream->events.count) {
        if (stream->ended || is_stopped(stream))
            return NULL;
        parse_piece(stream);
    }
    return (const xb_stream_event *)stream->events.items + stream->next++;
}

bool xb_stream_is_broken(const xb_stream *stream)
{
    return is_stopped(stream) || stream->source->scan.stop || stream->source->error_number != 0;
}

/* The parser waits for the end of what it does not understand: only a complaint about the last line is one
 * about the end. */
bool xb_stream_is_cut(const xb_stream *stream)
{
    return stream->ended && stream->has_complaint && !stream->is_complete &&
           (size_t)stream->complaint.line + 1 >= stream->source->scan.line;
}

const xb_stream_attribute *xb_stream_attributes(const xb_stream *stream, const xb_stream_event *event)
{
    if (event->attribute_count == 0)
        return NULL;
    return (const xb_stream_attribute *)stream->attributes.items + event->first;
}

const char *xb_stream_value(const xb_stream *stream, const xb_stream_attribute *attribute)
{
    return (const char *)stream->bytes.items + attribute->value;
}

const char *xb_stream_text(const xb_stream *stream, const xb_stream_event *event)
{
    return (const char *)stream->bytes.items + event->first;
}

void xb_stream_close(xb_stream *stream)
{
    xmlFreeParserCtxt(stream->parser);
    xb_source_unlisten(stream->handlers);
    xmlResetError(&stream->complaint);
    free(stream->events.items);
    free(stream->attributes.items);
    free(stream->bytes.items);
    memset(stream, 0, sizeof *stream);
}
