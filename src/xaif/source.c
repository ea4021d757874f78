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

int xb_source_read(void *context, char *buffer, int size)
{
    xb_source *source = context;
    int count = source->bytes ? read_memory(source, buffer, (size_t)size)
                              : read_descriptor(source, buffer, (size_t)size);
    if (count > 0 && !source->has_markup)
        source->has_markup = memchr(buffer, '<', (size_t)count);
    if (count > 0)
        find_doctype(source, buffer, (size_t)count);
    return count;
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
