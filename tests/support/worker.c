/*
 * Runs the programs many times in one process. Tests start them tens of thousands of times, mostly on small
 * documents, and most of the time of such a run is that of a new process: loading, linking, clearing memory.
 *
 * Standard input is one end of a pair of sockets. A job is a line with the number of words, and the words,
 * the first of them the program's name, each with a zero at its end; the answer is a line with the exit
 * status. Programs find nothing on standard input, and write where this process does. Whoever asks for jobs
 * empties these files between them: see tests/worker.py.
 *
 * What the programs keep between runs is what the library keeps: nothing. Where leaks are looked for, which
 * takes longer than most jobs, they are after the first job and then after every few, and end the process as
 * they would end the program: that of the last job, or one of those before it, which is seen in processes of
 * their own (XB_NO_WORKER).
 */
#include "tests/support/worker.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

enum { MOST_WORDS = 10000, LEAKING = 23, UNKNOWN_PROGRAM = 127, JOBS_A_CHECK = 16 };

typedef struct job {
    int count;
    char **words; /* owned, as are the words; NULL after the last */
} job;

static void release(job *self)
{
    for (int i = 0; i < self->count; i++)
        free(self->words[i]);
    free(self->words);
    *self = (job){0};
}

static bool read_word(FILE *from, char **word)
{
    size_t size = 0;
    *word = NULL;
    return getdelim(word, &size, '\0', from) > 0;
}

static bool read_job(FILE *from, job *self)
{
    char line[16];
    if (!fgets(line, sizeof line, from))
        return false;
    long count = strtol(line, NULL, 10);
    if (count < 1 || count > MOST_WORDS)
        return false;
    self->words = calloc((size_t)count + 1, sizeof *self->words);
    bool whole = self->words != NULL;
    while (whole && self->count < count)
        whole = read_word(from, &self->words[self->count++]);
    return whole;
}

/* Programs may change the table of their words, so that they get one of their own. */
static int perform(const job *self)
{
    int status = UNKNOWN_PROGRAM;
    char **words = calloc((size_t)self->count + 1, sizeof *words);
    if (!words)
        return status;
    memcpy(words, self->words, (size_t)self->count * sizeof *words);
    const char *slash = strrchr(words[0], '/'), *name = slash ? slash + 1 : words[0];
    if (strcmp(name, "xaifbooster") == 0)
        status = xaifbooster_main(self->count, words);
    else if (strcmp(name, "xaif-run") == 0)
        status = xaif_run_main(self->count, words);
    free(words);
    fflush(NULL);
    return status;
}

static bool leaks(void)
{
#ifdef __SANITIZE_ADDRESS__
    return __lsan_do_recoverable_leak_check() != 0;
#else
    return false;
#endif
}

/* Standard input becomes empty; returns what it was. */
static int take_jobs_aside(void)
{
    int jobs = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), nothing = open("/dev/null", O_RDONLY);
    if (jobs < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
        return -1;
    close(nothing);
    return jobs;
}

int main(void)
{
    int jobs = take_jobs_aside();
    FILE *from = jobs < 0 ? NULL : fdopen(jobs, "r");
    if (!from)
        return EXIT_FAILURE;
    job next = {0};
    for (unsigned long done = 0; read_job(from, &next); done++) {
        char answer[16];
        int status = perform(&next);
        release(&next);
        if (done % JOBS_A_CHECK == 0 && leaks())
            _exit(LEAKING);
        int length = snprintf(answer, sizeof answer, "%d\n", status);
        if (write(jobs, answer, (size_t)length) != length)
            break;
    }
    release(&next);
    fclose(from);
    return EXIT_SUCCESS;
}
