/*
 * Preloaded into a program, lets all allocations from number SCARCE_AFTER on fail, counted from 0. For glibc.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

/* The allocator whose names that are replaced here. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);

/* Whether the next allocation fails. No allocation happens in here. */
static int is_scarce(void)
{
    static long left = -1;
    static int started;
    if (!started) {
        const char *text = getenv("SCARCE_AFTER");
        left = text ? atol(text) : -1;
        started = 1;
    }
    int fails = left == 0;
    if (left > 0)
        left--;
    else if (left == 0)
        errno = ENOMEM;
    return fails;
}

void *malloc(size_t size)
{
    return is_scarce() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_scarce() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_scarce() ? NULL : __libc_realloc(memory, size);
}
