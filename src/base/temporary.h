/**
 * @file
 * Private to outputs: files and folders that have a temporary name until they are complete.
 *
 * All that there are in the process are in a list, so that a handler of a signal that ends it can remove
 * them: that list is the only mutable state of the library that is global. Functions return NULL or false
 * with errno set.
 */
#ifndef XB_BASE_TEMPORARY_H
#define XB_BASE_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>

/** A file or folder with a temporary name. */
typedef struct xb_temporary xb_temporary;

/**
 * Creates a file for writing under a name that there wasn't.
 * @param beside a path; the file stands in its folder, which is all up to its last slash
 * @param descriptor gets the open file
 */
xb_temporary *xb_temporary_file(const char *beside, int *descriptor);

/** Creates a folder under a name that there wasn't. @param within an existing folder */
xb_temporary *xb_temporary_folder(const char *within);

/**
 * Creates a file for writing in a temporary folder, of which it has to be gone before the folder is.
 * @param name its name
 * @param descriptor gets the open file
 */
xb_temporary *xb_temporary_member(const xb_temporary *folder, const char *name, int *descriptor);

/** Gives a file its final name, where it replaces what there was, and frees the argument if that is done. */
bool xb_temporary_place(xb_temporary *temporary, const char *path);

/** Removes a file, or an empty folder, and frees the argument. NULL is allowed. */
void xb_temporary_discard(xb_temporary *temporary);

#endif
