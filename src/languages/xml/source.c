/*
 * The bytes come through a callback of ours, so that errors of the operating system are seen here and not
 * by libxml2, which would say little about them, and that what is not to be read is withheld from it.
 */
#include "languages/xml/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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

int xb_source_read(void *context, char *buffer, int size)
{
    xb_source *source = context;
    int count = source->bytes ? read_memory(source, buffer, (size_t)size)
                              : read_descriptor(source, buffer, (size_t)size);
    bool good = count > 0 ? xb_scan_bytes(&source->scan, buffer, (size_t)count) : xb_scan_end(&source->scan);
    return good ? count : -1;
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
