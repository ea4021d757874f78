/*
 * A list of the files that are written, each with the option that names it, is searched for pairs: there are
 * as many as options were given.
 */
#include "driver/contradictions.h"

#include <string.h>
#include <sys/stat.h>

#include "driver/standard_input.h"

/* A file that is to be written. */
typedef struct written {
    const char *file, *what;
} written;

static xb_status exclude(xb_diagnostics *diagnostics, const char *hint, const char *message)
{
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

static void add_file(xb_arena *arena, xb_vector *files, const char *file, const char *what)
{
    if (file && strcmp(file, "-") != 0)
        *(written *)xb_vector_push(arena, files, sizeof(written)) = (written){file, what};
}

/* Whether two names are those of one file. */
static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* What is written must not be what is read, except that the output may take the place of the document. */
static xb_status check_overwritten(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line,
                                   const written *file)
{
    xb_vector read = {0};
    if (file->file != line->output)
        add_file(arena, &read, line->input, "the document");
    for (size_t i = 0; i < line->catalogues.count; i++)
        add_file(arena, &read, line->catalogues.items[i], "a catalogue");
    add_file(arena, &read, line->choices.file, "the case");
    const written *all = read.items;
    for (size_t i = 0; i < read.count; i++)
        if (is_same(file->file, all[i].file))
            return exclude(
                diagnostics, "write to another file",
                xb_arena_format(arena, "%s would overwrite %s, %s", file->what, all[i].what, file->file));
    return XB_STATUS_OK;
}

static xb_status check_files(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    xb_vector files = {0};
    add_file(arena, &files, line->output, "the output");
    add_file(arena, &files, line->metrics_file, "the metrics");
    add_file(arena, &files, line->verdict_file, "the verdict");
    for (size_t i = 0; i < line->dumps.count; i++) {
        const xb_dump *dump = (const xb_dump *)line->dumps.items + i;
        add_file(arena, &files, dump->file, xb_arena_format(arena, "the dump after %s", dump->after));
    }
    const written *all = files.items;
    for (size_t i = 0; i < files.count; i++)
        for (size_t k = i + 1; k < files.count; k++)
            if (strcmp(all[i].file, all[k].file) == 0)
                return exclude(diagnostics, "give each a file of its own",
                               xb_arena_format(arena, "%s and %s are to be the same file, %s", all[i].what,
                                               all[k].what, all[i].file));
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; i < files.count && !status; i++)
        status = check_overwritten(arena, diagnostics, line, &all[i]);
    return status;
}

static xb_status check_inputs(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    xb_vector files = {0};
    for (size_t i = 0; i < line->catalogues.count; i++)
        *(input_file *)xb_vector_push(arena, &files, sizeof(input_file)) =
            (input_file){line->catalogues.items[i], "a catalogue"};
    *(input_file *)xb_vector_push(arena, &files, sizeof(input_file)) =
        (input_file){line->choices.file, "the case"};
    *(input_file *)xb_vector_push(arena, &files, sizeof(input_file)) =
        (input_file){line->input ? line->input : "-", "the document"};
    return check_standard_input(diagnostics, files.items, files.count);
}

xb_status check_contradictions(xb_arena *arena, xb_diagnostics *diagnostics, const command_line *line)
{
    if (!line->verify && has_choices(&line->choices))
        return exclude(diagnostics, "add --verify",
                       "how to drive the program is said, but it is not to be verified");
    if (!line->verify && (line->verdict_file || line->verdict_format_given))
        return exclude(diagnostics, "add --verify",
                       xb_arena_format(arena, "%s is given, but there is no verdict without --verify",
                                       line->verdict_file ? "--verdict" : "--verdict-format"));
    if (line->picture && line->validate_output)
        return exclude(diagnostics, "leave one of them out",
                       "--dot and --validate of the output exclude each other: a picture is no XAIF");
    xb_status status = check_files(arena, diagnostics, line);
    return status ? status : check_inputs(arena, diagnostics, line);
}
