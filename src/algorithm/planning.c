/*
 * A pipeline is resolved of what the user named. If one of its algorithms chooses, that is asked when the
 * program is read, with a run of that pipeline; what it chooses is named, too, and all is resolved anew,
 * before the next one is asked. What is chosen comes before the algorithm that chooses it, if that is named;
 * else before all that was named, but for what rewrites the program: by the wish of the user, who refers to
 * places in the document, or for others that were asked before. What is chosen and rewrites the program
 * comes before all that attaches work on derivatives to it. The command line is checked against the
 * pipeline that it comes to, before the program is read if possible.
 */
#include <string.h>

#include "algorithm/job.h"
#include "algorithm/picture.h"
#include "base/text.h"
#include "languages/languages.h"

/* ---- checks ---- */

/* Whether an algorithm runs in one of the passes. */
static bool runs(const xb_job *work, const char *name)
{
    for (size_t i = 0; i < xb_job_passes(work); i++)
        if (xb_pipeline_find(&work->pipelines[i], name))
            return true;
    return false;
}

/* The picture is that of the last pass. */
static xb_status find_picture(xb_job *work)
{
    const xb_algorithm *owner = NULL;
    if (!work->settings->picture)
        return XB_STATUS_OK;
    xb_status status = xb_picture_find(work->arena, work->registry, work->diagnostics,
                                       work->settings->picture, &work->picture, &owner);
    if (status || !owner || xb_pipeline_find(&work->pipelines[xb_job_passes(work) - 1], owner->name))
        return status;
    return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    xb_arena_format(work->arena, "name it: --algorithm=%s", owner->name),
                    "the picture %s is drawn by algorithm %s, which does not run", work->picture,
                    owner->name);
}

static xb_status check_dumps(const xb_job *work)
{
    const xb_transform_settings *settings = work->settings;
    for (size_t i = 0; i < settings->dump_count; i++) {
        const xb_dump *dump = &settings->dumps[i];
        if (strcmp(dump->after, "read") != 0 && !runs(work, dump->after))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                            "--list-algorithms names them; -a chooses those that run",
                            "can't dump after algorithm %s, which does not run", dump->after);
        if (xb_is_standard_output(dump->file) && xb_is_standard_output(settings->output))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name another output file",
                            "the dump after %s and the output both go to standard output", dump->after);
    }
    return XB_STATUS_OK;
}

/* An option of an algorithm that doesn't run is hardly what the user meant. */
static void warn_of_idle_options(const xb_job *work)
{
    for (size_t i = 0; i < work->settings->setting_count; i++) {
        const char *name = work->settings->settings[i].name;
        const xb_algorithm *owner = NULL;
        xb_registry_option(work->registry, name, &owner);
        if (owner && !runs(work, owner->name))
            xb_warning(work->diagnostics, (xb_place){0},
                       xb_arena_format(work->arena, "leave it out, or add -a %s", owner->name),
                       "option --%s has no effect: algorithm %s does not run", name, owner->name);
    }
}

/* @param who presets these, with what that is */
static void warn_of_replaced(const xb_job *work, const xb_setting *presets, const char *what, const char *who)
{
    const xb_transform_settings *settings = work->settings;
    for (const xb_setting *preset = presets; preset && preset->name; preset++)
        for (size_t k = 0; k < settings->setting_count; k++) {
            const xb_setting *given = &settings->settings[k];
            if (strcmp(given->name, preset->name) == 0 && given->value && preset->value &&
                strcmp(given->value, preset->value) != 0)
                xb_warning(work->diagnostics, (xb_place){0}, "what is given counts more than a preset",
                           "--%s=%s replaces %s, which %s %s presets", given->name, given->value,
                           preset->value, what, who);
        }
}

/* What the user says counts more than what an algorithm, or the mode, presets. */
static void warn_of_replaced_presets(const xb_job *work)
{
    const xb_transform_mode *mode = work->settings->mode;
    for (size_t p = 0; p < xb_job_passes(work); p++) {
        const xb_pipeline *pipeline = &work->pipelines[p];
        for (size_t i = 0; i < pipeline->count; i++)
            warn_of_replaced(work, pipeline->stages[i].algorithm->presets, "algorithm",
                             pipeline->stages[i].algorithm->name);
        if (mode)
            warn_of_replaced(work, mode->passes[p].presets, "mode", mode->name);
    }
}

static xb_status check(xb_job *work)
{
    xb_status status = find_picture(work);
    if (!status)
        status = check_dumps(work);
    if (status)
        return status;
    warn_of_idle_options(work);
    warn_of_replaced_presets(work);
    return XB_STATUS_OK;
}

/* ---- the pipeline ---- */

/* What is named, and what options are given. */
typedef struct wishes {
    xb_list names;   /* const char */
    xb_vector given; /* xb_setting: the last one of a name counts */
} wishes;

static void add_settings(const xb_job *work, wishes *all, const xb_setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *(xb_setting *)xb_vector_push(work->arena, &all->given, sizeof *settings) = settings[i];
}

static size_t count_of(const xb_setting *settings)
{
    size_t count = 0;
    while (settings && settings[count].name)
        count++;
    return count;
}

/* What is usual for programs that are written in other languages than XAIF: people read them. */
static const xb_setting code_presets[] = {{"simplify", "2"}, {.name = NULL}};

/* What the user wants in the pass at hand. */
static void add_user(const xb_job *work, wishes *all)
{
    const xb_transform_settings *settings = work->settings;
    bool is_code = xb_language_of(settings->language, settings->output);
    const xb_transform_pass pass =
        settings->mode ? settings->mode->passes[work->pass] : (xb_transform_pass){NULL};
    for (size_t i = 0; work->pass == 0 && i < settings->algorithm_count; i++)
        xb_list_append(work->arena, &all->names, settings->algorithms[i]);
    for (size_t i = 0; pass.algorithms && pass.algorithms[i]; i++)
        xb_list_append(work->arena, &all->names, pass.algorithms[i]);
    add_settings(work, all, code_presets, is_code ? count_of(code_presets) : 0);
    add_settings(work, all, pass.presets, count_of(pass.presets));
    add_settings(work, all, work->report->chosen.items, work->report->chosen.count);
    add_settings(work, all, settings->settings, settings->setting_count);
    add_settings(work, all, pass.own, count_of(pass.own));
}

static xb_status resolve(xb_job *work, const wishes *all)
{
    xb_status status =
        xb_pipeline_resolve(work->arena, work->registry, work->diagnostics,
                            (const char *const *)all->names.items, all->names.count, &work->pipeline);
    work->report->pipeline = work->pipeline;
    work->pipelines[work->pass] = work->pipeline;
    return status;
}

static xb_status read_options(xb_job *work, const wishes *all)
{
    return xb_options_read(work->arena, work->diagnostics, work->registry, &work->pipeline, all->given.items,
                           all->given.count, &work->options);
}

/* Whether an algorithm that the user named chooses: then options may be those of others. What the rest
 * chooses has none. */
static bool is_open(const xb_job *work)
{
    wishes all = {.names = {.count = 0}};
    add_user(work, &all);
    for (size_t i = 0; i < all.names.count; i++) {
        const xb_algorithm *named = xb_registry_find(work->registry, all.names.items[i]);
        if (named && named->choose)
            return true;
    }
    return false;
}

size_t xb_job_passes(const xb_job *work)
{
    const xb_transform_mode *mode = work->settings->mode;
    size_t count = 0;
    while (mode && mode->passes[count].algorithms)
        count++;
    return count > 0 ? count : 1;
}

xb_status xb_job_plan_pass(xb_job *work)
{
    wishes all = {.names = {.count = 0}};
    add_user(work, &all);
    xb_status status = resolve(work, &all);
    return status ? status : read_options(work, &all);
}

static const xb_option *option_named(const xb_job *work, const char *name)
{
    const xb_option *option = xb_registry_option(work->registry, name, NULL);
    for (const xb_option *own = xb_transform_options; !option && own->name; own++)
        if (strcmp(own->name, name) == 0)
            option = own;
    return option;
}

/* The option that has the nearest name, as a hint. */
static const char *nearest_option(const xb_job *work, const char *name)
{
    xb_list names = {.count = 0};
    for (const xb_option *own = xb_transform_options; own->name; own++)
        xb_list_append(work->arena, &names, (void *)own->name);
    for (size_t i = 0; i < xb_registry_count(work->registry); i++) {
        const xb_option *option = xb_registry_at(work->registry, i)->options;
        for (; option && option->name; option++)
            xb_list_append(work->arena, &names, (void *)option->name);
    }
    const char *nearest = xb_nearest(work->arena, name, (const char *const *)names.items, names.count);
    return nearest
               ? xb_arena_format(work->arena, "did you mean %s?", nearest)
               : "settings are long options of algorithms, without the dashes, or of xb_transform_options";
}

/* Settings need not have gone through a command line. */
static xb_status check_settings(const xb_job *work)
{
    const xb_setting *settings = work->settings->settings;
    const xb_transform_mode *mode = work->settings->mode;
    for (size_t i = 0; i < work->settings->setting_count; i++) {
        const char *name = settings[i].name ? settings[i].name : "", *value = settings[i].value;
        const xb_option *option = option_named(work, name);
        if (!option)
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, nearest_option(work, name),
                            "there is no option '%s'", name);
        if (mode && mode->refused && strcmp(name, mode->refused) == 0)
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0}, mode->hint,
                            "option --%s is not for mode %s", name, mode->name);
        if (!xb_option_takes(option, value))
            return xb_error(work->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                            xb_arena_format(work->arena, "--help says what it takes: %s",
                                            option->argument ? option->argument : "no value"),
                            "option '%s' can't be '%s'", name, value ? value : "");
    }
    return XB_STATUS_OK;
}

/* The first pass comes last: it is the next one to run. */
xb_status xb_job_plan(xb_job *work)
{
    const size_t count = xb_job_passes(work);
    xb_status status = check_settings(work);
    wishes *all = xb_arena_array(work->arena, count, sizeof *all);
    work->pipelines = xb_arena_array(work->arena, count, sizeof *work->pipelines);
    for (size_t left = count; !status && left > 0; left--) {
        work->pass = left - 1;
        add_user(work, &all[work->pass]);
        status = resolve(work, &all[work->pass]);
    }
    if (!status && !is_open(work))
        status = check(work);
    for (size_t left = count; !status && left > 0; left--) {
        work->pass = left - 1;
        work->pipeline = work->pipelines[work->pass];
        status = read_options(work, &all[work->pass]);
    }
    return status;
}

/* ---- what the program decides ---- */

static bool rewrites(const xb_job *work, const char *name)
{
    const xb_algorithm *algorithm = xb_registry_find(work->registry, name);
    return algorithm && xb_property_listed(algorithm->gives, XB_PROPERTY_REWRITTEN);
}

/* Where what is chosen is named. */
static size_t first_after_rewriting(const xb_job *work, const xb_list *names)
{
    size_t first = 0;
    for (size_t i = 0; i < names->count; i++)
        if (rewrites(work, names->items[i]))
            first = i + 1;
    return first;
}

/* Where the first name is of what attaches work to the program. */
static size_t first_attaching(const xb_job *work, const xb_list *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const xb_stage *stage = xb_pipeline_find(&work->pipeline, names->items[i]);
        if (stage && stage->attaches)
            return i;
    }
    return names->count;
}

/* The index of a name; their number if it is none of them. */
static size_t place_of(const xb_list *names, const char *name)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->items[i], name) != 0)
        i++;
    return i;
}

/* Names what was chosen at a place, and nowhere after it. */
static void name_chosen(const xb_job *work, wishes *all, const char *name, size_t place)
{
    const xb_list before = all->names;
    all->names = (xb_list){.count = 0};
    for (size_t i = 0; i <= before.count; i++) {
        if (i == place)
            xb_list_append(work->arena, &all->names, name);
        if (i < before.count && strcmp(before.items[i], name) != 0)
            xb_list_append(work->arena, &all->names, before.items[i]);
    }
}

/* The presets of what is chosen come first: what the user gives counts more. */
static void give_presets(const xb_job *work, wishes *all, const xb_setting *presets)
{
    const xb_vector given = all->given;
    all->given = (xb_vector){.count = 0};
    add_settings(work, all, presets, count_of(presets));
    add_settings(work, all, given.items, given.count);
}

/* What is chosen comes before the algorithm that chooses, if that is named, and its rewriting before work
 * that it would lose. */
static xb_status ask(const xb_job *work, const xb_algorithm *algorithm, wishes *all, bool *changed)
{
    xb_algorithm_choice choice = {.algorithm = NULL};
    xb_status status = algorithm->choose(work->run, xb_options_settings(work->options, algorithm), &choice);
    if (status || !choice.algorithm)
        return status;
    size_t place = place_of(&all->names, choice.algorithm);
    bool is_new = place == all->names.count;
    size_t latest = place_of(&all->names, algorithm->name);
    if (latest == all->names.count)
        latest = is_new ? first_after_rewriting(work, &all->names) : place;
    size_t attaching = first_attaching(work, &all->names);
    if (rewrites(work, choice.algorithm) && latest > attaching)
        latest = attaching;
    *changed = is_new || latest < place;
    if (*changed)
        name_chosen(work, all, choice.algorithm, latest);
    if (is_new)
        give_presets(work, all, choice.presets);
    return XB_STATUS_OK;
}

/* Asks an algorithm, with a run of the pipeline as it is. @param changed whether that is another one then */
static xb_status ask_in_run(xb_job *work, const xb_algorithm *algorithm, wishes *all, bool *changed)
{
    const xb_run_plan run = {.program = work->program,
                             .catalogue = work->catalogue,
                             .pipeline = &work->pipeline,
                             .options = work->options};
    work->run = xb_run_create(work->arena, &run);
    xb_status status = ask(work, algorithm, all, changed);
    xb_run_destroy(work->run);
    work->run = NULL;
    return status;
}

static xb_status plan_anew(xb_job *work, const wishes *all)
{
    const xb_options *former = work->options;
    xb_status status = resolve(work, all);
    if (!status)
        status = read_options(work, all);
    if (!status)
        xb_options_keep(work->options, former);
    return status;
}

/* The last algorithm that chooses and has not been asked yet: what it chooses may be what others look at. */
static const xb_algorithm *next_to_ask(const xb_job *work, const xb_list *asked)
{
    for (size_t i = work->pipeline.count; i-- > 0;) {
        const xb_algorithm *algorithm = work->pipeline.stages[i].algorithm;
        if (algorithm->choose && !xb_list_has(asked, algorithm))
            return algorithm;
    }
    return NULL;
}

xb_status xb_job_choose(xb_job *work)
{
    wishes all = {.names = {.count = 0}};
    xb_list asked = {.count = 0};
    xb_status status = XB_STATUS_OK;
    const xb_algorithm *algorithm;
    add_user(work, &all);
    while (!status && (algorithm = next_to_ask(work, &asked))) {
        bool changed = false;
        xb_list_append(work->arena, &asked, algorithm);
        status = ask_in_run(work, algorithm, &all, &changed);
        if (!status && changed)
            status = plan_anew(work, &all);
    }
    return status || work->pass > 0 || !is_open(work) ? status : check(work);
}
