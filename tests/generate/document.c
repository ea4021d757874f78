/*
 * Each document that is read has an arena of its own. Work that allocates is a function that runs under
 * xb_protect().
 */
#include "document.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/passivation.h"
#include "algorithm/routine_rules.h"
#include "base/text.h"
#include "checkpoint.h"
#include "collisions.h"
#include "ir/verify.h"
#include "languages/xaif/catalogue.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/writer.h"
#include "machine.h"
#include "measure.h"
#include "user.h"

/* ---- reading ------------------------------------------------------------------------------------------- */

static void create_diagnostics(void *argument)
{
    gen_document *d = argument;
    d->diagnostics = xb_diagnostics_create(d->arena);
}

static void verify(void *argument)
{
    gen_document *d = argument;
    if (d->passive)
        xb_passivate(d->program, d->arena, d->passive, XB_NAME_STYLE_NONE);
    d->status = xb_verify(d->program, d->arena);
}

static void read_document(gen_document *d, const char *text, size_t length)
{
    d->status = xb_read_memory(d->failure, d->diagnostics, text, length, NULL, &d->program);
    if (!d->status && !xb_protect(d->failure, verify, d))
        d->status = XB_STATUS_FAILED;
}

bool gen_document_open(gen_document *d, const char *text, size_t length, const char *passive)
{
    *d = (gen_document){
        .failure = xb_failure_create(), .status = XB_STATUS_FAILED, .passive = passive, .source = text};
    d->arena = xb_arena_create(d->failure);
    if (!d->arena || !xb_protect(d->failure, create_diagnostics, d))
        return false;
    read_document(d, text, length);
    return d->status == XB_STATUS_OK;
}

void gen_document_follow(gen_document *d, const gen_document *other)
{
    d->options = other->options;
    d->entry = other->entry;
    d->sides = other->sides;
    d->catalogues = other->catalogues;
    d->pattern = other->pattern;
    d->profile = other->profile;
    d->profiled_point = other->profiled_point;
    d->verify_each = other->verify_each;
}

void gen_document_close(gen_document *d)
{
    xb_program_destroy(d->program);
    xb_arena_destroy(d->arena);
    xb_failure_destroy(d->failure);
}

const xb_diagnostic *gen_document_error(const gen_document *d)
{
    for (size_t i = 0; d->diagnostics && i < xb_diagnostics_count(d->diagnostics); i++)
        if (xb_diagnostics_at(d->diagnostics, i)->severity == XB_SEVERITY_ERROR)
            return xb_diagnostics_at(d->diagnostics, i);
    return NULL;
}

const char *gen_document_reason(const gen_document *d)
{
    const xb_diagnostic *error = gen_document_error(d);
    return error ? error->message : "no reason is given";
}

bool gen_document_says(const gen_document *d, const char *text)
{
    for (size_t i = 0; d->diagnostics && i < xb_diagnostics_count(d->diagnostics); i++)
        if (strstr(xb_diagnostics_at(d->diagnostics, i)->message, text))
            return true;
    return false;
}

gen_reason gen_reason_without_names(const char *reason)
{
    gen_reason plain;
    size_t length = 0;
    bool quoted = false;
    for (; *reason && length + 1 < sizeof plain.text; reason++) {
        if (*reason == '\'' && strncmp(reason, "'t ", 3) != 0)
            quoted = !quoted;
        if ((!quoted || *reason == '\'') && !isdigit((unsigned char)*reason))
            plain.text[length++] = *reason;
    }
    plain.text[length] = '\0';
    return plain;
}

/* ---- transformation ------------------------------------------------------------------------------------ */

static const char *written(gen_document *d, const xb_write_options *options, size_t *length)
{
    xb_text *text = xb_text_create(d->arena);
    d->status = xb_write(d->program, xb_text_output(text), options);
    return d->status ? NULL : xb_text_join(text, length);
}

/* Files have names from the top of the sources. */
static xb_setting engine_setting(const gen_document *d, xb_setting setting)
{
    const char *top = getenv("XB_TOP_SRCDIR");
    if (setting.value && strchr(setting.value, '/') && top)
        setting.value = xb_arena_format(d->arena, "%s/%s", top, setting.value);
    return setting;
}

static bool is_by_name(const gen_document *d)
{
    return !d->loops && !d->for_profile && gen_options_have(d->options, GEN_BY_NAME);
}

/* Whether it is said what a Jacobian has rows and columns for: a pattern is that of these. */
static bool names_sides(const gen_document *d)
{
    return gen_options_have(d->options, GEN_PATTERN) || gen_options_have(d->options, GEN_OUTSIDE) ||
           !gen_options_have(d->options, GEN_UNNAMED);
}

const char *gen_document_dependents(const gen_document *d, const xb_program *program)
{
    if (d->sides)
        return d->sides->dependents;
    return names_sides(d)
               ? gen_dependents(d->arena, program, d->entry, gen_options_have(d->options, GEN_OUTSIDE))
               : NULL;
}

static void set(gen_options *settings, const char *name, const char *value)
{
    settings->settings[settings->count++] = (xb_setting){name, value};
}

static void set_names(gen_options *settings, const char *name, const char *names)
{
    if (names)
        set(settings, name, names);
}

static bool is_for_engine(const gen_document *d, const char *name)
{
    static const char *const unused[] = {"reversal", "motions", GEN_LIMIT, "keep-active"};
    bool found = false;
    for (size_t i = 0; d->for_profile && i < sizeof unused / sizeof *unused; i++)
        found |= strcmp(name, unused[i]) == 0;
    return !found && !gen_is_own_option(name);
}

/* What options of the hunt alone are for the engine. */
static void set_others(const gen_document *d, gen_options *settings)
{
    if (gen_options_have(d->options, GEN_CHECKPOINT_ALL))
        set(settings, "checkpoint", "all");
    if (is_by_name(d) && !gen_options_have(d->options, GEN_LISTS))
        set(settings, "jacobian", d->entry);
    if (is_by_name(d) && (d->sides || names_sides(d))) {
        set_names(settings, "dependents", gen_document_dependents(d, d->program));
        set_names(settings, "independents",
                  d->sides ? d->sides->independents : gen_independents(d->arena, d->program, d->entry));
    }
    if (is_by_name(d) && d->pattern)
        set(settings, "pattern", d->pattern);
    if (d->for_profile) {
        set(settings, "reversal", "joint");
        set(settings, "motions", "routines");
    } else if (d->profile) {
        set(settings, "profile", d->profile);
    }
}

/* Without what is no option of the engine. */
static gen_options engine_options(const gen_document *d)
{
    gen_options settings = {.count = 0};
    if (d->loops) {
        set(&settings, "checkpoint-loops", d->loops);
        return settings;
    }
    for (size_t i = 0; i < d->options->count; i++)
        if (is_for_engine(d, d->options->settings[i].name))
            settings.settings[settings.count++] = engine_setting(d, d->options->settings[i]);
    set_others(d, &settings);
    return settings;
}

static void read_catalogues(gen_document *d, xb_catalogue *catalogue)
{
    const char *const files[] = {d->catalogues.boxes, d->catalogues.user, d->catalogues.rules};
    for (size_t i = 0; i < sizeof files / sizeof *files && !d->status; i++)
        if (files[i])
            d->status = xb_catalogue_read(catalogue, d->diagnostics, files[i]);
}

/* The algorithm that the result is of. */
static const char *product_of(const gen_document *d)
{
    if (d->loops)
        return "loopcheckpointing";
    if (gen_options_have(d->options, GEN_SWEEPS))
        return "basicblockpreaccumulationtapeadjoint";
    return gen_options_have(d->options, GEN_REVERSE) ? "basicblockpreaccumulationreverse"
                                                     : "basicblockpreaccumulation";
}

/* What an algorithm chooses, the document's own wish before others; NULL: nothing. */
static const char *choice_of(gen_document *d, const xb_run_plan *plan)
{
    const char *chosen = NULL;
    xb_run *run = xb_run_create(d->arena, plan);
    for (size_t i = 0; !d->status && i < plan->pipeline->count; i++) {
        const xb_algorithm *algorithm = plan->pipeline->stages[i].algorithm;
        xb_algorithm_choice choice = {.algorithm = NULL};
        if (algorithm->choose)
            d->status = algorithm->choose(run, xb_options_settings(plan->options, algorithm), &choice);
        if (choice.algorithm && (!chosen || (d->prepares && strcmp(choice.algorithm, d->prepares) == 0)))
            chosen = choice.algorithm;
    }
    xb_run_destroy(run);
    return chosen;
}

/* A pipeline, and the options for it. */
static xb_run_plan plan_of(gen_document *d, const xb_catalogue *catalogue, const char *first)
{
    const char *products[] = {first, product_of(d), "associationbyname"};
    const size_t skipped = first ? 0 : 1;
    const gen_options settings = engine_options(d);
    const xb_registry *registry = xb_registry_create(d->arena, xb_builtin_algorithms);
    xb_pipeline *pipeline = xb_arena_array(d->arena, 1, sizeof *pipeline);
    xb_run_plan plan = {.program = d->program, .catalogue = catalogue, .pipeline = pipeline};
    d->status = xb_pipeline_resolve(d->arena, registry, d->diagnostics, products + skipped,
                                    (is_by_name(d) ? 3 : 2) - skipped, pipeline);
    if (!d->status)
        d->status = xb_options_read(d->arena, d->diagnostics, registry, pipeline, settings.settings,
                                    settings.count, &plan.options);
    return plan;
}

/* What is chosen is in a pipeline of its own, so that nothing is to be resolved anew.
 * @param stages receives what there is to run */
static xb_run *create_run(gen_document *d, const xb_catalogue *catalogue, xb_pipeline *stages)
{
    xb_run_plan plan = plan_of(d, catalogue, NULL);
    const char *chosen = d->status ? NULL : choice_of(d, &plan);
    if (d->prepares && (!chosen || strcmp(chosen, d->prepares) != 0))
        return NULL;
    if (chosen && d->prepares)
        plan = plan_of(d, catalogue, chosen);
    else if (chosen)
        d->problem = "there is a choice";
    if (d->status || d->problem)
        return NULL;
    *stages = *plan.pipeline;
    stages->count = d->prepares ? 1 : stages->count;
    return xb_run_create(d->arena, &plan);
}

static void run_stages(gen_document *d, xb_run *run, const xb_pipeline *pipeline)
{
    for (size_t i = 0; !d->status && i < pipeline->count; i++) {
        d->status = xb_run_stage(run, &pipeline->stages[i]);
        bool is_last = i + 1 == pipeline->count;
        if (!d->status && (d->verify_each || is_last) && xb_verify_derived(d->program, d->arena)) {
            d->problem = "what is derived is not valid";
            d->status = XB_STATUS_INVALID;
        }
    }
    if (!d->status)
        d->status = xb_run_finish(run);
    if (!d->status && gen_collision(d->program)) {
        d->problem = "a generated name is taken";
        d->detail = gen_collision(d->program)->id->text;
    }
}

static void transform(void *argument)
{
    gen_document *d = argument;
    const xb_write_options original = {.view = XB_VIEW_READ};
    xb_pipeline stages;
    xb_catalogue *catalogue = xb_catalogue_create(d->arena);
    read_catalogues(d, catalogue);
    if (!d->status && d->sides && !d->loops)
        d->status = gen_sides_apply(d->sides, d->program, d->arena, d->entry, d->options, catalogue);
    if (!d->status && !d->loops && !d->prepares)
        d->status = xb_routine_rules_apply(d->program, d->arena, catalogue);
    if (d->status)
        return;
    d->before = written(d, &original, NULL);
    xb_run *run = create_run(d, catalogue, &stages);
    if (!run)
        return;
    run_stages(d, run, &stages);
    if (!d->status) {
        const xb_write_options options = {.resolve_activity = !d->loops && !d->prepares};
        d->text = written(d, &options, &d->length);
    }
    xb_status status = d->status;
    d->after = written(d, &original, NULL);
    d->status = status;
    xb_run_destroy(run);
    if (!d->problem && strcmp(d->before, d->after) != 0)
        d->problem = "the input was modified";
}

void gen_document_transform(gen_document *d)
{
    if (!xb_protect(d->failure, transform, d)) {
        d->problem = "memory ran out";
        d->status = XB_STATUS_FAILED;
    }
    if (!d->problem && d->status && d->status != XB_STATUS_UNSUPPORTED &&
        !gen_document_says(d, "has no active argument that is")) /* which only GEN_UNNAMED is told */
        d->problem = "an error";
}

/* Routines with ids that no routine of an output has. */
static const char *with_other_ids(xb_arena *arena, const char *bodies)
{
    static const char begin[] = "<xaif:ControlFlowGraph vertex_id=\"";
    const char *text = "", *rest = bodies;
    for (const char *at; (at = strstr(rest, begin)) != NULL; rest = at + sizeof begin - 1)
        text = xb_arena_format(arena, "%s%.*s%s90", text, (int)(at - rest), rest, begin);
    return xb_arena_format(arena, "%s%s", text, rest);
}

/* Puts the routines that were not shown into what came out, and names that can be run. */
static void complete(void *argument)
{
    gen_document *d = argument;
    d->text = gen_plain_names(d->arena, d->text);
    d->length = strlen(d->text);
    if (!d->bodies)
        return;
    const char *end = d->text + d->length;
    while (end > d->text && *end != '<')
        end--;
    const char *bodies = with_other_ids(d->arena, d->bodies);
    const size_t before = (size_t)(end - d->text), between = strlen(bodies);
    char *joined = xb_arena_array(d->arena, d->length + between + 1, 1);
    memcpy(joined, d->text, before);
    memcpy(joined + before, bodies, between);
    memcpy(joined + before + between, end, d->length - before);
    d->text = joined;
    d->length += between;
}

bool gen_document_complete(gen_document *d, const gen_trial *trial)
{
    d->bodies = trial->bodies;
    return xb_protect(d->failure, complete, d);
}

static gen_catalogues needed_catalogues(const gen_trial *trial)
{
    gen_catalogues needed = trial->catalogues;
    if (!trial->bodies)
        needed.boxes = NULL;
    if (!gen_has_user_names(trial->text))
        needed.user = NULL;
    if (!strstr(trial->text, "symbol_id=\"rule_"))
        needed.rules = NULL;
    return needed;
}

/* The least limit that can be kept, as the engine says; 0: it doesn't. */
static unsigned long least_limit(const gen_document *d)
{
    const char *told = d->status ? strstr(gen_document_reason(d), "the least is ") : NULL;
    return told ? strtoul(told + strlen("the least is "), NULL, 10) : 0;
}

/* Once more, with a limit that can be kept. */
static void transform_within(gen_document *d, unsigned long limit)
{
    gen_document old = *d;
    bool fine = gen_document_open(d, old.source, strlen(old.source), old.passive);
    const gen_options within = {{{GEN_LIMIT, xb_arena_format(d->arena, "%lu", limit)}}, 1};
    gen_options *options = xb_arena_array(d->arena, 1, sizeof *options);
    *options = gen_options_with(*old.options, &within);
    gen_document_follow(d, &old);
    d->pattern = old.pattern ? xb_arena_copy_text(d->arena, old.pattern, strlen(old.pattern)) : NULL;
    d->profile = old.profile ? xb_arena_copy_text(d->arena, old.profile, strlen(old.profile)) : NULL;
    d->options = options;
    d->checkpointed = old.checkpointed;
    d->source = NULL;
    gen_document_close(&old);
    if (fine)
        gen_document_transform(d);
    if (least_limit(d) > 0)
        d->problem = "the least limit is not kept";
}

void gen_document_replace(gen_document *d, const gen_document *made)
{
    const gen_document old = *d;
    bool fine = gen_document_open(d, made->text, made->length, old.passive);
    gen_document_follow(d, &old);
    d->checkpointed = old.checkpointed;
    if (!fine)
        d->problem = "the program that was rewritten can't be read";
    else
        d->source = xb_arena_copy_text(d->arena, made->text, made->length);
    gen_document_close(&(gen_document){.program = old.program, .arena = old.arena, .failure = old.failure});
}

/* The document becomes what an algorithm makes of it, if another one chooses that. */
static void prepare(gen_document *d, const char *algorithm)
{
    gen_document made;
    if (d->problem)
        return;
    if (gen_document_open(&made, d->source, strlen(d->source), d->passive)) {
        gen_document_follow(&made, d);
        made.prepares = algorithm;
        gen_document_transform(&made);
    }
    if (made.problem) {
        d->problem = xb_arena_format(d->arena, "before: %s", made.problem);
        d->detail = xb_arena_format(d->arena, "%s", made.detail ? made.detail : gen_document_reason(&made));
    } else if (made.text) {
        gen_document_replace(d, &made);
    }
    gen_document_close(&made);
}

static bool is_of_routine(const xb_program *program, const xb_scope *scope)
{
    for (size_t i = 0; i < program->routines.count; i++)
        if (((const xb_routine *)program->routines.items[i])->scope == scope)
            return true;
    return false;
}

static bool has_variables_of_blocks(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        if (scope->symbols.count > 0 && !is_of_routine(program, scope) &&
            is_of_routine(program, scope->parent))
            return true;
    }
    return false;
}

void gen_document_make(gen_document *d, const gen_trial *trial, const gen_options *options, const char *entry,
                       const gen_sides *sides)
{
    if (!gen_document_open(d, trial->text, trial->length, trial->passive)) {
        d->problem = "the document is refused";
        return;
    }
    d->options = options;
    d->entry = entry;
    d->sides = sides;
    d->catalogues = needed_catalogues(trial);
    d->verify_each = options == trial->options;
    if (has_variables_of_blocks(d->program))
        prepare(d, "scopemerging");
    if (!d->problem && gen_option_value(options, GEN_CHECKPOINT))
        gen_checkpoint_loops(d);
    if (strstr(d->source, "<xaif:FunctionCall"))
        prepare(d, "conditionhoisting");
    if (!d->problem) {
        gen_measure(d, trial);
        gen_document_transform(d);
    }
    if (gen_options_have(options, GEN_LIMIT) && least_limit(d) > 0)
        transform_within(d, least_limit(d));
    gen_measure_forget(d);
}
