/*
 * The first look finds what is not certainly assigned as a whole. Arrays are rarely assigned so: they are
 * looked at a second time, if there are any, and a write to any part of them counts.
 */
#include "algorithms/support/kept_variables.h"

#include <inttypes.h>

#include "analysis/exposure.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "ir/declaration.h"

static bool is_own(xb_run *run, const xb_routine *routine, const xb_symbol *symbol)
{
    return symbol->scope == routine->scope && !xb_symbol_is_parameter(symbol) &&
           !xb_storage_is_formal(xb_storage_of(xb_run_analyses(run)), symbol);
}

/* Other routines may assign an array that they know by another name. */
static bool is_own_array(xb_run *run, const xb_routine *routine, const xb_symbol *symbol)
{
    return symbol->rank > 0 && symbol->bounds_count > 0 && is_own(run, routine, symbol) &&
           !xb_footprints_share(xb_footprints_of(xb_run_analyses(run)), symbol);
}

/* Appends those that are exposed in a region, which is all of a routine. @return whether there are arrays
 * that another look may tell more of */
static bool add_exposed(xb_run *run, const xb_region *region, xb_list *kept)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const xb_routine *routine = region->routine;
    const xb_exposure exposure = xb_exposure_of(xb_footprints_of(xb_run_analyses(run)), arena, region);
    bool arrays = false;
    for (size_t i = 0; i < exposure.exposed.count; i++) {
        const xb_symbol *symbol = exposure.exposed.items[i];
        const bool is_array = is_own_array(run, routine, symbol);
        arrays = arrays || is_array;
        if (region->touch ? is_array : symbol->rank == 0 && is_own(run, routine, symbol))
            xb_list_append(arena, kept, (void *)symbol);
    }
    return arrays;
}

static xb_list find_kept(xb_run *run, const xb_routine *routine)
{
    xb_list kept = {.count = 0};
    xb_region region = xb_region_of(routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return kept;
    const bool arrays = add_exposed(run, &region, &kept);
    region.touch = true;
    if (arrays)
        add_exposed(run, &region, &kept);
    return kept;
}

void xb_warn_of_kept_variables(xb_run *run, const xb_routine *routine, const char *what)
{
    enum { MOST_NAMED = 8 };
    xb_program *program = xb_run_program(run);
    const xb_list kept = find_kept(run, routine);
    for (size_t i = 0; i < kept.count && i < MOST_NAMED; i++) {
        const xb_symbol *symbol = kept.items[i];
        const char *others =
            i == MOST_NAMED - 1 && kept.count > MOST_NAMED
                ? xb_arena_format(program->arena, " (and so may %" PRIu32 " other %s)",
                                  kept.count - MOST_NAMED,
                                  xb_plural(kept.count - MOST_NAMED, "variable", "variables"))
                : "";
        xb_warning(program->diagnostics, xb_program_place(program, &symbol->node, NULL),
                   "assign it first, or let it be a variable of a module",
                   "%s may be read before it is assigned%s: if its value is kept from one call of %s to the "
                   "next, %s",
                   symbol->id->text, others, routine->symbol->id->text, what);
    }
}
