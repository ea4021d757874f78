/*
 * Callees come first; a routine on a cycle of calls that is not known yet counts as one that reads first all
 * that it reads and certainly assigns nothing.
 */
#include "analysis/summaries.h"

#include "analysis/exposure.h"
#include "base/bits.h"

static xb_formal_use *use_of(const xb_footprints *f, const xb_symbol *symbol)
{
    return xb_node_map_get(&f->formals, &symbol->node);
}

static void take_exposed(const xb_footprints *f, xb_footprint_entry *e, const xb_list *exposed, bool anything)
{
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    uint64_t *set = xb_bits_create(scratch, f->items.count);
    for (size_t i = 0; i < e->routine->formals.count; i++)
        use_of(f, ((const xb_formal *)e->routine->formals.items[i])->symbol)->exposed = anything;
    for (size_t i = 0; i < exposed->count; i++) {
        const xb_symbol *symbol = exposed->items[i];
        xb_formal_use *use = xb_is_from_outside(e->routine, symbol) ? NULL : use_of(f, symbol);
        uint32_t item = xb_footprints_number(f, e->routine, symbol);
        if (use)
            use->exposed = use->seen = true;
        else if (item != XB_FOOTPRINT_NONE)
            xb_bits_add(set, item);
    }
    e->footprint.exposed = xb_footprints_members(f, e->routine, set);
}

static void take_written(const xb_footprints *f, xb_footprint_entry *e, const xb_list *written)
{
    for (size_t i = 0; i < written->count; i++) {
        const xb_symbol *symbol = written->items[i];
        xb_formal_use *use = use_of(f, symbol);
        if (xb_is_from_outside(e->routine, symbol))
            xb_list_append(f->arena, &e->footprint.written, symbol);
        else if (use)
            use->written = use->modified;
    }
}

static void find_exposed(const xb_footprints *f, xb_footprint_entry *e)
{
    xb_arena *scratch = xb_analyses_scratch(f->analyses);
    xb_region region = xb_region_of(e->routine, XB_VIEW_READ);
    if (region.entry == XB_GRAPH_NONE)
        return;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_exposure exposure = xb_exposure_of(f, f->arena, &region);
    take_exposed(f, e, &exposure.exposed, exposure.anything);
    take_written(f, e, &exposure.written);
    xb_arena_release(scratch, mark);
}

/* The effects, of which the parts that the order tells are going to change. */
static xb_footprints *copy_of(const xb_footprints *effects, xb_arena *arena)
{
    const uint32_t count = effects->calls->graph.vertex_count;
    xb_footprints *f = xb_arena_alloc(arena, sizeof *f);
    *f = *effects;
    f->arena = arena;
    f->formals = (xb_node_map){0};
    f->entries = xb_arena_array(arena, count, sizeof *f->entries);
    for (uint32_t v = 0; v < count; v++) {
        f->entries[v] = effects->entries[v];
        const xb_list *formals = &f->entries[v].routine->formals;
        for (size_t i = 0; i < formals->count; i++) {
            const xb_formal *formal = formals->items[i];
            xb_formal_use *use = xb_arena_alloc(arena, sizeof *use);
            *use = xb_formal_use_of(effects, formal);
            xb_node_map_put(arena, &f->formals, &formal->symbol->node, use);
        }
    }
    return f;
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    xb_footprints *f = copy_of(xb_effects_of(analyses), arena);
    for (uint32_t i = 0; i < f->calls->graph.vertex_count; i++)
        find_exposed(f, &f->entries[f->order[i]]);
    return f;
}

const xb_footprints *xb_footprints_of(xb_analyses *analyses)
{
    static const xb_analysis footprints = {XB_VIEW_READ, find};
    return xb_analyses_get(analyses, &footprints);
}
