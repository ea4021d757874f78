/*
 * Each routine is looked into once for each pattern of its calls: which values vary where it begins, and
 * which are useful at its end. Forward, what varies before and after each flow is noted; backward, what is
 * useful after a flow, and was noted, is active: it is enough to look where values come from, since between
 * there and where they are used nothing changes. At calls both sets together are a pattern of the callee,
 * less what does not depend on the other one; no pattern is left if that is all. A pattern within one that
 * was looked into is passed over, and beyond some number of them they are united.
 */
#include "analysis/activity.h"

#include <string.h>

#include "analysis/assumed_size.h"
#include "analysis/calls.h"
#include "analysis/effects.h"
#include "analysis/omission.h"
#include "analysis/origins.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

enum { MOST_PATTERNS = 8 /* of a routine */, MOST_COMPARED = 64 /* variables of a storage class */ };

/* A routine under way. */
typedef struct look {
    xb_program_activity *activity;
    const xb_routine_flows *flows;
    const xb_activity_pattern *pattern;
    xb_arena *scratch;
    xb_noted_flows varied;  /* by this pattern */
    xb_noted_flows *active; /* by all */
} look;

/* ---- what varies --------------------------------------------------------------------------------------- */

static void note_bindings(const look *l, const xb_flow *flow, const uint64_t *set, uint64_t *noted)
{
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (xb_bits_has(set, xb_flow_bindings(l->flows, flow)[i].value))
            xb_bits_add(noted, flow->first_binding + i);
}

static void go_forward(void *context, const xb_flow *flow, uint64_t *set)
{
    const look *l = context;
    note_bindings(l, flow, set, l->varied.before);
    xb_flow_forward(l->scratch, l->flows, flow, set);
    note_bindings(l, flow, set, l->varied.after);
    for (uint32_t i = 0; i < flow->targets; i++)
        if (xb_bits_has(set, xb_flow_targets(l->flows, flow)[i].value))
            xb_bits_add(l->varied.targets, flow->first_target + i);
}

/* ---- patterns ------------------------------------------------------------------------------------------ */

static bool is_within(const uint64_t *set, const uint64_t *other, size_t words)
{
    bool within = true;
    for (size_t i = 0; i < words && within; i++)
        within = (set[i] & ~other[i]) == 0;
    return within;
}

/* Adds a pattern to those of a routine, unless it is within one of them. */
static void add_pattern(xb_program_activity *activity, const xb_routine_flows *flows,
                        const xb_activity_pattern *wanted)
{
    xb_list *patterns = &activity->patterns[flows - activity->flows->routines];
    const size_t words = xb_bits_words(flows->values.count);
    xb_activity_pattern *p = NULL;
    for (size_t i = 0; i < patterns->count; i++) {
        p = patterns->items[i];
        if (is_within(wanted->varied, p->varied, words) && is_within(wanted->useful, p->useful, words))
            return;
    }
    if (patterns->count < MOST_PATTERNS) {
        p = xb_arena_alloc(activity->arena, sizeof *p);
        *p = *wanted;
        p->varied = xb_bits_create(activity->arena, flows->values.count);
        p->useful = xb_bits_create(activity->arena, flows->values.count);
        xb_list_append(activity->arena, patterns, p);
    }
    xb_bits_unite(p->varied, wanted->varied, words);
    xb_bits_unite(p->useful, wanted->useful, words);
    p->open = true;
}

/* Leaves of what varies what something useful depends on, and of what is useful what depends on that.
 * @return whether anything is left */
static bool match(xb_arena *scratch, const xb_routine_flows *flows, uint64_t *varied, uint64_t *useful)
{
    uint64_t *needed = xb_bits_create(scratch, flows->interface),
             *given = xb_bits_create(scratch, flows->values.count);
    bool any = false;
    xb_origins_add_all(flows, useful, needed);
    for (uint32_t v = 0; v < flows->interface; v++) {
        const bool is_left = xb_bits_has(useful, v) && xb_origins_meet(flows, v, varied);
        any = any || is_left;
        if (!is_left)
            xb_bits_remove(useful, v);
        if (xb_bits_has(varied, v) && xb_bits_has(needed, v))
            xb_flows_add(flows, given, v);
    }
    memcpy(varied, given, xb_bits_words(flows->values.count) * sizeof *given);
    return any;
}

/* @param set what is useful after the call */
static void enter_callee(const look *l, const xb_flow *flow, const uint64_t *set)
{
    const xb_routine_flows *callee = flow->callee;
    xb_arena_mark mark = xb_arena_mark_now(l->scratch);
    uint64_t *varied = xb_bits_create(l->scratch, callee->values.count),
             *useful = xb_bits_create(l->scratch, callee->values.count);
    xb_bits_unite(useful, xb_flow_used_in_callee(l->scratch, l->flows, flow, set),
                  xb_bits_words(callee->interface));
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (xb_bits_has(l->varied.before, flow->first_binding + i))
            xb_flows_add(callee, varied, xb_flow_bindings(l->flows, flow)[i].inner);
    if (match(l->scratch, callee, varied, useful)) {
        add_pattern(l->activity, callee,
                    &(xb_activity_pattern){varied, useful, true, l->pattern, l->flows, flow});
        xb_node_set_add(l->activity->arena, &l->activity->calls, flow->node);
    }
    xb_arena_release(l->scratch, mark);
}

/* ---- what is active ------------------------------------------------------------------------------------ */

/* @param noted, place where it is noted */
static void activate(const look *l, uint32_t value, uint64_t *noted, size_t place)
{
    const xb_symbol *symbol = l->flows->values.items[value];
    xb_bits_add(noted, place);
    if (symbol)
        xb_node_set_add(l->activity->arena, &l->activity->symbols, &symbol->node);
}

static void go_backward(void *context, const xb_flow *flow, uint64_t *set)
{
    const look *l = context;
    const xb_flow_target *targets = xb_flow_targets(l->flows, flow);
    const xb_flow_binding *bindings = xb_flow_bindings(l->flows, flow);
    for (uint32_t i = 0; i < flow->targets; i++)
        if (xb_bits_has(l->varied.targets, flow->first_target + i) &&
            xb_flows_has(l->flows, set, targets[i].value))
            activate(l, targets[i].value, l->active->targets, flow->first_target + i);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (bindings[i].modified && xb_bits_has(l->varied.after, flow->first_binding + i) &&
            xb_flows_has(l->flows, set, bindings[i].value))
            activate(l, bindings[i].value, l->active->after, flow->first_binding + i);
    if (flow->callee)
        enter_callee(l, flow, set);
    xb_flow_backward(l->scratch, l->flows, flow, set);
}

static xb_noted_flows new_notes(xb_arena *arena, const xb_routine_flows *flows)
{
    return (xb_noted_flows){xb_bits_create(arena, flows->targets.count),
                            xb_bits_create(arena, flows->bindings.count),
                            xb_bits_create(arena, flows->bindings.count)};
}

static void unite_notes(const xb_routine_flows *flows, xb_noted_flows *all, const xb_noted_flows *more)
{
    xb_bits_unite(all->targets, more->targets, xb_bits_words(flows->targets.count));
    xb_bits_unite(all->before, more->before, xb_bits_words(flows->bindings.count));
    xb_bits_unite(all->after, more->after, xb_bits_words(flows->bindings.count));
}

static uint64_t *copy_of(xb_arena *arena, const uint64_t *set, size_t count)
{
    uint64_t *copy = xb_bits_create(arena, count);
    xb_bits_unite(copy, set, xb_bits_words(count));
    return copy;
}

static void look_into(xb_program_activity *activity, const xb_routine_flows *flows, xb_activity_pattern *p)
{
    xb_analyses *analyses = activity->flows->analyses;
    xb_arena *scratch = xb_analyses_scratch(analyses), *arena = activity->arena;
    const size_t count = flows->values.count;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    const size_t r = (size_t)(flows - activity->flows->routines);
    look l = {activity, flows, p, scratch, new_notes(scratch, flows), &activity->active[r]};
    uint64_t *varied = copy_of(flows == activity->entry ? arena : scratch, p->varied, count),
             *useful = copy_of(flows == activity->entry ? arena : scratch, p->useful, count);
    p->open = false;
    xb_flows_pass(analyses, flows, false, varied, go_forward, &l);
    xb_flows_pass(analyses, flows, true, useful, go_backward, &l);
    unite_notes(flows, &activity->varied[r], &l.varied);
    for (uint32_t v = 0; v < flows->interface; v++) {
        const xb_symbol *symbol = flows->values.items[v];
        if (symbol && xb_bits_has(p->varied, v) && xb_flows_has(flows, useful, v))
            xb_node_set_add(arena, &activity->symbols, &symbol->node);
    }
    if (flows == activity->entry && !activity->at_end) {
        activity->at_end = varied;
        activity->at_beginning = useful;
    }
    xb_arena_release(scratch, mark);
}

/* Callers come first, so that most patterns are looked into once. */
static void look_into_all(xb_program_activity *activity)
{
    const xb_flows *all = activity->flows;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = all->calls->graph.vertex_count; i-- > 0;) {
            const uint32_t r = all->order[i];
            for (size_t k = 0; k < activity->patterns[r].count; k++) {
                xb_activity_pattern *p = activity->patterns[r].items[k];
                changed = changed || p->open;
                if (p->open)
                    look_into(activity, &all->routines[r], p);
            }
        }
    }
}

/* ---- storage ------------------------------------------------------------------------------------------- */

/* Whether a variable that is not active has storage of one that is. */
static bool is_drawn_in(const xb_program_activity *activity, const xb_list *class, const xb_symbol *symbol)
{
    bool drawn = false;
    if (xb_node_set_has(&activity->symbols, &symbol->node))
        return false;
    for (size_t i = 0; i < class->count && !drawn; i++) {
        const xb_symbol *other = class->items[i];
        drawn = xb_node_set_has(&activity->symbols, &other->node) &&
                (class->count > MOST_COMPARED || xb_flows_may_share(activity->flows, symbol, other));
    }
    return drawn;
}

static void draw_in(xb_program_activity *activity, const xb_list *class)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < class->count; i++) {
            const xb_symbol *symbol = class->items[i];
            if (is_drawn_in(activity, class, symbol))
                changed = xb_node_set_add(activity->arena, &activity->symbols, &symbol->node);
        }
    }
}

/* Derivatives are laid out as variables are: what shares storage has them together. */
static void share_activity(xb_program_activity *activity)
{
    const xb_program *program = xb_analyses_program(activity->flows->analyses);
    const xb_storage *storage = activity->flows->storage;
    xb_arena *arena = activity->arena;
    xb_map by_class = {.count = 0};
    xb_list classes = {.count = 0};
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_list *symbols = &((const xb_scope *)program->scopes.items[i])->symbols;
        for (size_t k = 0; k < symbols->count; k++) {
            const xb_symbol *symbol = symbols->items[k];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->temporary ||
                xb_storage_is_formal(storage, symbol) ||
                xb_type_class_of(symbol->type) != XB_TYPE_CLASS_FLOATING)
                continue;
            const uint32_t key = xb_storage_class(storage, symbol);
            xb_list *class = xb_map_get(&by_class, key, 0);
            if (!class) {
                class = xb_arena_alloc(arena, sizeof *class);
                xb_map_put(arena, &by_class, key, 0, class);
                xb_list_append(arena, &classes, class);
            }
            xb_list_append(arena, class, (void *)symbol);
        }
    }
    for (size_t i = 0; i < classes.count; i++)
        draw_in(activity, classes.items[i]);
}

/* ---- arguments that can't be converted ----------------------------------------------------------------- */

typedef struct unifying {
    xb_program_activity *activity;
    bool changed;
} unifying;

static bool may_be_absent(const unifying *u, const xb_symbol *symbol)
{
    xb_analyses *analyses = u->activity->flows->analyses;
    return (symbol->declaration && symbol->declaration->optional) || xb_may_be_absent(analyses, symbol) ||
           xb_is_passed_on(analyses, symbol);
}

/* Whether a routine may allocate, deallocate or move what it gets. */
static bool may_be_reallocated(const xb_formal *formal)
{
    return formal->symbol->declaration && formal->symbol->declaration->allocatable &&
           formal->intent != XB_INTENT_IN;
}

/* Whether nothing tells how much of an array a routine gets, which it may change, or has derivatives of. */
static bool is_of_unknown_size(const unifying *u, const xb_reference *actual, const xb_formal *formal)
{
    xb_analyses *analyses = u->activity->flows->analyses;
    const xb_symbol *array = actual->symbol, *inner = formal->symbol;
    const bool is_section = actual->subscripts.count > 0 && xb_reference_rank(actual) > 0;
    return !is_section && inner->rank > 0 && xb_type_class_of(array->type) == XB_TYPE_CLASS_FLOATING &&
           xb_type_class_of(inner->type) == XB_TYPE_CLASS_FLOATING && xb_is_assumed_size(analyses, array) &&
           (xb_activity_has(u->activity, inner) || xb_effects_modifies(xb_effects_of(analyses), formal));
}

static void unify(void *context, const xb_reference *actual, const xb_formal *formal)
{
    unifying *u = context;
    if (!formal || (!may_be_absent(u, actual->symbol) && !may_be_absent(u, formal->symbol) &&
                    !may_be_reallocated(formal) && !is_of_unknown_size(u, actual, formal)))
        return;
    if (xb_activity_has(u->activity, actual->symbol) == xb_activity_has(u->activity, formal->symbol))
        return;
    xb_node_set_add(u->activity->arena, &u->activity->symbols, &actual->symbol->node);
    xb_node_set_add(u->activity->arena, &u->activity->symbols, &formal->symbol->node);
    u->changed = true;
}

static xb_visit unify_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, unify, context);
    return XB_VISIT_CONTINUE;
}

/* What may be absent, is allocated by the callee, or has a size that is not known has no copy of another
 * type: it is active where it is passed if it is so in the callee, and the other way round. */
static void unify_arguments(xb_program_activity *activity)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = unify_call, [XB_KIND_FUNCTION_CALL] = unify_call},
        .view = XB_VIEW_READ};
    xb_program *program = xb_analyses_program(activity->flows->analyses);
    unifying u = {activity, true};
    while (u.changed) {
        u.changed = false;
        xb_traverse(program, activity->arena, &program->node, &visitor, &u);
    }
}

/* ---- all ----------------------------------------------------------------------------------------------- */

/* Adds the value of a variable, or those that are in its storage by other names. */
static void add_value(const xb_program_activity *activity, const xb_symbol *symbol, uint64_t *set)
{
    const xb_routine_flows *flows = activity->entry;
    const uint32_t value = xb_flows_value(flows, symbol);
    if (value != XB_FLOW_NONE)
        xb_flows_add(flows, set, value);
    for (uint32_t v = 0; value == XB_FLOW_NONE && v < flows->interface; v++) {
        const xb_symbol *other = flows->values.items[v];
        if (other && xb_flows_may_share(activity->flows, symbol, other))
            xb_flows_add(flows, set, v);
    }
}

static uint64_t *values_of(const xb_program_activity *activity, const xb_list *symbols)
{
    uint64_t *set = xb_bits_create(activity->arena, activity->entry->values.count);
    for (size_t i = 0; i < symbols->count; i++)
        add_value(activity, symbols->items[i], set);
    return set;
}

/* What is named is active in any case. */
static void add_named(xb_program_activity *activity, const xb_list *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        xb_node_set_add(activity->arena, &activity->symbols, &symbol->node);
    }
}

xb_program_activity *xb_activity_of(xb_analyses *analyses, xb_arena *arena,
                                    const xb_activity_question *question)
{
    xb_program_activity *activity = xb_arena_alloc(arena, sizeof *activity);
    const xb_flows *flows = xb_passages_of(analyses, arena);
    const uint32_t count = flows->calls->graph.vertex_count;
    *activity = (xb_program_activity){.arena = arena,
                                      .flows = flows,
                                      .question = *question,
                                      .patterns = xb_arena_array(arena, count, sizeof(xb_list)),
                                      .varied = xb_arena_array(arena, count, sizeof(xb_noted_flows)),
                                      .active = xb_arena_array(arena, count, sizeof(xb_noted_flows))};
    for (uint32_t r = 0; r < count; r++) {
        activity->varied[r] = new_notes(arena, &flows->routines[r]);
        activity->active[r] = new_notes(arena, &flows->routines[r]);
    }
    activity->entry = &flows->routines[xb_calls_vertex(flows->calls, question->entry)];
    add_pattern(activity, activity->entry,
                &(xb_activity_pattern){
                    .varied = values_of(activity, question->independents),
                    .useful = values_of(activity, question->dependents),
                });
    look_into_all(activity);
    add_named(activity, question->independents);
    add_named(activity, question->dependents);
    share_activity(activity);
    unify_arguments(activity);
    return activity;
}

bool xb_activity_has(const xb_program_activity *activity, const xb_symbol *symbol)
{
    return xb_node_set_has(&activity->symbols, &symbol->node);
}

bool xb_activity_has_routine(const xb_program_activity *activity, uint32_t routine)
{
    return activity->patterns[routine].count > 0;
}

bool xb_activity_has_call(const xb_program_activity *activity, const xb_node *call)
{
    return xb_node_set_has(&activity->calls, call);
}

/* Whether a value of a variable of the entry is in a set. */
static bool has(const xb_program_activity *activity, const uint64_t *set, const xb_symbol *symbol)
{
    xb_list one = {.count = 0};
    xb_list_append(activity->arena, &one, (void *)symbol);
    const uint64_t *values = values_of(activity, &one);
    bool found = false;
    for (size_t i = 0; i < xb_bits_words(activity->entry->values.count); i++)
        found = found || (set[i] & values[i]) != 0;
    return found;
}

bool xb_activity_is_useful(const xb_program_activity *activity, const xb_symbol *independent)
{
    return has(activity, activity->at_beginning, independent);
}

bool xb_activity_is_varied(const xb_program_activity *activity, const xb_symbol *dependent)
{
    return has(activity, activity->at_end, dependent);
}
