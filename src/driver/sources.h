/*
 * Files that diagnostics may be about, to show lines of them.
 */
#ifndef XB_DRIVER_SOURCES_H
#define XB_DRIVER_SOURCES_H

#include "base/excerpt.h"

typedef struct source source;

/* All zero: none. */
typedef struct sources {
    source *first;   /* owned */
    size_t searched; /* bytes of lines that were searched */
} sources;

/*
 * Notes which file this is now, before the program reads it or writes others; "-" is standard input. It is
 * only read when a line of it is wanted, and only if it is still the same file then. Standard input can only
 * be read again if it is a file. Nothing in here jumps (failure.h): without memory there is nothing to show.
 */
void sources_know(sources *all, const char *file);

/* The text of a document that is in memory, in the place of what was known by that name. It must stay there.
 */
void sources_keep(sources *all, const char *name, const char *text, size_t length);

/* The line that a diagnostic is about, with what to mark in it. @return whether there is one */
bool sources_find(sources *all, const xb_diagnostic *diagnostic, xb_excerpt *excerpt);

/* Releases all. */
void sources_release(sources *all);

#endif
