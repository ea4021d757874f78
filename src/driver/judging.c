/*
 * The document is read back from memory, so that the writer is judged too.
 */
#include "driver/judging.h"

#include <stdio.h>
#include <string.h>

#include "base/file_output.h"
#include "base/text.h"
#include "driver/interruption.h"
#include "ir/verify.h"
#include "verify/judge.h"
#include "languages/languages.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/writer.h"

/* Whether another pass begins with what is judged. */
static bool is_followed(const judging *work)
{
    const xb_transform_mode *mode = work->line->mode;
    return mode && mode->passes[work->pass + 1].algorithms;
}

xb_status prepare_judging(judging *work)
{
    if (work->line->picture)
        return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, NULL,
                        "--verify and --dot exclude each other: a picture can't be run");
    return read_case(work->arena, work->diagnostics, &work->line->choices, &work->description);
}

/* What only records has no derivatives, though it may be halfway to them. */
static xb_status require_derivatives(const judging *work)
{
    const xb_pipeline *pipeline = &work->report->pipeline;
    if (!xb_pipeline_gives(pipeline, XB_PROPERTY_RECORDED) ||
        xb_pipeline_gives(pipeline, XB_PROPERTY_REVERSED))
        return XB_STATUS_OK;
    return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave out --verify, or name an algorithm that gives derivatives, such as "
                    "basicblockpreaccumulationreverse",
                    "what these algorithms make records what it does, but has no derivatives to verify");
}

/* What the document should be; one that has no derivative code though it should must not pass for a plain
 * one. */
static xb_judge_finding find_kind(const judging *work, xb_program *original)
{
    xb_judge_finding found = xb_judge_find_kind(original, work->transformed, work->arena);
    if (found.kind == XB_DRIVE_VALUES && xb_pipeline_gives(&work->report->pipeline, XB_PROPERTY_TANGENT))
        found.kind = XB_DRIVE_TANGENT;
    return found;
}

void put_verdicts(xb_output *output, const xb_list *texts, xb_verdict_format format)
{
    const bool is_array = format == XB_VERDICT_JSON && texts->count > 1;
    for (size_t i = 0; i < texts->count; i++) {
        if (is_array)
            xb_output_put(output, i == 0 ? "[" : ",\n");
        xb_output_put(output, texts->items[i]);
    }
    if (is_array)
        xb_output_put(output, "]\n");
}

void keep_verdict(xb_arena *arena, xb_list *texts, const xb_verdict *verdict, const xb_native_verdict *native,
                  xb_verdict_format format)
{
    xb_text *text = xb_text_create(arena);
    xb_verdict_put(verdict, xb_text_output(text), format);
    xb_list_append(arena, texts, (void *)xb_text_join(text, NULL));
    if (!native)
        return;
    text = xb_text_create(arena);
    xb_native_put(native, xb_text_output(text), format);
    xb_list_append(arena, texts, (void *)xb_text_join(text, NULL));
}

/* A file, and what is JSON, gets the verdicts of all passes, as soon as there won't be more.
 * @param native NULL: nothing was compiled */
static xb_status put_verdict(judging *work, const xb_verdict *verdict, const xb_native_verdict *native)
{
    const char *path = work->line->verdict_file;
    const bool is_last = !is_followed(work) || (!verdict->good && !work->line->verify_reports);
    keep_verdict(work->arena, &work->verdicts, verdict, native, work->line->verdict_format);
    if ((path || work->line->verdict_format == XB_VERDICT_JSON) && !is_last)
        return XB_STATUS_OK;
    messages_print(work->messages, work->diagnostics);
    xb_text *text = xb_text_create(work->arena);
    put_verdicts(xb_text_output(text), &work->verdicts, work->line->verdict_format);
    work->verdicts = (xb_list){.count = 0};
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    if (!path) {
        fputs(bytes, stderr);
        return XB_STATUS_OK;
    }
    xb_file_error error = {0};
    xb_file_output *file = xb_file_output_open(path, &error);
    if (!file)
        return xb_file_error_report(work->diagnostics, path, &error);
    xb_output_bytes(xb_file_output_stream(file), bytes, length);
    return xb_file_output_commit(file, &error) ? XB_STATUS_OK
                                               : xb_file_error_report(work->diagnostics, path, &error);
}

static xb_status read_back(judging *work, const char *text, size_t length)
{
    const char *output = work->line->output;
    const char *name = output && strcmp(output, "-") != 0 ? output : "(standard output)";
    if (is_followed(work))
        name = xb_arena_format(work->arena, "(pass %zu)", work->pass + 1);
    const xb_read_options options = {.name = name, .catalogue = work->report->catalogue};
    release_judging(work);
    xb_status status = xb_read_memory(xb_arena_failure(work->arena), work->diagnostics, text, length,
                                      &options, &work->transformed);
    return status ? status : xb_verify(work->transformed, work->arena);
}

/* ---- compiled code -------------------------------------------------------------------------------------
 */

/* The original in memory of its own, without what was derived. */
static xb_status copy_original(judging *work, const xb_program *program)
{
    const xb_write_options options = {.view = XB_VIEW_READ};
    const xb_read_options how = {.name = program->file, .catalogue = work->report->catalogue};
    xb_text *text = xb_text_create(work->arena);
    size_t length = 0;
    xb_status status = xb_write(program, xb_text_output(text), &options);
    const char *bytes = xb_text_join(text, &length);
    return status ? status
                  : xb_read_memory(xb_arena_failure(work->arena), work->diagnostics, bytes, length, &how,
                                   &work->original);
}

static xb_status judge_native(judging *work, const xb_program *program, const xb_verdict *known,
                              xb_native_verdict *verdict)
{
    const xb_source_language *language = xb_language_of(work->line->language, work->line->output);
    const xb_native_settings settings = {.language = language ? language->id : xb_native_languages[0],
                                         .compiler = work->line->compiler,
                                         .writing = work->line->writing,
                                         .stop = catch_interruptions()};
    xb_status status = copy_original(work, program);
    if (status)
        return status;
    const bool is_plain = known->kind == XB_DRIVE_VALUES;
    const xb_native_subject subject = {.original = work->original,
                                       .transformed = is_plain ? NULL : work->transformed,
                                       .before = program,
                                       .verdict = known,
                                       .description = &work->description,
                                       .catalogue = work->report->catalogue};
    work->native = xb_native_create(work->arena, work->diagnostics, &settings);
    status = work->native ? xb_native_add(work->native, &subject, verdict) : XB_STATUS_FAILED;
    if (!status)
        status = xb_native_judge(work->native);
    leave_interruptions();
    return status;
}

/* What was chosen for the user is judged, too. */
static void name_chosen(judging *work)
{
    case_choices chosen = {.file = NULL};
    if (work->pass > 0)
        return;
    take_entry_settings(&chosen, &work->report->chosen);
    put_in_case(work->arena, &chosen, &work->description);
}

/* Users know the source, not the document that was made of it. */
static void name_original(const judging *work, xb_verdict *verdict)
{
    const messages *said = work->messages;
    if (said->document && said->source && strcmp(verdict->original, said->document) == 0)
        verdict->original = said->source;
}

static bool wants_native(const judging *work, const xb_verdict *verdict)
{
    const bool wanted = work->line->verify_native || work->line->compiler;
    return wanted && verdict->good && !is_followed(work);
}

/* ---- all -----------------------------------------------------------------------------------------------
 */

xb_status perform_judging(judging *work, xb_program *program, const char *text, size_t length)
{
    xb_verdict verdict;
    xb_status status = require_derivatives(work);
    if (!status)
        status = read_back(work, text, length);
    if (status)
        return status;
    name_chosen(work);
    const xb_judge_finding found = find_kind(work, program);
    bool adjoint = xb_drive_is_adjoint(found.kind);
    const xb_judge_settings settings = {
        .original = program,
        .stop = catch_interruptions(),
        .as_read = true,
        .transformed = work->transformed,
        .unwritten = is_followed(work) || xb_language_of(work->line->language, work->line->output),
        .reread = work->pass > 0,
        .kind = found.kind,
        .both = found.unclear || found.kind == XB_DRIVE_MOTIONS,
        .description = &work->description,
        .catalogue = work->report->catalogue,
        .zero_singular = xb_settings_zero_singular(work->line->settings.items, work->line->settings.count),
        .named_only = xb_settings_compute_activity(work->line->settings.items, work->line->settings.count),
        .undefined_derivatives = !adjoint};
    status = xb_judge(work->arena, work->diagnostics, &settings, &verdict);
    leave_interruptions();
    if (status)
        return status;
    name_original(work, &verdict);
    xb_native_verdict compiled;
    const bool is_native = wants_native(work, &verdict);
    if (is_native)
        status = judge_native(work, program, &verdict, &compiled);
    if (status)
        return status;
    work->bad = work->bad || (is_native && !compiled.good);
    status = put_verdict(work, &verdict, is_native ? &compiled : NULL);
    if (is_followed(work))
        xb_layout_derive_case(work->arena, &verdict.layout, work->transformed, &work->description);
    xb_case_name_entry(&work->description, verdict.layout.entry->symbol->id->text);
    work->pass++;
    work->bad = work->bad || !verdict.good;
    return work->bad && !work->line->verify_reports && !status ? XB_STATUS_INVALID : status;
}

void release_judging(judging *work)
{
    xb_program_destroy(work->transformed);
    work->transformed = NULL;
    xb_native_destroy(work->native);
    work->native = NULL;
    xb_program_destroy(work->original);
    work->original = NULL;
}
