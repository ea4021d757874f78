/*
 * Each activation that is under way, or is recorded and not returned yet, has a list of events: its pushes
 * and calls. A call that stores its arguments is recorded only when its caller returns; since that takes the
 * calls in reverse order, the last event of the callee's name that was not met yet is the one. When an
 * activation has returned, its events become items of the profile. Lists are used again, so that a run in
 * which all calls store their arguments needs room for one chain of activations.
 */
#include "evaluate/profiler.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/calls.h"
#include "ir/tags.h"

/* What an activation of the run is for the profile. */
typedef enum role {
    IGNORED,
    PLAIN, /* of a program without motions */
    RECORDING,
    RETURNING,
    STORING,   /* a joint motion, on the way forth */
    RESTORING, /* a joint motion, on the way back */
    ADVANCING  /* called by the first of these */
} role;

/* An activation of the profile that is not complete. */
typedef struct opened {
    const xb_name *routine;
    xb_vector events;      /* event */
    uint32_t left;         /* events that were not met yet on the way back */
    struct opened *caller; /* NULL: it was called from outside */
    uint32_t event;        /* of the caller */
    uint64_t steps, operations;
    struct opened *next; /* of those that are free */
} opened;

/* A push or a call. */
typedef struct event {
    xb_profile_item item; /* of a call: what is not set as long as the callee is open */
    opened *callee;       /* NULL: not recorded yet, or complete */
    bool complete;
} event;

/* An activation of the run. */
typedef struct frame {
    role role;
    opened *activation;         /* that events go to; of a joint motion, of the caller */
    uint32_t event;             /* of a joint motion: the call in the activation */
    uint64_t steps, operations; /* at its entry */
} frame;

/* What tags say of a routine; NULL: nothing. */
typedef struct motion_tags {
    const char *motion, *routine;
} motion_tags;

struct xb_profiler {
    xb_arena *arena;
    xb_program *program;
    xb_profile *profile;
    const uint64_t *ordinals; /* of a program without motions: by xb_call.site */
    bool has_motions;
    xb_vector frames; /* frame */
    opened *root;     /* that has been recorded; NULL: none */
    opened *unused;
    xb_node_map motions;   /* by index of a routine's node: motion_tags */
    xb_map sites;          /* by index of a call's node and of the name of what it calls: uint32_t */
    xb_map known;          /* by index of a name: routines that were called from outside */
    xb_vector items;       /* for work */
    const xb_node *untold; /* a call that does not say which it is; NULL: none */
};

/* ---- activations --------------------------------------------------------------------------------------- */

static opened *open_activation(xb_profiler *p, const char *routine, opened *caller, uint32_t number)
{
    opened *fresh = p->unused ? p->unused : xb_arena_alloc(p->arena, sizeof *fresh);
    if (p->unused)
        p->unused = fresh->next;
    xb_vector events = fresh->events;
    events.count = 0;
    *fresh = (opened){.routine = xb_names_get(p->profile->names, routine),
                      .events = events,
                      .caller = caller,
                      .event = number};
    if (caller)
        ((event *)caller->events.items)[number].callee = fresh;
    return fresh;
}

static uint32_t add_event(xb_profiler *p, opened *activation, xb_profile_item item)
{
    event *fresh = xb_vector_push(p->arena, &activation->events, sizeof *fresh);
    *fresh = (event){.item = item};
    activation->left = activation->events.count;
    return activation->events.count - 1;
}

static void complete(xb_profiler *p, opened *activation);

/* Callees that nobody has returned from. */
static void complete_callees(xb_profiler *p, opened *activation)
{
    for (uint32_t i = 0; i < activation->events.count; i++) {
        const event *e = (const event *)activation->events.items + i;
        if (e->item.kind != XB_PROFILE_CALL || e->complete)
            continue;
        const xb_profile_site *site = (const xb_profile_site *)p->profile->sites.items + e->item.site;
        complete(p, e->callee ? e->callee : open_activation(p, site->callee->text, activation, i));
    }
}

static uint32_t number_of(xb_profiler *p, const opened *activation)
{
    p->items.count = 0;
    for (uint32_t i = 0; i < activation->events.count; i++)
        xb_profile_append(p->profile, &p->items, ((const event *)activation->events.items)[i].item);
    const xb_profile_activation done = {.routine = activation->routine,
                                        .steps = activation->steps,
                                        .operations = activation->operations,
                                        .sequence = xb_profile_sequence_number(p->profile, &p->items)};
    return xb_profile_activation_number(p->profile, &done);
}

static void complete(xb_profiler *p, opened *activation)
{
    complete_callees(p, activation);
    uint32_t number = number_of(p, activation);
    if (activation->caller) {
        event *e = (event *)activation->caller->events.items + activation->event;
        e->item.what = number;
        e->callee = NULL;
        e->complete = true;
    } else {
        xb_profile_add_run(p->profile, number);
    }
    activation->next = p->unused;
    p->unused = activation;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static char *tag_of(const xb_profiler *p, const xb_node *node, const char *name)
{
    xb_tag tag;
    if (!xb_tags_find(p->program, node, name, &tag) || !tag.value)
        return NULL;
    return xb_arena_copy_text(p->arena, tag.value, tag.value_length);
}

static void take_ordinal(char *callee, uint64_t *ordinal)
{
    char *sign = strchr(callee, '#');
    if (!sign)
        return;
    *sign = '\0';
    *ordinal = strtoull(sign + 1, NULL, 10);
}

static uint32_t find_site(xb_profiler *p, const opened *caller, const xb_node *call, const char *callee)
{
    uint64_t ordinal = 0;
    char *told = p->has_motions ? tag_of(p, call, XB_TAG_CALL) : NULL;
    if (told)
        take_ordinal(told, &ordinal);
    else if (p->has_motions)
        p->untold = call;
    else if (call->kind == XB_KIND_SUBROUTINE_CALL)
        ordinal = p->ordinals[((const xb_call *)call)->site];
    return xb_profile_site_number(p->profile, caller->routine->text, told ? told : callee, ordinal);
}

/* What a statement calls; one with expressions may call several functions. */
static uint32_t site_of(xb_profiler *p, const opened *caller, const xb_node *call, const char *callee)
{
    const xb_name *name = xb_names_get(p->profile->names, callee);
    uint32_t *known = xb_map_get(&p->sites, call->index, name->index);
    if (!known) {
        known = xb_arena_alloc(p->arena, sizeof *known);
        *known = find_site(p, caller, call, callee);
        xb_map_put(p->arena, &p->sites, call->index, name->index, known);
    }
    return *known;
}

/* An event for a call of a routine. */
static uint32_t add_call(xb_profiler *p, opened *caller, const xb_node *call, const char *callee,
                         uint64_t bytes)
{
    const xb_profile_item item = {
        .kind = XB_PROFILE_CALL, .site = site_of(p, caller, call, callee), .amount = bytes};
    return add_event(p, caller, item);
}

/* The last call of a routine that was not met yet on the way back. @return false: there is none */
static bool find_call(const xb_profiler *p, opened *caller, const char *callee, uint32_t *number)
{
    const event *events = caller->events.items;
    const xb_profile_site *sites = p->profile->sites.items;
    while (caller->left > 0) {
        *number = --caller->left;
        if (events[*number].item.kind == XB_PROFILE_CALL &&
            strcmp(sites[events[*number].item.site].callee->text, callee) == 0)
            return true;
    }
    return false;
}

/* ---- entries ------------------------------------------------------------------------------------------- */

/* Only the first run of a routine that is called from outside counts. */
static frame enter_from_outside(xb_profiler *p, role as, const char *routine)
{
    const xb_name *name = xb_names_get(p->profile->names, routine);
    if (xb_map_get(&p->known, name->index, 0))
        return (frame){.role = IGNORED};
    xb_map_put(p->arena, &p->known, name->index, 0, name);
    p->root = open_activation(p, routine, NULL, 0);
    return (frame){.role = as, .activation = p->root};
}

static frame enter_called(xb_profiler *p, role as, opened *caller, const xb_node *call, const char *routine)
{
    uint32_t number = add_call(p, caller, call, routine, XB_PROFILE_UNKNOWN);
    return (frame){.role = as, .activation = open_activation(p, routine, caller, number)};
}

static frame enter_recording(xb_profiler *p, const frame *from, const xb_node *call, const char *routine)
{
    if (!from)
        return enter_from_outside(p, RECORDING, routine);
    if (from->role == RECORDING)
        return enter_called(p, RECORDING, from->activation, call, routine);
    if (from->role != RESTORING)
        return (frame){.role = IGNORED};
    opened *advanced = ((const event *)from->activation->events.items)[from->event].callee;
    return (frame){.role = RECORDING,
                   .activation =
                       advanced ? advanced : open_activation(p, routine, from->activation, from->event)};
}

static frame enter_returning(xb_profiler *p, const frame *from, const char *routine)
{
    opened *caller = from ? from->activation : NULL;
    uint32_t number = from ? from->event : 0;
    frame entered = {.role = RETURNING};
    if (!from)
        entered.activation = p->root;
    else if (from->role == RESTORING || (from->role == RETURNING && find_call(p, caller, routine, &number)))
        entered.activation = ((const event *)caller->events.items)[number].callee;
    return entered.activation ? entered : (frame){.role = IGNORED};
}

static frame enter_joint(xb_profiler *p, const frame *from, const xb_node *call, const char *routine)
{
    frame entered = {.role = IGNORED};
    if (from && from->role == RECORDING)
        entered = (frame){.role = STORING,
                          .activation = from->activation,
                          .event = add_call(p, from->activation, call, routine, 0)};
    else if (from && from->role == RETURNING && find_call(p, from->activation, routine, &entered.event)) {
        entered.role = RESTORING;
        entered.activation = from->activation;
    }
    return entered;
}

static frame enter_plain(xb_profiler *p, const frame *from, const xb_node *call, const char *routine)
{
    if (from && from->role == STORING)
        return (frame){.role = ADVANCING, .activation = from->activation, .event = from->event};
    if (p->has_motions)
        return (frame){.role = IGNORED};
    return from ? enter_called(p, PLAIN, from->activation, call, routine)
                : enter_from_outside(p, PLAIN, routine);
}

static const motion_tags *tags_of(xb_profiler *p, const xb_routine *routine)
{
    motion_tags *known = xb_node_map_get(&p->motions, &routine->node);
    if (!known) {
        known = xb_arena_alloc(p->arena, sizeof *known);
        *known = (motion_tags){tag_of(p, &routine->node, XB_TAG_MOTION),
                               tag_of(p, &routine->node, XB_TAG_ROUTINE)};
        xb_node_map_put(p->arena, &p->motions, &routine->node, known);
    }
    return known;
}

static frame enter_routine(xb_profiler *p, const frame *from, const xb_routine *routine, const xb_node *call)
{
    const motion_tags *tags = tags_of(p, routine);
    if (from && from->role == IGNORED)
        return *from;
    if (!tags->motion || !tags->routine)
        return enter_plain(p, from, call, routine->symbol->id->text);
    if (strcmp(tags->motion, XB_TAG_RECORDING) == 0)
        return enter_recording(p, from, call, tags->routine);
    if (strcmp(tags->motion, XB_TAG_RETURNING) == 0)
        return enter_returning(p, from, tags->routine);
    return enter_joint(p, from, call, tags->routine);
}

static void enter(void *context, const xb_routine *routine, const xb_node *call,
                  const xb_evaluator_counts *counts)
{
    xb_profiler *p = context;
    const frame *frames = p->frames.items;
    frame entered =
        enter_routine(p, p->frames.count > 0 ? &frames[p->frames.count - 1] : NULL, routine, call);
    entered.steps = counts->steps;
    entered.operations = counts->operations;
    *(frame *)xb_vector_push(p->arena, &p->frames, sizeof entered) = entered;
}

/* ---- exits and stores ---------------------------------------------------------------------------------- */

/* What an activation costs is known best where it only advances. */
static void set_cost(opened *activation, const frame *left, const xb_evaluator_counts *counts)
{
    if (activation->steps > 0)
        return;
    activation->steps = counts->steps - left->steps;
    activation->operations = counts->operations - left->operations;
}

/* The activation that will be recorded later is opened here already, to know what it costs. */
static void leave_advancing(xb_profiler *p, const frame *left, const xb_evaluator_counts *counts)
{
    event *e = (event *)left->activation->events.items + left->event;
    const xb_profile_site *site = (const xb_profile_site *)p->profile->sites.items + e->item.site;
    set_cost(open_activation(p, site->callee->text, left->activation, left->event), left, counts);
}

static void leave(void *context, const xb_evaluator_counts *counts)
{
    xb_profiler *p = context;
    const frame left = ((const frame *)p->frames.items)[--p->frames.count];
    if (left.role == ADVANCING)
        leave_advancing(p, &left, counts);
    if (left.role == RECORDING || left.role == PLAIN)
        set_cost(left.activation, &left, counts);
    if (left.role == RETURNING || left.role == PLAIN)
        complete(p, left.activation);
    if (left.role == RETURNING && left.activation == p->root)
        p->root = NULL;
}

static void store(void *context, size_t bytes, bool on_tape)
{
    xb_profiler *p = context;
    const frame *last = (const frame *)p->frames.items + p->frames.count - 1;
    if (p->frames.count == 0)
        return;
    event *events = last->activation ? last->activation->events.items : NULL;
    if (!on_tape && last->role == STORING)
        events[last->event].item.amount += bytes;
    if (!on_tape || last->role != RECORDING)
        return;
    uint32_t count = last->activation->events.count;
    if (count > 0 && events[count - 1].item.kind == XB_PROFILE_PUSH)
        events[count - 1].item.amount += bytes;
    else
        add_event(p, last->activation, (xb_profile_item){.kind = XB_PROFILE_PUSH, .amount = bytes});
}

/* ---- the profiler -------------------------------------------------------------------------------------- */

static bool has_motions(xb_profiler *p)
{
    for (size_t i = 0; i < p->program->routines.count; i++)
        if (tag_of(p, p->program->routines.items[i], XB_TAG_MOTION))
            return true;
    return false;
}

xb_profiler *xb_profiler_create(xb_arena *arena, xb_program *program)
{
    xb_profiler *p = xb_arena_alloc(arena, sizeof *p);
    p->arena = arena;
    p->program = program;
    p->profile = xb_profile_create(arena);
    p->has_motions = has_motions(p);
    p->ordinals = xb_call_ordinals(program, arena, arena);
    return p;
}

bool xb_profiler_has_motions(const xb_profiler *profiler)
{
    return profiler->has_motions;
}

xb_evaluate_watch xb_profiler_watch(xb_profiler *profiler)
{
    return (xb_evaluate_watch){enter, leave, store, profiler};
}

xb_status xb_profiler_finish(const xb_profiler *profiler, xb_profile **profile)
{
    *profile = profiler->profile;
    if (!profiler->untold)
        return XB_STATUS_OK;
    return xb_error(profiler->program->diagnostics, XB_STATUS_INVALID,
                    (xb_place){.file = profiler->program->file, .line = profiler->untold->line},
                    "profile the program as xaifbooster --reversal writes it, without --strip-tags",
                    "this call does not say by a tag " XB_TAG_CALL " which call it stands for");
}
