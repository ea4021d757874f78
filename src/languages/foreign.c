/*
 * The program is looked for where the environment says, else in a folder that the caller knows (programs that
 * were built but not installed stand beside each other), else where it is installed. Nothing that it does is
 * trusted: a signal, a status that no error explains, and success without a document are failures of its own,
 * and then what else it printed is shown.
 */
#include "languages/foreign.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/process.h"
#include "languages/reported.h"
#include "src/base/places.h"

static const char *const fortran_suffixes[] = {".f",   ".for", ".ftn", ".f90", ".f95", ".f03", ".f08", ".F",
                                               ".FOR", ".FTN", ".F90", ".F95", ".F03", ".F08", NULL};

static const xb_foreign_language languages[] = {{.id = "fortran",
                                                 .name = "Fortran",
                                                 .reader = "xaif-fortran",
                                                 .variable = "XAIFBOOSTER_FORTRAN_READER",
                                                 .package = "xaifbooster-fortran",
                                                 .library = "libflang-19-dev",
                                                 .suffixes = fortran_suffixes}};

enum { COUNT = sizeof languages / sizeof *languages };

const char *const xb_read_language_names[] = {"xaif", "fortran", NULL};

static bool has_suffix(const xb_foreign_language *language, const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL, *name = slash ? slash + 1 : file;
    const char *dot = name ? strrchr(name, '.') : NULL;
    for (const char *const *suffix = language->suffixes; dot && *suffix; suffix++)
        if (strcmp(dot, *suffix) == 0)
            return true;
    return false;
}

const xb_foreign_language *xb_foreign_language_of(const char *name, const char *file)
{
    for (size_t i = 0; i < COUNT; i++)
        if (name ? strcmp(languages[i].id, name) == 0 : has_suffix(&languages[i], file))
            return &languages[i];
    return NULL;
}

/* ---- the program ---- */

/* One run of it. */
typedef struct reading {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_foreign_source *source;
    const char *program;      /* its file */
    const char *const *words; /* the command, ended by NULL */
    xb_process process;       /* owned */
    xb_reported reported;
    xb_status status;
} reading;

/* The program in a folder; NULL: it is not there. */
static const char *program_in(const reading *work, const char *folder)
{
    const char *file =
        folder ? xb_arena_format(work->arena, "%s/%s", folder, work->source->language->reader) : NULL;
    return file && access(file, X_OK) == 0 ? file : NULL;
}

static xb_status find_program(reading *work)
{
    const xb_foreign_language *language = work->source->language;
    const char *named = getenv(language->variable);
    work->program = named && *named ? named : program_in(work, work->source->beside);
    if (!work->program)
        work->program = program_in(work, XB_READER_DIR);
    if (work->program)
        return XB_STATUS_OK;
    return xb_error(
        work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = work->source->files[0]},
        xb_arena_format(work->arena,
                        "on Debian, install the package %s; from sources, install %s, then say ./dev "
                        "install; or let %s name the program",
                        language->package, language->library, language->variable),
        "%s is read by %s, which is not installed", language->name, language->reader);
}

static void make_command(reading *work)
{
    const xb_foreign_source *source = work->source;
    const char **words =
        xb_arena_array(work->arena, source->option_count + source->file_count + 4, sizeof *words);
    size_t count = 0;
    words[count++] = work->program;
    words[count++] = "--diagnostics=json";
    for (size_t i = 0; i < source->option_count; i++)
        words[count++] = source->options[i];
    for (size_t i = 0; i < source->file_count; i++) {
        const char *file = source->files[i];
        const bool is_like_option = file[0] == '-' && file[1];
        words[count++] = is_like_option ? xb_arena_format(work->arena, "./%s", file) : file;
    }
    work->words = words;
}

static bool reads_input(const xb_foreign_source *source)
{
    for (size_t i = 0; i < source->file_count; i++)
        if (strcmp(source->files[i], "-") == 0)
            return true;
    return false;
}

/* ---- what came of it ---- */

static void show_chatter(const reading *work)
{
    for (size_t i = 0; i < XB_REPORTED_CHATTER && work->reported.chatter[i]; i++)
        xb_note(work->diagnostics, (xb_place){0}, "%s: %s", work->source->language->reader,
                work->reported.chatter[i]);
}

/* Of what is wrong with the program, and not with the sources. */
static xb_status blame(const reading *work, const char *what)
{
    xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = work->source->files[0]},
             "please report this source", "internal error: %s %s", work->source->language->reader, what);
    show_chatter(work);
    return XB_STATUS_FAILED;
}

static xb_status judge_start(const reading *work)
{
    const xb_process *process = &work->process;
    if (process->error == 0)
        return XB_STATUS_OK;
    return xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = work->source->files[0]},
                    process->started ? NULL : xb_arena_format(work->arena, "is %s a program?", work->program),
                    process->started ? "what %s writes can't be read: %s" : "can't run %s: %s", work->program,
                    strerror(process->error));
}

/* What it tells counts more than how it ends, but for signals. */
static xb_status judge_end(const reading *work)
{
    const xb_process *process = &work->process;
    if (process->signal)
        return blame(work, xb_arena_format(work->arena, "was ended by signal %d (%s)", process->signal,
                                           strsignal(process->signal)));
    if (work->reported.errors > 0)
        return work->reported.status;
    if (process->status != 0)
        return blame(
            work, xb_arena_format(work->arena, "ended with status %d, and did not say why", process->status));
    if (process->output.length == 0)
        return blame(work, "has written no document");
    if (work->reported.chatter[0]) {
        xb_warning(work->diagnostics, (xb_place){.file = work->source->files[0]}, NULL,
                   "%s has printed what is no diagnostic", work->source->language->reader);
        show_chatter(work);
    }
    return XB_STATUS_OK;
}

static void carry_out(void *argument)
{
    reading *work = argument;
    work->status = find_program(work);
    if (work->status)
        return;
    make_command(work);
    xb_process_run(&work->process, work->words, reads_input(work->source));
    work->status = judge_start(work);
    if (work->status)
        return;
    const xb_document *errors = &work->process.errors;
    work->reported = xb_report_again(work->arena, work->diagnostics, errors->text, errors->length);
    work->status = judge_end(work);
}

xb_status xb_foreign_read(xb_arena *arena, xb_diagnostics *diagnostics, const xb_foreign_source *source,
                          xb_document *document)
{
    reading work = {.arena = arena, .diagnostics = diagnostics, .source = source};
    const bool done = xb_protect(xb_arena_failure(arena), carry_out, &work);
    if (done && !work.status) {
        *document = work.process.output;
        work.process.output = (xb_document){0};
    }
    xb_process_release(&work.process);
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return work.status;
}
