/*
 * A value whose extents are not known is followed by these, so that they are popped before it, and the
 * temporary can be allocated.
 */
#include "algorithms/taping/tape.h"

#include "ir/build.h"
#include "ir/provenance.h"

/* ---- entries ------------------------------------------------------------------------------------------- */

static const struct use {
    const char *name, *push, *pop;
} uses[XB_TAPE_USES] = {
    [XB_TAPE_FACTOR] = {"factors", "_push_factor", "_pop_factor"},
    [XB_TAPE_INDEX] = {"indices", "_push_index", "_pop_index"},
    [XB_TAPE_EXTENT] = {"extents", "_push_extent", "_pop_extent"},
    [XB_TAPE_TRIPS] = {"trip counts", "_push_trips", "_pop_trips"},
    [XB_TAPE_ARM] = {"arms", "_push_arm", "_pop_arm"},
    [XB_TAPE_BLOCK] = {"blocks", "_push_block", "_pop_block"},
};

const char *xb_tape_use_name(xb_tape_use use)
{
    return uses[use].name;
}

const char *xb_tape_push_id(xb_tape_use use)
{
    return uses[use].push;
}

bool xb_tape_holds(xb_type type)
{
    switch (type) {
    case XB_TYPE_INTEGER:
    case XB_TYPE_REAL:
    case XB_TYPE_COMPLEX:
    case XB_TYPE_DOUBLE:
    case XB_TYPE_BOOL:
    case XB_TYPE_STRING: return true;
    default: return false;
    }
}

xb_symbol *xb_tape_integer(const xb_tape *tape)
{
    return xb_temporary_integer(tape->program, tape->scope, "tap");
}

xb_symbol *xb_tape_scalar_like(const xb_tape *tape, const xb_symbol *model)
{
    return xb_temporary_create(tape->program, tape->scope, "tap",
                               (xb_temporary_type){.type = model->type,
                                                   .fe_type = model->fe_type,
                                                   .length = xb_symbol_length(model)});
}

static xb_symbol *temporary(const xb_tape *tape, const xb_shape *shape)
{
    xb_type type = shape->type == XB_TYPE_DOUBLE ? XB_TYPE_REAL : shape->type;
    return xb_temporary_create(
        tape->program, tape->scope, "tap",
        (xb_temporary_type){type, shape->fe_type, shape->rank, shape->bounds, false, shape->length});
}

xb_symbol *xb_tape_scalar_for(const xb_tape *tape, const xb_reference *reference)
{
    const xb_shape shape = xb_shape_of_reference(tape->program->arena, reference);
    return temporary(tape, &shape);
}

static xb_tape_entry *create(const xb_tape *tape, xb_tape_use use, xb_shape shape)
{
    xb_tape_entry *entry = xb_arena_alloc(tape->program->arena, sizeof *entry);
    entry->use = use;
    entry->shape = shape;
    entry->popped = temporary(tape, &shape);
    return entry;
}

static bool is_array_of_values(const xb_tape *tape, const xb_reference *reference)
{
    return tape->named && reference->symbol->rank > 0 && xb_reference_is_whole(reference) &&
           reference->symbol->bounds_count > 0;
}

/* Only real active scalars have a push of their own, unless a value is all that there is of a variable. */
static bool is_pushed_as_it_is(const xb_tape *tape, const xb_expression *value)
{
    const xb_vertex *root = xb_expression_root(value);
    if (value->graph.vertex_count > 1 || root->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return false;
    const xb_reference *reference = (const xb_reference *)root;
    if (!xb_symbol_is_active(reference->symbol) || is_array_of_values(tape, reference))
        return true;
    return xb_reference_rank(reference) == 0 && reference->symbol->type != XB_TYPE_COMPLEX;
}

static void evaluate(const xb_tape *tape, xb_tape_entry *entry, const xb_expression *value)
{
    xb_program *program = tape->program;
    xb_symbol *symbol = temporary(tape, &entry->shape);
    entry->evaluation = &xb_build_assignment(program, "_taped_value", xb_build_reference(program, symbol),
                                             xb_copy_expression(program, value))
                             ->statement;
    entry->value = xb_build_reference(program, symbol);
}

xb_tape_entry *xb_tape_entry_create(const xb_tape *tape, xb_tape_use use, const xb_expression *value,
                                    xb_shape shape, bool evaluated)
{
    xb_tape_entry *entry = create(tape, use, shape);
    if (evaluated || !is_pushed_as_it_is(tape, value))
        evaluate(tape, entry, value);
    else
        entry->value = xb_copy_reference(tape->program, (const xb_reference *)xb_expression_root(value));
    for (int d = 1; d <= shape.rank && !shape.bounds; d++)
        xb_list_append(tape->program->arena, &entry->extents, xb_tape_entry_of_extent(tape, entry->value, d));
    return entry;
}

xb_tape_entry *xb_tape_entry_of_symbol(const xb_tape *tape, xb_tape_use use, xb_symbol *symbol)
{
    xb_tape_entry *entry = create(tape, use, (xb_shape){.type = XB_TYPE_INTEGER, .fe_type = symbol->fe_type});
    entry->value = xb_build_reference(tape->program, symbol);
    return entry;
}

static xb_tape_entry *entry_of_inquiry(const xb_tape *tape, xb_intrinsic_code code, const xb_reference *array,
                                       int dimension)
{
    xb_program *program = tape->program;
    xb_tape_entry *entry = create(tape, XB_TAPE_EXTENT, (xb_shape){.type = XB_TYPE_INTEGER});
    xb_expression *size = xb_build_expression(program);
    uint32_t operand = xb_expression_add(program, size, xb_copy_reference(program, array));
    uint32_t number = xb_expression_add(program, size, xb_build_integer(program, dimension));
    size->root = xb_build_binary(program, size, code, operand, number);
    evaluate(tape, entry, size);
    return entry;
}

xb_tape_entry *xb_tape_entry_of_extent(const xb_tape *tape, const xb_reference *array, int dimension)
{
    return entry_of_inquiry(tape, XB_INTRINSIC_SIZE, array, dimension);
}

xb_tape_entry *xb_tape_entry_of_lower_bound(const xb_tape *tape, const xb_reference *array, int dimension)
{
    return entry_of_inquiry(tape, XB_INTRINSIC_LBOUND, array, dimension);
}

/* ---- code ---------------------------------------------------------------------------------------------- */

static void append_call(const xb_tape *tape, const xb_tape_entry *entry, xb_runtime_code code, const char *id,
                        void *argument, xb_list *statements)
{
    xb_inlinable_call *call = xb_build_inlinable_call(tape->program, code, id);
    xb_build_argument(tape->program, &call->arguments, argument);
    if (xb_runtime_facts_of(code)->suffix == XB_SUFFIX_RANK &&
        xb_runtime_facts_of(code)->type != XB_TYPE_BOOL)
        xb_build_rank_suffix(tape->program, call, code);
    xb_provenance_add(tape->program, &call->statement.node, "tape", "%s", entry->popped->id->text);
    xb_list_append(tape->program->arena, statements, call);
}

/* Whether a variable takes the place of a push. */
static bool is_kept(const xb_tape_segment *segment, const xb_tape_entry *entry)
{
    return segment->kept && entry->shape.type != XB_TYPE_STRING &&
           (entry->shape.rank == 0 || entry->shape.bounds);
}

/* What would be pushed is evaluated to what would be popped. */
static void evaluate_to_popped(const xb_tape *tape, xb_tape_entry *entry)
{
    ((xb_assignment *)entry->evaluation)->target = xb_build_reference(tape->program, entry->popped);
    entry->value = xb_build_reference(tape->program, entry->popped);
}

static void keep(const xb_tape *tape, const xb_tape_entry *entry, xb_list *statements)
{
    xb_program *program = tape->program;
    if (entry->value->symbol == entry->popped)
        return;
    xb_assignment *assignment =
        xb_build_assignment(program, "_keep", xb_build_reference(program, entry->popped),
                            xb_build_leaf(program, xb_copy_reference(program, entry->value)));
    xb_list_append(program->arena, statements, assignment);
}

void xb_tape_evaluate(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements)
{
    for (size_t i = 0; i < segment->entries.count; i++) {
        xb_tape_entry *entry = segment->entries.items[i];
        const xb_tape_segment extents = {entry->extents, false};
        if (entry->evaluation && is_kept(segment, entry))
            evaluate_to_popped(tape, entry);
        if (entry->evaluation && entry->shape.rank > 0 && !entry->shape.bounds) {
            xb_inlinable_call *allocation =
                xb_build_inlinable_call(tape->program, XB_RUNTIME_ALLOCATE_MATCHING, "_allocation");
            xb_build_argument(tape->program, &allocation->arguments,
                              xb_copy_reference(tape->program, entry->value));
            xb_build_argument(tape->program, &allocation->arguments,
                              xb_copy_reference(tape->program, entry->shape.model));
            xb_list_append(tape->program->arena, statements, allocation);
        }
        if (entry->evaluation)
            xb_list_append(tape->program->arena, statements, entry->evaluation);
        xb_tape_evaluate(tape, &extents, statements);
    }
}

static xb_runtime_code push_of(const xb_tape *tape, const xb_tape_entry *entry)
{
    switch (entry->shape.type) {
    case XB_TYPE_INTEGER: return XB_RUNTIME_PUSH_INTEGER;
    case XB_TYPE_BOOL: return XB_RUNTIME_PUSH_LOGICAL;
    case XB_TYPE_COMPLEX: return XB_RUNTIME_PUSH_COMPLEX;
    case XB_TYPE_STRING: return XB_RUNTIME_PUSH_STRING;
    default:
        return xb_symbol_is_active(entry->value->symbol) && !is_array_of_values(tape, entry->value)
                   ? XB_RUNTIME_PUSH_ACTIVE
                   : XB_RUNTIME_PUSH;
    }
}

static xb_runtime_code pop_of(const xb_tape_entry *entry)
{
    switch (entry->shape.type) {
    case XB_TYPE_INTEGER: return XB_RUNTIME_POP_INTEGER;
    case XB_TYPE_BOOL: return XB_RUNTIME_POP_LOGICAL;
    case XB_TYPE_COMPLEX: return XB_RUNTIME_POP_COMPLEX;
    case XB_TYPE_STRING: return XB_RUNTIME_POP_STRING;
    default: return XB_RUNTIME_POP;
    }
}

void xb_tape_push(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements)
{
    for (size_t i = 0; i < segment->entries.count; i++) {
        const xb_tape_entry *entry = segment->entries.items[i];
        const xb_tape_segment extents = {entry->extents, false};
        if (is_kept(segment, entry)) {
            xb_node_set_add(tape->program->arena, tape->kept, &entry->popped->node);
            keep(tape, entry, statements);
            continue;
        }
        append_call(tape, entry, push_of(tape, entry), uses[entry->use].push,
                    xb_copy_reference(tape->program, entry->value), statements);
        xb_tape_push(tape, &extents, statements);
    }
}

void xb_tape_allocate(const xb_tape *tape, xb_symbol *symbol, const xb_list *extents, xb_list *statements)
{
    xb_list numbers = {.count = 0};
    for (size_t d = 0; d < extents->count; d++)
        xb_list_append(tape->program->arena, &numbers, ((const xb_tape_entry *)extents->items[d])->popped);
    xb_list_append(tape->program->arena, statements, xb_build_allocation(tape->program, symbol, &numbers));
}

void xb_tape_pop(const xb_tape *tape, const xb_tape_segment *segment, xb_list *statements)
{
    for (size_t i = segment->entries.count; i-- > 0;) {
        const xb_tape_entry *entry = segment->entries.items[i];
        const xb_tape_segment extents = {entry->extents, false};
        if (is_kept(segment, entry))
            continue;
        xb_tape_pop(tape, &extents, statements);
        if (entry->extents.count > 0)
            xb_tape_allocate(tape, entry->popped, &entry->extents, statements);
        append_call(tape, entry, pop_of(entry), uses[entry->use].pop,
                    xb_build_reference(tape->program, entry->popped), statements);
    }
}
