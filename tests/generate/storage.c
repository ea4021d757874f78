/*
 * Variables get addresses one after the other, with a gap after each; those that share storage get those of
 * the variable that they share it with.
 */
#include "storage.h"

#include <stdlib.h>

static void mark_mixed(gen_storage *storage)
{
    const gen_program *program = storage->program;
    for (int i = 0; i < program->variable_count; i++) {
        int same = program->variables[i].same;
        if (same != GEN_NONE && gen_size(&program->variables[i]) != gen_size(&program->variables[same]))
            storage->mixed[i] = storage->mixed[same] = true;
    }
}

gen_storage gen_storage_of(xb_arena *arena, const gen_program *program, gen_style style)
{
    gen_storage storage = {.program = program, .style = style, .end = 1};
    storage.address = xb_arena_array(arena, (size_t)program->variable_count + 1, sizeof *storage.address);
    storage.mixed = xb_arena_array(arena, (size_t)program->variable_count + 1, sizeof *storage.mixed);
    for (int i = 0; i < program->variable_count; i++)
        if (program->variables[i].same == GEN_NONE) {
            storage.address[i] = storage.end;
            storage.end += (style == GEN_STYLE_SINGLE ? 1 : gen_size(&program->variables[i])) + 1;
        }
    storage.joint = xb_arena_array(arena, (size_t)program->routine_count + 1, sizeof *storage.joint);
    for (int i = 0; i < program->routine_count; i++)
        storage.joint[i] = storage.end++;
    for (int i = 0; i < program->variable_count; i++)
        if (program->variables[i].same != GEN_NONE)
            storage.address[i] = storage.address[program->variables[i].same] +
                                 (style == GEN_STYLE_SINGLE ? 0 : program->variables[i].offset);
    if (style == GEN_STYLE_SINGLE)
        mark_mixed(&storage);
    return storage;
}

/* The value of a constant; false if the part is none. Missing parts have the value they stand for. */
static bool constant(const gen_program *program, int part, int missing, int *value)
{
    *value = missing;
    if (part == GEN_NONE)
        return true;
    const gen_expression *e = &program->expressions[part];
    if (e->kind != GEN_CONSTANT)
        return false;
    *value = atoi(e->text);
    return true;
}

/* Appends the indices that a subscript selects. */
static bool indices(xb_arena *arena, const gen_program *program, const gen_subscript *subscript, int lower,
                    int upper, gen_numbers *found)
{
    int first, last, step;
    if (subscript->kind == GEN_VECTOR)
        return false;
    if (!constant(program, subscript->part[0], lower, &first))
        return false;
    if (subscript->kind == GEN_INDEX) {
        gen_append(arena, found, first);
        return true;
    }
    if (!constant(program, subscript->part[1], upper, &last) ||
        !constant(program, subscript->part[2], 1, &step))
        return false;
    for (int i = first; step > 0 ? i <= last : i >= last; i += step)
        gen_append(arena, found, i);
    return true;
}

bool gen_offsets(xb_arena *arena, const gen_program *program, int reference, gen_numbers *offsets)
{
    const gen_expression *e = &program->expressions[reference];
    const gen_variable *variable = &program->variables[e->variable];
    gen_numbers known = {0};
    int stride = 1;
    gen_append(arena, &known, 0);
    if (!variable->known && e->subscript_count > 0)
        return false;
    for (int d = 0; d < variable->rank; d++) {
        const gen_subscript all = {GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
        gen_numbers chosen = {0}, product = {0};
        if (!indices(arena, program, e->subscript_count ? &e->subscripts[d] : &all, variable->lower[d],
                     variable->upper[d], &chosen))
            return false;
        for (int i = 0; i < chosen.count; i++)
            for (int k = 0; k < known.count; k++)
                gen_append(arena, &product, known.items[k] + stride * (chosen.items[i] - variable->lower[d]));
        known = product;
        stride *= variable->upper[d] - variable->lower[d] + 1;
    }
    for (int i = 0; i < known.count; i++)
        gen_append(arena, offsets, known.items[i]);
    return true;
}

/* Joint formals have a cell in common, which none of them covers. */
static bool add_joint(xb_arena *arena, const gen_storage *storage, int variable, gen_numbers *cells)
{
    const gen_variable *v = &storage->program->variables[variable];
    if (v->joint)
        gen_append(arena, cells, storage->joint[v->routine]);
    return v->joint;
}

bool gen_cells_of(xb_arena *arena, const gen_storage *storage, int variable, gen_numbers *cells)
{
    int count = storage->style == GEN_STYLE_SINGLE ? 1 : gen_size(&storage->program->variables[variable]);
    for (int i = 0; i < count; i++)
        gen_append(arena, cells, storage->address[variable] + i);
    return !storage->mixed[variable] && !add_joint(arena, storage, variable, cells);
}

/* What is made smaller may have subscripts that are outside. */
static bool are_inside(const gen_numbers *offsets, const gen_variable *variable)
{
    for (int i = 0; i < offsets->count; i++)
        if (offsets->items[i] < 0 || offsets->items[i] >= gen_size(variable))
            return false;
    return true;
}

bool gen_cells(xb_arena *arena, const gen_storage *storage, int reference, gen_numbers *cells)
{
    const gen_expression *e = &storage->program->expressions[reference];
    gen_numbers offsets = {0};
    if (e->subscript_count == 0)
        return gen_cells_of(arena, storage, e->variable, cells);
    if (storage->style != GEN_STYLE_ELEMENT || !gen_offsets(arena, storage->program, reference, &offsets) ||
        !are_inside(&offsets, &storage->program->variables[e->variable])) {
        gen_cells_of(arena, storage, e->variable, cells);
        return false;
    }
    for (int i = 0; i < offsets.count; i++)
        gen_append(arena, cells, storage->address[e->variable] + offsets.items[i]);
    return !add_joint(arena, storage, e->variable, cells);
}
