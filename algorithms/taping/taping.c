/*
 * One pass forward over a block: statements that compute values are kept, and noted as changes; items are
 * taken out, and what they need is noted (needs.c). When the last item of each need is known, pushes are made
 * there. Arrays without known extents are replaced by their stand-ins in items.
 */
#include "algorithms/taping/taping.h"

#include <string.h>

#include "algorithms/support/stems.h"
#include "algorithms/taping/block.h"
#include "algorithms/taping/declared.h"
#include "algorithms/taping/given.h"
#include "algorithms/taping/stand_ins.h"
#include "analysis/accesses.h"
#include "analysis/allocation.h"
#include "analysis/reallocation.h"
#include "analysis/unallocated.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/provenance.h"
#include "ir/version.h"

/* ---- stand-ins ----------------------------------------------------------------------------------------- */

/* What replaces a statement: the statement, or an item with a place for its pushes. */
typedef struct slot {
    xb_statement *kept;
    xb_list before, after;
    uint32_t item; /* XB_GRAPH_NONE: none */
} slot;

/* Notes extents once a block. */
static void note(xb_block_taping *b, const xb_stand_in *in, xb_list *statements)
{
    if (xb_node_numbers_get(&b->noted, &in->array->node) == 1)
        return;
    xb_node_numbers_put(b->scratch, &b->noted, &in->array->node, 1);
    xb_stand_in_note(b->t, in, statements);
}

static void replace(xb_block_taping *b, const xb_reference *reference, slot *s)
{
    const xb_stand_in *in = reference ? xb_stand_in_for(b->t, reference->symbol) : NULL;
    if (!in)
        return;
    note(b, in, &s->before);
    xb_stand_in_refer(b->t, in, (xb_reference *)reference);
}

static void replace_in_propagator(xb_block_taping *b, const xb_propagator *propagator, slot *s)
{
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        replace(b, entry->target, s);
        replace(b, entry->source, s);
        for (size_t k = 0; k < entry->terms.count; k++)
            replace(b, ((const xb_term *)entry->terms.items + k)->source, s);
    }
}

static void replace_in_assignment(xb_block_taping *b, const xb_assignment *assignment, slot *s)
{
    const xb_expression *value = assignment->value;
    replace(b, assignment->target, s);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && ((const xb_reference *)vertex)->deriv)
            replace(b, (const xb_reference *)vertex, s);
    }
}

/* Whether an array that is passed may not be allocated after the call. A structure is passed with all that it
 * has, and may never have. */
static bool may_be_missing(const xb_block_taping *b, const xb_call *call, const xb_argument *argument)
{
    const xb_routine *callee = xb_callee(b->t->callees, call);
    const xb_formal *formal = callee ? xb_routine_formal(callee, argument->position) : NULL;
    xb_analyses *analyses = xb_run_analyses(b->t->run);
    const xb_declaration *facts = argument->reference->symbol->declaration;
    return formal && argument->reference->subscripts.count == 0 &&
           ((facts && facts->path && facts->allocatable) || xb_may_stay_unallocated(analyses, call, formal) ||
            xb_is_deallocated(analyses, formal->symbol));
}

/* Whether a routine within this one is called. */
static bool calls_within(const xb_block_taping *b, const xb_call *call)
{
    const xb_routine *callee = xb_callee(b->t->callees, call);
    const xb_scope *scope = b->t->version->scope;
    return callee && callee->scope != scope && xb_scope_is_within(callee->scope, scope);
}

/* Returns the call, which stays in its block, or a copy of it. */
static xb_statement *replace_in_call(xb_block_taping *b, xb_call *call, slot *s)
{
    xb_call *copy = NULL;
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_reference *reference = argument->reference;
        const xb_stand_in *in = reference ? xb_stand_in_for(b->t, reference->symbol) : NULL;
        if (!in)
            continue;
        copy = copy ? copy : xb_copy_call(b->t->program, call);
        if (reference->subscripts.count > 0)
            note(b, in, &s->before);
        else if (may_be_missing(b, call, argument))
            xb_stand_in_note_if_allocated(b->t, in, &s->after);
        else
            note(b, in, &s->after);
        xb_stand_in_refer(b->t, in, ((xb_argument *)copy->arguments.items[i])->reference);
    }
    if (calls_within(b, call))
        xb_stand_ins_note_shared(b->t, &s->after);
    return copy ? &copy->statement : &call->statement;
}

/* ---- items --------------------------------------------------------------------------------------------- */

static void add_item(xb_block_taping *b, void *statement)
{
    xb_linear_item *item = xb_vector_push(b->t->program->arena, b->items, sizeof *item);
    item->statement = statement;
}

static void take_propagator(xb_block_taping *b, xb_propagator *propagator)
{
    xb_need_factors(b, propagator);
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        xb_need_subscripts(b, entry->target);
        if (entry->source)
            xb_need_subscripts(b, entry->source);
        for (size_t k = 0; k < entry->terms.count; k++) {
            const xb_term *term = (const xb_term *)entry->terms.items + k;
            xb_need_subscripts(b, term->source);
        }
    }
}

/* Operands that are no derivatives are needed as a whole. */
static void take_derivative_assignment(xb_block_taping *b, const xb_assignment *assignment)
{
    const xb_expression *value = assignment->value;
    xb_need_subscripts(b, assignment->target);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        const xb_reference *reference = (const xb_reference *)vertex;
        if (reference->deriv)
            xb_need_subscripts(b, reference);
        else
            xb_need_reference(b, XB_TAPE_FACTOR, reference);
    }
}

/* What callees use of their arguments, and do not push. */
static void need_given(xb_block_taping *b, const xb_call *call)
{
    const xb_routine *callee = xb_callee(b->t->callees, call);
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_formal *formal = xb_routine_formal(callee, argument->position);
        if (formal && argument->reference && xb_given_is_used(b->t->callees->given, formal->symbol))
            xb_need_given(b, argument->reference);
    }
}

static void take_call(xb_block_taping *b, const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference)
            xb_need_subscripts(b, argument->reference);
    }
    xb_need_declared(b, call);
    need_given(b, call);
}

static bool computes_value(const xb_reference *target)
{
    xb_type type = target->symbol->type;
    return target->symbol->temporary
               ? xb_reference_is_whole(target) && target->symbol->bounds_count == (size_t)target->symbol->rank
               : xb_reference_rank(target) == 0 && type != XB_TYPE_STRING && xb_tape_holds(type);
}

/* Notes what a temporary that is a number is a copy of. */
static void note_copy(xb_block_taping *b, const xb_assignment *assignment)
{
    const xb_reference *target = assignment->target,
                       *original = (const xb_reference *)xb_expression_root(assignment->value);
    if (!target->symbol->temporary || original->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE ||
        original->symbol->temporary || original->deriv || xb_reference_rank(original) != 0 ||
        original->symbol->type != target->symbol->type ||
        original->symbol->fe_type != target->symbol->fe_type)
        return;
    xb_copied_value *copied = xb_arena_alloc(b->scratch, sizeof *copied);
    *copied = (xb_copied_value){assignment->value, xb_stamp_of_reference(&b->stamps, original)};
    xb_node_map_put(b->scratch, &b->copies, &target->symbol->node, copied);
}

static void note_computed(xb_block_taping *b, const xb_statement *statement)
{
    const xb_assignment *assignment = (const xb_assignment *)statement;
    if (statement->node.kind != XB_KIND_ASSIGNMENT || !computes_value(assignment->target))
        return;
    note_copy(b, assignment);
    xb_computed_value *computed = xb_vector_push(b->scratch, &b->computed, sizeof *computed);
    *computed = (xb_computed_value){assignment, b->stamps.time};
}

/* What an argument that says the shape of a temporary tells of it: the extent in a dimension from 1.
 * @param perhaps it may not be allocated: then 0 */
static xb_tape_entry *extent_by(xb_block_taping *b, const xb_reference *argument, int dimension, bool perhaps,
                                xb_list *statements)
{
    if (argument->symbol->temporary && xb_reference_rank(argument) == 0)
        return xb_tape_entry_of_symbol(&b->t->tape, XB_TAPE_EXTENT, argument->symbol);
    xb_tape_entry *extent = xb_tape_entry_of_extent(&b->t->tape, argument, dimension);
    if (perhaps) {
        xb_program *program = b->t->program;
        xb_list_append(program->arena, statements,
                       xb_build_assignment(program, "_no_extent", xb_copy_reference(program, extent->value),
                                           xb_build_leaf(program, xb_build_integer(program, 0))));
        xb_node_map_put(program->arena, &b->t->notes, &extent->evaluation->node, argument->symbol);
    }
    xb_list_append(b->t->program->arena, statements, extent->evaluation);
    extent->evaluation = NULL;
    return extent;
}

static const xb_argument *argument_at(const xb_inlinable_call *call, size_t i)
{
    return call->arguments.items[i];
}

/* The extents of a temporary are evaluated where it is allocated: they are those of a model, or numbers. */
static void note_allocation(xb_block_taping *b, const xb_inlinable_call *call, xb_list *statements)
{
    xb_symbol *symbol = xb_allocated_by(&call->statement);
    if (!symbol || !symbol->temporary)
        return;
    bool perhaps = strcmp(call->statement.id->text, XB_ID_ALLOCATION_PERHAPS) == 0;
    bool by_model = xb_runtime_is(call->name->text, XB_RUNTIME_ALLOCATE_MATCHING);
    xb_allocated *noted = xb_arena_alloc(b->scratch, sizeof *noted);
    xb_tape_allocation *allocation = &noted->allocation;
    allocation->symbol = symbol;
    noted->last = XB_GRAPH_NONE;
    for (int d = 1; d <= symbol->rank; d++)
        xb_list_append(
            b->t->program->arena, &allocation->extents,
            extent_by(b, argument_at(call, by_model ? 1 : (size_t)d)->reference, d, perhaps, statements));
    xb_node_map_put(b->scratch, &b->allocated, &symbol->node, noted);
    xb_list_append(b->scratch, &b->allocated_listed, noted);
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static void keep_statement(xb_block_taping *b, xb_statement *statement, slot *s)
{
    if (statement->node.kind == XB_KIND_INLINABLE_CALL)
        note_allocation(b, (const xb_inlinable_call *)statement, &s->before);
    if (statement->node.kind == XB_KIND_MARKER && xb_marker_is_unknown((const xb_marker *)statement))
        b->noted = (xb_node_numbers){0};
    note_computed(b, statement);
    xb_stamps_note(&b->stamps, statement);
}

bool xb_memory_is_undone(xb_run *run, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return xb_run_gives(run, XB_PROPERTY_NAMED) && xb_symbol_is_active(symbol) && !symbol->temporary &&
           !symbol->pointer && symbol->rank > 0 && facts && facts->allocatable;
}

bool xb_is_linear_item(const xb_block_taping *b, const xb_statement *statement)
{
    xb_kind kind = statement->node.kind;
    if (kind == XB_KIND_SUBROUTINE_CALL)
        return xb_is_reversed(b->t->callees, (const xb_call *)statement);
    return kind == XB_KIND_DERIVATIVE_PROPAGATOR ||
           (kind == XB_KIND_ASSIGNMENT && ((const xb_assignment *)statement)->target->deriv);
}

static xb_statement *with_stand_ins(xb_block_taping *b, xb_statement *statement, slot *s)
{
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR:
        replace_in_propagator(b, (const xb_propagator *)statement, s);
        return statement;
    case XB_STATEMENT_ASSIGNMENT:
        replace_in_assignment(b, (const xb_assignment *)statement, s);
        return statement;
    case XB_STATEMENT_SUBROUTINE_CALL: return replace_in_call(b, (xb_call *)statement, s);
    case XB_STATEMENT_INLINABLE_CALL:
    case XB_STATEMENT_MARKER: break;
    }
    xb_unexpected_kind(b->t->program, &statement->node);
}

static xb_linear_item *item_at(const xb_block_taping *b, uint32_t i)
{
    return (xb_linear_item *)b->items->items + i;
}

/* What is deallocated is there again on the way back, in the shape that it had. */
static void take_memory(xb_block_taping *b, xb_statement *statement, xb_symbol *array, slot *s)
{
    xb_arena *arena = b->t->program->arena;
    const xb_reference *whole = xb_build_reference(b->t->program, array);
    const bool goes = !xb_allocated_by(statement);
    add_item(b, statement);
    s->item = b->items->count - 1;
    xb_linear_item *item = item_at(b, s->item);
    item->memory = array;
    for (int d = 1; goes && d <= array->rank; d++)
        xb_list_append(arena, &item->segment.entries, xb_tape_entry_of_extent(&b->t->tape, whole, d));
    for (int d = 1; goes && d <= array->rank; d++)
        xb_list_append(arena, &item->segment.entries, xb_tape_entry_of_lower_bound(&b->t->tape, whole, d));
}

/* A call that allocates an array which has a stand-in, or deallocates it, pushes what was noted before: after
 * a deallocation, an assignment may allocate the array. */
static void take_allocation(xb_block_taping *b, xb_statement *statement, slot *s)
{
    xb_symbol *allocated = xb_allocated_by(statement),
              *array = allocated ? allocated : xb_deallocated_by(statement);
    const xb_stand_in *in = array && !array->temporary ? xb_stand_in_for(b->t, array) : NULL;
    if (!in && array && xb_memory_is_undone(b->t->run, array))
        take_memory(b, statement, array, s);
    if (!in)
        return;
    add_item(b, statement);
    s->item = b->items->count - 1;
    xb_linear_item *item = item_at(b, s->item);
    item->allocated = in;
    item->segment = xb_stand_in_former(b->t, in);
    xb_node_numbers_put(b->scratch, &b->noted, &array->node, 0);
}

/* A callee that deallocates an array gives the derivative of the stand-in the former shape on the way back;
 * its value gets it here. What was noted of lower bounds before the call is pushed for the statements before
 * it. */
static void note_former(xb_block_taping *b, const xb_call *call)
{
    const xb_routine *callee = xb_callee(b->t->callees, call);
    xb_linear_item *item = item_at(b, b->items->count - 1);
    for (size_t i = 0; callee && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        const xb_formal *formal = xb_routine_formal(callee, argument->position);
        const xb_stand_in *in =
            argument->reference ? xb_stand_in_for(b->t, argument->reference->symbol) : NULL;
        if (!in || !formal || !xb_is_deallocated(xb_run_analyses(b->t->run), formal->symbol))
            continue;
        xb_reshaped *reshaped = xb_arena_alloc(b->t->program->arena, sizeof *reshaped);
        *reshaped = (xb_reshaped){in, xb_stand_in_former(b->t, in)};
        xb_list_append_all(b->t->program->arena, &item->segment.entries, &reshaped->former.entries);
        xb_list_append(b->t->program->arena, &item->reshaped, reshaped);
    }
}

static void take_item(xb_block_taping *b, xb_statement *statement, slot *s)
{
    const xb_statement *as_it_was = statement;
    statement = with_stand_ins(b, statement, s);
    add_item(b, statement);
    if (as_it_was->node.kind == XB_KIND_SUBROUTINE_CALL)
        note_former(b, (const xb_call *)as_it_was);
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR: take_propagator(b, (xb_propagator *)statement); break;
    case XB_STATEMENT_ASSIGNMENT: take_derivative_assignment(b, (const xb_assignment *)statement); break;
    case XB_STATEMENT_SUBROUTINE_CALL:
        take_call(b, (const xb_call *)statement);
        xb_stamps_note(&b->stamps, statement);
        break;
    case XB_STATEMENT_INLINABLE_CALL:
    case XB_STATEMENT_MARKER: xb_unexpected_kind(b->t->program, &statement->node);
    }
    b->computed.count = 0;
}

static void take_statement(xb_block_taping *b, xb_statement *statement, slot *s)
{
    *s = (slot){.kept = statement, .item = XB_GRAPH_NONE};
    if (!xb_is_linear_item(b, statement)) {
        take_allocation(b, statement, s);
        keep_statement(b, statement, s);
        return;
    }
    take_item(b, statement, s);
    s->item = b->items->count - 1;
    if (statement->node.kind != XB_KIND_SUBROUTINE_CALL)
        s->kept = NULL;
}

static void place_entries(xb_block_taping *b)
{
    xb_program *program = b->t->program;
    for (size_t i = 0; i < b->needs_listed.count; i++) {
        xb_tape_need *need = b->needs_listed.items[i];
        if (need->later)
            continue;
        xb_linear_item *item = item_at(b, need->last);
        xb_provenance_of(program, item->statement);
        bool may_change =
            item->statement->node.kind == XB_KIND_SUBROUTINE_CALL && need->passed != need->last + 1;
        need->entry = xb_tape_entry_create(&b->t->tape, need->use, need->value, need->shape, may_change);
        xb_list_append(program->arena, &item->segment.entries, need->entry);
    }
    for (size_t i = 0; i < b->allocated_listed.count; i++) {
        xb_allocated *noted = b->allocated_listed.items[i];
        if (noted->last == XB_GRAPH_NONE)
            continue;
        xb_linear_item *item = item_at(b, noted->last);
        xb_tape_allocation *allocation = xb_arena_alloc(program->arena, sizeof *allocation);
        *allocation = noted->allocation;
        xb_list_append_all(program->arena, &item->segment.entries, &allocation->extents);
        xb_list_append(program->arena, &item->allocations, allocation);
    }
}

static void keep_segments(const xb_block_taping *b)
{
    for (uint32_t i = 0; i < b->items->count; i++)
        item_at(b, i)->segment.kept = b->keeps;
}

static xb_list write_block(xb_block_taping *b, const slot *slots, size_t count)
{
    xb_list statements = {.count = 0};
    xb_arena *arena = b->t->program->arena;
    for (size_t i = 0; i < count; i++) {
        const xb_tape_segment *segment =
            slots[i].item == XB_GRAPH_NONE ? NULL : &item_at(b, slots[i].item)->segment;
        xb_list_append_all(arena, &statements, &slots[i].before);
        if (segment)
            xb_provenance_of(b->t->program, item_at(b, slots[i].item)->statement);
        if (segment)
            xb_tape_evaluate(&b->t->tape, segment, &statements);
        if (slots[i].kept)
            xb_list_append(arena, &statements, slots[i].kept);
        if (segment)
            xb_tape_push(&b->t->tape, segment, &statements);
        xb_list_append_all(arena, &statements, &slots[i].after);
    }
    return statements;
}

/* Whether a block is run once, and its adjoint follows in the same routine. */
static bool keeps_values(const xb_taping *t, uint32_t vertex)
{
    const xb_constructs *constructs = t->homes->constructs;
    return t->settings->combined && constructs && constructs->reached[vertex] &&
           xb_constructs_loop_around(constructs, &t->version->flow, vertex) == XB_GRAPH_NONE;
}

/* A block, and what replaces its statements. */
typedef struct slotted_block {
    xb_block_taping taping;
    slot *slots;
} slotted_block;

static slotted_block *take_block(xb_taping *t, uint32_t vertex)
{
    xb_arena *scratch = xb_run_scratch(t->run);
    const xb_flow_vertex *block = t->version->flow.vertices.items[vertex];
    slotted_block *taken = xb_arena_alloc(scratch, sizeof *taken);
    xb_block_taping *b = &taken->taping;
    *b = (xb_block_taping){.t = t, .scratch = scratch, .items = &t->blocks[vertex].items};
    b->keeps = keeps_values(t, vertex);
    b->stamps = xb_stamps_start(t->run, scratch);
    b->locations = t->homes->locations;
    taken->slots = xb_arena_array(scratch, block->statements.count, sizeof *taken->slots);
    xb_sharers_count(b, &block->statements);
    for (size_t i = 0; i < block->statements.count; i++) {
        b->place = (xb_flow_point){vertex, i};
        take_statement(b, block->statements.items[i], &taken->slots[i]);
    }
    return taken;
}

static void complete_block(xb_taping *t, uint32_t vertex, slotted_block *taken)
{
    xb_flow_vertex *block = t->version->flow.vertices.items[vertex];
    place_entries(&taken->taping);
    keep_segments(&taken->taping);
    block->statements = write_block(&taken->taping, taken->slots, block->statements.count);
}

static void tape_blocks(xb_taping *t, uint32_t count)
{
    xb_arena *scratch = xb_run_scratch(t->run);
    slotted_block **taken = xb_arena_array(scratch, count, sizeof *taken);
    xb_block_taping **blocks = xb_arena_array(scratch, count, sizeof *blocks);
    for (uint32_t v = 0; v < count; v++)
        if (((const xb_node *)t->version->flow.vertices.items[v])->kind == XB_KIND_BASIC_BLOCK) {
            taken[v] = take_block(t, v);
            blocks[v] = &taken[v]->taping;
        }
    if (!t->settings->everything)
        xb_needs_share(t, blocks);
    for (uint32_t v = 0; v < count; v++)
        if (taken[v])
            complete_block(t, v, taken[v]);
}

/* ---- temporaries that keep their values ---------------------------------------------------------------- */

static xb_visit note_assignment(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *target = ((const xb_assignment *)node)->target;
    xb_taping *t = context;
    const xb_symbol *symbol = target->symbol;
    (void)walk;
    if (symbol->temporary && !target->deriv &&
        !xb_node_set_add(xb_run_scratch(t->run), &t->computed, &symbol->node))
        xb_node_set_add(xb_run_scratch(t->run), &t->varying, &symbol->node);
    return XB_VISIT_CONTINUE;
}

/* What is passed may be set. */
static xb_visit note_argument(xb_walk *walk, xb_node *node, void *context)
{
    const xb_argument *argument = (const xb_argument *)node;
    xb_taping *t = context;
    (void)walk;
    if (argument->reference && argument->reference->symbol->temporary)
        xb_node_set_add(xb_run_scratch(t->run), &t->varying, &argument->reference->symbol->node);
    return XB_VISIT_CONTINUE;
}

static void find_computed_once(xb_taping *t)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = note_assignment,
                                                 [XB_KIND_INITIALIZATION] = note_assignment,
                                                 [XB_KIND_UPDATE] = note_assignment,
                                                 [XB_KIND_ARGUMENT] = note_argument}};
    if (t->settings->combined)
        xb_traverse(t->program, xb_run_scratch(t->run), &t->version->node, &visitor, t);
}

static void know_given(xb_taping *t)
{
    const xb_routine *original = t->version->version->original;
    for (size_t i = 0; i < original->formals.count; i++) {
        xb_symbol *symbol = ((const xb_formal *)original->formals.items[i])->symbol;
        if (xb_is_given(t->callees->given, symbol))
            xb_home_tell(t->homes, symbol, xb_home_known(symbol));
    }
}

xb_taping *xb_tape_routine(xb_run *run, xb_routine *version, const xb_callees *callees,
                           const xb_tape_settings *settings)
{
    xb_program *program = xb_run_program(run);
    uint32_t count = version->flow.graph.vertex_count;
    xb_taping *t = xb_arena_alloc(xb_run_scratch(run), sizeof *t);
    *t = (xb_taping){
        .run = run, .program = program, .version = version, .callees = callees, .settings = settings};
    xb_provenance before = xb_provenance_enter(program, "taping");
    t->tape = (xb_tape){.program = program,
                        .scope = version->scope,
                        .named = xb_run_gives(run, XB_PROPERTY_NAMED),
                        .kept = &t->kept};
    t->homes = xb_homes_find(run, &t->tape, version, callees, settings);
    xb_declared_know(t);
    know_given(t);
    find_computed_once(t);
    xb_stand_ins_find_shared(t);
    t->uses = xb_sequence_uses_of(xb_run_scratch(run), &version->flow);
    t->blocks = xb_arena_array(xb_run_scratch(run), count, sizeof *t->blocks);
    tape_blocks(t, count);
    xb_provenance_restore(program, before);
    return t;
}
