/*
 * The versions of a routine are made in its own scope, as for a replacement list. Their calls are led to
 * motions there; then motions are copies of them in scopes of their own, and the list of the routine only
 * calls its motions. The joint motion is a branch: on the way forth the arguments are stored, and the routine
 * advances; on the way back they are restored, some in variables of the motion's own (own_variables.c), and
 * it is recorded and returns.
 */
#include "algorithms/motions/internal.h"

#include <string.h>

#include "algorithms/motions/fixed_point.h"
#include "algorithms/motions/marks.h"
#include "algorithms/motions/opening.h"
#include "algorithms/motions/own_variables.h"
#include "algorithms/support/hosts.h"
#include "algorithms/support/names.h"
#include "analysis/calls.h"
#include "analysis/effects.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/tags.h"
#include "ir/version.h"

/* Values of the first argument of joint motions. */
enum { WAY_FORTH = 1, WAY_BACK = 2 };

static const char *const names[XB_MOTION_COUNT] = {[XB_MOTION_ADVANCING] = "advancing",
                                                   [XB_MOTION_RECORDING] = XB_TAG_RECORDING,
                                                   [XB_MOTION_RETURNING] = XB_TAG_RETURNING,
                                                   [XB_MOTION_JOINT] = XB_TAG_JOINT,
                                                   [XB_MOTION_COMBINED] = XB_TAG_COMBINED};

const char *const xb_motion_suffixes[XB_MOTION_COUNT] = {[XB_MOTION_ADVANCING] = "_adv",
                                                         [XB_MOTION_RECORDING] = "_rec",
                                                         [XB_MOTION_RETURNING] = "_ret",
                                                         [XB_MOTION_JOINT] = "_joint",
                                                         [XB_MOTION_COMBINED] = "_b"};

/* With which names of motions that are replacement lists begin. */
static const char *const stems[XB_MOTION_COUNT] = {[XB_MOTION_ADVANCING] = "advance",
                                                   [XB_MOTION_RECORDING] = "record",
                                                   [XB_MOTION_RETURNING] = "return",
                                                   [XB_MOTION_JOINT] = "joint"};

const char *xb_motion_name(xb_motion motion)
{
    return names[motion];
}

xb_routine *xb_motion_of(const xb_motions *motions, const xb_routine *routine, xb_motion motion)
{
    return xb_version_find(motions->program, routine, names[motion]);
}

static bool is_version(const xb_routine *routine, xb_motion motion)
{
    return routine->version && strcmp(routine->version->name->text, names[motion]) == 0;
}

bool xb_motion_returns(const xb_routine *routine)
{
    return is_version(routine, XB_MOTION_RETURNING);
}

bool xb_motion_is_combined(const xb_routine *routine)
{
    return is_version(routine, XB_MOTION_COMBINED);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* The callee, as read, of a call that leads to a motion; NULL if it does not. */
static const xb_routine *callee_of(const xb_motions *m, const xb_call *call)
{
    const xb_routine *callee = xb_callee(m->sources.callees, call);
    return callee && xb_node_set_has(&m->listed, &callee->node) ? callee : NULL;
}

static bool has_motions(const xb_motions *m, const xb_routine *routine)
{
    return !m->sources.as_lists || xb_node_set_has(&m->called, &routine->node);
}

/* The routine with motions that a routine is within; NULL if there is none. Each motion of the outer one has
 * its own motions of the inner one, which see its variables. */
static xb_routine *host_of(const xb_motions *m, const xb_routine *routine)
{
    const xb_scope *around = xb_scope_around(routine->scope);
    xb_routine *host = around ? xb_node_map_get(&m->by_scope, &around->node) : NULL;
    return host && has_motions(m, host) ? host : NULL;
}

/* The calls of one routine. */
typedef struct calling {
    xb_motions *motions;
    const xb_routine *caller;
    xb_motion motion;
    xb_status status;
} calling;

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    const calling *c = context;
    xb_motions *m = c->motions;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = callee_of(m, call);
    (void)walk;
    if (!callee)
        return XB_VISIT_CONTINUE;
    xb_node_set_add(m->program->arena, &m->called, &callee->node);
    return XB_VISIT_CONTINUE;
}

/* A joint motion within the host would be in one motion of it, but has to be called by two. */
static void warn_of_host(const xb_motions *m, const xb_routine *routine, const xb_routine *host)
{
    xb_warning(m->program->diagnostics, xb_program_place(m->program, &routine->node, NULL),
               "let its calls be strong in the schedule",
               "%s is within %s, whose variables it may use: its calls are taken to be strong",
               routine->symbol->id->text, host->symbol->id->text);
}

static void warn_of_obstacle(const xb_motions *m, const xb_routine *routine, xb_obstacle obstacle)
{
    xb_warning(
        m->program->diagnostics, xb_program_place(m->program, &routine->node, NULL),
        xb_arena_format(m->program->arena, "let its calls be strong in the schedule, or %s", obstacle.hint),
        "%s %s: its calls are taken to be strong", routine->symbol->id->text, obstacle.what);
}

/* A joint motion is a routine beside the others, which calls them. */
static xb_obstacle obstacle_of(const xb_motions *m, const xb_routine *callee)
{
    const char *alone = m->sources.as_lists ? NULL : xb_siblings_obstacle(callee);
    if (alone)
        return (xb_obstacle){alone, "declare it where its scope is"};
    const xb_obstacle obstacle = xb_checkpoint_obstacle(m->sources.checkpoints, callee);
    return obstacle.what ? obstacle : xb_final_values_obstacle(m->finals, callee);
}

static bool can_be_weak(const xb_motions *m, const xb_routine *callee)
{
    const xb_routine *host = host_of(m, callee);
    const xb_obstacle obstacle = obstacle_of(m, callee);
    if (host)
        warn_of_host(m, callee, host);
    else if (obstacle.what)
        warn_of_obstacle(m, callee, obstacle);
    return !host && !obstacle.what;
}

static xb_visit note_weak_call(xb_walk *walk, xb_node *node, void *context)
{
    const calling *c = context;
    xb_motions *m = c->motions;
    const xb_call *call = (const xb_call *)node;
    const xb_routine *callee = callee_of(m, call);
    (void)walk;
    if (callee && !xb_is_idle(m->sources.callees, callee) && !xb_node_set_has(&m->weakly, &callee->node) &&
        xb_schedule_is_weak(m->sources.schedule, c->caller, callee, call) && can_be_weak(m, callee))
        xb_node_set_add(m->program->arena, &m->weakly, &callee->node);
    return XB_VISIT_CONTINUE;
}

static void note_calls(xb_motions *m, const xb_list *callers, xb_visit (*note)(xb_walk *, xb_node *, void *))
{
    const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = note}};
    for (size_t i = 0; i < callers->count; i++) {
        calling c = {.motions = m, .caller = callers->items[i]};
        xb_traverse(m->program, xb_run_scratch(m->run), xb_current(c.caller), &visitor, &c);
    }
}

static bool is_weak(const calling *c, const xb_routine *callee, const xb_call *call)
{
    return xb_node_set_has(&c->motions->weakly, &callee->node) &&
           xb_schedule_is_weak(c->motions->sources.schedule, c->caller, callee, call);
}

/* The motion of the callee that a motion of the caller calls. */
static xb_motion motion_of_callee(const calling *c, const xb_routine *callee, const xb_call *call)
{
    if (c->motion == XB_MOTION_ADVANCING || xb_is_idle(c->motions->sources.callees, callee))
        return XB_MOTION_ADVANCING;
    return is_weak(c, callee, call) ? XB_MOTION_JOINT : c->motion;
}

/* Puts an argument before the others. */
static void put_way_first(xb_program *program, xb_call *call, int64_t way)
{
    xb_list others = call->arguments;
    call->arguments = (xb_list){.count = 0};
    call->formal_count++;
    xb_build_argument_at(program, call, 1, xb_build_integer(program, way));
    for (size_t i = 0; i < others.count; i++)
        ((xb_argument *)others.items[i])->position++;
    xb_list_append_all(program->arena, &call->arguments, &others);
}

/* Who returns from a routine without body would be told by its mode, which motions don't have. */
static xb_status refuse_wrapper(const calling *c, const xb_call *call)
{
    const xb_program *program = c->motions->program;
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(program, &c->caller->node, NULL),
                    "leave out --reversal and --motions, or give it a body",
                    "the wrapper '%s', which %s calls, has no body to make motions of",
                    call->symbol->id->text, c->caller->symbol->id->text);
}

/* Says which call of the program as it was read this is, as schedules name it. Lists have no tags, which back
 * ends that expand templates may not know. */
static void name_call(const xb_motions *m, const xb_routine *callee, const xb_call *call)
{
    if (m->sources.as_lists)
        return;
    const char *name = callee->symbol->id->text;
    unsigned long long ordinal = call->site > 0 ? m->ordinals[call->site] : 0;
    xb_tags_add(m->program, &call->statement.node, XB_TAG_CALL,
                ordinal > 0 ? xb_arena_format(m->program->arena, "%s#%llu", name, ordinal) : name);
}

static xb_visit redirect_call(xb_walk *walk, xb_node *node, void *context)
{
    calling *c = context;
    xb_call *call = (xb_call *)node;
    const xb_routine *callee = callee_of(c->motions, call);
    (void)walk;
    xb_call_unmark(c->motions->program, call);
    if (!callee) {
        if (c->motion == XB_MOTION_RETURNING && !c->caller->rule)
            c->status = refuse_wrapper(c, call);
        return XB_VISIT_CONTINUE;
    }
    xb_motion motion = motion_of_callee(c, callee, call);
    const xb_routine *target = xb_motion_of(c->motions, callee, motion);
    if (target)
        call->symbol = target->symbol;
    if (motion != XB_MOTION_ADVANCING)
        name_call(c->motions, callee, call);
    if (motion == XB_MOTION_JOINT)
        put_way_first(c->motions->program, call, c->motion == XB_MOTION_RECORDING ? WAY_FORTH : WAY_BACK);
    return XB_VISIT_CONTINUE;
}

xb_status xb_motions_redirect(xb_motions *motions, const xb_routine *routine, xb_flow_graph *flow,
                              xb_motion motion)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = redirect_call}};
    calling c = {.motions = motions, .caller = routine, .motion = motion};
    for (size_t v = 0; v < flow->vertices.count; v++)
        xb_traverse(motions->program, xb_run_scratch(motions->run), flow->vertices.items[v], &visitor, &c);
    return c.status;
}

/* ---- declarations -------------------------------------------------------------------------------------- */

static bool is_needed(const xb_motions *m, const xb_routine *routine, xb_motion motion)
{
    switch (motion) {
    case XB_MOTION_ADVANCING: return m->sources.as_lists && has_motions(m, routine);
    case XB_MOTION_JOINT: return xb_node_set_has(&m->weakly, &routine->node);
    case XB_MOTION_COMBINED:
        return xb_node_set_has(&m->sources.entries, &routine->node) && !host_of(m, routine);
    default: return has_motions(m, routine);
    }
}

static void declare_motion(const xb_motions *m, xb_routine *routine, xb_symbol *symbol, xb_motion motion)
{
    const char *name = names[motion];
    const xb_node *node = &xb_version_declare(m->program, routine, name, symbol)->node;
    if (motion == XB_MOTION_ADVANCING || m->sources.as_lists)
        return;
    xb_tags_remove(m->program, node, XB_TAG_ROUTINE);
    xb_tags_add(m->program, node, XB_TAG_MOTION, name);
    xb_tags_add(m->program, node, XB_TAG_ROUTINE, routine->symbol->id->text);
}

/* Motions of a host are declared before those of the routines within it, whose scopes they are around. */
static void declare(xb_motions *m, xb_routine *routine)
{
    xb_routine *host = host_of(m, routine);
    if (!xb_node_set_add(m->program->arena, &m->declared, &routine->node))
        return;
    if (host)
        declare(m, host);
    for (int i = 0; i < XB_MOTION_COUNT; i++) {
        const xb_symbol *symbol = ((const xb_routine *)xb_current(routine))->symbol;
        if (is_needed(m, routine, (xb_motion)i))
            declare_motion(m, routine,
                           m->sources.as_lists
                               ? xb_version_subroutine(m->program, symbol, stems[i])
                               : xb_suffixed_subroutine(m->program, symbol, m->sources.suffixes[i]),
                           (xb_motion)i);
    }
}

xb_motions *xb_motions_create(xb_run *run, const xb_motion_sources *sources, const xb_list *routines)
{
    xb_program *program = xb_run_program(run);
    xb_motions *m = xb_arena_alloc(program->arena, sizeof *m);
    *m = (xb_motions){.run = run, .program = program, .sources = *sources};
    m->modified = (xb_closure){.arena = program->arena, .scratch = program->arena};
    m->ordinals = xb_call_ordinals(program, program->arena, xb_run_scratch(run));
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        xb_node_set_add(program->arena, &m->listed, &routine->node);
        xb_node_map_put(program->arena, &m->by_scope, &routine->scope->node, routine);
    }
    m->finals = xb_final_values_start(run, sources->checkpoints, &m->sources.entries);
    note_calls(m, routines, note_call);
    note_calls(m, routines, note_weak_call);
    xb_final_values_know(m->finals, &m->weakly);
    for (size_t i = 0; i < routines->count; i++)
        declare(m, routines->items[i]);
    return m;
}

/* ---- control flow -------------------------------------------------------------------------------------- */

/* A motion, or the routine itself. */
static xb_symbol *symbol_of(const xb_motions *m, const xb_routine *routine, xb_motion motion)
{
    const xb_routine *target = xb_motion_of(m, routine, motion);
    return (target ? target : (const xb_routine *)xb_current(routine))->symbol;
}

/* A call of a motion, or of the routine itself, that passes on all arguments. */
xb_statement *xb_motion_pass_on(const xb_motions *m, const xb_routine *routine, xb_motion motion)
{
    const xb_routine *current = xb_current(routine);
    xb_call *call = xb_build_call(m->program, "_motion", symbol_of(m, routine, motion), 0);
    for (size_t i = 0; i < current->formals.count; i++) {
        const xb_formal *formal = current->formals.items[i];
        xb_build_argument_at(m->program, call, formal->position,
                             xb_build_reference(m->program, formal->symbol));
    }
    return &call->statement;
}

xb_flow_graph xb_motion_forward(xb_motions *motions, const xb_routine *routine, xb_motion motion)
{
    xb_body code = xb_body_begin_made(motions->program, ((const xb_routine *)xb_current(routine))->scope);
    xb_body_add(&code, xb_motion_pass_on(motions, routine, motion));
    return xb_body_finish(&code, xb_run_scratch(motions->run));
}

/* ---- joint motions ------------------------------------------------------------------------------------- */

/* The joint motion of a routine under construction. */
typedef struct two_sides {
    const xb_motions *motions;
    const xb_routine *routine;
    xb_scope *scope; /* of the motion; that of the code is that of the routine */
} two_sides;

static void add_checkpoint(const void *context, xb_body *code, xb_checkpoint checkpoint)
{
    const two_sides *j = context;
    xb_checkpoint_add(j->motions->sources.checkpoints, j->routine, code, checkpoint);
}

static void add_motion(const two_sides *j, xb_body *code, xb_motion motion)
{
    xb_body_add(code, xb_motion_pass_on(j->motions, j->routine, motion));
}

/* The routine advances, and its arguments are stored: before that, so that it can be run again, or after it,
 * where it has found a fixed point. */
static void add_forth(const two_sides *j, xb_body *code)
{
    bool solves = xb_fixed_point_step(j->motions->program, j->routine);
    if (!solves)
        add_checkpoint(j, code, XB_CHECKPOINT_STORE_ARGUMENTS);
    add_motion(j, code, XB_MOTION_ADVANCING);
    if (solves)
        add_checkpoint(j, code, XB_CHECKPOINT_STORE_ARGUMENTS);
}

/* The call of a motion of the step, which is one of the document, with the arguments of the step. */
static xb_statement *step_for(const two_sides *j, const xb_call *step, xb_motion motion)
{
    xb_program *program = j->motions->program;
    const xb_routine *callee = xb_program_routine(program, step->symbol);
    xb_call *call = xb_build_call(program, "_motion", symbol_of(j->motions, callee, motion), 0);
    for (size_t i = 0; i < step->arguments.count; i++) {
        const xb_argument *argument = step->arguments.items[i];
        xb_build_argument_at(program, call, (unsigned)argument->position,
                             xb_copy_vertex(program, &argument->reference->vertex));
    }
    call->site = step->site;
    if (motion != XB_MOTION_ADVANCING)
        name_call(j->motions, callee, call);
    return &call->statement;
}

static void add_fixed_point(const two_sides *j, const xb_call *step, xb_body *code)
{
    const xb_fixed_point_calls calls = {.record = step_for(j, step, XB_MOTION_RECORDING),
                                        .back = step_for(j, step, XB_MOTION_RETURNING),
                                        .forth = step_for(j, step, XB_MOTION_ADVANCING),
                                        .checkpoint = add_checkpoint,
                                        .context = j};
    const xb_footprints *effects = xb_effects_of(xb_run_analyses(j->motions->run));
    xb_fixed_point_return(code, j->scope, j->routine, effects, &calls);
}

/* The arguments are restored; the routine is recorded, and returns. */
static void add_restored(const two_sides *j, xb_body *code)
{
    xb_body part = xb_body_begin_part(code->program, code->scope);
    xb_own_variables own = {.run = j->motions->run, .routine = j->routine, .scope = j->scope, .code = &part};
    add_checkpoint(j, &part, XB_CHECKPOINT_RESTORE_ARGUMENTS);
    xb_own_variables_find(&own);
    add_motion(j, &part, XB_MOTION_RECORDING);
    add_motion(j, &part, XB_MOTION_RETURNING);
    xb_own_variables_use(&own, code);
    xb_body_add_part(code, &part);
}

/* What entries can't put back is put back here. */
static void add_back(const two_sides *j, xb_body *code)
{
    const xb_call *step = xb_fixed_point_step(j->motions->program, j->routine);
    xb_kept_values kept = {.run = j->motions->run,
                           .scope = j->scope,
                           .variables = xb_final_values_of_weak(j->motions->finals, j->routine)};
    xb_values_keep(&kept, code);
    if (step) {
        add_checkpoint(j, code, XB_CHECKPOINT_RESTORE_ARGUMENTS);
        add_fixed_point(j, step, code);
    } else {
        add_restored(j, code);
    }
    xb_values_put_back(&kept, code);
}

/* @param way the first argument of the motion */
static xb_flow_graph joint_flow(const xb_motions *m, const xb_routine *routine, xb_symbol *way)
{
    xb_body code = xb_body_begin_made(m->program, ((const xb_routine *)xb_current(routine))->scope);
    const two_sides sides = {m, routine, way->scope};
    xb_body_branch(&code, xb_build_value_of(m->program, way));
    xb_body_arm(&code, (int64_t[]){WAY_FORTH}, 1);
    add_forth(&sides, &code);
    xb_body_arm(&code, (int64_t[]){WAY_BACK}, 1);
    add_back(&sides, &code);
    xb_body_no_else(&code);
    xb_body_end(&code);
    return xb_body_finish(&code, xb_run_scratch(m->run));
}

/* ---- copies -------------------------------------------------------------------------------------------- */

/* A motion and its program, for the copier. */
typedef struct completion {
    xb_program *program;
    const xb_routine *motion;
} completion;

/* Calls have been led to motions already. */
static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    const completion *c = context;
    return symbol->kind == XB_SYMBOL_SUBROUTINE ? symbol : xb_version_symbol(c->program, c->motion, symbol);
}

static void note_restored(void *context, const xb_reference *restored, const xb_formal *formal)
{
    (void)formal;
    xb_closure_add(context, restored->symbol);
}

static xb_visit look_at_checkpoint(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    xb_inlinable_call_sets(((xb_motions *)context)->program->arena, (const xb_inlinable_call *)node,
                           note_restored, &((xb_motions *)context)->modified);
    return XB_VISIT_CONTINUE;
}

/* What derivatives go in and out through, and what is restored, is modified. */
static void open_formals(xb_motions *m, xb_routine *target, xb_motion motion)
{
    static const xb_visitor checkpoints = {.enter = {[XB_KIND_INLINABLE_CALL] = look_at_checkpoint}};
    bool takes_derivatives =
        motion == XB_MOTION_JOINT || motion == XB_MOTION_RETURNING || motion == XB_MOTION_COMBINED;
    if (motion == XB_MOTION_JOINT)
        xb_traverse(m->program, xb_run_scratch(m->run), &target->node, &checkpoints, m);
    for (size_t i = 0; i < target->formals.count; i++) {
        xb_formal *formal = target->formals.items[i];
        if (takes_derivatives && xb_symbol_is_active(formal->symbol))
            xb_closure_add(&m->modified, formal->symbol);
        if (xb_closure_has(&m->modified, formal->symbol))
            formal->intent = XB_INTENT_INOUT;
    }
}

static void add_way(xb_program *program, xb_routine *target, xb_symbol *way)
{
    xb_formal *formal = xb_node_create(program, XB_KIND_FORMAL, sizeof *formal, 0);
    xb_list others = target->formals;
    formal->symbol = way;
    formal->position = 1;
    formal->intent = XB_INTENT_IN;
    target->has_formals = true;
    target->formals = (xb_list){.count = 0};
    xb_list_append(program->arena, &target->formals, formal);
    for (size_t i = 0; i < others.count; i++)
        ((xb_formal *)others.items[i])->position++;
    xb_list_append_all(program->arena, &target->formals, &others);
}

void xb_motion_copy(xb_motions *m, const xb_routine *routine, xb_routine *target, xb_motion motion,
                    const xb_flow_graph *flow)
{
    completion c = {m->program, target};
    const xb_copier copier = {.program = m->program, .symbol = symbol_for, .context = &c};
    const xb_routine *current = xb_current(routine);
    target->has_formals = current->has_formals;
    xb_copier_interface(&copier, current, target);
    target->flow = xb_copier_flow(&copier, flow, current->scope, target->scope);
    open_formals(m, target, motion);
}

static void complete_joint(xb_motions *m, const xb_routine *routine, xb_routine *target)
{
    xb_symbol *way = xb_temporary_integer(m->program, target->scope, "way");
    const xb_flow_graph flow = joint_flow(m, routine, way);
    target->structured = true;
    xb_motion_copy(m, routine, target, XB_MOTION_JOINT, &flow);
    add_way(m->program, target, way);
}

void xb_motion_complete(xb_motions *motions, const xb_routine *routine, xb_motion motion,
                        const xb_flow_graph *flow)
{
    xb_routine *target = xb_motion_of(motions, routine, motion);
    if (target && motion == XB_MOTION_JOINT)
        complete_joint(motions, routine, target);
    else if (target)
        xb_motion_copy(motions, routine, target, motion, flow);
}

/* ---- the call graph ------------------------------------------------------------------------------------ */

/* The edges of one routine. */
typedef struct joining {
    xb_motions *motions;
    xb_node_map routines; /* by subroutine symbol: what stands for the routine now */
    xb_routine *source;
    xb_map known; /* by node indices of source and target */
} joining;

static xb_visit join_call(xb_walk *walk, xb_node *node, void *context)
{
    joining *j = context;
    xb_program *program = j->motions->program;
    const xb_symbol *symbol = node->kind == XB_KIND_SUBROUTINE_CALL
                                  ? ((const xb_call *)node)->symbol
                                  : ((const xb_function_call *)node)->symbol;
    xb_routine *target = xb_node_map_get(&j->routines, &symbol->node);
    (void)walk;
    if (!target || xb_map_get(&j->known, j->source->node.index, target->node.index))
        return XB_VISIT_CONTINUE;
    xb_map_put(program->arena, &j->known, j->source->node.index, target->node.index, target);
    xb_build_call_edge(program, j->source, target);
    return XB_VISIT_CONTINUE;
}

void xb_motions_join(xb_motions *motions)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = join_call, [XB_KIND_FUNCTION_CALL] = join_call}};
    xb_program *program = motions->program;
    const xb_list none = {.count = 0};
    const xb_list *routines = xb_view_list(program->arena, XB_VIEW_DERIVED, &program->routines);
    joining j = {.motions = motions};
    for (size_t i = 0; i < program->call_edges.count; i++)
        xb_derive(program, program->call_edges.items[i], &none);
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        xb_node_map_put(program->arena, &j.routines, &routine->symbol->node, routine);
    }
    xb_open_passed_on(motions->run, routines, &j.routines, &motions->modified);
    xb_pass_variables(motions->run, routines, &j.routines, &motions->modified);
    for (size_t i = 0; i < routines->count; i++) {
        j.source = routines->items[i];
        xb_traverse(program, xb_run_scratch(motions->run), &j.source->node, &visitor, &j);
    }
}
