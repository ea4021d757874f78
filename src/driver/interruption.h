/*
 * Interruptions: Ctrl-C, a closed terminal, or being asked to end. They end the program, which leaves no
 * unfinished file; while it does what may take long and can be stopped halfway, they ask for that.
 */
#ifndef XB_DRIVER_INTERRUPTION_H
#define XB_DRIVER_INTERRUPTION_H

#include <signal.h>

#include <stdbool.h>

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

/* Says whether there is a line on the terminal, on standard error, that is to go when an interruption ends
 * the program. */
void note_line_on_terminal(bool shown);

/*
 * To be called once. From now on, a write to a pipe or socket that nobody reads any more, or beyond the limit
 * of file sizes, fails instead of ending the program at once. If SIGPIPE is ignored, closed pipes are not
 * noted: writes to them just fail.
 */
void watch_writes(void);

/* Whether a write to a closed pipe failed, which is no news for the user. */
bool pipe_was_closed(void);

/* Ends the program as such a write usually does, by SIGPIPE, if one failed. To be called when all is cleaned
 * up. */
void end_if_pipe_was_closed(void);

#endif
