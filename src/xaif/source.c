/*
 * The bytes come through a callback of ours, so that errors of the operating system are seen here and not
 * by libxml2, which would say little about them.
 */
#include "xaif/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A DOCTYPE that begins later goes without its line. */
enum { DOCTYPE_LIMIT = 64 * 1024 };

bool xb_source_open_file(xb_source *source, const char *file)
{
    source->owned = strcmp(file, "-") != 0;
    source->descriptor = source->owned ? open(file, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (source->descriptor < 0)
        source->error_number = errno;
    return source->descriptor >= 0;
}

void xb_source_open_memory(xb_source *source, const char *bytes, size_t count)
{
    source->bytes = bytes;
    source->left = count;
}

static int read_memory(xb_source *source, char *buffer, size_t size)
{
    size_t count = source->left < size ? source->left : size;
    memcpy(buffer, source->bytes, count);
    source->bytes += count;
    source->left -= count;
    return (int)count;
}

static int read_descriptor(xb_source *source, char *buffer, size_t size)
{
    ssize_t count;
    do
        count = read(source->descriptor, buffer, size);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        source->error_number = errno;
    return (int)count;
}

static size_t newlines(const char *bytes, size_t count)
{
    size_t lines = 0;
    const char *end = bytes + count, *next;
    for (; bytes < end && (next = memchr(bytes, '\n', (size_t)(end - bytes))); bytes = next + 1)
        lines++;
    return lines;
}

/* Number of bytes before the next '<', or before the end. */
static size_t before_markup(const char *bytes, size_t count)
{
    const char *next = memchr(bytes, '<', count);
    return next ? (size_t)(next - bytes) : count;
}

/*
 * Looks for a DOCTYPE, since libxml2 doesn't say where it stands. A match can only begin with the one '<' of
 * the pattern, so that there is nothing to go back to when it breaks off.
 */
static void find_doctype(xb_source *source, const char *bytes, size_t count)
{
    static const char doctype[] = "<!DOCTYPE";
    if (count > DOCTYPE_LIMIT - source->count)
        count = DOCTYPE_LIMIT - source->count;
    source->count += count;
    for (size_t i = 0; i < count && source->doctype_line == 0; i++) {
        if (source->matched == 0) {
            size_t skipped = before_markup(bytes + i, count - i);
            source->lines += newlines(bytes + i, skipped);
            i += skipped;
        }
        if (i == count)
            return;
        source->lines += bytes[i] == '\n';
        source->matched = bytes[i] == doctype[source->matched] ? source->matched + 1 : bytes[i] == '<';
        if (doctype[source->matched] == '\0')
            source->doctype_line = source->lines + 1;
    }
}

/* Where in the text a byte is. */
enum { OUTSIDE, OPENED, TAG, QUOTED, DECLARATION, COMMENT };

static void begin_state(xb_source *source, int state)
{
    source->tag.state = state;
    source->tag.matched = 0;
}

/* A comment ends with "-->" and may have anything else in it; a declaration that begins with "--" is one. */
static void look_at_declaration(xb_source *source, char byte)
{
    bool is_comment = source->tag.state == COMMENT;
    if (byte == '-' && source->tag.matched < 2)
        source->tag.matched++;
    else if (byte == '>' && (!is_comment || source->tag.matched == 2))
        begin_state(source, OUTSIDE);
    else if (byte != '-')
        source->tag.matched = is_comment ? 0 : 3; /* no comment any more */
    if (!is_comment && source->tag.matched == 2)
        begin_state(source, COMMENT);
}

static void look_at(xb_source *source, char byte)
{
    switch (source->tag.state) {
    case OUTSIDE:
        if (byte == '<')
            begin_state(source, OPENED);
        return;
    case OPENED:
        begin_state(source, byte == '!' || byte == '?' ? DECLARATION : TAG);
        source->tag.attributes = 0;
        if (byte == '?')
            source->tag.matched = 3;
        if (byte == '>')
            begin_state(source, OUTSIDE);
        return;
    case TAG:
        if (byte == '"' || byte == '\'') {
            source->tag.quote = byte;
            source->tag.state = QUOTED;
        } else if (byte == '>') {
            source->tag.state = OUTSIDE;
        } else if (byte == '=' && ++source->tag.attributes > XB_SOURCE_ATTRIBUTE_LIMIT) {
            source->flood_line = source->tag.lines + 1;
        }
        return;
    case QUOTED:
        if (byte == source->tag.quote)
            source->tag.state = TAG;
        return;
    default: look_at_declaration(source, byte); return;
    }
}

/* Counts the attributes of tags. What can't matter to the state is passed over at once. */
static void find_flood(xb_source *source, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && source->flood_line == 0; i++) {
        const char *next = bytes + i;
        if (source->tag.state == OUTSIDE)
            next = memchr(next, '<', count - i);
        else if (source->tag.state == QUOTED)
            next = memchr(next, source->tag.quote, count - i);
        size_t skipped = next ? (size_t)(next - bytes) - i : count - i;
        source->tag.lines += newlines(bytes + i, skipped);
        i += skipped;
        if (i == count)
            return;
        source->tag.lines += bytes[i] == '\n';
        look_at(source, bytes[i]);
    }
}

/* The program that packed what begins with these bytes, or NULL. libxml2 asks for four bytes first. */
static const char *find_packer(const char *bytes, size_t count)
{
    static const struct {
        const char *name, *begin;
        size_t length;
    } packers[] = {{"gzip", "\x1f\x8b", 2},
                   {"xz",
                    "\xfd"
                    "7zX",
                    4},
                   {"bzip2", "BZh", 3},
                   {"zstd", "\x28\xb5\x2f\xfd", 4},
                   {"zip", "PK\x03\x04", 4}};
    for (size_t i = 0; i < sizeof packers / sizeof *packers; i++)
        if (count >= packers[i].length && memcmp(bytes, packers[i].begin, packers[i].length) == 0)
            return packers[i].name;
    return NULL;
}

int xb_source_read(void *context, char *buffer, int size)
{
    xb_source *source = context;
    int count = source->bytes ? read_memory(source, buffer, (size_t)size)
                              : read_descriptor(source, buffer, (size_t)size);
    if (count > 0 && source->count == 0)
        source->packed = find_packer(buffer, (size_t)count);
    if (count > 0 && !source->has_markup)
        source->has_markup = memchr(buffer, '<', (size_t)count);
    if (count > 0)
        find_doctype(source, buffer, (size_t)count);
    if (count > 0)
        find_flood(source, buffer, (size_t)count);
    return source->flood_line > 0 ? -1 : count;
}

/* Texts without structure are mere remarks on complaints that are heard in full. */
static void ignore(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

xb_source_handlers xb_source_listen(xmlStructuredErrorFunc handler, void *context)
{
    xb_source_handlers old = {xmlStructuredError, xmlGenericError, xmlStructuredErrorContext,
                              xmlGenericErrorContext};
    xmlSetStructuredErrorFunc(context, handler);
    xmlSetGenericErrorFunc(NULL, ignore);
    return old;
}

void xb_source_unlisten(xb_source_handlers handlers)
{
    xmlSetStructuredErrorFunc(handlers.structured_context, handlers.structured);
    xmlSetGenericErrorFunc(handlers.generic_context, handlers.generic);
}

void xb_source_close(xb_source *source)
{
    if (source->owned && source->descriptor >= 0)
        close(source->descriptor);
    memset(source, 0, sizeof *source);
}
