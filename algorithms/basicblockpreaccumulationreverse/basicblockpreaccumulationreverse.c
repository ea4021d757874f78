/*
 * Routine by routine, in one pass.
 */
#include "algorithms/basicblockpreaccumulationreverse/basicblockpreaccumulationreverse.h"

#include "algorithms/adjoint/adjoint.h"
#include "algorithms/basicblockpreaccumulationreverse/locals.h"
#include "algorithms/basicblockpreaccumulationreverse/plain.h"
#include "algorithms/basicblockpreaccumulationreverse/report.h"
#include "algorithms/basicblockpreaccumulationreverse/sweep.h"
#include "algorithms/checkpoints/checkpoints.h"
#include "algorithms/controlflowreversal/controlflowreversal.h"
#include "algorithms/taping/inductions.h"
#include "algorithms/taping/undefined.h"
#include "algorithms/tangent/settings.h"
#include "ir/build.h"
#include "ir/version.h"

typedef struct settings {
    bool all_inout;
    xb_checkpoint_settings checkpoints;
    xb_tape_settings tape;
} settings;

/* Placeholders of the replacement list, from 1. */
enum {
    ORIGINAL = 1,
    TAPING,
    ADJOINT,
    STORE_ARGUMENTS,
    STORE_RESULTS,
    RESTORE_ARGUMENTS,
    RESTORE_RESULTS,
    STORE_STEP,
    RESTORE_STEP,
    STRICT_TAPING,
    STRICT_ADJOINT,
    STORE_DERIVATIVES,
    RESTORE_DERIVATIVES,
    PLACEHOLDERS = RESTORE_DERIVATIVES
};

static const char template_name[] = "reverse_subroutine_template";

typedef struct reverse {
    xb_run *run;
    xb_program *program;
    const settings *settings;
    xb_tape_settings tape;
    xb_callees callees;
    const xb_checkpoints *checkpoints;
    const xb_plain *plain;
    xb_routine *original; /* as read */
    xb_routine *versions[PLACEHOLDERS + 1];
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
                                       .at_end = &homes->segment};
    xb_report_reversal(r->run, &reversal);
    xb_reverse_flow(&reversal);
}

/* No loop is taken to be what the front end says of it, so that the strict versions are the same. */
static xb_status make_sweeps(reverse *r)
{
    xb_routine *forward = copy(r, "taping"), *adjoint = declare(r, "adjoint");
    r->versions[TAPING] = r->versions[STRICT_TAPING] = forward;
    r->versions[ADJOINT] = r->versions[STRICT_ADJOINT] = adjoint;
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
    xb_warn_of_locals(r->run, adjoint, r->original);
    if (count > 0 && r->tape.initialise)
        xb_zero_locals(r->run, adjoint, r->original);
    xb_sweep_temporaries(r->run, forward);
    xb_report_tape(r->run, forward);
    return worst;
}

static void make_original(reverse *r)
{
    r->versions[ORIGINAL] = copy(r, "original");
    xb_drop_derivatives(r->program, r->versions[ORIGINAL]);
    xb_sweep_temporaries(r->run, r->versions[ORIGINAL]);
}

static void make_checkpoints(reverse *r)
{
    static const struct {
        int placeholder;
        xb_checkpoint checkpoint;
        const char *name;
    } all[] = {{STORE_ARGUMENTS, XB_CHECKPOINT_STORE_ARGUMENTS, "storing arguments"},
               {STORE_RESULTS, XB_CHECKPOINT_NONE, "storing results"},
               {RESTORE_ARGUMENTS, XB_CHECKPOINT_RESTORE_ARGUMENTS, "restoring arguments"},
               {RESTORE_RESULTS, XB_CHECKPOINT_NONE, "restoring results"},
               {STORE_STEP, XB_CHECKPOINT_STORE_STEP, "storing a time step"},
               {RESTORE_STEP, XB_CHECKPOINT_RESTORE_STEP, "restoring a time step"},
               {STORE_DERIVATIVES, XB_CHECKPOINT_STORE_DERIVATIVES, "storing derivatives"},
               {RESTORE_DERIVATIVES, XB_CHECKPOINT_RESTORE_DERIVATIVES, "restoring derivatives"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        xb_routine *version = declare(r, all[i].name);
        version->flow = xb_checkpoint_flow(r->checkpoints, r->original, version->scope, all[i].checkpoint);
        version->structured = true;
        r->versions[all[i].placeholder] = version;
    }
}

/* ---- replacement lists -------------------------------------------------------------------------------- */

/* Derivatives come in and go out through any active argument. */
static void open_intents(reverse *r, xb_routine *list)
{
    for (size_t i = 0; i < list->formals.count; i++) {
        const xb_formal *formal = list->formals.items[i];
        xb_formal *open = xb_node_create(r->program, XB_KIND_FORMAL, sizeof *open, 0);
        xb_node node = open->node;
        *open = *formal;
        open->node = node;
        open->node.annotation = formal->node.annotation;
        if (r->settings->all_inout || xb_symbol_is_active(formal->symbol))
            open->intent = XB_INTENT_INOUT;
        list->formals.items[i] = open;
    }
}

/* A replacement list that computes the same in any mode but in the adjoint sweep, where it does nothing. */
static xb_routine *list_of_plain(reverse *r, xb_routine *plain)
{
    xb_routine *nothing = declare(r, "nothing"), *versions[PLACEHOLDERS];
    nothing->flow = xb_checkpoint_flow(r->checkpoints, r->original, plain->scope, XB_CHECKPOINT_NONE);
    nothing->structured = true;
    for (int i = 1; i <= PLACEHOLDERS; i++)
        versions[i - 1] = i == ORIGINAL || i == TAPING || i == STRICT_TAPING ? plain : nothing;
    xb_routine *list = xb_version_replacements(r->program, plain, template_name, versions, PLACEHOLDERS);
    list->id = plain->id;
    return list;
}

static void make_list(reverse *r)
{
    xb_routine *list =
        xb_version_replacements(r->program, r->original, template_name, r->versions + 1, PLACEHOLDERS);
    xb_list forms = {.count = 0};
    xb_routine *plain = xb_plain_version(r->plain, r->original);
    list->id = r->original->id;
    open_intents(r, list);
    xb_list_append(r->program->arena, &forms, list);
    if (plain)
        xb_list_append(r->program->arena, &forms, list_of_plain(r, plain));
    xb_derive(r->program, xb_current(r->original), &forms);
}

/* A routine that is only called within expressions keeps its name. */
static void keep_plain(reverse *r)
{
    xb_routine *version = xb_plain_version(r->plain, r->original);
    version->id = r->original->id;
    xb_derive_one(r->program, xb_current(r->original), &list_of_plain(r, version)->node);
}

static xb_status reverse_routine(reverse *r)
{
    make_original(r);
    xb_status status = make_sweeps(r);
    make_checkpoints(r);
    return status;
}

/* What is to be transposed must be propagators. */
static xb_status check_settings(xb_run *run)
{
    if (!xb_tangent_settings_of(run)->calls)
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "leave it out: adjoints are propagated by calls of inlinable subroutines in any case",
                    "--inlinable-propagation is an option of forward mode");
}

static xb_status perform(xb_run *run)
{
    if (check_settings(run))
        return XB_STATUS_USAGE;
    xb_program *program = xb_run_program(run);
    reverse r = {.run = run, .program = program};
    r.settings = xb_run_settings(run, &xb_algorithm_basicblockpreaccumulationreverse);
    r.tape = r.settings->tape;
    r.tape.initialise = xb_tangent_settings_of(run)->initialise;
    r.callees = xb_callees_find(program, program->arena, xb_run_scratch(run));
    r.callees.undefined = xb_undefined_find(run);
    r.checkpoints = xb_checkpoints_create(run, &r.callees, &r.settings->checkpoints);
    xb_status worst = xb_plain_create(run, &r.callees, &r.plain);
    for (size_t i = 0; i < program->routines.count; i++) {
        r.original = program->routines.items[i];
        if (r.original->node.kind != XB_KIND_CONTROL_FLOW_GRAPH)
            continue;
        if (!xb_plain_is_listed(r.plain, r.original)) {
            keep_plain(&r);
            continue;
        }
        xb_arena_reset(xb_run_scratch(run));
        xb_status status = reverse_routine(&r);
        if (!worst)
            worst = status;
        make_list(&r);
    }
    xb_versions_join(program);
    return worst;
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static xb_status configure(const xb_options *options, void *memory)
{
    settings *s = memory;
    s->all_inout = xb_option_given(options, "all-inout");
    s->checkpoints.all = xb_option_choice(options, "checkpoint") == 1;
    s->checkpoints.formals = xb_option_given(options, "checkpoint-formals");
    s->tape.everything = xb_option_choice(options, "record") == 1;
    s->tape.strategy = (xb_tape_strategy)xb_option_choice(options, "tape");
    return XB_STATUS_OK;
}

static const char *const records[] = {"needed", "everything", NULL};
static const char *const checkpoints[] = {"needed", "all", NULL};
static const char *const strategies[] = {"jacobian", "values", "auto", NULL};

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
    {"all-inout", 'I', NULL, "give all formal arguments the intent inout, for templates that restore them",
     NULL, NULL},
    {.name = NULL}};

static const char *const prerequisites[] = {"preaccumulation", "tangent", NULL};

static const xb_setting presets[] = {{"objective", "adjoint"}, {.name = NULL}};

static const xb_picture pictures[] = {
    {XB_TAPE_PICTURE,
     "control flow of taping sweeps, with bytes that are pushed; DETAIL: only of this routine", xb_put_tape},
    {XB_REVERSAL_PICTURE,
     "control flow, with how loops and branches are taken backward; DETAIL: only of this routine",
     xb_put_reversal},
    {.kind = NULL}};

static const xb_action actions[] = {{"versions", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_basicblockpreaccumulationreverse = {
    .name = "basicblockpreaccumulationreverse",
    .summary = "adjoint code: tape the Jacobians of basic blocks, and propagate adjoints backward",
    .prerequisites = prerequisites,
    .options = options,
    .actions = actions,
    .settings_size = sizeof(settings),
    .configure = configure,
    .presets = presets,
    .pictures = pictures,
};
