/*
 * What is noted lasts to the end, so that the homes of the notes are known, and subscripts that are shifted
 * by them need no pushes of their own.
 */
#include "algorithms/taping/stand_ins.h"

#include "analysis/contained.h"
#include "ir/build.h"
#include "ir/version.h"

/* ---- which arrays -------------------------------------------------------------------------------------- */

static bool is_formal(const xb_routine *routine, const xb_symbol *symbol)
{
    for (size_t i = 0; i < routine->formals.count; i++)
        if (((const xb_formal *)routine->formals.items[i])->symbol == symbol)
            return true;
    return false;
}

/* Routines within this one know of no stand-ins. */
static bool needs_one(const xb_taping *t, const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE && !symbol->pointer &&
           !is_formal(t->version->version->original, symbol) &&
           !xb_contained_refer(xb_run_analyses(t->run), symbol);
}

/* ---- stand-ins ----------------------------------------------------------------------------------------- */

static xb_stand_in *create(xb_taping *t, const xb_symbol *array)
{
    xb_stand_in *in = xb_arena_alloc(t->program->arena, sizeof *in);
    in->array = array;
    in->symbol = xb_temporary_create(
        t->program, t->version->scope, "tap",
        (xb_temporary_type){array->type, array->fe_type, array->rank, NULL, xb_symbol_is_active(array)});
    for (int d = 0; d < array->rank; d++) {
        xb_list_append(t->program->arena, &in->extents, xb_tape_integer(&t->tape));
        xb_list_append(t->program->arena, &in->offsets, xb_tape_integer(&t->tape));
        xb_home_lasts(t->homes, in->extents.items[d]);
        xb_home_lasts(t->homes, in->offsets.items[d]);
    }
    xb_list_append(t->program->arena, &t->stand_ins, in);
    return in;
}

const xb_stand_in *xb_stand_in_for(xb_taping *t, const xb_symbol *symbol)
{
    bool is_sized = symbol->rank <= 0 || symbol->bounds_count > 0;
    if (is_sized || symbol->temporary || symbol->scope != t->version->scope)
        return NULL;
    xb_stand_in **known = (xb_stand_in **)xb_map_get(&t->stand_in_of, symbol->node.index, 0);
    if (!known) {
        known = xb_arena_alloc(t->program->arena, sizeof(xb_stand_in *));
        *known = needs_one(t, symbol) ? create(t, symbol) : NULL;
        xb_map_put(t->program->arena, &t->stand_in_of, symbol->node.index, 0, known);
    }
    return *known;
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
    xb_list subscripts = {.count = 0};
    for (size_t d = 0; d < reference->subscripts.count; d++) {
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
        uint32_t lower = inquire(t, offset, XB_INTRINSIC_LBOUND, in->array, d);
        uint32_t one = xb_expression_add(t->program, offset, xb_build_integer(t->program, 1));
        offset->root = xb_build_binary(t->program, offset, XB_INTRINSIC_SUB, lower, one);
        set(t, in->extents.items[d], extent, statements);
        set(t, in->offsets.items[d], offset, statements);
    }
}

void xb_stand_in_note_if_allocated(xb_taping *t, const xb_stand_in *in, xb_list *statements)
{
    size_t first = statements->count;
    xb_stand_in_note(t, in, statements);
    for (size_t i = first; i < statements->count; i++)
        xb_map_put(t->program->arena, &t->notes, ((const xb_node *)statements->items[i])->index, 0,
                   (xb_symbol *)in->array);
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

static void allocate(xb_taping *t, const xb_stand_in *in, xb_list *statements)
{
    xb_list extents = {.count = 0};
    for (size_t d = 0; d < in->extents.count; d++)
        xb_list_append(t->program->arena, &extents, xb_home_entry(t->homes, in->extents.items[d]));
    xb_tape_allocate(&t->tape, in->symbol, &extents, statements);
    if (!t->settings->initialise || !xb_symbol_is_active(in->symbol))
        return;
    xb_inlinable_call *zero =
        xb_build_inlinable_call(t->program, XB_RUNTIME_REVERSE_ZERO_DERIV, "_initialise");
    xb_build_argument(t->program, &zero->arguments, xb_build_reference(t->program, in->symbol));
    xb_list_append(t->program->arena, statements, zero);
}

xb_list xb_stand_ins_allocate(xb_taping *t)
{
    xb_list statements = {.count = 0};
    for (size_t i = 0; i < t->stand_ins.count; i++)
        allocate(t, t->stand_ins.items[i], &statements);
    return statements;
}
