/*
 * Everything that the command line could get wrong is looked at before the input is read, but for what the
 * program is to decide.
 */
#include "algorithm/job.h"

#include <string.h>

#include "algorithm/lines.h"
#include "algorithm/named_variables.h"
#include "algorithm/passivation.h"
#include "algorithm/passive_versions.h"
#include "algorithm/routine_rules.h"
#include "analysis/entry.h"
#include "base/text.h"
#include "ir/decoration.h"
#include "ir/tags.h"
#include "ir/taken_names.h"
#include "ir/verify.h"
#include "languages/xaif/catalogue.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/validate.h"
#include "languages/xaif/writer.h"
#include "src/base/places.h"

static const char *const name_styles[] = {"OPEN64_STYLE", "NO_STYLE", NULL};
static const char *const activity_sources[] = {"document", "computed", "both", NULL};
static const char *const storage_sources[] = {"document", "declared", NULL};
static const char *const singular_values[] = {"ieee", "zero", NULL};

const xb_option xb_transform_options[] = {
    {"passivate", 'p', "NAMES",
     "treat the variables of these names, separated by blanks or "
     "commas, as having no derivative; may be repeated",
     NULL, NULL},
    {"name-style", 'F', "STYLE", "how the front end decorated the names of the source program",
     "OPEN64_STYLE", name_styles},
    {"name-prefix", 0, "PREFIX",
     "begin the names of what is made with this, instead of the prefix "
     "that the document says",
     NULL, NULL},
    {"entry", 0, "NAME",
     "take this routine (or the only one whose name begins so) for the "
     "one that the program begins with",
     "head", NULL},
    {"independents", 0, "NAMES",
     "differentiate with respect to these arguments of the entry, or "
     "global variables, separated by commas",
     NULL, NULL},
    {"dependents", 0, "NAMES", "differentiate these, named likewise", NULL, NULL},
    {"activity", 0, "SOURCE",
     "which variables have derivatives: those that the document calls active (document), those that are on a "
     "path from --independents to --dependents (computed), or those of which both is true (both)",
     "document", activity_sources},
    {"explain-activity", 0, "NAMES",
     "say of these variables by which statements they are on a path from --independents to --dependents, or "
     "where it ends",
     NULL, NULL},
    {"storage", 0, "SOURCE",
     "which variables share storage: as the document says, all of one type where it does not (document), or "
     "only those of which facts, alias sets, pointers or the passing of arguments say so (declared): then "
     "you "
     "vouch that no others do, and derivatives may be wrong if they do",
     "document", storage_sources},
    {"singular", 0, "VALUE",
     "partial derivatives at points that have none, as of sqrt at 0, "
     "are what the formulas give, infinite or not a number (ieee), or "
     "0 (zero); with zero, --verify takes them as 0 likewise",
     "ieee", singular_values},
    {.name = NULL}};

/* ---- reading ---- */

bool xb_settings_zero_singular(const xb_setting *settings, size_t count)
{
    bool zero = false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, "singular") == 0)
            zero = strcmp(settings[i].value, "zero") == 0;
    return zero;
}

bool xb_settings_compute_activity(const xb_setting *settings, size_t count)
{
    bool computes = false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, "activity") == 0)
            computes = strcmp(settings[i].value, activity_sources[0]) != 0;
    return computes;
}

static xb_status read_catalogues(xb_job *work)
{
    xb_step now = xb_step_begin(work, "catalogue");
    xb_status status = XB_STATUS_OK;
    work->catalogue = xb_catalogue_create(work->arena);
    work->report->catalogue = work->catalogue;
    for (size_t i = 0; !status && i < work->settings->catalogue_count; i++)
        status = xb_catalogue_read(work->catalogue, work->diagnostics, work->settings->catalogues[i]);
    if (!status && xb_settings_zero_singular(work->settings->settings, work->settings->setting_count))
        xb_catalogue_zero_singular(work->catalogue);
    return xb_step_end(work, now, status);
}

static void vouch_for_storage(xb_job *work)
{
    const xb_transform_settings *settings = work->settings;
    for (size_t i = 0; i < settings->setting_count; i++)
        if (strcmp(settings->settings[i].name, "storage") == 0 &&
            strcmp(settings->settings[i].value, "declared") == 0)
            work->program->storage_is_vouched_for = true;
}

static void passivate(xb_job *work)
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
static xb_status set_prefix(xb_job *work)
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
static xb_status validate_input(xb_job *work)
{
    xb_step now = xb_step_begin(work, "validate");
    const xb_transform_settings *settings = work->settings;
    const xb_document given = {.text = (char *)settings->text, .length = settings->length};
    const xb_document *document = given.text ? &given : &work->document;
    const char *file = settings->input;
    int problem = document->text ? 0 : xb_document_read(&work->document, file);
    if (problem)
        return xb_error(work->diagnostics, XB_STATUS_FAILED, (xb_place){.file = file},
                        xb_document_hint(problem), "can't read: %s", strerror(problem));
    return xb_step_end(work, now,
                       xb_validate_memory(xb_arena_failure(work->arena), work->diagnostics, file,
                                          document->text, document->length, schema_of(document),
                                          work->settings->schema_folder));
}

/* Whether the program that a stage ends with is not the one that the next stage begins with. */
bool xb_job_rewrites(const xb_job *work, size_t stage)
{
    return stage + 1 < work->pipeline.count &&
           xb_property_listed(work->pipeline.stages[stage].algorithm->gives, XB_PROPERTY_REWRITTEN);
}

/* ---- rules of libraries ---- */

/* Whether a routine without body has a name. */
static bool is_called_without_body(void *context, const char *name)
{
    const xb_program *program = context;
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_list *symbols = &((const xb_scope *)program->scopes.items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++) {
            const xb_symbol *symbol = symbols->items[k];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE && !xb_program_routine(program, symbol) &&
                xb_name_agreement(symbol->id->text, name) <= XB_AGREES_UNDECORATED)
                return true;
        }
    }
    return false;
}

/* What is compiled and linked with the result, since rules call it. */
static void tell_library(const xb_job *work, const xb_list *rules)
{
    const char *names = "";
    for (size_t i = 0; i < rules->count; i++)
        names = xb_arena_format(work->arena, "%s%s%s", names, i > 0 ? ", " : "",
                                ((const xb_routine_rule *)rules->items[i])->name);
    xb_remark(work->diagnostics, (xb_place){0},
              "%s: derivatives are calls of the library, by rules; compile the result with xaif_blas.f90 and "
              "xaif_lapack.f90 of %s, and link it with -llapack -lblas",
              names, XB_RUNTIME_DIR);
}

/* Rules that come with us, for routines of libraries that a source calls. */
static xb_status add_library(const xb_job *work)
{
    xb_list added = {.count = 0};
    if (!work->settings->source)
        return XB_STATUS_OK;
    xb_status status = xb_catalogue_add_library(work->catalogue, work->diagnostics, is_called_without_body,
                                                work->program, &added);
    if (!status && added.count > 0)
        tell_library(work, &added);
    return status;
}

/* Rules are for those who make derivatives. @param first the stage that begins with the program */
static xb_status apply_rules(const xb_job *work, size_t first)
{
    for (size_t i = first; i < work->pipeline.count && !xb_job_rewrites(work, i); i++)
        if (work->pipeline.stages[i].algorithm->product) {
            xb_status status = add_library(work);
            return status ? status : xb_routine_rules_apply(work->program, work->scratch, work->catalogue);
        }
    return XB_STATUS_OK;
}

static xb_status read_input(xb_job *work)
{
    xb_step now = xb_step_begin(work, "read");
    xb_failure *failure = xb_arena_failure(work->arena);
    const char *file = work->settings->input;
    const xb_read_options options = {.name = file, .catalogue = work->catalogue};
    const char *text = work->settings->text ? work->settings->text : work->document.text;
    const size_t length = work->settings->text ? work->settings->length : work->document.length;
    xb_status status =
        text ? xb_read_memory(failure, work->diagnostics, text, length, &options, &work->program)
             : xb_read_file(failure, work->diagnostics, file, &options, &work->program);
    xb_document_free(&work->document);
    status = xb_job_trust_source(work, status);
    if (!status)
        vouch_for_storage(work);
    if (!status)
        passivate(work);
    if (!status)
        status = set_prefix(work);
    return xb_step_end(work, now, status);
}

static xb_status verify_input(xb_job *work)
{
    xb_step now = xb_step_begin(work, "verify");
    return xb_step_end(work, now, xb_job_trust_source(work, xb_verify(work->program, work->scratch)));
}

/* The program becomes what was written of it. Its lines are those of the document that it was made of, as
 * long as these can be told. */
static xb_status adopt(xb_job *work, const char *after, xb_text *text)
{
    const xb_read_options options = {.name = xb_arena_format(work->arena, "(after %s)", after),
                                     .catalogue = work->catalogue};
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    xb_run_destroy(work->run);
    work->run = NULL;
    xb_list_append(work->arena, &work->former, work->program);
    work->program = NULL;
    xb_status status = xb_read_memory(xb_arena_failure(work->arena), work->diagnostics, bytes, length,
                                      &options, &work->program);
    if (status)
        return status;
    xb_lines_take(work->former.items[work->former.count - 1], work->program, work->scratch);
    vouch_for_storage(work);
    passivate(work);
    return XB_STATUS_OK;
}

const char *xb_job_given(const xb_job *work, const char *option)
{
    return xb_option_given(work->options, option) ? xb_option_value(work->options, option) : NULL;
}

/* The routine whose arguments names are: that of the Jacobian, or the entry. */
static xb_status find_entry(const xb_job *work, const xb_routine **routine)
{
    const char *name = xb_job_given(work, "jacobian");
    const xb_place place = {.file = work->program->file};
    if (!name)
        name = xb_job_given(work, "entry");
    return name ? xb_entry_require(work->arena, work->diagnostics, work->program, name, place, routine)
                : xb_entry_usual(work->arena, work->diagnostics, work->program, routine);
}

static xb_status find_named(const xb_job *work, const xb_routine *routine, const char *option,
                            xb_list *symbols)
{
    const xb_variable_names names = {option, xb_job_given(work, option), .anywhere = true};
    *symbols = (xb_list){.count = 0};
    return names.names ? xb_named_variables_find(work->program, routine, &names, symbols) : XB_STATUS_OK;
}

/* The entry, and what is named of it. */
static xb_status find_all_named(const xb_job *work, const xb_routine **routine, xb_list *independents,
                                xb_list *dependents)
{
    xb_status status = find_entry(work, routine);
    if (!status)
        status = find_named(work, *routine, "independents", independents);
    return status ? status : find_named(work, *routine, "dependents", dependents);
}

/* Explains why the variables of a name are active, or are not. @return how many there are */
static size_t explain_name(const xb_job *work, const xb_program_activity *activity, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < work->program->scopes.count; i++) {
        const xb_list *symbols = &((const xb_scope *)work->program->scopes.items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++) {
            const xb_symbol *symbol = symbols->items[k];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE ||
                xb_name_agreement(symbol->id->text, name) > XB_AGREES_UNDECORATED)
                continue;
            xb_activity_explain(activity, symbol);
            found++;
        }
    }
    return found;
}

static xb_status explain_activity(const xb_job *work, const xb_program_activity *activity, const char *names)
{
    static const char separators[] = " \t\n,";
    for (names += strspn(names, separators); *names; names += strspn(names, separators)) {
        const size_t length = strcspn(names, separators);
        const char *name = xb_arena_copy_text(work->arena, names, length);
        if (explain_name(work, activity, name) == 0)
            return xb_error(work->diagnostics, XB_STATUS_INVALID, (xb_place){.file = work->program->file},
                            "write it as the document has it",
                            "--explain-activity: no variable is named '%s'", name);
        names += length;
    }
    return XB_STATUS_OK;
}

/* The program becomes what is written of it. */
static xb_status rewrite(xb_job *work, const char *after)
{
    xb_text *text = xb_text_create(work->arena);
    const xb_write_options as_it_is = {.schema_path = work->settings->schema_folder};
    xb_status status = xb_write(work->program, xb_text_output(text), &as_it_is);
    return status ? status : adopt(work, after, text);
}

/* Names as a tag has them, separated by commas only. */
static const char *as_value(xb_arena *arena, const char *names)
{
    static const char separators[] = " \t\n,";
    const char *value = "";
    for (names += strspn(names, separators); *names; names += strspn(names, separators)) {
        const size_t length = strcspn(names, separators);
        value = xb_arena_format(arena, "%s%s%.*s", value, *value ? "," : "", (int)length, names);
        names += length;
    }
    return value;
}

/* The document tells what it is made for: derivatives of anything else may be missing. */
static void tell_question(const xb_job *work, const xb_routine *entry)
{
    static const char *const tags[][2] = {{XB_TAG_INDEPENDENTS, "independents"},
                                          {XB_TAG_DEPENDENTS, "dependents"}};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        xb_tags_remove(work->program, &entry->symbol->node, tags[i][0]);
        xb_tags_add(work->program, &entry->symbol->node, tags[i][0],
                    as_value(work->program->arena, xb_job_given(work, tags[i][1])));
    }
}

/* In the first pass, the activity of the program is found, if that is wanted. */
static xb_status find_activity(xb_job *work)
{
    const char *source = xb_job_given(work, "activity"), *explained = xb_job_given(work, "explain-activity");
    const bool is_used = source && strcmp(source, activity_sources[0]) != 0;
    xb_activity_question question = {.entry = NULL};
    xb_list independents, dependents;
    if (work->pass > 0 || (!is_used && !explained))
        return XB_STATUS_OK;
    if (!xb_job_given(work, "independents") || !xb_job_given(work, "dependents"))
        return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "name both with --independents and --dependents",
                        is_used ? "--activity=%s needs independents and dependents"
                                : "--explain-activity=%s needs independents and dependents",
                        is_used ? source : explained);
    xb_status status = find_all_named(work, &question.entry, &independents, &dependents);
    if (status)
        return status;
    question.independents = &independents;
    question.dependents = &dependents;
    xb_analyses *analyses = xb_analyses_create(work->arena, work->program, work->catalogue);
    const xb_program_activity *activity = xb_activity_of(analyses, work->arena, &question);
    if (explained && work->former.count == 0)
        status = explain_activity(work, activity, explained);
    work->activity_is_computed = is_used;
    const xb_node_set kept = xb_routine_rules_kept(work->program, work->arena, work->catalogue);
    xb_passive_versions versions;
    bool has_versions = !status && is_used && work->former.count == 0 &&
                        xb_passive_versions_make(activity, work->scratch, &kept, &versions);
    if (is_used)
        xb_set_activity(work->program, activity, &kept, strcmp(source, activity_sources[1]) == 0,
                        work->former.count == 0);
    if (is_used && !status)
        tell_question(work, question.entry);
    if (has_versions) {
        status = rewrite(work, "activity");
        xb_passive_versions_leave(&versions);
    }
    if (has_versions && !status)
        status = verify_input(work);
    xb_analyses_destroy(analyses);
    return has_versions && !status ? find_activity(work) : status;
}

xb_status xb_job_read_again(xb_job *work, const char *after, size_t next)
{
    xb_step now = xb_step_begin(work, "read");
    xb_status status = rewrite(work, after);
    if (!status)
        status = apply_rules(work, next);
    status = xb_step_end(work, now, status);
    if (!status)
        status = verify_input(work);
    return status ? status : find_activity(work);
}

/* What there is to know before the pipeline of a pass runs on a program that was read. */
static xb_status begin_pass(xb_job *work)
{
    xb_status status = verify_input(work);
    if (!status && work->pass == 0 && (work->settings->chooses_names || work->settings->source))
        status = xb_job_choose_names(work);
    if (!status) {
        xb_job_share_saved(work);
        status = find_activity(work);
    }
    if (!status)
        status = xb_job_choose(work);
    return status ? status : apply_rules(work, 0);
}

xb_status xb_job_next_pass(xb_job *work)
{
    xb_text *text = xb_text_create(work->arena);
    const char *after = xb_arena_format(work->arena, "pass %zu", work->pass + 1);
    xb_status status = xb_attachments_write(&work->attachments, work->arena, work->diagnostics, work->run);
    if (!status)
        status = xb_job_write_pass(work, text);
    if (status)
        return status;
    xb_step now = xb_step_begin(work, "read");
    status = xb_step_end(work, now, adopt(work, after, text));
    if (status)
        return status;
    work->pass++;
    work->first = work->former.count;
    status = xb_job_plan_pass(work);
    return status ? status : begin_pass(work);
}

xb_status xb_job_check_names(const xb_job *work)
{
    const xb_routine *routine = NULL;
    xb_list independents, dependents;
    if (!xb_job_given(work, "independents") && !xb_job_given(work, "dependents") &&
        !xb_job_given(work, "entry"))
        return XB_STATUS_OK;
    xb_status status = find_all_named(work, &routine, &independents, &dependents);
    if (!status)
        xb_named_variables_warn(xb_run_analyses(work->run), routine, &independents, &dependents);
    return status;
}

xb_status xb_job_load(xb_job *work)
{
    xb_status status = xb_job_plan(work);
    if (!status)
        status = read_catalogues(work);
    if (!status)
        status = xb_job_read_source(work);
    if (!status && work->settings->validate_input)
        status = xb_job_trust_source(work, validate_input(work));
    if (!status)
        status = read_input(work);
    if (!status)
        status = begin_pass(work);
    if (!status)
        status = xb_job_dump_after(work, "read");
    return status;
}
