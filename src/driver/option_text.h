/*
 * Help texts made of tables of options.
 */
#ifndef XB_DRIVER_OPTION_TEXT_H
#define XB_DRIVER_OPTION_TEXT_H

#include "algorithm/algorithm.h"

/* Puts an option with its letter, argument, help, allowed values and default. */
void put_option(xb_arena *arena, xb_output *output, const xb_option *option);

/* Puts a name and a text about it. */
void put_entry(xb_arena *arena, xb_output *output, const char *name, const char *text);

/* How an option is typed: --name=ARGUMENT. */
const char *option_spelling(xb_arena *arena, const xb_option *option);

/* Puts words in lines of bounded width that are indented; `at` is the column where the first line has got to.
 */
void put_indented(xb_output *output, const char *text, size_t indentation, size_t at);

#endif
