/*
 * Saying what is going on, on standard error, when it takes long.
 */
#ifndef XB_DRIVER_PROGRESS_H
#define XB_DRIVER_PROGRESS_H

/* Starts: from two seconds on, the step that is under way is named each second. */
void start_progress(void);

/* Says which step is under way now; the text must be valid for ever. */
void progress_step(const char *step);

/* Stops, and wipes the line that was shown on a terminal. */
void stop_progress(void);

#endif
