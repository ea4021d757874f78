/*
 * Four maps of times make a note and a question constant in time: a change with an alias group concerns those
 * of the same group, overlaps or not (a stamp that is too late costs a reuse, no more), and those of its
 * storage class that have no group; a change without a group concerns its whole storage class.
 */
#include "algorithms/support/stamps.h"

#include "analysis/calls.h"
#include "analysis/accesses.h"

xb_stamps xb_stamps_start(xb_run *run, xb_arena *arena)
{
    return (xb_stamps){
        .program = xb_run_program(run), .storage = xb_storage_of(xb_run_analyses(run)), .arena = arena};
}

static void set(xb_stamps *stamps, xb_map *map, uint64_t key, uint64_t time)
{
    if (time > 0)
        xb_map_put(stamps->arena, map, key, 0, (const void *)(uintptr_t)time);
}

static uint64_t get(const xb_map *map, uint64_t key)
{
    return (uintptr_t)xb_map_get(map, key, 0);
}

static uint64_t latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- notes --------------------------------------------------------------------------------------------- */

/* A reference may be changed at the time of the last statement. */
static void note_reference(xb_stamps *stamps, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->temporary) {
        set(stamps, &stamps->of_temporary, symbol->node.index, stamps->time);
        return;
    }
    uint32_t group = xb_alias_group(&stamps->program->aliases, reference->alias);
    uint32_t class = xb_storage_class(stamps->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE) {
        stamps->everything = stamps->time;
        return;
    }
    if (group != XB_ALIAS_GROUP_NONE)
        set(stamps, &stamps->of_group, group, stamps->time);
    else
        set(stamps, &stamps->of_class, class, stamps->time);
    set(stamps, &stamps->of_class_in_all, class, stamps->time);
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    (void)formal;
    note_reference(context, actual);
}

static bool has_function(const xb_expression *expression)
{
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        if (xb_expression_vertex(expression, v)->node.kind == XB_KIND_FUNCTION_CALL)
            return true;
    return false;
}

void xb_stamps_note(xb_stamps *stamps, const xb_statement *statement)
{
    stamps->time++;
    switch (xb_statement_kind_of(statement)) {
    case XB_STATEMENT_ASSIGNMENT: {
        const xb_assignment *assignment = (const xb_assignment *)statement;
        note_reference(stamps, assignment->target);
        if (has_function(assignment->value))
            stamps->everything = stamps->time;
        break;
    }
    case XB_STATEMENT_INLINABLE_CALL:
        xb_inlinable_call_sets(stamps->arena, (const xb_inlinable_call *)statement, note_passed, stamps);
        break;
    case XB_STATEMENT_SUBROUTINE_CALL: stamps->everything = stamps->time; break;
    case XB_STATEMENT_MARKER:
        if (!xb_marker_is_harmless((const xb_marker *)statement))
            stamps->everything = stamps->time;
        break;
    case XB_STATEMENT_DERIVATIVE_PROPAGATOR: break;
    }
}

/* ---- questions ----------------------------------------------------------------------------------------- */

static uint64_t stamp_of_variable(const xb_stamps *stamps, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->temporary)
        return get(&stamps->of_temporary, symbol->node.index);
    uint32_t group = xb_alias_group(&stamps->program->aliases, reference->alias);
    uint32_t class = xb_storage_class(stamps->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE)
        return stamps->time;
    uint64_t time = group == XB_ALIAS_GROUP_NONE
                        ? get(&stamps->of_class_in_all, class)
                        : latest(get(&stamps->of_group, group), get(&stamps->of_class, class));
    return latest(time, stamps->everything);
}

uint64_t xb_stamp_of_reference(const xb_stamps *stamps, const xb_reference *reference)
{
    uint64_t time = stamp_of_variable(stamps, reference);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        const xb_expression *const parts[] = {triplet->index, triplet->bound, triplet->stride};
        for (size_t k = 0; k < 3; k++)
            if (parts[k])
                time = latest(time, xb_stamp_of_expression(stamps, parts[k]));
    }
    return time;
}

uint64_t xb_stamp_of_expression(const xb_stamps *stamps, const xb_expression *expression)
{
    uint64_t time = 0;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            return stamps->time;
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE)
            time = latest(time, xb_stamp_of_reference(stamps, (const xb_reference *)vertex));
    }
    return time;
}
