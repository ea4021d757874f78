/*
 * A run has three arenas of its own: the scratch memory of algorithms, reset after each action; a second one
 * for work whose results go to the first; and the memory of the walks that call them, so that an algorithm
 * may reset its scratch memory in the middle of a walk. Factories are found by two small arrays, from slot to
 * the factory of each kind.
 */
#include "algorithm/run.h"

#include <string.h>

#include "ir/provenance.h"

typedef struct state {
    const char *key;
    void *memory;
} state;

/* The factories of one slot, by kind of node. */
typedef struct slot_factories {
    const xb_factory *of[XB_KIND_COUNT];
} slot_factories;

struct xb_run {
    xb_run_plan plan;
    xb_arena *arena;
    xb_arena *scratch;
    xb_arena *inner_scratch;
    xb_arena *walking;
    xb_analyses *analyses;
    xb_metrics *metrics;
    xb_vector states;      /* state */
    xb_vector attachments; /* xb_attachment */
    slot_factories *factories[XB_SLOT_LIMIT];
    const char *slots[XB_SLOT_LIMIT];
    unsigned slot_count; /* slots from here on have no name */
    bool prepared;
    bool repeated; /* the stage wants to run again */
};

/* ---- creation ---- */

static xb_arena *new_arena(xb_run *run)
{
    xb_arena *arena = xb_arena_create(xb_arena_failure(run->arena));
    if (!arena) {
        xb_run_destroy(run);
        xb_fail(xb_arena_failure(run->arena));
    }
    return arena;
}

xb_run *xb_run_create(xb_arena *arena, const xb_run_plan *plan)
{
    xb_run *run = xb_arena_alloc(arena, sizeof *run);
    run->plan = *plan;
    run->arena = arena;
    run->metrics = xb_metrics_create(arena);
    run->analyses = xb_analyses_create(arena, plan->program, plan->catalogue);
    run->scratch = new_arena(run);
    run->inner_scratch = new_arena(run);
    run->walking = new_arena(run);
    return run;
}

void xb_run_destroy(xb_run *run)
{
    if (!run)
        return;
    xb_arena_destroy(run->scratch);
    xb_arena_destroy(run->inner_scratch);
    xb_arena_destroy(run->walking);
    xb_analyses_destroy(run->analyses);
    run->scratch = run->inner_scratch = run->walking = NULL;
    run->analyses = NULL;
}

/* ---- extensions ---- */

static xb_status register_factory(xb_run *run, const xb_algorithm *algorithm, const xb_factory *factory)
{
    unsigned slot = xb_slot_register(run->plan.program, factory->slot);
    if (slot >= XB_SLOT_LIMIT)
        return xb_error(run->plan.program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "run fewer algorithms at once", "there is no room for extension %s of algorithm %s",
                        factory->slot, algorithm->name);
    if (!run->factories[slot])
        run->factories[slot] = xb_arena_alloc(run->arena, sizeof *run->factories[slot]);
    run->slots[slot] = factory->slot;
    if (slot >= run->slot_count)
        run->slot_count = slot + 1;
    const xb_factory **place = &run->factories[slot]->of[factory->kind];
    if (*place && *place != factory)
        return xb_error(run->plan.program->diagnostics, XB_STATUS_USAGE, (xb_place){0}, NULL,
                        "two algorithms, one of them %s, make extension %s of %s", algorithm->name,
                        factory->slot, xb_kind_name(factory->kind));
    *place = factory;
    return XB_STATUS_OK;
}

static xb_status prepare(xb_run *run)
{
    const xb_pipeline *pipeline = run->plan.pipeline;
    run->prepared = true;
    for (size_t i = 0; i < pipeline->count; i++) {
        const xb_algorithm *algorithm = pipeline->stages[i].algorithm;
        for (const xb_factory *factory = algorithm->factories; factory && factory->slot; factory++) {
            xb_status status = register_factory(run, algorithm, factory);
            if (status)
                return status;
        }
    }
    return XB_STATUS_OK;
}

bool xb_run_gives(const xb_run *run, const char *property)
{
    return xb_pipeline_gives(run->plan.pipeline, property);
}

bool xb_run_is_asked_for(const xb_run *run, const char *property)
{
    const xb_pipeline *pipeline = run->plan.pipeline;
    for (size_t i = 0; i < pipeline->count; i++) {
        const xb_stage *stage = &pipeline->stages[i];
        if ((stage->named || stage->required) && xb_property_listed(stage->algorithm->gives, property))
            return true;
    }
    return false;
}

/* Algorithms ask for each node, and nearly always with the very text of their factory: looking for that first
 * is quick. */
unsigned xb_run_slot(const xb_run *run, const char *slot)
{
    for (unsigned i = 0; i < run->slot_count; i++)
        if (run->slots[i] == slot)
            return i;
    for (unsigned i = 0; i < run->slot_count; i++)
        if (run->slots[i] && strcmp(run->slots[i], slot) == 0)
            return i;
    return XB_SLOT_LIMIT;
}

void *xb_run_extension(xb_run *run, xb_node *node, unsigned slot)
{
    if (slot >= XB_SLOT_LIMIT)
        return NULL;
    void *extension = xb_slot_get(node, slot);
    const xb_factory *factory = run->factories[slot] ? run->factories[slot]->of[node->kind] : NULL;
    if (extension || !factory)
        return extension;
    extension = xb_arena_alloc(run->plan.program->arena, factory->size);
    xb_slot_set(run->plan.program, node, slot, extension);
    if (factory->initialise)
        factory->initialise(run, node, extension);
    return extension;
}

/* ---- what algorithms see ---- */

xb_program *xb_run_program(const xb_run *run)
{
    return run->plan.program;
}

const xb_catalogue *xb_run_catalogue(const xb_run *run)
{
    return run->plan.catalogue;
}

xb_analyses *xb_run_analyses(const xb_run *run)
{
    return run->analyses;
}

xb_arena *xb_run_scratch(const xb_run *run)
{
    return run->scratch;
}

xb_arena *xb_run_inner_scratch(const xb_run *run)
{
    return run->inner_scratch;
}

const void *xb_run_settings(const xb_run *run, const xb_algorithm *algorithm)
{
    return xb_options_settings(run->plan.options, algorithm);
}

bool xb_run_is_goal(const xb_run *run, const xb_algorithm *algorithm)
{
    const xb_stage *stage = xb_pipeline_find(run->plan.pipeline, algorithm->name);
    return stage && stage->named && !stage->required;
}

bool xb_run_wants_metrics(const xb_run *run)
{
    return run->plan.metrics;
}

bool xb_run_strips_tags(const xb_run *run)
{
    return run->plan.strips_tags;
}

bool xb_run_wants_picture(const xb_run *run, const char *kind)
{
    return run->plan.picture && strcmp(run->plan.picture, kind) == 0;
}

void xb_run_metric(xb_run *run, const char *scope, const char *name, double amount)
{
    xb_metrics_add(run->metrics, scope, name, amount);
}

const xb_metrics *xb_run_metrics(const xb_run *run)
{
    return run->metrics;
}

void xb_run_repeat(xb_run *run)
{
    run->repeated = true;
}

bool xb_run_is_repeated(const xb_run *run)
{
    return run->repeated;
}

static const char *kept_text(xb_run *run, const char *text)
{
    return text ? xb_arena_copy_text(run->arena, text, strlen(text)) : NULL;
}

void xb_run_attach(xb_run *run, const xb_attachment *attachment)
{
    xb_attachment *copy = xb_vector_push(run->arena, &run->attachments, sizeof *copy);
    *copy = *attachment;
    copy->folder = kept_text(run, attachment->folder);
    copy->suffix = kept_text(run, attachment->suffix);
    copy->path = kept_text(run, attachment->path);
}

const xb_vector *xb_run_attachments(const xb_run *run)
{
    return &run->attachments;
}

void *xb_run_state(xb_run *run, const char *key, size_t size)
{
    const state *states = run->states.items;
    for (size_t i = 0; i < run->states.count; i++)
        if (strcmp(states[i].key, key) == 0)
            return states[i].memory;
    void *memory = xb_arena_alloc(run->arena, size);
    state *new = xb_vector_push(run->arena, &run->states, sizeof *new);
    *new = (state){key, memory};
    return memory;
}

/* ---- stages ---- */

/* What a step amounts to: it may have returned an error, or only reported one. */
static xb_status outcome(const xb_run *run, xb_status returned, size_t errors_before)
{
    const xb_diagnostics *diagnostics = run->plan.program->diagnostics;
    if (returned || xb_diagnostics_errors(diagnostics) == errors_before)
        return returned;
    return xb_diagnostics_status(diagnostics);
}

static void walk(xb_run *run, const xb_visitor *visitor, void *context)
{
    xb_traverse(run->plan.program, run->walking, &run->plan.program->node, visitor, context);
    xb_arena_reset(run->walking);
}

static xb_status act(xb_run *run, const xb_action *action)
{
    size_t errors = xb_diagnostics_errors(run->plan.program->diagnostics);
    xb_status status = XB_STATUS_OK;
    if (action->visitor)
        walk(run, action->visitor, run);
    status = outcome(run, status, errors);
    if (!status && action->perform)
        status = outcome(run, action->perform(run), errors);
    xb_arena_reset(run->scratch);
    return status;
}

xb_status xb_run_stage(xb_run *run, const xb_stage *stage)
{
    xb_status status = run->prepared ? XB_STATUS_OK : prepare(run);
    const xb_action *actions = stage->algorithm->actions;
    xb_provenance_enter(run->plan.program, stage->algorithm->name);
    for (const xb_action *action = actions; !status && action && action->name; action++)
        status = act(run, action);
    if (!status && stage->algorithm->metrics)
        stage->algorithm->metrics(run);
    xb_arena_reset(run->scratch);
    return status;
}

/* ---- finishing ---- */

static xb_status present(xb_run *run, const xb_stage *stage)
{
    if (!stage->algorithm->present || !stage->named || stage->needed)
        return XB_STATUS_OK;
    size_t errors = xb_diagnostics_errors(run->plan.program->diagnostics);
    xb_provenance_enter(run->plan.program, stage->algorithm->name);
    xb_status status = outcome(run, stage->algorithm->present(run), errors);
    xb_arena_reset(run->scratch);
    return status;
}

/* What the overrides of an algorithm name for a node, or NULL. */
static const xb_list *named_by(xb_run *run, const xb_algorithm *algorithm, xb_node *node)
{
    for (const xb_unparse_override *override = algorithm->overrides; override && override->unparse;
         override++) {
        const xb_list *named = override->kind == node->kind ? override->unparse(run, node) : NULL;
        if (named)
            return named;
    }
    return NULL;
}

static const xb_list *named_for(xb_run *run, xb_node *node)
{
    const xb_list *named = NULL;
    for (size_t i = run->plan.pipeline->count; i-- > 0 && !named;)
        named = named_by(run, run->plan.pipeline->stages[i].algorithm, node);
    return named;
}

/* Nodes that overrides are to be asked about. */
typedef struct overridden {
    xb_arena *arena;
    xb_node_set seen;
    xb_list nodes;
} overridden;

static xb_visit note_overridden(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    overridden *o = context;
    if (xb_node_set_add(o->arena, &o->seen, node))
        xb_list_append(o->arena, &o->nodes, node);
    return XB_VISIT_CONTINUE;
}

/* Returns whether there are kinds with overrides: their nodes are to be noted. */
static bool note_kinds(const xb_run *run, xb_visitor *visitor)
{
    bool any = false;
    for (size_t i = 0; i < run->plan.pipeline->count; i++) {
        const xb_unparse_override *override = run->plan.pipeline->stages[i].algorithm->overrides;
        for (; override && override->unparse; override++) {
            visitor->enter[override->kind] = note_overridden;
            any = true;
        }
    }
    return any;
}

/* The node among whose derived nodes a node stands that is part of what stands for itself: the node, or one
 * that is derived from it; NULL if it has been replaced by nothing yet. */
static xb_node *keeper_of(xb_run *run, xb_node *node)
{
    xb_list open = {.count = 0};
    xb_list_append(run->arena, &open, node);
    for (size_t i = 0; i < open.count; i++) {
        const xb_list *derived = xb_derived(open.items[i]);
        for (size_t k = 0; derived && k < derived->count; k++)
            if (derived->items[k] == node)
                return open.items[i];
            else if (xb_derived(derived->items[k]))
                xb_list_append(run->arena, &open, derived->items[k]);
    }
    return NULL;
}

/* What stands beside a node in what is derived from it stays there. */
static void derive_named(xb_run *run, xb_node *node, const xb_list *named)
{
    xb_program *program = run->plan.program;
    xb_node *keeper = keeper_of(run, node);
    const xb_list *before = keeper ? xb_derived(keeper) : NULL;
    xb_list after = {0};
    for (size_t i = 0; before && i < before->count; i++) {
        if (before->items[i] == node)
            xb_list_append_all(program->arena, &after, named);
        else
            xb_list_append(program->arena, &after, before->items[i]);
    }
    xb_derive(program, keeper ? keeper : node, keeper ? &after : named);
}

/* The nodes are noted before, so that no override is asked about what another one has named. */
static void derive_overridden(xb_run *run)
{
    xb_visitor visitor = {.view = XB_VIEW_DERIVED};
    if (!note_kinds(run, &visitor))
        return;
    overridden o = {.arena = run->arena};
    walk(run, &visitor, &o);
    for (size_t i = 0; i < o.nodes.count; i++) {
        const xb_list *named = named_for(run, o.nodes.items[i]);
        if (named)
            derive_named(run, o.nodes.items[i], named);
    }
}

xb_status xb_run_finish(xb_run *run)
{
    const xb_pipeline *pipeline = run->plan.pipeline;
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < pipeline->count; i++)
        status = present(run, &pipeline->stages[i]);
    if (!status)
        derive_overridden(run);
    return status;
}
