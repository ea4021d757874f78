/*
 * Command lines: options in tables, and operands. Help texts and completion are made of the same tables.
 */
#ifndef XB_DRIVER_WORDS_H
#define XB_DRIVER_WORDS_H

#include "algorithm/algorithm.h"
#include "base/diagnostics.h"
#include "driver/files.h"

/* Takes the value of an option (NULL for a flag), or an operand: returns what is wrong with it, or NULL. */
typedef const char *word_take(void *context, const char *value);

/* An option and what takes its value. An argument that may be left out begins with '['. */
typedef struct word_option {
    xb_option option;
    word_take *take;    /* NULL: the option sets a flag */
    size_t flag;        /* where that is in the context: a bool */
    bool has_one_dash;  /* its name may follow one dash, too */
    bool is_of_sources; /* its letter counts where sources are read, and may be another option's elsewhere */
} word_option;

/* An option of a command. */
typedef struct word_entry {
    const char *section; /* the title of the section that begins here, or NULL */
    const xb_option *option;
    word_take *take; /* NULL: the option sets a flag, or its value becomes a setting */
    void *context;
    bool *flag; /* NULL: there is none */
    bool has_one_dash, is_of_sources;
} word_entry;

/* A letter that other programs have for what are long options here. It counts where sources are read. */
typedef struct word_synonym {
    char letter;
    const char *value;   /* the next word, which it is with; NULL: it has none */
    const char *meaning; /* long options, separated by blanks; NULL: there is nothing that it stands for */
    const char *of;      /* the program; without meaning, what to do instead */
} word_synonym;

/* Values that an option may have, for completion, beside those of its table. */
typedef struct word_values {
    const char *option;
    xb_list values; /* const char */
    bool many;      /* several, separated by commas */
} word_values;

/* What can be typed. */
typedef struct word_command {
    xb_arena *arena;
    const char *name;     /* as it is called */
    const char *usage;    /* how help begins */
    const char *statuses; /* how help ends */
    word_take *operand;
    void *context;                /* of operands */
    xb_vector entries;            /* word_entry */
    xb_vector *settings;          /* xb_setting: where options without a function go */
    const char *section;          /* of the entries that come next */
    bool reads_sources;           /* letters of sources count, before others */
    const word_synonym *synonyms; /* ended by one without letter; NULL: there are none */
    const char *suffix;           /* of operands, for completion; several are separated by blanks; NULL:
                                     any file */
    const char *(*instead)(char letter); /* what to do instead of giving a letter that is no option, or NULL;
                                            may be NULL itself */
    const char *(*meant)(xb_arena *arena, const char *option,
                         const char *value); /* what to do instead of giving a long option that there is not
                                                (value NULL), or a value that one does not take, or NULL; may
                                                be NULL itself */
    xb_vector values;                        /* word_values */
} word_command;

/* Begins a section of options; NULL: one without title. */
void words_section(word_command *command, const char *title);

/* Adds options, ended by one without name, whose values go to a context. */
void words_add(word_command *command, const word_option *options, void *context);

/* Adds options, ended by one without name, whose values become settings. */
void words_add_settings(word_command *command, const xb_option *options);

/* The list of values of an option, for completion, to which more may be appended. */
xb_list *words_values(word_command *command, const char *option, bool many);

/* Whether the argument of an option is the name of a file. */
bool words_name_file(const xb_option *option);

/* Adds the files that settings name, which must be apart from all others. */
void words_add_files(const word_command *command, xb_vector *files);

/* Parses words from number 1 on. @param diagnostics where errors are reported; NULL: they aren't */
xb_status words_parse(const word_command *command, xb_diagnostics *diagnostics, int count, char **words);

/* Puts all options of a command, by section. */
void words_put_options(const word_command *command, xb_output *output);

/* Puts the synonyms of a command, if it has any. */
void words_put_synonyms(const word_command *command, xb_output *output);

/* Puts usage, options and statuses. */
void words_put_help(const word_command *command, xb_output *output);

#endif
