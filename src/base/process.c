/*
 * Both outputs come through pipes, which are read as text arrives, so that neither can fill up while the
 * other one is waited for. Between fork() and exec() only what is safe in handlers of signals is called; an
 * error of exec() comes through a third pipe, which exec() closes.
 */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { OUTPUT, ERRORS, START, CHANNELS };

/* A pipe: where to read and where to write; -1: closed. */
typedef struct channel {
    int ends[2];
} channel;

static void close_end(channel *pipe, int end)
{
    if (pipe->ends[end] >= 0)
        close(pipe->ends[end]);
    pipe->ends[end] = -1;
}

static void close_all(channel *channels)
{
    for (int i = 0; i < CHANNELS; i++) {
        close_end(&channels[i], 0);
        close_end(&channels[i], 1);
    }
}

/* @return 0 or errno */
static int open_all(channel *channels)
{
    for (int i = 0; i < CHANNELS; i++)
        channels[i] = (channel){{-1, -1}};
    for (int i = 0; i < CHANNELS; i++) {
        if (pipe(channels[i].ends) != 0)
            return errno;
        fcntl(channels[i].ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(channels[i].ends[1], F_SETFD, FD_CLOEXEC);
    }
    return 0;
}

/* ---- in the new process ---- */

/* Signals are as they were at first, but for those that are ignored by the wish of who started all. */
static void forget_handlers(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    struct sigaction old;
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* It has no standard input but that of the caller, and nobody to write to when the caller is gone.
 * @return 0 or errno */
static int settle(const channel *channels, bool has_input)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    const int input = has_input ? STDIN_FILENO : open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(channels[OUTPUT].ends[1], STDOUT_FILENO) < 0 ||
        dup2(channels[ERRORS].ends[1], STDERR_FILENO) < 0)
        return errno;
    return 0;
}

static void become(const char *const *command, const channel *channels, bool has_input)
{
    forget_handlers();
    int number = settle(channels, has_input);
    if (number == 0) {
        execv(command[0], (char *const *)(uintptr_t)command);
        number = errno;
    }
    const ssize_t written = write(channels[START].ends[1], &number, sizeof number);
    _exit(written == sizeof number ? 127 : 126);
}

/* ---- in the old one ---- */

/* The error of exec(), or 0 if all is well. */
static int start_error(const channel *start)
{
    int number = 0;
    ssize_t got;
    do {
        got = read(start->ends[0], &number, sizeof number);
    } while (got < 0 && errno == EINTR);
    return got == sizeof number ? number : 0;
}

/* Takes what has arrived; at the end, or after an error, the channel is closed. @return 0 or errno */
static int take(channel *from, xb_document *document)
{
    const int count = xb_document_add(document, from->ends[0]);
    if (count == -EINTR || count > 0)
        return 0;
    close_end(from, 0);
    return -count;
}

static int take_all(channel *channels, xb_document *const *documents)
{
    int problem = 0;
    while (!problem && (channels[OUTPUT].ends[0] >= 0 || channels[ERRORS].ends[0] >= 0)) {
        struct pollfd wanted[] = {{channels[OUTPUT].ends[0], POLLIN, 0},
                                  {channels[ERRORS].ends[0], POLLIN, 0}};
        if (poll(wanted, 2, -1) < 0) {
            problem = errno == EINTR ? 0 : errno;
            continue;
        }
        for (int i = OUTPUT; i <= ERRORS && !problem; i++)
            if (wanted[i].revents)
                problem = take(&channels[i], documents[i]);
    }
    return problem;
}

static void await(pid_t child, xb_process *process)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    process->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    process->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void xb_process_run(xb_process *process, const char *const *command, bool has_input)
{
    channel channels[CHANNELS];
    process->error = open_all(channels);
    const pid_t child = process->error ? -1 : fork();
    if (child == 0)
        become(command, channels, has_input);
    if (child < 0 && !process->error)
        process->error = errno;
    for (int i = 0; i < CHANNELS; i++)
        close_end(&channels[i], 1);
    if (child > 0) {
        xb_document *const documents[] = {&process->output, &process->errors};
        process->error = start_error(&channels[START]);
        process->started = process->error == 0;
        if (process->started)
            process->error = take_all(channels, documents);
        close_all(channels);
        await(child, process);
    }
    close_all(channels);
}

void xb_process_release(xb_process *process)
{
    xb_document_free(&process->output);
    xb_document_free(&process->errors);
    *process = (xb_process){0};
}
