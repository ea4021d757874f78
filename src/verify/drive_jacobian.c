/*
 * A routine that computes the Jacobian of another one in one call takes the arguments of that and, at the
 * end, the matrix. Its tags say which variables have rows and columns: each has as many as elements, in this
 * order. So a number of the layout has its row or column by its variable and element.
 *
 * The routine saves what the entry may read and modify, and restores it for each run, whether or not it has a
 * value: what has none gets one before the call.
 */
#include <string.h>

#include "ir/tags.h"
#include "verify/drive_internal.h"

const xb_routine *xb_drive_jacobian_routine(const xb_program *program, const xb_program *original,
                                            const xb_routine *entry)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_tag tag;
        if (xb_drive_has_tag(program, routine, XB_TAG_JACOBIAN, entry->symbol->id->text) &&
            !xb_tags_find(program, &routine->node, XB_TAG_MOTION, &tag) &&
            !xb_drive_has_routine(original, routine->symbol->id->text))
            return routine;
    }
    return NULL;
}

/* ---- rows and columns ---------------------------------------------------------------------------------- */

static size_t storage_named(const xb_layout *layout, const char *name, size_t length)
{
    for (size_t i = 0; i < layout->storage_count; i++) {
        const xb_name *id = layout->storages[i].symbol->id;
        if (!layout->storages[i].absent && id->length == length && memcmp(id->text, name, length) == 0)
            return i;
    }
    return XB_NOWHERE;
}

static xb_status unknown(const xb_drive *drive, const char *name, size_t length)
{
    return xb_error(drive->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(drive->program, &drive->entry->node, NULL),
                    "name it in a case, under globals, or don't leave it out",
                    "the Jacobian has rows or columns of '%s', whose number is not known here",
                    xb_arena_copy_text(drive->arena, name, length));
}

/* Where each number is, on the side of the matrix whose variables a tag names. */
static xb_status place(const xb_drive *drive, const char *tag_name, const xb_layout_number *numbers,
                       size_t count, xb_drive_side *side)
{
    const xb_layout *layout = drive->layout;
    size_t *first = xb_arena_array(drive->arena, layout->storage_count + 1, sizeof *first);
    xb_tag tag = {.value_length = 0};
    for (size_t i = 0; i < layout->storage_count; i++)
        first[i] = XB_NOWHERE;
    xb_tags_find(drive->program, &drive->entry->node, tag_name, &tag);
    for (size_t from = 0, to; from < tag.value_length; from = to + 1) {
        const char *comma = memchr(tag.value + from, ',', tag.value_length - from);
        to = comma ? (size_t)(comma - tag.value) : tag.value_length;
        const size_t storage = storage_named(layout, tag.value + from, to - from);
        if (storage == XB_NOWHERE)
            return unknown(drive, tag.value + from, to - from);
        for (size_t i = 0; i < layout->storage_count; i++) /* a global variable may hold x, and y */
            if (layout->storages[i].symbol == layout->storages[storage].symbol)
                first[i] = side->length;
        side->length += layout->storages[storage].count;
    }
    side->places = xb_arena_array(drive->arena, count + 1, sizeof *side->places);
    for (size_t i = 0; i < count; i++)
        side->places[i] = first[numbers[i].storage] == XB_NOWHERE
                              ? XB_NOWHERE
                              : first[numbers[i].storage] + numbers[i].element;
    return XB_STATUS_OK;
}

xb_status xb_drive_find_jacobian(xb_drive *drive)
{
    const xb_layout *layout = drive->layout;
    const xb_routine *routine =
        xb_drive_jacobian_routine(drive->program, drive->options.original, layout->entry);
    if (!routine || routine->formals.count != layout->argument_count + 1)
        return xb_error(
            drive->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = drive->program->file}, NULL,
            "no routine computes the Jacobian of %s in one call", layout->entry->symbol->id->text);
    drive->entry = routine;
    xb_status status = place(drive, XB_TAG_ROWS, layout->y, layout->m, &drive->rows);
    return status ? status : place(drive, XB_TAG_COLUMNS, layout->x, layout->n, &drive->columns);
}

/* ---- what has no value --------------------------------------------------------------------------------- */

static bool has_values(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX || type == XB_TYPE_INTEGER || type == XB_TYPE_BOOL;
}

static void give_values(xb_variable *variable)
{
    const xb_type type = xb_variable_type(variable);
    xb_number value, any = {.type = type};
    if (type == XB_TYPE_REAL)
        any = xb_number_of_real(0.5);
    else if (type == XB_TYPE_COMPLEX)
        any = xb_number_of_complex(0.5);
    for (size_t i = 0; has_values(type) && i < xb_variable_count(variable); i++)
        if (!xb_variable_get(variable, i, &value))
            xb_variable_set(variable, i, &any);
}

void xb_drive_give_values(const xb_drive *drive)
{
    for (size_t i = 0; i < drive->layout->storage_count; i++)
        if (drive->variables[i])
            give_values(drive->variables[i]);
    for (size_t s = 0; s < drive->program->scopes.count; s++) {
        const xb_scope *scope = drive->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            xb_variable *variable = symbol->kind == XB_SYMBOL_VARIABLE && !symbol->temp
                                        ? xb_evaluator_global(drive->evaluator, symbol)
                                        : NULL;
            if (variable)
                give_values(variable);
        }
    }
}

/* ---- the matrix ---------------------------------------------------------------------------------------- */

bool xb_drive_make_matrix(xb_drive *drive)
{
    const xb_bounds bounds[] = {{1, (int64_t)drive->rows.length}, {1, (int64_t)drive->columns.length}};
    drive->matrix = xb_variable_create(drive->evaluator, XB_TYPE_REAL, NULL, 2, bounds);
    return drive->matrix;
}

size_t xb_drive_jacobian_size(const xb_drive *drive, bool columns)
{
    return columns ? drive->columns.length : drive->rows.length;
}

xb_entry_state xb_drive_jacobian_entry(const xb_drive *drive, size_t j, size_t i, double *entry)
{
    const size_t row = drive->rows.places[j], column = drive->columns.places[i];
    xb_number number;
    if (row == XB_NOWHERE || column == XB_NOWHERE)
        return XB_ENTRY_NONE;
    if (!xb_variable_get(drive->matrix, column * drive->rows.length + row, &number))
        return XB_ENTRY_UNSET;
    *entry = number.real;
    return XB_ENTRY_SET;
}
