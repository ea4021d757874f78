/*
 * getopt_long does the splitting. Its tables are built of our own options and those of the registry's
 * algorithms; the value that it returns for an option is the option's number in a list of choices. Operands
 * are taken in order (a leading '-' in the table of letters asks for that), so that words are never moved and
 * can be parsed twice.
 */
#include "driver/command_line.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* One option that can be given: of the program, of cases, or else of an algorithm or of transformations,
 * which becomes a setting. */
typedef struct choice {
    const xb_option *option;
    const own_option *own;
    const case_option *of_case;
} choice;

/* The tables of one parse. Choice i is returned by getopt as FIRST_CHOICE + i. */
typedef struct parser {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    command_line *line;
    xb_vector choices; /* choice */
    struct option *longs;
    char *letters;
    bool first; /* the first parse, which must know plugins and nothing else */
} parser;

enum { FIRST_CHOICE = 1000, OPERAND = 1 };

static const xb_place nowhere = {0};
static const char try_help[] = "xaifbooster --help lists the options";

/* ---- tables ---- */

static void add_choice(parser *state, const xb_option *option, const own_option *own,
                       const case_option *of_case)
{
    choice *new = xb_vector_push(state->arena, &state->choices, sizeof *new);
    *new = (choice){option, own, of_case};
}

static void collect_choices(parser *state, const xb_registry *registry)
{
    for (const option_section *section = option_sections; section->title; section++)
        for (const own_option *own = section->options; own->take; own++)
            add_choice(state, &own->option, own, NULL);
    for (const case_option *of_case = case_options; of_case->option.name; of_case++)
        add_choice(state, &of_case->option, NULL, of_case);
    for (const xb_option *option = xb_transform_options; option->name; option++)
        add_choice(state, option, NULL, NULL);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        for (const xb_option *option = xb_registry_at(registry, i)->options; option && option->name; option++)
            add_choice(state, option, NULL, NULL);
}

static int argument_kind(const xb_option *option)
{
    if (!option->argument)
        return no_argument;
    return option->argument[0] == '[' ? optional_argument : required_argument;
}

static const choice *choice_at(const parser *state, size_t i)
{
    return (const choice *)state->choices.items + i;
}

static void build_tables(parser *state)
{
    size_t count = state->choices.count;
    state->longs = xb_arena_array(state->arena, count + 1, sizeof *state->longs);
    state->letters = xb_arena_alloc(state->arena, 2 * count + 3);
    char *letter = state->letters;
    *letter++ = '-';
    *letter++ = ':';
    for (size_t i = 0; i < count; i++) {
        const xb_option *option = choice_at(state, i)->option;
        state->longs[i] = (struct option){option->name, argument_kind(option), NULL, FIRST_CHOICE + (int)i};
        if (!option->letter)
            continue;
        *letter++ = option->letter;
        if (argument_kind(option) == required_argument)
            *letter++ = ':';
    }
}

/* The choice that getopt means, by number or by letter; NULL if there is none. */
static const choice *choice_of(const parser *state, int code)
{
    if (code >= FIRST_CHOICE)
        return choice_at(state, (size_t)(code - FIRST_CHOICE));
    for (size_t i = 0; i < state->choices.count; i++)
        if (choice_at(state, i)->option->letter == code)
            return choice_at(state, i);
    return NULL;
}

/* ---- errors ---- */

static void complain(parser *state, const char *hint, const char *message)
{
    if (!state->first)
        xb_error(state->diagnostics, XB_STATUS_USAGE, nowhere, hint, "%s", message);
}

/* The spelling of an option in messages. */
static const char *spelling(const parser *state, const xb_option *option)
{
    return xb_arena_format(state->arena, "--%s", option->name);
}

static const char *nearest_option(parser *state, const char *word)
{
    size_t count = state->choices.count;
    const char **names = xb_arena_array(state->arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = choice_at(state, i)->option->name;
    const char *nearest = xb_nearest(state->arena, word, names, count);
    return nearest ? xb_arena_format(state->arena, "did you mean --%s?", nearest) : try_help;
}

/* The long options that a word may stand for, if there are several. */
static const char *ambiguity(parser *state, const char *word, size_t length)
{
    xb_text *text = xb_text_create(state->arena);
    size_t found = 0;
    for (size_t i = 0; i < state->choices.count; i++) {
        const char *name = choice_at(state, i)->option->name;
        if (strncmp(name, word, length) != 0)
            continue;
        xb_output_format(xb_text_output(text), "%s--%s", found > 0 ? ", " : "", name);
        found++;
    }
    return found > 1 ? xb_text_join(text, NULL) : NULL;
}

static void complain_about_word(parser *state, const char *word)
{
    const char *name = word + strspn(word, "-");
    size_t length = strcspn(name, "=");
    const char *several = ambiguity(state, name, length);
    const char *known = xb_arena_copy_text(state->arena, name, length);
    if (several)
        complain(state, xb_arena_format(state->arena, "it may stand for %s", several),
                 xb_arena_format(state->arena, "option --%s is ambiguous", known));
    else
        complain(state, nearest_option(state, known),
                 xb_arena_format(state->arena, "there is no option --%s", known));
}

/* getopt returned '?': an unknown letter or name, an ambiguous name, or an argument that isn't wanted. */
static void complain_about_unknown(parser *state, const char *word)
{
    const choice *given = optopt >= FIRST_CHOICE ? choice_of(state, optopt) : NULL;
    if (given)
        complain(
            state, try_help,
            xb_arena_format(state->arena, "option %s takes no argument", spelling(state, given->option)));
    else if (optopt)
        complain(state, try_help, xb_arena_format(state->arena, "there is no option -%c", optopt));
    else
        complain_about_word(state, word);
}

static void complain_about_missing(parser *state)
{
    const choice *given = choice_of(state, optopt);
    if (given)
        complain(state, NULL,
                 xb_arena_format(state->arena, "option %s needs an argument: %s",
                                 spelling(state, given->option), given->option->argument));
}

static void complain_about_value(parser *state, const xb_option *option, const char *value)
{
    xb_text *text = xb_text_create(state->arena);
    xb_output_put(xb_text_output(text), "it may be");
    for (size_t i = 0; option->values[i]; i++)
        xb_output_format(xb_text_output(text), "%s %s", i > 0 ? "," : "", option->values[i]);
    complain(state, xb_text_join(text, NULL),
             xb_arena_format(state->arena, "option %s can't be '%s'", spelling(state, option), value));
}

/* ---- parsing ---- */

static bool is_allowed(const xb_option *option, const char *value)
{
    if (!value || !option->values)
        return true;
    for (size_t i = 0; option->values[i]; i++)
        if (strcmp(option->values[i], value) == 0)
            return true;
    return false;
}

static void take(parser *state, const choice *given, const char *value)
{
    if (!is_allowed(given->option, value)) {
        complain_about_value(state, given->option, value);
        return;
    }
    if (!given->own && !given->of_case) {
        xb_setting *setting = xb_vector_push(state->arena, &state->line->settings, sizeof *setting);
        *setting = (xb_setting){given->option->name, value};
        return;
    }
    const char *wrong = given->own ? given->own->take(state->arena, state->line, value)
                                   : given->of_case->take(&state->line->choices, value);
    if (wrong)
        complain(state, NULL,
                 xb_arena_format(state->arena, "option %s: %s", spelling(state, given->option), wrong));
}

static void take_operand(parser *state, const char *word)
{
    if (state->line->input)
        complain(state, "one document is transformed at a time",
                 xb_arena_format(state->arena, "there is more than one input: %s and %s", state->line->input,
                                 word));
    else if (!*word)
        complain(state, NULL, "the name of the input is empty");
    else
        state->line->input = word;
}

/* The next code of getopt, which only sets optopt when something is wrong. */
static int next_code(const parser *state, int count, char **words)
{
    optopt = 0;
    return getopt_long(count, words, state->letters, state->longs, NULL);
}

static void parse(parser *state, int count, char **words)
{
    build_tables(state);
    optind = 0; /* starts anew */
    opterr = 0;
    for (int code = next_code(state, count, words); code != -1; code = next_code(state, count, words)) {
        const choice *given = choice_of(state, code);
        if (code == '?')
            complain_about_unknown(state, words[optind - 1]);
        else if (code == ':')
            complain_about_missing(state);
        else if (code == OPERAND)
            take_operand(state, optarg);
        else if (given)
            take(state, given, optarg);
    }
    while (optind < count)
        take_operand(state, words[optind++]);
}

static parser new_parser(xb_arena *arena, xb_diagnostics *diagnostics, const xb_registry *registry,
                         command_line *line)
{
    parser state = {.arena = arena, .diagnostics = diagnostics, .line = line};
    *line = (command_line){0};
    collect_choices(&state, registry);
    return state;
}

/* Loads what --plugin names, and what -a names without anybody knowing it. */
static xb_status load_plugins(parser *state, xb_registry *registry, xb_plugins *plugins)
{
    const char *path = getenv("XAIFBOOSTER_PLUGIN_PATH");
    const command_line *line = state->line;
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < line->plugins.count; i++) {
        const char *file = line->plugins.items[i];
        if (*file) /* an empty name is an error of the second parse */
            status = xb_plugins_load(plugins, state->arena, registry, state->diagnostics, file, path);
    }
    for (size_t i = 0; !status && i < line->algorithms.count; i++) {
        const char *name = line->algorithms.items[i];
        bool found = false;
        if (!xb_registry_find(registry, name))
            status =
                xb_plugins_search(plugins, state->arena, registry, state->diagnostics, name, path, &found);
    }
    return status;
}

xb_status parse_command_line(xb_arena *arena, xb_diagnostics *diagnostics, xb_registry *registry,
                             xb_plugins *plugins, int count, char **words, command_line *line)
{
    parser state = new_parser(arena, diagnostics, registry, line);
    state.first = true;
    parse(&state, count, words);
    xb_status status = load_plugins(&state, registry, plugins);
    if (status)
        return status;
    state = new_parser(arena, diagnostics, registry, line);
    parse(&state, count, words);
    return xb_diagnostics_status(diagnostics);
}
