/*
 * One pass forward over a block: statements that compute values are kept, and noted as changes; items are
 * taken out, and each value that they need becomes a need, unless there is one for an expression of the same
 * structure whose variables have not changed since. The pass notes the last item of each need; then pushes
 * are made there.
 *
 * A subscript with one variable in it needs the variable, which others are likely to need, too; one with
 * several needs its own value.
 */
#include "algorithms/taping/taping.h"

#include <string.h>

#include "algorithms/taping/stamps.h"
#include "analysis/locations.h"
#include "ir/build.h"

struct xb_tape_need {
    xb_tape_use use;
    const xb_expression *value;
    xb_shape shape;
    uint32_t last;        /* the last item that needs it */
    xb_tape_entry *entry; /* NULL until it is known where it is pushed */
    xb_symbol *home;      /* what has the value without a push at an item, or NULL */
};

/* A temporary that has been allocated in a block. */
typedef struct allocated {
    xb_tape_allocation allocation;
    uint32_t last; /* the last item that refers to it; XB_GRAPH_NONE: none so far */
} allocated;

/* A block under way. */
typedef struct block_taping {
    xb_taping *t;
    xb_arena *scratch;
    xb_flow_point place; /* of the statement at hand */
    xb_stamps stamps;
    xb_location_table *locations;
    xb_map needs;         /* by number of the expression and time */
    xb_list needs_listed; /* xb_tape_need in order */
    xb_map allocated;     /* by node index of the symbol */
    xb_list allocated_listed;
    xb_vector *items;
} block_taping;

/* ---- needs --------------------------------------------------------------------------------------------- */

static uint32_t current_item(const block_taping *b)
{
    return b->items->count - 1;
}

static xb_tape_need *need(block_taping *b, xb_tape_use use, uint32_t number, uint64_t time,
                          const xb_expression *value)
{
    xb_tape_need *found = xb_map_get(&b->needs, number, time);
    if (!found) {
        found = xb_arena_alloc(b->t->program->arena, sizeof *found);
        found->use = use;
        found->value = value;
        found->shape =
            xb_shapes_of(xb_run_analyses(b->t->run), b->t->program->arena, value, NULL, NULL)[value->root];
        xb_map_put(b->scratch, &b->needs, number, time, found);
        xb_list_append(b->scratch, &b->needs_listed, found);
    }
    found->last = current_item(b);
    return found;
}

static void recall(block_taping *b, const xb_node *node, xb_tape_need *need)
{
    xb_map_put(b->scratch, &b->t->recalled, node->index, 0, need);
}

/* Whether a variable has a home; then it is recalled by it. */
static bool recall_home(block_taping *b, const xb_reference *reference, const xb_node *node, xb_tape_use use)
{
    xb_symbol *home = xb_home_of(b->t->homes, reference, b->place, use);
    if (!home)
        return false;
    xb_tape_need *known = xb_arena_alloc(b->t->program->arena, sizeof *known);
    known->home = home;
    recall(b, node, known);
    return true;
}

static void need_expression(block_taping *b, xb_tape_use use, const xb_expression *value)
{
    recall(b, &value->node,
           need(b, use, xb_location_expression(b->locations, value),
                xb_stamp_of_expression(&b->stamps, value), value));
}

static bool is_scalar_variable(const xb_vertex *vertex)
{
    const xb_reference *reference = (const xb_reference *)vertex;
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE && reference->symbol->rank == 0 &&
           reference->subscripts.count == 0;
}

/* Whether at most one variable of an expression, perhaps several times, has to be pushed here, and nothing
 * else. */
static bool needs_one_variable(block_taping *b, const xb_expression *value)
{
    const xb_symbol *found = NULL;
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (vertex->node.kind == XB_KIND_CONSTANT || vertex->node.kind == XB_KIND_INTRINSIC)
            continue;
        if (!is_scalar_variable(vertex))
            return false;
        if (reference->symbol == found || xb_has_home(b->t->homes, reference, b->place))
            continue;
        if (found)
            return false;
        found = reference->symbol;
    }
    return true;
}

static void need_variables(block_taping *b, const xb_expression *value)
{
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        xb_vertex *vertex = xb_expression_vertex(value, v);
        const xb_reference *reference = (const xb_reference *)vertex;
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE ||
            recall_home(b, reference, &vertex->node, XB_TAPE_INDEX))
            continue;
        xb_expression *leaf = xb_build_leaf(b->t->program, xb_copy_reference(b->t->program, reference));
        recall(b, &vertex->node,
               need(b, XB_TAPE_INDEX, xb_location_of(b->locations, reference)->number,
                    xb_stamp_of(&b->stamps, reference), leaf));
    }
}

static void need_index(block_taping *b, const xb_expression *index)
{
    if (!index)
        return;
    if (needs_one_variable(b, index))
        need_variables(b, index);
    else
        need_expression(b, XB_TAPE_INDEX, index);
}

static void refer_to(block_taping *b, const xb_symbol *symbol)
{
    allocated *found = xb_map_get(&b->allocated, symbol->node.index, 0);
    if (found)
        found->last = current_item(b);
}

static void need_subscripts(block_taping *b, const xb_reference *reference)
{
    refer_to(b, reference->symbol);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        need_index(b, triplet->index);
        need_index(b, triplet->bound);
        need_index(b, triplet->stride);
    }
}

static void need_factor(block_taping *b, const xb_expression *factor)
{
    const xb_vertex *root = xb_expression_root(factor);
    if (root->node.kind == XB_KIND_CONSTANT)
        return;
    if (root->node.kind != XB_KIND_VARIABLE_REFERENCE ||
        !recall_home(b, (const xb_reference *)root, &factor->node, XB_TAPE_FACTOR))
        need_expression(b, XB_TAPE_FACTOR, factor);
}

/* ---- items --------------------------------------------------------------------------------------------- */

static void add_item(block_taping *b, void *statement)
{
    xb_linear_item *item = xb_vector_push(b->t->program->arena, b->items, sizeof *item);
    item->statement = statement;
}

static void take_propagator(block_taping *b, xb_propagator *propagator)
{
    for (size_t i = 0; i < propagator->entries.count; i++) {
        const xb_propagation *entry = propagator->entries.items[i];
        need_subscripts(b, entry->target);
        if (entry->source)
            need_subscripts(b, entry->source);
        for (size_t k = 0; k < entry->terms.count; k++) {
            const xb_term *term = (const xb_term *)entry->terms.items + k;
            need_factor(b, term->factor);
            need_subscripts(b, term->source);
        }
    }
}

/* Operands that are no derivatives are needed as a whole. */
static void take_derivative_assignment(block_taping *b, const xb_assignment *assignment)
{
    const xb_expression *value = assignment->value;
    need_subscripts(b, assignment->target);
    for (uint32_t v = 0; v < value->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(value, v);
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        const xb_reference *reference = (const xb_reference *)vertex;
        if (reference->deriv)
            need_subscripts(b, reference);
        else if (!recall_home(b, reference, &vertex->node, XB_TAPE_FACTOR)) {
            xb_expression *leaf = xb_build_leaf(b->t->program, xb_copy_reference(b->t->program, reference));
            recall(b, &vertex->node,
                   need(b, XB_TAPE_FACTOR, xb_location_expression(b->locations, leaf),
                        xb_stamp_of_expression(&b->stamps, leaf), leaf));
        }
    }
}

static void take_call(block_taping *b, const xb_call *call)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference)
            need_subscripts(b, argument->reference);
    }
}

/* The extents of a temporary are evaluated where it is allocated. */
static void note_allocation(block_taping *b, const xb_inlinable_call *call, xb_list *statements)
{
    xb_program *program = b->t->program;
    const xb_argument *target = call->arguments.items[0], *model = call->arguments.items[1];
    xb_symbol *symbol = target->reference->symbol;
    if (!symbol->temporary || !model->reference)
        return;
    allocated *noted = xb_arena_alloc(b->scratch, sizeof *noted);
    xb_tape_allocation *allocation = &noted->allocation;
    allocation->symbol = symbol;
    noted->last = XB_GRAPH_NONE;
    for (int d = 1; d <= symbol->rank; d++) {
        xb_tape_entry *extent = xb_tape_entry_of_extent(&b->t->tape, model->reference, d);
        xb_list_append(program->arena, statements, extent->evaluation);
        extent->evaluation = NULL;
        xb_list_append(program->arena, &allocation->extents, extent);
    }
    xb_map_put(b->scratch, &b->allocated, symbol->node.index, 0, noted);
    xb_list_append(b->scratch, &b->allocated_listed, noted);
}

static bool is_allocation(const xb_inlinable_call *call)
{
    return call->arguments.count == 2 &&
           strcmp(call->name->text, xb_runtime_facts_of(XB_RUNTIME_ALLOCATE_MATCHING)->name) == 0;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* What replaces a statement: the statement, or an item with a place for its pushes. */
typedef struct slot {
    xb_statement *kept;
    xb_list before;
    uint32_t item; /* XB_GRAPH_NONE: none */
} slot;

static void take_statement(block_taping *b, xb_statement *statement, slot *s)
{
    *s = (slot){.kept = statement, .item = XB_GRAPH_NONE};
    switch (statement->node.kind) {
    case XB_KIND_DERIVATIVE_PROPAGATOR:
        add_item(b, statement);
        take_propagator(b, (xb_propagator *)statement);
        s->kept = NULL;
        break;
    case XB_KIND_SUBROUTINE_CALL:
        add_item(b, statement);
        take_call(b, (const xb_call *)statement);
        break;
    case XB_KIND_ASSIGNMENT:
        if (!((const xb_assignment *)statement)->target->deriv)
            goto value;
        add_item(b, statement);
        take_derivative_assignment(b, (const xb_assignment *)statement);
        s->kept = NULL;
        break;
    case XB_KIND_INLINABLE_CALL:
        if (is_allocation((const xb_inlinable_call *)statement))
            note_allocation(b, (const xb_inlinable_call *)statement, &s->before);
        goto value;
    default:
value:
        xb_stamps_note(&b->stamps, statement);
        return;
    }
    s->item = current_item(b);
    if (s->kept)
        xb_stamps_note(&b->stamps, statement);
}

static xb_linear_item *item_at(const block_taping *b, uint32_t i)
{
    return (xb_linear_item *)b->items->items + i;
}

static void place_entries(block_taping *b)
{
    xb_program *program = b->t->program;
    for (size_t i = 0; i < b->needs_listed.count; i++) {
        xb_tape_need *need = b->needs_listed.items[i];
        xb_linear_item *item = item_at(b, need->last);
        bool is_call = item->statement->node.kind == XB_KIND_SUBROUTINE_CALL;
        need->entry = xb_tape_entry_create(&b->t->tape, need->use, need->value, need->shape, is_call);
        xb_list_append(program->arena, &item->segment.entries, need->entry);
    }
    for (size_t i = 0; i < b->allocated_listed.count; i++) {
        allocated *noted = b->allocated_listed.items[i];
        if (noted->last == XB_GRAPH_NONE)
            continue;
        xb_linear_item *item = item_at(b, noted->last);
        xb_tape_allocation *allocation = xb_arena_alloc(program->arena, sizeof *allocation);
        *allocation = noted->allocation;
        xb_list_append_all(program->arena, &item->segment.entries, &allocation->extents);
        xb_list_append(program->arena, &item->allocations, allocation);
    }
}

static xb_list write_block(block_taping *b, const slot *slots, size_t count)
{
    xb_list statements = {.count = 0};
    xb_arena *arena = b->t->program->arena;
    for (size_t i = 0; i < count; i++) {
        const xb_tape_segment *segment =
            slots[i].item == XB_GRAPH_NONE ? NULL : &item_at(b, slots[i].item)->segment;
        xb_list_append_all(arena, &statements, &slots[i].before);
        if (segment)
            xb_tape_evaluate(&b->t->tape, segment, &statements);
        if (slots[i].kept)
            xb_list_append(arena, &statements, slots[i].kept);
        if (segment)
            xb_tape_push(&b->t->tape, segment, &statements);
    }
    return statements;
}

static void tape_block(xb_taping *t, uint32_t vertex)
{
    xb_arena *scratch = xb_run_scratch(t->run);
    xb_flow_vertex *block = t->version->flow.vertices.items[vertex];
    block_taping b = {.t = t, .scratch = scratch, .items = &t->blocks[vertex].items};
    b.stamps = xb_stamps_start(t->run, scratch);
    b.locations = xb_location_table_create(scratch, xb_run_analyses(t->run));
    slot *slots = xb_arena_array(scratch, block->statements.count, sizeof *slots);
    for (size_t i = 0; i < block->statements.count; i++) {
        b.place = (xb_flow_point){vertex, i};
        take_statement(&b, block->statements.items[i], &slots[i]);
    }
    place_entries(&b);
    block->statements = write_block(&b, slots, block->statements.count);
}

xb_taping *xb_tape_routine(xb_run *run, xb_routine *version, const xb_callees *callees,
                           const xb_tape_settings *settings)
{
    xb_program *program = xb_run_program(run);
    uint32_t count = version->flow.graph.vertex_count;
    xb_taping *t = xb_arena_alloc(xb_run_scratch(run), sizeof *t);
    *t = (xb_taping){.run = run, .program = program, .version = version, .callees = callees, .settings = settings};
    t->tape = (xb_tape){.program = program, .scope = version->scope};
    t->homes = xb_homes_find(run, &t->tape, version, settings->everything);
    t->blocks = xb_arena_array(xb_run_scratch(run), count, sizeof *t->blocks);
    for (uint32_t v = 0; v < count; v++)
        if (((const xb_node *)version->flow.vertices.items[v])->kind == XB_KIND_BASIC_BLOCK)
            tape_block(t, v);
    return t;
}

/* ---- recall -------------------------------------------------------------------------------------------- */

static xb_symbol *symbol_of(const xb_tape_need *need)
{
    return need->home ? need->home : need->entry->popped;
}

static const xb_tape_need *recalled(const xb_taping *t, const xb_node *node)
{
    return xb_map_get(&t->recalled, node->index, 0);
}

/* An expression and the taping that it is recalled by. */
typedef struct recalling {
    const xb_taping *t;
    const xb_expression *expression;
} recalling;

static void *recall_vertex(void *context, uint32_t vertex)
{
    const recalling *r = context;
    const xb_vertex *original = xb_expression_vertex(r->expression, vertex);
    if (original->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return NULL;
    return xb_recall_operand(r->t, (const xb_reference *)original);
}

xb_expression *xb_recall_expression(const xb_taping *t, const xb_expression *expression)
{
    if (!expression)
        return NULL;
    const xb_tape_need *need = recalled(t, &expression->node);
    if (need)
        return xb_build_leaf(t->program, xb_build_reference(t->program, symbol_of(need)));
    xb_expression *copy = xb_build_expression(t->program);
    recalling r = {t, expression};
    copy->root = xb_copy_subexpression(t->program, expression, expression->root, copy, recall_vertex, &r);
    return copy;
}

xb_reference *xb_recall_reference(const xb_taping *t, const xb_reference *reference)
{
    xb_program *program = t->program;
    xb_reference bare = *reference;
    bare.subscripts = (xb_list){.count = 0};
    xb_reference *copy = xb_copy_reference(program, &bare);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        xb_list_append(program->arena, &copy->subscripts,
                       xb_build_triplet(program, xb_recall_expression(t, triplet->index),
                                        xb_recall_expression(t, triplet->bound),
                                        xb_recall_expression(t, triplet->stride)));
    }
    return copy;
}

xb_reference *xb_recall_operand(const xb_taping *t, const xb_reference *operand)
{
    const xb_tape_need *need = recalled(t, &operand->vertex.node);
    return need ? xb_build_reference(t->program, symbol_of(need)) : xb_recall_reference(t, operand);
}

void *xb_recall_value(const xb_taping *t, const xb_expression *value)
{
    const xb_expression *copy = xb_recall_expression(t, value);
    return xb_expression_root(copy);
}
