/*
 * Variables are made when they are first looked at. Locals live in the stack arena, above their frame, as
 * long as the frame is the innermost; what is made for an outer frame (by an inner procedure) has memory of
 * its own, in a list of the frame.
 */
#include "evaluate/variables.h"

#include <string.h>

#include "evaluate/declarations.h"
#include "evaluate/state.h"
#include "traverse/traverse.h"

/* Memory of a frame that is not in the stack arena. */
struct xb_frame_memory {
    struct xb_frame_memory *next;
};

bool xb_symbol_is_saved(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const xb_environment *environment = &evaluator->options.environment;
    xb_number value;
    if (xb_symbol_is_static(symbol) || xb_symbol_is_parameter(symbol))
        return true;
    return environment->initial && symbol->kind == XB_SYMBOL_VARIABLE &&
           environment->initial(environment->context, symbol, 0, &value);
}

/* ---- new variables -------------------------------------------------------------------------------- */

/* Bounds of a variable; false: not known. */
static bool find_bounds(const xb_evaluator *evaluator, const xb_symbol *symbol, xb_bounds *bounds)
{
    size_t rank = symbol->rank > 0 ? (size_t)symbol->rank : 0;
    if (rank > 0 && symbol->bounds_count != rank) {
        const xb_environment *environment = &evaluator->options.environment;
        const xb_bounds *given =
            environment->extents ? environment->extents(environment->context, symbol) : NULL;
        if (given)
            memcpy(bounds, given, rank * sizeof *bounds);
        return given;
    }
    for (size_t d = 0; d < rank; d++)
        bounds[d] = *xb_symbol_bounds(symbol, d);
    return true;
}

static void require_variable(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    if (symbol->kind == XB_SYMBOL_SUBROUTINE)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s is not a variable", symbol->id->text);
}

/* Memory for a variable and, unless its bounds are unknown, its cells right after it. */
typedef struct layout {
    xb_bounds bounds[XB_RANK_LIMIT];
    bool is_allocated;
    size_t count, bytes;
} layout;

static void count_cells(xb_evaluator *evaluator, const xb_symbol *symbol, layout *l)
{
    l->count = xb_bounds_count(evaluator, symbol->rank, l->bounds);
    l->bytes += xb_cells_size(evaluator, xb_storage_type(symbol->type), l->count);
}

static layout plan(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    require_variable(evaluator, symbol);
    layout l = {.bytes = sizeof(xb_variable)};
    l.is_allocated = find_bounds(evaluator, symbol, l.bounds);
    if (l.is_allocated)
        count_cells(evaluator, symbol, &l);
    return l;
}

static xb_variable *place(xb_evaluator *evaluator, const xb_symbol *symbol, const layout *l, void *memory,
                          bool starts_at_zero)
{
    xb_variable *variable = memory;
    if (xb_symbol_is_unsigned(symbol) && symbol->fe_type->text[1] == '8')
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED, NULL,
                          "%s is an integer without sign (unsigned) of 8 bytes, which are not computed with",
                          symbol->id->text);
    variable->evaluator = evaluator;
    variable->symbol = symbol;
    variable->passive = !xb_symbol_is_active(symbol);
    variable->rank = symbol->rank > 0 ? symbol->rank : 0;
    if (!l->is_allocated)
        return variable;
    memcpy(variable->bounds, l->bounds, sizeof l->bounds);
    variable->count = l->count;
    variable->cells = xb_cells_init(variable + 1, xb_storage_type(symbol->type), l->count, starts_at_zero);
    variable->cells->width = xb_evaluator_width(evaluator, symbol->type, symbol->fe_type);
    xb_cells_take_length(evaluator, variable->cells, symbol);
    return variable;
}

static void initialize(xb_variable *variable)
{
    xb_evaluator *evaluator = variable->evaluator;
    const xb_environment *environment = &evaluator->options.environment;
    if (!environment->initial || !variable->cells)
        return;
    for (size_t i = 0; i < variable->count; i++) {
        xb_number value;
        bool known = environment->initial(environment->context, variable->symbol, i, &value);
        if (!known && i == 0)
            return;
        if (!known)
            continue;
        if (value.type == XB_TYPE_STRING)
            value.text = xb_evaluator_string(evaluator, value.text);
        xb_cells_set(evaluator, variable->cells, variable->first + i, &value);
    }
}

/* ---- globals -------------------------------------------------------------------------------------- */

static const xb_symbol *representative(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const xb_environment *environment = &evaluator->options.environment;
    const xb_symbol *other =
        environment->associate ? environment->associate(environment->context, symbol) : NULL;
    if (!other)
        other = xb_node_map_get(&evaluator->representatives, &symbol->node);
    return other ? other : symbol;
}

/* What a variable is bound to: its associate from some element on. */
static const xb_variable *from_offset(xb_evaluator *evaluator, const xb_symbol *symbol,
                                      const xb_variable *shared)
{
    const xb_environment *environment = &evaluator->options.environment;
    bool is_given = environment->associate && environment->associate(environment->context, symbol);
    size_t first = !is_given             ? xb_block_offset(evaluator, symbol)
                   : environment->offset ? environment->offset(environment->context, symbol)
                                         : 0;
    if (first == 0)
        return shared;
    if (first >= shared->count)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL,
                          "%s can't begin at element %zu of %s, which has %zu", symbol->id->text, first,
                          xb_variable_name(shared), shared->count);
    xb_variable *part = xb_arena_alloc(evaluator->globals, sizeof *part);
    *part = xb_variable_elements(shared, first, shared->count - first, false);
    return part;
}

enum { ASSOCIATION_LIMIT = 100 };

static xb_variable *make_global(xb_evaluator *evaluator, const xb_symbol *symbol, unsigned depth);

/* Initial values that are given for what shares the storage of a new variable. */
static void initialize_sharers(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const xb_list *sharers = xb_node_map_get(&evaluator->sharers, &symbol->node);
    for (size_t i = 0; sharers && i < sharers->count; i++)
        initialize(make_global(evaluator, sharers->items[i], 0));
}

static xb_variable *make_global(xb_evaluator *evaluator, const xb_symbol *symbol, unsigned depth)
{
    xb_variable *variable = xb_node_map_get(&evaluator->global_by_symbol, &symbol->node);
    if (variable)
        return variable;
    const xb_symbol *other = representative(evaluator, symbol);
    xb_block_require(evaluator, symbol);
    if (other != symbol && depth < ASSOCIATION_LIMIT) {
        xb_variable *shared = make_global(evaluator, other, depth + 1);
        variable = shared;
        if (shared->cells) {
            variable = xb_arena_alloc(evaluator->globals, sizeof *variable);
            xb_variable_bind(evaluator->globals, variable, symbol, from_offset(evaluator, symbol, shared));
        }
    } else {
        layout l = plan(evaluator, symbol);
        xb_evaluator_charge(evaluator, l.bytes);
        variable = place(evaluator, symbol, &l, xb_arena_alloc(evaluator->globals, l.bytes), true);
        initialize(variable);
    }
    xb_node_map_put(evaluator->globals, &evaluator->global_by_symbol, &symbol->node, variable);
    if (other == symbol)
        initialize_sharers(evaluator, symbol);
    return variable;
}

xb_variable *xb_global_variable(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    return make_global(evaluator, symbol, 0);
}

/* ---- frames --------------------------------------------------------------------------------------- */

static void *frame_memory(xb_frame *frame, size_t bytes)
{
    xb_evaluator *evaluator = frame->evaluator;
    if (frame == evaluator->frame) {
        xb_evaluator_charge(evaluator, bytes);
        frame->bytes += bytes;
        return xb_arena_alloc(evaluator->stack, bytes);
    }
    struct xb_frame_memory *memory = xb_evaluator_keep(evaluator, sizeof *memory + bytes);
    memory->next = frame->memory;
    frame->memory = memory;
    return memory + 1;
}

static xb_variable *make_own(xb_frame *frame, const xb_symbol *symbol)
{
    layout l = plan(frame->evaluator, symbol);
    return place(frame->evaluator, symbol, &l, frame_memory(frame, l.bytes),
                 !frame->evaluator->options.undefined_derivatives);
}

xb_variable *xb_local_of_bounds(xb_frame *frame, const xb_symbol *symbol, const xb_bounds *bounds)
{
    layout l = {.bytes = sizeof(xb_variable), .is_allocated = true};
    memcpy(l.bounds, bounds, (size_t)symbol->rank * sizeof *bounds);
    count_cells(frame->evaluator, symbol, &l);
    return place(frame->evaluator, symbol, &l, frame_memory(frame, l.bytes),
                 !frame->evaluator->options.undefined_derivatives);
}

/* Variables that share storage in one activation. */
static xb_variable *make_local(xb_frame *frame, const xb_symbol *symbol)
{
    xb_evaluator *evaluator = frame->evaluator;
    const xb_symbol *other = representative(evaluator, symbol);
    xb_block_require(evaluator, symbol);
    if (other == symbol || other->scope != symbol->scope)
        return make_own(frame, symbol);
    const xb_variable *shared = xb_frame_variable(frame, other);
    if (!shared->cells || shared->cells->type != xb_storage_type(symbol->type))
        return make_own(frame, symbol);
    xb_variable *variable = frame_memory(frame, sizeof *variable);
    xb_variable_bind(frame == evaluator->frame ? evaluator->stack : evaluator->globals, variable, symbol,
                     from_offset(evaluator, symbol, shared));
    xb_variable_hold(variable);
    return variable;
}

static xb_variable *find_in_host(xb_frame *frame, const xb_code_slot *slot)
{
    for (xb_frame *host = frame->host; host; host = host->host)
        if (host->routine == slot->host)
            return xb_frame_find(host, slot->host_slot);
    return xb_global_variable(frame->evaluator, slot->symbol);
}

xb_variable *xb_frame_find(xb_frame *frame, uint32_t number)
{
    xb_variable **variable = &frame->variables[number];
    if (*variable)
        return *variable;
    const xb_code_slot *slot = (const xb_code_slot *)frame->routine->slots.items + number;
    switch (slot->kind) {
    case XB_SLOT_LOCAL: *variable = make_local(frame, slot->symbol); break;
    case XB_SLOT_GLOBAL: *variable = xb_global_variable(frame->evaluator, slot->symbol); break;
    case XB_SLOT_HOST: *variable = find_in_host(frame, slot); break;
    case XB_SLOT_FORMAL: break;
    }
    return *variable;
}

static xb_frame *find_host(xb_frame *caller, const xb_code_routine *routine)
{
    for (xb_frame *frame = routine->host ? caller : NULL; frame; frame = frame->caller)
        if (frame->routine == routine->host)
            return frame;
    return NULL;
}

/* Whether a formal array that may be allocated is the actual one itself: whoever allocates one allocates
 * both. */
static bool is_lent(const xb_symbol *formal, const xb_variable *actual)
{
    const xb_dimension *dimension = formal->rank > 0 ? xb_symbol_dimension(formal, 0) : NULL;
    return dimension && dimension->extent == XB_EXTENT_DEFERRED && actual->symbol && !actual->whole &&
           actual->rank == formal->rank && !actual->places && !xb_symbol_is_sized(actual->symbol);
}

static void lend(xb_frame *frame, uint32_t slot, xb_variable *variable)
{
    if (!frame->lent)
        frame->lent =
            xb_arena_array(frame->evaluator->stack, frame->routine->slots.count, sizeof *frame->lent);
    frame->lent[slot] = true;
    frame->variables[slot] = variable;
}

static void bind_arguments(xb_frame *frame, xb_variable *const *arguments, size_t count)
{
    xb_evaluator *evaluator = frame->evaluator;
    const xb_code_routine *routine = frame->routine;
    for (size_t i = 0; i < count; i++) {
        if (!arguments[i])
            continue;
        if (i >= routine->formal_count || routine->formals[i] == XB_CODE_NONE)
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s has no formal argument %zu",
                              routine->source->symbol->id->text, i + 1);
        const xb_symbol *formal = ((const xb_code_slot *)routine->slots.items)[routine->formals[i]].symbol;
        bool is_open = !arguments[i]->cells && (!xb_symbol_is_sized(formal) || xb_code_finds_extents(formal));
        if (is_open || is_lent(formal, arguments[i])) {
            lend(frame, routine->formals[i], arguments[i]);
            continue;
        }
        xb_variable *variable = xb_arena_alloc(evaluator->stack, sizeof *variable);
        xb_variable_bind(evaluator->stack, variable, formal, arguments[i]);
        xb_variable_hold(variable);
        frame->variables[routine->formals[i]] = variable;
    }
}

static void tell_entry(const xb_evaluator *evaluator, const xb_routine *routine)
{
    const xb_evaluate_watch *watch = &evaluator->options.watch;
    if (watch->enter)
        watch->enter(watch->context, routine, xb_evaluator_node(evaluator), &evaluator->counts);
}

void xb_frame_push(xb_evaluator *evaluator, const xb_code_routine *routine, xb_variable *const *arguments,
                   size_t count)
{
    if (evaluator->depth >= evaluator->options.depth_limit)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, NULL, "calls are nested more than %zu deep",
                          evaluator->options.depth_limit);
    xb_arena_mark mark = xb_arena_mark_now(evaluator->stack);
    size_t bytes = sizeof(xb_frame) + routine->slots.count * sizeof(xb_variable *);
    xb_frame *frame = xb_arena_alloc(evaluator->stack, sizeof *frame);
    frame->evaluator = evaluator;
    frame->caller = evaluator->frame;
    frame->host = find_host(evaluator->frame, routine);
    frame->routine = routine;
    frame->bytes = bytes;
    frame->mark = mark;
    frame->variables = xb_arena_array(evaluator->stack, routine->slots.count, sizeof *frame->variables);
    bind_arguments(frame, arguments, count);
    xb_evaluator_charge(evaluator, bytes);
    tell_entry(evaluator, routine->source);
    evaluator->frame = frame;
    evaluator->depth++;
    if (evaluator->depth > evaluator->counts.depth_peak)
        evaluator->counts.depth_peak = evaluator->depth;
    if (routine->extents.count > 0)
        xb_frame_declare(evaluator);
}

/* What is lent is the caller's. */
static bool belongs_to_frame(const xb_frame *frame, size_t slot, xb_slot_kind kind)
{
    bool is_lent = frame->lent && frame->lent[slot];
    return !is_lent && (kind == XB_SLOT_LOCAL || kind == XB_SLOT_FORMAL);
}

static void drop(xb_evaluator *evaluator, const xb_code_slot *slot, xb_variable *variable)
{
    if (slot->kind == XB_SLOT_LOCAL && variable->cells && variable->cells->holders == 0)
        xb_cells_drop_tangents(evaluator, variable->cells);
    xb_variable_drop(variable);
}

xb_variable *xb_local_variable(xb_frame *frame, const xb_symbol *symbol)
{
    return make_local(frame, symbol);
}

void xb_local_drop(xb_frame *frame, xb_variable *variable)
{
    const xb_code_slot slot = {.kind = XB_SLOT_LOCAL};
    drop(frame->evaluator, &slot, variable);
}

void xb_frame_pop(xb_evaluator *evaluator)
{
    xb_frame *frame = evaluator->frame;
    if (evaluator->options.watch.leave)
        evaluator->options.watch.leave(evaluator->options.watch.context, &evaluator->counts);
    const xb_code_slot *slots = frame->routine->slots.items;
    for (size_t i = 0; i < frame->routine->slots.count; i++)
        if (frame->variables[i] && belongs_to_frame(frame, i, slots[i].kind))
            drop(evaluator, &slots[i], frame->variables[i]);
    for (struct xb_frame_memory *memory = frame->memory, *next; memory; memory = next) {
        next = memory->next;
        xb_evaluator_free(evaluator, memory);
    }
    const xb_code_slot other = {.kind = XB_SLOT_LOCAL};
    for (size_t i = 0; i < frame->others.count; i++)
        drop(evaluator, &other, frame->others.items[i]);
    evaluator->frame = frame->caller;
    evaluator->depth--;
    xb_evaluator_discharge(evaluator, frame->bytes);
    xb_arena_release(evaluator->stack, frame->mark);
}

xb_variable *xb_frame_variable(xb_frame *frame, const xb_symbol *symbol)
{
    uint32_t slot = xb_code_slot_of(frame->routine, symbol);
    if (slot != XB_CODE_NONE)
        return xb_frame_find(frame, slot);
    if (symbol->kind != XB_SYMBOL_VARIABLE)
        return NULL;
    bool is_own =
        !xb_is_from_outside(frame->routine->source, symbol) || (symbol->temp && !symbol->scope->parent);
    if (!is_own || xb_symbol_is_saved(frame->evaluator, symbol))
        return xb_global_variable(frame->evaluator, symbol);
    for (size_t i = 0; i < frame->others.count; i++)
        if (((xb_variable *)frame->others.items[i])->symbol == symbol)
            return frame->others.items[i];
    xb_variable *variable = make_local(frame, symbol);
    xb_list_append(frame->evaluator->stack, &frame->others, variable);
    return variable;
}

/* ---- variables of one scope that share storage ---------------------------------------------------- */

/* The one range of all references to a symbol. */
typedef struct home {
    const xb_symbol *symbol;
    uint64_t from, to;
    bool is_one; /* there is only one */
    bool fills;  /* some reference touches all of it */
} home;

typedef struct search {
    xb_evaluator *evaluator;
    xb_node_set formals;   /* formal arguments */
    xb_node_map by_symbol; /* to home */
    xb_node_map by_scope;  /* to a map of homes by range */
    xb_list homes;
} search;

/* Whether a variable may be equivalent to others: global ones may be, but of local ones neither arguments nor
 * what gets its storage when the program runs. */
static bool may_share(const search *s, const xb_symbol *symbol)
{
    bool is_in_block = symbol->declaration && symbol->declaration->block_kind != XB_BLOCK_NONE;
    if (is_in_block || symbol->temp || !symbol->scope || xb_node_set_has(&s->formals, &symbol->node))
        return false;
    bool is_deferred = symbol->pointer || !xb_symbol_is_sized(symbol);
    return !symbol->scope->parent || !is_deferred;
}

static xb_visit look_at_reference(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_symbol *symbol = reference->symbol;
    const xb_node *parent = xb_walk_ancestor(walk, 1);
    bool is_effect =
        parent && (parent->kind == XB_KIND_CONTROL_FLOW_GRAPH || xb_kind_is_propagation(parent->kind));
    if (is_effect || reference->alias == 0 || !may_share(s, symbol))
        return XB_VISIT_CONTINUE;
    const xb_alias_set *set = xb_alias_map_find(&s->evaluator->program->aliases, reference->alias);
    bool is_one = set && set->ranges.count == 1;
    const xb_alias_range *range = is_one ? set->ranges.items : NULL;
    home *h = xb_node_map_get(&s->by_symbol, &symbol->node);
    if (!h) {
        h = xb_evaluator_scratch(s->evaluator, 1, sizeof *h);
        *h = (home){symbol, is_one ? range->from : 0, is_one ? range->to : 0, is_one, false};
        xb_node_map_put(s->evaluator->scratch, &s->by_symbol, &symbol->node, h);
        xb_list_append(s->evaluator->scratch, &s->homes, h);
    } else if (!is_one || h->from != range->from || h->to != range->to) {
        h->is_one = false;
    }
    h->fills |= is_one && !range->partial;
    return XB_VISIT_CONTINUE;
}

/* Number of elements; 0 if it is not known. */
static size_t size_of(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    xb_bounds bounds[XB_RANK_LIMIT];
    return find_bounds(evaluator, symbol, bounds) ? xb_bounds_count(evaluator, symbol->rank, bounds) : 0;
}

const xb_symbol *xb_evaluator_owner(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    for (unsigned depth = 0; depth < ASSOCIATION_LIMIT && representative(evaluator, symbol) != symbol;
         depth++)
        symbol = representative(evaluator, symbol);
    return symbol;
}

static void find_sharers(xb_evaluator *evaluator, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        const xb_symbol *owner =
            xb_symbol_is_saved(evaluator, symbol) ? xb_evaluator_owner(evaluator, symbol) : symbol;
        if (owner == symbol)
            continue;
        xb_list_append(
            evaluator->memory,
            xb_node_map_make(evaluator->memory, &evaluator->sharers, &owner->node, sizeof(xb_list)), symbol);
    }
}

static void find_formals(search *s)
{
    const xb_list *routines = &s->evaluator->program->routines;
    for (size_t i = 0; i < routines->count; i++) {
        const xb_list *formals = &((const xb_routine *)routines->items[i])->formals;
        for (size_t k = 0; k < formals->count; k++) {
            const xb_symbol *symbol = ((const xb_formal *)formals->items[k])->symbol;
            xb_node_set_add(s->evaluator->scratch, &s->formals, &symbol->node);
        }
    }
}

static xb_map *homes_in(search *s, const xb_scope *scope)
{
    xb_map *homes = xb_node_map_get(&s->by_scope, &scope->node);
    if (!homes) {
        homes = xb_evaluator_scratch(s->evaluator, 1, sizeof *homes);
        *homes = (xb_map){0};
        xb_node_map_put(s->evaluator->scratch, &s->by_scope, &scope->node, homes);
    }
    return homes;
}

/* Whether a variable is in the storage of another one, by what is known so far. */
static bool is_within(const xb_evaluator *evaluator, const xb_symbol *symbol, const xb_symbol *other)
{
    for (unsigned depth = 0; depth < ASSOCIATION_LIMIT && symbol != other; depth++)
        symbol = representative(evaluator, symbol);
    return symbol == other;
}

/* Notes the largest of those with the same range, and whether any of them touches all of it. */
static void note_largest(search *s, home *h)
{
    if (!h->is_one)
        return;
    xb_map *by_range = homes_in(s, h->symbol->scope);
    home *best = xb_map_get(by_range, h->from, h->to);
    bool fills = h->fills || (best && best->fills);
    if (!best || size_of(s->evaluator, best->symbol) < size_of(s->evaluator, h->symbol)) {
        xb_map_put(s->evaluator->scratch, by_range, h->from, h->to, h);
        best = h;
    }
    best->fills = fills;
}

/* Whether a range is the storage of the largest variable in it. Otherwise it may be that of several, side by
 * side: where a front end knows little, references touch some part of it, and so do those to others. */
static bool is_storage(xb_evaluator *evaluator, const home *best)
{
    return best->fills || best->to - best->from < size_of(evaluator, best->symbol);
}

/* Of those with the same range, if that is the storage of one variable, the largest represents the others,
 * unless the environment says so of one of these. */
void xb_find_representatives(xb_evaluator *evaluator)
{
    search s = {.evaluator = evaluator};
    const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = look_at_reference},
                                .view = XB_VIEW_READ};
    find_formals(&s);
    xb_traverse(evaluator->program, evaluator->scratch, &evaluator->program->node, &visitor, &s);
    for (size_t i = 0; i < s.homes.count; i++)
        note_largest(&s, s.homes.items[i]);
    for (size_t i = 0; i < s.homes.count; i++) {
        const home *h = s.homes.items[i];
        const home *best = h->is_one ? xb_map_get(homes_in(&s, h->symbol->scope), h->from, h->to) : NULL;
        if (best && best != h && is_storage(evaluator, best) &&
            !is_within(evaluator, best->symbol, h->symbol))
            xb_node_map_put(evaluator->memory, &evaluator->representatives, &h->symbol->node, best->symbol);
    }
    xb_find_blocks(evaluator);
    for (size_t i = 0; i < evaluator->program->scopes.count; i++)
        find_sharers(evaluator, evaluator->program->scopes.items[i]);
    xb_arena_reset(evaluator->scratch);
    evaluator->scratch_used = false;
}
