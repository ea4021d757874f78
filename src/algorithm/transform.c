/*
 * One job structure holds what has to be released, so that the work can be abandoned at any point when memory
 * runs out. The output file is put in its place as the very last step.
 */
#include "algorithm/transform.h"

#include <sys/resource.h>
#include <time.h>

#include "algorithm/job.h"
#include "ir/decoration.h"
#include "ir/provenance.h"
#include "ir/verify.h"

/* Debug builds verify the program after each algorithm without being asked. */
#if defined(XB_DEBUG) || defined(__SANITIZE_ADDRESS__)
enum { DEBUG_BUILD = 1 };
#else
enum { DEBUG_BUILD = 0 };
#endif

/* ---- timing ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t peak_bytes(void)
{
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

xb_step xb_step_begin(const xb_job *work, const char *name)
{
    const xb_transform_watch *watch = &work->settings->watch;
    if (watch->begin)
        watch->begin(watch->context, name);
    return (xb_step){name, seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

xb_status xb_step_end(xb_job *work, xb_step done, xb_status status)
{
    xb_timing *timing = xb_vector_push(work->arena, &work->report->timings, sizeof *timing);
    *timing = (xb_timing){done.name, seconds_of(CLOCK_MONOTONIC) - done.wall,
                          seconds_of(CLOCK_PROCESS_CPUTIME_ID) - done.cpu,
                          work->program ? xb_arena_size(work->program->arena) : 0, peak_bytes()};
    xb_arena_reset(work->scratch);
    return status;
}

/* ---- names ---- */

/* Fortran's limit. */
enum { NAME_LIMIT = 63 };

static size_t length_of(const xb_symbol *symbol)
{
    return xb_plain_length(symbol->id->text, symbol->id->length, SIZE_MAX);
}

/* Compilers refuse names that are too long: those that the input had don't count. */
static void warn_of_long_names(xb_job *work)
{
    const xb_symbol *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < work->program->scopes.count; i++) {
        const xb_scope *scope = work->program->scopes.items[i];
        for (size_t k = scope->read_count; k < scope->symbols.count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (length_of(symbol) <= NAME_LIMIT)
                continue;
            if (!first)
                first = symbol;
            count++;
        }
    }
    if (!first || work->has_long_names)
        return;
    work->has_long_names = true;
    xb_warning(
        work->diagnostics, (xb_place){.file = work->program->file},
        "Fortran allows no more; give shorter names in the source, or a shorter prefix by --name-prefix",
        "%zu %s longer than %d characters, the first is '%s'", count,
        count == 1 ? "name that is made is" : "names that are made are", NAME_LIMIT, first->id->text);
}

/* ---- the pipeline ---- */

static void count_active(const xb_job *work)
{
    static const char name[] = "active variables";
    for (size_t i = 0; i < work->program->scopes.count; i++) {
        const xb_scope *scope = work->program->scopes.items[i];
        double count = 0;
        for (size_t k = 0; k < scope->symbols.count; k++)
            count += xb_symbol_is_active(scope->symbols.items[k]);
        if (count > 0 && scope->routine)
            xb_run_metric(work->run, scope->routine->symbol->id->text, name, count);
        xb_run_metric(work->run, "", name, count);
    }
}

static void start_run(xb_job *work)
{
    const xb_transform_settings *settings = work->settings;
    xb_run_plan run = {.program = work->program,
                       .catalogue = work->catalogue,
                       .pipeline = &work->pipeline,
                       .options = work->options,
                       .metrics = settings->wants_metrics,
                       .strips_tags = settings->strip_tags,
                       .picture = work->picture};
    work->program->first_made = work->program->node_count;
    if (settings->provenance)
        xb_provenance_keep(work->program);
    work->run = xb_run_create(work->arena, &run);
    work->report->metrics = xb_run_metrics(work->run);
    if (work->activity_is_computed)
        count_active(work);
}

static bool is_within_procedure(const xb_scope *scope)
{
    while (scope && !(scope->routine && xb_routine_is_procedure(scope->routine)))
        scope = scope->parent;
    return scope;
}

/* Whether the name of some routine is declared among the variables of one. Then what is made of the two may
 * stand where it does not see that name. */
static bool declares_within_procedures(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        if (!is_within_procedure(scope))
            continue;
        for (size_t k = 0; k < scope->read_count; k++)
            if (((const xb_symbol *)scope->symbols.items[k])->kind == XB_SYMBOL_SUBROUTINE)
                return true;
    }
    return false;
}

/* Nothing is written that could not be read. */
static xb_status verify_derived(xb_job *work)
{
    xb_step now = xb_step_begin(work, "verify");
    xb_status status = xb_step_end(work, now, xb_verify_derived(work->program, work->scratch));
    if (status && declares_within_procedures(work->program))
        xb_error(
            work->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = work->program->file},
            "declare each routine in the scope that is around its own",
            "what was made of the program is not written: routines that are declared within routines are "
            "not seen where they are needed");
    return status;
}

static bool verifies_each(const xb_job *work)
{
    return work->settings->verify_each || DEBUG_BUILD;
}

static xb_status run_stage(xb_job *work, const xb_stage *stage)
{
    xb_step now = xb_step_begin(work, stage->algorithm->name);
    xb_status status = xb_step_end(work, now, xb_run_stage(work->run, stage));
    return status || !verifies_each(work) ? status : verify_derived(work);
}

static xb_status finish(xb_job *work)
{
    xb_step now = xb_step_begin(work, "finish");
    return xb_step_end(work, now, xb_run_finish(work->run));
}

/* The next stage, or the same one again, begins with what a stage would have written. */
static xb_status go_on_anew(xb_job *work, size_t stage, size_t next)
{
    warn_of_long_names(work);
    const char *after = work->pipeline.stages[stage].algorithm->name;
    xb_status status = xb_job_read_again(work, after, next);
    if (!status)
        start_run(work);
    return status;
}

/* Runs a stage as often as it wants. */
static xb_status complete_stage(xb_job *work, size_t number)
{
    const xb_stage *stage = &work->pipeline.stages[number];
    xb_status status = run_stage(work, stage);
    while (!status && xb_run_is_repeated(work->run)) {
        status = go_on_anew(work, number, number);
        if (!status)
            status = run_stage(work, stage);
    }
    return status ? status : xb_job_dump_after(work, stage->algorithm->name);
}

static xb_status run_pipeline(xb_job *work)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < work->pipeline.count; i++) {
        status = complete_stage(work, i);
        if (!status && xb_job_rewrites(work, i))
            status = go_on_anew(work, i, i + 1);
    }
    if (!status)
        status = finish(work);
    if (!status)
        warn_of_long_names(work);
    if (status)
        return status;
    bool is_verified = verifies_each(work) || declares_within_procedures(work->program);
    return is_verified ? verify_derived(work) : XB_STATUS_OK;
}

/* One pipeline after the other. */
static xb_status run_passes(xb_job *work)
{
    start_run(work);
    xb_status status = xb_job_check_names(work);
    if (!status)
        status = run_pipeline(work);
    while (!status && work->pass + 1 < xb_job_passes(work)) {
        status = xb_job_next_pass(work);
        if (status)
            return status;
        start_run(work);
        status = run_pipeline(work);
    }
    return status;
}

/* ---- everything ---- */

static xb_status complete(xb_job *work)
{
    const xb_transform_watch *watch = &work->settings->watch;
    xb_status status = xb_job_heed_warnings(work);
    if (!status && watch->complete)
        status = watch->complete(watch->context, work->report);
    if (!status)
        status = xb_attachments_write(&work->attachments, work->arena, work->diagnostics, work->run);
    if (!status)
        status = xb_job_commit_header(work);
    if (!status && !work->settings->to_memory)
        status = xb_job_commit(work, work->settings->output);
    if (!status) {
        work->report->text = work->text;
        work->report->length = work->length;
    }
    return status ? status : xb_attachments_commit(&work->attachments, work->diagnostics);
}

static void carry_out(void *argument)
{
    xb_job *work = argument;
    work->status = xb_job_load(work);
    if (work->status)
        return;
    work->status = run_passes(work);
    if (!work->status)
        work->status = xb_job_heed_warnings(work);
    if (!work->status)
        work->status = xb_job_write(work);
    if (!work->status)
        work->status = complete(work);
}

xb_status xb_transform(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                       const xb_transform_settings *settings, xb_transform_report *report)
{
    xb_job work = {.arena = arena,
                   .scratch = xb_arena_create(xb_arena_failure(arena)),
                   .registry = registry,
                   .diagnostics = diagnostics,
                   .settings = settings,
                   .report = report};
    *report = (xb_transform_report){0};
    bool done = work.scratch && xb_protect(xb_arena_failure(arena), carry_out, &work);
    xb_attachments_discard(&work.attachments);
    xb_file_output_discard(work.file);
    xb_file_output_discard(work.header);
    xb_run_destroy(work.run);
    xb_program_destroy(work.program);
    for (size_t i = 0; i < work.former.count; i++)
        xb_program_destroy(work.former.items[i]);
    xb_document_free(&work.document);
    xb_arena_destroy(work.scratch);
    return done ? work.status : XB_STATUS_FAILED;
}
