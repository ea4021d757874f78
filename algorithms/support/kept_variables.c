/*
 * A write to any part of a variable counts as an assignment of it, and so does what an opaque statement may
 * do: variables that are kept are read first. What a routine only reads has one value from the beginning.
 */
#include "algorithms/support/kept_variables.h"

#include <inttypes.h>

#include "analysis/exposure.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "ir/declaration.h"

/* Other routines may assign an array that they know by another name. */
static bool may_be_kept(xb_run *run, const xb_routine *routine, const xb_symbol *symbol)
{
    const bool is_known_by_others =
        symbol->rank > 0 &&
        (symbol->bounds_count == 0 || xb_footprints_share(xb_footprints_of(xb_run_analyses(run)), symbol));
    return symbol->scope == routine->scope && !is_known_by_others && !xb_symbol_is_parameter(symbol) &&
           !xb_storage_is_formal(xb_storage_of(xb_run_analyses(run)), symbol);
}

static xb_list find_kept(xb_run *run, const xb_routine *routine)
{
    xb_arena *arena = xb_run_program(run)->arena;
    xb_list kept = {.count = 0};
    xb_region region = xb_region_of(routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return kept;
    region.touch = true;
    const xb_exposure exposure = xb_exposure_of(xb_footprints_of(xb_run_analyses(run)), arena, &region);
    for (size_t i = 0; i < exposure.exposed.count; i++)
        if (may_be_kept(run, routine, exposure.exposed.items[i]))
            xb_list_append(arena, &kept, exposure.exposed.items[i]);
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
