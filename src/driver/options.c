/*
 * The program's own options as tables: name, letter, argument, help, and the function that takes a value.
 */
#include "driver/command_line.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "languages/languages.h"

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

static const char *take_input(void *context, const char *value)
{
    reading *read = &((command_line *)context)->reading;
    if (read->inputs.count > 0)
        return "there is more than one input";
    xb_list_append(read->arena, &read->inputs, (void *)value);
    return check_name(value);
}

static const char *take_output(void *context, const char *value)
{
    command_line *line = context;
    return take_file(&line->output, value, "there is more than one output");
}

static const char *take_output_folder(void *context, const char *value)
{
    ((command_line *)context)->output_folder = value;
    return *value ? NULL : "the name of the folder is empty";
}

static const char *take_language(void *context, const char *value)
{
    ((command_line *)context)->language = value;
    return NULL;
}

/* Options of other languages than XAIF. */
static void note_writing(command_line *line, const char *option)
{
    if (!line->writing_given)
        line->writing_given = option;
}

static const char *take_embedding(void *context, const char *value)
{
    command_line *line = context;
    (void)value;
    line->writing.embeds_run_time = true;
    note_writing(line, "embed-runtime");
    return NULL;
}

static const char *take_only_derived(void *context, const char *value)
{
    command_line *line = context;
    (void)value;
    line->writing.only_derived = true;
    return NULL;
}

static const char *take_check_of_tape(void *context, const char *value)
{
    command_line *line = context;
    (void)value;
    line->writing.checks_tape = true;
    note_writing(line, "tape-check");
    return NULL;
}

static const char *take_context_of_tape(void *context, const char *value)
{
    command_line *line = context;
    line->writing.has_tape_argument = strcmp(value, "argument") == 0;
    line->tape_is_variable = !line->writing.has_tape_argument;
    note_writing(line, "tape-context");
    return NULL;
}

static const char *take_piece(void *context, const char *value)
{
    command_line *line = context;
    bool is_count = *value && !value[strspn(value, "0123456789")];
    unsigned long long count = is_count ? strtoull(value, NULL, 10) : 0;
    line->writing.piece = count == 0 || count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    note_writing(line, "split-units");
    return is_count ? NULL : "it must be a number, 0 or more";
}

static const char *take_comments(void *context, const char *value)
{
    command_line *line = context;
    line->writing.comments = strcmp(value, "none") == 0   ? XB_COMMENTS_NONE
                             : strcmp(value, "full") == 0 ? XB_COMMENTS_FULL
                                                          : XB_COMMENTS_SHORT;
    note_writing(line, "comments");
    return NULL;
}

static const char *take_header(void *context, const char *value)
{
    command_line *line = context;
    return take_file(&line->header, value, "there is more than one header");
}

static const char *take_catalogue(void *context, const char *value)
{
    command_line *line = context;
    xb_list_append(line->arena, &line->catalogues, value);
    return check_name(value);
}

static const char *take_schemas(void *context, const char *value)
{
    command_line *line = context;
    line->schema_folder = value;
    return check_name(value);
}

static const char *take_validate(void *context, const char *value)
{
    command_line *line = context;
    line->validate_output = value && strcmp(value, "input") != 0;
    line->validate_input = !value || strcmp(value, "output") != 0;
    return NULL;
}

static const char *take_picture(void *context, const char *value)
{
    command_line *line = context;
    line->picture = value;
    return NULL;
}

static const char *const tape_contexts[] = {"module", "argument", NULL};
static const char *const amounts_of_comments[] = {"none", "short", "full", NULL};
static const char *const validations[] = {"input", "output", "both", NULL};

static const word_option input_options[] = {
    {{"input", 'i', "FILE", "read this document, or source; - is standard input, as is no FILE at all", NULL,
      NULL},
     .take = take_input},
    {{"output", 'o', "FILE",
      "write the result to this file instead of standard output, which is -; of a source, the adjoint "
      "NAME_b.f90 or the "
      "tangent NAME_d.f90 is written beside it",
      NULL, NULL},
     .take = take_output},
    {{"output-folder", 'O', "FOLDER", "the output is in this folder", NULL, NULL},
     .take = take_output_folder},
    {{"catalogue", 'c', "FILE",
      "add a catalogue of intrinsics, or of rules of routines, to the built-in one, or replace items of it; "
      "may be repeated",
      NULL, NULL},
     .take = take_catalogue},
    {{"noninlinable", 'N', "FILE",
      "the same as --catalogue: whether intrinsics are inlinable is said by the document", NULL, NULL},
     .take = take_catalogue},
    {{"schemas", 's', "FOLDER", "look for the schemas in this folder, and name it in the output", NULL, NULL},
     .take = take_schemas},
    {{"validate", 'v', "[=WHAT]", "validate the input (also the output, or only that) against its schema",
      "input", validations},
     .take = take_validate},
    {{"to", 0, "LANGUAGE",
      "write the result in this language; otherwise the suffix of the output says which: .f90, .F90, .f95, "
      ".f03 and .f08 mean Fortran, .f, .for, .ftn and .f77 Fortran in a form that is both fixed and free, .c "
      "means C, others XAIF, but for "
      "those of other sources",
      NULL, xb_language_names},
     .take = take_language},
    {{"embed-runtime", 0, NULL,
      "put the run time of adjoint code into the output, so that this compiles alone; in C, a header needs "
      "xaif_tape.h all the same",
      NULL, NULL},
     .take = take_embedding},
    {{"only-derived", 0, NULL,
      "of a source in Fortran, write only what is derived, to be compiled beside the source; refused where "
      "that has "
      "to be changed: what is derived of procedures of modules is put into these",
      NULL, NULL},
     .take = take_only_derived},
    {{"tape-check", 0, NULL,
      "adjoint code compares what it takes from the tape with what it put there, and says where they differ",
      NULL, NULL},
     .take = take_check_of_tape},
    {{"tape-context", 0, "WHERE",
      "the tape of adjoint code is a variable of a module, one for each thread of OpenMP, or an argument, "
      "which it always is in C",
      "module", tape_contexts},
     .take = take_context_of_tape},
    {{"split-units", 0, "N",
      "routines of more than N statements become pieces of about as many, where nothing jumps, since "
      "compilers take more than linear time for long ones; 0: they stay whole",
      "2000", NULL},
     .take = take_piece},
    {{"comments", 0, "AMOUNT",
      "comments in Fortran and C: none; short: what routines and their arguments are, and what documents "
      "have of the source; full: also which lines statements are for, and what is taken from the tape where",
      "short", amounts_of_comments},
     .take = take_comments},
    {{"header", 0, "FILE",
      "with C: write a header to this file, too, with what users call and a comment on each argument, for C "
      "and C++",
      NULL, NULL},
     .take = take_header},
    {{"strip-tags", 0, NULL, "write no tags, as tools need it that know only the original schemas", NULL,
      NULL},
     .flag = offsetof(command_line, strip_tags)},
    {{"provenance", 0, NULL,
      "say in tags of statements, branches and loops that are made which pass made them, and for which lines",
      NULL, NULL},
     .flag = offsetof(command_line, provenance)},
    {{"dot", 0, "KIND[:DETAIL]",
      "write a picture as Graphviz text (or as GraphML, for kinds that say so) instead of the program; the "
      "kinds "
      "are listed below",
      NULL, NULL},
     .take = take_picture},
    {.option = {.name = NULL}}};

/* ---- algorithms ---- */

static const char *take_algorithms(void *context, const char *value)
{
    command_line *line = context;
    for (;;) {
        size_t length = strcspn(value, ",");
        if (length == 0)
            return "the list of algorithms has an empty name";
        xb_list_append(line->arena, &line->algorithms, xb_arena_copy_text(line->arena, value, length));
        if (!value[length])
            return NULL;
        value += length + 1;
    }
}

static const char *take_plugin(void *context, const char *value)
{
    command_line *line = context;
    xb_list_append(line->arena, &line->plugins, value);
    return check_name(value);
}

static const char *take_dump(void *context, const char *value)
{
    command_line *line = context;
    size_t length = strcspn(value, "=");
    xb_dump *dump = xb_vector_push(line->arena, &line->dumps, sizeof *dump);
    dump->after = xb_arena_copy_text(line->arena, value, length);
    dump->file = value[length] ? value + length + 1 : xb_arena_format(line->arena, "%s.xaif", dump->after);
    return *dump->after ? check_name(dump->file) : "the name of the algorithm is empty";
}

static const char *take_head(void *context, const char *value)
{
    ((command_line *)context)->head = value;
    return NULL;
}

static const char *take_mode(void *context, const char *value)
{
    command_line *line = context;
    line->mode = xb_builtin_modes;
    while (strcmp(line->mode->name, value) != 0)
        line->mode++;
    return NULL;
}

/* Its values are what modes there are. */
static const word_option *mode_options(xb_arena *arena)
{
    word_option *options = xb_arena_array(arena, 2, sizeof *options);
    xb_list names = {.count = 0};
    for (const xb_transform_mode *mode = xb_builtin_modes; mode->name; mode++)
        xb_list_append(arena, &names, (void *)mode->name);
    xb_list_append(arena, &names, NULL);
    *options = (word_option){
        {"mode", 0, "MODE",
         "make this: what it stands for is listed below; algorithms that are named run before, and "
         "what other options say counts more than what it presets",
         NULL, (const char *const *)names.items},
        .take = take_mode};
    return options;
}

static const word_option algorithm_options[] = {
    {{"algorithm", 'a', "NAME[,NAME...]",
      "run these algorithms, and before them those that they require; may be repeated",
      "basicblockpreaccumulation", NULL},
     .take = take_algorithms},
    {{"plugin", 0, "FILE",
      "load an algorithm from a shared object; a FILE without slash is looked for along "
      "XAIFBOOSTER_PLUGIN_PATH, then in "
      "the working folder; may be repeated",
      NULL, NULL},
     .take = take_plugin},
    {{"dump-after", 0, "NAME[=FILE]",
      "write the program as it is after this algorithm (or after read) to FILE, NAME.xaif by default; - is "
      "standard output; may be repeated",
      NULL, NULL},
     .take = take_dump},
    {{"head", 0, "HEAD",
      "the same as --entry, --dependents and --independents, in one: \"f(y)/(x)\", or \"f(x)>(y)\"; -head "
      "may "
      "have one dash",
      NULL, NULL},
     .take = take_head,
     .has_one_dash = true},
    {{"verify-each", 0, NULL, "verify the program after each algorithm", NULL, NULL},
     .flag = offsetof(command_line, verify_each)},
    {.option = {.name = NULL}}};

/* ---- verification ---- */

static const char *take_verify(void *context, const char *value)
{
    command_line *line = context;
    line->verify = true;
    line->verify_reports = value && strcmp(value, "report") == 0;
    line->verify_native = line->verify_native || (value && strcmp(value, "native") == 0);
    return NULL;
}

static const char *take_compiler(void *context, const char *value)
{
    command_line *line = context;
    line->compiler = value;
    return value[strspn(value, " \t")] ? NULL : "the command is empty";
}

static const char *take_verdict(void *context, const char *value)
{
    command_line *line = context;
    return take_file(&line->verdict_file, value, "there is more than one file for the verdict");
}

static const char *take_verdict_format(void *context, const char *value)
{
    command_line *line = context;
    line->verdict_format_given = true;
    line->verdict_format = strcmp(value, "json") == 0 ? XB_VERDICT_JSON : XB_VERDICT_TEXT;
    return NULL;
}

static const char *const verify_policies[] = {"strict", "report", "native", NULL};
static const char *const verdict_formats[] = {"text", "json", NULL};

static const word_option verification_options[] = {
    {{"verify", 0, "[=POLICY]",
      "run the original and the result, and compare values and derivatives; if they differ, the status is 5, "
      "and "
      "nothing is written (strict), or the result is written all the same (report); native: as strict, and "
      "both are written in the language of the output, compiled, run, and compared with that",
      "strict", verify_policies},
     .take = take_verify},
    {{"check", 0, NULL,
      "write a driver beside the result, NAME_check.f90, which compares derivatives with differences of the "
      "source; compile it, run it, and print its table; if they differ, the status is 5, and the files stay",
      NULL, NULL},
     .flag = offsetof(command_line, check)},
    {{"compiler", 0, "COMMAND",
      "the compiler for --verify=native and --check, which may have options; otherwise what FC names, or "
      "gfortran, and for C what CC names, or cc; with --verify=report, compiled code is judged as well",
      NULL, NULL},
     .take = take_compiler},
    {{"verdict", 0, "FILE", "write the verdict to this file instead of standard error; - is standard output",
      NULL, NULL},
     .take = take_verdict},
    {{"verdict-format", 0, "FORMAT", "how to write the verdict", "text", verdict_formats},
     .take = take_verdict_format},
    {.option = {.name = NULL}}};

/* ---- messages ---- */

static const char *take_metrics(void *context, const char *value)
{
    command_line *line = context;
    line->metrics = true;
    line->metrics_format = value && strcmp(value, "json") == 0 ? XB_METRICS_JSON : XB_METRICS_TEXT;
    return NULL;
}

static const char *take_metrics_file(void *context, const char *value)
{
    command_line *line = context;
    line->metrics = true;
    line->metrics_file = value;
    return check_name(value);
}

static const char *take_progress(void *context, const char *value)
{
    command_line *line = context;
    line->progress = PROGRESS_ALWAYS;
    if (value && strcmp(value, "auto") == 0)
        line->progress = PROGRESS_AUTO;
    if (value && strcmp(value, "never") == 0)
        line->progress = PROGRESS_NEVER;
    return NULL;
}

static const char *take_list(void *context, const char *value)
{
    command_line *line = context;
    (void)value;
    line->basics.request = REQUEST_LIST;
    return NULL;
}

static const char *take_list_of_intrinsics(void *context, const char *value)
{
    command_line *line = context;
    (void)value;
    line->basics.request = REQUEST_INTRINSICS;
    return NULL;
}

static const char *const metrics_formats[] = {"text", "json", NULL};
static const char *const progress_choices[] = {"auto", "always", "never", NULL};

static const word_option report_options[] = {
    {{"werror", 0, NULL, "treat warnings as errors: nothing is written, and the status is 1", NULL, NULL},
     .flag = offsetof(command_line, basics.messages.werror)},
    {{"time", 0, NULL, "report time and memory of each step to standard error", NULL, NULL},
     .flag = offsetof(command_line, time)},
    {{"metrics", 0, "[=FORMAT]", "report what the algorithms count to standard error", "text",
      metrics_formats},
     .take = take_metrics},
    {{"metrics-output", 0, "FILE", "report metrics to this file instead; - is standard output", NULL, NULL},
     .take = take_metrics_file},
    {{"progress", 0, "[=WHEN]",
      "say on standard error what is going on when it takes longer than two seconds; auto: if that is a "
      "terminal",
      "auto", progress_choices},
     .take = take_progress},
    {.option = {.name = NULL}}};

static const word_option answer_options[] = {
    {{"list-algorithms", 0, NULL, "list the algorithms with their options", NULL, NULL}, .take = take_list},
    {{"list-intrinsics", 0, NULL,
      "list the intrinsics of all catalogues, with how many operands they take and what is known of their "
      "derivatives",
      NULL, NULL},
     .take = take_list_of_intrinsics},
    {.option = {.name = NULL}}};

void add_own_options(word_command *command, command_line *line)
{
    words_section(command, "Documents");
    words_add(command, input_options, line);
    words_section(command, "Sources (letters count where sources are read; directives in them: !$xaif)");
    words_add(command, reading_options, &line->reading);
    words_section(command, "Algorithms");
    words_add(command, mode_options(command->arena), line);
    words_add(command, algorithm_options, line);
    words_section(command, "Verification");
    words_add(command, verification_options, line);
    words_add(command, case_options, &line->choices);
    words_add(command, draw_options, &line->choices);
    words_section(command, "Messages");
    words_add(command, message_options, &line->basics.messages);
    words_add(command, report_options, line);
    words_section(command, "Answers");
    words_add(command, describing_options, &line->basics);
    words_add(command, answer_options, line);
    words_add(command, basic_options, &line->basics);
    words_section(command, "Programs");
    words_add_settings(command, xb_transform_options);
}
