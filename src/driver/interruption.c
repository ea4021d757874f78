/*
 * Handlers can only set something global. Each is gone once it has been called: who asks twice doesn't want
 * to wait.
 */
#include "driver/interruption.h"

#include <stddef.h>

static volatile sig_atomic_t interrupted;
static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

static void note(int number)
{
    (void)number;
    interrupted = 1;
}

static void set(int number, void (*handler)(int number))
{
    struct sigaction old, new = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&new.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &new, NULL);
}

const volatile sig_atomic_t *catch_interruptions(void)
{
    for (size_t i = 0; i < SIGNALS; i++)
        set(signals[i], note);
    return &interrupted;
}

void leave_interruptions(void)
{
    for (size_t i = 0; i < SIGNALS; i++)
        set(signals[i], SIG_DFL);
}
