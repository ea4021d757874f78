/*
 * What programs say on standard error, and how: in colours or not, with excerpts, as JSON.
 */
#ifndef XB_DRIVER_MESSAGES_H
#define XB_DRIVER_MESSAGES_H

#include "driver/sources.h"
#include "driver/words.h"

typedef enum message_format { MESSAGES_TEXT, MESSAGES_BRIEF, MESSAGES_JSON } message_format;
typedef enum message_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } message_colour;

/* What is known of messages. All zero but the program is as if nothing had been said. */
typedef struct messages {
    const char *program; /* stands where there is no file */
    message_format format;
    message_colour colour;
    bool quiet;           /* warnings are not shown */
    bool werror;          /* warnings count as errors */
    size_t printed;       /* how many of those that were reported */
    const char *document; /* the name of a document that was made of a source, of which users know nothing; or
                             NULL */
    const char *source;   /* that source; NULL: there are several */
    sources sources;      /* owned: files to show lines of */
} messages;

/* The options of messages, whose context they are. */
extern const word_option message_options[];

/* Prints what was reported since the last time, and how much was not; nothing of a pipe that nobody reads any
 * more. Nothing in here jumps (failure.h). */
void messages_print(messages *self, const xb_diagnostics *diagnostics);

/* Prints one diagnostic. */
void messages_print_one(messages *self, const xb_diagnostic *diagnostic);

/* Prints that memory ran out. */
void messages_out_of_memory(messages *self);

/* Releases what is owned. */
void messages_release(messages *self);

#endif
