/*
 * Interruptions: Ctrl-C, a closed terminal, or being asked to end. They end the program, which leaves no
 * unfinished file behind; while it does what may take long and can be stopped halfway, they ask for that.
 */
#ifndef XB_DRIVER_INTERRUPTION_H
#define XB_DRIVER_INTERRUPTION_H

#include <signal.h>

/* To be called once, before the others. From now on SIGINT, SIGTERM and SIGHUP, unless they are ignored,
 * remove unfinished files before they end the program. */
void tidy_after_interruptions(void);

/*
 * From now on they set what is returned instead. One that comes later, by more than a tenth of a second, ends
 * the program all the same: programs like timeout(1) send each of them twice, which is no more than one wish.
 */
const volatile sig_atomic_t *catch_interruptions(void);

/* From now on they end the program again. */
void leave_interruptions(void);

#endif
