/*
 * The bytes come through a callback of ours, so that errors of the operating system are seen here and not
 * by libxml2, which would say little about them.
 */
#include "xaif/source.h"

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

int xb_source_read(void *context, char *buffer, int size)
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

void xb_source_close(xb_source *source)
{
    if (source->owned && source->descriptor >= 0)
        close(source->descriptor);
    memset(source, 0, sizeof *source);
}
