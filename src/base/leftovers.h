/**
 * @file
 * What is left of a process that is ended by a signal while it writes files.
 */
#ifndef XB_BASE_LEFTOVERS_H
#define XB_BASE_LEFTOVERS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Removes all files and folders of this process that have a temporary name still. For handlers of signals
 * after which the process ends: it is safe to call there, as long as no other thread goes on writing files.
 */
void xb_leftovers_remove(void);

#ifdef __cplusplus
}
#endif

#endif
