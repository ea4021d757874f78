/*
 * Four maps of times make a note and a question constant in time: a change with an alias group concerns those
 * of the same group, and those of its storage class that have no group; a change without a group concerns
 * its whole storage class.
 */
#include "algorithms/taping/changes.h"

#include <string.h>

#include "analysis/calls.h"

xb_changes xb_changes_start(xb_run *run, xb_arena *arena)
{
    return (xb_changes){
        .program = xb_run_program(run), .storage = xb_storage_of(xb_run_analyses(run)), .arena = arena};
}

static void set(xb_changes *changes, xb_map *map, uint64_t key, uint64_t time)
{
    uint64_t *value = xb_map_get(map, key, 0);
    if (!value) {
        value = xb_arena_alloc(changes->arena, sizeof *value);
        xb_map_put(changes->arena, map, key, 0, value);
    }
    *value = time;
}

static uint64_t get(const xb_map *map, uint64_t key)
{
    const uint64_t *value = xb_map_get(map, key, 0);
    return value ? *value : 0;
}

static uint64_t latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ---- notes --------------------------------------------------------------------------------------------- */

void xb_changes_note_reference(xb_changes *changes, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->temporary) {
        set(changes, &changes->of_temporary, symbol->node.index, changes->time);
        return;
    }
    uint32_t group = xb_alias_group(&changes->program->aliases, reference->alias);
    uint32_t class = xb_storage_class(changes->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE) {
        changes->everything = changes->time;
        return;
    }
    if (group != XB_ALIAS_GROUP_NONE)
        set(changes, &changes->of_group, group, changes->time);
    else
        set(changes, &changes->of_class, class, changes->time);
    set(changes, &changes->of_class_in_all, class, changes->time);
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    (void)formal;
    xb_changes_note_reference(context, actual);
}

/* Front ends leave notes for their back ends, and hide statements in markers, too: what is known to be no
 * statement changes nothing. */
static bool is_note(const xb_marker *marker)
{
    static const char *const notes[] = {"PRAGMA", "OPR_USE", "COMMENT", "StmtLabel", "StmtGoto"};
    const xb_name *text = marker->statement.node.annotation;
    for (size_t i = 0; text && i < sizeof notes / sizeof *notes; i++)
        if (strstr(text->text, notes[i]))
            return true;
    return !text || !*text->text;
}

static bool has_function(const xb_expression *expression)
{
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        if (xb_expression_vertex(expression, v)->node.kind == XB_KIND_FUNCTION_CALL)
            return true;
    return false;
}

void xb_changes_note(xb_changes *changes, const xb_statement *statement)
{
    changes->time++;
    switch (statement->node.kind) {
    case XB_KIND_ASSIGNMENT: {
        const xb_assignment *assignment = (const xb_assignment *)statement;
        xb_changes_note_reference(changes, assignment->target);
        if (has_function(assignment->value))
            changes->everything = changes->time;
        break;
    }
    case XB_KIND_INLINABLE_CALL:
        xb_inlinable_call_sets(changes->arena, (const xb_inlinable_call *)statement, note_passed, changes);
        break;
    case XB_KIND_SUBROUTINE_CALL: changes->everything = changes->time; break;
    case XB_KIND_MARKER:
        if (!is_note((const xb_marker *)statement))
            changes->everything = changes->time;
        break;
    default: break;
    }
}

/* ---- questions ----------------------------------------------------------------------------------------- */

uint64_t xb_changes_of(const xb_changes *changes, const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    if (symbol->temporary)
        return get(&changes->of_temporary, symbol->node.index);
    uint32_t group = xb_alias_group(&changes->program->aliases, reference->alias);
    uint32_t class = xb_storage_class(changes->storage, symbol);
    if (class == XB_STORAGE_ANYWHERE)
        return changes->time;
    uint64_t time = group == XB_ALIAS_GROUP_NONE
                        ? get(&changes->of_class_in_all, class)
                        : latest(get(&changes->of_group, group), get(&changes->of_class, class));
    return latest(time, changes->everything);
}

uint64_t xb_changes_of_expression(const xb_changes *changes, const xb_expression *expression)
{
    uint64_t time = 0;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            return changes->time;
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        const xb_reference *reference = (const xb_reference *)vertex;
        time = latest(time, xb_changes_of(changes, reference));
        for (size_t i = 0; i < reference->subscripts.count; i++) {
            const xb_triplet *triplet = reference->subscripts.items[i];
            const xb_expression *const parts[] = {triplet->index, triplet->bound, triplet->stride};
            for (size_t k = 0; k < 3; k++)
                if (parts[k])
                    time = latest(time, xb_changes_of_expression(changes, parts[k]));
        }
    }
    return time;
}
