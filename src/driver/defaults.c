/*
 * Names of files are those that users of other tools for Fortran know: NAME_b for adjoint code, NAME_d for
 * tangent code.
 */
#include "driver/defaults.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_output.h"
#include "languages/languages.h"
#include "verify/cases/case.h"

/* Modes that have such names, and for which is found out what is active. */
static const struct {
    const char *mode, *mark;
} marks[] = {{"tangent", "_d"}, {"adjoint", "_b"}};

static const char *mark_of(const command_line *line)
{
    for (size_t i = 0; line->mode && i < sizeof marks / sizeof *marks; i++)
        if (strcmp(marks[i].mode, line->mode->name) == 0)
            return marks[i].mark;
    return NULL;
}

/* What is derived of a source in fixed form is written in a form that is right in both. */
static bool reads_fixed_form(const command_line *line)
{
    const reading *self = &line->reading;
    const char *first = self->inputs.count > 0 ? self->inputs.items[0] : NULL;
    return self->form ? strcmp(self->form, "fixed") == 0 : xb_language_is_fixed(first);
}

/* What is derived of sources in free form that go through the preprocessor has their lines, and has to, too.
 */
static bool reads_macros(const command_line *line)
{
    const xb_list *inputs = &line->reading.inputs;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *dot = strrchr(inputs->items[i], '.');
        if (dot && (strncmp(dot, ".F9", 3) == 0 || strncmp(dot, ".F0", 3) == 0))
            return true;
    }
    return false;
}

static const char *suffix_of(const command_line *line)
{
    const xb_source_language *language = xb_language_of(line->language, NULL);
    if (!line->language || language == &xb_fortran_language) {
        if (reads_fixed_form(line))
            return ".f";
        if (reads_macros(line))
            return ".F90";
    }
    return language ? language->suffixes[0] : line->language ? ".xaif" : xb_fortran_language.suffixes[0];
}

static const char *value_given(const command_line *line, const char *name)
{
    const xb_setting *settings = line->settings.items;
    for (size_t i = 0; i < line->settings.count; i++)
        if (strcmp(settings[i].name, name) == 0)
            return settings[i].value;
    return NULL;
}

/* Whether a case needs nothing of a program but the routine that it drives. It is read again later, which
 * only a plain file can be. */
static bool is_about_entry(const command_line *line)
{
    struct stat what;
    xb_case description;
    if (stat(line->choices.file, &what) || !S_ISREG(what.st_mode))
        return false;
    xb_case_init(&description);
    return !xb_case_read(line->arena, xb_diagnostics_create(line->arena), line->choices.file, &description) &&
           !description.has_globals && description.setup.count == 0 && description.shorten.count == 0 &&
           description.initial.count == 0 && description.markers.count == 0 &&
           description.externals.count == 0 && description.association.count == 0;
}

/* What the routine does not need is not read, and so is not refused. A case may need other routines, too. */
static void settle_entry(command_line *line)
{
    const char *entry = value_given(line, "entry");
    if (line->choices.file && !(entry && is_about_entry(line)))
        xb_list_append(line->arena, &line->reading.words, "--all");
    else if (entry)
        xb_list_append(line->arena, &line->reading.words, xb_arena_format(line->arena, "--entry=%s", entry));
}

/* Activity is computed unless the user says otherwise; names that it needs are chosen. What a routine without
 * source does to derivatives is not guessed. */
static void settle_activity(command_line *line)
{
    if (!mark_of(line) || line->algorithms.count > 0)
        return;
    if (!value_given(line, "activity"))
        *(xb_setting *)xb_vector_push(line->arena, &line->settings, sizeof(xb_setting)) =
            (xb_setting){"activity", "computed"};
    if (!value_given(line, "black-box"))
        *(xb_setting *)xb_vector_push(line->arena, &line->settings, sizeof(xb_setting)) =
            (xb_setting){"black-box", "error"};
    line->chooses_names = xb_settings_compute_activity(line->settings.items, line->settings.count);
}

static xb_status settle_folder(command_line *line, xb_diagnostics *diagnostics)
{
    const char *output = line->output;
    if (!line->output_folder)
        return XB_STATUS_OK;
    if (xb_is_standard_output(output))
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name a file, with -o FILE",
                        "there is no file for --output-folder: the result goes to standard output");
    const char *slash = line->usual_output ? strrchr(output, '/') : NULL;
    if (slash)
        output = slash + 1;
    if (output[0] != '/')
        line->output = xb_arena_format(line->arena, "%s/%s", line->output_folder, output);
    line->usual_output = line->usual_output ? line->output : NULL;
    return XB_STATUS_OK;
}

/* Sources stand in the result as they are. */
static void warn_of_macros(const command_line *line, xb_diagnostics *diagnostics)
{
    const bool is_fortran = xb_language_of(line->language, line->output) == &xb_fortran_language;
    const char *dot = line->output ? strrchr(line->output, '.') : NULL;
    if (mark_of(line) && is_fortran && !line->picture && dot && islower((unsigned char)dot[1]) &&
        reads_macros(line))
        xb_warning(diagnostics, (xb_place){.file = line->output},
                   "let its name end in .F90, or compile it with -cpp",
                   "the result has the directives of the preprocessor that its sources have");
}

xb_status settle_defaults(command_line *line, xb_diagnostics *diagnostics)
{
    const char *mark = mark_of(line);
    if (line->reading.foreign) {
        settle_activity(line);
        settle_entry(line);
        if (!line->output && !line->picture && mark)
            line->usual_output = line->output = name_beside(&line->reading, mark, suffix_of(line));
        if (!line->language && !line->picture && xb_is_standard_output(line->output))
            line->language = xb_fortran_language.id;
        warn_of_macros(line, diagnostics);
    }
    return settle_folder(line, diagnostics);
}
