/*
 * xaif-eliminate: elimination on graph files, to compare orders and to try out new ones. Each file is read,
 * eliminated and printed before the next one.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elimination/files/graphml.h"
#include "elimination/graphs/jacobian.h"
#include "elimination/heuristics/heuristics.h"
#include "elimination/reuse/cache_file.h"
#include "elimination/tool/cache.h"
#include "elimination/tool/html.h"
#include "elimination/tool/lp.h"
#include "elimination/tool/options.h"
#include "elimination/tool/report.h"
#include "elimination/tool/runs.h"
#include "elimination/tool/team.h"
#include "base/document.h"
#include "base/file_output.h"
#include "driver/interruption.h"

/* Kinds of pictures. */
enum { PICTURE_GRAPHVIZ, PICTURE_HTML, PICTURES };

typedef struct tool {
    tool_team team;
    xb_failure *failure;
    xb_arena *arena;             /* for the command line */
    xb_arena *scratch;           /* for one file */
    xb_diagnostics *diagnostics; /* of the step at hand, or NULL */
    tool_options options;
    int count;
    char **words;
    const char *name;                   /* of the file at hand */
    xb_document document;               /* owned: its content */
    xb_graph_analysis *analysis;        /* owned: access to igraph, once it is wanted */
    xb_plugins plugins;                 /* owned */
    xb_file_output *output;             /* owned */
    xb_file_output *pictures[PICTURES]; /* owned: of the file at hand */
    xb_document layout;                 /* owned: what Graphviz said */
    xb_history history;                 /* of the last elimination, if there are to be pictures */
    const volatile sig_atomic_t
        *interrupted; /* set when the user wants no more; NULL before the first file */
    bool shows_progress;
    xb_status status;
} tool;

static void report(tool *t, xb_status status)
{
    if (t->status == XB_STATUS_OK)
        t->status = status;
}

/* ---- command line ---- */

static void parse(void *argument)
{
    tool *t = argument;
    t->diagnostics = xb_diagnostics_create(t->arena);
    tool_options_parse(t->arena, t->diagnostics, &t->plugins, t->count, t->words, &t->options);
    report(t, xb_diagnostics_status(t->diagnostics));
}

/* ---- one file ---- */

/* Where steps are recorded, or NULL. */
static xb_history *history_of(tool *t)
{
    t->history.arena = t->scratch;
    return t->pictures[PICTURE_GRAPHVIZ] || t->pictures[PICTURE_HTML] ? &t->history : NULL;
}

static void put_report(tool *t, const tool_report *content)
{
    xb_output *output = xb_file_output_stream(t->output);
    if (t->options.csv) {
        tool_report_csv(output, content);
        return;
    }
    if (!t->options.json) {
        tool_report_text(output, content);
        return;
    }
    xb_output_put(output, xb_output_count(output) == 0 ? "[" : ",\n");
    tool_report_json(output, content);
}

/* ---- pictures ---- */

static bool lay_out(tool *t, const tool_picture *picture, tool_layout *layout)
{
    size_t length = 0;
    const char *question = tool_layout_question(picture, &length);
    int error = tool_layout_run(question, length, &t->layout);
    xb_place place = {0};
    if (error)
        xb_error(t->diagnostics, XB_STATUS_FAILED, place, "--html needs Graphviz (Debian: graphviz)",
                 "can't run the program dot: %s", strerror(error));
    else if (!tool_layout_read(picture, &t->layout, layout))
        xb_error(t->diagnostics, XB_STATUS_FAILED, place, NULL,
                 "the answer of the program dot is not understood");
    return xb_diagnostics_errors(t->diagnostics) == 0;
}

static void draw(tool *t, const char *name, const xb_graph_file *file, const tool_result *shown)
{
    const char *method =
        shown->heuristic ? shown->heuristic : xb_elimination_order_name(shown->result->chosen);
    tool_picture picture = {t->scratch, name, method, file, &t->history};
    tool_layout layout;
    if (!tool_picture_fits(&picture)) {
        xb_error(t->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = name}, NULL,
                 "the graph is too large for a picture");
        return;
    }
    if (t->pictures[PICTURE_GRAPHVIZ])
        tool_picture_graphviz(xb_file_output_stream(t->pictures[PICTURE_GRAPHVIZ]), &picture);
    if (t->pictures[PICTURE_HTML] && lay_out(t, &picture, &layout))
        tool_html_put(xb_file_output_stream(t->pictures[PICTURE_HTML]), &picture, &layout);
}

static const char *picture_path(const tool *t, int which)
{
    return which == PICTURE_HTML ? t->options.html : t->options.graphviz;
}

/* Prints an error of the operating system about a file, or about something else if that is NULL. */
static void say_error(tool *t, const char *path, const char *what, int number, const char *hint)
{
    char message[256];
    report(t, XB_STATUS_FAILED);
    if (number == EPIPE && pipe_was_closed())
        return;
    snprintf(message, sizeof message, "%s: %s", what, strerror(number));
    messages_print_one(&t->options.basics.messages, &(xb_diagnostic){.severity = XB_SEVERITY_ERROR,
                                                                     .status = XB_STATUS_FAILED,
                                                                     .place.file = path,
                                                                     .message = message,
                                                                     .hint = hint});
}

static void say_unwritable(tool *t, const char *path, const xb_file_error *error)
{
    char what[64];
    snprintf(what, sizeof what, "can't %s %s", error->action, path ? "the file" : "standard output");
    say_error(t, path, what, error->number, path ? xb_file_error_hint(error) : NULL);
}

/* What can't be opened is not drawn. */
static void open_pictures(tool *t)
{
    for (int i = 0; i < PICTURES; i++) {
        xb_file_error error = {0};
        if (!picture_path(t, i) || !tool_team_leads(&t->team))
            continue;
        t->pictures[i] = xb_file_output_open(picture_path(t, i), &error);
        if (!t->pictures[i])
            say_unwritable(t, picture_path(t, i), &error);
    }
}

/* Completes the pictures, or leaves no trace of them. */
static void close_pictures(tool *t)
{
    for (int i = 0; i < PICTURES; i++) {
        xb_file_error error = {0};
        if (t->status != XB_STATUS_OK)
            xb_file_output_discard(t->pictures[i]);
        else if (t->pictures[i] && !xb_file_output_commit(t->pictures[i], &error))
            say_unwritable(t, picture_path(t, i), &error);
        t->pictures[i] = NULL;
    }
}

/* ---- files ---- */

static const xb_graph_file *read_graph(tool *t, const char *name)
{
    const xb_document *d = &t->document;
    if (xb_document_refuse_packed(t->diagnostics, name, d))
        return NULL;
    if (!xb_graphml_is(d->text, d->length))
        return xb_graph_file_parse(t->scratch, t->diagnostics, name, d->text, d->length);
    if (!t->analysis)
        t->analysis = xb_graph_analysis_create();
    if (!t->analysis)
        xb_fail(t->failure);
    return xb_graphml_parse(t->scratch, t->diagnostics, t->analysis, name, d->text, d->length);
}

/* Complete elimination makes the whole Jacobian; face elimination works on the line graph. */
static bool is_too_large(tool *t, const char *name, const xb_lcg *graph)
{
    const xb_elimination_options *options = &t->options.elimination;
    const xb_place place = {.file = name};
    if (options->objective != XB_OBJECTIVE_OPERATIONS)
        return false;
    size_t entries = xb_jacobian_estimate(t->scratch, graph);
    if (entries > (size_t)XB_JACOBIAN_LIMIT) {
        xb_error(t->diagnostics, XB_STATUS_UNSUPPORTED, place,
                 "other objectives than operations need not accumulate it, such as --objective=total",
                 "the Jacobian has about %zu entries, more than %d", entries, XB_JACOBIAN_LIMIT);
        return true;
    }
    if (options->heuristic && !xb_heuristic_fits(t->scratch, options->heuristic, graph)) {
        tool_runs_refuse_faces(t->diagnostics, name);
        return true;
    }
    return false;
}

/* The name of the file at hand for people. */
static const char *name_of(const tool *t)
{
    return strcmp(t->name, "-") == 0 ? "(standard input)" : t->name;
}

static void process(void *argument)
{
    tool *t = argument;
    const char *name = name_of(t);
    t->diagnostics = xb_diagnostics_create(t->scratch);
    if (t->options.elimination.reuse)
        t->options.elimination.reuse->diagnostics = t->diagnostics;
    const xb_graph_file *file = read_graph(t, name);
    if (tool_team_any(&t->team, !file)) {
        if (file)
            xb_error(t->diagnostics, XB_STATUS_FAILED, (xb_place){.file = name}, NULL,
                     "another process can't read it");
        return;
    }
    if (t->options.lp) {
        if (!tool_lp_write(xb_file_output_stream(t->output), t->scratch, &file->graph))
            xb_error(t->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = name}, NULL,
                     "the graph is too large for an integer program");
        return;
    }
    if (is_too_large(t, name, &file->graph))
        return;
    tool_runs runs = {.name = t->name,
                      .options = &t->options,
                      .team = t->team.team,
                      .scratch = t->scratch,
                      .diagnostics = t->diagnostics,
                      .history = history_of(t),
                      .shows_progress = t->shows_progress,
                      .interrupted = catch_interruptions()};
    t->interrupted = runs.interrupted;
    tool_runs_do(&runs, &file->graph);
    leave_interruptions();
    if (runs.count == 0)
        return;
    put_report(t, &(tool_report){.name = name,
                                 .file = file,
                                 .options = &t->options.elimination,
                                 .results = runs.results,
                                 .result_count = runs.count,
                                 .kind = runs.searched ? tool_kind_names[t->options.search.kind] : NULL,
                                 .steps = t->options.steps});
    if (!runs.history)
        return;
    if (runs.has_history)
        draw(t, name, file, &runs.results[runs.count - 1]);
    else
        xb_error(t->diagnostics, XB_STATUS_FAILED, (xb_place){.file = name}, NULL,
                 "there was no time for a picture");
}

static void say_out_of_memory(tool *t)
{
    messages_out_of_memory(&t->options.basics.messages);
    tool_team_abandon(&t->team, XB_STATUS_FAILED);
}

static void print_diagnostics(tool *t)
{
    if (t->diagnostics && tool_team_leads(&t->team))
        messages_print(&t->options.basics.messages, t->diagnostics);
}

/* Runs a step; whatever goes wrong is printed and leaves a status. */
static void perform(tool *t, void (*step)(void *argument))
{
    bool done = xb_protect(t->failure, step, t);
    print_diagnostics(t);
    if (!done) {
        say_out_of_memory(t);
        report(t, XB_STATUS_FAILED);
    }
    if (t->diagnostics)
        report(t, xb_diagnostics_status(t->diagnostics));
}

static void say_unreadable(tool *t, const char *path, int error)
{
    if (tool_team_leads(&t->team))
        say_error(t, path, "can't read", error, xb_document_hint(error));
    report(t, XB_STATUS_FAILED);
}

static void process_file(tool *t, const char *path)
{
    sources *known = &t->options.basics.messages.sources;
    t->name = path;
    t->diagnostics = NULL;
    int error = tool_team_read(&t->team, &t->document, path);
    if (error) {
        say_unreadable(t, path, error);
    } else {
        open_pictures(t);
        sources_keep(known, name_of(t), t->document.text, t->document.length);
        perform(t, process);
        sources_keep(known, name_of(t), NULL, 0);
    }
    close_pictures(t);
    xb_document_free(&t->layout);
    xb_document_free(&t->document);
    xb_arena_reset(t->scratch);
}

/* ---- cache ---- */

static void parse_cache(void *argument)
{
    tool *t = argument;
    t->diagnostics = xb_diagnostics_create(t->arena);
    t->options.elimination.reuse = xb_reuse_create(t->arena, t->diagnostics);
    xb_cache_file_parse(t->options.elimination.reuse, t->options.cache, t->document.text, t->document.length);
}

static void read_cache(tool *t)
{
    sources *known = &t->options.basics.messages.sources;
    t->diagnostics = NULL;
    int error = tool_team_read(&t->team, &t->document, t->options.cache);
    if (error && error != ENOENT) {
        say_unreadable(t, t->options.cache, error);
    } else {
        sources_keep(known, t->options.cache, t->document.text, t->document.length);
        perform(t, parse_cache);
        sources_keep(known, t->options.cache, NULL, 0);
    }
    xb_document_free(&t->document);
}

static void begin_diagnostics(void *argument)
{
    tool *t = argument;
    t->diagnostics = xb_diagnostics_create(t->arena);
}

static void write_cache(tool *t)
{
    t->diagnostics = NULL;
    if (!tool_team_leads(&t->team) || (xb_protect(t->failure, begin_diagnostics, t) &&
                                       tool_cache_write(t->options.elimination.reuse, t->diagnostics)))
        return;
    bool said = t->diagnostics && xb_diagnostics_count(t->diagnostics) > 0;
    if (said)
        print_diagnostics(t);
    else
        say_out_of_memory(t);
    report(t, XB_STATUS_FAILED);
}

/* ---- all of it ---- */

static void say_left_out(tool *t, size_t count)
{
    char message[64];
    snprintf(message, sizeof message, "interrupted: %zu %s left out", count,
             xb_plural(count, "file is", "files are"));
    if (tool_team_leads(&t->team))
        messages_print_one(
            &t->options.basics.messages,
            &(xb_diagnostic){.severity = XB_SEVERITY_ERROR, .status = XB_STATUS_FAILED, .message = message});
    report(t, XB_STATUS_FAILED);
}

static void process_files(tool *t)
{
    xb_output *output = xb_file_output_stream(t->output);
    if (t->options.csv)
        tool_report_csv_header(output);
    const xb_list *files = &t->options.files;
    for (size_t i = 0; i < files->count; i++) {
        if (tool_team_any(&t->team, t->interrupted && *t->interrupted)) {
            say_left_out(t, files->count - i);
            break;
        }
        process_file(t, files->items[i]);
    }
    if (t->options.json && !t->options.lp)
        xb_output_put(output, xb_output_count(output) == 0 ? "[]\n" : "]\n");
}

static void print_result(tool *t)
{
    xb_output *output = xb_file_output_stream(t->output);
    const char *target, *filter;
    if (t->options.basics.request != REQUEST_RUN) {
        put_basic_answer(output, &t->options.basics, &t->options.command, 1);
    } else if (t->options.lists_heuristics) {
        for (size_t i = 0; xb_heuristic_name(t->options.filters, i, &target, &filter); i++)
            xb_output_format(output, "%s:%s\n", target, filter);
    } else {
        process_files(t);
    }
}

static void print_all(tool *t)
{
    xb_file_error error = {0};
    t->output = xb_file_output_open(tool_team_leads(&t->team) ? NULL : "/dev/null", &error);
    if (t->output) {
        print_result(t);
        if (xb_file_output_commit(t->output, &error))
            return;
    }
    say_unwritable(t, NULL, &error);
    if (!t->output)
        tool_team_abandon(&t->team, XB_STATUS_FAILED);
}

int main(int count, char **words)
{
    tool t = {.count = count, .words = words};
    tidy_after_interruptions();
    watch_writes();
    if (!tool_team_join(&t.team))
        return XB_STATUS_FAILED;
    t.failure = xb_failure_create();
    t.arena = t.failure ? xb_arena_create(t.failure) : NULL;
    t.scratch = t.failure ? xb_arena_create(t.failure) : NULL;
    if (t.arena && t.scratch) {
        perform(&t, parse);
        t.shows_progress = tool_team_leads(&t.team) && (t.options.progress || isatty(STDERR_FILENO));
        if (!t.status && t.options.cache)
            read_cache(&t);
        if (!t.status)
            print_all(&t);
        if (!t.status && t.options.cache)
            write_cache(&t);
    } else {
        say_out_of_memory(&t);
        report(&t, XB_STATUS_FAILED);
    }
    xb_graph_analysis_destroy(t.analysis);
    xb_plugins_close(&t.plugins);
    messages_release(&t.options.basics.messages);
    xb_arena_destroy(t.scratch);
    xb_arena_destroy(t.arena);
    xb_failure_destroy(t.failure);
    int status = tool_team_leave(&t.team, (int)t.status);
    end_if_pipe_was_closed();
    return status;
}
