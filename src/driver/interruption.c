/*
 * Handlers can only set something global.
 */
#include "driver/interruption.h"

#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/leftovers.h"

static volatile sig_atomic_t caught;        /* they are asked for, now */
static volatile sig_atomic_t interrupted;   /* one came when they were */
static volatile struct timespec first;      /* when that was */
static volatile sig_atomic_t line_is_shown; /* on the terminal */
static volatile sig_atomic_t closed;        /* a pipe was */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

static const double at_once = 0.1; /* seconds */

static double since_first(const struct timespec *now)
{
    return (double)(now->tv_sec - first.tv_sec) + 1e-9 * (double)(now->tv_nsec - first.tv_nsec);
}

static void end(int number)
{
    static const char wipe[] = "\r\033[K";
    if (line_is_shown) {
        ssize_t written = write(STDERR_FILENO, wipe, sizeof wipe - 1);
        (void)written; /* if nobody sees it, so be it */
    }
    xb_leftovers_remove();
    signal(number, SIG_DFL);
    raise(number); /* which waits until the handler is left */
}

static void handle(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (interrupted ? since_first(&now) > at_once : !caught) {
        end(number);
    } else if (!interrupted) {
        first.tv_sec = now.tv_sec;
        first.tv_nsec = now.tv_nsec;
        interrupted = 1;
    }
}

/* While one of them is handled, the others wait. */
void tidy_after_interruptions(void)
{
    struct sigaction old, new = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigemptyset(&new.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&new.sa_mask, signals[i]);
    for (size_t i = 0; i < SIGNALS; i++) {
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &new, NULL);
    }
}

const volatile sig_atomic_t *catch_interruptions(void)
{
    caught = 1;
    return &interrupted;
}

void leave_interruptions(void)
{
    caught = 0;
}

void note_line_on_terminal(bool shown)
{
    line_is_shown = shown;
}

/* ---- writes that fail ---- */

static void note_failing(int number)
{
    if (number == SIGPIPE)
        closed = 1;
}

void watch_writes(void)
{
    static const int of_writes[] = {SIGPIPE, SIGXFSZ};
    struct sigaction old, new = {.sa_handler = note_failing, .sa_flags = SA_RESTART};
    sigemptyset(&new.sa_mask);
    for (size_t i = 0; i < sizeof of_writes / sizeof *of_writes; i++) {
        if (sigaction(of_writes[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(of_writes[i], &new, NULL);
    }
}

bool pipe_was_closed(void)
{
    return closed != 0;
}

void end_if_pipe_was_closed(void)
{
    if (!closed)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}
