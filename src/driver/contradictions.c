/*
 * Options that say how to verify need --verify; pictures are no XAIF; files must be apart.
 */
#include "driver/contradictions.h"

#include <string.h>

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
    files_add(arena, &files, line->input ? line->input : "-", "the document", FILE_REPLACEABLE);
    files_add(arena, &files, line->output ? line->output : "-", "the output", FILE_RESULT);
    files_add(arena, &files, line->header, "the header", FILE_WRITTEN);
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

static bool is_set(const command_line *line, const char *name)
{
    const xb_setting *settings = line->settings.items;
    for (size_t i = 0; i < line->settings.count; i++)
        if (strcmp(settings[i].name, name) == 0)
            return true;
    return false;
}

/* Whether it is said how to drive the program, and nothing else by that. */
static bool drives(const command_line *line)
{
    const case_choices *choices = &line->choices;
    if (choices->file || choices->seed || choices->draws)
        return true;
    return choices->entry && !line->mode && !is_set(line, "jacobian") && !choices->independents &&
           !choices->dependents;
}

/* Whether a name is that of a source in a language, or in a form of one, that is not written. */
static bool is_other_source(const char *file)
{
    static const char *const suffixes[] = {".f",   ".for", ".ftn", ".F",   ".F90", ".F95", ".F03",
                                           ".F08", ".cc",  ".cpp", ".cxx", ".h",   ".hpp", ".C"};
    const char *dot = file ? strrchr(file, '.') : NULL;
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(dot, suffixes[i]) == 0)
            return true;
    return false;
}

/* Options of other languages than XAIF. */
static xb_status check_writing(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    const xb_source_language *language = xb_language_of(line->language, line->output);
    if (!line->language && is_other_source(line->output))
        return exclude(
            diagnostics, "give a name that ends in .f90 or .c, or say what it is by --to",
            xb_arena_format(arena, "'%s' is no name of Fortran in free form, of C or of XAIF", line->output));
    if (language == &xb_c_language && line->tape_is_variable)
        return exclude(diagnostics, "leave out --tape-context", "in C, the tape is an argument");
    if (line->writing_given && !language)
        return exclude(diagnostics, "name the language: --to=fortran, or --to=c",
                       "it is said how code is written that compilers take, but the output is XAIF");
    return XB_STATUS_OK;
}

xb_status check_contradictions(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    if (!line->verify && drives(line))
        return exclude(diagnostics, "add --verify",
                       "how to drive the program is said, but it is not to be verified");
    if (!line->verify && (line->verdict_file || line->verdict_format_given))
        return exclude(diagnostics, "add --verify",
                       xb_arena_format(arena, "%s is given, but there is no verdict without --verify",
                                       line->verdict_file ? "--verdict" : "--verdict-format"));
    if (!line->verify && line->compiler)
        return exclude(diagnostics, "add --verify=native",
                       "a compiler is named, but nothing is to be compiled");
    if (line->picture && line->validate_output)
        return exclude(diagnostics, "leave one of them out",
                       "--dot and --validate of the output exclude each other: a picture is no XAIF");
    const xb_source_language *language = xb_language_of(line->language, line->output);
    if (line->header && (line->picture || !language || !language->has_headers))
        return exclude(diagnostics, "write C: --to=c, or -o FILE.c",
                       "--header goes with C, and the output is something else");
    xb_status status = check_writing(arena, diagnostics, line);
    return status ? status : check_files(arena, diagnostics, line);
}
