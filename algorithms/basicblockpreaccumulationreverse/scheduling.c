/*
 * Costs are looked at only if somebody wants to know them. The written schedule has a line for each call;
 * those within expressions have one for all of a callee in a caller, which come first, since a rule without
 * number is for numbered calls, too.
 */
#include "algorithms/basicblockpreaccumulationreverse/scheduling.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/basicblockpreaccumulationreverse/left_behind.h"
#include "algorithms/basicblockpreaccumulationreverse/run_again.h"
#include "algorithms/basicblockpreaccumulationreverse/schedule_picture.h"
#include "algorithms/loopcheckpointing/loopcheckpointing.h"
#include "algorithms/motions/marks.h"
#include "algorithms/motions/schedule_choice.h"
#include "base/text.h"

/* ---- options ------------------------------------------------------------------------------------------- */

/* @return what is wrong with the text; NULL: nothing */
static const char *take_bytes(const char *text, uint64_t *bytes)
{
    static const char no_number[] = "is no number of bytes", too_large[] = "is more than 2^64 - 1 bytes";
    static const char suffixes[] = "KMG";
    char *end = NULL;
    errno = 0;
    *bytes = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9')
        return no_number;
    const char *suffix = *end ? strchr(suffixes, *end) : NULL;
    if (*end && (!suffix || end[1]))
        return no_number;
    uint64_t factor = suffix ? UINT64_C(1) << 10 * (suffix - suffixes + 1) : 1;
    return errno || __builtin_mul_overflow(*bytes, factor, bytes) ? too_large : NULL;
}

static xb_status read_limit(const xb_options *options, xb_scheduling_settings *settings)
{
    const char *limit = xb_option_value(options, "tape-limit");
    if (settings->automatic && !limit)
        return xb_option_error(options, "add --tape-limit=64M, say",
                               "--reversal=auto needs to know how much may be stored");
    if (!settings->automatic && limit)
        return xb_option_error(options, "add --reversal=auto",
                               "--tape-limit is for schedules that are chosen");
    const char *problem = limit ? take_bytes(limit, &settings->limit) : NULL;
    if (problem)
        return xb_option_error(options, "a number of bytes, as in 1000, 64K, 10M or 2G",
                               "--tape-limit: '%s' %s", limit, problem);
    return XB_STATUS_OK;
}

xb_status xb_scheduling_configure(const xb_options *options, xb_scheduling_settings *settings)
{
    settings->reversal = xb_option_value(options, "reversal");
    settings->profile = xb_option_value(options, "profile");
    settings->written = xb_option_value(options, "write-schedule");
    if (settings->reversal && !*settings->reversal)
        return xb_option_error(options, "split, joint, auto, or a file with a schedule",
                               "--reversal can't be ''");
    settings->automatic = settings->reversal && strcmp(settings->reversal, "auto") == 0;
    if (settings->written && strcmp(settings->written, "-") == 0)
        return xb_option_error(options, "name a file", "--write-schedule can't be standard output");
    if (!settings->reversal && (settings->profile || settings->written))
        return xb_option_error(options, "add --reversal", "there is no schedule: templates decide");
    return read_limit(options, settings);
}

/* ---- costs --------------------------------------------------------------------------------------------- */

/* A schedule, and what is known of it. */
typedef struct work {
    const xb_scheduling *scheduling;
    xb_run *run;
    xb_program *program;
    xb_profile *profile;            /* NULL: nobody wants to know what calls cost */
    xb_schedule_costs *costs;       /* likewise */
    bool *weak, *fixed;             /* by site of the profile */
    const xb_schedule_rules *rules; /* NULL: the schedule was chosen */
    const xb_schedule *schedule;
} work;

static bool wants_costs(const xb_scheduling *s)
{
    return s->settings->automatic || s->settings->profile || s->settings->written ||
           xb_run_wants_picture(s->run, XB_SCHEDULE_PICTURE);
}

/* Another program's profile says nothing of what calls of this one cost. */
static xb_status check_profile(const work *w)
{
    const xb_profile_activation *activations = w->profile->activations.items;
    for (size_t i = 0; i < w->profile->activations.count; i++)
        for (size_t k = 0; k < w->program->routines.count; k++) {
            const xb_routine *routine = w->program->routines.items[k];
            if (strcmp(activations[i].routine->text, routine->symbol->id->text) == 0)
                return XB_STATUS_OK;
        }
    return xb_error(w->program->diagnostics, XB_STATUS_USAGE, (xb_place){.file = w->profile->file},
                    "the profile must be that of the same program",
                    "the profile tells nothing about the program: it names none of its routines");
}

static xb_status find_costs(work *w)
{
    const xb_scheduling *s = w->scheduling;
    const char *file = s->settings->profile;
    xb_status status = XB_STATUS_OK;
    if (file)
        status = xb_profile_read(w->program->arena, w->program->diagnostics, file, &w->profile);
    else
        w->profile = xb_profile_estimate(w->run, s->callees, s->routines, s->count);
    if (!status && file)
        status = check_profile(w);
    if (status)
        return status;
    xb_warn_of_steps(w->program, xb_run_scratch(w->run),
                     "may store, and run, more than costs of schedules tell, and than --tape-limit allows",
                     "xaif-run --counts tells what a run stores");
    w->costs = xb_schedule_costs_create(w->program->arena, w->profile);
    w->weak = xb_arena_array(w->program->arena, (size_t)w->profile->sites.count + 1, sizeof *w->weak);
    w->fixed = xb_arena_array(w->program->arena, (size_t)w->profile->sites.count + 1, sizeof *w->fixed);
    return XB_STATUS_OK;
}

static void note_weak(void *context, const xb_scheduled_call *call)
{
    const work *w = context;
    uint32_t site = 0;
    if (!xb_profile_find_site(w->profile, call->caller->id->text, call->callee->id->text, call->ordinal,
                              &site))
        return;
    w->weak[site] = call->weak && w->costs->can_be_weak[site];
    w->fixed[site] = call->marked;
}

/* ---- the choice ---------------------------------------------------------------------------------------- */

/* The weak calls, up to a few. */
static const char *name_weak(const work *w, const bool *weak)
{
    enum { FEW = 6 };
    const xb_profile_site *sites = w->profile->sites.items;
    const char *text = "";
    size_t count = 0;
    for (uint32_t i = 0; i < w->profile->sites.count; i++) {
        if (!weak[i] || ++count > FEW)
            continue;
        const char *number = sites[i].ordinal > 0 ? xb_arena_format(w->program->arena, "#%llu",
                                                                    (unsigned long long)sites[i].ordinal)
                                                  : "";
        text = xb_arena_format(w->program->arena, "%s%s%s %s%s", text, count > 1 ? ", " : "",
                               sites[i].caller->text, sites[i].callee->text, number);
    }
    if (count > FEW)
        return xb_arena_format(w->program->arena, "weak are %s and %zu more", text, count - FEW);
    return count > 0 ? xb_arena_format(w->program->arena, "weak %s %s", xb_plural(count, "is", "are"), text)
                     : "all calls are strong";
}

/* Where loops are nested deeply, estimates end at the largest number. */
static const char *hint_for(const work *w, const xb_schedule_choice *choice)
{
    const bool is_measured = w->scheduling->settings->profile;
    if (choice->peak == UINT64_MAX)
        return is_measured ? NULL : "measure a run (xaif-run --profile), and say --profile=FILE";
    return xb_arena_format(w->program->arena, "--tape-limit=%llu can be kept%s",
                           (unsigned long long)choice->peak,
                           is_measured ? "" : ", as far as is known without --profile");
}

static xb_status refuse_limit(const work *w, const xb_schedule_choice *choice)
{
    uint64_t limit = w->scheduling->settings->limit;
    return xb_error(w->program->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){.file = w->program->file},
                    hint_for(w, choice),
                    "no schedule%s keeps what is stored within %llu %s: the least is %s%llu, where %s",
                    choice->exact ? "" : " that was found", (unsigned long long)limit,
                    xb_plural(limit, "byte", "bytes"),
                    choice->peak == UINT64_MAX ? "estimated to be beyond " : "",
                    (unsigned long long)choice->peak, name_weak(w, choice->weak));
}

static xb_status choose(work *w)
{
    xb_schedule_visit(w->run, NULL, note_weak, w);
    const xb_schedule_choice choice =
        xb_schedule_choose(w->program->arena, w->costs, w->fixed, w->weak, w->scheduling->settings->limit);
    xb_status status = xb_schedule_of_profile(w->run, w->profile, choice.weak, &w->schedule);
    return status || choice.fits ? status : refuse_limit(w, &choice);
}

static xb_status read_rules(const work *w, xb_schedule_rules *rules)
{
    const char *reversal = w->scheduling->settings->reversal;
    bool joint = reversal && strcmp(reversal, "joint") == 0;
    *rules = (xb_schedule_rules){.file = NULL};
    if (!reversal)
        return XB_STATUS_OK;
    if (joint || strcmp(reversal, "split") == 0) {
        *rules = xb_schedule_uniform(w->program->arena, joint);
        return XB_STATUS_OK;
    }
    return xb_schedule_read(w->program->arena, w->program->diagnostics, reversal, rules);
}

/* Loops have been rewritten before, if that was asked for, but not by what standard input says. */
static xb_status check_loops(const work *w, const xb_schedule_rules *rules)
{
    bool is_file = w->scheduling->settings->reversal && strcmp(w->scheduling->settings->reversal, "-") != 0;
    if (rules->loops.count == 0 || (is_file && xb_run_settings(w->run, &xb_algorithm_loopcheckpointing)))
        return XB_STATUS_OK;
    return xb_error(
        w->program->diagnostics, XB_STATUS_USAGE,
        (xb_place){.file = rules->file, .line = ((const xb_schedule_loop *)rules->loops.items)->line},
        is_file ? "-a loopcheckpointing,basicblockpreaccumulationreverse does"
                : "let the schedule be in a file",
        is_file ? "a loop is named, but loopcheckpointing does not run"
                : "a loop can't be named in standard input, which can't be read twice");
}

static xb_status apply_rules(work *w)
{
    xb_schedule_rules *rules = xb_arena_alloc(w->program->arena, sizeof *rules);
    xb_status status = read_rules(w, rules);
    if (!status)
        status = check_loops(w, rules);
    w->rules = rules;
    return status ? status : xb_schedule_create(w->run, rules, &w->schedule);
}

/* ---- reports ------------------------------------------------------------------------------------------- */

/* A text of rules under way. */
typedef struct writing {
    xb_arena *arena;
    xb_output *output;
    bool numbered;
    xb_map written; /* numbers of caller and callee: what has a rule for all calls */
} writing;

/* Whether a rule for all calls of a callee in a caller is there. From now on it is. */
static bool is_written(writing *w, const xb_scheduled_call *call)
{
    uint32_t caller = call->caller->node.index, callee = call->callee->node.index;
    bool known = xb_map_get(&w->written, caller, callee);
    if (!known)
        xb_map_put(w->arena, &w->written, caller, callee, call->callee);
    return known;
}

static void put_rule(void *context, const xb_scheduled_call *call)
{
    writing *w = context;
    if (w->numbered != (call->ordinal > 0) || (!w->numbered && is_written(w, call)))
        return;
    xb_output_format(w->output, "%s %s", call->caller->id->text, call->callee->id->text);
    if (call->ordinal > 0)
        xb_output_format(w->output, "#%llu", (unsigned long long)call->ordinal);
    xb_output_format(w->output, " %s\n", call->weak ? "weak" : "strong");
}

/* Loops have been rewritten, and are no calls, but who reads the file wants them to be so again. Those that a
 * front end has marked are so in any case. */
static void put_loops(const work *w, xb_output *output)
{
    xb_loopcheckpointing_write(w->run, output);
    if (!w->rules)
        return;
    const xb_schedule_loop *loops = w->rules->loops.items;
    for (size_t i = 0; i < w->rules->loops.count; i++)
        xb_output_format(output, "%s\n", loops[i].words);
}

static void put_costs(const work *w, const char *what, const bool *weak, xb_output *output)
{
    uint64_t peak = xb_schedule_peak(w->costs, weak), steps = xb_schedule_steps(w->costs, weak);
    xb_output_format(output, "# %s: %llu %s stored at most, %llu %s run again\n", what,
                     (unsigned long long)peak, xb_plural(peak, "byte", "bytes"), (unsigned long long)steps,
                     xb_plural(steps, "step", "steps"));
}

static void attach_rules(const work *w)
{
    xb_text *text = xb_text_create(w->program->arena);
    xb_attachment file = {.path = w->scheduling->settings->written};
    const bool *none =
        xb_arena_array(xb_run_scratch(w->run), (size_t)w->profile->sites.count + 1, sizeof *none);
    xb_output *output = xb_text_output(text);
    xb_output_format(output, "# %s\n",
                     w->profile->file ? "by a measured profile" : "by a profile that is estimated");
    put_costs(w, "this schedule", w->weak, output);
    put_costs(w, "all strong", none, output);
    put_loops(w, output);
    xb_arena *scratch = xb_run_scratch(w->run);
    xb_schedule_visit(w->run, w->schedule, put_rule, &(writing){.arena = scratch, .output = output});
    xb_schedule_visit(w->run, w->schedule, put_rule,
                      &(writing){.arena = scratch, .output = output, .numbered = true});
    file.text = xb_text_join(text, &file.length);
    xb_run_attach(w->run, &file);
}

static void report(work *w)
{
    const xb_scheduling_settings *settings = w->scheduling->settings;
    xb_schedule_visit(w->run, w->schedule, note_weak, w);
    if (settings->written)
        attach_rules(w);
    if (xb_run_wants_picture(w->run, XB_SCHEDULE_PICTURE))
        xb_keep_schedule_picture(w->run, w->costs, w->weak);
    xb_run_metric(w->run, "", "bytes stored at most", (double)xb_schedule_peak(w->costs, w->weak));
    xb_run_metric(w->run, "", "steps run again", (double)xb_schedule_steps(w->costs, w->weak));
}

xb_status xb_schedule_make(const xb_scheduling *scheduling, const xb_schedule **schedule)
{
    work w = {.scheduling = scheduling, .run = scheduling->run, .program = xb_run_program(scheduling->run)};
    xb_status status = wants_costs(scheduling) ? find_costs(&w) : XB_STATUS_OK;
    if (!status)
        status = scheduling->settings->automatic ? choose(&w) : apply_rules(&w);
    if (!status && w.profile)
        report(&w);
    if (!status) {
        status = xb_tell_what_runs_again(w.run, scheduling->callees, w.schedule);
        if (!scheduling->puts_back)
            xb_tell_what_is_left(w.run, scheduling->callees, w.schedule);
    }
    *schedule = w.schedule;
    return status;
}
