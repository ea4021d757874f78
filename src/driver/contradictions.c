/*
 * A list of the files that are written, each with the option that names it, is searched for pairs: there are
 * as many as options were given.
 */
#include "driver/contradictions.h"

#include <string.h>

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
    return XB_STATUS_OK;
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
