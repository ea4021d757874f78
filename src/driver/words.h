/*
 * Command lines of the smaller programs: a table of options, and operands.
 */
#ifndef XB_DRIVER_WORDS_H
#define XB_DRIVER_WORDS_H

#include "algorithm/algorithm.h"
#include "base/diagnostics.h"
#include "driver/case_choices.h"

/* An option and what takes its value (NULL for a flag): returns what is wrong with it, or NULL. */
typedef struct word_option {
    xb_option option;
    const char *(*take)(void *context, const char *value);
} word_option;

/* A command. */
typedef struct word_command {
    const char *name;           /* as it is called, for hints */
    const word_option *options; /* ended by one without name */
    const char *(*operand)(void *context, const char *word);
    case_choices *(*choices)(void *context); /* where options of cases go */
    bool draws;                              /* the command draws points */
} word_command;

/* Parses words from number 1 on. Errors are reported. */
xb_status parse_words(xb_arena *arena, xb_diagnostics *diagnostics, const word_command *command, int count,
                      char **words, void *context);

/* Puts all options of a command. */
void put_words_help(xb_arena *arena, xb_output *output, const word_command *command);

#endif
