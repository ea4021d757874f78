/*
 * Long options may be shortened as far as they stay unambiguous, have their argument after '=' or in the next
 * word, and stand before or after operands; '--' ends them, '-' is an operand. Letters stand alone.
 */
#include "driver/words.h"

#include <string.h>

#include "driver/option_text.h"

typedef struct parser {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const word_command *command;
    void *context;
    int at, count;
    char **words;
} parser;

static void complain(const parser *state, const char *hint, const char *message)
{
    xb_error(state->diagnostics, XB_STATUS_USAGE, (xb_place){0},
             hint ? hint : xb_arena_format(state->arena, "%s --help lists the options", state->command->name),
             "%s", message);
}

/* One of the options: the command's, or one of cases. */
typedef struct known {
    const word_option *own; /* NULL: of cases */
    const case_option *of_case;
} known;

/* Option i, those of cases first. @return whether there is one */
static bool known_at(const word_command *command, size_t i, known *found)
{
    size_t count = 0;
    while (case_options[count].option.name && (command->draws || !case_options[count].draws))
        count++;
    *found = i < count ? (known){NULL, &case_options[i]} : (known){&command->options[i - count], NULL};
    return i < count || found->own->option.name;
}

static const xb_option *option_of(const known *given)
{
    return given->own ? &given->own->option : &given->of_case->option;
}

/* The option that a word without dashes names, of this length; reports if there is none or more than one. */
static bool find(const parser *state, const char *word, size_t length, known *found)
{
    size_t matches = 0;
    xb_list names = {0};
    known option;
    for (size_t i = 0; known_at(state->command, i, &option); i++) {
        const char *name = option_of(&option)->name;
        xb_list_append(state->arena, &names, name);
        if (strncmp(name, word, length) != 0)
            continue;
        *found = option;
        matches++;
        if (!name[length])
            return true;
    }
    if (matches == 1)
        return true;
    const char *given = xb_arena_copy_text(state->arena, word, length);
    const char *nearest = xb_nearest(state->arena, given, (const char *const *)names.items, names.count);
    if (matches > 1)
        complain(state, NULL, xb_arena_format(state->arena, "option --%s is ambiguous", given));
    else
        complain(state, nearest ? xb_arena_format(state->arena, "did you mean --%s?", nearest) : NULL,
                 xb_arena_format(state->arena, "there is no option --%s", given));
    return false;
}

static bool find_letter(const parser *state, const char *word, known *found)
{
    for (size_t i = 0; known_at(state->command, i, found); i++)
        if (word[1] == option_of(found)->letter && !word[2])
            return true;
    complain(state, NULL, xb_arena_format(state->arena, "there is no option %s", word));
    return false;
}

static bool is_allowed(const parser *state, const xb_option *option, const char *value)
{
    const char *all = "";
    for (size_t i = 0; value && option->values && option->values[i]; i++) {
        if (strcmp(option->values[i], value) == 0)
            return true;
        all = xb_arena_format(state->arena, "%s%s %s", all, i > 0 ? "," : "", option->values[i]);
    }
    if (!value || !option->values)
        return true;
    complain(state, xb_arena_format(state->arena, "it may be%s", all),
             xb_arena_format(state->arena, "option --%s can't be '%s'", option->name, value));
    return false;
}

static void take(parser *state, const known *given, const char *value)
{
    const xb_option *option = option_of(given);
    bool optional = option->argument && option->argument[0] == '[';
    if (value && !option->argument) {
        complain(state, NULL, xb_arena_format(state->arena, "option --%s takes no argument", option->name));
        return;
    }
    if (!value && option->argument && !optional) {
        if (state->at + 1 >= state->count) {
            complain(state, NULL,
                     xb_arena_format(state->arena, "option --%s needs an argument: %s", option->name,
                                     option->argument));
            return;
        }
        value = state->words[++state->at];
    }
    if (!is_allowed(state, option, value))
        return;
    const char *wrong = given->own ? given->own->take(state->context, value)
                                   : given->of_case->take(state->command->choices(state->context), value);
    if (wrong)
        complain(state, NULL, xb_arena_format(state->arena, "option --%s: %s", option->name, wrong));
}

static void take_operand(const parser *state, const char *word)
{
    const char *wrong = *word ? state->command->operand(state->context, word) : "the name of a file is empty";
    if (wrong)
        complain(state, NULL, wrong);
}

xb_status parse_words(xb_arena *arena, xb_diagnostics *diagnostics, const word_command *command, int count,
                      char **words, void *context)
{
    parser state = {arena, diagnostics, command, context, 1, count, words};
    bool options = true;
    known given;
    for (; state.at < count; state.at++) {
        const char *word = words[state.at];
        if (!options || word[0] != '-' || !word[1]) {
            take_operand(&state, word);
        } else if (strcmp(word, "--") == 0) {
            options = false;
        } else if (word[1] != '-') {
            if (find_letter(&state, word, &given))
                take(&state, &given, NULL);
        } else {
            size_t length = strcspn(word + 2, "=");
            if (find(&state, word + 2, length, &given))
                take(&state, &given, word[2 + length] ? word + 3 + length : NULL);
        }
    }
    return xb_diagnostics_status(diagnostics);
}

void put_words_help(xb_arena *arena, xb_output *output, const word_command *command)
{
    known option;
    for (size_t i = 0; known_at(command, i, &option); i++)
        put_option(arena, output, option_of(&option));
}
