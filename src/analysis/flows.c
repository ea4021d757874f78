/*
 * One walk over the parts of each routine's steps makes its flows; where parts call functions, the calls come
 * before what is done with their results, which are values of their own. Values outlive a routine if they are
 * arguments, variables from outside, those of what it calls included, or may be read before they are
 * assigned, so that they may be kept from one call to the next.
 */
#include "analysis/flows.h"

#include "analysis/calls.h"
#include "analysis/exposure.h"
#include "analysis/overlap.h"
#include "analysis/summaries.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

enum { MOST_COMPARED = 64, MOST_REFERENCES = 16 };

/* The references to a variable of which the alias sets differ; a set without ranges says nothing beside
 * others. */
typedef struct occurrences {
    xb_list references;
    bool too_many; /* or there is one without alias set */
} occurrences;

typedef struct maker {
    xb_flows *result;
    xb_analyses *analyses;
    xb_program *program;
    xb_arena *arena, *scratch;
    const xb_footprints *footprints;
    const xb_storage *storage;
    xb_node_set *outside; /* by routine: variables that outlive it, and are no arguments */
    xb_list *listed;      /* the same */
    xb_node_set kept;     /* local variables that may be kept from one call to the next */
    /* of the routine under way: */
    xb_routine_flows *at;
    bool perhaps;            /* the part under way may not be executed */
    xb_node_numbers results; /* of function calls */
} maker;

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool carries(const xb_symbol *symbol)
{
    const xb_type_class class = xb_type_class_of(symbol->type);
    return symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (class == XB_TYPE_CLASS_FLOATING || class == XB_TYPE_CLASS_ANY);
}

static bool has_body(const xb_routine *routine)
{
    return routine && xb_routine_is_procedure(routine) && routine->flow.graph.vertex_count > 0;
}

static const xb_routine *callee_of(const maker *m, const xb_node *call)
{
    const xb_routine *routine = xb_program_routine(m->program, xb_called_symbol(call));
    return has_body(routine) ? routine : NULL;
}

/* Lets a variable outlive a routine. @return whether that is new */
static bool let_outlive(maker *m, uint32_t r, const xb_symbol *symbol)
{
    if (!xb_node_set_add(m->scratch, &m->outside[r], &symbol->node))
        return false;
    xb_list_append(m->scratch, &m->listed[r], (void *)symbol);
    return true;
}

/* Whether an alias set has no ranges. */
static bool is_empty(const xb_alias_map *aliases, uint32_t key)
{
    const xb_alias_set *set = xb_alias_map_find(aliases, key);
    return set && set->ranges.count == 0;
}

static void note_occurrence(maker *m, const xb_reference *reference)
{
    occurrences *o = xb_node_map_make(m->arena, &m->result->occurrences, &reference->symbol->node, sizeof *o);
    if (is_empty(&m->program->aliases, reference->alias))
        return;
    for (size_t i = 0; i < o->references.count; i++)
        if (((const xb_reference *)o->references.items[i])->alias == reference->alias)
            return;
    o->too_many = o->too_many || o->references.count == MOST_REFERENCES ||
                  xb_alias_group(&m->program->aliases, reference->alias) == XB_ALIAS_GROUP_NONE;
    if (!o->too_many)
        xb_list_append(m->arena, &o->references, (void *)reference);
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_routine *routine = xb_walk_routine(walk);
    const uint32_t r = xb_calls_vertex(m->result->calls, routine);
    if (!routine || !carries(reference->symbol) || xb_walk_ancestor(walk, 1) == &routine->node)
        return XB_VISIT_CONTINUE;
    note_occurrence(m, reference);
    if (r != XB_GRAPH_NONE && xb_is_from_outside(routine, reference->symbol))
        let_outlive(m, r, reference->symbol);
    return XB_VISIT_CONTINUE;
}

static void find_kept(maker *m, uint32_t r, const xb_routine *routine)
{
    const xb_region region = xb_region_of(routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return;
    const xb_list exposed = xb_exposure_of(m->footprints, m->arena, &region).exposed;
    for (size_t i = 0; i < exposed.count; i++) {
        const xb_symbol *symbol = exposed.items[i];
        if (!carries(symbol) || xb_storage_is_formal(m->storage, symbol))
            continue;
        xb_node_set_add(m->scratch, &m->kept, &symbol->node);
        let_outlive(m, r, symbol);
    }
}

/* What outlives what a routine calls, and is not its own. @return whether that is more than before */
static bool take_from_callees(maker *m, uint32_t r)
{
    const xb_graph *graph = &m->result->calls->graph;
    bool changed = false;
    for (uint32_t e = xb_graph_first_out(graph, r); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e)) {
        const xb_list *theirs = &m->listed[xb_graph_target(graph, e)];
        for (size_t i = 0; i < theirs->count; i++) {
            const xb_symbol *symbol = theirs->items[i];
            if (xb_node_set_has(&m->kept, &symbol->node) ||
                xb_is_from_outside(m->result->routines[r].routine, symbol))
                changed = let_outlive(m, r, symbol) || changed;
        }
    }
    return changed;
}

static void find_outside(maker *m)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_reference},
                                       .view = XB_VIEW_READ};
    const uint32_t count = m->result->calls->graph.vertex_count;
    xb_traverse(m->program, m->scratch, &m->program->node, &visitor, m);
    for (uint32_t r = 0; r < count; r++)
        find_kept(m, r, m->result->routines[r].routine);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed = take_from_callees(m, m->result->order[i]) || changed;
    }
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

uint32_t xb_flows_value(const xb_routine_flows *flows, const xb_symbol *symbol)
{
    return xb_node_numbers_get(&flows->numbers, &symbol->node);
}

static uint32_t number(maker *m, const xb_symbol *symbol)
{
    if (!carries(symbol))
        return XB_FLOW_NONE;
    uint32_t known = xb_flows_value(m->at, symbol);
    if (known != XB_FLOW_NONE)
        return known;
    known = m->at->values.count;
    xb_node_numbers_put(m->arena, &m->at->numbers, &symbol->node, known);
    xb_list_append(m->arena, &m->at->values, (void *)symbol);
    return known;
}

static void number_interface(maker *m, uint32_t r)
{
    xb_routine_flows *flows = m->at = &m->result->routines[r];
    xb_list_append(m->arena, &flows->values, NULL);
    for (size_t i = 0; i < flows->routine->formals.count; i++)
        number(m, ((const xb_formal *)flows->routine->formals.items[i])->symbol);
    flows->arguments = flows->values.count;
    for (size_t i = 0; i < m->listed[r].count; i++)
        number(m, m->listed[r].items[i]);
    flows->interface = flows->values.count;
}

/* ---- flows --------------------------------------------------------------------------------------------- */

static xb_flow *begin(maker *m, const xb_node *node)
{
    xb_flow *flow = xb_vector_push(m->arena, &m->at->flows, sizeof *flow);
    flow->node = node;
    flow->first_source = m->at->sources.count;
    flow->first_target = m->at->targets.count;
    flow->first_binding = m->at->bindings.count;
    return flow;
}

static void end(maker *m)
{
    xb_flow *flow = (xb_flow *)m->at->flows.items + m->at->flows.count - 1;
    flow->sources = m->at->sources.count - flow->first_source;
    flow->targets = m->at->targets.count - flow->first_target;
    flow->bindings = m->at->bindings.count - flow->first_binding;
}

static void add_source(maker *m, uint32_t value)
{
    if (value != XB_FLOW_NONE)
        *(uint32_t *)xb_vector_push(m->arena, &m->at->sources, sizeof value) = value;
}

static void add_target(maker *m, uint32_t value, bool whole)
{
    if (value != XB_FLOW_NONE)
        *(xb_flow_target *)xb_vector_push(m->arena, &m->at->targets, sizeof(xb_flow_target)) =
            (xb_flow_target){value, whole && !m->perhaps};
}

static void add_both(maker *m, uint32_t value)
{
    add_source(m, value);
    add_target(m, value, false);
}

/* Adds all values of a routine that something may know that is not known itself. */
static void add_shared(maker *m, void add(maker *m, uint32_t value))
{
    for (uint32_t v = 1; v < m->at->values.count; v++) {
        const xb_symbol *symbol = m->at->values.items[v];
        if (symbol && xb_footprints_share(m->footprints, symbol))
            add(m, v);
    }
}

static void add_shared_target(maker *m, uint32_t value)
{
    add_target(m, value, false);
}

/* Whether derivatives go through a vertex to its operands. */
static bool is_differentiable(const xb_vertex *vertex)
{
    if (vertex->node.kind != XB_KIND_INTRINSIC)
        return false;
    const xb_intrinsic_code code = xb_vertex_intrinsic(vertex);
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
    return code == XB_INTRINSIC_NONE ||
           (!facts->inquiry && facts->result != XB_RESULT_INTEGER && facts->result != XB_RESULT_BOOL);
}

/* The value of an expression is a source. */
static void add_sources(maker *m, const xb_expression *expression)
{
    xb_arena_mark mark = xb_arena_mark_now(m->scratch);
    bool *reached = xb_arena_array(m->scratch, expression->graph.vertex_count, sizeof *reached);
    const uint32_t *order = xb_expression_order(m->scratch, expression);
    reached[expression->root] = true;
    for (uint32_t k = expression->graph.vertex_count; k-- > 0;) {
        const xb_vertex *vertex = xb_expression_vertex(expression, order[k]);
        if (!reached[order[k]])
            continue;
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            add_source(m, number(m, ((const xb_reference *)vertex)->symbol));
        else if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            add_source(m, xb_node_numbers_get(&m->results, &vertex->node));
        else if (is_differentiable(vertex))
            for (uint32_t e = xb_graph_first_in(&expression->graph, order[k]); e != XB_GRAPH_NONE;
                 e = xb_graph_next_in(&expression->graph, e))
                reached[xb_graph_source(&expression->graph, e)] = true;
    }
    xb_arena_release(m->scratch, mark);
}

/* Whether an assignment leaves nothing of what its target was. */
static bool is_overwritten(const xb_reference *target)
{
    return xb_reference_is_whole(target) && target->symbol->kind == XB_SYMBOL_VARIABLE &&
           !target->symbol->pointer;
}

static xb_visit leave_assignment(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_assignment *assignment = (const xb_assignment *)node;
    (void)walk;
    if (!carries(assignment->target->symbol))
        return XB_VISIT_CONTINUE;
    begin(m, node);
    add_sources(m, assignment->value);
    add_target(m, number(m, assignment->target->symbol), is_overwritten(assignment->target));
    end(m);
    return XB_VISIT_CONTINUE;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void bind(maker *m, uint32_t value, uint32_t inner, bool modified, bool whole)
{
    if (value != XB_FLOW_NONE && inner != XB_FLOW_NONE)
        *(xb_flow_binding *)xb_vector_push(m->arena, &m->at->bindings, sizeof(xb_flow_binding)) =
            (xb_flow_binding){value, inner, modified, whole && !m->perhaps};
}

/* A call under way. */
typedef struct calling {
    maker *m;
    const xb_node *node;
    const xb_routine_flows *callee; /* NULL: not known */
} calling;

static void pass(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const calling *c = context;
    const uint32_t value = number(c->m, actual->symbol);
    if (!c->callee)
        add_both(c->m, value);
    else if (formal)
        bind(c->m, value, xb_flows_value(c->callee, formal->symbol),
             xb_effects_modifies(c->m->footprints, formal),
             is_overwritten(actual) && xb_passes_whole(c->m->footprints, c->node, actual, formal));
}

/* What a function returns is a value of the caller, by no name. */
static uint32_t add_result(maker *m, const xb_node *call)
{
    const uint32_t value = m->at->values.count;
    xb_list_append(m->arena, &m->at->values, NULL);
    xb_node_numbers_put(m->scratch, &m->results, call, value);
    return value;
}

/* The last argument of a function is its result. */
static void bind_result(maker *m, const xb_routine_flows *callee, const xb_function_call *call)
{
    const uint32_t value = add_result(m, &call->vertex.node);
    const xb_list *formals = &callee->routine->formals;
    if (formals->count == call->arguments.count + 1)
        bind(m, value,
             xb_flows_value(
                 callee,
                 ((const xb_formal *)xb_routine_formal(callee->routine, (uint32_t)formals->count))->symbol),
             true, true);
    else
        for (uint32_t inner = 0; inner < callee->interface; inner++)
            bind(m, value, inner, true, false);
}

/* What is outside knows what is shared; or what is shared is what is outside makes it. */
static void meet_outside(maker *m, const xb_node *node, bool after)
{
    begin(m, node);
    if (after) {
        add_source(m, 0);
        add_shared(m, add_shared_target);
    } else {
        add_shared(m, add_source);
        add_source(m, 0);
        add_target(m, 0, false);
    }
    end(m);
}

static void make_call(maker *m, const xb_node *node, const xb_routine_flows *callee)
{
    calling c = {m, node, callee};
    begin(m, node)->callee = callee;
    xb_call_passes(m->program, node, pass, &c);
    for (uint32_t inner = 0; inner < callee->interface; inner++) {
        const xb_symbol *symbol = callee->values.items[inner];
        if (!symbol)
            bind(m, 0, inner, callee->is_open, true);
        else if (inner >= callee->arguments)
            bind(m, number(m, symbol), inner, true, true);
    }
    if (node->kind == XB_KIND_FUNCTION_CALL)
        bind_result(m, callee, (const xb_function_call *)node);
    end(m);
}

static void make_unknown_call(maker *m, const xb_node *node)
{
    calling c = {m, node, NULL};
    const bool is_open =
        node->kind != XB_KIND_SUBROUTINE_CALL || !xb_jacobian_of_call(m->analyses, (const xb_call *)node);
    begin(m, node);
    xb_call_passes(m->program, node, pass, &c);
    if (is_open) {
        add_both(m, 0);
        add_shared(m, add_both);
    }
    if (node->kind == XB_KIND_FUNCTION_CALL)
        add_target(m, add_result(m, node), true);
    end(m);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_routine *routine = callee_of(m, node);
    (void)walk;
    if (!routine) {
        make_unknown_call(m, node);
        return XB_VISIT_CONTINUE;
    }
    const xb_routine_flows *callee = &m->result->routines[xb_calls_vertex(m->result->calls, routine)];
    if (callee->is_open)
        meet_outside(m, node, false);
    make_call(m, node, callee);
    if (callee->is_open)
        meet_outside(m, node, true);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_list *arguments = &((const xb_inlinable_call *)node)->arguments;
    (void)walk;
    begin(m, node);
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        if (argument->reference)
            add_both(m, number(m, argument->reference->symbol));
    }
    end(m);
    return XB_VISIT_CONTINUE;
}

/* ---- other statements ---------------------------------------------------------------------------------- */

static xb_visit enter_propagator(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_list *entries = &((const xb_propagator *)node)->entries;
    (void)walk;
    for (size_t i = 0; i < entries->count; i++) {
        const xb_propagation *entry = entries->items[i];
        const xb_term *terms = entry->terms.items;
        begin(m, node);
        if (entry->source)
            add_source(m, number(m, entry->source->symbol));
        for (size_t k = 0; k < entry->terms.count; k++)
            add_source(m, number(m, terms[k].source->symbol));
        add_target(m, number(m, entry->target->symbol), false);
        end(m);
    }
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_marker(xb_walk *walk, xb_node *node, void *context)
{
    maker *m = context;
    const xb_marker *marker = (const xb_marker *)node;
    (void)walk;
    if (!marker->is_known && xb_marker_is_harmless(marker))
        return XB_VISIT_CONTINUE;
    begin(m, node);
    for (size_t i = 0; marker->is_known && !marker->is_constant && i < marker->reads.count; i++)
        add_source(m, number(m, ((const xb_reference *)marker->reads.items[i])->symbol));
    for (size_t i = 0; marker->is_known && i < marker->writes.count; i++)
        add_target(m, number(m, ((const xb_reference *)marker->writes.items[i])->symbol), false);
    for (uint32_t v = 0; !marker->is_known && v < m->at->values.count; v++)
        add_both(m, v);
    end(m);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_variable(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    number(context, ((const xb_reference *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

/* Its own variables that only what it calls knows. */
static void number_known_to_callees(maker *m, uint32_t r)
{
    const xb_graph *graph = &m->result->calls->graph;
    for (uint32_t e = xb_graph_first_out(graph, r); e != XB_GRAPH_NONE; e = xb_graph_next_out(graph, e)) {
        const xb_list *theirs = &m->listed[xb_graph_target(graph, e)];
        for (size_t i = 0; i < theirs->count; i++)
            number(m, theirs->items[i]);
    }
}

/* All variables have numbers before anything is joined with all of them. */
static void number_variables(maker *m, uint32_t r)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = see_variable},
                                       .view = XB_VIEW_READ};
    const xb_flow_graph *flow = &m->at->routine->flow;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++)
        xb_traverse(m->program, m->scratch, flow->vertices.items[v], &visitor, m);
    number_known_to_callees(m, r);
}

static void make_flows_of(maker *m, const xb_step_part *part)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = enter_call,
                                                 [XB_KIND_FUNCTION_CALL] = enter_call,
                                                 [XB_KIND_INLINABLE_CALL] = enter_inlinable_call,
                                                 [XB_KIND_DERIVATIVE_PROPAGATOR] = enter_propagator,
                                                 [XB_KIND_MARKER] = enter_marker},
                                       .leave = {[XB_KIND_ASSIGNMENT] = leave_assignment,
                                                 [XB_KIND_INITIALIZATION] = leave_assignment,
                                                 [XB_KIND_UPDATE] = leave_assignment},
                                       .view = XB_VIEW_READ};
    m->perhaps = part->perhaps;
    if (part->node != &m->at->routine->node)
        xb_traverse(m->program, m->scratch, (xb_node *)part->node, &visitor, m);
}

static void make_flows(maker *m, uint32_t r)
{
    xb_routine_flows *flows = m->at = &m->result->routines[r];
    number_variables(m, r);
    flows->steps = xb_steps_of(m->arena, flows->routine, XB_VIEW_READ, NULL);
    const uint32_t count = flows->steps.graph.vertex_count;
    flows->first = xb_arena_array(m->arena, (size_t)count + 1, sizeof *flows->first);
    for (uint32_t step = 0; step < count; step++) {
        flows->first[step] = flows->flows.count;
        for (uint32_t i = flows->steps.first[step]; i < flows->steps.first[step + 1]; i++)
            make_flows_of(m, &flows->steps.parts[i]);
    }
    flows->first[count] = flows->flows.count;
}

/* ---- storage ------------------------------------------------------------------------------------------- */

/* Whether a variable is a routine's own, which nobody can pass to the routine. */
static bool is_own(const xb_flows *flows, const xb_symbol *symbol)
{
    const xb_routine *routine = xb_procedure_of(symbol);
    return routine && !xb_is_from_outside(routine, symbol) && !xb_storage_is_formal(flows->storage, symbol) &&
           symbol->kind == XB_SYMBOL_VARIABLE && !symbol->pointer;
}

bool xb_flows_may_share(const xb_flows *flows, const xb_symbol *a, const xb_symbol *b)
{
    const bool formals = xb_storage_is_formal(flows->storage, a) || xb_storage_is_formal(flows->storage, b);
    if (formals && a->scope == b->scope && (is_own(flows, a) || is_own(flows, b)))
        return false;
    const occurrences *p = xb_node_map_get(&flows->occurrences, &a->node),
                      *q = xb_node_map_get(&flows->occurrences, &b->node);
    const xb_alias_map *aliases = &xb_analyses_program(flows->analyses)->aliases;
    if (xb_overlap_of_variables(flows->storage, a, b) == XB_OVERLAP_NEVER)
        return false;
    if (!p || !q || p->too_many || q->too_many || p->references.count + q->references.count == 0)
        return true;
    for (size_t i = 0; i < p->references.count; i++)
        for (size_t k = 0; k < q->references.count; k++)
            if (xb_alias_overlap(aliases, p->references.items[i], q->references.items[k]) != XB_OVERLAP_NEVER)
                return true;
    return false;
}

static bool is_covered_in_block(const xb_symbol *symbol, const xb_symbol *by)
{
    const uint64_t bytes = xb_symbol_storage(symbol), room = xb_symbol_storage(by);
    if (!symbol->declaration || !by->declaration || symbol->declaration->block_kind == XB_BLOCK_NONE ||
        by->declaration->block_kind == XB_BLOCK_NONE || !xb_are_of_one_block(symbol, by))
        return false;
    const uint64_t from = symbol->declaration->offset, to = by->declaration->offset;
    return bytes > 0 && room > 0 && from >= to && from + bytes <= to + room;
}

/* The only place that alias sets know of a scalar; NULL: there is none, or several. */
static const xb_alias_range *only_place(const xb_flows *flows, const xb_symbol *symbol)
{
    const occurrences *o = xb_node_map_get(&flows->occurrences, &symbol->node);
    if (symbol->rank != 0 || !o || o->too_many || o->references.count != 1)
        return NULL;
    const xb_alias_set *set = xb_alias_map_find(&xb_analyses_program(flows->analyses)->aliases,
                                                ((const xb_reference *)o->references.items[0])->alias);
    return set && set->merged_count == 1 && !set->merged[0].partial ? &set->merged[0] : NULL;
}

/* Places of several routines may be counted from where each of them begins. */
static bool is_covered_by_place(const xb_flows *flows, const xb_symbol *symbol, const xb_symbol *by)
{
    const xb_alias_range *inner = only_place(flows, symbol), *outer = only_place(flows, by);
    return inner && outer && xb_procedure_of(symbol) == xb_procedure_of(by) && inner->from >= outer->from &&
           inner->to <= outer->to;
}

static bool has_one_place(const xb_flows *flows, const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !symbol->pointer &&
           !xb_storage_is_allocatable(flows->storage, symbol) &&
           !xb_storage_is_formal(flows->storage, symbol);
}

/* Whether a variable lies within another one. */
static bool is_covered(const xb_flows *flows, const xb_symbol *symbol, const xb_symbol *by)
{
    return has_one_place(flows, symbol) && has_one_place(flows, by) &&
           (is_covered_in_block(symbol, by) || is_covered_by_place(flows, symbol, by));
}

static void enter_in(const maker *m, uint64_t **sets, uint32_t a, uint32_t b)
{
    if (!sets[a])
        sets[a] = xb_bits_create(m->arena, m->at->values.count);
    xb_bits_add(sets[a], b);
}

static void let_share(maker *m, uint32_t a, uint32_t b)
{
    enter_in(m, m->at->sharing, a, b);
    if (is_covered(m->result, m->at->values.items[b], m->at->values.items[a]))
        enter_in(m, m->at->covered, a, b);
}

/* Of many of one class each may share storage with each: they have one set. */
static void let_all_share(maker *m, const xb_list *class)
{
    uint64_t *all = xb_bits_create(m->arena, m->at->values.count);
    for (size_t i = 0; i < class->count; i++)
        xb_bits_add(all, xb_flows_value(m->at, class->items[i]));
    for (size_t i = 0; i < class->count; i++)
        m->at->sharing[xb_flows_value(m->at, class->items[i])] = all;
}

static void compare_all(maker *m, const xb_list *class)
{
    for (size_t i = 0; i < class->count; i++)
        for (size_t k = 0; k < i; k++) {
            const uint32_t a = xb_flows_value(m->at, class->items[i]),
                           b = xb_flows_value(m->at, class->items[k]);
            if (!xb_flows_may_share(m->result, class->items[i], class->items[k]))
                continue;
            let_share(m, a, b);
            let_share(m, b, a);
        }
}

/* What may be anywhere is of each class. */
static void find_sharing(maker *m)
{
    const xb_list *values = &m->at->values;
    xb_map by_class = {.count = 0};
    xb_list classes = {.count = 0};
    bool anywhere = false;
    m->at->sharing = xb_arena_array(m->arena, values->count, sizeof(uint64_t *));
    m->at->covered = xb_arena_array(m->arena, values->count, sizeof(uint64_t *));
    for (uint32_t v = 1; v < values->count; v++)
        anywhere = anywhere || (values->items[v] &&
                                xb_storage_class(m->storage, values->items[v]) == XB_STORAGE_ANYWHERE);
    for (uint32_t v = 1; v < values->count; v++) {
        if (!values->items[v])
            continue;
        const uint32_t key = anywhere ? 0 : xb_storage_class(m->storage, values->items[v]);
        xb_list *class = xb_map_get(&by_class, key, 0);
        if (!class) {
            class = xb_arena_alloc(m->scratch, sizeof *class);
            xb_map_put(m->scratch, &by_class, key, 0, class);
            xb_list_append(m->scratch, &classes, class);
        }
        xb_list_append(m->scratch, class, values->items[v]);
    }
    for (size_t i = 0; i < classes.count; i++)
        (((const xb_list *)classes.items[i])->count > MOST_COMPARED ? let_all_share
                                                                    : compare_all)(m, classes.items[i]);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

xb_flows *xb_flows_of(xb_analyses *analyses, xb_arena *arena)
{
    const xb_footprints *footprints = xb_footprints_of(analyses);
    const uint32_t count = footprints->calls->graph.vertex_count;
    xb_flows *flows = xb_arena_alloc(arena, sizeof *flows);
    *flows = (xb_flows){.analyses = analyses,
                        .storage = footprints->storage,
                        .calls = footprints->calls,
                        .order = footprints->order,
                        .routines = xb_arena_array(arena, count, sizeof *flows->routines)};
    maker m = {.result = flows,
               .analyses = analyses,
               .program = xb_analyses_program(analyses),
               .arena = arena,
               .scratch = xb_analyses_scratch(analyses),
               .footprints = footprints,
               .storage = footprints->storage};
    m.outside = xb_arena_array(m.scratch, count, sizeof *m.outside);
    m.listed = xb_arena_array(m.scratch, count, sizeof *m.listed);
    for (uint32_t r = 0; r < count; r++) {
        const xb_footprint *footprint = &footprints->entries[r].footprint;
        flows->routines[r].routine = footprints->entries[r].routine;
        flows->routines[r].is_open = footprint->reads_unknown || footprint->modifies_unknown;
    }
    find_outside(&m);
    for (uint32_t r = 0; r < count; r++)
        number_interface(&m, r);
    for (uint32_t r = 0; r < count; r++) {
        make_flows(&m, r);
        find_sharing(&m);
    }
    return flows;
}
