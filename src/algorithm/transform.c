/*
 * One job structure holds what has to be released, so that the work can be abandoned at any point when memory
 * runs out. Everything that the command line could get wrong is looked at before the input is read. The
 * output file is opened when there is something to write and put in its place as the very last step.
 */
#include "algorithm/transform.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "algorithm/attachments.h"
#include "algorithm/passivation.h"
#include "algorithm/picture.h"
#include "algorithm/routine_rules.h"
#include "base/document.h"
#include "base/file_output.h"
#include "base/text.h"
#include "ir/provenance.h"
#include "ir/taken_names.h"
#include "ir/verify.h"
#include "languages/xaif/catalogue.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/validate.h"
#include "languages/xaif/writer.h"

/* Debug builds verify the program after each algorithm without being asked. */
#if defined(XB_DEBUG) || defined(__SANITIZE_ADDRESS__)
enum { DEBUG_BUILD = 1 };
#else
enum { DEBUG_BUILD = 0 };
#endif

static const char *const name_styles[] = {"OPEN64_STYLE", "NO_STYLE", NULL};

const xb_option xb_transform_options[] = {{"passivate", 'p', "NAMES",
                                           "treat the variables of these names, separated by blanks or "
                                           "commas, as having no derivative; may be repeated",
                                           NULL, NULL},
                                          {"name-style", 'F', "STYLE",
                                           "how the front end decorated the names of the source program",
                                           "OPEN64_STYLE", name_styles},
                                          {"name-prefix", 0, "PREFIX",
                                           "begin the names of what is made with this, instead of the prefix "
                                           "that the document says",
                                           NULL, NULL},
                                          {.name = NULL}};

/* A transformation under way. */
typedef struct job {
    xb_arena *arena;
    xb_arena *scratch; /* owned; reset after each step */
    const xb_registry *registry;
    xb_diagnostics *diagnostics;
    const xb_transform_settings *settings;
    xb_transform_report *report;
    xb_pipeline pipeline;
    const xb_options *options;
    xb_catalogue *catalogue;
    const char *picture;        /* kind of picture, or NULL */
    xb_document document;       /* owned: the text of the input, if it is validated */
    xb_program *program;        /* owned */
    xb_list former;             /* xb_program, owned: programs that were rewritten, the input first */
    xb_run *run;                /* owned */
    xb_file_output *file;       /* owned: what is being written */
    xb_attachments attachments; /* owned */
    xb_status status;
} job;

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

/* A step under way. */
typedef struct step {
    const char *name;
    double wall, cpu; /* seconds when it began */
} step;

static step begin(const job *work, const char *name)
{
    const xb_transform_watch *watch = &work->settings->watch;
    if (watch->begin)
        watch->begin(watch->context, name);
    return (step){name, seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

/* Keeps the time that a step took, and gives back its scratch memory. @return the status of the step */
static xb_status end(job *work, step done, xb_status status)
{
    xb_timing *timing = xb_vector_push(work->arena, &work->report->timings, sizeof *timing);
    *timing = (xb_timing){done.name, seconds_of(CLOCK_MONOTONIC) - done.wall,
                          seconds_of(CLOCK_PROCESS_CPUTIME_ID) - done.cpu,
                          work->program ? xb_arena_size(work->program->arena) : 0, peak_bytes()};
    xb_arena_reset(work->scratch);
    return status;
}

/* ---- before reading ---- */

static bool is_standard(const char *file)
{
    return !file || strcmp(file, "-") == 0;
}

static xb_status find_picture(job *work)
{
    const xb_algorithm *owner = NULL;
    if (!work->settings->picture)
        return XB_STATUS_OK;
    xb_status status = xb_picture_find(work->arena, work->registry, work->diagnostics,
                                       work->settings->picture, &work->picture, &owner);
    if (status || !owner || xb_pipeline_find(&work->pipeline, owner->name))
        return status;
    return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    xb_arena_format(work->arena, "name it: --algorithm=%s", owner->name),
                    "the picture %s is drawn by algorithm %s, which does not run", work->picture,
                    owner->name);
}

static xb_status check_dumps(const job *work)
{
    const xb_transform_settings *settings = work->settings;
    for (size_t i = 0; i < settings->dump_count; i++) {
        const xb_dump *dump = &settings->dumps[i];
        if (strcmp(dump->after, "read") != 0 && !xb_pipeline_find(&work->pipeline, dump->after))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                            "--list-algorithms names them; -a chooses those that run",
                            "can't dump after algorithm %s, which does not run", dump->after);
        if (is_standard(dump->file) && is_standard(settings->output))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name another output file",
                            "the dump after %s and the output both go to standard output", dump->after);
    }
    return XB_STATUS_OK;
}

/* An option of an algorithm that doesn't run is hardly what the user meant. */
static void warn_of_idle_options(const job *work)
{
    for (size_t i = 0; i < work->settings->setting_count; i++) {
        const char *name = work->settings->settings[i].name;
        const xb_algorithm *owner = NULL;
        xb_registry_option(work->registry, name, &owner);
        if (owner && !xb_pipeline_find(&work->pipeline, owner->name))
            xb_warning(work->diagnostics, (xb_place){0}, "leave it out, or name the algorithm after -a",
                       "option --%s has no effect: algorithm %s does not run", name, owner->name);
    }
}

/* What the user says counts more than what an algorithm presets. */
static void warn_of_replaced_presets(const job *work)
{
    const xb_transform_settings *settings = work->settings;
    for (size_t i = 0; i < work->pipeline.count; i++) {
        const xb_algorithm *algorithm = work->pipeline.stages[i].algorithm;
        for (const xb_setting *preset = algorithm->presets; preset && preset->name; preset++)
            for (size_t k = 0; k < settings->setting_count; k++) {
                const xb_setting *given = &settings->settings[k];
                if (strcmp(given->name, preset->name) == 0 && given->value && preset->value &&
                    strcmp(given->value, preset->value) != 0)
                    xb_warning(work->diagnostics, (xb_place){0}, "what is given counts more than a preset",
                               "--%s=%s replaces %s, which algorithm %s presets", given->name, given->value,
                               preset->value, algorithm->name);
            }
    }
}

static xb_status plan(job *work)
{
    const xb_transform_settings *settings = work->settings;
    xb_status status = xb_pipeline_resolve(work->arena, work->registry, work->diagnostics,
                                           settings->algorithms, settings->algorithm_count, &work->pipeline);
    if (!status)
        status = find_picture(work);
    if (!status)
        status = check_dumps(work);
    if (!status)
        warn_of_idle_options(work);
    if (!status)
        warn_of_replaced_presets(work);
    if (!status)
        status = xb_options_read(work->arena, work->diagnostics, work->registry, &work->pipeline,
                                 settings->settings, settings->setting_count, &work->options);
    return status;
}

static xb_status read_catalogues(job *work)
{
    step now = begin(work, "catalogue");
    xb_status status = XB_STATUS_OK;
    work->catalogue = xb_catalogue_create(work->arena);
    for (size_t i = 0; !status && i < work->settings->catalogue_count; i++)
        status = xb_catalogue_read(work->catalogue, work->diagnostics, work->settings->catalogues[i]);
    return end(work, now, status);
}

/* ---- reading ---- */

static void passivate(job *work)
{
    const xb_transform_settings *settings = work->settings;
    xb_name_style style = XB_NAME_STYLE_OPEN64;
    for (size_t i = 0; i < settings->setting_count; i++)
        if (strcmp(settings->settings[i].name, "name-style") == 0)
            style = strcmp(settings->settings[i].value, name_styles[0]) == 0 ? XB_NAME_STYLE_OPEN64
                                                                             : XB_NAME_STYLE_NONE;
    for (size_t i = 0; i < settings->setting_count; i++)
        if (strcmp(settings->settings[i].name, "passivate") == 0)
            xb_passivate(work->program, work->scratch, settings->settings[i].value, style);
}

/* The last prefix that is given counts. */
static xb_status set_prefix(job *work)
{
    const xb_transform_settings *settings = work->settings;
    const char *prefix = NULL;
    for (size_t i = 0; i < settings->setting_count; i++)
        if (strcmp(settings->settings[i].name, "name-prefix") == 0)
            prefix = settings->settings[i].value;
    if (prefix && !xb_name_may_begin(prefix))
        return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "names begin with a letter, and have letters, digits and _, as OpenAD_",
                        "no name can begin with the prefix '%s'", prefix);
    if (prefix)
        work->program->prefix = xb_program_name(work->program, prefix);
    return XB_STATUS_OK;
}

/* Documents say what they are by the schema that they name at their beginning. */
static xb_schema schema_of(const xb_document *document)
{
    enum { BEGINNING = 4096 };
    const char *name = xb_schema_file(XB_SCHEMA_OUTPUT);
    size_t length = strlen(name), end = document->length < BEGINNING ? document->length : BEGINNING;
    for (size_t i = 0; i + length <= end; i++)
        if (memcmp(document->text + i, name, length) == 0)
            return XB_SCHEMA_OUTPUT;
    return XB_SCHEMA_PROGRAM;
}

/* The text is kept for reading, because standard input can't be read twice. */
static xb_status validate_input(job *work)
{
    step now = begin(work, "validate");
    const xb_document *document = &work->document;
    const char *file = work->settings->input;
    int problem = xb_document_read(&work->document, file);
    if (problem)
        return xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = file},
                        xb_document_hint(problem), "can't read: %s", strerror(problem));
    return end(work, now,
               xb_validate_memory(xb_arena_failure(work->arena), work->diagnostics, file, document->text,
                                  document->length, schema_of(document), work->settings->schema_folder));
}

/* Whether the program that a stage ends with is not the one that the next stage begins with. */
static bool rewrites(const job *work, size_t stage)
{
    return stage + 1 < work->pipeline.count &&
           xb_property_listed(work->pipeline.stages[stage].algorithm->gives, XB_PROPERTY_REWRITTEN);
}

/* Rules are for those who make derivatives. @param first the stage that begins with the program */
static xb_status apply_rules(const job *work, size_t first)
{
    for (size_t i = first; i < work->pipeline.count && !rewrites(work, i); i++)
        if (work->pipeline.stages[i].algorithm->product)
            return xb_routine_rules_apply(work->program, work->scratch, work->catalogue);
    return XB_STATUS_OK;
}

static xb_status read_input(job *work)
{
    step now = begin(work, "read");
    xb_failure *failure = xb_arena_failure(work->arena);
    const char *file = work->settings->input;
    const xb_read_options options = {.name = file, .catalogue = work->catalogue};
    xb_status status = work->document.text
                           ? xb_read_memory(failure, work->diagnostics, work->document.text,
                                            work->document.length, &options, &work->program)
                           : xb_read_file(failure, work->diagnostics, file, &options, &work->program);
    xb_document_free(&work->document);
    if (!status)
        passivate(work);
    if (!status)
        status = set_prefix(work);
    if (!status)
        status = apply_rules(work, 0);
    return end(work, now, status);
}

static xb_status verify_input(job *work)
{
    step now = begin(work, "verify");
    return end(work, now, xb_verify(work->program, work->scratch));
}

static xb_status verify_derived(job *work)
{
    step now = begin(work, "verify");
    return end(work, now, xb_verify_derived(work->program, work->scratch));
}

/* ---- writing ---- */

static xb_status report_file(const job *work, const char *file, const xb_file_error *error)
{
    return xb_file_error_report(work->diagnostics, file, error);
}

static bool has_warnings(const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++)
        if (xb_diagnostics_at(diagnostics, i)->severity == XB_SEVERITY_WARNING)
            return true;
    return false;
}

/* Whether nothing may be written because of warnings. Standard output can't be taken back, so this is asked
 * before anything is opened. */
static xb_status heed_warnings(const job *work)
{
    bool refused = work->settings->warnings_are_errors && has_warnings(work->diagnostics);
    return refused ? XB_STATUS_INVALID : XB_STATUS_OK;
}

static xb_status open_file(job *work, const char *file)
{
    xb_file_error error = {0};
    work->file = xb_file_output_open(file, &error);
    return work->file ? XB_STATUS_OK : report_file(work, file, &error);
}

static xb_status commit_file(job *work, const char *file)
{
    xb_file_error error = {0};
    xb_file_output *done = work->file;
    work->file = NULL;
    return xb_file_output_commit(done, &error) ? XB_STATUS_OK : report_file(work, file, &error);
}

/* An error of the output is for its owner to report. */
static xb_status unparse(job *work, xb_output *output)
{
    const xb_write_options options = {.schema_path = work->settings->schema_folder,
                                      .strip_tags = work->settings->strip_tags,
                                      .resolve_activity = true /* back ends don't resolve it */};
    return xb_write(work->program, output, &options);
}

static xb_status put_program(job *work, const char *file)
{
    xb_status status = open_file(work, file);
    if (status)
        return status;
    xb_output *output = xb_file_output_stream(work->file);
    status = unparse(work, output);
    if (status == XB_STATUS_FAILED && xb_output_error(output))
        return report_file(work, file, &(xb_file_error){"write to", xb_output_error(output)});
    return status;
}

static xb_status validate_output(const job *work, const char *file, const char *text, size_t length)
{
    const char *name = is_standard(file) ? "(standard output)" : file;
    if (!work->settings->validate_output)
        return XB_STATUS_OK;
    return xb_validate_memory(xb_arena_failure(work->arena), work->diagnostics, name, text, length,
                              XB_SCHEMA_OUTPUT, work->settings->schema_folder);
}

static xb_status inspect(const job *work, const char *text, size_t length)
{
    const xb_transform_watch *watch = &work->settings->watch;
    xb_program *first = work->former.count > 0 ? work->former.items[0] : work->program;
    return watch->inspect ? watch->inspect(watch->context, first, text, length) : XB_STATUS_OK;
}

/* Writes the program to memory, and to the file if nothing is wrong with it. */
static xb_status put_good_program(job *work, const char *file)
{
    xb_text *text = xb_text_create(work->scratch);
    size_t length = 0;
    xb_status status = unparse(work, xb_text_output(text));
    if (status)
        return status;
    const char *bytes = xb_text_join(text, &length);
    status = validate_output(work, file, bytes, length);
    if (!status)
        status = inspect(work, bytes, length);
    if (!status)
        status = heed_warnings(work);
    if (!status)
        status = open_file(work, file);
    if (!status)
        xb_output_bytes(xb_file_output_stream(work->file), bytes, length);
    return status;
}

static xb_status write_program(job *work)
{
    step now = begin(work, "write");
    const char *file = work->settings->output;
    bool looked_at = work->settings->validate_output || work->settings->watch.inspect;
    return end(work, now, looked_at ? put_good_program(work, file) : put_program(work, file));
}

static xb_status draw_picture(job *work)
{
    step now = begin(work, "draw");
    xb_status status = open_file(work, work->settings->output);
    if (!status)
        status = xb_picture_put(work->run, work->registry, work->settings->picture,
                                xb_file_output_stream(work->file));
    return end(work, now, status);
}

static xb_status write_dump(job *work, const xb_dump *dump)
{
    step now = begin(work, "dump");
    xb_status status = put_program(work, dump->file);
    return end(work, now, status ? status : commit_file(work, dump->file));
}

static xb_status dump_after(job *work, const char *name)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < work->settings->dump_count; i++)
        if (strcmp(work->settings->dumps[i].after, name) == 0)
            status = write_dump(work, &work->settings->dumps[i]);
    return status;
}

/* ---- the pipeline ---- */

static xb_status run_stage(job *work, const xb_stage *stage)
{
    step now = begin(work, stage->algorithm->name);
    return end(work, now, xb_run_stage(work->run, stage));
}

static xb_status finish(job *work)
{
    step now = begin(work, "finish");
    return end(work, now, xb_run_finish(work->run));
}

/* Lines of a document that is in no file would be told. */
static xb_status check_provenance(const job *work)
{
    for (size_t i = 0; work->settings->provenance && i < work->pipeline.count; i++)
        if (rewrites(work, i))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                            "run one after the other, the first without --provenance",
                            "--provenance can't tell the lines of what algorithm %s has rewritten",
                            work->pipeline.stages[i].algorithm->name);
    return XB_STATUS_OK;
}

static void start_run(job *work);

/* The program becomes what is written of it. Its lines are those of no file, so it has a name of its own. */
static xb_status read_again(job *work, size_t stage)
{
    const char *after = work->pipeline.stages[stage].algorithm->name;
    step now = begin(work, "read");
    xb_text *text = xb_text_create(work->arena);
    const xb_write_options as_it_is = {.schema_path = work->settings->schema_folder};
    const xb_read_options options = {.name = xb_arena_format(work->arena, "(after %s)", after),
                                     .catalogue = work->catalogue};
    size_t length = 0;
    xb_status status = xb_write(work->program, xb_text_output(text), &as_it_is);
    if (status)
        return end(work, now, status);
    const char *bytes = xb_text_join(text, &length);
    xb_run_destroy(work->run);
    work->run = NULL;
    xb_list_append(work->arena, &work->former, work->program);
    work->program = NULL;
    status = xb_read_memory(xb_arena_failure(work->arena), work->diagnostics, bytes, length, &options,
                            &work->program);
    if (!status)
        passivate(work);
    if (!status)
        status = apply_rules(work, stage + 1);
    status = end(work, now, status);
    if (!status)
        status = verify_input(work);
    if (!status)
        start_run(work);
    return status;
}

static xb_status run_pipeline(job *work)
{
    bool verify = work->settings->verify_each || DEBUG_BUILD;
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < work->pipeline.count; i++) {
        const xb_stage *stage = &work->pipeline.stages[i];
        status = run_stage(work, stage);
        if (!status && verify)
            status = verify_derived(work);
        if (!status)
            status = dump_after(work, stage->algorithm->name);
        if (!status && rewrites(work, i))
            status = read_again(work, i);
    }
    if (!status)
        status = finish(work);
    if (!status && verify)
        status = verify_derived(work);
    return status;
}

/* ---- everything ---- */

static xb_status complete(job *work)
{
    const xb_transform_watch *watch = &work->settings->watch;
    xb_status status = heed_warnings(work);
    if (!status && watch->complete)
        status = watch->complete(watch->context, work->report);
    if (!status)
        status = xb_attachments_write(&work->attachments, work->arena, work->diagnostics, work->run);
    if (!status)
        status = commit_file(work, work->settings->output);
    return status ? status : xb_attachments_commit(&work->attachments, work->diagnostics);
}

static xb_status load(job *work)
{
    xb_status status = plan(work);
    if (!status)
        status = check_provenance(work);
    if (!status)
        status = read_catalogues(work);
    if (!status && work->settings->validate_input)
        status = validate_input(work);
    if (!status)
        status = read_input(work);
    if (!status)
        status = verify_input(work);
    if (!status)
        status = dump_after(work, "read");
    return status;
}

static void start_run(job *work)
{
    const xb_transform_settings *settings = work->settings;
    xb_run_plan run = {.program = work->program,
                       .catalogue = work->catalogue,
                       .pipeline = &work->pipeline,
                       .options = work->options,
                       .metrics = settings->wants_metrics,
                       .picture = work->picture};
    if (settings->provenance)
        xb_provenance_keep(work->program);
    work->run = xb_run_create(work->arena, &run);
    work->report->metrics = xb_run_metrics(work->run);
}

static void carry_out(void *argument)
{
    job *work = argument;
    work->status = load(work);
    if (work->status)
        return;
    start_run(work);
    work->status = run_pipeline(work);
    if (!work->status)
        work->status = heed_warnings(work);
    if (!work->status)
        work->status = work->picture ? draw_picture(work) : write_program(work);
    if (!work->status)
        work->status = complete(work);
}

xb_status xb_transform(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                       const xb_transform_settings *settings, xb_transform_report *report)
{
    job work = {.arena = arena,
                .scratch = xb_arena_create(xb_arena_failure(arena)),
                .registry = registry,
                .diagnostics = diagnostics,
                .settings = settings,
                .report = report};
    *report = (xb_transform_report){0};
    bool done = work.scratch && xb_protect(xb_arena_failure(arena), carry_out, &work);
    xb_attachments_discard(&work.attachments);
    xb_file_output_discard(work.file);
    xb_run_destroy(work.run);
    xb_program_destroy(work.program);
    for (size_t i = 0; i < work.former.count; i++)
        xb_program_destroy(work.former.items[i]);
    xb_document_free(&work.document);
    xb_arena_destroy(work.scratch);
    return done ? work.status : XB_STATUS_FAILED;
}
