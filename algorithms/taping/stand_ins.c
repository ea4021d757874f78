/*
 * What is noted lasts to the end, so that the homes of the notes are known, and subscripts that are shifted
 * by them need no pushes of their own. Routines within this one, which share stand-ins with it, may be taped
 * before it or after it, so that whoever comes first makes them; this one assigns lower bounds at the
 * beginning of the adjoint sweep to the variables that had them in the taping sweep, where the others find
 * them.
 */
#include "algorithms/taping/stand_ins.h"

#include "analysis/allocation.h"
#include "analysis/contained.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/runtime_call.h"
#include "ir/version.h"
#include "traverse/traverse.h"

/* ---- which arrays -------------------------------------------------------------------------------------- */

static bool is_own(const xb_taping *t, const xb_symbol *symbol)
{
    return symbol->scope == t->version->scope;
}

/* A variable of a routine that this one is within. */
static bool is_of_host(const xb_taping *t, const xb_symbol *symbol)
{
    return xb_procedure_of(symbol) && !is_own(t, symbol) &&
           xb_scope_is_within(t->version->scope, symbol->scope);
}

static xb_visit look_for_bounds(xb_walk *walk, xb_node *node, void *context)
{
    const xb_list *arguments = &((const xb_inlinable_call *)node)->arguments;
    const xb_symbol *allocated = xb_allocated_by((const xb_statement *)node);
    const xb_argument *last = arguments->count > 1 ? arguments->items[arguments->count - 1] : NULL;
    (void)walk;
    (void)context;
    if (!allocated || allocated->temporary || !last)
        return XB_VISIT_CONTINUE;
    const bool is_like =
        xb_runtime_is(((const xb_inlinable_call *)node)->name->text, XB_RUNTIME_ALLOCATE_MATCHING);
    return is_like || arguments->count - 1 > (size_t)allocated->rank ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

/* Whether some statement of the program allocates an array with lower bounds. */
static bool has_lower_bounds(const xb_taping *t)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_INLINABLE_CALL] = look_for_bounds},
                                       .view = XB_VIEW_READ};
    int *known = xb_run_state(t->run, "taping.lower_bounds", sizeof *known);
    if (*known == 0)
        *known = xb_traverse(t->program, xb_run_scratch(t->run), &t->program->node, &visitor, NULL) ==
                         XB_VISIT_STOP
                     ? 1
                     : -1;
    return *known > 0;
}

/* ---- stand-ins ----------------------------------------------------------------------------------------- */

static xb_stand_in *create(const xb_taping *t, const xb_symbol *array, bool is_shared)
{
    xb_stand_in *in = xb_arena_alloc(t->program->arena, sizeof *in);
    const xb_tape tape = {.program = t->program, .scope = array->scope};
    in->array = array;
    in->symbol =
        xb_temporary_create(t->program, array->scope, "tap",
                            (xb_temporary_type){array->type, array->fe_type, array->rank, NULL,
                                                xb_symbol_is_active(array), xb_symbol_length(array)});
    in->symbol->shared = is_shared;
    in->has_bounds = array->declaration && array->declaration->allocatable && has_lower_bounds(t);
    for (int d = 0; d < array->rank; d++) {
        xb_symbol *offset = xb_tape_integer(&tape);
        offset->shared = is_shared;
        xb_list_append(t->program->arena, &in->extents, xb_tape_integer(&tape));
        xb_list_append(t->program->arena, &in->offsets, offset);
    }
    return in;
}

/* Of an array that routines within its own refer to. */
static xb_stand_in *shared(const xb_taping *t, const xb_symbol *array)
{
    xb_node_map *known = xb_run_state(t->run, "taping.shared_stand_ins", sizeof *known);
    xb_stand_in *in = (xb_stand_in *)xb_node_map_get(known, &array->node);
    if (!in) {
        in = create(t, array, true);
        xb_node_map_put(t->program->arena, known, &array->node, in);
    }
    return in;
}

static void make_known(xb_taping *t, xb_stand_in *in)
{
    xb_node_map_put(t->program->arena, &t->stand_in_of, &in->array->node, in);
    if (!is_own(t, in->array)) {
        for (size_t d = 0; d < in->offsets.count; d++)
            xb_home_tell(t->homes, in->offsets.items[d], xb_home_known(in->offsets.items[d]));
        return;
    }
    xb_list_append(t->program->arena, &t->stand_ins, in);
    for (size_t d = 0; d < in->offsets.count; d++) {
        xb_home_tell(t->homes, in->extents.items[d], xb_home_pushed(XB_GRAPH_NONE));
        xb_home_tell(t->homes, in->offsets.items[d], xb_home_pushed(XB_GRAPH_NONE));
    }
}

const xb_stand_in *xb_stand_in_for(xb_taping *t, const xb_symbol *symbol)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(t->run));
    bool own = is_own(t, symbol);
    if (symbol->kind != XB_SYMBOL_VARIABLE || !xb_storage_is_unbounded(storage, symbol) ||
        (!own && !is_of_host(t, symbol)))
        return NULL;
    const xb_stand_in *known = xb_node_map_get(&t->stand_in_of, &symbol->node);
    if (known)
        return known;
    bool is_shared = !own || xb_contained_refer(xb_run_analyses(t->run), symbol);
    xb_stand_in *in = is_shared ? shared(t, symbol) : create(t, symbol, false);
    make_known(t, in);
    return in;
}

void xb_stand_ins_find_shared(xb_taping *t)
{
    const xb_scope *scope = t->version->scope;
    if (xb_contained_in(xb_run_analyses(t->run), scope)->count == 0)
        return;
    for (size_t i = 0; i < scope->read_count; i++)
        if (xb_contained_refer(xb_run_analyses(t->run), scope->symbols.items[i]))
            xb_stand_in_for(t, scope->symbols.items[i]);
}

/* ---- references ---------------------------------------------------------------------------------------- */

/* index - offset */
static xb_expression *shifted(xb_program *program, const xb_expression *index, xb_symbol *offset)
{
    xb_expression *difference = xb_build_expression(program);
    uint32_t first = xb_copy_subexpression(program, index, index->root, difference, NULL, NULL);
    uint32_t second = xb_expression_add(program, difference, xb_build_reference(program, offset));
    difference->root = xb_build_binary(program, difference, XB_INTRINSIC_SUB, first, second);
    return difference;
}

void xb_stand_in_refer(xb_taping *t, const xb_stand_in *in, xb_reference *reference)
{
    xb_list subscripts = in->has_bounds ? reference->subscripts : (xb_list){.count = 0};
    for (size_t d = 0; !in->has_bounds && d < reference->subscripts.count; d++) {
        const xb_triplet *triplet = reference->subscripts.items[d];
        xb_symbol *offset = in->offsets.items[d];
        xb_list_append(
            t->program->arena, &subscripts,
            xb_build_triplet(t->program, triplet->index ? shifted(t->program, triplet->index, offset) : NULL,
                             triplet->bound ? shifted(t->program, triplet->bound, offset) : NULL,
                             triplet->stride ? xb_copy_expression(t->program, triplet->stride) : NULL));
    }
    reference->subscripts = subscripts;
    reference->symbol = in->symbol;
    reference->alias = reference->du_ud = 0;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void set(const xb_taping *t, xb_symbol *variable, xb_expression *value, xb_list *statements)
{
    xb_list_append(
        t->program->arena, statements,
        xb_build_assignment(t->program, "_note_extent", xb_build_reference(t->program, variable), value));
}

/* Adds an inquiry about a dimension, from 0. */
static uint32_t inquire(const xb_taping *t, xb_expression *value, xb_intrinsic_code code,
                        const xb_symbol *array, int dimension)
{
    uint32_t operand =
        xb_expression_add(t->program, value, xb_build_reference(t->program, (xb_symbol *)array));
    uint32_t number = xb_expression_add(t->program, value, xb_build_integer(t->program, dimension + 1));
    return xb_build_binary(t->program, value, code, operand, number);
}

void xb_stand_in_note(const xb_taping *t, const xb_stand_in *in, xb_list *statements)
{
    for (int d = 0; d < in->array->rank; d++) {
        xb_expression *extent = xb_build_expression(t->program), *offset = xb_build_expression(t->program);
        extent->root = inquire(t, extent, XB_INTRINSIC_SIZE, in->array, d);
        offset->root = inquire(t, offset, XB_INTRINSIC_LBOUND, in->array, d);
        if (!in->has_bounds) {
            uint32_t one = xb_expression_add(t->program, offset, xb_build_integer(t->program, 1));
            offset->root = xb_build_binary(t->program, offset, XB_INTRINSIC_SUB, offset->root, one);
        }
        set(t, in->extents.items[d], extent, statements);
        set(t, in->offsets.items[d], offset, statements);
    }
}

void xb_stand_in_note_if_allocated(xb_taping *t, const xb_stand_in *in, xb_list *statements)
{
    size_t first = statements->count;
    xb_stand_in_note(t, in, statements);
    for (size_t i = first; i < statements->count; i++)
        xb_node_map_put(t->program->arena, &t->notes, statements->items[i], (xb_symbol *)in->array);
}

void xb_stand_ins_note_shared(xb_taping *t, xb_list *statements)
{
    for (size_t i = 0; i < t->stand_ins.count; i++)
        if (((const xb_stand_in *)t->stand_ins.items[i])->symbol->shared)
            xb_stand_in_note_if_allocated(t, t->stand_ins.items[i], statements);
}

xb_list xb_stand_ins_start(const xb_taping *t)
{
    xb_list statements = {.count = 0};
    for (size_t i = 0; i < t->stand_ins.count; i++) {
        const xb_stand_in *in = t->stand_ins.items[i];
        const xb_list *const noted[] = {&in->extents, &in->offsets};
        for (size_t k = 0; k < 2; k++)
            for (size_t d = 0; d < noted[k]->count; d++)
                set(t, noted[k]->items[d], xb_build_leaf(t->program, xb_build_integer(t->program, 0)),
                    &statements);
    }
    return statements;
}

static xb_reference *popped_offset(const xb_taping *t, const xb_stand_in *in, size_t dimension)
{
    return xb_build_reference(t->program, xb_home_entry(t->homes, in->offsets.items[dimension])->popped);
}

/* Routines within this one find them there. */
static void publish_offsets(const xb_taping *t, const xb_stand_in *in, xb_list *statements)
{
    bool publishes = in->symbol->shared && is_own(t, in->array);
    for (size_t d = 0; publishes && d < in->offsets.count; d++)
        set(t, in->offsets.items[d], xb_build_leaf(t->program, popped_offset(t, in, d)), statements);
}

/* Of what was noted before, extents come first, then lower bounds. */
static xb_list extents_in(const xb_taping *t, const xb_stand_in *in, const xb_tape_segment *former)
{
    xb_list extents = {.count = 0};
    for (size_t d = 0; d < in->extents.count + (in->has_bounds ? in->offsets.count : 0); d++)
        xb_list_append(t->program->arena, &extents, former->entries.items[d]);
    return extents;
}

/* @param extents xb_tape_entry by dimension, and those of lower bounds if it has them */
static void allocate(const xb_taping *t, const xb_stand_in *in, const xb_list *extents, xb_list *statements)
{
    xb_tape_allocate(&t->tape, in->symbol, extents, statements);
    publish_offsets(t, in, statements);
    if (!t->settings->initialise || !xb_symbol_is_active(in->symbol))
        return;
    xb_list_append(t->program->arena, statements,
                   xb_build_single_propagator(t->program, "_initialise", XB_KIND_ZERO_DERIV,
                                              xb_build_reference(t->program, in->symbol), NULL, NULL));
}

xb_list xb_stand_ins_allocate(xb_taping *t)
{
    xb_list statements = {.count = 0};
    for (size_t i = 0; i < t->stand_ins.count; i++) {
        const xb_stand_in *in = t->stand_ins.items[i];
        xb_list extents = {.count = 0};
        for (size_t d = 0; d < in->extents.count; d++)
            xb_list_append(t->program->arena, &extents, xb_home_entry(t->homes, in->extents.items[d]));
        for (size_t d = 0; in->has_bounds && d < in->offsets.count; d++)
            xb_list_append(t->program->arena, &extents, xb_home_entry(t->homes, in->offsets.items[d]));
        allocate(t, in, &extents, &statements);
    }
    return statements;
}

/* ---- arrays that are allocated anew -------------------------------------------------------------------- */

/* What is noted of this routine's own arrays is popped to where it is at the end. */
static void add_former(xb_taping *t, const xb_list *notes, bool is_own, xb_list *entries)
{
    for (size_t d = 0; d < notes->count; d++) {
        xb_tape_entry *entry = xb_tape_entry_of_symbol(&t->tape, XB_TAPE_EXTENT, notes->items[d]);
        entry->popped = is_own ? xb_home_entry(t->homes, notes->items[d])->popped : notes->items[d];
        xb_list_append(t->program->arena, entries, entry);
    }
}

xb_tape_segment xb_stand_in_former(xb_taping *t, const xb_stand_in *in)
{
    xb_tape_segment former = {.entries = {.count = 0}};
    add_former(t, &in->extents, is_own(t, in->array), &former.entries);
    add_former(t, &in->offsets, is_own(t, in->array), &former.entries);
    return former;
}

void xb_stand_in_allocate_value(const xb_taping *t, const xb_stand_in *in, const xb_tape_segment *former,
                                xb_list *statements)
{
    const xb_list extents = extents_in(t, in, former);
    xb_tape_allocate(&t->tape, in->symbol, &extents, statements);
    xb_statement *allocation = statements->items[statements->count - 1];
    allocation->id = xb_program_name(t->program, XB_ID_ALLOCATION_OF_VALUE);
    publish_offsets(t, in, statements);
}

xb_list xb_stand_in_allocate_former(const xb_taping *t, const xb_stand_in *in, const xb_tape_segment *former)
{
    xb_list statements = {.count = 0};
    const xb_list extents = extents_in(t, in, former);
    allocate(t, in, &extents, &statements);
    return statements;
}
