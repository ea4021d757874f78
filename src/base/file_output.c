/*
 * The target is found by following symbolic links by hand, so that the temporary file stands beside what will
 * be replaced, on the same file system, also when the link dangles. A path that leads to an open file, as
 * /dev/stdout does, means that file as it is open: others write to it, too, and it need not have a path.
 */
#include "base/file_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/temporary.h"

enum { BUFFER = 64 * 1024, LINKS = 40 };

struct xb_file_output {
    xb_output output;
    char *target;            /* the file to replace, symbolic links followed; NULL for standard output */
    xb_temporary *temporary; /* the file that is written; NULL if the target is written directly */
    int descriptor;
    char buffer[BUFFER];
};

static bool problem(xb_file_error *error, const char *action, int number)
{
    *error = (xb_file_error){action, number};
    return false;
}

static int write_all(void *sink, const char *bytes, size_t count)
{
    const xb_file_output *file = sink;
    while (count > 0) {
        ssize_t written = write(file->descriptor, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : EIO;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

/* Length of the folder's part of a path, with the slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A new path in the folder of another path; NULL if memory ran out. */
static char *beside(const char *path, const char *name)
{
    size_t folder = name[0] == '/' ? 0 : folder_length(path);
    char *joined = malloc(folder + strlen(name) + 1);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, strlen(name) + 1);
    return joined;
}

/* The text of a symbolic link, or NULL with errno set. */
static char *link_text(const char *path)
{
    for (size_t size = 256;; size *= 2) {
        char *text = malloc(size);
        if (!text)
            return NULL;
        ssize_t length = readlink(path, text, size);
        if (length >= 0 && (size_t)length < size) {
            text[length] = '\0';
            return text;
        }
        free(text);
        if (length < 0)
            return NULL;
    }
}

/* The descriptor that a path means as such, or -1. */
static int descriptor_of(const char *path)
{
    static const char *const folders[] = {"/proc/self/fd/", "/proc/thread-self/fd/", "/dev/fd/"};
    enum { DIGITS = 6 };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0)
            continue;
        size_t digits = strspn(path + length, "0123456789");
        return digits > 0 && digits <= DIGITS && path[length + digits] == '\0' ? atoi(path + length) : -1;
    }
    return -1;
}

/* The path that a symbolic link leads to in the end, or to an open file, or a copy of the path; NULL with
 * errno set. */
static char *resolved(const char *path)
{
    char *here = strdup(path);
    for (int i = 0; here && i < LINKS; i++) {
        struct stat status;
        if (descriptor_of(here) >= 0 || lstat(here, &status) != 0 || !S_ISLNK(status.st_mode))
            return here;
        char *text = link_text(here);
        char *next = text ? beside(here, text) : NULL;
        free(text);
        free(here);
        here = next;
    }
    if (here)
        errno = ELOOP;
    free(here);
    return NULL;
}

static bool create_temporary(xb_file_output *file, xb_file_error *error)
{
    file->temporary = xb_temporary_file(file->target, &file->descriptor);
    return file->temporary || problem(error, "create a temporary file beside", errno);
}

/*
 * The new file takes over the owner, the group and the mode of the old one. Where the group can't be kept, it
 * must not give the rights of the old group to another one.
 */
static bool take_over(const xb_file_output *file, const struct stat *old, xb_file_error *error)
{
    struct stat new;
    if (fstat(file->descriptor, &new) != 0)
        return problem(error, "examine the temporary file beside", errno);
    mode_t mode = old->st_mode & 0777;
    if (new.st_uid != old->st_uid && fchown(file->descriptor, old->st_uid, (gid_t)-1) != 0)
        errno = 0; /* only the superuser can; others own what they write */
    if (new.st_gid != old->st_gid && fchown(file->descriptor, (uid_t)-1, old->st_gid) != 0)
        mode &= (mode_t)~S_IRWXG;
    if (fchmod(file->descriptor, mode) != 0)
        return problem(error, "set the mode of the temporary file beside", errno);
    return true;
}

static bool open_directly(xb_file_output *file, xb_file_error *error)
{
    file->descriptor = open(file->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return file->descriptor >= 0 || problem(error, "open", errno);
}

static bool open_descriptor(xb_file_output *file, int descriptor, xb_file_error *error)
{
    file->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return file->descriptor >= 0 || problem(error, "open", errno);
}

static bool open_target(xb_file_output *file, xb_file_error *error)
{
    struct stat old;
    int descriptor = descriptor_of(file->target);
    if (descriptor >= 0)
        return open_descriptor(file, descriptor, error);
    bool exists = stat(file->target, &old) == 0;
    if (!exists && errno != ENOENT)
        return problem(error, "find", errno);
    if (!exists)
        return create_temporary(file, error);
    if (S_ISDIR(old.st_mode))
        return problem(error, "write to", EISDIR);
    if (!S_ISREG(old.st_mode))
        return open_directly(file, error);
    if (faccessat(AT_FDCWD, file->target, W_OK, AT_EACCESS) != 0)
        return problem(error, "write to", errno);
    return create_temporary(file, error) && take_over(file, &old, error);
}

bool xb_is_standard_output(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

static bool open_path(xb_file_output *file, const char *path, xb_file_error *error)
{
    if (xb_is_standard_output(path)) {
        file->descriptor = STDOUT_FILENO;
        return true;
    }
    if (*path == '\0')
        return problem(error, "find", ENOENT);
    file->target = resolved(path);
    if (!file->target)
        return problem(error, "find", errno);
    return open_target(file, error);
}

xb_file_output *xb_file_output_open(const char *path, xb_file_error *error)
{
    xb_file_output *file = malloc(sizeof *file);
    if (!file) {
        problem(error, "get memory for", ENOMEM);
        return NULL;
    }
    file->target = NULL;
    file->temporary = NULL;
    file->descriptor = -1;
    xb_output_init(&file->output, file->buffer, BUFFER, write_all, file);
    if (open_path(file, path, error))
        return file;
    xb_file_output_discard(file);
    return NULL;
}

xb_output *xb_file_output_stream(xb_file_output *file)
{
    return &file->output;
}

/* Standard output stays open; closing a duplicate of it reports what closing it would. */
static bool close_file(xb_file_output *file)
{
    int descriptor = file->target ? file->descriptor : dup(file->descriptor);
    file->descriptor = -1;
    return descriptor >= 0 && close(descriptor) == 0;
}

static bool complete(xb_file_output *file, xb_file_error *error)
{
    int number = xb_output_flush(&file->output);
    if (number)
        return problem(error, "write to", number);
    if (file->temporary && fsync(file->descriptor) != 0)
        return problem(error, "write to", errno);
    if (!close_file(file))
        return problem(error, "close", errno);
    if (file->temporary && !xb_temporary_place(file->temporary, file->target))
        return problem(error, "replace", errno);
    file->temporary = NULL;
    return true;
}

bool xb_file_output_commit(xb_file_output *file, xb_file_error *error)
{
    bool done = complete(file, error);
    xb_file_output_discard(file);
    return done;
}

void xb_file_output_discard(xb_file_output *file)
{
    if (!file)
        return;
    if (file->descriptor >= 0 && file->target)
        close(file->descriptor);
    xb_temporary_discard(file->temporary);
    free(file->target);
    free(file);
}

const char *xb_file_error_hint(const xb_file_error *error)
{
    switch (error->number) {
    case ENOENT:
    case EACCES: return "the folder must exist and be writable, and so must an old file be";
    case EISDIR: return "name a file in this folder";
    case ENOTDIR: return "is the name right? part of it is a file, not a folder";
    case EROFS: return "name a file where writing is allowed";
    case ENOSPC:
    case EDQUOT: return "make room, or name a file on another disk";
    case EFBIG: return "raise the limit of file sizes, as ulimit -f shows it";
    default: return NULL;
    }
}

xb_status xb_file_error_report(xb_diagnostics *diagnostics, const char *path, const xb_file_error *error)
{
    bool standard = xb_is_standard_output(path);
    xb_place place = {.file = standard ? NULL : path};
    const char *hint = standard ? NULL : xb_file_error_hint(error);
    return xb_error(diagnostics, XB_STATUS_FAILED, place, hint, "can't %s %s: %s", error->action,
                    standard ? "standard output" : "the file", strerror(error->number));
}
