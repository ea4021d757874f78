/*
 * A run has two arenas of its own: the scratch memory of algorithms, reset after each action, and the memory
 * of the walks that call them, so that an algorithm may reset its scratch memory in the middle of a walk.
 * Factories are found by two small arrays, from slot to the factory of each kind.
 *
 * An unparse override is turned into derived nodes by a last walk over what is going to be written. The node
 * may already stand in the nodes that are derived from it; then what is written in its place takes exactly
 * its place among them.
 */
#include "algorithm/run.h"

#include <string.h>

typedef struct state {
    const xb_algorithm *algorithm;
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
    xb_arena *walking;
    xb_metrics *metrics;
    xb_vector states; /* state */
    slot_factories *factories[XB_SLOT_LIMIT];
    const char *slots[XB_SLOT_LIMIT];
    bool prepared;
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
    run->scratch = new_arena(run);
    run->walking = new_arena(run);
    return run;
}

void xb_run_destroy(xb_run *run)
{
    if (!run)
        return;
    xb_arena_destroy(run->scratch);
    xb_arena_destroy(run->walking);
    run->scratch = run->walking = NULL;
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

unsigned xb_run_slot(const xb_run *run, const char *slot)
{
    for (unsigned i = 0; i < XB_SLOT_LIMIT; i++)
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

xb_arena *xb_run_scratch(const xb_run *run)
{
    return run->scratch;
}

static const xb_setting *setting(const xb_run *run, const char *name)
{
    for (size_t i = run->plan.setting_count; i-- > 0;)
        if (strcmp(run->plan.settings[i].name, name) == 0)
            return &run->plan.settings[i];
    return NULL;
}

const char *xb_run_option(const xb_run *run, const char *name)
{
    const xb_setting *given = setting(run, name);
    if (given)
        return given->value;
    const xb_option *option = xb_registry_option(run->plan.registry, name, NULL);
    return option ? option->default_value : NULL;
}

bool xb_run_flag(const xb_run *run, const char *name)
{
    return setting(run, name) != NULL;
}

bool xb_run_wants_metrics(const xb_run *run)
{
    return run->plan.metrics;
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

void *xb_run_state(xb_run *run, const xb_algorithm *algorithm, size_t size)
{
    const state *states = run->states.items;
    for (size_t i = 0; i < run->states.count; i++)
        if (states[i].algorithm == algorithm)
            return states[i].memory;
    void *memory = xb_arena_alloc(run->arena, size);
    state *new = xb_vector_push(run->arena, &run->states, sizeof *new);
    *new = (state){algorithm, memory};
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
    for (const xb_action *action = actions; !status && action && action->name; action++)
        status = act(run, action);
    if (!status && stage->algorithm->metrics)
        stage->algorithm->metrics(run);
    xb_arena_reset(run->scratch);
    return status;
}

/* ---- finishing ---- */

/* An override at work. */
typedef struct overriding {
    xb_run *run;
    const xb_unparse_override *overrides;
} overriding;

/* Puts nodes in the place of a node that stands in what is derived from itself, if it does; else in the
 * node's own. */
static void put_in_place(xb_program *program, xb_node *node, const xb_list *nodes)
{
    const xb_list *before = xb_derived(node);
    xb_list *after = xb_arena_alloc(program->arena, sizeof *after);
    for (size_t i = 0; before && i < before->count; i++) {
        if (before->items[i] == node)
            xb_list_append_all(program->arena, after, nodes);
        else
            xb_list_append(program->arena, after, before->items[i]);
    }
    if (!before)
        xb_list_append_all(program->arena, after, nodes);
    xb_derive(program, node, after);
}

static xb_visit override_node(xb_walk *place, xb_node *node, void *context)
{
    const overriding *work = context;
    (void)place;
    for (const xb_unparse_override *override = work->overrides; override->unparse; override++) {
        const xb_list *nodes = override->kind == node->kind ? override->unparse(work->run, node) : NULL;
        if (nodes)
            put_in_place(work->run->plan.program, node, nodes);
    }
    return XB_VISIT_CONTINUE;
}

static xb_status apply_overrides(xb_run *run, const xb_unparse_override *overrides)
{
    size_t errors = xb_diagnostics_errors(run->plan.program->diagnostics);
    overriding work = {run, overrides};
    xb_visitor visitor = {.derived = true};
    for (const xb_unparse_override *override = overrides; override->unparse; override++)
        visitor.leave[override->kind] = override_node;
    walk(run, &visitor, &work);
    xb_arena_reset(run->scratch);
    return outcome(run, XB_STATUS_OK, errors);
}

static xb_status present(xb_run *run, const xb_stage *stage)
{
    if (!stage->algorithm->present || !stage->named || stage->needed)
        return XB_STATUS_OK;
    size_t errors = xb_diagnostics_errors(run->plan.program->diagnostics);
    xb_status status = outcome(run, stage->algorithm->present(run), errors);
    xb_arena_reset(run->scratch);
    return status;
}

xb_status xb_run_finish(xb_run *run)
{
    const xb_pipeline *pipeline = run->plan.pipeline;
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < pipeline->count; i++)
        status = present(run, &pipeline->stages[i]);
    for (size_t i = 0; !status && i < pipeline->count; i++)
        if (pipeline->stages[i].algorithm->overrides)
            status = apply_overrides(run, pipeline->stages[i].algorithm->overrides);
    return status;
}
