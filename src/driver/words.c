/*
 * Long options may be shortened as far as they stay unambiguous, have their argument after '=' or in the next
 * word, and stand before or after operands; '--' ends them, '-' is an operand. Letters may stand together,
 * the last one with its argument, never with '='; an argument that may be left out goes with long options
 * only.
 */
#include "driver/words.h"

#include <string.h>

#include "base/text.h"
#include "driver/option_text.h"

typedef struct parser {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const word_command *command;
    int at, count;
    char **words;
    const char **given; /* by entry: the value that it was given, NULL: none yet */
} parser;

/* ---- tables ---- */

void words_section(word_command *command, const char *title)
{
    command->section = title;
}

static word_entry *add(word_command *command, const xb_option *option, word_take *take, void *context)
{
    word_entry *entry = xb_vector_push(command->arena, &command->entries, sizeof *entry);
    *entry = (word_entry){.section = command->section, .option = option, .take = take, .context = context};
    command->section = NULL;
    return entry;
}

void words_add(word_command *command, const word_option *options, void *context)
{
    for (; options->option.name; options++) {
        word_entry *entry = add(command, &options->option, options->take, context);
        entry->has_one_dash = options->has_one_dash;
        entry->is_of_sources = options->is_of_sources;
        entry->flag = options->take ? NULL : (bool *)((char *)context + options->flag);
    }
}

void words_add_settings(word_command *command, const xb_option *options)
{
    for (; options && options->name; options++)
        add(command, options, NULL, NULL);
}

xb_list *words_values(word_command *command, const char *option, bool many)
{
    word_values *values = xb_vector_push(command->arena, &command->values, sizeof *values);
    *values = (word_values){.option = option, .many = many};
    return &values->values;
}

static const word_entry *entry_at(const word_command *command, size_t i)
{
    return (const word_entry *)command->entries.items + i;
}

bool words_name_file(const xb_option *option)
{
    return option->argument &&
           (strcmp(option->argument, "FILE") == 0 || strcmp(option->argument, "SCHEDULE") == 0);
}

void words_add_files(const word_command *command, xb_vector *files)
{
    const xb_setting *settings = command->settings->items;
    for (size_t i = 0; i < command->settings->count; i++)
        for (size_t k = 0; k < command->entries.count; k++) {
            const xb_option *option = entry_at(command, k)->option;
            if (strcmp(option->name, settings[i].name) == 0 && words_name_file(option))
                files_add(command->arena, files, settings[i].value,
                          xb_arena_format(command->arena, "--%s", option->name), FILE_APART);
        }
}

static bool is_optional(const xb_option *option)
{
    return option->argument && option->argument[0] == '[';
}

/* ---- errors ---- */

static void complain(const parser *state, const char *hint, const char *message)
{
    if (state->diagnostics)
        xb_error(state->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

static const char *try_help(const parser *state)
{
    return xb_arena_format(state->arena, "%s --help lists the options", state->command->name);
}

/* The names that a word may stand for. */
static const char *expansions(const parser *state, const char *word, size_t length)
{
    xb_text *text = xb_text_create(state->arena);
    size_t found = 0;
    for (size_t i = 0; i < state->command->entries.count; i++) {
        const char *name = entry_at(state->command, i)->option->name;
        if (strncmp(name, word, length) == 0)
            xb_output_format(xb_text_output(text), "%s--%s", found++ > 0 ? ", " : "", name);
    }
    return xb_text_join(text, NULL);
}

/* The option whose name is nearest to a word, as a hint; NULL: none is near. */
static const char *suggest(const parser *state, const char *given)
{
    size_t count = state->command->entries.count;
    const char **names = xb_arena_array(state->arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = entry_at(state->command, i)->option->name;
    const char *nearest = xb_nearest(state->arena, given, names, count);
    return nearest ? xb_arena_format(state->arena, "did you mean --%s?", nearest) : NULL;
}

static const char *meant_by(const parser *state, const char *option, const char *value)
{
    return state->command->meant ? state->command->meant(state->arena, option, value) : NULL;
}

static void complain_about_unknown(const parser *state, const char *given)
{
    const char *hint = meant_by(state, given, NULL);
    if (!hint)
        hint = suggest(state, given);
    complain(state, hint ? hint : try_help(state),
             xb_arena_format(state->arena, "there is no option --%s", given));
}

/* Of a letter in a word, which may be meant as a long option. */
static void complain_about_letter(const parser *state, const char *word, char letter)
{
    const char *hint = NULL;
    if (word[1])
        hint = suggest(state, xb_arena_copy_text(state->arena, word, strcspn(word, "=")));
    if (!hint && state->command->instead)
        hint = state->command->instead(letter);
    complain(state, hint ? hint : try_help(state),
             xb_arena_format(state->arena, "there is no option -%c", letter));
}

static void complain_about_value(const parser *state, const xb_option *option, const char *value)
{
    xb_text *text = xb_text_create(state->arena);
    size_t count = 0;
    while (option->values[count])
        count++;
    const char *meant = meant_by(state, option->name, value);
    const char *nearest = meant ? NULL : xb_nearest(state->arena, value, option->values, count);
    if (meant)
        xb_output_format(xb_text_output(text), "%s; ", meant);
    if (nearest)
        xb_output_format(xb_text_output(text), "did you mean %s? ", nearest);
    xb_output_put(xb_text_output(text), "it may be");
    for (size_t i = 0; i < count; i++)
        xb_output_format(xb_text_output(text), "%s %s", i > 0 ? "," : "", option->values[i]);
    complain(state, xb_text_join(text, NULL),
             xb_arena_format(state->arena, "option --%s can't be '%s'", option->name, value));
}

/* ---- parsing ---- */

/* The option that a word without dashes names, of this length; reports if there is none or more than one. */
static const word_entry *find(const parser *state, const char *word, size_t length)
{
    const word_entry *found = NULL;
    size_t matches = 0;
    for (size_t i = 0; i < state->command->entries.count; i++) {
        const word_entry *entry = entry_at(state->command, i);
        if (strncmp(entry->option->name, word, length) != 0)
            continue;
        if (!entry->option->name[length])
            return entry;
        found = entry;
        matches++;
    }
    if (matches == 1)
        return found;
    const char *given = xb_arena_copy_text(state->arena, word, length);
    if (matches > 1)
        complain(state, xb_arena_format(state->arena, "it may stand for %s", expansions(state, word, length)),
                 xb_arena_format(state->arena, "option --%s is ambiguous", given));
    else
        complain_about_unknown(state, given);
    return NULL;
}

/* The option of the first of some letters, which are in a word; reports if there is none. */
static const word_entry *find_letter(const parser *state, const char *word, const char *letters)
{
    const word_entry *found = NULL;
    for (size_t i = 0; i < state->command->entries.count; i++) {
        const word_entry *entry = entry_at(state->command, i);
        if (entry->option->letter != *letters)
            continue;
        if (entry->is_of_sources ? state->command->reads_sources : !found)
            found = entry;
    }
    if (!found)
        complain_about_letter(state, word, *letters);
    return found;
}

static bool is_allowed(const xb_option *option, const char *value)
{
    if (!value || !option->values)
        return true;
    for (size_t i = 0; option->values[i]; i++)
        if (strcmp(option->values[i], value) == 0)
            return true;
    return false;
}

static bool may_be_repeated(const xb_option *option)
{
    static const char *const names[] = {"algorithm", "catalogue", "define",  "dump-after",
                                        "flag",      "include",   "modules", "noninlinable",
                                        "passivate", "plugin",    "undefine"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(option->name, names[i]) == 0)
            return true;
    return false;
}

/* Whether an option was given before, and means nothing more: with another value, which is reported, or, if
 * it is an algorithm's, with the same one. */
static bool is_settled(const parser *state, const word_entry *entry, const char *value)
{
    const xb_option *option = entry->option;
    const char **given = &state->given[entry - entry_at(state->command, 0)], *before = *given;
    if (!value)
        value = option->default_value ? option->default_value : "";
    *given = value;
    if (!before || may_be_repeated(option))
        return false;
    if (strcmp(before, value) == 0)
        return !entry->take;
    complain(state, "give it once",
             xb_arena_format(state->arena, "option --%s is given twice: '%s' and '%s'", option->name, before,
                             value));
    return true;
}

static void take(const parser *state, const word_entry *entry, const char *value)
{
    const xb_option *option = entry->option;
    if (!is_allowed(option, value)) {
        complain_about_value(state, option, value);
        return;
    }
    if (is_settled(state, entry, value))
        return;
    if (entry->flag) {
        *entry->flag = true;
        return;
    }
    if (!entry->take) {
        xb_setting *setting = xb_vector_push(state->arena, state->command->settings, sizeof *setting);
        *setting = (xb_setting){option->name, value};
        return;
    }
    const char *wrong = entry->take(entry->context, value);
    if (wrong)
        complain(state, NULL, xb_arena_format(state->arena, "option --%s: %s", option->name, wrong));
}

/* Takes an option whose argument, if it needs one that isn't there yet, is the next word. */
static void take_with_argument(parser *state, const word_entry *entry, const char *value)
{
    const xb_option *option = entry->option;
    if (!value && option->argument && !is_optional(option)) {
        if (state->at + 1 >= state->count) {
            complain(state, NULL,
                     xb_arena_format(state->arena, "option --%s needs an argument: %s", option->name,
                                     option->argument));
            return;
        }
        value = state->words[++state->at];
    }
    take(state, entry, value);
}

static void take_long(parser *state, const char *word)
{
    size_t length = strcspn(word, "=");
    const word_entry *entry = find(state, word, length);
    const char *value = word[length] ? word + length + 1 : NULL;
    if (entry && value && !entry->option->argument)
        complain(state, try_help(state),
                 xb_arena_format(state->arena, "option --%s takes no argument", entry->option->name));
    else if (entry)
        take_with_argument(state, entry, value);
}

/* Whether what stands right after a letter can't be meant as its argument or as more letters, which is
 * reported. */
static bool is_misplaced(const parser *state, const xb_option *option, const char *rest)
{
    bool optional = is_optional(option);
    const char *value = rest + (*rest == '=');
    if (*rest != '=' && !(optional && *rest && option->values && is_allowed(option, rest)))
        return false;
    const char *hint = try_help(state), *what = "takes no argument";
    if (optional) {
        what = "takes no argument in its short form";
        hint = xb_arena_format(state->arena, "write --%s=%s", option->name, value);
    } else if (option->argument) {
        what = "takes its argument without =";
        hint = xb_arena_format(state->arena, "write -%c %s, or --%s=%s", option->letter, value, option->name,
                               value);
    }
    complain(state, hint, xb_arena_format(state->arena, "option -%c %s", option->letter, what));
    return true;
}

/* Whether letters spell the name of a long option: they aren't meant one by one. It is taken, or reported. */
static bool is_long(parser *state, const char *word)
{
    size_t length = strcspn(word, "=");
    const char *name = xb_arena_copy_text(state->arena, word, length);
    for (size_t i = 0; i < state->command->entries.count; i++)
        if (strcmp(entry_at(state->command, i)->option->name, name) == 0) {
            if (entry_at(state->command, i)->has_one_dash)
                take_long(state, word);
            else
                complain(state, xb_arena_format(state->arena, "did you mean --%s?", word),
                         xb_arena_format(state->arena, "there is no option -%s", name));
            return true;
        }
    return false;
}

/* ---- synonyms ---- */

/* Takes the options that a synonym stands for. */
static void take_meaning(parser *state, const word_synonym *synonym)
{
    for (const char *at = synonym->meaning; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        take_long(state, xb_arena_copy_text(state->arena, at + 2, length - 2));
        at += length;
    }
}

static void complain_about_synonym(const parser *state, char letter, const char *value)
{
    xb_text *text = xb_text_create(state->arena);
    size_t count = 0;
    for (const word_synonym *known = state->command->synonyms; known->letter; known++)
        if (known->letter == letter && known->meaning)
            xb_output_format(xb_text_output(text), "%s %s", count++ > 0 ? "," : "it may be", known->value);
    complain(state, xb_text_join(text, NULL),
             value ? xb_arena_format(state->arena, "option -%c can't be '%s'", letter, value)
                   : xb_arena_format(state->arena, "option -%c needs an argument", letter));
}

/* Whether a word is a letter that others have for something, which is taken, or reported. */
static bool take_synonym(parser *state, const char *word)
{
    const char *value = state->at + 1 < state->count ? state->words[state->at + 1] : NULL;
    const word_synonym *known = state->command->reads_sources ? state->command->synonyms : NULL,
                       *first = NULL;
    for (; known && known->letter && !word[1]; known++) {
        if (known->letter != word[0])
            continue;
        first = known;
        if (!known->value || (value && strcmp(known->value, value) == 0))
            break;
    }
    if (!first)
        return false;
    state->at += first->value && value;
    if (!known->letter)
        complain_about_synonym(state, first->letter, value);
    else if (known->meaning)
        take_meaning(state, known);
    else
        complain(state, known->of,
                 xb_arena_format(state->arena, "there is no -%c %s", known->letter, known->value));
    return true;
}

void words_put_synonyms(const word_command *command, xb_output *output)
{
    for (const word_synonym *known = command->synonyms; known && known->letter; known++)
        if (known->meaning)
            put_entry(command->arena, output,
                      xb_arena_format(command->arena, "-%c%s%s", known->letter, known->value ? " " : "",
                                      known->value ? known->value : ""),
                      xb_arena_format(command->arena, "%s, as %s has it", known->meaning, known->of));
}

/* ---- words ---- */

static void take_letters(parser *state, const char *word)
{
    if (is_long(state, word) || take_synonym(state, word))
        return;
    for (const char *letters = word; *letters; letters++) {
        const word_entry *entry = find_letter(state, word, letters);
        if (!entry || is_misplaced(state, entry->option, letters + 1))
            return;
        bool wants = entry->option->argument && !is_optional(entry->option);
        if (wants && letters[1]) {
            take(state, entry, letters + 1);
            return;
        }
        take_with_argument(state, entry, NULL);
    }
}

static void take_operand(const parser *state, const char *word)
{
    const char *wrong =
        *word ? state->command->operand(state->command->context, word) : "the name of a file is empty";
    if (wrong)
        complain(state, try_help(state), wrong);
}

xb_status words_parse(const word_command *command, xb_diagnostics *diagnostics, int count, char **words)
{
    parser state = {command->arena, diagnostics, command, 1, count, words, NULL};
    state.given = xb_arena_array(state.arena, command->entries.count, sizeof *state.given);
    bool options = true;
    for (; state.at < count; state.at++) {
        const char *word = words[state.at];
        if (!options || word[0] != '-' || !word[1])
            take_operand(&state, word);
        else if (strcmp(word, "--") == 0)
            options = false;
        else if (word[1] == '-')
            take_long(&state, word + 2);
        else
            take_letters(&state, word + 1);
    }
    return diagnostics ? xb_diagnostics_status(diagnostics) : XB_STATUS_OK;
}

/* ---- help ---- */

void words_put_options(const word_command *command, xb_output *output)
{
    for (size_t i = 0; i < command->entries.count; i++) {
        const word_entry *entry = entry_at(command, i);
        if (entry->section)
            xb_output_format(output, "\n%s\n", entry->section);
        put_option(command->arena, output, entry->option);
    }
}

void words_put_help(const word_command *command, xb_output *output)
{
    xb_output_put(output, command->usage);
    words_put_options(command, output);
    xb_output_put(output, command->statuses);
}
