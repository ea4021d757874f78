/*
 * The compiler runs in a temporary folder, where module files and the program go; sources are named by their
 * whole paths.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/document.h"
#include "base/places.h"
#include "base/text.h"
#include "languages/languages.h"
#include "verify/native/check.h"
#include "verify/native/internal.h"

enum { RUN_SECONDS = 300, COMPILE_SECONDS = 600 };

/* What calls of BLAS and LAPACK need beside the result: what is derived of these, and the libraries. */
static const char *const library_files[] = {"xaif_blas.f90", "xaif_lapack.f90"}, *const libraries[] = {
                                                                                     "-llapack", "-lblas"};
enum { LIBRARY_FILES = sizeof library_files / sizeof *library_files };

static const char program_name[] = "program", run_time_name[] = "xaif_tape.f90", said[] = "said.txt",
                  printed[] = "printed.txt";

/* A driver that is compiled and run. */
typedef struct running {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_check_settings *settings;
    xb_check_outcome *outcome;
    char *folder; /* owned */
    xb_status status;
} running;

static void fail(running *r, const char *hint, const char *what)
{
    if (!r->status)
        r->status = xb_error(r->diagnostics, XB_STATUS_FAILED, (xb_place){0}, hint, "%s", what);
}

/* A file from the temporary folder. */
static const char *text_of(const running *r, const char *name)
{
    xb_document document = {0};
    const char *text = "";
    if (xb_document_read(&document, xb_arena_format(r->arena, "%s/%s", r->folder, name)) == 0 &&
        document.text)
        text = xb_arena_copy_text(r->arena, document.text, document.length);
    xb_document_free(&document);
    return text;
}

static const char *whole_path(const running *r, const char *file)
{
    char *path = realpath(file, NULL);
    const char *copy = path ? xb_arena_format(r->arena, "%s", path) : file;
    free(path);
    return copy;
}

static void put_run_time(running *r)
{
    xb_text *text = xb_text_create(r->arena);
    size_t length = 0;
    xb_source_put_run_time(&xb_fortran_language, xb_text_output(text));
    const char *bytes = xb_text_join(text, &length);
    const int error = xb_native_write(r->arena, r->folder, run_time_name, bytes, length);
    if (error)
        fail(r, "temporary files are in the folder that TMPDIR names, or in /tmp",
             xb_arena_format(r->arena, "can't write what a compiler reads: %s", strerror(error)));
}

static void add(const running *r, xb_list *words, const char *word)
{
    xb_list_append(r->arena, words, (void *)word);
}

/* Folders that options name are seen from elsewhere. */
static void add_options(const running *r, xb_list *words)
{
    for (const char *const *option = r->settings->options; option && *option; option++) {
        const bool is_folder = (strcmp(*option, "-I") == 0 || strcmp(*option, "-J") == 0) && option[1];
        const bool is_pair =
            is_folder || ((strcmp(*option, "-D") == 0 || strcmp(*option, "-U") == 0) && option[1]);
        if (is_folder)
            add(r, words, xb_arena_format(r->arena, "-I%s", whole_path(r, option[1])));
        else if (is_pair)
            add(r, words, xb_arena_format(r->arena, "%s%s", *option, option[1]));
        else if (strncmp(*option, "-f", 2) == 0 || strcmp(*option, "-cpp") == 0)
            add(r, words, *option);
        option += is_pair;
    }
}

/* The file that a compiler writes for a source. */
static const char *object_of(const running *r, const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *dot = strrchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);
    return xb_arena_format(r->arena, "%s.o", xb_arena_copy_text(r->arena, name, length));
}

static xb_list begin_command(running *r)
{
    const char *command = NULL;
    const char *const *compiler = xb_native_compiler(r->arena, xb_native_language_of("fortran"),
                                                     r->settings->compiler, "-O1 -w", &command);
    xb_list words = {0};
    for (; *compiler; compiler++)
        add(r, &words, *compiler);
    add_options(r, &words);
    return words;
}

/* The result is compiled by itself, so that it shows whose fault it is. */
static const char *const *result_command(running *r)
{
    xb_list words = begin_command(r);
    add(r, &words, "-c");
    if (r->settings->has_tape)
        add(r, &words, run_time_name);
    add(r, &words, whole_path(r, r->settings->result));
    add(r, &words, NULL);
    return (const char *const *)words.items;
}

/* The folder that has a file of the run time, which is beside that of the schemas; NULL: it is not found. */
static const char *run_time_folder(const running *r, const char *file)
{
    const char *schemas = getenv("XAIFBOOSTER_SCHEMA_DIR");
    const char *const folders[] = {
        XB_RUNTIME_DIR, schemas ? xb_arena_format(r->arena, "%s/../runtime", schemas) : XB_RUNTIME_DIR};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (xb_native_exists(r->arena, folders[i], file))
            return folders[i];
    return NULL;
}

/* Files that are not found are left out: then the compiler says what is missing. */
static void add_library(running *r, xb_list *words)
{
    for (size_t i = 0; i < LIBRARY_FILES; i++) {
        const char *folder = run_time_folder(r, library_files[i]);
        if (folder)
            add(r, words, whole_path(r, xb_arena_format(r->arena, "%s/%s", folder, library_files[i])));
    }
}

static const char *const *driver_command(running *r)
{
    xb_list words = begin_command(r);
    if (r->settings->has_library)
        add_library(r, &words);
    add(r, &words, whole_path(r, r->settings->driver));
    add(r, &words, object_of(r, r->settings->result));
    if (r->settings->has_tape)
        add(r, &words, object_of(r, run_time_name));
    for (size_t i = 0; r->settings->has_library && i < sizeof libraries / sizeof *libraries; i++)
        add(r, &words, libraries[i]);
    add(r, &words, "-o");
    add(r, &words, program_name);
    add(r, &words, NULL);
    return (const char *const *)words.items;
}

/* @return whether the compiler takes it */
static bool compile(running *r, const char *const *command)
{
    const xb_native_end end =
        xb_native_execute(r->folder, command, NULL, printed, said, COMPILE_SECONDS, r->settings->stop);
    if (end.interrupted)
        fail(r, NULL, "the run was interrupted");
    else if (!end.started)
        fail(r,
             xb_arena_format(r->arena,
                             "install %s, or name another compiler: --compiler, or FC in the environment",
                             command[0]),
             xb_arena_format(r->arena, "can't run the compiler %s: %s", command[0], strerror(end.error)));
    return !r->status && end.status == 0;
}

static bool compile_result(running *r)
{
    if (compile(r, result_command(r)))
        return true;
    r->outcome->text = xb_arena_format(r->arena, "%s\nverdict: WRONG: the compiler does not take %s\n",
                                       text_of(r, said), r->settings->result);
    return false;
}

/* What would help where the driver is not compiled. @param text what the compiler says */
static const char *hint_for_driver(const char *text)
{
    if (strstr(text, "cannot find -l"))
        return "install LAPACK and BLAS: calls of these are differentiated by rules";
    if (strstr(text, "undefined reference"))
        return "what has no source is not linked: compile the driver by hand, with what it lacks";
    if (strstr(text, "not found in module") || strstr(text, "PRIVATE") || strstr(text, "is private"))
        return "what is private in a module can't be called from outside: --verify=native does without";
    return "compile it by hand, as its first lines say, or use --verify=native";
}

static bool compile_driver(running *r)
{
    if (compile(r, driver_command(r)) && xb_native_exists(r->arena, r->folder, program_name))
        return true;
    r->outcome->text = text_of(r, said);
    if (!r->status)
        r->status = xb_error(r->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = r->settings->driver},
                             hint_for_driver(r->outcome->text), "the compiler does not take the driver");
    return false;
}

static void execute(running *r)
{
    const char *const command[] = {xb_arena_format(r->arena, "./%s", program_name), NULL};
    const xb_native_end end =
        xb_native_execute(r->folder, command, NULL, printed, said, RUN_SECONDS, r->settings->stop);
    const char *text = text_of(r, printed);
    if (end.interrupted || !end.started) {
        fail(r, NULL, end.interrupted ? "the run was interrupted" : "can't run the compiled driver");
        return;
    }
    r->outcome->good = end.status == 0;
    const bool is_unclear = end.status == 2 && strstr(text, "verdict: unclear");
    if (is_unclear)
        r->status = xb_error(r->diagnostics, XB_STATUS_INVALID, (xb_place){.file = r->settings->driver},
                             "give x0 in a case file, or change the point in the driver and run it again",
                             "differences do not tell whether derivatives are right");
    const char *why = end.late     ? "runs too long"
                      : end.signal ? strsignal(end.signal)
                      : end.status > 2 || (end.status == 2 && !is_unclear) ||
                              (end.status == 1 && !strstr(text, "verdict: WRONG"))
                          ? xb_arena_format(r->arena, "ends with status %d", end.status)
                          : NULL;
    r->outcome->text = why ? xb_arena_format(r->arena, "%s%s\nverdict: WRONG: the driver is ended: %s\n",
                                             text, text_of(r, said), why)
                           : text;
}

static void work(void *argument)
{
    running *r = argument;
    if (r->settings->has_tape)
        put_run_time(r);
    if (!r->status && compile_result(r) && compile_driver(r))
        execute(r);
}

xb_status xb_check_run(xb_arena *arena, xb_diagnostics *diagnostics, const xb_check_settings *settings,
                       xb_check_outcome *outcome)
{
    running r = {.arena = arena, .diagnostics = diagnostics, .settings = settings, .outcome = outcome};
    *outcome = (xb_check_outcome){.text = ""};
    r.folder = xb_native_folder_create();
    if (!r.folder)
        return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){0},
                        "TMPDIR in the environment names another folder for it",
                        "can't make a temporary folder: %s", strerror(errno));
    if (!xb_protect(xb_arena_failure(arena), work, &r))
        r.status = XB_STATUS_FAILED;
    xb_native_folder_destroy(r.folder);
    return r.status;
}
