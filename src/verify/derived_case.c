/*
 * Formal arguments of the derived entry are those of the original one, in their order, each followed by its
 * derivatives. The former are what the layout says; the latter get numbers of their own, after those of
 * arguments and before those of global variables, which come last in any layout.
 */
#include <string.h>

#include "verify/layout.h"

/* A case that is made. */
typedef struct making {
    xb_arena *arena;
    const xb_layout *layout;
    xb_case *description;
    size_t n, m;           /* how many numbers arguments have, without their derivatives */
    size_t more_n, more_m; /* those of derivatives */
} making;

/* How many numbers are those of arguments. They come first. */
static size_t count_of_arguments(const xb_layout *layout, const xb_layout_number *numbers, size_t count)
{
    while (count > 0 && numbers[count - 1].storage >= layout->argument_count)
        count--;
    return count;
}

/* Arguments by position, before derivatives have places between them. */
static xb_case_argument *arguments_of(const making *make)
{
    const xb_layout *layout = make->layout;
    xb_case_argument *arguments = xb_arena_array(make->arena, layout->argument_count + 1, sizeof *arguments);
    for (size_t i = 0; i < layout->argument_count; i++) {
        const xb_layout_storage *storage = &layout->storages[i];
        arguments[i] = (xb_case_argument){.values = storage->values,
                                          .count = storage->values ? storage->count : 0,
                                          .list = storage->rank > 0,
                                          .constant = storage->constant,
                                          .absent = storage->absent};
    }
    for (size_t of_x = 0; of_x < 2; of_x++) {
        const xb_layout_number *numbers = of_x ? layout->x : layout->y;
        for (size_t k = 0; k < (of_x ? make->n : make->m); k++) {
            const size_t i = numbers[k].storage;
            xb_case_span *span = of_x ? &arguments[i].x : &arguments[i].y;
            const size_t first = span->given ? span->first : k + 1;
            *span = (xb_case_span){true, false, layout->storages[i].rank == 0, first, k + 1};
        }
    }
    return arguments;
}

/* Extents that the case says of a variable are those of its derivative, too. */
static void extend(const making *make, const xb_symbol *symbol, const xb_symbol *derivative)
{
    xb_vector *extents = &make->description->extents;
    const size_t count = extents->count;
    for (size_t i = 0; i < count; i++) {
        xb_case_extents made = ((const xb_case_extents *)extents->items)[i];
        if (strcmp(made.symbol.id, symbol->id->text) != 0)
            continue;
        made.symbol.id = xb_arena_copy_text(make->arena, derivative->id->text, derivative->id->length);
        *(xb_case_extents *)xb_vector_push(make->arena, extents, sizeof made) = made;
    }
}

static xb_case_argument derivative_of(making *make, const xb_layout_storage *storage)
{
    const size_t count = storage->count * (storage->type == XB_TYPE_COMPLEX ? 2 : 1);
    const size_t x = make->n + make->more_n, y = make->m + make->more_m;
    if (storage->absent || count == 0)
        return (xb_case_argument){.absent = storage->absent};
    make->more_n += count;
    make->more_m += count;
    return (xb_case_argument){.x = {true, false, storage->rank == 0, x + 1, x + count},
                              .y = {true, false, storage->rank == 0, y + 1, y + count}};
}

/* Whether a formal argument, or a place without one, is that of a storage. */
static bool is_same(const xb_layout_storage *storage, const xb_formal *formal)
{
    return storage->symbol && formal ? strcmp(storage->symbol->id->text, formal->symbol->id->text) == 0
                                     : !storage->symbol && !formal;
}

/* The derivative of the argument before number next. */
static xb_case_argument add_derivative(making *make, const xb_formal *formal, size_t next)
{
    const xb_layout_storage *storage = formal && next > 0 ? &make->layout->storages[next - 1] : NULL;
    if (!storage || !storage->symbol)
        return (xb_case_argument){.absent = true};
    extend(make, storage->symbol, formal->symbol);
    return derivative_of(make, storage);
}

/* What the case says of a number of x each, with one more for each derivative. */
static const double *widen_point(const making *make, const double *numbers)
{
    double *point = xb_arena_array(make->arena, make->layout->n + make->more_n + 1, sizeof *point);
    for (size_t i = 0; i < make->layout->n; i++)
        point[i < make->n ? i : i + make->more_n] = numbers[i];
    for (size_t i = make->n; i < make->n + make->more_n; i++)
        point[i] = 0.5 * (double)(i + 1);
    return point;
}

static void widen_points(making *make)
{
    xb_case *description = make->description;
    const size_t n = make->layout->n;
    const double **points = description->points.items;
    size_t *counts = description->point_counts.items;
    for (size_t i = 0; i < description->points.count; i++)
        if (counts[i] == n) {
            points[i] = widen_point(make, points[i]);
            counts[i] += make->more_n;
        }
    if (description->x0 && description->x0_count == n) {
        description->x0 = widen_point(make, description->x0);
        description->x0_count += make->more_n;
    }
    if (description->range_count == n && n > 1) {
        xb_case_range *ranges = xb_arena_array(make->arena, n + make->more_n, sizeof *ranges);
        for (size_t i = 0; i < n + make->more_n; i++)
            ranges[i] = (xb_case_range){0.2, 1.9};
        for (size_t i = 0; i < n; i++)
            ranges[i < make->n ? i : i + make->more_n] = description->ranges[i];
        description->ranges = ranges;
        description->range_count += make->more_n;
    }
    description->n += make->more_n;
    description->m += make->more_m;
}

/* Global variables stay what they were, by name. */
static void name_globals(const making *make)
{
    const xb_layout *layout = make->layout;
    xb_case *description = make->description;
    description->independents = description->dependents = (xb_case_names){.given = false};
    description->global_x = description->global_y = (xb_list){0};
    for (size_t i = layout->argument_count; i < layout->storage_count; i++) {
        const xb_layout_storage *storage = &layout->storages[i];
        xb_list *list = storage->independent ? &description->global_x : &description->global_y;
        const xb_name *name = storage->symbol->id;
        xb_list_append(make->arena, list, xb_arena_copy_text(make->arena, name->text, name->length));
    }
}

void xb_layout_derive_case(xb_arena *arena, const xb_layout *layout, const xb_program *derived,
                           xb_case *description)
{
    const xb_symbol *name = xb_layout_counterpart(derived, layout->entry->symbol);
    const xb_routine *entry = name ? xb_program_routine(derived, name) : NULL;
    if (!entry)
        return;
    making make = {arena,
                   layout,
                   description,
                   count_of_arguments(layout, layout->x, layout->n),
                   count_of_arguments(layout, layout->y, layout->m),
                   0,
                   0};
    const xb_case_argument *known = arguments_of(&make);
    const uint32_t last = xb_routine_last_position(entry);
    xb_case_argument *arguments = xb_arena_array(arena, (size_t)last + 1, sizeof *arguments);
    size_t next = 0;
    for (uint32_t position = 1; position <= last; position++) {
        const xb_formal *formal = xb_routine_formal(entry, position);
        const bool is_known = next < layout->argument_count && is_same(&layout->storages[next], formal);
        arguments[position - 1] = is_known ? known[next++] : add_derivative(&make, formal, next);
    }
    name_globals(&make);
    widen_points(&make);
    description->has_arguments = true;
    description->arguments = arguments;
    description->argument_count = last;
}
