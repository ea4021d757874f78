/*
 * The list begins with the newest, so that what is in a folder comes before the folder. Signals wait while
 * something is created and put into the list, or taken out; so a handler finds all there is, provided that it
 * runs in the thread that writes. Names are tried in turn with O_EXCL, because then the kernel applies the
 * umask; reading the umask would mean setting it for a moment, which other threads could see.
 */
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/leftovers.h"

enum { ATTEMPTS = 1000, LONGEST_NAME = 64 };

struct xb_temporary {
    _Atomic(xb_temporary *) next;
    xb_temporary *previous;
    char path[];
};

static _Atomic(xb_temporary *) newest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(sigset_t *old)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, old);
    pthread_mutex_lock(&lock);
}

static void leave(const sigset_t *old)
{
    int number = errno;
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, old, NULL);
    errno = number;
}

static void insert(xb_temporary *fresh)
{
    xb_temporary *next = newest;
    fresh->previous = NULL;
    fresh->next = next;
    if (next)
        next->previous = fresh;
    newest = fresh;
}

static void take_out(xb_temporary *gone)
{
    xb_temporary *next = gone->next;
    if (next)
        next->previous = gone->previous;
    if (gone->previous)
        gone->previous->next = next;
    else
        newest = next;
}

/* For when it can't be made: errno stays. */
static xb_temporary *give_up(xb_temporary *fresh)
{
    int number = errno;
    free(fresh);
    errno = number;
    return NULL;
}

/* Makes a file, or a folder if there is no descriptor to set, and notes it. */
static bool create(xb_temporary *fresh, int *descriptor)
{
    sigset_t old;
    enter(&old);
    int result = descriptor ? open(fresh->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
                            : mkdir(fresh->path, 0777);
    if (result >= 0)
        insert(fresh);
    leave(&old);
    if (descriptor)
        *descriptor = result;
    return result >= 0;
}

/* A path of a folder, with its slash if it has any, and a name; `room` for the name is left. */
static xb_temporary *allocate(const char *folder, size_t length, const char *slash, size_t room)
{
    xb_temporary *fresh = malloc(sizeof *fresh + length + 1 + room + 1);
    if (fresh)
        snprintf(fresh->path, length + 2, "%.*s%s", (int)length, folder, slash);
    return fresh;
}

static xb_temporary *create_under_new_name(xb_temporary *fresh, int *descriptor)
{
    if (!fresh)
        return NULL;
    char *name = fresh->path + strlen(fresh->path);
    for (int i = 0; i < ATTEMPTS; i++) {
        snprintf(name, LONGEST_NAME, ".xaifbooster-%ld-%d", (long)getpid(), i);
        if (create(fresh, descriptor))
            return fresh;
        if (errno != EEXIST)
            break;
    }
    return give_up(fresh);
}

xb_temporary *xb_temporary_file(const char *beside, int *descriptor)
{
    const char *slash = strrchr(beside, '/');
    size_t length = slash ? (size_t)(slash - beside) + 1 : 0;
    return create_under_new_name(allocate(beside, length, "", LONGEST_NAME), descriptor);
}

xb_temporary *xb_temporary_folder(const char *within)
{
    return create_under_new_name(allocate(within, strlen(within), "/", LONGEST_NAME), NULL);
}

xb_temporary *xb_temporary_member(const xb_temporary *folder, const char *name, int *descriptor)
{
    xb_temporary *fresh = allocate(folder->path, strlen(folder->path), "/", strlen(name));
    if (!fresh)
        return NULL;
    strcat(fresh->path, name);
    return create(fresh, descriptor) ? fresh : give_up(fresh);
}

bool xb_temporary_place(xb_temporary *temporary, const char *path)
{
    sigset_t old;
    enter(&old);
    bool done = rename(temporary->path, path) == 0;
    if (done)
        take_out(temporary);
    leave(&old);
    if (done)
        free(temporary);
    return done;
}

static void remove_path(const xb_temporary *temporary)
{
    if (unlink(temporary->path) != 0)
        rmdir(temporary->path);
}

void xb_temporary_discard(xb_temporary *temporary)
{
    sigset_t old;
    if (!temporary)
        return;
    enter(&old);
    remove_path(temporary);
    take_out(temporary);
    leave(&old);
    free(temporary);
}

void xb_leftovers_remove(void)
{
    for (const xb_temporary *one = newest; one; one = one->next)
        remove_path(one);
}
