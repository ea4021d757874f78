/**
 * @file
 * Output to a file, all or nothing.
 *
 * A regular file is written under a temporary name in its folder, synced, and renamed when it is complete;
 * until then, and after any error, the old file is as it was. A new file gets the mode that the process's
 * umask gives, a replaced one keeps its mode and, where permitted, its owner. A symbolic link stays and the
 * file that it names is replaced. Devices, pipes, standard output and what else is open already (/dev/stdout,
 * /dev/fd/3) are written as the text comes: all that
 * can be promised there is that errors are noticed.
 *
 * A write to a closed pipe is an error like others if the process ignores SIGPIPE, which is its own business.
 * Nothing in here jumps (failure.h): these are resources to acquire outside of xb_protect().
 */
#ifndef XB_BASE_FILE_OUTPUT_H
#define XB_BASE_FILE_OUTPUT_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An output file that is being written. */
typedef struct xb_file_output xb_file_output;

/** What went wrong with a file. */
typedef struct xb_file_error {
    const char *action; /**< what was tried, as "write to"; not NULL after an error */
    int number;         /**< the value of errno */
} xb_file_error;

/** Whether a path stands for standard output: NULL or "-". */
bool xb_is_standard_output(const char *path);

/**
 * Opens a file for output.
 * @param path the file; NULL or "-" for standard output
 * @param error says what went wrong if NULL is returned
 * @return the file, which the caller must commit or discard; NULL if it can't be written
 */
xb_file_output *xb_file_output_open(const char *path, xb_file_error *error);

/** Where to put the text. Errors stay in there until xb_file_output_commit() reports them. */
xb_output *xb_file_output_stream(xb_file_output *file);

/**
 * Completes a file and closes it, whatever the result; the argument must not be used any more.
 * @param error says what went wrong if false is returned, also in writing earlier
 * @return true if the file is complete and in its place; else it is untouched and nothing else is left
 */
bool xb_file_output_commit(xb_file_output *file, xb_file_error *error);

/** Gives up a file and closes it: it is left untouched and nothing else is left. NULL is allowed. */
void xb_file_output_discard(xb_file_output *file);

/** What to do about an error of a file, or NULL if there is nothing to say. */
const char *xb_file_error_hint(const xb_file_error *error);

/**
 * Reports an error of a file; may run out of memory (failure.h).
 * @param path as given to xb_file_output_open()
 * @return XB_STATUS_FAILED
 */
xb_status xb_file_error_report(xb_diagnostics *diagnostics, const char *path, const xb_file_error *error);

#ifdef __cplusplus
}
#endif

#endif
