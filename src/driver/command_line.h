/*
 * The command line as data.
 */
#ifndef XB_DRIVER_COMMAND_LINE_H
#define XB_DRIVER_COMMAND_LINE_H

#include "algorithm/plugin.h"
#include "algorithm/transform.h"
#include "driver/case_choices.h"
#include "verify/verdict.h"

/* What the program is asked for. */
typedef enum request { REQUEST_RUN, REQUEST_HELP, REQUEST_VERSION, REQUEST_LIST } request;

/* When progress is shown. */
typedef enum progress_choice { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER } progress_choice;

/* The command line. Lists are of text or of the structures named. */
typedef struct command_line {
    request request;
    const char *input, *output;
    const char *schema_folder;
    const char *picture;
    const char *metrics_file;
    xb_list catalogues; /* const char */
    xb_list algorithms; /* const char */
    xb_list plugins;    /* const char */
    xb_vector settings; /* xb_setting */
    xb_vector dumps;    /* xb_dump */
    bool validate_input, validate_output;
    bool verify_each;
    bool quiet, werror;
    bool time;
    bool metrics;
    xb_metrics_format metrics_format;
    progress_choice progress;
    bool verify;              /* judge the result */
    bool verify_reports;      /* write the result also if it is judged to be wrong */
    case_choices choices;     /* how to drive the program */
    const char *verdict_file; /* where the verdict goes; NULL: standard error */
    xb_verdict_format verdict_format;
} command_line;

/* An option of the program itself. */
typedef struct own_option {
    xb_option option; /* an argument that may be left out begins with '[' */
    /* Takes a value; returns what is wrong with it, or NULL. */
    const char *(*take)(xb_arena *arena, command_line *line, const char *value);
} own_option;

/* The program's options by section, each ended by an option without name. */
typedef struct option_section {
    const char *title;
    const own_option *options;
    const case_option *more; /* NULL: none */
} option_section;

/* The sections, ended by one without title. */
extern const option_section option_sections[];

/* All of the program's own options in one array, ended by one without name. */
const xb_option *own_options(xb_arena *arena);

/*
 * Parses the command line twice: once to see which plugins it needs, which are loaded into the registry, and
 * once with their options. Errors are reported.
 */
xb_status parse_command_line(xb_arena *arena, xb_diagnostics *diagnostics, xb_registry *registry,
                             xb_plugins *plugins, int count, char **words, command_line *line);

/* The three answers that need no input. */
void put_help(xb_arena *arena, xb_output *output, const xb_registry *registry);
void put_version(xb_output *output);
void put_list(xb_output *output, const xb_registry *registry);

#endif
