/*
 * The text is made while the program is at hand, and goes to its file when the result has gone to its own.
 */
#include "driver/checking.h"

#include <stdio.h>
#include <string.h>

#include "base/file_output.h"
#include "driver/interruption.h"
#include "languages/languages.h"

static xb_status refuse(const checking *work, const char *hint, const char *message)
{
    return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

const char *check_file_of(const command_line *line)
{
    const char *output = line->output, *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    const char *dot = strrchr(name, '.');
    const size_t length = dot && dot > name ? (size_t)(dot - output) : strlen(output);
    return xb_arena_format(line->arena, "%s_check.f90", xb_arena_copy_text(line->arena, output, length));
}

xb_status prepare_checking(checking *work)
{
    xb_status status = read_case(work->arena, work->diagnostics, &work->line->choices, &work->description);
    if (status)
        return status;
    work->description.integers = XB_CHECK_SIZE;
    work->file = work->line->check_file;
    return XB_STATUS_OK;
}

xb_status check_of_sources(const command_line *line, xb_diagnostics *diagnostics)
{
    const checking work = {.diagnostics = diagnostics};
    const bool is_fortran = xb_language_of(line->language, line->output) == &xb_fortran_language;
    const bool is_mode =
        line->mode && (strcmp(line->mode->name, "tangent") == 0 || strcmp(line->mode->name, "adjoint") == 0);
    if (line->picture)
        return refuse(&work, "leave one of them out",
                      "--check and --dot exclude each other: a picture can't be run");
    if (!line->reading.foreign || !is_fortran)
        return refuse(
            &work, "use --verify=native",
            "--check goes with sources in Fortran whose result is Fortran: its driver calls the original");
    if (!is_mode)
        return refuse(&work, "add --mode=tangent or --mode=adjoint",
                      "--check goes with tangent or adjoint code");
    if (xb_is_standard_output(line->output))
        return refuse(&work, "name a file, with -o FILE",
                      "the driver of --check stands beside the result, which goes to standard output");
    return XB_STATUS_OK;
}

/* What was chosen for the user is checked, too. */
static void name_chosen(checking *work)
{
    case_choices chosen = {.file = NULL};
    take_entry_settings(&chosen, &work->report->chosen);
    put_in_case(work->arena, &chosen, &work->description);
}

xb_status write_driver(checking *work, xb_program *program, const xb_source *form, xb_arena *lines)
{
    name_chosen(work);
    const xb_check_subject subject = {.program = program,
                                      .source = form,
                                      .lines = lines,
                                      .description = &work->description,
                                      .result = work->line->output,
                                      .driver = work->file};
    return xb_check_write(work->arena, work->diagnostics, &subject, &work->driver);
}

/* Files that a source includes are looked for beside it first. */
static void add_folders(const checking *work, xb_list *words)
{
    const xb_list *inputs = &work->line->reading.inputs;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *input = inputs->items[i], *slash = strrchr(input, '/');
        const size_t length = slash ? (size_t)(slash - input) + (slash == input) : 0;
        xb_list_append(work->arena, words, (void *)"-I");
        xb_list_append(work->arena, words,
                       (void *)(slash ? xb_arena_copy_text(work->arena, input, length) : "."));
    }
}

/* What the compiler has to be told of the source. */
static const char *const *options_of(const checking *work)
{
    const reading *read = &work->line->reading;
    xb_list words = {0};
    add_folders(work, &words);
    for (size_t i = 0; i < read->words.count; i++)
        xb_list_append(work->arena, &words, read->words.items[i]);
    for (size_t i = 0; i < read->inputs.count; i++) {
        const char *dot = strrchr(read->inputs.items[i], '.');
        if (dot && dot[1] == 'F') {
            xb_list_append(work->arena, &words, "-cpp");
            break;
        }
    }
    xb_list_append(work->arena, &words, NULL);
    return (const char *const *)words.items;
}

xb_status place_driver(checking *work)
{
    work->options = options_of(work);
    xb_file_error error = {0};
    xb_file_output *file = xb_file_output_open(work->file, &error);
    if (file) {
        xb_output_bytes(xb_file_output_stream(file), work->driver.text, work->driver.length);
        if (!xb_file_output_commit(file, &error))
            file = NULL;
    }
    if (!file)
        return xb_file_error_report(work->diagnostics, work->file, &error);
    xb_remark(work->diagnostics, (xb_place){0}, "the driver is in %s", work->file);
    if (work->driver.made_up)
        xb_remark(work->diagnostics, (xb_place){0},
                  "sizes that nobody says were taken to be %d: %s; a case file, --case=FILE, says them",
                  XB_CHECK_SIZE, work->driver.made_up);
    return XB_STATUS_OK;
}

xb_status run_driver(checking *work)
{
    const xb_check_settings settings = {.compiler = work->line->compiler,
                                        .options = work->options,
                                        .result = work->line->output,
                                        .driver = work->file,
                                        .has_tape = work->driver.has_tape,
                                        .has_library = work->driver.has_library,
                                        .stop = catch_interruptions()};
    xb_check_outcome outcome;
    xb_status status = xb_check_run(work->arena, work->diagnostics, &settings, &outcome);
    leave_interruptions();
    fputs(outcome.text, stderr);
    work->bad = !status && !outcome.good;
    return status;
}
