/*
 * Routine by routine, in one pass.
 */
#include "algorithms/basicblockpreaccumulationreverse/basicblockpreaccumulationreverse.h"

#include <string.h>

#include "algorithms/adjoint/adjoint.h"
#include "algorithms/basicblockpreaccumulationreverse/by_rule.h"
#include "algorithms/basicblockpreaccumulationreverse/lists.h"
#include "algorithms/basicblockpreaccumulationreverse/locals.h"
#include "algorithms/basicblockpreaccumulationreverse/plain.h"
#include "algorithms/basicblockpreaccumulationreverse/report.h"
#include "algorithms/basicblockpreaccumulationreverse/schedule_picture.h"
#include "algorithms/basicblockpreaccumulationreverse/scheduling.h"
#include "algorithms/basicblockpreaccumulationreverse/sweep.h"
#include "algorithms/checkpoints/checkpoints.h"
#include "algorithms/controlflowreversal/controlflowreversal.h"
#include "algorithms/taping/inductions.h"
#include "algorithms/taping/stand_ins.h"
#include "algorithms/taping/undefined.h"
#include "algorithms/tangent/settings.h"
#include "ir/build.h"
#include "ir/provenance.h"
#include "ir/version.h"

/* What routines are written as. */
typedef enum form { AS_LISTS, AS_ROUTINES } form;

typedef struct settings {
    bool all_inout, zero_locals;
    xb_checkpoint_settings checkpoints;
    xb_tape_settings tape;
    xb_scheduling_settings scheduling;
    form form;
} settings;

/* A routine, as it was read, and its versions by placeholder. */
typedef struct derived_routine {
    xb_routine *original;
    xb_routine *versions[XB_PLACEHOLDERS + 1];
} derived_routine;

typedef struct reverse {
    xb_run *run;
    xb_program *program;
    const settings *settings;
    bool marked; /* some calls are marked as weak */
    xb_tape_settings tape;
    xb_callees callees;
    const xb_checkpoints *checkpoints;
    const xb_plain *plain;
    xb_lists lists;
    xb_motions *motions;  /* NULL: templates decide what calls do */
    xb_routine *original; /* as read */
    xb_routine **versions;
} reverse;

/* ---- versions ----------------------------------------------------------------------------------------- */

static xb_routine *declare(reverse *r, const char *name)
{
    return xb_version_declare(r->program, r->original, name, NULL);
}

static xb_routine *copy(reverse *r, const char *name)
{
    xb_routine *version = declare(r, name);
    xb_version_complete(r->program, version);
    xb_plain_redirect(r->plain, version);
    return version;
}

/* Whether it pays that the condition of a branch is known on the way back: in a loop, the number of an arm
 * would be pushed in each round. */
static bool pays_in_loop(const xb_homes *homes, uint32_t branch)
{
    return xb_constructs_loop_around(homes->constructs, &homes->routine->flow, branch) != XB_GRAPH_NONE;
}

static void reverse_flow(reverse *r, xb_taping *t, xb_routine *adjoint, const xb_code *blocks)
{
    xb_arena *scratch = xb_run_scratch(r->run);
    xb_homes *homes = t->homes;
    const xb_flow_graph *flow = &t->version->flow;
    uint32_t count = flow->graph.vertex_count;
    const xb_loop_back **loops = xb_arena_array(scratch, count, sizeof *loops);
    xb_expression **conditions = xb_arena_array(scratch, count, sizeof *conditions);
    for (uint32_t v = 0; homes->constructs && v < count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        const xb_flow_point after = {v, XB_PART_AFTER};
        if (homes->loops[v].is_explicit) {
            xb_loop_back *back = xb_arena_alloc(scratch, sizeof *back);
            *back = xb_explicit_loop_back(homes, v);
            loops[v] = back;
        }
        if (homes->constructs->reached[v] && vertex->node.kind == XB_KIND_BRANCH && pays_in_loop(homes, v) &&
            xb_expression_has_homes(homes, vertex->condition, vertex->condition->root, after))
            conditions[v] = xb_home_expression(homes, vertex->condition, vertex->condition->root, after);
    }
    xb_inductions_finish(homes->inductions);
    const xb_list first_back = xb_stand_ins_allocate(t);
    const xb_flow_reversal reversal = {.program = r->program,
                                       .scratch = scratch,
                                       .taping = t->version,
                                       .adjoint = adjoint,
                                       .tape = &t->tape,
                                       .blocks = blocks,
                                       .constructs = homes->constructs,
                                       .loops = loops,
                                       .conditions = conditions,
                                       .taped_loops = homes->loops,
                                       .at_end = &homes->segment,
                                       .first = xb_stand_ins_start(t),
                                       .first_back = first_back};
    xb_report_reversal(r->run, &reversal);
    xb_provenance before = xb_provenance_enter(r->program, "controlflowreversal");
    xb_reverse_flow(&reversal);
    xb_provenance_restore(r->program, before);
}

/* No loop is taken to be what the front end says of it, so that the strict versions are the same. */
static xb_status make_sweeps(reverse *r)
{
    xb_routine *forward = copy(r, "taping"), *adjoint = declare(r, "adjoint");
    r->versions[XB_TAPING] = r->versions[XB_STRICT_TAPING] = forward;
    r->versions[XB_ADJOINT] = r->versions[XB_STRICT_ADJOINT] = adjoint;
    uint32_t count = forward->flow.graph.vertex_count;
    xb_taping *t = xb_tape_routine(r->run, forward, &r->callees, &r->tape);
    xb_code *blocks = xb_arena_array(xb_run_scratch(r->run), count, sizeof *blocks);
    xb_status worst = XB_STATUS_OK;
    for (uint32_t v = 0; v < count; v++) {
        xb_status status = xb_adjoint_of_block(t, v, &blocks[v]);
        if (!worst)
            worst = status;
    }
    if (count > 0)
        reverse_flow(r, t, adjoint, blocks);
    xb_warn_of_locals(r->run, adjoint, r->original, &t->stand_ins);
    if (count > 0 && r->tape.initialise)
        xb_zero_locals(r->run, adjoint, r->original);
    xb_sweep_temporaries(r->run, forward);
    xb_report_tape(r->run, forward);
    return worst;
}

static void make_original(reverse *r)
{
    r->versions[XB_ORIGINAL] = copy(r, "original");
    xb_drop_derivatives(r->program, r->versions[XB_ORIGINAL]);
    xb_sweep_temporaries(r->run, r->versions[XB_ORIGINAL]);
}

static void make_checkpoints(reverse *r)
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
        xb_routine *version = declare(r, all[i].name);
        version->flow = xb_checkpoint_flow(r->checkpoints, r->original, version->scope, all[i].checkpoint);
        version->structured = true;
        r->versions[all[i].placeholder] = version;
    }
    xb_provenance_restore(r->program, before);
}

/* The versions of what stands for a routine with a rule. */
static xb_status make_by_rule(reverse *r)
{
    xb_rule_versions versions = {declare(r, "original"), declare(r, "taping"), declare(r, "adjoint")};
    r->versions[XB_ORIGINAL] = versions.original;
    r->versions[XB_TAPING] = r->versions[XB_STRICT_TAPING] = versions.taping;
    r->versions[XB_ADJOINT] = r->versions[XB_STRICT_ADJOINT] = versions.adjoint;
    xb_status status = xb_rule_versions_fill(r->run, r->original, &versions);
    if (!status)
        xb_report_tape(r->run, versions.taping);
    return status;
}

static xb_status make_by_differentiation(reverse *r)
{
    make_original(r);
    return make_sweeps(r);
}

static xb_status reverse_routine(reverse *r, derived_routine *reversed)
{
    r->original = reversed->original;
    r->versions = reversed->versions;
    xb_arena_reset(xb_run_scratch(r->run));
    xb_status status = r->original->rule ? make_by_rule(r) : make_by_differentiation(r);
    make_checkpoints(r);
    return status;
}

/* ---- forms -------------------------------------------------------------------------------------------- */

static xb_routine *form_of_plain(const reverse *r, xb_routine *original, xb_routine *plain)
{
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

static void add_motions(const reverse *r, const derived_routine *reversed, xb_list *forms)
{
    for (int i = 0; r->motions && i < XB_MOTION_COUNT; i++) {
        xb_routine *motion = xb_motion_of(r->motions, reversed->original, (xb_motion)i);
        if (motion)
            xb_list_append(r->program->arena, forms,
                           r->settings->form == AS_LISTS
                               ? xb_list_of_motion(&r->lists, reversed->original, motion, (xb_motion)i)
                               : motion);
    }
}

static void derive(const reverse *r, const derived_routine *reversed)
{
    xb_list forms = {.count = 0};
    xb_routine *plain = xb_plain_version(r->plain, reversed->original);
    xb_list_append(r->program->arena, &forms, form_of_original(r, reversed));
    if (plain)
        xb_list_append(r->program->arena, &forms, form_of_plain(r, reversed->original, plain));
    add_motions(r, reversed, &forms);
    xb_derive(r->program, xb_current(reversed->original), &forms);
}

/* A routine that is only called within expressions keeps its name. */
static void keep_plain(const reverse *r, xb_routine *original)
{
    xb_routine *version = xb_plain_version(r->plain, original);
    version->id = original->id;
    xb_derive_one(r->program, xb_current(original), &form_of_plain(r, original, version)->node);
}

/* ---- motions ------------------------------------------------------------------------------------------ */

/* The version that a motion is made of. */
static const int placeholder_of[XB_MOTION_COUNT] = {[XB_MOTION_ADVANCING] = XB_ORIGINAL,
                                                    [XB_MOTION_RECORDING] = XB_TAPING,
                                                    [XB_MOTION_RETURNING] = XB_ADJOINT};

/* What a profile is estimated by. A routine within another one sees its variables, and can't be run again
 * alone. @param scopes of procedures, by node index */
static xb_estimated_routine estimated(const reverse *r, const derived_routine *reversed, const xb_map *scopes)
{
    const xb_routine *routine = reversed->original;
    const xb_scope *around = routine->scope->parent;
    bool can_be_weak = !(around && xb_map_get(scopes, around->node.index, 0)) &&
                       !xb_checkpoint_obstacle(r->checkpoints, routine);
    return (xb_estimated_routine){.original = routine,
                                  .recording = &reversed->versions[XB_TAPING]->flow,
                                  .checkpoint =
                                      can_be_weak ? &reversed->versions[XB_STORE_ARGUMENTS]->flow : NULL};
}

static xb_status make_schedule(const reverse *r, const derived_routine *all, size_t count,
                               const xb_schedule **schedule)
{
    xb_estimated_routine *routines = xb_arena_array(r->program->arena, count + 1, sizeof *routines);
    xb_map scopes = {.count = 0};
    for (size_t i = 0; i < count; i++)
        if (xb_routine_is_procedure(all[i].original))
            xb_map_put(r->program->arena, &scopes, all[i].original->scope->node.index, 0, all[i].original);
    for (size_t i = 0; i < count; i++)
        routines[i] = estimated(r, &all[i], &scopes);
    const xb_scheduling scheduling = {.run = r->run,
                                      .settings = &r->settings->scheduling,
                                      .callees = &r->callees,
                                      .routines = routines,
                                      .count = count};
    return xb_schedule_make(&scheduling, schedule);
}

/* @param all routines and modules */
static xb_status create_motions(reverse *r, const derived_routine *all, size_t count)
{
    xb_list procedures = {.count = 0};
    for (size_t i = 0; i < count; i++)
        if (xb_routine_is_procedure(all[i].original))
            xb_list_append(r->program->arena, &procedures, all[i].original);
    xb_motion_sources sources = {
        .callees = &r->callees, .checkpoints = r->checkpoints, .as_lists = r->settings->form == AS_LISTS};
    xb_status status = make_schedule(r, all, count, &sources.schedule);
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
    xb_motion_complete(r->motions, reversed->original, motion, version ? &version->flow : NULL);
    if (motion == XB_MOTION_JOINT)
        return;
    version->flow = xb_motion_forward(r->motions, reversed->original, motion);
    version->structured = true;
}

static xb_status redirect_calls(const reverse *r, const derived_routine *reversed)
{
    xb_status worst = XB_STATUS_OK;
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

/* ---- all routines ------------------------------------------------------------------------------------- */

/* What is to be transposed must be propagators. */
static xb_status check_settings(xb_run *run)
{
    if (!xb_tangent_settings_of(run)->calls)
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave it out: adjoints are propagated by calls of inlinable subroutines in any case",
                    "--inlinable-propagation is an option of forward mode");
}

static xb_visit refuse_stack(xb_walk *walk, xb_node *node, void *context)
{
    (void)context;
    xb_error(xb_walk_program(walk)->diagnostics, XB_STATUS_UNSUPPORTED, xb_walk_place(walk, node, NULL),
             "differentiate adjoint code in forward mode",
             "the program has been transformed already: it calls '%s'",
             ((const xb_inlinable_call *)node)->name->text);
    return XB_VISIT_STOP;
}

/* What is pushed is not reversed. */
static bool has_stacks(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_INLINABLE_CALL] = refuse_stack},
                                       .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    return xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, NULL) == XB_VISIT_STOP;
}

/* Whether calls lead to motions. */
static bool has_motions(const reverse *r)
{
    return r->settings->scheduling.reversal || r->settings->form == AS_ROUTINES || r->marked;
}

/* What is known of the routines keeps a pointer to where the callees are. A motion that returns has none of
 * the local variables of the one that recorded, such as those that constants of other types are passed in:
 * all arguments that a callee reads are stored. */
static void begin(reverse *r, xb_run *run)
{
    xb_program *program = xb_run_program(run);
    const settings *chosen = xb_run_settings(run, &xb_algorithm_basicblockpreaccumulationreverse);
    *r = (reverse){.run = run, .program = program, .settings = chosen, .tape = chosen->tape};
    r->marked = xb_schedule_is_marked(run);
    r->tape.initialise = xb_tangent_settings_of(run)->initialise || r->settings->zero_locals;
    r->callees = xb_callees_find(program, program->arena, xb_run_scratch(run));
    r->callees.undefined = xb_undefined_find(run);
    xb_checkpoint_settings checkpoints = chosen->checkpoints;
    checkpoints.formals = checkpoints.formals || has_motions(r);
    r->checkpoints = xb_checkpoints_create(run, &r->callees, &checkpoints);
    r->lists = (xb_lists){program, r->checkpoints, chosen->all_inout, has_motions(r)};
}

/* The routines that are reversed, and modules. */
static xb_list reversed_routines(const reverse *r)
{
    xb_list routines = {.count = 0};
    for (size_t i = 0; i < r->program->routines.count; i++) {
        const xb_routine *routine = r->program->routines.items[i];
        if (routine->node.kind == XB_KIND_CONTROL_FLOW_GRAPH && xb_plain_is_listed(r->plain, routine))
            xb_list_append(r->program->arena, &routines, routine);
    }
    return routines;
}

static void derive_all(const reverse *r, const derived_routine *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        derive(r, &all[i]);
    for (size_t i = 0; i < r->program->routines.count; i++) {
        xb_routine *routine = r->program->routines.items[i];
        if (routine->node.kind == XB_KIND_CONTROL_FLOW_GRAPH && !routine->kept &&
            !xb_plain_is_listed(r->plain, routine))
            keep_plain(r, routine);
    }
    if (r->motions)
        xb_motions_join(r->motions);
    else
        xb_versions_join(r->program);
}

static xb_status perform(xb_run *run)
{
    if (check_settings(run))
        return XB_STATUS_USAGE;
    if (has_stacks(run))
        return XB_STATUS_UNSUPPORTED;
    reverse r;
    begin(&r, run);
    xb_status worst = xb_plain_create(run, &r.callees, &r.plain);
    const xb_list routines = reversed_routines(&r);
    derived_routine *all = xb_arena_array(r.program->arena, routines.count + 1, sizeof *all);
    if (worst)
        return worst;
    for (size_t i = 0; i < routines.count; i++) {
        all[i].original = routines.items[i];
        xb_status status = reverse_routine(&r, &all[i]);
        if (!worst)
            worst = status;
    }
    if (!worst && has_motions(&r))
        worst = create_motions(&r, all, routines.count);
    if (!worst && r.motions)
        worst = make_motions(&r, all, routines.count);
    if (!worst)
        derive_all(&r, all, routines.count);
    return worst;
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static xb_status configure(const xb_options *options, void *memory)
{
    settings *s = memory;
    s->all_inout = xb_option_given(options, "all-inout");
    s->zero_locals = xb_option_given(options, "zero-locals");
    s->checkpoints.all = xb_option_choice(options, "checkpoint") == 1;
    s->checkpoints.formals = xb_option_given(options, "checkpoint-formals");
    s->tape.everything = xb_option_choice(options, "record") == 1;
    s->tape.strategy = (xb_tape_strategy)xb_option_choice(options, "tape");
    s->form = (form)xb_option_choice(options, "motions");
    return xb_scheduling_configure(options, &s->scheduling);
}

static const char *const records[] = {"needed", "everything", NULL};
static const char *const checkpoints[] = {"needed", "all", NULL};
static const char *const strategies[] = {"jacobian", "values", "auto", NULL};
static const char *const forms[] = {"lists", "routines", NULL};

static const xb_option options[] = {
    {"tape", 0, "STRATEGY",
     "what is stored to have local Jacobians in the adjoint sweep: their entries (jacobian), what these are "
     "computed from where that can be had (values), or what is cheaper, sequence by sequence (auto)",
     "auto", strategies},
    {"record", 0, "WHAT",
     "needed: each value once, and no index, trip count or arm that is known anyway; everything: all that is "
     "needed, wherever it is needed",
     "needed", records},
    {"checkpoint", 0, "WHAT",
     "what is stored to run a routine again: what it may read before it assigns it (needed), or all that it "
     "reads",
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
    {"zero-locals", 0, NULL,
     "zero derivatives of local variables in the adjoint sweep, for run times that do not do that; "
     "--initialise does so, too",
     NULL, NULL},
    {"all-inout", 'I', NULL, "give all formal arguments the intent inout, for templates that restore them",
     NULL, NULL},
    {.name = NULL}};

static const char *const prerequisites[] = {"preaccumulation", "tangent", NULL};
static const char *const gives[] = {XB_PROPERTY_ADJOINT, XB_PROPERTY_DIFFERENTIATED, NULL};

static const xb_setting presets[] = {{"objective", "adjoint"}, {.name = NULL}};

static const xb_picture pictures[] = {
    {XB_TAPE_PICTURE,
     "control flow of taping sweeps, with bytes that are pushed; DETAIL: only of this routine", xb_put_tape},
    {XB_REVERSAL_PICTURE,
     "control flow, with how loops and branches are taken backward; DETAIL: only of this routine",
     xb_put_reversal},
    {XB_SCHEDULE_PICTURE, "routines, and which of their calls are strong or weak, with what that costs",
     xb_put_schedule},
    {.kind = NULL}};

static const xb_action actions[] = {{"versions", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulationreverse = {
    .name = "basicblockpreaccumulationreverse",
    .summary = "adjoint code: tape the Jacobians of basic blocks, and propagate adjoints backward",
    .prerequisites = prerequisites,
    .gives = gives,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
    .presets = presets,
    .pictures = pictures,
};
