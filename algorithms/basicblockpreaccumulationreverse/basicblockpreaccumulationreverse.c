/*
 * Routine by routine, in one pass: the sweeps, and the checkpoints beside them.
 */
#include "algorithms/basicblockpreaccumulationreverse/basicblockpreaccumulationreverse.h"

#include <string.h>

#include "algorithms/basicblockpreaccumulationreverse/reassociation.h"
#include "algorithms/basicblockpreaccumulationreverse/schedule_picture.h"
#include "algorithms/basicblockpreaccumulationreverse/scheduling.h"
#include "algorithms/basicblockpreaccumulationtape/sweeps.h"
#include "algorithms/basicblockpreaccumulationtapeadjoint/lists.h"
#include "algorithms/basicblockpreaccumulationtapeadjoint/settings.h"
#include "algorithms/checkpoints/checkpoints.h"
#include "algorithms/loopcheckpointing/loopcheckpointing.h"
#include "algorithms/motions/motions.h"
#include "algorithms/support/hosts.h"
#include "algorithms/support/propagation_calls.h"
#include "algorithms/taping/forms.h"
#include "algorithms/taping/given.h"
#include "analysis/calls.h"
#include "ir/provenance.h"
#include "ir/version.h"

/* What routines are written as. */
typedef enum form { AS_LISTS, AS_ROUTINES } form;

/* Which routines record and return in one call, too. */
typedef enum combination { OF_ENTRIES, OF_ALL, OF_NONE } combination;

typedef struct settings {
    bool all_inout;
    xb_checkpoint_settings checkpoints;
    xb_scheduling_settings scheduling;
    form form;
    combination combination;
    const char *suffixes[XB_MOTION_COUNT];
} settings;

/* A routine, as it was read, and its versions by placeholder. */
typedef struct derived_routine {
    xb_routine *original;
    xb_routine *versions[XB_PLACEHOLDERS + 1];
    bool is_combined; /* the sweeps can be parts of one routine, which are */
    xb_sweep_versions combined;
} derived_routine;

typedef struct reverse {
    xb_run *run;
    xb_program *program;
    const settings *settings;
    bool marked; /* some calls are marked as weak */
    xb_sweeps sweeps;
    const xb_checkpoints *checkpoints;
    xb_lists lists;
    xb_motions *motions;         /* NULL: templates decide what calls do */
    xb_node_set entries;         /* routines that record and return in one call, too */
    const derived_routine *next; /* that is written */
} reverse;

/* ---- versions ----------------------------------------------------------------------------------------- */

static void make_checkpoints(const reverse *r, derived_routine *reversed)
{
    static const struct {
        int placeholder;
        xb_checkpoint checkpoint;
        const char *name;
    } all[] = {{XB_STORE_ARGUMENTS, XB_CHECKPOINT_STORE_ARGUMENTS, "storing arguments"},
               {XB_STORE_RESULTS, XB_CHECKPOINT_NONE, "storing results"},
               {XB_RESTORE_ARGUMENTS, XB_CHECKPOINT_RESTORE_ARGUMENTS, "restoring arguments"},
               {XB_RESTORE_RESULTS, XB_CHECKPOINT_NONE, "restoring results"},
               {XB_STORE_STEP, XB_CHECKPOINT_STORE_STEP, "storing a time step"},
               {XB_RESTORE_STEP, XB_CHECKPOINT_RESTORE_STEP, "restoring a time step"},
               {XB_STORE_DERIVATIVES, XB_CHECKPOINT_STORE_DERIVATIVES, "storing derivatives"},
               {XB_RESTORE_DERIVATIVES, XB_CHECKPOINT_RESTORE_DERIVATIVES, "restoring derivatives"}};
    xb_provenance before = xb_provenance_enter(r->program, "checkpoints");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        xb_routine *version = xb_version_declare(r->program, reversed->original, all[i].name, NULL);
        version->flow =
            xb_checkpoint_flow(r->checkpoints, reversed->original, version->scope, all[i].checkpoint);
        version->structured = true;
        reversed->versions[all[i].placeholder] = version;
    }
    xb_provenance_restore(r->program, before);
}

/* No loop is taken to be what the front end says of it, so that the strict versions are the same. */
static xb_status reverse_routine(const reverse *r, derived_routine *reversed)
{
    xb_routine **versions = reversed->versions;
    xb_arena_reset(xb_run_scratch(r->run));
    xb_sweep_versions made;
    if (xb_node_set_has(&r->entries, &reversed->original->node))
        reversed->is_combined = xb_sweeps_make_combined(&r->sweeps, reversed->original, &reversed->combined);
    xb_status status = xb_sweeps_make(&r->sweeps, reversed->original, &made);
    versions[XB_ORIGINAL] = made.original;
    versions[XB_TAPING] = versions[XB_STRICT_TAPING] = made.taping;
    versions[XB_ADJOINT] = versions[XB_STRICT_ADJOINT] = made.adjoint;
    make_checkpoints(r, reversed);
    return status;
}

/* @param all receives what becomes of them, in the order of the list */
static xb_status reverse_routines(const reverse *r, const xb_list *routines, derived_routine *all)
{
    const xb_list ordered = xb_given_order(r->sweeps.callees.given, routines);
    xb_node_map places = {.values = {0}};
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < routines->count; i++) {
        all[i].original = routines->items[i];
        xb_node_map_put(r->program->arena, &places, routines->items[i], &all[i]);
    }
    for (size_t i = 0; i < ordered.count; i++) {
        xb_status status = reverse_routine(r, xb_node_map_get(&places, ordered.items[i]));
        worst = worst ? worst : status;
    }
    return worst;
}

/* ---- forms -------------------------------------------------------------------------------------------- */

static xb_routine *form_of_plain(void *context, xb_routine *original, xb_routine *plain)
{
    const reverse *r = context;
    return r->settings->form == AS_LISTS ? xb_list_of_plain(&r->lists, original, plain) : plain;
}

/* The routine itself. */
static xb_routine *form_of_original(const reverse *r, const derived_routine *reversed)
{
    if (r->settings->form == AS_LISTS)
        return xb_list_of_versions(&r->lists, reversed->original, reversed->versions);
    reversed->versions[XB_ORIGINAL]->id = reversed->original->id;
    return reversed->versions[XB_ORIGINAL];
}

/* A list stands for the motion from now on, with the arguments that algorithms after this one give it. */
static xb_routine *form_of_motion(const reverse *r, const derived_routine *reversed, xb_routine *routine,
                                  xb_motion motion)
{
    if (r->settings->form != AS_LISTS)
        return routine;
    xb_routine *list = xb_list_of_motion(&r->lists, reversed->original, routine, motion);
    xb_derive_one(r->program, &routine->node, &list->node);
    return list;
}

/* What users call comes first. */
static void add_motions(const reverse *r, const derived_routine *reversed, xb_list *forms)
{
    static const xb_motion order[] = {XB_MOTION_COMBINED, XB_MOTION_ADVANCING, XB_MOTION_RECORDING,
                                      XB_MOTION_RETURNING, XB_MOTION_JOINT};
    for (size_t i = 0; r->motions && i < sizeof order / sizeof *order; i++) {
        xb_routine *motion = xb_motion_of(r->motions, reversed->original, order[i]);
        if (motion)
            xb_list_append(r->program->arena, forms, form_of_motion(r, reversed, motion, order[i]));
    }
}

/* Routines are asked for in the order in which they were made. */
static xb_status forms_of(void *context, xb_routine *original, xb_list *forms)
{
    reverse *r = context;
    const derived_routine *reversed = r->next++;
    (void)original;
    xb_list_append(r->program->arena, forms, form_of_original(r, reversed));
    add_motions(r, reversed, forms);
    return XB_STATUS_OK;
}

static void join(void *context)
{
    const reverse *r = context;
    if (r->motions)
        xb_motions_join(r->motions);
    else
        xb_versions_join(r->program);
}

static xb_status derive_all(reverse *r, const derived_routine *all)
{
    const xb_form_maker maker = {r, NULL, forms_of, form_of_plain, join};
    r->next = all;
    return xb_forms_derive(r->run, r->sweeps.plain, &maker);
}

/* ---- motions ------------------------------------------------------------------------------------------ */

/* The version that a motion is made of. */
static const int placeholder_of[XB_MOTION_COUNT] = {[XB_MOTION_ADVANCING] = XB_ORIGINAL,
                                                    [XB_MOTION_RECORDING] = XB_TAPING,
                                                    [XB_MOTION_RETURNING] = XB_ADJOINT};

/* What a profile is estimated by. A routine within another one sees its variables, and can't be run again
 * alone. @param scopes of procedures */
static xb_estimated_routine estimated(const reverse *r, const derived_routine *reversed,
                                      const xb_node_set *scopes)
{
    const xb_routine *routine = reversed->original;
    const xb_scope *around = xb_scope_around(routine->scope);
    bool can_be_weak = !(around && xb_node_set_has(scopes, &around->node)) &&
                       !xb_checkpoint_obstacle(r->checkpoints, routine).what;
    return (xb_estimated_routine){.original = routine,
                                  .recording = &reversed->versions[XB_TAPING]->flow,
                                  .checkpoint =
                                      can_be_weak ? &reversed->versions[XB_STORE_ARGUMENTS]->flow : NULL};
}

static xb_status make_schedule(const reverse *r, const derived_routine *all, size_t count,
                               const xb_schedule **schedule)
{
    xb_estimated_routine *routines = xb_arena_array(r->program->arena, count + 1, sizeof *routines);
    xb_node_set scopes = {0};
    for (size_t i = 0; i < count; i++)
        if (xb_routine_is_procedure(all[i].original))
            xb_node_set_add(r->program->arena, &scopes, &all[i].original->scope->node);
    for (size_t i = 0; i < count; i++)
        routines[i] = estimated(r, &all[i], &scopes);
    const xb_scheduling scheduling = {.run = r->run,
                                      .settings = &r->settings->scheduling,
                                      .callees = &r->sweeps.callees,
                                      .routines = routines,
                                      .count = count,
                                      .puts_back = !xb_node_set_is_empty(&r->entries)};
    return xb_schedule_make(&scheduling, schedule);
}

/* Motions that are routines have variables of their own. */
static xb_status check_scope(const reverse *r, const xb_routine *routine)
{
    if (routine->scope->parent || r->settings->form == AS_LISTS)
        return XB_STATUS_OK;
    return xb_error(r->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(r->program, &routine->node, NULL),
                    "give it a scope within that one, or leave out --motions", "%s %s",
                    routine->symbol->id->text, xb_siblings_obstacle(routine));
}

/* @param all routines and modules */
static xb_status create_motions(reverse *r, const derived_routine *all, size_t count)
{
    xb_list procedures = {.count = 0};
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; i < count; i++)
        if (xb_routine_is_procedure(all[i].original)) {
            xb_list_append(r->program->arena, &procedures, all[i].original);
            status = status ? status : check_scope(r, all[i].original);
        }
    xb_motion_sources sources = {.callees = &r->sweeps.callees,
                                 .checkpoints = r->checkpoints,
                                 .as_lists = r->settings->form == AS_LISTS,
                                 .suffixes = r->settings->suffixes,
                                 .entries = r->entries};
    if (!status)
        status = make_schedule(r, all, count, &sources.schedule);
    if (!status)
        r->motions = xb_motions_create(r->run, &sources, &procedures);
    return status;
}

/* A motion has a copy of a version; if it is written beside a list, that one only calls it. */
static void complete_motion(const reverse *r, const derived_routine *reversed, xb_motion motion)
{
    xb_routine *version = reversed->versions[placeholder_of[motion]];
    if (!xb_motion_of(r->motions, reversed->original, motion))
        return;
    if (motion == XB_MOTION_COMBINED) {
        bool is_one = reversed->is_combined;
        xb_motion_combine(r->motions, reversed->original, is_one ? &reversed->combined.taping->flow : NULL,
                          is_one ? &reversed->combined.adjoint->flow : NULL);
        return;
    }
    xb_motion_complete(r->motions, reversed->original, motion, version ? &version->flow : NULL);
    if (motion == XB_MOTION_JOINT)
        return;
    version->flow = xb_motion_forward(r->motions, reversed->original, motion);
    version->structured = true;
}

static xb_status redirect_combined(const reverse *r, const derived_routine *reversed)
{
    const xb_routine *original = reversed->original;
    if (!reversed->is_combined)
        return XB_STATUS_OK;
    xb_status status =
        xb_motions_redirect(r->motions, original, &reversed->combined.taping->flow, XB_MOTION_RECORDING);
    return status ? status
                  : xb_motions_redirect(r->motions, original, &reversed->combined.adjoint->flow,
                                        XB_MOTION_RETURNING);
}

static xb_status redirect_calls(const reverse *r, const derived_routine *reversed)
{
    xb_status worst = redirect_combined(r, reversed);
    for (int m = 0; m < XB_MOTION_JOINT; m++) {
        xb_status status = xb_motions_redirect(r->motions, reversed->original,
                                               &reversed->versions[placeholder_of[m]]->flow, (xb_motion)m);
        if (!worst)
            worst = status;
    }
    return worst;
}

static xb_status make_motions(const reverse *r, const derived_routine *all, size_t count)
{
    xb_provenance_enter(r->program, "motions");
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < count; i++) {
        xb_status status = redirect_calls(r, &all[i]);
        if (!worst)
            worst = status;
    }
    if (worst)
        return worst;
    for (size_t i = 0; i < count; i++)
        for (int m = 0; m < XB_MOTION_COUNT; m++)
            complete_motion(r, &all[i], (xb_motion)m);
    return XB_STATUS_OK;
}

#define HOSTS_HINT                                                                         \
    "move the routine out of the one around it and pass it what it uses, or reverse with " \
    "--reversal=split, as replacement lists"

/* ---- all routines ------------------------------------------------------------------------------------- */

/* Whether calls lead to motions. */
static bool has_motions(const reverse *r)
{
    return r->settings->scheduling.reversal || r->settings->form == AS_ROUTINES || r->marked;
}

/* What is known of the routines keeps a pointer to where the callees are. A motion that returns has none of
 * the local variables of the one that recorded, such as those that constants of other types are passed in:
 * all arguments that a callee reads are stored. */
static xb_status begin(reverse *r, xb_run *run)
{
    xb_program *program = xb_run_program(run);
    const settings *chosen = xb_run_settings(run, &xb_algorithm_basicblockpreaccumulationreverse);
    const xb_tape_settings tape = xb_sweep_settings_of(run);
    *r = (reverse){.run = run, .program = program, .settings = chosen};
    xb_status status = xb_schedule_find_marks(run, &r->marked);
    if (!status)
        status = xb_sweeps_begin(&r->sweeps, run, &tape);
    if (status)
        return status;
    xb_checkpoint_settings checkpoints = chosen->checkpoints;
    checkpoints.formals = checkpoints.formals || has_motions(r);
    checkpoints.by_schedule = has_motions(r);
    r->checkpoints = xb_checkpoints_create(run, &r->sweeps.callees, &checkpoints);
    r->lists = (xb_lists){program, r->checkpoints, chosen->all_inout, has_motions(r)};
    return XB_STATUS_OK;
}

/* Those that nothing else calls are called from outside, as the entry is; if there are none, all are. */
static void find_entries(reverse *r, const xb_list *routines)
{
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(r->run));
    bool *called = xb_arena_array(xb_run_scratch(r->run), calls->graph.vertex_count + 1, sizeof *called);
    bool all = r->settings->combination == OF_ALL;
    if (r->settings->form == AS_LISTS || r->settings->combination == OF_NONE)
        return;
    for (uint32_t e = 0; e < calls->graph.edge_count; e++)
        if (xb_graph_source(&calls->graph, e) != xb_graph_target(&calls->graph, e))
            called[xb_graph_target(&calls->graph, e)] = true;
    for (int pass = 0; pass < 2 && xb_node_set_is_empty(&r->entries); pass++)
        for (size_t i = 0; i < routines->count; i++) {
            const xb_routine *routine = routines->items[i];
            const uint32_t v = xb_calls_vertex(calls, routine);
            if (xb_routine_is_procedure(routine) && v != XB_GRAPH_NONE && (all || pass > 0 || !called[v]))
                xb_node_set_add(r->program->arena, &r->entries, &routine->node);
        }
}

static xb_status perform(xb_run *run)
{
    reverse r;
    xb_status worst = begin(&r, run);
    if (worst)
        return worst;
    const xb_list routines = xb_forms_routines(r.program, r.sweeps.plain);
    find_entries(&r, &routines);
    derived_routine *all = xb_arena_array(r.program->arena, routines.count + 1, sizeof *all);
    worst = reverse_routines(&r, &routines, all);
    if (!worst && has_motions(&r))
        worst = create_motions(&r, all, routines.count);
    if (!worst && r.motions)
        worst = make_motions(&r, all, routines.count);
    if (!worst)
        worst = derive_all(&r, all);
    if (!worst)
        xb_warn_of_reassociation(run);
    return worst || !r.motions ? worst : xb_hosts_check(run, HOSTS_HINT);
}

/* Where derivatives have names, assignments are made of propagators instead. */
static xb_status lower(xb_run *run)
{
    if (!xb_run_gives(run, XB_PROPERTY_NAMED))
        xb_propagation_calls_derive(run);
    return XB_STATUS_OK;
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static xb_status configure(const xb_options *options, void *memory)
{
    settings *s = memory;
    s->all_inout = xb_option_given(options, "all-inout");
    s->checkpoints.all = xb_option_choice(options, "checkpoint") == 1;
    s->checkpoints.formals = xb_option_given(options, "checkpoint-formals");
    s->form = (form)xb_option_choice(options, "motions");
    s->combination = (combination)xb_option_choice(options, "combined");
    xb_status status = xb_motion_suffixes_read(options, s->suffixes);
    return status ? status : xb_scheduling_configure(options, &s->scheduling);
}

static const char *const checkpoints[] = {"needed", "all", NULL};
static const char *const forms[] = {"lists", "routines", NULL};
static const char *const combinations[] = {"entries", "all", "none", NULL};

static const xb_option options[] = {
    {"checkpoint", 0, "WHAT",
     "what is stored to run a routine again: what it may read before it assigns it, and may have another "
     "value by then (needed), or all that it reads",
     "needed", checkpoints},
    {"checkpoint-formals", 'P', NULL,
     "store and restore formal arguments even if no call passes variables for them, for drivers that store "
     "those of the top routine",
     NULL, NULL},
    {"reversal", 0, "SCHEDULE",
     "which calls are strong (the callee is recorded with its caller) and which are weak (its arguments are "
     "stored, and it is recorded when its caller returns): split (all are strong), joint (all are weak), "
     "auto (chosen for --tape-limit), or "
     "the name of a file of lines CALLER CALLEE strong|weak; without this option, templates decide",
     NULL, NULL},
    {"tape-limit", 0, "BYTES",
     "for --reversal=auto: the most that may be on tapes and in checkpoints at once; with K, M or G after "
     "the number, times 1024 once, twice or thrice. The schedule that runs fewest steps again is taken",
     NULL, NULL},
    {"profile", 0, "FILE",
     "what calls cost, as xaif-run --profile measured it; without, it is estimated by the text of the "
     "program",
     NULL, NULL},
    {"write-schedule", 0, "FILE", "write the schedule to a file that --reversal reads, with what it costs",
     NULL, NULL},
    {"motions", 0, "FORM",
     "what computes values, tapes, and returns is written as: replacement lists (lists), or routines of "
     "their "
     "own (routines)",
     "lists", forms},
    {"combined", 0, "WHICH",
     "with --motions=routines, which routines have a motion that records and returns in one call, and gives "
     "arguments and global variables the values that the routine gives them: those that no other routine "
     "calls (entries), all, or none",
     "entries", combinations},
    {"motion-suffixes", 0, "MOTION:SUFFIX,...",
     "with --motions=routines, what follows the name of a routine in those of its motions: combined, "
     "recording, returning, joint, advancing; without it, _b, _rec, _ret, _joint and _adv",
     NULL, NULL},
    {"all-inout", 'I', NULL, "give all formal arguments the intent inout, for templates that restore them",
     NULL, NULL},
    {.name = NULL}};

static const char *const prerequisites[] = {"basicblockpreaccumulationtapeadjoint", NULL};
static const char *const gives[] = {XB_PROPERTY_ADJOINT, XB_PROPERTY_DIFFERENTIATED, XB_PROPERTY_REVERSED,
                                    NULL};

static const xb_picture pictures[] = {
    {XB_SCHEDULE_PICTURE, "routines, and which of their calls are strong or weak, with what that costs",
     xb_put_schedule},
    {.kind = NULL}};

static const xb_action actions[] = {{"versions", NULL, perform}, {"calls", NULL, lower}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulationreverse = {
    .name = "basicblockpreaccumulationreverse",
    .summary = "adjoint code: tape the Jacobians of basic blocks, and propagate adjoints backward",
    .prerequisites = prerequisites,
    .gives = gives,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
    .choose = xb_loopcheckpointing_choose,
    .pictures = pictures,
};
