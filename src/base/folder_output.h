/**
 * @file
 * Output of several files to a folder, all or nothing.
 *
 * The files are written to a temporary folder within the folder, and renamed when all of them are complete;
 * until then, and after any error before, files of the same names are as they were. A folder that does not
 * exist is created, and removed again if nothing is put into it. Nothing in here jumps (failure.h): these are
 * resources to acquire outside of xb_protect().
 */
#ifndef XB_BASE_FOLDER_OUTPUT_H
#define XB_BASE_FOLDER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file_output.h"

/** A folder that is being written. */
typedef struct xb_folder_output xb_folder_output;

/**
 * Opens a folder for output.
 * @param path the folder; only the last part of it is created
 * @param error says what went wrong if NULL is returned
 * @return the folder, which the caller must commit or discard; NULL if it can't be written
 */
xb_folder_output *xb_folder_output_open(const char *path, xb_file_error *error);

/**
 * Writes a file.
 * @param name without slash, another one each time
 * @param text length bytes
 * @param error says what went wrong if false is returned
 */
bool xb_folder_output_put(xb_folder_output *folder, const char *name, const char *text, size_t length,
                          xb_file_error *error);

/**
 * Looks for files that would be taken for part of what was written, and are not.
 * @param suffix how their names end
 * @return the name of the first one in alphabetical order, valid until the next call; NULL if there is none,
 * or memory ran out
 */
const char *xb_folder_output_stranger(xb_folder_output *folder, const char *suffix);

/**
 * Puts all files in their places and closes the folder, whatever the result; the argument must not be used
 * any more.
 * @param error says what went wrong if false is returned
 */
bool xb_folder_output_commit(xb_folder_output *folder, xb_file_error *error);

/** Gives up and closes the folder: it is left untouched. NULL is allowed. */
void xb_folder_output_discard(xb_folder_output *folder);

#endif
