/*
 * Bounds are evaluated once, when a routine is entered, in the order of declarations: what they refer to
 * comes before. Those of versions have the order of what they are copies of.
 *
 * Initial values are given before anything else is done with variables, those of outer scopes first, and in
 * the order of declarations within a scope, so that an expression refers to what has its value.
 */
#include "evaluate/declarations.h"

#include <stdlib.h>
#include <string.h>

#include "evaluate/operations.h"
#include "evaluate/variables.h"
#include "ir/declaration.h"
#include "ir/version.h"

/* ---- code ----------------------------------------------------------------------------------------- */

static int by_order(const void *a, const void *b)
{
    const xb_code_extents *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Extents of an array whose bounds are not all constants, and known without allocation. */
static bool has_extents(const xb_symbol *symbol)
{
    return symbol->bounds_count == 0 && symbol->declaration && symbol->declaration->dimension_count > 0 &&
           xb_symbol_is_sized(symbol);
}

/* The caller of a function has no memory for a result of such extents. */
bool xb_code_finds_extents(const xb_symbol *symbol)
{
    bool are_explicit = has_extents(symbol);
    for (size_t d = 0; are_explicit && d < symbol->declaration->dimension_count; d++)
        are_explicit = xb_symbol_dimension(symbol, d)->extent == XB_EXTENT_EXPLICIT;
    return are_explicit;
}

static void lower_extents(xb_lowering *lowering, xb_code_routine *routine, uint32_t slot,
                          const xb_symbol *symbol)
{
    xb_code_extents made = {.slot = slot, .count = symbol->declaration->dimension_count};
    const xb_symbol *origin =
        routine->source->version ? xb_version_origin(lowering->program, routine->source, symbol) : symbol;
    made.order = origin->node.index;
    xb_code_bound *bounds = xb_arena_array(lowering->memory, made.count, sizeof *bounds);
    for (size_t d = 0; d < made.count; d++) {
        const xb_dimension *dimension = xb_symbol_dimension(symbol, d);
        bounds[d] = (xb_code_bound){.dimension = dimension,
                                    .lower = xb_lower_expression(lowering, routine, dimension->lower),
                                    .upper = xb_lower_expression(lowering, routine, dimension->upper)};
    }
    made.bounds = bounds;
    *(xb_code_extents *)xb_vector_push(lowering->memory, &routine->extents, sizeof made) = made;
}

/* Expressions may add slots, whose declarations follow. */
void xb_lower_declarations(xb_lowering *lowering, xb_code_routine *routine)
{
    for (uint32_t i = 0; i < routine->slots.count; i++) {
        const xb_code_slot slot = ((const xb_code_slot *)routine->slots.items)[i];
        if ((slot.kind == XB_SLOT_LOCAL || slot.kind == XB_SLOT_FORMAL) && has_extents(slot.symbol))
            lower_extents(lowering, routine, i, slot.symbol);
    }
    if (routine->extents.count > 1)
        qsort(routine->extents.items, routine->extents.count, sizeof(xb_code_extents), by_order);
}

static size_t depth_of(const xb_scope *scope)
{
    size_t depth = 0;
    for (; scope->parent; scope = scope->parent)
        depth++;
    return depth;
}

static int by_depth(const void *a, const void *b)
{
    const xb_code_initial *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->symbol->node.index < y->symbol->node.index ? -1 : 1;
}

static void lower_initial(xb_lowering *lowering, xb_symbol *symbol)
{
    xb_code *code = lowering->code;
    const xb_vector *values = &symbol->declaration->initial;
    xb_code_initial made = {.symbol = symbol, .depth = depth_of(symbol->scope), .count = values->count};
    xb_code_value *all = xb_arena_array(lowering->memory, made.count, sizeof *all);
    for (size_t i = 0; i < made.count; i++) {
        const xb_initial_value *value = &((const xb_initial_value *)values->items)[i];
        all[i] = (xb_code_value){xb_lower_expression(lowering, code->constants, value->value), value->count};
    }
    made.values = all;
    *(xb_code_initial *)xb_vector_push(lowering->memory, &code->initial, sizeof made) = made;
}

void xb_lower_initial_values(xb_lowering *lowering)
{
    xb_code *code = lowering->code;
    const xb_list *scopes = &lowering->program->scopes;
    code->constants = xb_arena_alloc(lowering->memory, sizeof *code->constants);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            xb_symbol *symbol = scope->symbols.items[k];
            if (symbol->declaration && symbol->declaration->initial.count > 0)
                lower_initial(lowering, symbol);
        }
    }
    if (code->initial.count > 1)
        qsort(code->initial.items, code->initial.count, sizeof(xb_code_initial), by_depth);
}

/* ---- extents -------------------------------------------------------------------------------------- */

static int64_t bound_of(xb_evaluator *evaluator, const xb_symbol *symbol, const xb_code_expression *bound,
                        int64_t known)
{
    if (!bound)
        return known;
    const xb_register *value = xb_evaluate(evaluator, bound);
    if (value->array || value->number.type != XB_TYPE_INTEGER)
        xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "a bound of %s is not an integer",
                          symbol->id->text);
    return value->number.integer;
}

/* The upper bound of what the actual argument has from a lower bound on. @param rest number of its elements
 * for each value of the other subscripts */
static int64_t assumed_upper(const xb_variable *actual, const xb_symbol *symbol, int64_t lower, uint64_t rest)
{
    int64_t upper;
    if (rest > INT64_MAX || __builtin_add_overflow(lower, (int64_t)rest - 1, &upper))
        xb_evaluator_fail(actual->evaluator, XB_STATUS_INVALID, NULL, "%s has too many elements",
                          symbol->id->text);
    return upper;
}

/* @param actual of a formal argument, else NULL */
static void find_bounds(xb_evaluator *evaluator, const xb_symbol *symbol, const xb_code_extents *extents,
                        const xb_variable *actual, xb_bounds *bounds)
{
    size_t before = 1;
    for (size_t d = 0; d < extents->count; d++) {
        const xb_code_bound *b = &extents->bounds[d];
        const xb_dimension *dimension = b->dimension;
        bounds[d].lower = bound_of(evaluator, symbol, b->lower, dimension->known.lower);
        if (dimension->extent == XB_EXTENT_EXPLICIT)
            bounds[d].upper = bound_of(evaluator, symbol, b->upper, dimension->known.upper);
        else if (dimension->extent == XB_EXTENT_ASSUMED)
            bounds[d].upper =
                assumed_upper(actual, symbol, bounds[d].lower, xb_bounds_extent(actual->bounds[d]));
        else
            bounds[d].upper =
                assumed_upper(actual, symbol, bounds[d].lower, before ? actual->count / before : 0);
        if (__builtin_mul_overflow(before, xb_bounds_extent(bounds[d]), &before))
            xb_evaluator_fail(evaluator, XB_STATUS_INVALID, NULL, "%s has too many elements",
                              symbol->id->text);
    }
}

static void declare_one(xb_frame *frame, const xb_code_extents *extents)
{
    xb_evaluator *evaluator = frame->evaluator;
    const xb_code_slot *slot = (const xb_code_slot *)frame->routine->slots.items + extents->slot;
    xb_variable *actual = frame->variables[extents->slot];
    xb_bounds bounds[XB_RANK_LIMIT];
    if (slot->kind == XB_SLOT_FORMAL && !actual)
        return;
    find_bounds(evaluator, slot->symbol, extents, actual, bounds);
    if (slot->kind == XB_SLOT_FORMAL && !actual->cells)
        xb_variable_allocate(actual, (int)extents->count, bounds);
    else if (slot->kind == XB_SLOT_FORMAL)
        xb_variable_shape(actual, bounds);
    else
        frame->variables[extents->slot] = xb_local_of_bounds(frame, slot->symbol, bounds);
}

void xb_frame_declare(xb_evaluator *evaluator)
{
    xb_frame *frame = evaluator->frame;
    const xb_code_extents *extents = frame->routine->extents.items;
    for (size_t i = 0; i < frame->routine->extents.count; i++)
        declare_one(frame, &extents[i]);
}

/* ---- values to begin with ------------------------------------------------------------------------- */

/* Whether the environment has values of its own for a variable. */
static bool is_given(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const xb_environment *environment = &evaluator->options.environment;
    xb_number value;
    return environment->initial && environment->initial(environment->context, symbol, 0, &value);
}

static void give_values(xb_evaluator *evaluator, const xb_code_initial *initial)
{
    xb_variable *variable = xb_global_variable(evaluator, initial->symbol);
    size_t at = 0;
    if (!variable || !variable->cells || is_given(evaluator, initial->symbol))
        return;
    for (size_t i = 0; i < initial->count; i++) {
        xb_number value = xb_evaluate(evaluator, initial->values[i].value)->number;
        if (value.type == XB_TYPE_STRING)
            value.text = xb_evaluator_string(evaluator, value.text);
        for (uint64_t k = 0; k < initial->values[i].count && at < variable->count; k++, at++)
            xb_cells_set(evaluator, variable->cells, xb_variable_place(variable, at), &value);
    }
}

static void give_all(void *argument)
{
    xb_evaluator *evaluator = argument;
    const xb_code *code = evaluator->code;
    const xb_code_initial *initial = code->initial.items;
    evaluator->frame->variables =
        xb_arena_array(evaluator->globals, code->constants->slots.count, sizeof(xb_variable *));
    for (size_t i = 0; i < code->initial.count; i++)
        give_values(evaluator, &initial[i]);
}

/* Expressions are evaluated in a frame of their own, which is no activation. */
void xb_evaluator_initialize(xb_evaluator *evaluator)
{
    xb_frame *before = evaluator->frame;
    if (evaluator->initialized || evaluator->code->initial.count == 0)
        return;
    evaluator->initialized = true;
    xb_frame frame = {.evaluator = evaluator, .routine = evaluator->code->constants};
    evaluator->frame = &frame;
    bool done = xb_protect(evaluator->failure, give_all, evaluator);
    evaluator->frame = before;
    if (!done)
        xb_fail(evaluator->failure);
}
