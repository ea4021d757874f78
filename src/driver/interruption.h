/*
 * Interruptions (Ctrl-C, or being asked to end) while a program is evaluated, which may take long.
 */
#ifndef XB_DRIVER_INTERRUPTION_H
#define XB_DRIVER_INTERRUPTION_H

#include <signal.h>

/*
 * From now on SIGINT and SIGTERM, unless they are ignored, set what is returned instead of ending the
 * program; one that comes a second time ends it.
 */
const volatile sig_atomic_t *catch_interruptions(void);

/* From now on they end the program again. */
void leave_interruptions(void);

#endif
