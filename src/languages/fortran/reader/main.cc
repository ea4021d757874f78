/*
 * xaif-fortran: from Fortran to XAIF. See usage below; xaifbooster starts it for inputs in Fortran.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "llvm/Support/ErrorHandling.h"

#include "session.h"

#include "base/diagnostic_text.h"
#include "base/file_output.h"
#include "base/text.h"
#include "languages/xaif/writer.h"

using reader::Options;
using reader::Session;

namespace
{

const char usage[] = "Usage: xaif-fortran [OPTION]... FILE...\n"
                     "Reads Fortran, and writes XAIF with all that programs that write Fortran need.\n"
                     "\n"
                     "  -o FILE                  write there instead of to standard output\n"
                     "  --entry=NAME             only this routine, if there is one, and all that it needs\n"
                     "  --all                    all routines, though a directive says which one is meant\n"
                     "  --form=free|fixed        the form of all files; by default that of their suffixes\n"
                     "  --diagnostics=text|json  how to report what is wrong\n"
                     "  -I FOLDER                where to look for what is included, and for modules\n"
                     "  -J FOLDER                where to look for modules\n"
                     "  -D NAME[=VALUE], -U NAME for the preprocessor\n"
                     "  -fdefault-real-8, -fdefault-integer-8, -fdefault-double-8\n"
                     "  -ffixed-line-length-N    columns of lines in fixed form; none or 0: all count\n"
                     "  --help, --version\n";

bool begins(const char *text, const char *with)
{
    return std::strncmp(text, with, std::strlen(with)) == 0;
}

int wrong(const char *format, const char *argument)
{
    std::fprintf(stderr, "xaif-fortran: error: ");
    std::fprintf(stderr, format, argument);
    std::fprintf(stderr, "\n");
    return XB_STATUS_USAGE;
}

/* The value of an option that is joined to its letter, or the next argument. */
const char *value_of(int argc, char **argv, int *i)
{
    return argv[*i][2] ? argv[*i] + 2 : *i + 1 < argc ? argv[++*i] : "";
}

void define(Options &options, const std::string &text)
{
    size_t sign = text.find('=');
    options.macros.emplace_back(
        text.substr(0, sign),
        std::optional<std::string>(sign == std::string::npos ? "1" : text.substr(sign + 1)));
}

/* @return 0, or a status to end with; -1: all is done */
int take_option(Options &o, int argc, char **argv, int *i)
{
    const char *a = argv[*i];
    if (begins(a, "-I"))
        o.folders.push_back(value_of(argc, argv, i));
    else if (begins(a, "-J"))
        o.modules.push_back(value_of(argc, argv, i));
    else if (begins(a, "-D"))
        define(o, value_of(argc, argv, i));
    else if (begins(a, "-U"))
        o.macros.emplace_back(value_of(argc, argv, i), std::nullopt);
    else if (begins(a, "-o"))
        o.output = value_of(argc, argv, i);
    else if (begins(a, "--entry="))
        o.entry = a + 8;
    else if (std::strcmp(a, "--all") == 0)
        o.is_whole = true;
    else if (std::strcmp(a, "--form=free") == 0)
        o.is_free = true;
    else if (std::strcmp(a, "--form=fixed") == 0)
        o.is_fixed = true;
    else if (std::strcmp(a, "--diagnostics=json") == 0)
        o.json = true;
    else if (std::strcmp(a, "--diagnostics=text") == 0)
        o.json = false;
    else if (std::strcmp(a, "-fdefault-real-8") == 0)
        o.long_reals = true;
    else if (std::strcmp(a, "-fdefault-integer-8") == 0)
        o.long_integers = true;
    else if (std::strcmp(a, "-fdefault-double-8") == 0)
        o.long_doubles = true;
    else if (begins(a, "-ffixed-line-length-"))
        o.fixed_columns = std::strcmp(a + 20, "none") == 0 ? 0 : std::atoi(a + 20);
    else if (begins(a, "-ffree-line-length-"))
        return 0;
    else
        return wrong("unknown option %s", a);
    return 0;
}

int take_options(Options &o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--help") == 0) {
            std::fputs(usage, stdout);
            return -1;
        }
        if (std::strcmp(argv[i], "--version") == 0) {
            std::puts("xaif-fortran");
            return -1;
        }
        if (argv[i][0] != '-' || !argv[i][1]) {
            o.files.push_back(argv[i]);
            continue;
        }
        int status = take_option(o, argc, argv, &i);
        if (status)
            return status;
    }
    return o.files.empty() ? wrong("no file is named%s", "") : 0;
}

/* ---- diagnostics ----------------------------------------------------------------------------------------
 */

std::string text_of(const xb_diagnostic *diagnostic, xb_arena *arena, bool json)
{
    xb_text *text = xb_text_create(arena);
    xb_diagnostic_look look = {};
    look.program = "xaif-fortran";
    (json ? xb_diagnostic_json : xb_diagnostic_put)(xb_text_output(text), diagnostic, &look);
    size_t length;
    const char *bytes = xb_text_join(text, &length);
    std::string result(bytes, length);
    return length && bytes[length - 1] != '\n' ? result + '\n' : result;
}

void show(const xb_diagnostics *diagnostics, xb_arena *arena, bool json)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        const std::string text = text_of(xb_diagnostics_at(diagnostics, i), arena, json);
        std::fwrite(text.data(), 1, text.size(), stderr);
    }
}

/* ---- memory that runs out -------------------------------------------------------------------------------
 */

/* What is said then, when there is none to make it; flang and LLVM do not return from where it happens. */
std::string last_words;

void prepare_last_words(const Options &options)
{
    xb_failure *failure = xb_failure_create();
    xb_arena *arena = xb_arena_create(failure);
    xb_diagnostics *diagnostics = xb_diagnostics_create(arena);
    xb_place place = {};
    place.file = options.files.back().c_str();
    xb_error(diagnostics, XB_STATUS_FAILED, place, "raise the limit of memory, or read less at once",
             "out of memory");
    last_words = text_of(xb_diagnostics_at(diagnostics, 0), arena, options.json);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

[[noreturn]] void end_without_memory()
{
    const ssize_t written = ::write(STDERR_FILENO, last_words.data(), last_words.size());
    (void)written;
    std::_Exit(XB_STATUS_FAILED);
}

void end_for_llvm(void *, const char *, bool)
{
    end_without_memory();
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

struct Task {
    const Options *options;
    xb_failure *failure;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_status status;
};

void write(Task *task, const xb_program *program)
{
    xb_file_error error = {};
    const char *path = task->options->output.empty() ? nullptr : task->options->output.c_str();
    xb_file_output *file = xb_file_output_open(path, &error);
    if (file && xb_write(program, xb_file_output_stream(file), nullptr) == XB_STATUS_OK) {
        if (!xb_file_output_commit(file, &error))
            task->status = xb_file_error_report(task->diagnostics, path, &error);
        return;
    }
    if (file)
        xb_file_output_discard(file);
    else
        task->status = xb_file_error_report(task->diagnostics, path, &error);
}

void run(void *argument)
{
    Task *task = static_cast<Task *>(argument);
    Session session{*task->options, task->arena, task->diagnostics};
    xb_source *source = session.read();
    xb_program *program = nullptr;
    if (source && xb_diagnostics_errors(task->diagnostics) == 0)
        xb_source_to_program(source, task->failure, task->diagnostics, &program);
    if (program && xb_diagnostics_errors(task->diagnostics) == 0) {
        session.describe(program);
        write(task, program);
    }
    xb_program_destroy(program);
}

/* flang goes as deep as expressions and constructs do, and takes much of the stack for each of them. */
constexpr size_t STACK = size_t(1) << 30;

/* What goes on in a thread with a large stack. */
struct Work {
    Task *task;
    bool done; /* memory did not run out */
};

void *protect(void *argument)
{
    Work *work = static_cast<Work *>(argument);
    work->done = xb_protect(work->task->failure, run, work->task);
    return nullptr;
}

/* Does it in a thread, or where there is no room for one, in this one. @return whether memory was enough */
bool run_deep(Task *task)
{
    Work work = {task, false};
    pthread_attr_t attributes;
    pthread_t thread;
    bool is_started = pthread_attr_init(&attributes) == 0 &&
                      pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                      pthread_create(&thread, &attributes, protect, &work) == 0;
    if (is_started)
        pthread_join(thread, nullptr);
    else
        protect(&work);
    return work.done;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    int status = take_options(options, argc, argv);
    if (status)
        return status < 0 ? 0 : status;
    prepare_last_words(options);
    std::set_new_handler(end_without_memory);
    llvm::install_bad_alloc_error_handler(end_for_llvm);
    xb_failure *failure = xb_failure_create();
    xb_arena *arena = xb_arena_create(failure);
    Task task = {&options, failure, arena, xb_diagnostics_create(arena), XB_STATUS_OK};
    if (!run_deep(&task))
        end_without_memory();
    show(task.diagnostics, arena, options.json);
    xb_status worst = xb_diagnostics_status(task.diagnostics);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
    return worst ? worst : task.status;
}
