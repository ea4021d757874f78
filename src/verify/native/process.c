/*
 * A process that is started is the leader of a group, which is ended with it, so that nothing of what a
 * compiler starts goes on. Between fork() and exec() only what is safe in handlers of signals is called. That
 * a process has ended is asked for at intervals, since a signal that is caught has to end the wait, too.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "verify/native/internal.h"

/* ---- folders ---- */

char *xb_native_folder_create(void)
{
    static const char name[] = "/xaifbooster-native-XXXXXX";
    const char *within = getenv("TMPDIR");
    if (!within || !*within)
        within = "/tmp";
    const size_t length = strlen(within) + sizeof name;
    char *folder = malloc(length);
    if (!folder)
        return NULL;
    snprintf(folder, length, "%s%s", within, name);
    if (mkdtemp(folder))
        return folder;
    const int number = errno;
    free(folder);
    errno = number;
    return NULL;
}

/* Compilers make no folders in it. */
void xb_native_folder_destroy(char *folder)
{
    if (!folder)
        return;
    DIR *directory = opendir(folder);
    const int descriptor = directory ? dirfd(directory) : -1;
    for (const struct dirent *entry = directory ? readdir(directory) : NULL; entry;
         entry = readdir(directory))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(descriptor, entry->d_name, 0);
    if (directory)
        closedir(directory);
    rmdir(folder);
    free(folder);
}

int xb_native_write(xb_arena *arena, const char *folder, const char *name, const char *text, size_t length)
{
    FILE *file = fopen(xb_arena_format(arena, "%s/%s", folder, name), "w");
    if (!file)
        return errno;
    int error = length == 0 || fwrite(text, 1, length, file) == length ? 0 : errno;
    if (fclose(file) != 0 && !error)
        error = errno;
    return error;
}

bool xb_native_exists(xb_arena *arena, const char *folder, const char *name)
{
    return access(xb_arena_format(arena, "%s/%s", folder, name), F_OK) == 0;
}

/* ---- processes ---- */

/* What only this process can do to itself. @return 0 or errno */
static int settle(const char *folder, const char *input, const char *output, const char *errors,
                  unsigned seconds)
{
    const struct rlimit none = {0, 0}, time = {seconds, seconds + 1};
    const struct rlimit file = {(rlim_t)1 << 31, (rlim_t)1 << 31};
    setpgid(0, 0);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_FSIZE, &file);
    if (chdir(folder) != 0)
        return errno;
    const int in = open(input ? input : "/dev/null", O_RDONLY);
    const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || err < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(err, STDERR_FILENO) < 0)
        return errno;
    return 0;
}

/* Signals are as they were at first, but for those that are blocked. */
static void forget_handlers(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Waits until a process ends, or ends it. */
static void await(pid_t process, unsigned seconds, const volatile sig_atomic_t *stop, xb_native_end *end)
{
    const double last = now() + seconds;
    struct timespec pause = {0, 200000};
    int status = 0;
    for (;;) {
        const pid_t found = waitpid(process, &status, WNOHANG);
        if (found == process || (found < 0 && errno != EINTR))
            break;
        end->interrupted = stop && *stop;
        end->late = !end->interrupted && now() > last;
        if (end->interrupted || end->late) {
            kill(-process, SIGKILL);
            while (waitpid(process, &status, 0) < 0 && errno == EINTR)
                continue;
            break;
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 10000000 ? pause.tv_nsec * 3 / 2 : pause.tv_nsec;
    }
    end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    end->late = end->late || end->signal == SIGXCPU;
}

/* The error of exec() comes through a pipe that is closed by it. */
xb_native_end xb_native_execute(const char *folder, const char *const *command, const char *input,
                                const char *output, const char *errors, unsigned seconds,
                                const volatile sig_atomic_t *stop)
{
    xb_native_end end = {.status = -1};
    int channel[2];
    if (pipe(channel) != 0) {
        end.error = errno;
        return end;
    }
    fcntl(channel[1], F_SETFD, FD_CLOEXEC);
    const pid_t process = fork();
    if (process == 0) {
        forget_handlers();
        int number = settle(folder, input, output, errors, seconds);
        if (number == 0) {
            execvp(command[0], (char *const *)(uintptr_t)command);
            number = errno;
        }
        const ssize_t written = write(channel[1], &number, sizeof number);
        _exit(written == sizeof number ? 127 : 126);
    }
    if (process < 0)
        end.error = errno;
    close(channel[1]);
    if (process > 0) {
        setpgid(process, process);
        ssize_t got;
        do {
            got = read(channel[0], &end.error, sizeof end.error);
        } while (got < 0 && errno == EINTR);
        end.started = got == 0;
        await(process, seconds, stop, &end);
    }
    close(channel[0]);
    return end;
}
