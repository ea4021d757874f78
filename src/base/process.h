/**
 * @file
 * Processes whose output is kept: a program is run, and what it writes to standard output and standard error
 * is in memory when it has ended.
 *
 * It has the environment and the working folder of the caller, and ends when the caller does. It may run as
 * long as it likes; of each of its outputs, 1 GiB is kept at most. Nothing in here jumps (failure.h).
 */
#ifndef XB_BASE_PROCESS_H
#define XB_BASE_PROCESS_H

#include "base/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a process ended, and what it wrote. All zero is none. */
typedef struct xb_process {
    xb_document output, errors; /**< owned: what it wrote; must be freed by xb_process_release() */
    int error;                  /**< a value of errno: it did not start, or its output was lost; 0: neither */
    bool started;               /**< whether it ran at all */
    int signal;                 /**< the signal that ended it, 0: none did */
    int status;                 /**< its exit status, if no signal ended it */
} xb_process;

/**
 * Runs a program until it ends.
 * @param process all zero; must be released in any case
 * @param command the program's file, then its arguments; ended by NULL
 * @param has_input whether it reads the standard input of the caller; otherwise it has none
 */
void xb_process_run(xb_process *process, const char *const *command, bool has_input);

/** Frees what a process wrote, and makes it none. */
void xb_process_release(xb_process *process);

#ifdef __cplusplus
}
#endif

#endif
