/*
 * The command is made of our own options and those of the registry's algorithms. Words are never moved, so
 * that they can be parsed twice.
 */
#include "driver/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "algorithm/picture.h"
#include "driver/head.h"
#include "driver/synonyms.h"

static const char usage[] = "usage: xaifbooster [OPTION]... [FILE]...\n"
                            "       xaifbooster verify [OPTION]... ORIGINAL TRANSFORMED\n"
                            "Differentiates the program in FILEs of Fortran, or in one FILE of XAIF, and\n"
                            "writes it with code for its derivatives, as Fortran, C or XAIF.\n";

static const char statuses[] =
    "\nExit status: 0 done; 1 the input is wrong; 2 the command line is wrong; 3 the\n"
    "input needs something that is not supported; 4 the environment failed (files,\n"
    "memory); 5 the result was judged to be wrong.\n";

static const char *take_operand(void *context, const char *word)
{
    command_line *line = context;
    xb_list_append(line->arena, &line->reading.inputs, (void *)word);
    return NULL;
}

/* Adds what a head names as settings; nothing of it may be said elsewhere. */
static xb_status take_head_apart(command_line *line, xb_diagnostics *diagnostics)
{
    head found;
    const char *wrong = parse_head(line->arena, line->head, &found);
    if (wrong)
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "write it as \"f(y)/(x)\": the routine, its dependents, its independents",
                        "option --head: %s", wrong);
    const xb_setting named[] = {
        {"entry", found.entry}, {"independents", found.independents}, {"dependents", found.dependents}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        const xb_setting *others = line->settings.items;
        for (size_t k = 0; k < line->settings.count; k++)
            if (named[i].value && strcmp(others[k].name, named[i].name) == 0)
                return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "leave one of them out",
                                "--head says what --%s does", named[i].name);
        if (named[i].value)
            *(xb_setting *)xb_vector_push(line->arena, &line->settings, sizeof *named) = named[i];
    }
    return XB_STATUS_OK;
}

static const char *suffixes_of_inputs(xb_arena *arena)
{
    const char *text = "xaif";
    for (const char *const *name = xb_read_language_names; *name; name++) {
        const xb_foreign_language *language = xb_foreign_language_of(*name, NULL);
        for (size_t i = 0; language && language->suffixes[i]; i++)
            text = xb_arena_format(arena, "%s %s", text, language->suffixes[i] + 1);
    }
    return text;
}

static void begin(command_line *line, xb_arena *arena, const xb_foreign_language *foreign)
{
    *line = (command_line){.arena = arena,
                           .reading = {.arena = arena, .foreign = foreign},
                           .basics.messages.program = "xaifbooster",
                           .command = {.arena = arena,
                                       .name = "xaifbooster",
                                       .usage = usage,
                                       .statuses = statuses,
                                       .suffix = suffixes_of_inputs(arena),
                                       .reads_sources = foreign != NULL,
                                       .synonyms = source_synonyms,
                                       .instead = former_option_hint,
                                       .meant = synonym_hint,
                                       .operand = take_operand,
                                       .context = line,
                                       .settings = &line->settings}};
    add_own_options(&line->command, line);
}

static void add_names(command_line *line, const xb_registry *registry, const char *option, bool many,
                      const char *more)
{
    xb_list *values = words_values(&line->command, option, many);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        xb_list_append(line->arena, values, xb_registry_at(registry, i)->name);
    if (more)
        xb_list_append(line->arena, values, more);
}

/* What completion offers. */
static void add_values(command_line *line, const xb_registry *registry)
{
    add_names(line, registry, "algorithm", true, NULL);
    add_names(line, registry, "help", false, NULL);
    add_names(line, registry, "dump-after", false, "read");
    xb_list *pictures = words_values(&line->command, "dot", false);
    for (const xb_picture_kind *kind = xb_picture_kinds; kind->name; kind++)
        xb_list_append(line->arena, pictures, kind->name);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        for (const xb_picture *picture = xb_registry_at(registry, i)->pictures; picture && picture->kind;
             picture++)
            xb_list_append(line->arena, pictures, picture->kind);
}

static void add_algorithms(command_line *line, const xb_registry *registry)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        words_section(&line->command, xb_arena_format(line->arena, "Algorithm %s", algorithm->name));
        words_add_settings(&line->command, algorithm->options);
    }
    words_section(&line->command, NULL);
    add_values(line, registry);
}

const xb_option *own_options(xb_arena *arena)
{
    command_line line;
    xb_vector options = {0};
    begin(&line, arena, NULL);
    const word_entry *entries = line.command.entries.items;
    for (size_t i = 0; i < line.command.entries.count; i++)
        *(xb_option *)xb_vector_push(arena, &options, sizeof(xb_option)) = *entries[i].option;
    xb_vector_push(arena, &options, sizeof(xb_option));
    return options.items;
}

/* Loads what --plugin names, and what -a names without anybody knowing it. */
static xb_status load_plugins(const command_line *line, xb_diagnostics *diagnostics, xb_registry *registry,
                              xb_plugins *plugins)
{
    const char *path = getenv("XAIFBOOSTER_PLUGIN_PATH");
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < line->plugins.count; i++) {
        const char *file = line->plugins.items[i];
        if (*file) /* an empty name is an error of the second parse */
            status = xb_plugins_load(plugins, line->arena, registry, diagnostics, file, path);
    }
    for (size_t i = 0; !status && i < line->algorithms.count; i++) {
        const char *name = line->algorithms.items[i];
        bool found = false;
        if (!xb_registry_find(registry, name))
            status = xb_plugins_search(plugins, line->arena, registry, diagnostics, name, path, &found);
    }
    return status;
}

/* Words that mean a mode are no algorithms. */
static xb_status check_algorithms(const command_line *line, xb_diagnostics *diagnostics,
                                  const xb_registry *registry)
{
    for (size_t i = 0; i < line->algorithms.count; i++) {
        const char *name = line->algorithms.items[i];
        const char *hint = synonym_hint(line->arena, "algorithm", name);
        if (hint && !xb_registry_find(registry, name))
            return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "there is no algorithm %s",
                            name);
    }
    return XB_STATUS_OK;
}

xb_status parse_command_line(xb_arena *arena, xb_diagnostics *diagnostics, xb_registry *registry,
                             xb_plugins *plugins, int count, char **words, command_line *line)
{
    begin(line, arena, NULL);
    add_algorithms(line, registry);
    words_parse(&line->command, NULL, count, words);
    xb_status status = load_plugins(line, diagnostics, registry, plugins);
    if (status)
        return status;
    begin(line, arena, find_foreign_language(&line->reading));
    add_algorithms(line, registry);
    status = words_parse(&line->command, diagnostics, count, words);
    if (!status && line->head)
        status = take_head_apart(line, diagnostics);
    take_entry_settings(&line->choices, &line->settings);
    if (line->reading.inputs.count > 0)
        line->input = line->reading.inputs.items[0];
    if (line->basics.request == REQUEST_RUN && !status)
        status = check_reading(&line->reading, diagnostics, line->command.name);
    return status ? status : check_algorithms(line, diagnostics, registry);
}
