/*
 * The command line as data.
 */
#ifndef XB_DRIVER_COMMAND_LINE_H
#define XB_DRIVER_COMMAND_LINE_H

#include "algorithm/plugin.h"
#include "algorithm/transform.h"
#include "driver/basics.h"
#include "driver/case_choices.h"
#include "driver/reading.h"
#include "verify/verdict.h"

/* When progress is shown. */
typedef enum progress_choice { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER } progress_choice;

/* The command line. Lists are of text or of the structures named. */
typedef struct command_line {
    xb_arena *arena;      /* of the lists */
    word_command command; /* all that can be typed, plugins included */
    basics basics;
    reading reading;   /* what is read, but for the name that messages have for it: */
    const char *input; /* the first of the inputs, or NULL */
    const char *output;
    const char *output_folder; /* NULL: the working folder */
    const char *usual_output;  /* the output, if it is not named */
    const char *head;          /* "f(y)/(x)", or NULL */
    bool chooses_names;        /* of what is differentiated, where none are given */
    const char *schema_folder;
    const char *language;
    xb_source_options writing;
    bool tape_is_variable;     /* that is said */
    const char *writing_given; /* the first option that says how another language than XAIF is written */
    const char *header;
    const char *picture;
    const char *metrics_file;
    const xb_transform_mode *mode; /* NULL: none is named */
    xb_list catalogues;            /* const char */
    xb_list algorithms;            /* const char */
    xb_list plugins;               /* const char */
    xb_vector settings;            /* xb_setting */
    xb_vector dumps;               /* xb_dump */
    bool validate_input, validate_output;
    bool strip_tags;
    bool provenance;
    bool verify_each;
    bool time;
    bool metrics;
    xb_metrics_format metrics_format;
    progress_choice progress;
    bool verify;              /* judge the result */
    bool verify_reports;      /* write the result also if it is judged to be wrong */
    bool verify_native;       /* judge it as it is compiled, too */
    bool check;               /* write a driver beside the result, and run it */
    const char *check_file;   /* that; NULL: none */
    const char *compiler;     /* for either; NULL: not said */
    case_choices choices;     /* how to drive the program */
    const char *verdict_file; /* where the verdict goes; NULL: standard error */
    xb_verdict_format verdict_format;
    bool verdict_format_given;
} command_line;

/* Adds the program's own options to a command, by section. */
void add_own_options(word_command *command, command_line *line);

/* All of the program's own options in one array, ended by one without name. */
const xb_option *own_options(xb_arena *arena);

/*
 * Parses the command line twice: once to see which plugins it needs, which are loaded into the registry, and
 * once with their options, and with letters as the language of the inputs has them. Errors are reported.
 */
xb_status parse_command_line(xb_arena *arena, xb_diagnostics *diagnostics, xb_registry *registry,
                             xb_plugins *plugins, int count, char **words, command_line *line);

/* The answers that are about algorithms. */
void put_help(const command_line *line, xb_output *output, const xb_registry *registry);
void put_versions(const command_line *line, xb_output *output);
void put_list(xb_arena *arena, xb_output *output, const xb_registry *registry);
void put_description(xb_arena *arena, xb_output *output, const xb_algorithm *algorithm);

/* Lists the intrinsics of a catalogue. */
void put_intrinsics(xb_arena *arena, xb_output *output, const xb_catalogue *catalogue);

#endif
