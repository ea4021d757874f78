/*
 * The program: the command line, one call of xb_transform(), diagnostics, the exit status.
 *
 * Memory may run out anywhere, so everything that builds something runs under xb_protect(): parsing,
 * transforming, and printing, each on its own, with a fixed text as the last resort.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "algorithm/picture.h"
#include "algorithm/builtin.h"
#include "base/file_output.h"
#include "driver/checking.h"
#include "driver/contradictions.h"
#include "driver/command_line.h"
#include "driver/defaults.h"
#include "driver/origin.h"
#include "driver/heap.h"
#include "driver/interruption.h"
#include "driver/judging.h"
#include "driver/progress.h"
#include "driver/report.h"
#include "driver/synonyms.h"
#include "driver/verify.h"
#include "languages/xaif/catalogue.h"

static const char default_algorithm[] = "basicblockpreaccumulation";

/* A run of the program. */
typedef struct session {
    int count;
    char **words;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_registry *registry;
    xb_plugins plugins; /* owned */
    command_line line;
    xb_catalogue *catalogue; /* of --list-intrinsics */
    xb_file_output *answer;  /* owned: where --help and the like go */
    xb_file_output *metrics; /* owned: where metrics go, if not to standard error */
    xb_transform_settings settings;
    xb_transform_report report;
    judging judging;   /* owned: what --verify needs */
    checking checking; /* what --check needs */
    xb_status status;
} session;

/* ---- steps ---- */

static void parse(void *argument)
{
    session *run = argument;
    run->diagnostics = xb_diagnostics_create(run->arena);
    run->registry = xb_registry_create(run->arena, xb_builtin_algorithms);
    xb_registry_reserve(run->registry, own_options(run->arena));
    run->status = parse_command_line(run->arena, run->diagnostics, run->registry, &run->plugins, run->count,
                                     run->words, &run->line);
}

static xb_status report_output(session *run, const xb_file_error *error)
{
    return xb_file_error_report(run->diagnostics, NULL, error);
}

static void put_answer(session *run, xb_output *output)
{
    const command_line *line = &run->line;
    const word_command *commands[] = {&line->command, verify_command(run->arena)};
    if (line->basics.request == REQUEST_HELP)
        put_help(line, output, run->registry);
    else if (line->basics.request == REQUEST_DESCRIPTION)
        put_description(run->arena, output, xb_registry_find(run->registry, line->basics.topic));
    else if (line->basics.request == REQUEST_VERSION)
        put_versions(line, output);
    else if (line->basics.request == REQUEST_LIST)
        put_list(run->arena, output, run->registry);
    else if (line->basics.request == REQUEST_INTRINSICS)
        put_intrinsics(run->arena, output, run->catalogue);
    else
        put_basic_answer(output, &line->basics, commands, sizeof commands / sizeof *commands);
}

/* An algorithm that is to be described has to be there. */
static xb_status find_topic(session *run)
{
    const char *topic = run->line.basics.topic;
    if (run->line.basics.request != REQUEST_DESCRIPTION || xb_registry_find(run->registry, topic))
        return XB_STATUS_OK;
    const char *mode = synonym_hint(run->arena, "algorithm", topic);
    const char *hint = mode ? xb_arena_format(run->arena, "%s; xaifbooster --help describes modes", mode)
                            : xb_registry_hint(run->registry, run->arena, topic);
    return xb_error(run->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "there is no algorithm %s",
                    topic);
}

/* Who asks for the version and for output does not mean the version. */
static xb_status check_version(session *run)
{
    if (run->line.basics.request != REQUEST_VERSION || !run->line.output)
        return XB_STATUS_OK;
    return xb_error(run->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave one of them out; alias sets and chains are written without being asked for",
                    "-V shows the version, but there is to be output in %s", run->line.output);
}

/* The built-in catalogue with those of the command line. */
static xb_status read_catalogues(session *run)
{
    xb_status status = XB_STATUS_OK;
    if (run->line.basics.request != REQUEST_INTRINSICS)
        return XB_STATUS_OK;
    run->catalogue = xb_catalogue_create(run->arena);
    for (size_t i = 0; i < run->line.catalogues.count && !status; i++)
        status = xb_catalogue_read(run->catalogue, run->diagnostics, run->line.catalogues.items[i]);
    return status;
}

static void answer(void *argument)
{
    session *run = argument;
    xb_file_error error = {0};
    run->status = find_topic(run);
    if (!run->status)
        run->status = check_version(run);
    if (!run->status)
        run->status = read_catalogues(run);
    if (run->status)
        return;
    run->answer = xb_file_output_open(NULL, &error);
    if (!run->answer) {
        run->status = report_output(run, &error);
        return;
    }
    put_answer(run, xb_file_output_stream(run->answer));
    xb_file_output *file = run->answer;
    run->answer = NULL;
    if (!xb_file_output_commit(file, &error))
        run->status = report_output(run, &error);
}

static xb_status complete(void *context, const xb_transform_report *report)
{
    session *run = context;
    xb_file_output *file = run->metrics;
    if (!file)
        return XB_STATUS_OK;
    xb_metrics_put(report->metrics, run->arena, xb_file_output_stream(file), run->line.metrics_format);
    run->metrics = NULL;
    xb_file_error error = {0};
    return xb_file_output_commit(file, &error)
               ? XB_STATUS_OK
               : xb_file_error_report(run->diagnostics, run->line.metrics_file, &error);
}

static bool wants_progress(const command_line *line)
{
    return line->progress == PROGRESS_ALWAYS || (line->progress == PROGRESS_AUTO && isatty(STDERR_FILENO));
}

static xb_status inspect(void *context, xb_program *program, const char *text, size_t length)
{
    session *run = context;
    if (wants_progress(&run->line))
        progress_step("judge");
    return perform_judging(&run->judging, program, text, length);
}

static xb_status look(void *context, xb_program *program, const xb_source *form, xb_arena *lines)
{
    session *run = context;
    return run->line.check ? write_driver(&run->checking, program, form, lines) : XB_STATUS_OK;
}

static void begin_step(void *context, const char *step)
{
    (void)context;
    progress_step(step);
}

/* What runs if nobody says so: for a picture, the algorithm that draws it, if any. */
static void choose_algorithms(session *run)
{
    const char *kind = NULL;
    const xb_algorithm *owner = NULL;
    if (run->line.mode || run->line.algorithms.count > 0)
        return;
    if (run->line.picture) {
        run->status =
            xb_picture_find(run->arena, run->registry, run->diagnostics, run->line.picture, &kind, &owner);
        if (!owner)
            return;
    }
    xb_list_append(run->arena, &run->line.algorithms, owner ? owner->name : default_algorithm);
}

/* Opens the file of the metrics, before there is any output, which on standard output can't be taken back. */
static xb_status open_metrics(session *run)
{
    const command_line *line = &run->line;
    if (!line->metrics_file)
        return XB_STATUS_OK;
    xb_file_error error = {0};
    run->metrics = xb_file_output_open(line->metrics_file, &error);
    return run->metrics ? XB_STATUS_OK : xb_file_error_report(run->diagnostics, line->metrics_file, &error);
}

/* Lines of these may be shown. */
static void know_files(session *run)
{
    command_line *line = &run->line;
    sources *known = &line->basics.messages.sources;
    sources_know(known, line->input ? line->input : "-");
    for (size_t i = 1; i < line->reading.inputs.count; i++)
        sources_know(known, line->reading.inputs.items[i]);
    for (size_t i = 0; i < line->catalogues.count; i++)
        sources_know(known, line->catalogues.items[i]);
    if (line->choices.file)
        sources_know(known, line->choices.file);
}

/* What is said of the document is said of its source. */
static void settle_sources(command_line *line)
{
    messages *said = &line->basics.messages;
    said->document = settle_reading(&line->reading);
    said->source = line->reading.inputs.count == 1 ? line->reading.inputs.items[0] : NULL;
}

static xb_transform_settings settings_of(session *run)
{
    const command_line *line = &run->line;
    const bool is_foreign = line->reading.foreign;
    const char *input = line->input ? line->input : "-";
    return (xb_transform_settings){
        .input = is_foreign ? line->basics.messages.document : input,
        .source = is_foreign ? &line->reading.source : NULL,
        .output = line->output,
        .language = line->language,
        .writing = line->writing,
        .header = line->header,
        .schema_folder = line->schema_folder,
        .catalogues = (const char *const *)line->catalogues.items,
        .catalogue_count = line->catalogues.count,
        .mode = line->mode,
        .algorithms = (const char *const *)line->algorithms.items,
        .algorithm_count = line->algorithms.count,
        .settings = line->settings.items,
        .setting_count = line->settings.count,
        .dumps = line->dumps.items,
        .dump_count = line->dumps.count,
        .picture = line->picture,
        .validate_input = line->validate_input,
        .validate_output = line->validate_output,
        .strip_tags = line->strip_tags,
        .provenance = line->provenance || line->writing.comments == XB_COMMENTS_FULL,
        .wants_metrics = line->metrics,
        .verify_each = line->verify_each,
        .chooses_names = line->chooses_names,
        .warnings_are_errors = line->basics.messages.werror,
        .watch = {.begin = begin_step, .written = look, .complete = complete, .context = run},
    };
}

static void settle(void *argument)
{
    session *run = argument;
    command_line *line = &run->line;
    if (!line->input && isatty(STDIN_FILENO)) {
        run->status = xb_error(run->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                               "name a file, or - for standard input; xaifbooster --help lists the options",
                               "there is no input");
        return;
    }
    know_files(run);
    run->status = settle_defaults(line, run->diagnostics);
    if (line->reading.foreign)
        settle_sources(line);
    if (line->check && line->output)
        line->check_file = check_file_of(line);
    if (!run->status)
        run->status = check_contradictions(run->arena, run->diagnostics, line);
    line->writing.origin = origin_of(line);
    if (!run->status)
        choose_algorithms(run);
    if (!run->status)
        run->status = open_metrics(run);
    run->settings = settings_of(run);
    if (line->verify && !run->status) {
        run->judging = (judging){.arena = run->arena,
                                 .diagnostics = run->diagnostics,
                                 .line = line,
                                 .messages = &line->basics.messages,
                                 .report = &run->report};
        run->settings.watch.inspect = inspect;
        run->status = prepare_judging(&run->judging);
    }
    if (line->check && !run->status) {
        run->checking = (checking){
            .arena = run->arena, .diagnostics = run->diagnostics, .line = line, .report = &run->report};
        run->status = prepare_checking(&run->checking);
    }
}

static void print(void *argument)
{
    session *run = argument;
    if (run->line.time && run->report.timings.count > 0)
        print_timings(&run->report);
    if (run->line.metrics && !run->line.metrics_file && run->report.metrics && !run->status)
        print_metrics(run->arena, run->report.metrics, run->line.metrics_format);
}

/* ---- putting them together ---- */

/* Performs a step unless one before it went wrong. */
static void perform(session *run, void (*step)(void *argument))
{
    if (!run->status && !xb_protect(xb_arena_failure(run->arena), step, run))
        run->status = XB_STATUS_FAILED;
}

/* Where the result is, if the user has not said where it should be. */
static void tell_output(void *argument)
{
    const session *run = argument;
    if (run->line.usual_output)
        xb_remark(run->diagnostics, (xb_place){0}, "the result is in %s", run->line.usual_output);
}

/* The result is in its place by now, and the driver belongs to it. */
static void place_check(void *argument)
{
    session *run = argument;
    run->status = place_driver(&run->checking);
}

static void run_transformation(session *run)
{
    perform(run, settle);
    if (run->status)
        return;
    bool progress = wants_progress(&run->line);
    if (progress)
        start_progress();
    run->status = xb_transform(run->arena, run->registry, run->diagnostics, &run->settings, &run->report);
    if (progress)
        stop_progress();
    perform(run, tell_output);
    if (run->line.check)
        perform(run, place_check);
    if (run->line.check && !run->status) {
        messages_print(&run->line.basics.messages, run->diagnostics);
        run->status = run_driver(&run->checking);
    }
}

/* Prints what there is to say, and that memory ran out if nothing else explains the status: an error can't be
 * kept then. */
static void finish(session *run)
{
    messages *said = &run->line.basics.messages;
    if (run->diagnostics)
        messages_print(said, run->diagnostics);
    bool printed = run->diagnostics && xb_protect(xb_arena_failure(run->arena), print, run);
    bool explained = printed && xb_diagnostics_explain(run->diagnostics, XB_STATUS_FAILED);
    if (run->status == XB_STATUS_FAILED && !explained)
        messages_out_of_memory(said);
}

static xb_status run_session(session *run)
{
    perform(run, parse);
    if (!run->status && run->line.basics.request != REQUEST_RUN)
        perform(run, answer);
    else if (!run->status)
        run_transformation(run);
    finish(run);
    release_judging(&run->judging);
    xb_file_output_discard(run->answer);
    xb_file_output_discard(run->metrics);
    xb_plugins_close(&run->plugins);
    return run->status;
}

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "verify") == 0)
        return verify_main(count - 1, words + 1);
    session run = {.count = count, .words = words};
    return_freed_blocks();
    tidy_after_interruptions();
    watch_writes();
    xb_failure *failure = xb_failure_create();
    run.arena = failure ? xb_arena_create(failure) : NULL;
    xb_status status = XB_STATUS_FAILED;
    if (run.arena)
        status = run_session(&run);
    else
        messages_out_of_memory(&run.line.basics.messages);
    messages_release(&run.line.basics.messages);
    xb_arena_destroy(run.arena);
    xb_failure_destroy(failure);
    end_if_pipe_was_closed();
    const bool bad = run.judging.bad || run.checking.bad;
    return bad && (status == XB_STATUS_OK || status == XB_STATUS_INVALID) ? XB_VERDICT_STATUS : (int)status;
}
