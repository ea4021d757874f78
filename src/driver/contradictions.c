/*
 * Options that say how to verify need --verify; pictures are no XAIF; files must be apart.
 */
#include "driver/contradictions.h"

#include <string.h>

#include "driver/checking.h"
#include "driver/files.h"
#include "languages/languages.h"

static xb_status exclude(xb_diagnostics *diagnostics, const char *hint, const char *message)
{
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

static xb_status check_files(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    xb_vector files = {0};
    files_add_read(arena, &files, &line->catalogues, "a catalogue");
    files_add(arena, &files, line->choices.file, "the case", FILE_READ);
    files_add_read(arena, &files, &line->reading.inputs, line->reading.foreign ? "a source" : "the document");
    if (!line->input)
        files_add(arena, &files, "-", line->reading.foreign ? "a source" : "the document", FILE_READ);
    files_add(arena, &files, line->output ? line->output : "-", "the output", FILE_WRITTEN);
    files_add(arena, &files, line->header, "the header", FILE_WRITTEN);
    files_add(arena, &files, line->check_file, "the driver", FILE_WRITTEN);
    files_add(arena, &files, line->metrics_file, "the metrics", FILE_WRITTEN);
    files_add(arena, &files, line->verdict_file, "the verdict", FILE_WRITTEN);
    for (size_t i = 0; i < line->dumps.count; i++) {
        const xb_dump *dump = (const xb_dump *)line->dumps.items + i;
        files_add(arena, &files, dump->file, xb_arena_format(arena, "the dump after %s", dump->after),
                  FILE_WRITTEN);
    }
    words_add_files(&line->command, &files);
    return files_check(diagnostics, &files);
}

/* The setting of a name; NULL: there is none. */
static const xb_setting *setting_of(const command_line *line, const char *name)
{
    const xb_setting *settings = line->settings.items;
    for (size_t i = 0; i < line->settings.count; i++)
        if (strcmp(settings[i].name, name) == 0)
            return &settings[i];
    return NULL;
}

static bool is_set(const command_line *line, const char *name)
{
    return setting_of(line, name);
}

/* The option that says how to drive the program, and nothing else by that; NULL: there is none. */
static const char *driving_option(const command_line *line)
{
    const case_choices *choices = &line->choices;
    if (choices->file && !line->check)
        return "case";
    if (choices->draws)
        return "points";
    if (choices->seed && !line->check)
        return "seed";
    return choices->entry && !line->mode && !is_set(line, "jacobian") && !choices->independents &&
                   !choices->dependents
               ? "entry"
               : NULL;
}

/* Options of other languages than XAIF. */
static xb_status check_writing(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    const xb_source_language *language = xb_language_of(line->language, line->output);
    if (!line->language && !line->picture && xb_language_is_other(line->output))
        return exclude(
            diagnostics,
            "say what it is by --to, or let its name end in .f90, .F90, .f95, .f03, .f08 or .f for "
            "Fortran, in .c for C",
            xb_arena_format(arena, "%s is the name of a source that is not written", line->output));
    if (language == &xb_c_language && line->tape_is_variable)
        return exclude(diagnostics, "leave out --tape-context", "in C, the tape is an argument");
    if (line->writing_given && !language)
        return exclude(
            diagnostics, "name the language: --to=fortran, or --to=c",
            xb_arena_format(arena, "--%s has no effect where XAIF is written", line->writing_given));
    return XB_STATUS_OK;
}

/* The source stays where it is. */
static xb_status check_apart(xb_diagnostics *diagnostics, const command_line *line)
{
    const bool is_fortran = xb_language_of(line->language, line->output) == &xb_fortran_language;
    if (!line->reading.foreign || !is_fortran || line->picture)
        return exclude(diagnostics, "leave it out",
                       "--only-derived goes with sources in Fortran whose result is Fortran");
    if (line->check)
        return exclude(
            diagnostics, "leave one of them out",
            "--check and --only-derived exclude each other: its driver takes the result for all there is");
    return XB_STATUS_OK;
}

static bool is_mode(const command_line *line, const char *name)
{
    return line->mode && strcmp(line->mode->name, name) == 0;
}

/* Code does not depend on what is asked for, but for Jacobians and for what finds out what is active. */
static void warn_of_idle_names(xb_diagnostics *diagnostics, const command_line *line)
{
    const char *given = line->choices.independents ? "independents" : "dependents";
    const xb_setting *activity = setting_of(line, "activity");
    const bool is_computed = activity && strcmp(activity->value, "document") != 0;
    const bool is_used = line->verify || line->check || is_set(line, "jacobian") || is_computed;
    if ((!line->choices.independents && !line->choices.dependents) || is_used)
        return;
    if (!is_mode(line, "tangent") && !is_mode(line, "adjoint"))
        return;
    xb_warning(diagnostics, (xb_place){0},
               "say --activity=computed to differentiate only what lies between them",
               "--%s has no effect on code without --activity", given);
}

static void warn_of_idle_options(xb_diagnostics *diagnostics, const command_line *line)
{
    warn_of_idle_names(diagnostics, line);
    if (is_mode(line, "adjoint") && line->algorithms.count == 0 && is_set(line, "routine-suffix"))
        xb_warning(diagnostics, (xb_place){0}, "--motion-suffixes says how names of adjoint routines end",
                   "--routine-suffix has no effect in reverse mode");
    if (xb_language_of(line->language, line->output) && is_set(line, "name-prefix"))
        xb_warning(diagnostics, (xb_place){0},
                   "leave it out: prefixes of names that are made are not written",
                   "--name-prefix has no effect in Fortran and C");
}

xb_status check_contradictions(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    const char *driving = driving_option(line);
    if (!line->verify && driving)
        return exclude(diagnostics, "add --verify",
                       xb_arena_format(arena, "--%s has no effect without --verify", driving));
    if (!line->verify && (line->verdict_file || line->verdict_format_given))
        return exclude(diagnostics, "add --verify",
                       xb_arena_format(arena, "%s is given, but there is no verdict without --verify",
                                       line->verdict_file ? "--verdict" : "--verdict-format"));
    if (!line->verify && !line->check && line->compiler)
        return exclude(diagnostics, "add --verify=native", "--compiler has no effect without --verify");
    if (line->picture && line->validate_output)
        return exclude(diagnostics, "leave one of them out",
                       "--dot and --validate of the output exclude each other: a picture is no XAIF");
    const xb_source_language *language = xb_language_of(line->language, line->output);
    if (line->header && (line->picture || !language || !language->has_headers))
        return exclude(diagnostics, "write C: --to=c, or -o FILE.c",
                       "--header goes with C, and the output is something else");
    xb_status status = check_writing(arena, diagnostics, line);
    if (!status && line->writing.only_derived)
        status = check_apart(diagnostics, line);
    if (!status && line->check)
        status = check_of_sources(line, diagnostics);
    if (!status)
        warn_of_idle_options(diagnostics, line);
    return status ? status : check_files(arena, diagnostics, line);
}
