/*
 * The files that a command line names: standard input can be read once, standard output takes one result, and
 * what is written must neither be what is read nor what else is written.
 */
#ifndef XB_DRIVER_FILES_H
#define XB_DRIVER_FILES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/vector.h"

typedef enum file_use {
    FILE_READ,
    FILE_WRITTEN,
    FILE_APART /* read, written, or both: no other use may be of the same file */
} file_use;

typedef struct used_file {
    const char *name; /* "-": standard input or output */
    const char *what; /* as in "the case" */
    file_use use;
} used_file;

/* Adds a file to a vector of used_file. @param name NULL: there is none */
void files_add(xb_arena *arena, xb_vector *files, const char *name, const char *what, file_use use);

/* Adds each of a list of names to be read. */
void files_add_read(xb_arena *arena, xb_vector *files, const xb_list *names, const char *what);

/* Reports the first pair of files that exclude each other. @return XB_STATUS_USAGE if there is one */
xb_status files_check(xb_diagnostics *diagnostics, const xb_vector *files);

#endif
