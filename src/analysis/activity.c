/*
 * Two passages over the program. Forward, callers first, the values that vary where a routine is entered are
 * those that vary in some call of it; what varies after a flow is noted there. Backward, the values that are
 * useful at its end are those that are so after some call; what is useful after a flow, and was noted, is
 * active. It is enough to look where values come from: between there and where they are used, nothing
 * changes.
 */
#include "analysis/activity.h"

#include "ir/declaration.h"

/* A routine, with what is known of all calls of it. */
typedef struct entered {
    uint64_t *varied, *useful; /* of its interface: where it begins; where it ends */
    bool open;                 /* to be looked at, again */
    uint64_t *noted;           /* flows, targets and bindings after which a value varies */
} entered;

struct xb_program_activity {
    xb_arena *arena;
    const xb_flows *flows;
    entered *routines; /* by vertex of the call graph */
    xb_node_set active;
    const xb_routine_flows *entry;
    uint64_t *varied, *useful; /* of the entry: at its end, where it begins */
};

/* A routine under way. */
typedef struct look {
    xb_program_activity *activity;
    const xb_routine_flows *flows;
    entered *at;
    xb_arena *scratch;
    uint32_t r;
} look;

static entered *callee_of(const look *l, const xb_flow *flow)
{
    return &l->activity->routines[flow->callee - l->activity->flows->routines];
}

/* ---- what varies --------------------------------------------------------------------------------------- */

/* The places of targets and bindings among what is noted: targets come first. */
static size_t place_of_binding(const look *l, const xb_flow *flow, uint32_t i)
{
    return (size_t)l->flows->targets.count + flow->first_binding + i;
}

static void enter_callee(const look *l, const xb_flow *flow, const uint64_t *set)
{
    const xb_flow_binding *bindings = (const xb_flow_binding *)l->flows->bindings.items + flow->first_binding;
    entered *callee = callee_of(l, flow);
    for (uint32_t i = 0; i < flow->bindings; i++) {
        const uint32_t inner = bindings[i].inner;
        if (!xb_bits_has(set, bindings[i].value) || xb_bits_has(callee->varied, inner))
            continue;
        xb_flows_add(flow->callee, callee->varied, inner);
        callee->open = true;
    }
}

static void go_forward(void *context, const xb_flow *flow, uint64_t *set)
{
    const look *l = context;
    const xb_flow_target *targets = (const xb_flow_target *)l->flows->targets.items + flow->first_target;
    const xb_flow_binding *bindings = (const xb_flow_binding *)l->flows->bindings.items + flow->first_binding;
    if (flow->callee)
        enter_callee(l, flow, set);
    xb_flow_forward(l->scratch, l->flows, flow, set);
    for (uint32_t i = 0; i < flow->targets; i++)
        if (xb_bits_has(set, targets[i].value))
            xb_bits_add(l->at->noted, flow->first_target + i);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (bindings[i].modified && xb_bits_has(set, bindings[i].value))
            xb_bits_add(l->at->noted, place_of_binding(l, flow, i));
}

/* ---- what is useful ------------------------------------------------------------------------------------ */

static void activate(const look *l, uint32_t value)
{
    const xb_symbol *symbol = l->flows->values.items[value];
    if (symbol)
        xb_node_set_add(l->activity->arena, &l->activity->active, &symbol->node);
}

static void enter_callee_at_end(const look *l, const xb_flow *flow, const uint64_t *set)
{
    entered *callee = callee_of(l, flow);
    xb_arena_mark mark = xb_arena_mark_now(l->scratch);
    const uint64_t *used = xb_flow_used_in_callee(l->scratch, l->flows, flow, set);
    if (xb_bits_unite(callee->useful, used, xb_bits_words(flow->callee->interface)))
        callee->open = true;
    xb_arena_release(l->scratch, mark);
}

static void go_backward(void *context, const xb_flow *flow, uint64_t *set)
{
    const look *l = context;
    const xb_flow_target *targets = (const xb_flow_target *)l->flows->targets.items + flow->first_target;
    const xb_flow_binding *bindings = (const xb_flow_binding *)l->flows->bindings.items + flow->first_binding;
    for (uint32_t i = 0; i < flow->targets; i++)
        if (xb_bits_has(l->at->noted, flow->first_target + i) &&
            xb_flows_has(l->flows, set, targets[i].value))
            activate(l, targets[i].value);
    for (uint32_t i = 0; i < flow->bindings; i++)
        if (xb_bits_has(l->at->noted, place_of_binding(l, flow, i)) &&
            xb_flows_has(l->flows, set, bindings[i].value))
            activate(l, bindings[i].value);
    if (flow->callee)
        enter_callee_at_end(l, flow, set);
    xb_flow_backward(l->scratch, l->flows, flow, set);
}

/* ---- routines ------------------------------------------------------------------------------------------ */

/* @return what there is at the other end of the routine */
static uint64_t *look_into(xb_program_activity *activity, uint32_t r, bool backward)
{
    xb_analyses *analyses = activity->flows->analyses;
    const xb_routine_flows *flows = &activity->flows->routines[r];
    entered *at = &activity->routines[r];
    look l = {activity, flows, at, xb_analyses_scratch(analyses), r};
    uint64_t *set = xb_bits_create(activity->arena, flows->values.count);
    at->open = false;
    xb_bits_unite(set, backward ? at->useful : at->varied, xb_bits_words(flows->interface));
    xb_flows_pass(analyses, flows, backward, set, backward ? go_backward : go_forward, &l);
    for (uint32_t v = 0; backward && v < flows->interface; v++)
        if (xb_bits_has(at->varied, v) && xb_flows_has(flows, set, v))
            activate(&l, v);
    return set;
}

/* Callers come first, so that most routines are looked into once. */
static uint64_t *look_into_all(xb_program_activity *activity, bool backward)
{
    const uint32_t count = activity->flows->calls->graph.vertex_count,
                   entry = (uint32_t)(activity->entry - activity->flows->routines);
    uint64_t *found = NULL;
    activity->routines[entry].open = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            const uint32_t r = activity->flows->order[i];
            if (!activity->routines[r].open)
                continue;
            uint64_t *set = look_into(activity, r, backward);
            found = r == entry ? set : found;
            changed = true;
        }
    }
    return found;
}

/* ---- storage ------------------------------------------------------------------------------------------- */

enum { MOST_COMPARED = 64 };

/* Whether a variable that is not active has storage of one that is. */
static bool is_drawn_in(const xb_program_activity *activity, const xb_list *class, const xb_symbol *symbol)
{
    bool drawn = false;
    if (xb_node_set_has(&activity->active, &symbol->node))
        return false;
    for (size_t i = 0; i < class->count && !drawn; i++) {
        const xb_symbol *other = class->items[i];
        drawn = xb_node_set_has(&activity->active, &other->node) &&
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
                changed = xb_node_set_add(activity->arena, &activity->active, &symbol->node);
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

/* ---- all ----------------------------------------------------------------------------------------------- */

static void prepare(xb_program_activity *activity)
{
    const uint32_t count = activity->flows->calls->graph.vertex_count;
    activity->routines = xb_arena_array(activity->arena, count, sizeof *activity->routines);
    for (uint32_t r = 0; r < count; r++) {
        const xb_routine_flows *flows = &activity->flows->routines[r];
        activity->routines[r] = (entered){
            .varied = xb_bits_create(activity->arena, flows->values.count),
            .useful = xb_bits_create(activity->arena, flows->values.count),
            .noted = xb_bits_create(activity->arena, (size_t)flows->targets.count + flows->bindings.count)};
    }
}

static void begin(const xb_program_activity *activity, const xb_list *symbols, uint64_t *set)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const uint32_t value = xb_flows_value(activity->entry, symbols->items[i]);
        if (value != XB_FLOW_NONE)
            xb_flows_add(activity->entry, set, value);
    }
}

xb_program_activity *xb_activity_of(xb_analyses *analyses, xb_arena *arena,
                                    const xb_activity_question *question)
{
    xb_program_activity *activity = xb_arena_alloc(arena, sizeof *activity);
    activity->arena = arena;
    activity->flows = xb_passages_of(analyses, arena);
    const uint32_t entry = xb_calls_vertex(activity->flows->calls, question->entry);
    activity->entry = &activity->flows->routines[entry];
    prepare(activity);
    begin(activity, question->independents, activity->routines[entry].varied);
    activity->varied = look_into_all(activity, false);
    begin(activity, question->dependents, activity->routines[entry].useful);
    activity->useful = look_into_all(activity, true);
    share_activity(activity);
    return activity;
}

bool xb_activity_has(const xb_program_activity *activity, const xb_symbol *symbol)
{
    return xb_node_set_has(&activity->active, &symbol->node);
}

static bool has(const xb_routine_flows *flows, const uint64_t *set, const xb_symbol *symbol)
{
    const uint32_t value = xb_flows_value(flows, symbol);
    return value != XB_FLOW_NONE && xb_flows_has(flows, set, value);
}

bool xb_activity_is_useful(const xb_program_activity *activity, const xb_symbol *independent)
{
    return has(activity->entry, activity->useful, independent);
}

bool xb_activity_is_varied(const xb_program_activity *activity, const xb_symbol *dependent)
{
    return has(activity->entry, activity->varied, dependent);
}
