/*
 * A script has a function for each command, which the shell calls with the words so far. What can follow an
 * option is one of the values of its table, one of those that the program has added, or a file, whose suffix
 * depends on the option.
 *
 * In bash, words are split at '=' and ':' unless the user has it otherwise, so that the function joins and
 * splits again by itself. It uses nothing of the package bash-completion.
 */
#include "driver/completion.h"

#include <string.h>

/* What follows an option. */
typedef struct following {
    const char *const *values; /* count values */
    size_t count;
    bool many; /* several, separated by commas */
    bool files, folders;
    const char *suffix; /* of files: one, or several separated by blanks; or NULL */
} following;

static const struct {
    const char *option, *suffix;
} suffixes[] = {{"case", "json"},         {"catalogue", "xaif"}, {"html", "html"},
                {"noninlinable", "xaif"}, {"output", "xaif"},    {"plugin", "so"}};

/* An input is what operands are. */
static const char *suffix_of(const word_command *command, const char *option)
{
    if (strcmp(option, "input") == 0)
        return command->suffix;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(suffixes[i].option, option) == 0)
            return suffixes[i].suffix;
    return NULL;
}

static following find_following(const word_command *command, const xb_option *option)
{
    following found = {.values = option->values};
    while (option->values && option->values[found.count])
        found.count++;
    const word_values *more = command->values.items;
    for (size_t i = 0; i < command->values.count && !found.values; i++)
        if (strcmp(more[i].option, option->name) == 0)
            found = (following){.values = (const char *const *)more[i].values.items,
                                .count = more[i].values.count,
                                .many = more[i].many};
    found.folders = option->argument && strcmp(option->argument, "FOLDER") == 0;
    found.files = words_name_file(option);
    found.suffix = suffix_of(command, option->name);
    return found;
}

static const word_entry *entry_at(const word_command *command, size_t i)
{
    return (const word_entry *)command->entries.items + i;
}

static bool is_optional(const xb_option *option)
{
    return option->argument && option->argument[0] == '[';
}

/* The name of a function: that of the command, as far as shells allow it. */
static void put_function(xb_output *output, const word_command *command)
{
    xb_output_char(output, '_');
    for (const char *at = command->name; *at; at++)
        xb_output_char(output, *at == ' ' || *at == '-' ? '_' : *at);
}

/* The name of a subcommand. */
static const char *last_word(const word_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

static void put_values(xb_output *output, const following *next)
{
    for (size_t i = 0; i < next->count; i++)
        xb_output_format(output, "%s%s", i > 0 ? " " : "", next->values[i]);
}

/* ---- bash ---- */

static const char bash_head[] =
    "# bash completion for %s, made by %s --print-completion=bash\n"
    "\n"
    "# Offers files with one of some suffixes, or all if there are none, and folders.\n"
    "_%s_files() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    local suffix\n"
    "    for suffix in $1; do\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X \"!*.$suffix\" -- \"$cur\")\n"
    "    done\n"
    "    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- \"$cur\")\n"
    "}\n"
    "\n"
    "# Offers words, several of them separated by commas if the second argument says so.\n"
    "_%s_words() {\n"
    "    local before=\n"
    "    if [ -n \"$2\" ] && [ \"$cur\" != \"${cur##*,}\" ]; then before=${cur%%,*},; fi\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -P \"$before\" -- \"${cur##*,}\")\n"
    "}\n";

static void put_bash_case(xb_output *output, const word_command *command, const char *prefix,
                          const xb_option *option)
{
    const following next = find_following(command, option);
    if (!option->argument)
        return;
    xb_output_format(output, "    --%s%s", option->name, is_optional(option) ? "=" : "|--");
    if (!is_optional(option))
        xb_output_format(output, "%s=", option->name);
    if (!is_optional(option) && option->letter)
        xb_output_format(output, "|-%c", option->letter);
    xb_output_put(output, ") ");
    if (next.count > 0) {
        xb_output_format(output, "_%s_words '", prefix);
        put_values(output, &next);
        xb_output_format(output, "' %s", next.many ? "many" : "''");
    } else if (next.folders) {
        xb_output_put(output,
                      "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")");
    } else if (next.files) {
        xb_output_format(output, "_%s_files '%s'", prefix, next.suffix ? next.suffix : "");
    } else {
        xb_output_put(output, ":");
    }
    xb_output_put(output, " ;;\n");
}

/* Letters of synonyms may be those of options, too; each is offered once. */
static void put_bash_synonyms(xb_output *output, const word_command *command)
{
    const word_synonym *known = command->synonyms;
    for (size_t i = 0; known && known[i].letter; i++)
        if (i == 0 || known[i].letter != known[i - 1].letter)
            xb_output_format(output, " -%c", known[i].letter);
}

static void put_bash_options(xb_output *output, const word_command *command)
{
    for (size_t i = 0; i < command->entries.count; i++) {
        const xb_option *option = entry_at(command, i)->option;
        xb_output_format(output, "%s--%s", i > 0 ? " " : "", option->name);
        if (option->letter)
            xb_output_format(output, " -%c", option->letter);
    }
    put_bash_synonyms(output, command);
}

/* The word, put together again, and the option before it: with '=' at its end if the word belongs to it. */
static const char bash_before[] = "    local at=$COMP_CWORD joined='' trimmed=''\n"
                                  "    local cur=${COMP_WORDS[at]} option\n"
                                  "    COMPREPLY=()\n"
                                  "    if [[ $COMP_WORDBREAKS == *:* ]]; then\n"
                                  "        if [ \"$at\" -gt 1 ] && [ \"$cur\" = : ]; then\n"
                                  "            cur=${COMP_WORDS[at-1]}: at=$((at - 1))\n"
                                  "        elif [ \"$at\" -gt 2 ] && [ \"${COMP_WORDS[at-1]}\" = : ]; then\n"
                                  "            cur=${COMP_WORDS[at-2]}:$cur at=$((at - 2))\n"
                                  "        fi\n"
                                  "        trimmed=${cur%\"${cur##*:}\"}\n"
                                  "    fi\n"
                                  "    option=${COMP_WORDS[at-1]}\n"
                                  "    if [ \"$cur\" = = ]; then\n"
                                  "        cur='' option=$option=\n"
                                  "    elif [ \"$option\" = = ] && [ \"$at\" -gt 1 ]; then\n"
                                  "        option=${COMP_WORDS[at-2]}=\n"
                                  "    elif [[ $cur == --*=* ]]; then\n"
                                  "        option=${cur%%=*}= cur=${cur#*=} joined=$option\n"
                                  "    fi\n";

/* What is offered takes the place of the part of the word that the shell knows. */
static const char bash_after[] = "    [ -z \"$joined\" ] || COMPREPLY=(\"${COMPREPLY[@]/#/$joined}\")\n"
                                 "    [ -z \"$trimmed\" ] || COMPREPLY=(\"${COMPREPLY[@]#\"$trimmed\"}\")\n"
                                 "}\n";

/* The name of the functions that a script has for itself: no two programs may share one. */
static const char *bash_prefix(const word_command *command)
{
    char *prefix = xb_arena_copy_text(command->arena, command->name, strlen(command->name));
    for (char *at = prefix; *at; at++)
        if (*at == '-')
            *at = '_';
    return prefix;
}

/* Passes on to the functions of subcommands. */
static void put_bash_subcommands(xb_output *output, const word_command *const *commands, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        xb_output_format(output,
                         "    if [ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = %s ]; then\n        ",
                         last_word(commands[i]));
        put_function(output, commands[i]);
        xb_output_put(output, "\n        return\n    fi\n");
    }
}

/* Offers what is no option: operands and, as the first word, subcommands. */
static void put_bash_operands(xb_output *output, const char *prefix, const word_command *const *commands,
                              size_t count)
{
    const char *suffix = commands[0]->suffix;
    xb_output_format(output, "            _%s_files '%s'\n", prefix, suffix ? suffix : "");
    for (size_t i = 1; i < count; i++)
        xb_output_format(
            output, "            [ \"$COMP_CWORD\" -ne 1 ] || [[ %s != \"$cur\"* ]] || COMPREPLY+=(%s)\n",
            last_word(commands[i]), last_word(commands[i]));
}

/* The function of the first of the commands; the others are subcommands of it. */
static void put_bash_function(xb_output *output, const char *prefix, const word_command *const *commands,
                              size_t count)
{
    const word_command *command = commands[0];
    xb_output_char(output, '\n');
    put_function(output, command);
    xb_output_put(output, "() {\n");
    put_bash_subcommands(output, commands, count);
    xb_output_put(output, bash_before);
    xb_output_put(output, "    case $option in\n");
    for (size_t i = 0; i < command->entries.count; i++)
        put_bash_case(output, command, prefix, entry_at(command, i)->option);
    xb_output_format(output, "    *)\n        if [[ $cur == -* ]]; then\n            _%s_words '", prefix);
    put_bash_options(output, command);
    xb_output_put(output, "' ''\n        else\n");
    put_bash_operands(output, prefix, commands, count);
    xb_output_put(output, "        fi ;;\n    esac\n");
    xb_output_put(output, bash_after);
}

static void put_bash(xb_output *output, const word_command *const *commands, size_t count)
{
    const char *name = commands[0]->name, *prefix = bash_prefix(commands[0]);
    xb_output_format(output, bash_head, name, name, prefix, prefix);
    for (size_t i = 1; i < count; i++)
        put_bash_function(output, prefix, &commands[i], 1);
    put_bash_function(output, prefix, commands, count);
    xb_output_put(output, "\ncomplete -F ");
    put_function(output, commands[0]);
    xb_output_format(output, " %s\n", name);
}

/* ---- zsh ---- */

/* A text within single quotes and square brackets of _arguments. */
static void put_zsh_text(xb_output *output, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            xb_output_put(output, "'\\'");
        if (strchr("[]:\\", *text))
            xb_output_char(output, '\\');
        xb_output_char(output, *text);
    }
}

static void put_zsh_files(xb_output *output, const char *suffix)
{
    if (!suffix) {
        xb_output_put(output, "_files");
        return;
    }
    xb_output_put(output, "_files -g \"*.(");
    for (; *suffix; suffix++)
        xb_output_char(output, *suffix == ' ' ? '|' : *suffix);
    xb_output_put(output, ")(-.)\"");
}

/* The name of an argument, without the brackets that say that it may be left out. */
static const char *argument_name(xb_arena *arena, const char *argument)
{
    bool optional = argument[0] == '[';
    return optional ? xb_arena_copy_text(arena, argument + 2, strlen(argument) - 3) : argument;
}

/* A colon would end the list. */
static void put_zsh_values(xb_output *output, const following *next)
{
    for (size_t i = 0; i < next->count; i++) {
        xb_output_char(output, i > 0 ? ' ' : '(');
        put_zsh_text(output, next->values[i]);
    }
    xb_output_char(output, ')');
}

static void put_zsh_following(xb_output *output, const word_command *command, const xb_option *option)
{
    const following next = find_following(command, option);
    if (!option->argument)
        return;
    xb_output_put(output, is_optional(option) ? "::" : ":");
    put_zsh_text(output, argument_name(command->arena, option->argument));
    xb_output_char(output, ':');
    if (next.count > 0 && next.many) {
        xb_output_put(output, "_sequence compadd - ");
        put_values(output, &next);
    } else if (next.count > 0) {
        put_zsh_values(output, &next);
    } else if (next.folders) {
        xb_output_put(output, "_files -/");
    } else if (next.files) {
        put_zsh_files(output, next.suffix);
    }
}

static void put_zsh_spec(xb_output *output, const word_command *command, const xb_option *option,
                         const char *name, const char *joint)
{
    xb_output_format(output, " \\\n        '*%s%s[", name, joint);
    put_zsh_text(output, option->help);
    xb_output_char(output, ']');
    put_zsh_following(output, command, option);
    xb_output_char(output, '\'');
}

/* Letters that count where sources are read mean something else elsewhere, and zsh takes each once. */
static void put_zsh_option(xb_output *output, const word_command *command, const word_entry *entry)
{
    const xb_option *option = entry->option;
    const char *name = xb_arena_format(command->arena, "--%s", option->name);
    const char *joint = !option->argument ? "" : is_optional(option) ? "=-" : "=";
    put_zsh_spec(output, command, option, name, joint);
    if (!option->letter || entry->is_of_sources)
        return;
    xb_option bare = *option;
    if (is_optional(option))
        bare.argument = NULL;
    put_zsh_spec(output, command, &bare, xb_arena_format(command->arena, "-%c", option->letter),
                 bare.argument ? "+" : "");
}

/* Passes on to the functions of subcommands, for which the words are those after it. */
static void put_zsh_subcommands(xb_output *output, const word_command *const *commands, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        xb_output_format(output,
                         "    if (( CURRENT > 2 )) && [[ $words[2] == %s ]]; then\n"
                         "        shift words\n        (( CURRENT-- ))\n        ",
                         last_word(commands[i]));
        put_function(output, commands[i]);
        xb_output_put(output, "\n        return\n    fi\n");
    }
}

/* Offers what is no option: operands and, as the first word, subcommands. */
static void put_zsh_operands(xb_output *output, const word_command *const *commands, size_t count)
{
    if (count > 1)
        xb_output_put(output, "{ ");
    for (size_t i = 1; i < count; i++)
        xb_output_format(output, "(( CURRENT > 2 )) || compadd %s; ", last_word(commands[i]));
    put_zsh_files(output, commands[0]->suffix);
    if (count > 1)
        xb_output_put(output, " }");
}

static void put_zsh_function(xb_output *output, const word_command *const *commands, size_t count)
{
    const word_command *command = commands[0];
    xb_output_char(output, '\n');
    put_function(output, command);
    xb_output_put(output, "() {\n");
    put_zsh_subcommands(output, commands, count);
    xb_output_put(output, "    _arguments -s");
    for (size_t i = 0; i < command->entries.count; i++)
        put_zsh_option(output, command, entry_at(command, i));
    xb_output_put(output, " \\\n        '*:file:");
    put_zsh_operands(output, commands, count);
    xb_output_put(output, "'\n}\n");
}

static void put_zsh(xb_output *output, const word_command *const *commands, size_t count)
{
    const char *name = commands[0]->name;
    xb_output_format(output, "#compdef %s\n# zsh completion for %s, made by %s --print-completion=zsh\n",
                     name, name, name);
    for (size_t i = 1; i < count; i++)
        put_zsh_function(output, &commands[i], 1);
    put_zsh_function(output, commands, count);
    xb_output_char(output, '\n');
    put_function(output, commands[0]);
    xb_output_put(output, " \"$@\"\n");
}

void put_completion(xb_output *output, const char *shell, const word_command *const *commands, size_t count)
{
    if (strcmp(shell, "zsh") == 0)
        put_zsh(output, commands, count);
    else
        put_bash(output, commands, count);
}
