/*
 * What was written is kept in a list, which says what to rename or remove in the end; that takes no memory,
 * so that it can't fail for lack of it. The list is sorted when files of others are looked for.
 */
#include "base/folder_output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/temporary.h"

/* A file: where it is and where it is to go. */
typedef struct item {
    xb_temporary *from; /* NULL when it is in its place */
    char *to;
} item;

struct xb_folder_output {
    char *path;
    xb_temporary *temporary; /* the folder within it; NULL if there is none */
    bool created;            /* the folder was made here */
    item *items;
    size_t count;
    size_t capacity;
    char *stranger;
};

static bool problem(xb_file_error *error, const char *action, int number)
{
    *error = (xb_file_error){action, number};
    return false;
}

/* folder/name; NULL if memory ran out. */
static char *within(const char *folder, const char *name)
{
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);
    if (path)
        snprintf(path, length, "%s/%s", folder, name);
    return path;
}

static bool open_path(xb_folder_output *folder, const char *path, xb_file_error *error)
{
    struct stat status;
    folder->path = strdup(path);
    if (!folder->path)
        return problem(error, "get memory for", ENOMEM);
    folder->created = mkdir(path, 0777) == 0;
    if (!folder->created && errno != EEXIST)
        return problem(error, "create", errno);
    if (stat(path, &status) != 0)
        return problem(error, "find", errno);
    if (!S_ISDIR(status.st_mode))
        return problem(error, "write to", ENOTDIR);
    folder->temporary = xb_temporary_folder(path);
    return folder->temporary || problem(error, "write to", errno);
}

xb_folder_output *xb_folder_output_open(const char *path, xb_file_error *error)
{
    xb_folder_output *folder = calloc(1, sizeof *folder);
    if (!folder) {
        problem(error, "get memory for", ENOMEM);
        return NULL;
    }
    if (open_path(folder, path, error))
        return folder;
    xb_folder_output_discard(folder);
    return NULL;
}

static const char *name_of(const item *file)
{
    return strrchr(file->to, '/') + 1;
}

static bool make_room(xb_folder_output *folder)
{
    if (folder->count < folder->capacity)
        return true;
    size_t larger = folder->capacity ? 2 * folder->capacity : 64;
    item *items = realloc(folder->items, larger * sizeof *items);
    if (!items)
        return false;
    folder->items = items;
    folder->capacity = larger;
    return true;
}

static int write_bytes(int descriptor, const char *text, size_t length)
{
    int number = 0;
    while (length > 0 && !number) {
        ssize_t written = write(descriptor, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            number = written < 0 ? errno : EIO;
        }
    }
    return close(descriptor) != 0 && !number ? errno : number;
}

bool xb_folder_output_put(xb_folder_output *folder, const char *name, const char *text, size_t length,
                          xb_file_error *error)
{
    if (!make_room(folder))
        return problem(error, "get memory for", ENOMEM);
    char *to = within(folder->path, name);
    if (!to)
        return problem(error, "get memory for", ENOMEM);
    int descriptor;
    xb_temporary *from = xb_temporary_member(folder->temporary, name, &descriptor);
    if (!from) {
        free(to);
        return problem(error, "write to", errno);
    }
    folder->items[folder->count++] = (item){from, to};
    int number = write_bytes(descriptor, text, length);
    return number == 0 || problem(error, "write to", number);
}

static int compare(const void *a, const void *b)
{
    return strcmp(name_of(a), name_of(b));
}

static int compare_with_name(const void *name, const void *file)
{
    return strcmp(name, name_of(file));
}

static bool is_stranger(const xb_folder_output *folder, const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    if (length < end || strcmp(name + length - end, suffix) != 0)
        return false;
    return !folder->count ||
           !bsearch(name, folder->items, folder->count, sizeof *folder->items, compare_with_name);
}

const char *xb_folder_output_stranger(xb_folder_output *folder, const char *suffix)
{
    DIR *listing = opendir(folder->path);
    free(folder->stranger);
    folder->stranger = NULL;
    if (!listing)
        return NULL;
    if (folder->count)
        qsort(folder->items, folder->count, sizeof *folder->items, compare);
    for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        if (!is_stranger(folder, entry->d_name, suffix) ||
            (folder->stranger && strcmp(folder->stranger, entry->d_name) < 0))
            continue;
        free(folder->stranger);
        folder->stranger = strdup(entry->d_name);
    }
    closedir(listing);
    return folder->stranger;
}

bool xb_folder_output_commit(xb_folder_output *folder, xb_file_error *error)
{
    bool done = true;
    for (size_t i = 0; i < folder->count && done; i++) {
        done = xb_temporary_place(folder->items[i].from, folder->items[i].to) ||
               problem(error, "replace files in", errno);
        if (done)
            folder->items[i].from = NULL;
    }
    if (done)
        folder->created = false;
    xb_folder_output_discard(folder);
    return done;
}

void xb_folder_output_discard(xb_folder_output *folder)
{
    if (!folder)
        return;
    for (size_t i = 0; i < folder->count; i++) {
        xb_temporary_discard(folder->items[i].from);
        free(folder->items[i].to);
    }
    xb_temporary_discard(folder->temporary);
    if (folder->created)
        rmdir(folder->path);
    free(folder->items);
    free(folder->stranger);
    free(folder->path);
    free(folder);
}
