/*
 * What all programs can be asked.
 */
#ifndef XB_DRIVER_BASICS_H
#define XB_DRIVER_BASICS_H

#include "driver/messages.h"
#include "driver/words.h"

/* What a program is asked for; the last one counts. */
typedef enum request {
    REQUEST_RUN,
    REQUEST_HELP,
    REQUEST_DESCRIPTION, /* of one algorithm */
    REQUEST_VERSION,
    REQUEST_LIST,
    REQUEST_INTRINSICS,
    REQUEST_COMPLETION
} request;

/* What every program has. */
typedef struct basics {
    messages messages;
    request request;
    const char *topic; /* the algorithm to describe */
    const char *shell; /* to make completion for */
} basics;

/* --help=ALGORITHM, --version and the like; the context is the basics. */
extern const word_option describing_options[], basic_options[];

/* Adds what every program can be asked: how to print messages, --help, --version and the like. */
void add_basic_options(word_command *command, basics *asked);

/* Puts the version of a program. */
void put_version(xb_output *output, const char *name);

/* Puts the answer to what commands of a program are asked; the first one is the program itself. */
void put_basic_answer(xb_output *output, const basics *asked, const word_command *const *commands,
                      size_t count);

#endif
