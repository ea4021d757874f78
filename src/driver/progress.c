/*
 * An alarm each second, whose handler writes the line. Steps are long stretches of computation with no place
 * to look at a clock, so a signal is what there is. The state of the handler is the only mutable state of the
 * program that is global: atomics, which is all that a handler may touch.
 */
#include "driver/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "driver/interruption.h"

enum { PATIENCE = 2, LINE = 256 };

static const char *_Atomic current_step;
static atomic_uint seconds;
static atomic_bool terminal;

/* Appends as much of a text as fits. */
static size_t append(char *line, size_t length, const char *text)
{
    while (*text && length < LINE)
        line[length++] = *text++;
    return length;
}

static size_t append_number(char *line, size_t length, unsigned number)
{
    char digits[16];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 && first > 0);
    return append(line, length, digits + first);
}

static void write_line(const char *line, size_t length)
{
    ssize_t written = write(STDERR_FILENO, line, length);
    (void)written; /* if nobody sees it, so be it */
}

static void tell(int signal_number)
{
    char line[LINE];
    int saved = errno;
    (void)signal_number;
    unsigned now = atomic_fetch_add(&seconds, 1) + 1;
    const char *step = atomic_load(&current_step);
    size_t length = append(line, 0, atomic_load(&terminal) ? "\r\033[K" : "");
    length = append(line, length, "xaifbooster: ");
    length = append(line, length, step ? step : "start");
    length = append(line, length, ", ");
    length = append_number(line, length, now + PATIENCE - 1);
    length = append(line, length, " s");
    length = append(line, length, atomic_load(&terminal) ? "" : "\n");
    note_line_on_terminal(atomic_load(&terminal));
    write_line(line, length);
    alarm(1);
    errno = saved;
}

void start_progress(void)
{
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    atomic_store(&terminal, isatty(STDERR_FILENO) != 0);
    if (sigaction(SIGALRM, &action, NULL) == 0)
        alarm(PATIENCE);
}

void progress_step(const char *step)
{
    atomic_store(&current_step, step);
}

void stop_progress(void)
{
    static const char wipe[] = "\r\033[K";
    alarm(0);
    if (atomic_load(&terminal) && atomic_load(&seconds) > 0)
        write_line(wipe, strlen(wipe));
    note_line_on_terminal(false);
}
