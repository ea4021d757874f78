/*
 * The bytes come through a callback of ours, so that errors of the operating system are seen here. Network
 * access, the loading of DTDs and the substitution of entities are off, and so is everything that libxml2
 * would print: its complaints are copied, outside of any arena because a jump out of libxml2 would leave it
 * in an undefined state.
 */
#include "xaif/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Called by libxml2 when it needs more. */
static int read_bytes(void *context, char *buffer, int size)
{
    xb_source *source = context;
    if (source->bytes) {
        size_t count = source->left < (size_t)size ? source->left : (size_t)size;
        memcpy(buffer, source->bytes, count);
        source->bytes += count;
        source->left -= count;
        return (int)count;
    }
    ssize_t count;
    do
        count = read(source->descriptor, buffer, (size_t)size);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        source->error_number = errno;
    return (int)count;
}

/* The type of the argument lost its const in older versions of libxml2 and has it in newer ones. */
#if LIBXML_VERSION >= 21200
static void keep_error(void *context, const xmlError *error)
#else
static void keep_error(void *context, xmlError *error)
#endif
{
    xb_source *source = context;
    if (error->level < XML_ERR_ERROR || source->error_count == XB_SOURCE_ERROR_LIMIT)
        return;
    if (xmlCopyError(error, &source->errors[source->error_count]) == 0)
        source->error_count++;
}

static bool open_parser(xb_source *source)
{
    int options = XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT | XML_PARSE_NOCDATA;
    source->xml = xmlReaderForIO(read_bytes, NULL, source, NULL, NULL, options);
    if (!source->xml) {
        source->error_number = ENOMEM;
        return false;
    }
    xmlTextReaderSetStructuredErrorHandler(source->xml, keep_error, source);
    return true;
}

bool xb_source_open_file(xb_source *source, const char *file)
{
    source->owned = strcmp(file, "-") != 0;
    source->descriptor = source->owned ? open(file, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (source->descriptor < 0) {
        source->error_number = errno;
        return false;
    }
    return open_parser(source);
}

bool xb_source_open_memory(xb_source *source, const char *bytes, size_t count)
{
    source->bytes = bytes;
    source->left = count;
    return open_parser(source);
}

void xb_source_close(xb_source *source)
{
    if (source->xml)
        xmlFreeTextReader(source->xml);
    for (size_t i = 0; i < source->error_count; i++)
        xmlResetError(&source->errors[i]);
    if (source->owned && source->descriptor >= 0)
        close(source->descriptor);
    memset(source, 0, sizeof *source);
}
