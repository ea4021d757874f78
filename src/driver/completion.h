/*
 * Completion of command lines, made of the tables of options.
 */
#ifndef XB_DRIVER_COMPLETION_H
#define XB_DRIVER_COMPLETION_H

#include "driver/words.h"

/*
 * Puts a script for a shell.
 * @param shell bash or zsh
 * @param commands count commands: the program, then its subcommands, whose names begin with that of the
 * program
 */
void put_completion(xb_output *output, const char *shell, const word_command *const *commands, size_t count);

#endif
