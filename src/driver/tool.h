/*
 * What the smaller programs have in common: memory, diagnostics, an answer that is put to standard output
 * when all is well.
 */
#ifndef XB_DRIVER_TOOL_H
#define XB_DRIVER_TOOL_H

#include "base/diagnostics.h"
#include "base/file_output.h"
#include "catalogue/catalogue.h"
#include "driver/basics.h"

/* A run of a program. */
typedef struct tool {
    const char *name; /* as it is called */
    int count;
    char **words;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_file_output *answer; /* owned: standard output, once it is open */
    basics basics;
    int status; /* of the process */
} tool;

/*
 * Runs the steps of a tool, each under xb_protect(), until one sets a status; then `release`, whatever
 * happened; prints what was reported. Returns the exit status.
 */
int run_tool(tool *self, void (*const *steps)(void *context), void (*release)(void *context), void *context);

/*
 * Parses the words; answers what is asked beside work. Errors are reported, and set the status.
 * @return whether there is work to do
 */
bool tool_parse(tool *self, const word_command *command);

/* Reads catalogues, a list of files, on top of the built-in one. NULL if something is wrong, which is
 * reported and sets the status. */
xb_catalogue *tool_read_catalogues(tool *self, const xb_list *files);

/* The stream to put the answer to. NULL if it can't be opened, which is reported. */
xb_output *tool_answer(tool *self);

#endif
