/*
 * The program's own options as tables: name, letter, argument, help, and the function that takes a value.
 * Help texts and the tables of getopt are made of these and of the descriptors of algorithms.
 */
#include "driver/command_line.h"

#include <string.h>

/* ---- input and output ---- */

static const char *check_name(const char *value)
{
    return *value ? NULL : "the file name is empty";
}

static const char *take_file(const char **place, const char *value, const char *twice)
{
    if (*place)
        return twice;
    *place = value;
    return check_name(value);
}

static const char *take_input(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    return take_file(&line->input, value, "there is more than one input");
}

static const char *take_output(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    return take_file(&line->output, value, "there is more than one output");
}

static const char *take_catalogue(xb_arena *arena, command_line *line, const char *value)
{
    xb_list_append(arena, &line->catalogues, value);
    return check_name(value);
}

static const char *take_schemas(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->schema_folder = value;
    return check_name(value);
}

static const char *take_validate(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->validate_output = value && strcmp(value, "input") != 0;
    line->validate_input = !value || strcmp(value, "output") != 0;
    return NULL;
}

static const char *take_picture(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->picture = value;
    return NULL;
}

static const char *const validations[] = {"input", "output", "both", NULL};

static const own_option input_options[] = {
    {{"input", 'i', "FILE", "read this document; - is standard input, as is no FILE at all", NULL, NULL},
     take_input},
    {{"output", 'o', "FILE", "write the result to this file instead of standard output", NULL, NULL},
     take_output},
    {{"catalogue", 'c', "FILE",
      "add a catalogue of intrinsics to the built-in one, or replace items of it; may be repeated", NULL,
      NULL},
     take_catalogue},
    {{"noninlinable", 'N', "FILE",
      "the same as --catalogue: whether intrinsics are inlinable is said by the document", NULL, NULL},
     take_catalogue},
    {{"schemas", 's', "FOLDER", "look for the schemas in this folder, and name it in the output", NULL, NULL},
     take_schemas},
    {{"validate", 'v', "[=WHAT]", "validate the input (also the output, or only that) against its schema",
      "input", validations},
     take_validate},
    {{"dot", 0, "KIND[:DETAIL]",
      "write a picture as Graphviz text (or as GraphML, for kinds that say so) instead of the program; the "
      "kinds "
      "are listed below",
      NULL, NULL},
     take_picture},
    {.take = NULL}};

/* ---- algorithms ---- */

static const char *take_algorithms(xb_arena *arena, command_line *line, const char *value)
{
    for (;;) {
        size_t length = strcspn(value, ",");
        if (length == 0)
            return "the list of algorithms has an empty name";
        xb_list_append(arena, &line->algorithms, xb_arena_copy_text(arena, value, length));
        if (!value[length])
            return NULL;
        value += length + 1;
    }
}

static const char *take_plugin(xb_arena *arena, command_line *line, const char *value)
{
    xb_list_append(arena, &line->plugins, value);
    return check_name(value);
}

static const char *take_verify_each(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->verify_each = true;
    return NULL;
}

static const char *take_dump(xb_arena *arena, command_line *line, const char *value)
{
    size_t length = strcspn(value, "=");
    xb_dump *dump = xb_vector_push(arena, &line->dumps, sizeof *dump);
    dump->after = xb_arena_copy_text(arena, value, length);
    dump->file = value[length] ? value + length + 1 : xb_arena_format(arena, "%s.xaif", dump->after);
    return *dump->after ? check_name(dump->file) : "the name of the algorithm is empty";
}

static const own_option algorithm_options[] = {
    {{"algorithm", 'a', "NAME[,NAME...]",
      "run these algorithms, and before them those that they require; may be repeated",
      "basicblockpreaccumulation", NULL},
     take_algorithms},
    {{"plugin", 0, "FILE",
      "load an algorithm from a shared object; a FILE without slash is looked for along "
      "XAIFBOOSTER_PLUGIN_PATH, then in "
      "the working folder; may be repeated",
      NULL, NULL},
     take_plugin},
    {{"dump-after", 0, "NAME[=FILE]",
      "write the program as it is after this algorithm (or after read) to FILE, NAME.xaif by default; may be "
      "repeated",
      NULL, NULL},
     take_dump},
    {{"verify-each", 0, NULL, "verify the program after each algorithm", NULL, NULL}, take_verify_each},
    {.take = NULL}};

/* ---- verification ---- */

static const char *take_verify(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->verify = true;
    line->verify_reports = value && strcmp(value, "report") == 0;
    return NULL;
}

static const char *take_verdict(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    return take_file(&line->verdict_file, value, "there is more than one file for the verdict");
}

static const char *take_verdict_format(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->verdict_format = strcmp(value, "json") == 0 ? XB_VERDICT_JSON : XB_VERDICT_TEXT;
    return NULL;
}

static const char *const verify_policies[] = {"strict", "report", NULL};
static const char *const verdict_formats[] = {"text", "json", NULL};

static const own_option verification_options[] = {
    {{"verify", 0, "[=POLICY]",
      "run the original and the result, and compare values and derivatives; if they differ, the status is 5, "
      "and "
      "nothing is written (strict), or the result is written all the same (report)",
      "strict", verify_policies},
     take_verify},
    {{"verdict", 0, "FILE", "write the verdict to this file instead of standard error", NULL, NULL},
     take_verdict},
    {{"verdict-format", 0, "FORMAT", "how to write the verdict", "text", verdict_formats},
     take_verdict_format},
    {.take = NULL}};

/* ---- messages ---- */

static const char *take_quiet(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->quiet = true;
    return NULL;
}

static const char *take_werror(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->werror = true;
    return NULL;
}

static const char *take_time(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->time = true;
    return NULL;
}

static const char *take_metrics(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->metrics = true;
    line->metrics_format = value && strcmp(value, "json") == 0 ? XB_METRICS_JSON : XB_METRICS_TEXT;
    return NULL;
}

static const char *take_metrics_file(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->metrics = true;
    line->metrics_file = value;
    return check_name(value);
}

static const char *take_progress(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    line->progress = PROGRESS_ALWAYS;
    if (value && strcmp(value, "auto") == 0)
        line->progress = PROGRESS_AUTO;
    if (value && strcmp(value, "never") == 0)
        line->progress = PROGRESS_NEVER;
    return NULL;
}

static const char *take_help(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->request = REQUEST_HELP;
    return NULL;
}

static const char *take_version(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->request = REQUEST_VERSION;
    return NULL;
}

static const char *take_list(xb_arena *arena, command_line *line, const char *value)
{
    (void)arena;
    (void)value;
    line->request = REQUEST_LIST;
    return NULL;
}

static const char *const metrics_formats[] = {"text", "json", NULL};
static const char *const progress_choices[] = {"auto", "always", "never", NULL};

static const own_option message_options[] = {
    {{"quiet", 0, NULL, "don't show warnings", NULL, NULL}, take_quiet},
    {{"werror", 0, NULL, "treat warnings as errors: nothing is written, and the status is 1", NULL, NULL},
     take_werror},
    {{"time", 0, NULL, "report time and memory of each step to standard error", NULL, NULL}, take_time},
    {{"metrics", 0, "[=FORMAT]", "report what the algorithms count to standard error", "text",
      metrics_formats},
     take_metrics},
    {{"metrics-output", 0, "FILE", "report metrics to this file instead", NULL, NULL}, take_metrics_file},
    {{"progress", 0, "[=WHEN]",
      "say on standard error what is going on when it takes longer than two seconds; auto: if that is a "
      "terminal",
      "auto", progress_choices},
     take_progress},
    {{"help", 'h', NULL, "show this text", NULL, NULL}, take_help},
    {{"version", 0, NULL, "show versions", NULL, NULL}, take_version},
    {{"list-algorithms", 0, NULL, "list the algorithms", NULL, NULL}, take_list},
    {.take = NULL}};

const option_section option_sections[] = {{"Documents", input_options, NULL},
                                          {"Algorithms", algorithm_options, NULL},
                                          {"Verification", verification_options, case_options},
                                          {"Messages", message_options, NULL},
                                          {NULL, NULL, NULL}};

const xb_option *own_options(xb_arena *arena)
{
    xb_vector options = {0};
    for (const option_section *section = option_sections; section->title; section++)
        for (const own_option *own = section->options; own->take; own++)
            *(xb_option *)xb_vector_push(arena, &options, sizeof(xb_option)) = own->option;
    for (const case_option *of_case = case_options; of_case->option.name; of_case++)
        *(xb_option *)xb_vector_push(arena, &options, sizeof(xb_option)) = of_case->option;
    for (const xb_option *option = xb_transform_options; option->name; option++)
        *(xb_option *)xb_vector_push(arena, &options, sizeof(xb_option)) = *option;
    xb_vector_push(arena, &options, sizeof(xb_option));
    return options.items;
}
