/*
 * A sequence holds two sets of locations: those that it assigns (of any type), and the variables that occur
 * in subscripts of the references that will be propagated. The table of locations maps each to the value that
 * it holds.
 *
 * Locations with a derivative component that a sequence assigns never overlap one another unless they are the
 * same, since an assignment to a location that may overlap an earlier target is not taken. Hence an operand
 * that is the location of an earlier target has exactly that target's value; an operand that may overlap an
 * earlier target without being the same location is ambiguous, unless its use-definition chain excludes the
 * target; and any other operand has the value that its location had before the sequence. Taking has two
 * phases: the first only looks, so that an assignment that is not taken leaves no trace.
 */
#include "algorithms/flattening/grouping.h"

#include "analysis/definitions.h"
#include "analysis/overlap.h"
#include "analysis/storage.h"
#include "ir/declaration.h"

struct xb_grouping {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    xb_block_place place;
    xb_sequence *sequence;
    xb_location_table *table;
    xb_location_set written;    /* all assigned locations */
    xb_location_set targets;    /* those with a derivative component */
    xb_location_set subscripts; /* variables in subscripts of references that will be propagated */
    xb_statement_order order;
    bool keep_aliased_targets; /* option no-alias-split */
    xb_node_map wholes, parts; /* with it, by symbol: the last target that is all of it, and the last that is
                                  a part */
    unsigned slot;
};

/* What the first phase finds out about an assignment. */
typedef struct candidate {
    xb_assignment *assignment;
    xb_expression_activity activity;
    xb_value **operand;  /* by vertex: value of an active leaf that is known already */
    bool *fresh;         /* by vertex: active leaf that is a new value from outside */
    bool *passive;       /* by vertex: leaf whose derivative is zero */
    xb_location *target; /* location of the target */
    bool tracked;        /* the target has a derivative component */
    xb_list subscripts;  /* xb_location: variables in subscripts of references that will be propagated */
} candidate;

xb_grouping *xb_grouping_open(xb_run *run, xb_block_place place)
{
    xb_arena *scratch = xb_run_scratch(run);
    xb_grouping *grouping = xb_arena_alloc(scratch, sizeof *grouping);
    grouping->run = run;
    grouping->program = xb_run_program(run);
    grouping->scratch = scratch;
    grouping->place = place;
    grouping->sequence = xb_arena_alloc(grouping->program->arena, sizeof *grouping->sequence);
    grouping->table = xb_location_table_create(scratch, xb_run_analyses(run));
    grouping->order.arena = scratch;
    grouping->keep_aliased_targets = xb_flattening_settings_of(run)->no_alias_split;
    grouping->slot = xb_run_slot(run, XB_FLATTENING_ASSIGNMENT);
    return grouping;
}

xb_sequence *xb_grouping_sequence(const xb_grouping *grouping)
{
    return grouping->sequence;
}

xb_location_table *xb_grouping_table(const xb_grouping *grouping)
{
    return grouping->table;
}

static bool is_writer_with_derivative(const xb_grouping *g, size_t place)
{
    const xb_assignment *assignment = g->sequence->assignments.items[place];
    return xb_symbol_is_active(assignment->target->symbol);
}

/* Whether the chain of a use names one of the targets that the use may overlap. Without a chain, or with
 * an empty one, which tells nothing: yes. */
static bool chain_admits(const xb_grouping *g, const xb_reference *use, const xb_overlapping *overlap)
{
    const xb_chain *chain = xb_chain_telling(&g->program->chains, use->du_ud);
    if (!chain)
        return true;
    if (!overlap->many) {
        for (size_t i = 0; i < overlap->count; i++) {
            const xb_value *value = overlap->found[i]->value;
            if (!value || !value->definition || xb_chain_contains(chain, value->definition->statement.id))
                return true;
        }
        return false;
    }
    if (chain->sorted_count > XB_OVERLAP_LIMIT)
        return true;
    for (size_t i = 0; i < chain->sorted_count; i++) {
        size_t place = xb_statement_order_place(&g->order, chain->sorted[i]);
        if (place != SIZE_MAX && is_writer_with_derivative(g, place))
            return true;
    }
    return false;
}

/* Finds the value that an active leaf reads: *value is NULL for a new value from outside. False if it is
 * ambiguous. */
static bool identify(const xb_grouping *g, const xb_reference *use, xb_value **value)
{
    xb_location *location = xb_location_of(g->table, use);
    *value = location->value;
    if (*value && (*value)->definition)
        return true;
    xb_overlapping overlap = xb_location_set_overlapping(xb_run_analyses(g->run), &g->targets, location);
    return (overlap.count == 0 && !overlap.many) || !chain_admits(g, use, &overlap);
}

static bool identify_operands(const xb_grouping *g, candidate *c, bool *any_passive)
{
    const xb_expression *expression = c->assignment->value;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (!c->activity.vertex[v] || vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        if (!identify(g, (const xb_reference *)vertex, &c->operand[v]))
            return false;
        c->fresh[v] = c->operand[v] == NULL;
        c->passive[v] = c->operand[v] && c->operand[v]->passive;
        *any_passive = *any_passive || c->passive[v];
    }
    return true;
}

/* Whether the target overlaps another target of the sequence whatever alias sets say: the same variable with
 * other alias information, or a part of it. */
static bool overlaps_itself(const xb_grouping *g, const candidate *c)
{
    const xb_reference *target = c->assignment->target;
    const xb_location *whole = xb_node_map_get(&g->wholes, &target->symbol->node);
    if (whole && whole != c->target)
        return true;
    return xb_reference_is_whole(target) && xb_node_map_get(&g->parts, &target->symbol->node);
}

static void enter_by_symbol(xb_grouping *g, const candidate *c)
{
    const xb_reference *target = c->assignment->target;
    xb_node_map *map = xb_reference_is_whole(target) ? &g->wholes : &g->parts;
    xb_node_map_put(g->scratch, map, &target->symbol->node, c->target);
}

/* Whether the target may be another target of the sequence without certainly being the same location. */
static bool target_is_ambiguous(const xb_grouping *g, const candidate *c)
{
    if (!c->tracked)
        return false;
    if (g->keep_aliased_targets)
        return overlaps_itself(g, c);
    xb_overlapping overlap = xb_location_set_overlapping(xb_run_analyses(g->run), &g->targets, c->target);
    return overlap.many || overlap.count > 1 || (overlap.count == 1 && overlap.found[0] != c->target);
}

static bool overwrites_subscript(const xb_grouping *g, const xb_location_set *subscripts, const candidate *c)
{
    xb_overlapping overlap = xb_location_set_overlapping(xb_run_analyses(g->run), subscripts, c->target);
    return overlap.many || overlap.count > 0;
}

static void add_subscripts(xb_grouping *g, const xb_reference *reference, xb_list *locations);

static void add_variables(xb_grouping *g, const xb_expression *expression, xb_list *locations)
{
    if (!expression)
        return;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        xb_list_append(g->scratch, locations, xb_location_of(g->table, (const xb_reference *)vertex));
        add_subscripts(g, (const xb_reference *)vertex, locations);
    }
}

/* Adds all variables that occur in the subscripts of a reference. */
static void add_subscripts(xb_grouping *g, const xb_reference *reference, xb_list *locations)
{
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        add_variables(g, triplet->index, locations);
        add_variables(g, triplet->bound, locations);
        add_variables(g, triplet->stride, locations);
    }
}

static void find_subscripts(xb_grouping *g, candidate *c)
{
    const xb_expression *expression = c->assignment->value;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        if (c->fresh[v] && c->activity.vertex[v])
            add_subscripts(g, (const xb_reference *)xb_expression_vertex(expression, v), &c->subscripts);
    if (c->tracked)
        add_subscripts(g, c->assignment->target, &c->subscripts);
}

/* Whether derivative code after the assignment would refer to other elements than the assignment does. */
static bool destroys_own_subscripts(const xb_grouping *g, const candidate *c)
{
    for (size_t i = 0; i < c->subscripts.count; i++) {
        const xb_location *subscript = c->subscripts.items[i];
        if (xb_overlap_of(xb_run_analyses(g->run), subscript->reference, c->target->reference, true) !=
            XB_OVERLAP_NEVER)
            return true;
    }
    return false;
}

static xb_value *new_value(xb_grouping *g, const xb_reference *reference)
{
    xb_value *value = xb_arena_alloc(g->program->arena, sizeof *value);
    value->number = (uint32_t)g->sequence->values.count;
    value->reference = reference;
    value->position = XB_POSITION_NONE;
    value->clobbered = XB_POSITION_NONE;
    xb_list_append(g->program->arena, &g->sequence->values, value);
    return value;
}

static void enter_operands(xb_grouping *g, candidate *c)
{
    const xb_expression *expression = c->assignment->value;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        if (!c->activity.vertex[v])
            c->operand[v] = NULL;
        else if (c->fresh[v]) {
            const xb_reference *use = (const xb_reference *)xb_expression_vertex(expression, v);
            xb_location *location = xb_location_of(g->table, use);
            if (!location->value)
                location->value = new_value(g, use);
            c->operand[v] = location->value;
        }
    }
}

static xb_value *enter_target(xb_grouping *g, const candidate *c, uint32_t position)
{
    c->target->last_write = position + 1;
    xb_location_set_add(g->scratch, &g->written, c->target);
    if (!c->tracked)
        return NULL;
    xb_value *earlier = c->target->value;
    if (earlier && earlier->definition)
        earlier->superseded = true;
    xb_value *value = new_value(g, c->assignment->target);
    value->definition = c->assignment;
    value->position = position;
    value->passive = !c->activity.active;
    c->target->value = value;
    xb_location_set_add(g->scratch, &g->targets, c->target);
    if (g->keep_aliased_targets)
        enter_by_symbol(g, c);
    return value;
}

static void enter(xb_grouping *g, candidate *c)
{
    xb_arena *arena = g->program->arena;
    xb_sequence *sequence = g->sequence;
    for (size_t i = 0; i < c->subscripts.count; i++)
        xb_location_set_add(g->scratch, &g->subscripts, c->subscripts.items[i]);
    enter_operands(g, c);
    xb_flat_assignment *flat = xb_arena_alloc(arena, sizeof *flat);
    flat->sequence = sequence;
    flat->position = (uint32_t)sequence->assignments.count;
    flat->activity = c->activity;
    flat->operand = c->operand;
    flat->result = enter_target(g, c, flat->position);
    xb_slot_set(g->program, &c->assignment->statement.node, g->slot, flat);
    xb_list_append(arena, &sequence->assignments, c->assignment);
    xb_list_append(arena, &sequence->elements, c->assignment);
    xb_statement_order_append(&g->order, c->assignment->statement.id);
}

xb_grouping_outcome xb_grouping_take(xb_grouping *g, xb_assignment *assignment)
{
    xb_arena *arena = g->program->arena;
    size_t count = assignment->value->graph.vertex_count;
    candidate c = {.assignment = assignment, .tracked = xb_symbol_is_active(assignment->target->symbol)};
    /* What can't be differentiated does not matter if its operands turn out to be passive. */
    xb_status status = xb_activity_compute(g->run, arena, assignment, NULL, g->place, false, &c.activity);
    c.operand = xb_arena_array(arena, count, sizeof(xb_value *));
    c.fresh = xb_arena_array(g->scratch, count, sizeof *c.fresh);
    c.passive = xb_arena_array(g->scratch, count, sizeof *c.passive);
    c.target = xb_location_of(g->table, assignment->target);
    bool any_passive = false;
    if (!identify_operands(g, &c, &any_passive) || target_is_ambiguous(g, &c) ||
        overwrites_subscript(g, &g->subscripts, &c))
        return XB_GROUPING_NEW_SEQUENCE;
    if (any_passive || status != XB_STATUS_OK)
        status = xb_activity_compute(g->run, arena, assignment, c.passive, g->place, true, &c.activity);
    if (status != XB_STATUS_OK)
        return XB_GROUPING_REFUSED;
    find_subscripts(g, &c);
    if (destroys_own_subscripts(g, &c))
        return XB_GROUPING_SAVE_SUBSCRIPTS;
    enter(g, &c);
    return XB_GROUPING_TAKEN;
}

bool xb_grouping_can_stand_alone(xb_grouping *g, xb_assignment *assignment)
{
    size_t count = assignment->value->graph.vertex_count;
    bool *active = xb_arena_array(g->scratch, count, sizeof *active);
    for (uint32_t v = 0; v < count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(assignment->value, v);
        active[v] = vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
                    xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
    }
    candidate c = {.assignment = assignment, .tracked = true, .fresh = active};
    c.activity.vertex = active;
    c.target = xb_location_of(g->table, assignment->target);
    find_subscripts(g, &c);
    return !destroys_own_subscripts(g, &c);
}

void xb_grouping_take_marker(xb_grouping *g, xb_statement *marker)
{
    xb_list_append(g->program->arena, &g->sequence->elements, marker);
}

/* ---- closing ----------------------------------------------------------------------------------------- */

static bool is_fixed(const xb_reference *reference)
{
    int64_t value;
    bool fixed = true;
    for (size_t i = 0; fixed && i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        fixed = (!triplet->index || xb_expression_integer(triplet->index, &value)) &&
                (!triplet->bound || xb_expression_integer(triplet->bound, &value)) &&
                (!triplet->stride || xb_expression_integer(triplet->stride, &value));
    }
    return fixed;
}

/* What the engine's own chains tell of the uses of a value. */
static xb_value_ends uses_of(const xb_grouping *g, const xb_value *value)
{
    return xb_uses_reached(xb_definitions_of(xb_run_analyses(g->run), g->place.routine),
                           value->definition->target);
}

/* Whether a value may be used in the next iteration of a loop, since its target is somewhere else then; so it
 * may if the uses are not known. */
static bool is_carried(const xb_value_ends *uses, const xb_value *value)
{
    return (uses->again || !uses->known) && !is_fixed(value->definition->target);
}

/* Whether a statement of the sequence after the definition of a value is all that uses it, as far as the
 * engine's own chains tell. */
static bool is_used_inside_only(const xb_grouping *g, const xb_value *value)
{
    const xb_value_ends uses = uses_of(g, value);
    bool inside = uses.known && !uses.outside && !is_carried(&uses, value);
    for (size_t i = 0; inside && i < uses.ends.count; i++) {
        const xb_node *node = uses.ends.items[i];
        const xb_flat_assignment *flat = node->kind == XB_KIND_ASSIGNMENT ? xb_slot_get(node, g->slot) : NULL;
        inside = flat && flat->sequence == g->sequence && flat->position > value->position;
    }
    return inside;
}

/* Whether a variable is there only while its routine is executed. Alias sets may say of such variables of
 * several routines that they share storage, if a front end counts places from where each routine begins. */
static bool is_local(const xb_grouping *g, const xb_symbol *symbol)
{
    return xb_procedure_of(symbol) == g->place.routine && !xb_symbol_is_static(symbol) &&
           !xb_storage_is_formal(xb_storage_of(xb_run_analyses(g->run)), symbol);
}

/* Whether a call uses a value, or what is executed after the routine, as far as the engine's own chains tell.
 * Calls in expressions have statements of their own. */
static bool is_used_by_others(const xb_grouping *g, const xb_value *value, const xb_value_ends *uses)
{
    bool found = uses->known && uses->outside && !is_local(g, value->definition->target->symbol);
    for (size_t i = 0; uses->known && !found && i < uses->ends.count; i++)
        found = ((const xb_node *)uses->ends.items[i])->kind == XB_KIND_SUBROUTINE_CALL;
    return found;
}

/* Whether all uses of a value that a chain names follow it in the sequence, and it leaves out none by what
 * the front end may not have looked into. Of a use in the sequence, the chain does not tell whether it comes
 * in the next iteration, too. */
static bool come_all_after(const xb_grouping *g, const xb_chain *chain, const xb_value *value)
{
    enum { LONGEST_CHAIN = 1024 };
    if (chain->sorted_count > LONGEST_CHAIN || !xb_uses_come_after(chain, &g->order, value->position))
        return false;
    const xb_value_ends uses = uses_of(g, value);
    return !is_used_by_others(g, value, &uses) && (chain->sorted_count == 0 || !is_carried(&uses, value));
}

/* Whether an assignment may allocate its array, and the derivative with it where that is an array of its own:
 * whatever parts of it are assigned later need it. */
static bool may_allocate(const xb_grouping *g, const xb_reference *target)
{
    return target->symbol->rank > 0 && target->subscripts.count == 0 &&
           xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(g->run)), target->symbol);
}

/* Dead: its location is overwritten, or its chain says that all uses follow it in the sequence, or, if that
 * says nothing, the engine's own chains say so. */
static bool is_live(const xb_grouping *g, const xb_value *value)
{
    if (value->superseded)
        return false;
    if (may_allocate(g, value->definition->target))
        return true;
    const xb_chain *chain = xb_chain_telling(&g->program->chains, value->definition->target->du_ud);
    return !(chain ? come_all_after(g, chain, value) : is_used_inside_only(g, value));
}

static void find_clobbering(xb_grouping *g, xb_value *value)
{
    xb_location *location = xb_location_of(g->table, value->reference);
    xb_overlapping overlap = xb_location_set_overlapping(xb_run_analyses(g->run), &g->targets, location);
    if (overlap.many) {
        value->clobbered = 0;
        return;
    }
    for (size_t i = 0; i < overlap.count; i++) {
        const xb_value *final = overlap.found[i]->value;
        if (final->position >= value->clobbered)
            continue;
        value->clobbered = final->position;
        value->clobbered_by = overlap.found[i] == location ? final : NULL;
    }
}

static bool written_since(const xb_grouping *g, xb_location *location, uint32_t position)
{
    xb_overlapping overlap = xb_location_set_overlapping(xb_run_analyses(g->run), &g->written, location);
    if (overlap.many)
        return true;
    for (size_t i = 0; i < overlap.count; i++)
        if (overlap.found[i]->last_write > position)
            return true;
    return false;
}

static bool is_stable(xb_grouping *g, const xb_reference *use, uint32_t position)
{
    if (written_since(g, xb_location_of(g->table, use), position))
        return false;
    xb_list variables = {.count = 0};
    add_subscripts(g, use, &variables);
    for (size_t i = 0; i < variables.count; i++)
        if (written_since(g, variables.items[i], position))
            return false;
    return true;
}

static void find_stable_leaves(xb_grouping *g, const xb_assignment *assignment)
{
    xb_flat_assignment *flat = xb_slot_get(&assignment->statement.node, g->slot);
    if (!flat->activity.active)
        return;
    const xb_expression *expression = assignment->value;
    bool *stable = xb_arena_array(g->program->arena, expression->graph.vertex_count, sizeof *stable);
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        stable[v] = vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
                    is_stable(g, (const xb_reference *)vertex, flat->position);
    }
    flat->stable = stable;
}

void xb_grouping_close(xb_grouping *g)
{
    xb_sequence *sequence = g->sequence;
    for (size_t i = 0; i < sequence->values.count; i++) {
        xb_value *value = sequence->values.items[i];
        if (value->definition)
            value->live = is_live(g, value);
        else
            find_clobbering(g, value);
    }
    for (size_t i = 0; i < sequence->assignments.count; i++)
        find_stable_leaves(g, sequence->assignments.items[i]);
}
