/*
 * How the process gets memory of the system.
 */
#ifndef XB_DRIVER_HEAP_H
#define XB_DRIVER_HEAP_H

/* From now on, blocks of memory that are freed go back to the system at once, so that what a run needs at its
 * peak is what it uses then. Called first. */
void return_freed_blocks(void);

#endif
