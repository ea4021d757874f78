/*
 * read() into a buffer that doubles, up to a limit: a device may have no end.
 */
#include "base/document.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 64 * 1024, LENGTH_LIMIT = 1024 * 1024 * 1024 };

static bool make_room(xb_document *document)
{
    if (document->length < document->capacity)
        return true;
    if (document->capacity > SIZE_MAX / 2)
        return false;
    size_t capacity = document->capacity ? 2 * document->capacity : FIRST_CAPACITY;
    char *text = realloc(document->text, capacity);
    if (!text)
        return false;
    document->text = text;
    document->capacity = capacity;
    return true;
}

int xb_document_add(xb_document *document, int descriptor)
{
    if (!make_room(document))
        return -ENOMEM;
    const size_t room = document->capacity - document->length;
    ssize_t count = read(descriptor, document->text + document->length, room < INT_MAX ? room : INT_MAX);
    if (count < 0)
        return -errno;
    document->length += (size_t)count;
    return document->length > LENGTH_LIMIT ? -EFBIG : (int)count;
}

static int read_all(xb_document *document, int descriptor)
{
    int count;
    do {
        count = xb_document_add(document, descriptor);
    } while (count > 0 || count == -EINTR);
    return -count;
}

int xb_document_read(xb_document *document, const char *file)
{
    if (strcmp(file, "-") == 0)
        return read_all(document, STDIN_FILENO);
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    int problem = read_all(document, descriptor);
    close(descriptor);
    return problem;
}

const char *xb_document_hint(int number)
{
    switch (number) {
    case ENOENT: return "is the name right? it counts from the working folder";
    case ENOTDIR: return "is the name right? part of it is a file, not a folder";
    case EISDIR: return "name a file in this folder";
    case EACCES:
    case EPERM: return "the file, and the folders on the way to it, must be readable for this user";
    case EFBIG: return "more than 1 GiB is not read at once";
    default: return NULL;
    }
}

const char *xb_document_packer(const char *bytes, size_t count)
{
    static const struct {
        const char *name, *begin;
        size_t length;
    } packers[] = {{"gzip", "\x1f\x8b", 2},
                   {"compress", "\x1f\x9d", 2},
                   {"xz",
                    "\xfd"
                    "7zX",
                    4},
                   {"bzip2", "BZh", 3},
                   {"zstd", "\x28\xb5\x2f\xfd", 4},
                   {"lz4", "\x04\x22\x4d\x18", 4},
                   {"zip", "PK\x03\x04", 4}};
    for (size_t i = 0; i < sizeof packers / sizeof *packers; i++)
        if (count >= packers[i].length && memcmp(bytes, packers[i].begin, packers[i].length) == 0)
            return packers[i].name;
    return NULL;
}

const char xb_document_unpack[] = "unpack it first: - is standard input";

bool xb_document_refuse_packed(xb_diagnostics *diagnostics, const char *file, const xb_document *document)
{
    const char *packer = document->text ? xb_document_packer(document->text, document->length) : NULL;
    if (packer)
        xb_error(diagnostics, XB_STATUS_INVALID, (xb_place){.file = file}, xb_document_unpack,
                 "the document is packed by %s", packer);
    return packer != NULL;
}

void xb_document_free(xb_document *document)
{
    free(document->text);
    *document = (xb_document){0};
}
